// The bar over each view: its heading, the signs of what is not as it should be, the menu of views, language, colours.

import { chooseColours, colourChoices } from "./colours.js";
import { drawing, h, redraw, s, unseen } from "./dom.js";
import { chooseLanguage, say, spoken } from "./words.js";

// Found once: a stream may still end while the page is left, when its document has no elements any more.
export const [heading, noticed, said, signs, button, panel] =
  ["heading", "noticed", "said", "signs", "menu-button", "menu"].map((id) => document.getElementById(id));

/** Have a screen reader say a text, once: what is seen, or what happened. */
export function speak(text, element = said) {
  if (element.textContent !== text) element.textContent = text;
}

/** Say which view it is; `rest` is less of a name, `isFirst` is the view that the page is called after. */
export function drawHeading(text, rest, isFirst) {
  redraw(heading, [text, rest], () => [h("span", {}, text), rest ? h("small", {}, rest) : null]);
  document.title = isFirst ? say("title") : `${text} – ${say("title")}`;
}

/** Show what is not as it should be: a kind and a text each, and what is said of it where that is more. */
export function drawSigns(found, isStale) {
  signs.hidden = found.length === 0;
  document.body.classList.toggle("stale", isStale);
  const drawn = redraw(signs, found, () => found.map(([kind, text, whole = text]) =>
    h("li", { class: `sign ${kind}`, title: whole }, text)));
  if (drawn) speak(found.map(([, text, whole = text]) => whole).join(". "), noticed);
}

function select(id, label, values, chosen, changed) {
  return h("div", { class: "row" }, h("label", { for: id }, label),
    h("select", { id, onchange: (event) => changed(event.target.value) },
      Object.entries(values).map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}

function changeLanguage(language) {
  chooseLanguage(language);
  document.getElementById("language").focus();
}

/** Write the menu and its button anew, in which one of the views is the one that is seen. */
export function drawMenu(views, seen) {
  const sign = drawing("0 0 16 16", {}, s("path", { d: "M2 4h12M2 8h12M2 12h12", class: "line" }));
  button.replaceChildren(sign, unseen(say("menu")));
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
