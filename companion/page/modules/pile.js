// The discard pile by suit: how many copies of each card are left.

import { drawing, h, s, unseen } from "./dom.js";
import { names } from "./shorten.js";
import { say } from "./words.js";
import { symbol } from "./suits.js";

/** Dots side by side: full ones for copies to come, rings for those in the pile. */
function dots(left, gone) {
  return drawing(`0 0 ${8 * (left + gone)} 8`, { class: "copies" },
    ...Array.from({ length: left + gone }, (_, index) =>
      s("circle", { cx: 4 + 8 * index, cy: 4, r: 2.7, class: index < left ? "there" : "away" })));
}

/** How many copies the group is told are to come: those of a card that is played or gone matter no more. */
const toCome = (one) => (one.state === "played" || one.state === "gone" || one.left === null ? 0 : one.left);

function told(one) {
  const parts = [];
  if (SAYS.has(one.state)) parts.push(say(SAYS.get(one.state)));
  else if (one.left !== null) parts.push(say("copies_left_count", { count: one.left }));
  if (one.gone > 0 || parts.length === 0) parts.push(say("copies_gone_count", { count: one.gone }));
  return parts.join(", ");
}

const TICK = () => drawing("3 0 10 8", { class: "copies tick" }, s("path", { d: "M4 4 7 7 12 1.4" }));
const CROSS = () => drawing("3 0 10 8", { class: "copies cross" }, s("path", { d: "M5 1 11 7M11 1 5 7" }));

const SAYS = new Map([["gone", "gone"], ["last", "last_copy"], ["played", "played"]]);
const SIGNS = new Map([["gone", CROSS], ["played", TICK]]);

function cell(one) {
  return h("td", { class: `copy ${one.state}` },
    h("b", { "aria-hidden": "true" }, String(one.rank)),
    SIGNS.get(one.state)?.(),
    toCome(one) + one.gone > 0 ? dots(toCome(one), one.gone) : null,
    unseen(`${one.rank}: ${told(one)}`));
}

/** The pile as a table, with the legend below it. */
export function pile(table) {
  const shown = table.pile;
  const helped = shown.suits.some((suit) => suit.ranks.some((one) => one.left !== null));
  return [
    h("table", { class: "copies-table" },
      h("caption", { class: "unseen" }, shown.title),
      h("tbody", {}, shown.suits.map((suit) =>
        h("tr", { class: `suit-${suit.suit}` },
          h("th", { scope: "row" }, symbol(suit.suit), ...names(suit.name, suit.label), unseen(suit.name)),
          suit.ranks.map(cell))))),
    h("p", { class: "legend", "aria-hidden": "true" },
      helped ? h("span", {}, dots(1, 0), say("copies_left")) : null,
      h("span", {}, dots(0, 1), say("in_pile")),
      helped ? h("span", { class: "last" }, h("i", {}), say("last_copy")) : null,
      h("span", {}, TICK(), say("played")),
      helped ? h("span", {}, CROSS(), say("gone")) : null),
  ];
}
