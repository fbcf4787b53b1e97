// The menu: the page's views, its language, its colours.

import { chooseColours, colourChoices } from "./colours.js";
import { drawing, h, s, unseen } from "./dom.js";
import { chooseLanguage, say, spoken } from "./words.js";

function select(id, label, values, chosen, changed) {
  return h("div", { class: "row" }, h("label", { for: id }, label),
    h("select", { id, onchange: (event) => changed(event.target.value) },
      Object.entries(values).map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}

/** The menu of the views and its button, which opens it; gives `draw(view)`, which writes them anew. */
export function makeMenu(button, panel, views) {
  const [first] = views;

  function speak(language) {
    chooseLanguage(language);
    document.getElementById("language").focus();
  }

  return function draw(view) {
    const sign = drawing("0 0 16 16", {}, s("path", { d: "M2 4h12M2 8h12M2 12h12", class: "line" }));
    button.replaceChildren(sign, unseen(say("menu")));
    panel.setAttribute("aria-label", say("menu"));
    const link = (name) => {
      const facts = { href: `#${name}`, "aria-current": name === view ? "page" : null, onclick: () => panel.hidePopover() };
      return h("li", {}, h("a", { ...facts, autofocus: name === first }, say(name)));
    };
    const colours = colourChoices().map(({ name, texts, chosen }) =>
      select(name, say(name), texts, chosen, (value) => chooseColours(name, value)));
    panel.replaceChildren(
      h("ul", {}, views.map(link)),
      select("language", say("language"), spoken.languages, spoken.language, speak),
      ...colours);
  };
}
