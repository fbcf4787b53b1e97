// A hand as a row of cards: what clues pointed at, and what they did not. All of it was said aloud.

import { h, unseen } from "./dom.js";
import { symbol } from "./suits.js";

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

/** A row of cards, an arrow where new ones come in; mirrored as those see it who sit across. */
export function handRow(cards, mirrored, made = (card) => h("span", { class: cardClass(card), role: "listitem" }, marks(card))) {
  return h("span", { class: `hand-row${mirrored ? " mirrored" : ""}`, role: "list" },
    h("span", { class: "comes-in", "aria-hidden": "true" }, "▸"), cards.map(made));
}

export const cardClass = (card) => `hand-card${card.false ? " false" : ""}`;
