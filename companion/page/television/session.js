// The evening's code: what opens past games and the setting of the table, for as long as the evening lasts.

import { h } from "./dom.js";
import { inLanguage, request, say } from "./words.js";

/** Ask the server for JSON; an error has its sentence and its status. */
export async function ask(path, body) {
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await request(inLanguage(path), body === undefined ? {} : post).catch(() => ({ status: 0 }));
  if (answer.status === 204) return null;
  const told = answer.status ? await answer.json().catch(() => null) : null;
  if (!answer.ok || told === null) throw Object.assign(new Error(told?.error || say("offline")), { status: answer.status });
  return told;
}

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
