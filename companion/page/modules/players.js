// The players in the order of their places round the table, what clues said of their cards, and the table from above.

import { drawing, h, s, unseen } from "./dom.js";
import { recall } from "./memory.js";
import { symbol } from "./suits.js";
import { say } from "./words.js";

export const byPlace = (players) => [...players].sort((one, other) => one.place - other.place);

/** Mark the player who holds this phone, as was chosen on it. */
export function markOwn(players) {
  for (const one of players) one.own = String(one.place) === recall("place");
}

/** The classes of a player's name. */
export const playerClass = (one, name) => [name, one.acts && "acts", one.done && "done", one.own && "own"].filter(Boolean).join(" ");

const sign = (value) => (typeof value === "number" ? h("b", {}, String(value)) : symbol(value));

/** What a card shows; `unseen` says it to those who hear it. */
export function marks(card) {
  return [
    unseen(card.says),
    h("span", { class: "touched", "aria-hidden": "true" },
      card.touched.map(sign), card.unknown ? h("i", {}, "?") : null),
    card.passed.length ? h("s", { class: "passed", "aria-hidden": "true" }, card.passed.map(sign)) : null,
  ];
}

export const cardClass = (card) => `hand-card${card.false ? " false" : ""}`;

/** A row of cards, an arrow where new ones come in; mirrored as those see it who sit across. */
export function handRow(cards, mirrored, made = (card) => h("span", { class: cardClass(card), role: "listitem" }, marks(card))) {
  return h("span", { class: `hand-row${mirrored ? " mirrored" : ""}`, role: "list" },
    h("span", { class: "comes-in", "aria-hidden": "true" }, "▸"), cards.map(made));
}

/** The list items of the players. */
export function players(table) {
  return byPlace(table.players).map((one) =>
    h("li", { class: playerClass(one, "player"), "aria-current": one.acts ? "true" : null },
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
    return s("g", { class: playerClass(one) },
      s("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: one.acts ? 14 : 11 }));
  });
  return drawing("0 0 100 100", { class: "round" }, s("circle", { cx: 50, cy: 50, r: 27, class: "board" }), ...seats);
}
