// The evening's code, by which who looks on plays too; and what takes a game elsewhere: names leave the page only by that.

import { h } from "./dom.js";
import { ask, say } from "./words.js";

/** A form that asks for the code; `entered` is called once it was right. */
export function codeForm(entered) {
  const kind = { type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" };
  const input = h("input", { id: "code", ...kind, maxlength: "12", size: "9", required: true, "aria-describedby": "code-where" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  async function submit(event) {
    event.preventDefault();
    wrong.textContent = "";
    try {
      await ask("/enter", { token: input.value });
    } catch (refused) {
      wrong.textContent = refused.message;
      input.select();
      return;
    }
    entered();
  }
  return h("form", { class: "card enter", onsubmit: submit },
    h("h2", {}, say("enter_title")),
    h("p", { id: "code-where" }, say("enter_where")),
    h("div", { class: "row" },
      h("label", { for: "code" }, say("enter_code")),
      input,
      h("button", { type: "submit", class: "main-button" }, say("enter_do"))),
    wrong);
}

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
      window.location.assign((await ask(`/games/${number}/play?now=${Math.round(Date.now() / 1000)}`)).link);
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
