// Setting the table: names, number of players, edition and who begins; the game begins on the device.

import { beginning } from "./begin.js";
import { h } from "./dom.js";
import { say } from "./words.js";
import { ask, codeForm } from "./session.js";

/** A field for a name. */
const NAME = {
  type: "text",
  maxlength: "16",
  autocomplete: "off",
  autocapitalize: "words",
  spellcheck: "false",
  enterkeyhint: "next",
};

/** Fill an element with the form; gives a function that ends it. */
export function setup(view) {
  let ended = false;
  let draft = null;
  const state = h("p", { class: "state", role: "status", "aria-live": "polite" });

  async function open() {
    try {
      const session = await ask("/session");
      if (ended) return;
      if (!session.entered) {
        view.replaceChildren(codeForm(open));
        return;
      }
      draft = await ask("/new");
    } catch (failed) {
      if (failed.status === 403) view.replaceChildren(codeForm(open));
      else view.replaceChildren(h("p", { class: "card wrong", role: "alert" }, failed.message));
      return;
    }
    if (!ended) draw();
  }

  const tell = (how, text) => Object.assign(state, { className: `state ${how}`, textContent: text });

  async function begin(event) {
    event.preventDefault();
    try {
      const { unshown } = await ask("/new", beginning(draft));
      tell("good", say(unshown.length ? "setup_unshown" : "setup_begun", { names: unshown.join(", ") }));
    } catch (refused) {
      if (refused.status === 403) open();
      else tell("wrong", refused.message);
    }
  }

  function names() {
    return Array.from({ length: draft.players }, (_, index) =>
      h("div", { class: "row" },
        h("label", { for: `name-${index}` }, say("player", { number: index + 1, place: index + 1 })),
        h("input", { id: `name-${index}`, ...NAME, value: draft.names[index] || "",
          oninput: (event) => { draft.names[index] = event.target.value; },
          onkeydown: (event) => next(event, index) })));
  }

  function next(event, index) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    (document.getElementById(`name-${index + 1}`) || document.activeElement).focus();
  }

  function chips(key, title, from, to, changed = () => undefined) {
    return h("fieldset", { class: "counts" }, h("legend", {}, title),
      [1, 2, 3, 4, 5].slice(from - 1, to).map((number) =>
        h("label", { class: "chip" },
          h("input", { type: "radio", name: key, value: String(number), checked: number === Math.min(draft[key], to),
            onchange: () => { draft[key] = number; changed(); } }),
          h("span", {}, String(number)))));
  }

  function editions() {
    return h("fieldset", { class: "editions" }, h("legend", {}, say("setup_edition")),
      draft.editions.map((one) =>
        h("label", { class: "edition" },
          h("input", { type: "radio", name: "edition", value: one.preset, checked: one.preset === draft.preset,
            onchange: () => { draft.preset = one.preset; } }),
          h("span", { class: "text" }, h("b", {}, one.name), h("small", {}, one.rules)))));
  }

  const fields = h("div", { class: "fields" });
  const first = h("div", {});

  function seat() {
    fields.replaceChildren(...names());
    first.replaceChildren(chips("first", say("setup_first"), 1, draft.players));
  }

  function draw() {
    seat();
    view.replaceChildren(
      h("form", { class: "card setup", onsubmit: begin },
        h("p", { class: "hint" }, say("setup_hint")), state, chips("players", say("setup_players"), 2, 5, seat),
        h("fieldset", {}, h("legend", {}, say("setup_names")), fields), first, editions(),
        h("button", { type: "submit", class: "main-button" }, say("setup_begin"))));
  }

  open();
  return () => { ended = true; };
}
