// Setting the table: names, number of players and edition, as a draft for the device's start screen.

import { h } from "./dom.js";
import { say } from "./words.js";
import { ask, codeForm } from "./session.js";

const BETWEEN_MS = 600;
const [FEWEST, MOST] = [2, 5];
const LONGEST_NAME = 16;

/** Fill an element with the form; gives a function that ends it. */
export function setup(view) {
  let timer = 0;
  let sent = 0;
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
      draft = await ask("/draft");
    } catch (failed) {
      if (failed.status === 403) view.replaceChildren(codeForm(open));
      else view.replaceChildren(h("p", { class: "card wrong", role: "alert" }, failed.message));
      return;
    }
    if (!ended) draw();
  }

  async function send() {
    sent = Date.now();
    const names = draft.names.slice(0, draft.players).map((name) => name.trim().replace(/\s+/g, " "));
    try {
      const told = await ask("/draft", { players: draft.players, names, preset: draft.preset || undefined });
      state.className = "state good";
      state.textContent = told && told.unshown ? say("setup_unshown", { names: told.unshown.join(", ") }) : say("setup_sent");
    } catch (refused) {
      if (refused.status === 403) {
        open();
        return;
      }
      state.className = "state wrong";
      state.textContent = refused.message;
    }
  }

  // The device takes two drafts a second: what is typed meanwhile goes with the next one.
  function later() {
    window.clearTimeout(timer);
    state.className = "state";
    state.textContent = "…";
    timer = window.setTimeout(send, Math.max(BETWEEN_MS, sent + BETWEEN_MS - Date.now()));
  }

  function names() {
    return Array.from({ length: draft.players }, (_, index) =>
      h("div", { class: "row" },
        h("label", { for: `name-${index}` }, say("player", { number: index + 1, place: index + 1 })),
        h("input", { id: `name-${index}`, type: "text", maxlength: String(LONGEST_NAME), value: draft.names[index] || "", autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "next",
          oninput: (event) => { draft.names[index] = event.target.value; later(); },
          onkeydown: (event) => next(event, index) })));
  }

  function next(event, index) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const following = document.getElementById(`name-${index + 1}`);
    if (following) following.focus();
    else event.target.blur();
  }

  function count() {
    return h("fieldset", { class: "counts" }, h("legend", {}, say("setup_players")),
      Array.from({ length: MOST - FEWEST + 1 }, (_, index) => FEWEST + index).map((number) =>
        h("label", { class: "chip" },
          h("input", { type: "radio", name: "players", value: String(number), checked: number === draft.players,
            onchange: () => { draft.players = number; fields.replaceChildren(...names()); later(); } }),
          h("span", {}, String(number)))));
  }

  function editions() {
    return h("fieldset", { class: "editions" }, h("legend", {}, say("setup_edition")),
      draft.editions.map((one) =>
        h("label", { class: "edition" },
          h("input", { type: "radio", name: "edition", value: one.preset, checked: one.preset === draft.preset, onchange: () => { draft.preset = one.preset; later(); } }),
          h("span", { class: "text" }, h("b", {}, one.name), h("small", {}, one.rules)))));
  }

  const fields = h("div", { class: "fields" });

  function draw() {
    while (draft.names.length < MOST) draft.names.push("");
    fields.replaceChildren(...names());
    view.replaceChildren(
      h("form", { class: "card setup", onsubmit: (event) => { event.preventDefault(); later(); } },
        h("p", { class: "hint" }, say("setup_hint")), state, count(),
        h("fieldset", {}, h("legend", {}, say("setup_names")), fields), editions()));
  }

  open();
  return () => { ended = true; window.clearTimeout(timer); };
}
