// The menu: the page's views, its language, its colours.

import { chooseColours, colourChoices } from "./colours.js";
import { drawing, h, s, unseen } from "./dom.js";
import { chooseLanguage, say, spoken } from "./words.js";

function select(id, label, values, chosen, changed) {
  return h("div", { class: "row" }, h("label", { for: id }, label),
    h("select", { id, onchange: (event) => changed(event.target.value) },
      Object.entries(values).map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}

/** The menu of the views and its button; gives `draw(view)`, which writes them anew. */
export function makeMenu(button, panel, views) {
  function open(wanted) {
    panel.hidden = !wanted;
    button.setAttribute("aria-expanded", String(wanted));
  }

  button.addEventListener("click", () => {
    open(panel.hidden);
    if (!panel.hidden) panel.querySelector("a").focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    open(false);
    button.focus();
  });
  document.addEventListener("click", (event) => {
    if (!panel.hidden && !panel.contains(event.target) && !button.contains(event.target)) open(false);
  });
  panel.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !panel.contains(event.relatedTarget) && event.relatedTarget !== button) open(false);
  });

  /** Speak another language; where its words do not come, the menu says so. */
  async function speak(language) {
    const why = await chooseLanguage(language).then(() => "", () => say("offline"));
    const chosen = document.getElementById("language");
    chosen.value = spoken.language;
    chosen.focus();
    if (why) chosen.parentElement.after(h("p", { class: "wrong", role: "alert" }, why));
  }

  return function draw(view) {
    const sign = drawing("0 0 16 16", {}, s("path", { d: "M2 4h12M2 8h12M2 12h12", class: "line" }));
    button.replaceChildren(sign, unseen(say("menu")));
    panel.setAttribute("aria-label", say("menu"));
    const link = (name) => {
      const facts = { href: `#${name}`, "aria-current": name === view ? "page" : null, onclick: () => open(false) };
      return h("li", {}, h("a", facts, say(name)));
    };
    const colours = colourChoices().map(({ name, texts, chosen }) =>
      select(name, say(name), texts, chosen, (value) => chooseColours(name, value)));
    panel.replaceChildren(
      h("ul", {}, views.map(link)),
      select("language", say("language"), spoken.languages, spoken.language, speak),
      ...colours);
  };
}
