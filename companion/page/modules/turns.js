// The last turns in words, and what can still be reached.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** The list items of the last turns, newest first; `showMoment`, if any, shows the table after a step. */
export function turns(table, showMoment) {
  return table.turns.map((one) => {
    const press = showMoment ? { type: "button", onclick: () => showMoment(one.step) } : {};
    return h("li", { class: `turn ${one.kind}`, value: String(one.turn) },
      h(showMoment ? "button" : "span", { class: "turn-text", ...press },
        h("span", { class: "number" }, String(one.turn)),
        icon(one.kind),
        h("span", { class: "who" }, one.who),
        h("span", { class: "what" }, one.what)));
  });
}

/** Lines of the outlook: what can still be reached, or what groups with conventions count. */
export const outlook = (lines) => lines.map((text) => h("li", {}, text));
