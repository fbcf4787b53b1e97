// A picture of a game that is over, drawn here on a canvas and saved by the browser; nothing leaves it.

import { scale } from "./curve.js";
import { h } from "./dom.js";
import { bloom } from "./rocket.js";
import { shapes } from "./suits.js";
import { say } from "./words.js";

const WIDE = 1200;
const HIGH = 900;
const EDGE = 60;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/** The colours of the night, by their names. */
function nightColours() {
  const night = h("i", { class: "night" });
  document.body.append(night);
  const style = getComputedStyle(night);
  const names = [
    "text", "soft", "gold", "sky", "edge", "panel", "panel-2",
    "W", "R", "B", "Y", "G", "M", "K", "K-edge",
  ];
  const colours = new Map(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  night.remove();
  return (name) => colours.get(name);
}

/** The outline of a shape of a suit's sign. */
function outline(shape) {
  const at = (name) => Number(shape.getAttribute(name));
  const path = new Path2D(shape.getAttribute("d") || "");
  if (shape.tagName === "circle") path.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
  if (shape.tagName === "rect") path.rect(at("x"), at("y"), at("width"), at("height"));
  return path;
}

class Picture {
  constructor() {
    this.canvas = h("canvas", { width: WIDE, height: HIGH });
    this.context = this.canvas.getContext("2d");
    this.colour = nightColours();
  }

  suitColour(suit) {
    return this.colour(suit === "K" ? "K-edge" : suit);
  }

  /** Write a text, smaller where it would be wider than this. */
  write(text, x, y, size, { fill = this.colour("text"), width = WIDE - 2 * EDGE, bold = false, align = "left" } = {}) {
    const { context } = this;
    const font = (pixels) => `${bold ? 700 : 400} ${pixels}px ${FONT}`;
    context.font = font(size);
    context.font = font(Math.min(size, (size * width) / context.measureText(text).width));
    context.fillStyle = fill;
    context.textAlign = align;
    context.fillText(text, x, y);
  }

  /** Draw in a square around a place; `box` is how wide it is in the drawing's own units. */
  within(x, y, size, box, draw) {
    const { context } = this;
    context.save();
    context.translate(x - size / 2, y - size / 2);
    context.scale(size / box, size / box);
    draw(context);
    context.restore();
  }

  sign(suit, x, y, size) {
    const own = this.suitColour(suit);
    this.within(x, y, size, 16, (context) => {
      for (const shape of shapes(suit)) {
        const is = (name) => shape.classList.contains(name);
        context.fillStyle = is("framed") ? this.colour("K") : own;
        context.strokeStyle = is("cut") ? this.colour("panel") : own;
        context.lineWidth = is("thick") ? 3 : is("line") ? 1.8 : 1.5;
        context.lineCap = is("ray") ? "butt" : "round";
        if (is("area")) context.fill(outline(shape));
        if (!is("area") || is("framed")) context.stroke(outline(shape));
      }
    });
  }

  burst({ suit, height }, x, y) {
    this.within(x, y, 180, 200, (context) => {
      context.strokeStyle = this.suitColour(suit);
      context.lineWidth = 4;
      context.lineCap = "round";
      for (const ray of bloom(height).querySelectorAll(".ray-bright")) context.stroke(outline(ray));
    });
  }

  fireworks(table) {
    const room = (WIDE - 2 * EDGE) / table.fireworks.length;
    table.fireworks.forEach((one, index) => {
      const x = EDGE + room * (index + 0.5);
      this.burst(one, x, 390);
      this.sign(one.suit, x, 390, 44);
      this.write(String(one.top), x, 545, 72, { fill: this.suitColour(one.suit), bold: true, align: "center" });
      this.write(one.name, x, 585, 28, { width: room - 10, align: "center" });
    });
  }

  curve(moments) {
    const { context } = this;
    const { line } = scale(moments, WIDE - 2 * EDGE, 138);
    context.save();
    context.translate(EDGE, 631);
    for (const [key, fill, dash, width] of [["most", "soft", [10, 8], 3], ["points", "gold", [], 6]]) {
      context.strokeStyle = this.colour(fill);
      context.lineWidth = width;
      context.setLineDash(dash);
      context.stroke(new Path2D(line(key)));
    }
    context.restore();
  }

  background(perfect) {
    const sky = this.context.createLinearGradient(0, 0, 0, HIGH);
    sky.addColorStop(0, this.colour("sky"));
    sky.addColorStop(1, this.colour(perfect ? "edge" : "panel-2"));
    this.context.fillStyle = sky;
    this.context.fillRect(0, 0, WIDE, HIGH);
  }
}

/** Draw a table whose game is over. */
export function draw(table) {
  const { verdict, reason, far, score, points, perfect } = table.end;
  const picture = new Picture();
  const { colour } = picture;
  picture.background(perfect);
  const title = [say("title"), say("game_number", { game: table.game }), table.edition].join(" · ");
  const result = [verdict ? reason : "", far || `${score} ${points}`].filter(Boolean).join(" · ");
  picture.write(title, EDGE, 80, 32, { fill: colour("soft") });
  picture.write(verdict || reason, EDGE, 180, 96, { fill: colour(perfect ? "gold" : "text"), bold: true });
  picture.write(result, EDGE, 238, 38);
  picture.fireworks(table);
  if (table.unplaced > 0) {
    picture.write(`${table.unplaced} ${say("unplaced")}`, WIDE / 2, 300, 30, { align: "center" });
  }
  picture.curve(table.end.curve);
  picture.write(table.players.map((one) => one.called).join(", "), EDGE, 840, 40, { bold: true });
  return picture.canvas;
}

/** Save the picture as a file. */
export function save(table) {
  draw(table).toBlob((picture) => {
    const href = URL.createObjectURL(picture);
    h("a", { href, download: `hanabi-${table.game}.png` }).click();
    window.setTimeout(() => URL.revokeObjectURL(href), 60000);
  }, "image/png");
}
