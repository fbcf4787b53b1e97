// The end of a game: its curve, and what sank each firework.

import { h } from "./dom.js";
import { say } from "./words.js";
import { curve } from "./curve.js";
import { symbol } from "./suits.js";

function loss({ suit, name, text }) {
  return h("li", { class: `suit-${suit}` },
    symbol(suit), h("span", { class: "name" }, name), h("span", { class: "text" }, text));
}

/** The panel of the end of a game; `save` saves its picture, `elsewhere` takes the game elsewhere. */
export function ending(end, { save, elsewhere, showMoment } = {}) {
  const button = { type: "button", class: "plain-button save-picture", onclick: save };
  return [
    h("div", { class: "chart" }, ...curve(end.curve, undefined, showMoment)),
    elsewhere ? h("p", { class: "elsewhere" }, elsewhere) : null,
    end.sunk.length > 0 ? h("h3", {}, say("sunk")) : null,
    end.sunk.length > 0 ? h("ul", { class: "sunk" }, end.sunk.map(loss)) : null,
    end.figures.length > 0 ? h("p", { class: "convention" }, end.figures.join(" · ")) : null,
    save ? h("p", { class: "row" }, h("button", button, say("save_picture"))) : null,
  ];
}
