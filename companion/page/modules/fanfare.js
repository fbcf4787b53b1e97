// The greeting of a table without a game, and of the setting of one.

import { h } from "./dom.js";
import { bloom } from "./rocket.js";

const BURSTS = [["B", 4], ["R", 3], ["W", 5], ["Y", 3], ["G", 4]];

/** A few fireworks over a night, and the game's name. */
export function fanfare() {
  const spots = BURSTS.map(([suit, height], at) =>
    h("span", { class: `suit-${suit} spark-${at}`, "aria-hidden": "true" }, bloom(height)));
  return h("div", { class: "fanfare night" }, spots, h("p", {}, "Hanabi"));
}
