// The main figures: points, clue tokens, fuses, deck.

import { drawing, h, s, unseen } from "./dom.js";
import { names } from "./shorten.js";
import { say } from "./words.js";

/** Tokens side by side: those that are there are full, the others are rings. */
export function tokens(there, all, shape, aspect = "xMidYMid") {
  const each = Array.from({ length: all }, (_, index) => {
    const isThere = index < there;
    return s("g", { transform: `translate(${10 * index} 0)`, class: isThere ? "there" : "away" }, ...shape(isThere));
  });
  return drawing(`0 0 ${10 * all} 10`, { class: "tokens", preserveAspectRatio: `${aspect} meet` }, ...each);
}

export const disc = () => [s("circle", { cx: 5, cy: 5, r: 3.6 })];
export const bomb = (there) => [
  s("circle", { cx: 4.6, cy: 6.2, r: 2.8 }),
  s("path", { d: there ? "M6.4 4.2C7 2.6 8.2 3 8.4 1.6" : "M3.2 4.8 6 7.6M6 4.8 3.2 7.6", class: "fuse" }),
];

/** How much of the deck is left, as a bar. */
function stack(left, all) {
  const width = all > 0 ? (78 * left) / all : 0;
  return drawing("0 0 80 10", { class: "tokens stack", preserveAspectRatio: "xMidYMid meet" },
    s("rect", { x: 1, y: 2, width: 78, height: 6, rx: 3, class: "away" }),
    s("rect", { x: 1, y: 2, width: width.toFixed(1), height: 6, rx: 3, class: "there" }));
}

/** How many there can be, behind how many there are. */
function outOf(number) {
  return h("small", {},
    h("span", { "aria-hidden": "true" }, `/${number}`),
    unseen(` ${say("out_of", { number })}`));
}

function figure(kind, number, of, label, short, picture) {
  return h("li", { class: `figure-box ${kind}` },
    h("span", { class: "figure" }, String(number), of === null ? null : outOf(of)),
    unseen(" "),
    h("span", { class: "label" }, unseen(label), ...names(label, short)),
    picture);
}

function bonusTile({ name, short, left }) {
  const told = left ? name : `${name} (${say("tile_turned")})`;
  return h("span", { class: `bonus-tile${left ? "" : " turned"}` }, ...names(name, short), unseen(`${told}, `));
}

/** The bonus tiles of the game; those that were turned are struck out. */
function bonus(tiles) {
  return h("li", { class: "bonus" },
    drawing("0 0 16 20", { class: "mark" }, s("path", { d: "M3 3H13V17H3ZM8 7v6M5 10h6", class: "line" })),
    h("span", { class: "label" }, say("bonus_tiles")),
    unseen(": "),
    h("span", { class: "tiles-of one-line" }, tiles.map(bonusTile)));
}

/** The list items of the main figures. */
export function figures(table) {
  const points = stack(Math.max(0, table.score), table.maximum);
  const clues = tokens(table.clues, table.clue_tokens, disc);
  const fuses = tokens(table.fuses, table.fuses_of, bomb);
  return [
    figure("points", table.score, table.maximum, say("points"), say("points"), points),
    figure("clues", table.clues, table.clue_tokens, say("clue_tokens"), say("clue_tokens_short"), clues),
    figure("fuses", table.fuses, table.fuses_of, say("fuses"), say("fuses_short"), fuses),
    figure("deck", table.deck, null, say("deck"), say("deck_short"), stack(table.deck, table.cards)),
    table.tiles && bonus(table.tiles),
  ];
}
