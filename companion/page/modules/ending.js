// The end of a game: its curve, and what sank each firework.

import { h } from "./dom.js";
import { say } from "./words.js";
import { curve } from "./curve.js";
import { symbol } from "./suits.js";

/** The panel of the end of a game; `save` saves its picture, `elsewhere` takes the game elsewhere. */
export function ending(end, save, elsewhere) {
  const sunk = h("ul", { class: "sunk" }, end.sunk.map((one) =>
    h("li", { class: `suit-${one.suit}` }, symbol(one.suit), h("span", { class: "name" }, one.name), h("span", { class: "text" }, one.text))));
  return [
    h("div", { class: "chart" }, ...curve(end.curve)),
    elsewhere ? h("p", { class: "elsewhere" }, elsewhere) : null,
    end.sunk.length > 0 ? h("h3", {}, say("sunk")) : null,
    end.sunk.length > 0 ? sunk : null,
    save ? h("p", { class: "row" }, h("button", { type: "button", class: "plain-button save-picture", onclick: save }, say("save_picture"))) : null,
  ];
}
