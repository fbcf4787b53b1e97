// The players in the order of their places round the table, and a small picture of the table.

import { drawing, h, s, unseen } from "./dom.js";
import { handRow } from "./hands.js";
import { say } from "./words.js";

export const byPlace = (players) => [...players].sort((one, other) => one.place - other.place);

/** The list items of the players. */
export function players(table) {
  return byPlace(table.players).map((one) =>
    h("li", { class: `player${one.acts ? " acts" : ""}${one.done ? " done" : ""}`, "aria-current": one.acts ? "true" : null },
      h("span", { class: "place", "aria-hidden": "true" }, String(one.place)),
      h("span", { class: "called" }, one.called),
      one.acts ? unseen(`, ${say("to_act")}`) : null,
      one.done ? unseen(`, ${say("turn_over")}`) : null,
      h("span", { class: "hand" },
        drawing("0 0 12 16", { class: "card-mark" }, s("rect", { x: 1, y: 1, width: 10, height: 14, rx: 2 })),
        h("span", { "aria-hidden": "true" }, String(one.hand)), unseen(` ${say("cards_in_hand", { count: one.hand })}`)),
      table.hands ? handRow(table.hands[one.seat - 1], true) : null));
}

/** The table from above, the places round it clockwise. */
export function tableFromAbove(table) {
  const count = table.players.length;
  const seats = byPlace(table.players).map((one) => {
    const angle = ((one.place - 1) * 2 * Math.PI) / count;
    const [x, y] = [50 + 36 * Math.sin(angle), 50 - 36 * Math.cos(angle)];
    const past = one.done ? "done" : "";
    return s("g", { class: one.acts ? "acts" : past },
      s("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: one.acts ? 14 : 11 }));
  });
  return drawing("0 0 100 100", { class: "round" }, s("circle", { cx: 50, cy: 50, r: 27, class: "board" }), ...seats);
}
