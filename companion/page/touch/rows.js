// The hands of a game in which places are told: whose cards a clue touches, and which card leaves a hand.

import { h, unseen } from "./dom.js";
import { cardClass, handRow, marks } from "./hands.js";
import { key } from "./keys.js";
import { symbol } from "./suits.js";
import { say } from "./words.js";

const byPlace = (players) => [...players].sort((one, other) => one.place - other.place);

/** Those who sit at the far side of a table that is read from both: the half opposite the first place. */
const isFar = (one, count) => one.place > 1 && 2 * Math.abs(one.place - 1 - count / 2) <= count / 2;

/** A hand: the name gives a clue that touches nothing, a card is touched by one, or is what leaves. */
function handOf(table, one, picked, mirrored) {
  const chosen = picked?.seat === one.seat ? picked.places : null;
  const pick = (place) => ({ type: "button", "data-act": "pick", "data-seat": String(one.seat), "data-place": String(place) });
  const card = (facts, at) => {
    const isChosen = Boolean(chosen?.includes(at + 1));
    return h("span", { role: "listitem", class: "hand-place" },
      h("button", { ...pick(at + 1), class: `${cardClass(facts)}${isChosen ? " chosen" : ""}`, "aria-pressed": String(isChosen) }, marks(facts)));
  };
  const name = { ...pick(0), class: `hand-name${chosen ? " chosen" : ""}`, "aria-pressed": String(Boolean(chosen)) };
  return h("section", { class: `hand-of${one.acts ? " acts" : ""}`, "aria-label": one.called },
    h("button", name, h("span", { class: "label" }, one.called), one.acts ? unseen(` ${say("to_act")}`) : null),
    handRow(table.hands[one.seat - 1], mirrored, card));
}

/** The hands of one side: those of all where there is one side, the first place as its player has it. */
export function handsOf(table, picked, side, both) {
  if (!table.hands || table.end || (side && !both)) return [];
  const here = byPlace(table.players).filter((one) => !both || isFar(one, table.players.length) === Boolean(side));
  return here.map((one) => handOf(table, one, picked, !both && one.place !== 1));
}

/** What a clue about these places can name, in place of the keys; a value is off where marks would contradict. */
export function valueKeys(table, offers, { seat, places }) {
  const cards = offers.clues[seat - 1];
  const fits = (value) => cards.every((card, at) => card[places.includes(at + 1) ? "touched" : "passed"].includes(value));
  const tile = offers.tile?.tile; // its clue is free, and names one or the other
  const named = offers.named.filter((value) => !tile || (typeof value === "string") === (tile === "colour"));
  const values = named.map((value) => {
    const suit = table.fireworks.find((one) => one.suit === value);
    const why = (!tile && offers.refused.clue) || (fits(value) ? "" : say("not_so_named"));
    const face = suit ? [symbol(value), h("span", { class: "label" }, suit.name)] : h("b", {}, String(value));
    return h("button", {
      type: "button", class: `key value${suit ? ` night suit-${value}` : ""}${why ? " off" : ""}`,
      "data-act": "value", "data-value": JSON.stringify(value), "data-turn": true, "data-why": why, "aria-disabled": why ? "true" : null,
    }, h("span", { class: "key-face" }, face));
  });
  return [...values, key("unpick", "", { sign: "close", kind: "undo", data: { "aria-label": say("close") } })];
}
