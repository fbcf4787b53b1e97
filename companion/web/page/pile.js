// The discard pile by suit: how many copies of each card are left.

import { drawing, h, s, unseen } from "./dom.js";
import { say } from "./words.js";
import { symbol } from "./suits.js";

/** A dot for each copy: full ones are left, rings lie in the pile. Without help only those in the pile are shown. */
function copies(one) {
  const count = one.left === null ? one.gone : one.copies;
  return drawing(`0 0 ${Math.max(8, 8 * count)} 8`, { class: "copies" },
    ...Array.from({ length: count }, (_, index) =>
      s("circle", { cx: 4 + 8 * index, cy: 4, r: 2.7, class: index < one.left ? "there" : "away" })));
}

function told(one) {
  const state = SAYS.get(one.state);
  if (state) return say(state);
  return one.left === null ? say("copies_gone_count", { count: one.gone }) : say("copies_left_count", { count: one.left });
}

const TICK = () => drawing("3 0 10 8", { class: "copies tick" }, s("path", { d: "M4 4 7 7 12 1.4" }));
const CROSS = () => drawing("3 0 10 8", { class: "copies cross" }, s("path", { d: "M5 1 11 7M11 1 5 7" }));

const SAYS = new Map([["gone", "gone"], ["last", "last_copy"], ["played", "played"]]);

function cell(one) {
  return h("td", { class: `copy ${one.state}` },
    h("b", { "aria-hidden": "true" }, String(one.rank)),
    one.state === "played" ? TICK() : one.state === "gone" ? CROSS() : copies(one),
    unseen(`${one.rank}: ${told(one)}`));
}

/** The pile as a table, with the legend below it. */
export function pile(table) {
  const shown = table.pile;
  const helped = shown.suits.some((suit) => suit.ranks.some((one) => one.left !== null));
  const [dot, meaning] = helped ? ["there", "copies_left"] : ["away", "in_pile"];
  return [
    h("table", { class: "copies-table" },
      h("caption", { class: "unseen" }, shown.title),
      h("tbody", {}, shown.suits.map((suit) =>
        h("tr", { class: `suit-${suit.suit}` },
          h("th", { scope: "row" }, symbol(suit.suit), h("span", { class: "short", "aria-hidden": "true" }, suit.label), unseen(suit.name)),
          suit.ranks.map(cell))))),
    h("p", { class: "legend", "aria-hidden": "true" },
      h("span", {}, drawing("0 0 8 8", { class: "copies" }, s("circle", { cx: 4, cy: 4, r: 2.7, class: dot })), say(meaning)),
      helped ? h("span", { class: "last" }, h("i", {}), say("last_copy")) : null,
      h("span", {}, TICK(), say("played")),
      helped ? h("span", {}, CROSS(), say("gone")) : null),
  ];
}
