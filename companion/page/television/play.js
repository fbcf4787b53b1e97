// A game for elsewhere: logged in BG Stats, or copied as text. Names leave the page only when that is pressed.

import { h } from "./dom.js";
import { ask, say } from "./words.js";

/** Copy a text; where the browser does not let us, it stands there, marked. */
function copy(text, button) {
  const field = h("textarea", { class: "copied", rows: "6", readonly: true, "aria-label": say("summary") }, text);
  button.after(field);
  field.select();
  if (!document.execCommand("copy")) return;
  field.remove();
  button.textContent = say("copied");
}

/** The buttons that take a game elsewhere; without the evening's code its own view asks for that. */
export function elsewhere(number, text) {
  const wrong = h("span", { class: "wrong", role: "alert" });
  async function log() {
    try {
      window.location.assign((await ask(`/games/${number}/play`)).link);
    } catch (refused) {
      wrong.textContent = refused.message;
      if (refused.status === 403) window.location.hash = `#game/${number}`;
    }
  }
  return [
    h("button", { type: "button", class: "plain-button", onclick: log }, say("log_play")),
    h("button", { type: "button", class: "plain-button", onclick: (event) => copy(text, event.currentTarget) }, say("copy_text")),
    wrong,
  ];
}
