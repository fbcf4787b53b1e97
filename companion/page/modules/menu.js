// The menu: the page's views, its language, its colours.

import { drawing, h, s, unseen } from "./dom.js";
import { chooseLanguage, say, spoken } from "./words.js";
import { recall, remember } from "./memory.js";

const PALETTES = ["usual", "red_green", "blue_yellow"];

/** Paint with the colours that this browser's reader chose. */
export function applyPalette() {
  const chosen = recall("palette");
  document.documentElement.dataset.palette = PALETTES.includes(chosen) ? chosen : "usual";
}

function select(id, label, values, chosen, changed) {
  return h("div", { class: "row" }, h("label", { for: id }, label),
    h("select", { id, onchange: (event) => changed(event.target.value) },
      values.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
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
    button.replaceChildren(drawing("0 0 16 16", {}, s("path", { d: "M2 4h12M2 8h12M2 12h12", class: "line" })), unseen(say("menu")));
    panel.setAttribute("aria-label", say("menu"));
    panel.replaceChildren(
      h("ul", {}, views.map((name) => h("li", {}, h("a", { href: `#${name}`, "aria-current": name === view ? "page" : null, onclick: () => open(false) }, say(name))))),
      select("language", say("language"), Object.entries(spoken.languages), spoken.language, speak),
      select("palette", say("palette"), PALETTES.map((name) => [name, say(`palette_${name}`)]), document.documentElement.dataset.palette, (name) => {
        remember("palette", name);
        applyPalette();
      }));
  };
}
