// A picture of a game that is over, drawn here on a canvas and saved by the browser; nothing leaves it.

import { h } from "./dom.js";
import { say } from "./words.js";
import { shapes } from "./suits.js";

const [WIDE, HIGH, EDGE] = [1200, 900, 60];
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Write a text, smaller where it would be wider than this. */
function write(context, text, x, y, size, { fill = colour("text"), width = WIDE - 2 * EDGE, bold = false, align = "left" } = {}) {
  const font = (pixels) => `${bold ? 700 : 400} ${pixels}px ${FONT}`;
  context.font = font(size);
  context.font = font(Math.min(size, (size * width) / context.measureText(text).width));
  [context.fillStyle, context.textAlign] = [fill, align];
  context.fillText(text, x, y);
}

/** The outline of a shape of a suit's sign. */
function outline(shape) {
  const at = (name) => Number(shape.getAttribute(name));
  const path = new Path2D(shape.getAttribute("d") || "");
  if (shape.tagName === "circle") path.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
  if (shape.tagName === "rect") path.rect(at("x"), at("y"), at("width"), at("height"));
  return path;
}

function sign(context, suit, x, y, size) {
  const own = suit === "K" ? "K-edge" : suit;
  context.save();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / 16, size / 16);
  for (const shape of shapes(suit)) {
    const is = (name) => shape.classList.contains(name);
    context.fillStyle = colour(is("framed") ? "K" : own);
    context.strokeStyle = colour(is("cut") ? "panel" : own);
    context.lineWidth = is("thick") ? 3 : is("line") ? 1.8 : 1.5;
    context.lineCap = is("ray") ? "butt" : "round";
    if (is("area")) context.fill(outline(shape));
    if (!is("area") || is("framed")) context.stroke(outline(shape));
  }
  context.restore();
}

function rays(context, one, x, y) {
  context.strokeStyle = colour(one.suit === "K" ? "K-edge" : one.suit);
  [context.lineWidth, context.lineCap] = [4, "round"];
  context.beginPath();
  for (let ring = 1; ring <= one.height; ring += 1) {
    for (let ray = 0; ray < 12; ray += 1) {
      const angle = ((ray + (ring % 2) / 2) * Math.PI) / 6;
      const [from, to] = [28 + 9 * ring, 33 + 9 * ring];
      context.moveTo(x + from * Math.sin(angle), y - from * Math.cos(angle));
      context.lineTo(x + to * Math.sin(angle), y - to * Math.cos(angle));
    }
  }
  context.stroke();
}

function fireworks(context, table) {
  const room = (WIDE - 2 * EDGE) / table.fireworks.length;
  table.fireworks.forEach((one, index) => {
    const x = EDGE + room * (index + 0.5);
    const fill = colour(one.suit === "K" ? "K-edge" : one.suit);
    rays(context, one, x, 390);
    sign(context, one.suit, x, 390, 44);
    write(context, String(one.top), x, 545, 72, { fill, bold: true, align: "center" });
    write(context, one.name, x, 585, 28, { width: room - 10, align: "center" });
  });
}

function curve(context, moments) {
  const most = Math.max(1, ...moments.map((one) => Math.max(one.most, one.points)));
  const least = Math.min(0, ...moments.map((one) => one.points));
  const turns = Math.max(1, moments[moments.length - 1].turn);
  for (const [key, fill, dash, width] of [["most", "soft", [10, 8], 3], ["points", "gold", [], 6]]) {
    context.beginPath();
    for (const one of moments) context.lineTo(EDGE + ((WIDE - 2 * EDGE) * one.turn) / turns, 635 + (130 * (most - one[key])) / (most - least));
    [context.strokeStyle, context.lineWidth] = [colour(fill), width];
    context.setLineDash(dash);
    context.stroke();
  }
  context.setLineDash([]);
}

/** Draw a table whose game is over. */
export function draw(table) {
  const canvas = h("canvas", { width: WIDE, height: HIGH });
  const context = canvas.getContext("2d");
  const { verdict, reason, far, score, points } = table.end;
  const sky = context.createLinearGradient(0, 0, 0, HIGH);
  [[0, "sky"], [1, table.end.perfect ? "edge" : "panel-2"]].forEach(([at, name]) => sky.addColorStop(at, colour(name)));
  context.fillStyle = sky;
  context.fillRect(0, 0, WIDE, HIGH);
  write(context, `${say("title")} · ${say("game_number", { game: table.game })} · ${table.edition}`, EDGE, 80, 32, { fill: colour("soft") });
  write(context, verdict || reason, EDGE, 180, 96, { fill: colour(table.end.perfect ? "gold" : "text"), bold: true });
  write(context, `${verdict ? `${reason} · ` : ""}${far || `${score} ${points}`}`, EDGE, 238, 38);
  fireworks(context, table);
  if (table.unplaced > 0) write(context, `${table.unplaced} ${say("unplaced")}`, WIDE / 2, 300, 30, { align: "center" });
  curve(context, table.end.curve);
  write(context, table.players.map((one) => one.called).join(", "), EDGE, 840, 40, { bold: true });
  return canvas;
}

/** Save the picture as a file. */
export function save(table) {
  draw(table).toBlob((picture) => {
    const href = URL.createObjectURL(picture);
    h("a", { href, download: `hanabi-${table.game}.png` }).click();
    window.setTimeout(() => URL.revokeObjectURL(href), 60000);
  }, "image/png");
}
