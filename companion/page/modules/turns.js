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

/** What can still be reached, a line each. */
export function outlook(table) {
  return table.outlook.map((text) => h("li", {}, text));
}
