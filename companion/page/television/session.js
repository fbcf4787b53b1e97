// The evening's code: what opens past games and the setting of the table, for as long as the evening lasts.

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
