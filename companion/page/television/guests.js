// What guests may with the evening's code: it opens past games, and begins the next one, which is played on the device.
// A game for elsewhere is logged in BG Stats or copied as text: names leave the page only when that is pressed.

import { h, redraw } from "./dom.js";
import { fetched } from "./games.js";
import { Setup } from "./setup.js";
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

/** Fill an element with the next game; `source` asks for it, and for the code. Gives a function that ends it. */
export function setup(view, source) {
  return fetched(view, source, "/new", (next) => {
    const start = new Setup(next);
    const state = h("p", { class: "state", role: "status", "aria-live": "polite" });
    const place = h("div", {});
    const draw = () => redraw(place, start.facts, () => [start.draw()]);
    const tell = (how, text) => Object.assign(state, { className: `state ${how}`, textContent: text });

    async function begin() {
      try {
        const { unshown } = await source.ask("/new", start.request);
        tell("good", say(unshown.length ? "setup_unshown" : "setup_begun", { names: unshown.join(", ") }));
      } catch (refused) {
        if (refused.status === 403) view.replaceChildren(source.form(() => setup(view, source)));
        else tell("wrong", refused.message);
      }
    }

    function press({ target }) {
      const button = target.closest("button[data-act]");
      if (button?.dataset.act === "begin") begin();
      else if (button) start[`on_${button.dataset.act}`](button.dataset);
      draw();
    }

    view.replaceChildren(h("section", { class: "card setup", onclick: press }, h("p", { class: "hint" }, say("setup_hint")), state, place));
    draw();
  });
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
