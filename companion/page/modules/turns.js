// The last turns in words, and what can still be reached.

import { drawing, h, s } from "./dom.js";

const other = () => [s("circle", { cx: 8, cy: 8, r: 2.4, class: "area" })];
const MARKS = new Map(Object.entries({
  clue: () => [
    s("circle", { cx: 8, cy: 8, r: 5, class: "line" }),
    s("path", { d: "M8 7.4V11M8 4.8v.4", class: "line" }),
  ],
  play: () => [s("path", { d: "M8 13V3.4M3.8 7.4 8 3.2 12.2 7.4", class: "line" })],
  misfire: () => [s("path", { d: "M3.4 3.4 12.6 12.6M12.6 3.4 3.4 12.6", class: "line" })],
  discard: () => [s("path", { d: "M8 3v9.6M3.8 8.6 8 12.8 12.2 8.6", class: "line" })],
}));

/** The list items of the last turns, newest first; `showMoment`, if any, shows the table after a step. */
export function turns(table, showMoment) {
  return table.turns.map((one) => {
    const press = showMoment ? { type: "button", onclick: () => showMoment(one.step) } : {};
    return h("li", { class: `turn ${one.kind}`, value: String(one.turn) },
      h(showMoment ? "button" : "span", { class: "turn-text", ...press },
        h("span", { class: "number" }, String(one.turn)),
        drawing("0 0 16 16", { class: "mark" }, ...(MARKS.get(one.kind) || other)()),
        h("span", { class: "who" }, one.who),
        h("span", { class: "what" }, one.what)));
  });
}

/** What can still be reached, a line each. */
export function outlook(table) {
  return table.outlook.map((text) => h("li", {}, text));
}
