// Beginning the next game from a phone, with the evening's code; it is played on the device.

import { h, redraw } from "./dom.js";
import { fetched } from "./games.js";
import { Setup } from "./setup.js";
import { say } from "./words.js";

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
