// A picture of a game that is over, drawn here and saved by the browser; nothing leaves it.

import { scale } from "./course.js";
import { h, s, saveFile } from "./dom.js";
import { bloom } from "./rocket.js";
import { shapes } from "./suits.js";
import { say } from "./words.js";

const WIDE = 1200;
const HIGH = 900;
const EDGE = 60;
const measure = h("canvas").getContext("2d");

/** A text, smaller where it would be wider than this. */
function text(words, x, y, size, { colour = "text", width = WIDE - 2 * EDGE, bold = false, middle = false } = {}) {
  const weight = bold ? 700 : 400;
  measure.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const fitting = Math.min(size, (size * width) / measure.measureText(words).width);
  const style = { "font-size": `${fitting}px`, "font-weight": weight, fill: `var(--${colour})`, "text-anchor": middle ? "middle" : "start" };
  return s("text", { x, y, style }, words);
}

/** Shapes in a square around a place; `box` is how wide it is in their own units. */
function square(x, y, size, box, inside) {
  return s("svg", { x: x - size / 2, y: y - size / 2, width: size, height: size, viewBox: `0 0 ${box} ${box}` }, ...inside);
}

function firework(one, x, room) {
  return s("g", { class: `suit-${one.suit}` },
    square(x, 390, 180, 200, [...bloom(one.height, one.suit).children]),
    square(x, 390, 44, 16, shapes(one.suit)),
    text(String(one.top), x, 545, 72, { colour: "suit", bold: true, middle: true }),
    text(one.name, x, 585, 28, { width: room - 10, middle: true }));
}

function curve(moments) {
  const { line } = scale(moments, WIDE - 2 * EDGE, 138);
  const path = (key, colour, width, dash) =>
    s("path", { d: line(key), style: { fill: "none", stroke: `var(--${colour})`, "stroke-width": width, "stroke-dasharray": dash } });
  return s("g", { transform: `translate(${EDGE} 631)` }, path("most", "soft", 3, "10 8"), path("points", "gold", 6, "none"));
}

/** The picture of a table whose game is over. It is a document of its own, in the night of the page's own style. */
function draw(table) {
  const { verdict, reason, far, score, points, perfect } = table.end;
  const title = [say("title"), say("game_number", { game: table.game }), table.edition].join(" · ");
  const result = [verdict ? reason : "", far || `${score} ${points}`].filter(Boolean).join(" · ");
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  const stop = (offset, colour) => s("stop", { offset, style: { "stop-color": `var(--${colour})` } });
  const room = (WIDE - 2 * EDGE) / table.fireworks.length;
  const { palette } = document.documentElement.dataset;
  return s("svg", { width: WIDE, height: HIGH, viewBox: `0 0 ${WIDE} ${HIGH}`, "data-palette": palette },
    s("style", {}, rules.join("\n")),
    s("linearGradient", { id: "night", x2: 0, y2: 1 }, stop(0, "sky"), stop(1, perfect ? "edge" : "panel-2")),
    s("rect", { width: WIDE, height: HIGH, fill: "url(#night)" }),
    text(title, EDGE, 80, 32, { colour: "soft" }),
    text(verdict || reason, EDGE, 180, 96, { colour: perfect ? "gold" : "text", bold: true }),
    text(result, EDGE, 238, 38),
    table.fireworks.map((one, index) => firework(one, EDGE + room * (index + 0.5), room)),
    table.unplaced > 0 ? text(`${table.unplaced} ${say("unplaced")}`, WIDE / 2, 300, 30, { middle: true }) : null,
    curve(table.end.curve),
    text(table.players.map((one) => one.called).join(", "), EDGE, 840, 40, { bold: true }));
}

/** Save the picture as a file. */
export async function save(table) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(draw(table)))}`;
  await image.decode();
  const canvas = h("canvas", { width: WIDE, height: HIGH });
  canvas.getContext("2d").drawImage(image, 0, 0);
  canvas.toBlob((picture) => saveFile(`hanabi-${table.game}.png`, picture), "image/png");
}
