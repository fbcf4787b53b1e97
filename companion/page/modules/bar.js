// The bar over each view: its heading, the signs of what is not as it should be, the menu of views, language, colours.

import { chooseColours, colourChoices } from "./colours.js";
import { drawing, h, redraw, s, unseen } from "./dom.js";
import { chooseLanguage, say, spoken } from "./words.js";

const byId = (id) => document.getElementById(id);

/** Have a screen reader say a text, once; `id` is the element that it listens to. */
export function speak(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

/** Say which view it is; `rest` is less of a name, `isFirst` is the view that the page is called after. */
export function drawHeading(text, rest, isFirst) {
  redraw(byId("heading"), [text, rest], () => [h("span", {}, text), rest ? h("small", {}, rest) : null]);
  document.title = isFirst ? say("title") : `${text} – ${say("title")}`;
}

/** Show what is not as it should be: a kind and a text each, and what is said of it where that is more. */
export function drawSigns(found, isStale) {
  byId("signs").hidden = found.length === 0;
  document.body.classList.toggle("stale", isStale);
  const drawn = redraw(byId("signs"), found, () => found.map(([kind, text, whole = text]) =>
    h("li", { class: `sign ${kind}`, title: whole }, text)));
  if (drawn) speak("noticed", found.map(([, text, whole = text]) => whole).join(". "));
}

function select(id, label, values, chosen, changed) {
  return h("div", { class: "row" }, h("label", { for: id }, label),
    h("select", { id, onchange: (event) => changed(event.target.value) },
      Object.entries(values).map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}

function changeLanguage(language) {
  chooseLanguage(language);
  byId("language").focus();
}

/** Write the menu and its button anew, in which one of the views is the one that is seen. */
export function drawMenu(views, seen) {
  const panel = byId("menu");
  const sign = drawing("0 0 16 16", {}, s("path", { d: "M2 4h12M2 8h12M2 12h12", class: "line" }));
  byId("menu-button").replaceChildren(sign, unseen(say("menu")));
  panel.setAttribute("aria-label", say("menu"));
  const link = (name, place) => {
    const facts = { href: `#${name}`, "aria-current": name === seen ? "page" : null, onclick: () => panel.hidePopover() };
    return h("li", {}, h("a", { ...facts, autofocus: place === 0 }, say(name)));
  };
  const colours = colourChoices().map(({ name, texts, chosen }) =>
    select(name, say(name), texts, chosen, (value) => chooseColours(name, value)));
  panel.replaceChildren(
    h("ul", {}, views.map(link)),
    select("language", say("language"), spoken.languages, spoken.language, changeLanguage),
    ...colours);
}
