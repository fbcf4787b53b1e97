// What is seen from the sofa for two seconds: a complete firework, a misfire, the end of a game.

import { drawing, h, s } from "./dom.js";
import { bomb } from "./counters.js";
import { bloom } from "./rocket.js";
import { symbol } from "./suits.js";
import { say } from "./words.js";

const SHOWN_MS = 2000;
/** Where bursts stand over the page: from the left, from the top, how large, in hundredths. */
const ONE = [[50, 42, 84]];
const SKY = [
  [14, 24, 46], [86, 24, 46], [50, 18, 52], [10, 74, 42],
  [90, 74, 42], [32, 84, 38], [68, 84, 38],
];

/** What happened between two tables of a game that is worth a moment; null for nothing. */
export function happened(before, table) {
  if (!before || before.game === null || before.game !== table.game) return null;
  if (table.end) return before.end ? null : ended(table);
  if (before.end || table.turn !== before.turn + 1) return null;
  const old = new Map(before.fireworks.map((one) => [one.suit, one.complete]));
  const done = table.fireworks.find((one) => one.complete && old.get(one.suit) === false);
  if (done) return { kind: "firework", suits: [done.suit], text: done.name };
  return table.fuses < before.fuses ? { kind: "misfire", suits: [], text: say("misfire") } : null;
}

function ended(table) {
  const { verdict, reason, perfect } = table.end;
  const kind = perfect ? "perfect" : table.status;
  const best = [...table.fireworks].sort((one, other) => other.height - one.height).slice(0, kind === "lost" ? 0 : 1);
  const suits = (perfect ? table.fireworks : best).map((one) => one.suit);
  return { kind, suits, text: verdict || reason };
}

function sky({ kind, suits }) {
  if (kind === "misfire" || kind === "lost") {
    return drawing("0 0 10 10", { class: "bomb" }, s("g", { class: kind }, ...bomb(kind === "misfire")));
  }
  const places = suits.length > 1 ? SKY : ONE;
  return suits.map((suit, index) => {
    const [left, top, size] = places[index % places.length];
    const style = { left: `${left}%`, top: `${top}%`, "--size": `${size}vmin`, "--late": `${0.12 * index}s` };
    return h("div", { class: `spot suit-${suit}`, style }, bloom(5, suit), symbol(suit));
  });
}

let shown = null;

/** End the moment that is shown, if there is one. */
export function endMoment() {
  shown?.remove();
}

/** Show a moment over the page or a place; the table tells screen readers of it. */
export function show(moment, place = document.body) {
  endMoment();
  const element = h("div", { class: `moment night ${moment.kind}`, "aria-hidden": "true" }, sky(moment), h("p", {}, moment.text));
  shown = element;
  place.append(element);
  window.setTimeout(() => element.remove(), SHOWN_MS);
}
