// The hands of a game in which places are told: whose cards a clue touches, and which card leaves a hand.

import { h, unseen } from "./dom.js";
import { icon } from "./icons.js";
import { byPlace, cardClass, handRow, marks, playerClass } from "./players.js";
import { names } from "./shorten.js";
import { symbol } from "./suits.js";
import { say } from "./words.js";

/** The edges of a table that lies flat, in the order of the places. */
export const EDGES = ["near", "left", "far", "right"];
const NAME_PX = 100; // of a row, with its arrow and gaps
const FINGER_PX = 44; // of each card in it
const ACROSS_PX = 80; // what a row takes of the two beside it

/** At how many edges rows stand: at all of them where a finger has room for every card of each, else at the two long ones. */
export function edgesFor({ clientWidth, clientHeight }, table) {
  const cards = Math.max(...table.players.map((one) => one.hand));
  return Math.min(clientHeight, clientWidth - 2 * ACROSS_PX) < NAME_PX + cards * FINGER_PX ? 2 : 4;
}

/** The players clockwise, from the one who holds this phone, else from the first place on. */
function around(players) {
  const all = byPlace(players);
  const own = Math.max(0, all.findIndex((one) => one.own));
  return [...all.slice(own), ...all.slice(0, own)];
}

/** The edge that is nearest to a player, the how many-th clockwise; of two edges, who sits at their left is with the far one, at their right with the near one. */
function edgeOf(at, count, edges) {
  const edge = Math.round((4 * at) / count);
  return EDGES[edges === 4 ? edge : (2 * Math.round(edge / 2)) % 4];
}

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
  return h("section", { class: playerClass(one, "hand-of"), "aria-label": one.called },
    h("button", name, h("span", { class: "label" }, one.called), one.acts ? unseen(` ${say("to_act")}`) : null),
    handRow(table.hands[one.seat - 1], mirrored, card));
}

/** The hands at an edge, from the left to the right of those who sit there; all of them where one edge alone is read from. */
export function handsAt(table, picked, edge, edges) {
  if (!table.hands || table.end) return [];
  const players = around(table.players);
  const [first, ...others] = players;
  const rows = first.own ? [...others, first] : players; // the lowest row is nearest to who holds a phone
  if (edges === 1) return edge === EDGES[0] ? rows.map((one) => handOf(table, one, picked, one !== first)) : [];
  const here = [first, ...others.reverse()].filter((one) => edgeOf(players.indexOf(one), players.length, edges) === edge);
  return here.map((one) => handOf(table, one, picked, false));
}

/** What a clue about these places can name: a row of colours, one of numbers; a value is off where marks would contradict. */
export function valueRows(table, offers, { seat, places }, tile) {
  const cards = offers.clues[seat - 1];
  const fits = (value) => cards.every((card, at) => card[places.includes(at + 1) ? "touched" : "passed"].includes(value));
  // The clue of a tile is free, and names one or the other.
  const named = offers.named.filter((value) => !tile || (typeof value === "string") === (tile === "colour"));
  const valueKey = (value) => {
    const suit = table.fireworks.find((one) => one.suit === value);
    const why = (!tile && offers.refused.clue) || (fits(value) ? "" : say("not_so_named"));
    const face = suit ? [unseen(suit.name), symbol(value), names(suit.name, suit.label)] : h("b", {}, String(value));
    return h("button", {
      type: "button", class: `key value${suit ? ` night suit-${value}` : ""}${why ? " off" : ""}`,
      "data-act": "value", "data-value": JSON.stringify(value), "data-turn": true, "data-why": why, "aria-disabled": why ? "true" : null,
    }, h("span", { class: "key-face" }, face));
  };
  const close = h("button", { type: "button", class: "key", "data-act": "free", "data-tile": "", "aria-label": say("close") }, icon("close"));
  const rows = ["string", "number"].map((kind) => named.filter((value) => typeof value === kind)).filter((row) => row.length);
  return rows.map((row, at) => h("div", { class: "value-row" }, row.map(valueKey), at === rows.length - 1 ? close : null));
}
