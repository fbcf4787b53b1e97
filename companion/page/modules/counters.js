// The counters: clue tokens, discards and fuses, as the keys show them by which turns are taken.

import { drawing, h, s, unseen } from "./dom.js";
import { icon } from "./icons.js";
import { names } from "./shorten.js";
import { say } from "./words.js";

/** Tokens side by side: those that are there are full, the others are rings. */
function tokens(there, all, shape) {
  const each = Array.from({ length: all }, (_, index) => {
    const isThere = index < there;
    return s("g", { transform: `translate(${10 * index} 0)`, class: isThere ? "there" : "away" }, ...shape(isThere));
  });
  return drawing(`0 0 ${10 * all} 10`, { class: "tokens", preserveAspectRatio: "xMinYMid meet" }, ...each);
}

const disc = () => [s("circle", { cx: 5, cy: 5, r: 3.6 })];
export const bomb = (there) => [
  s("circle", { cx: 4.6, cy: 6.2, r: 2.8 }),
  s("path", { d: there ? "M6.4 4.2C7 2.6 8.2 3 8.4 1.6" : "M3.2 4.8 6 7.6M6 4.8 3.2 7.6", class: "fuse" }),
];

/** How many there can be, behind how many there are. */
export function outOf(number) {
  return h("small", {}, h("span", { "aria-hidden": "true" }, `/${number}`), unseen(` ${say("out_of", { number })}`));
}

/** What a counter and a key show: a sign with its name, and what it comes to. */
export function face(sign, label, { count, of, picture, sub }) {
  const facts = [
    count === undefined ? null : h("b", {}, String(count), of === undefined ? null : outOf(of)),
    picture,
    sub ? h("span", { class: "sub" }, sub) : null,
  ];
  return [
    h("span", { class: "key-face" }, icon(sign), h("span", { class: "label" }, label)),
    facts.some(Boolean) ? h("span", { class: "key-facts" }, facts) : null,
  ];
}

/** What each of the three turns takes or gives. */
export function counted(table) {
  return {
    clue: { count: table.clues, picture: tokens(table.clues, table.clue_tokens, disc) },
    discard: { count: table.pile.total },
    misfire: {
      kind: `misfire${table.fuses === 1 ? " danger" : ""}`,
      count: table.fuses,
      picture: tokens(table.fuses, table.fuses_of, bomb),
    },
  };
}

function bonusTile({ name, short, left }) {
  const told = left ? name : `${name} (${say("tile_turned")})`;
  return h("span", { class: `bonus-tile${left ? "" : " turned"}` }, ...names(name, short), unseen(`${told}, `));
}

/** The bonus tiles of the game; those that were turned are struck out. */
function bonus(tiles) {
  return h("li", { class: "bonus" },
    icon("star"), h("span", { class: "label" }, say("bonus_tiles")), unseen(": "),
    h("span", { class: "tiles-of one-line" }, tiles.map(bonusTile)));
}

/** The list items of what is counted, for those who take no turn. */
export function counters(table) {
  const { clue, discard, misfire } = counted(table);
  const shown = (sign, long, short, { kind = sign, ...facts }) =>
    h("li", { class: `key ${kind}` }, face(sign, [unseen(say(long)), ...names(say(long), say(short))], facts));
  return [
    shown("clue", "clue_tokens", "clue_tokens_short", { ...clue, of: table.clue_tokens }),
    shown("discard", "tab_pile", "tab_pile", discard),
    shown("misfire", "fuses", "fuses_short", { ...misfire, of: table.fuses_of }),
    table.tiles && bonus(table.tiles),
  ];
}
