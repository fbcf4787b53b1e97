// The course of a game: its last turns, points turn by turn, what can still be reached, and what sank its fireworks.

import { h, s } from "./dom.js";
import { icon } from "./icons.js";
import { symbol } from "./suits.js";
import { say } from "./words.js";

const WIDE = 240;
const HIGH = 100;
const EDGE = 4;

/** Where a curve of these moments lies in a drawing. */
export function scale(moments, wide = WIDE, high = HIGH) {
  const top = Math.max(1, ...moments.map((one) => Math.max(one.most, one.points)));
  const bottom = Math.min(0, ...moments.map((one) => one.points));
  const turns = Math.max(1, moments.at(-1).turn);
  const x = (turn) => (EDGE + ((wide - 2 * EDGE) * turn) / turns).toFixed(1);
  const y = (points) => (EDGE + ((high - 2 * EDGE) * (top - points)) / (top - bottom)).toFixed(1);
  const line = (key) => `M${moments.map((one) => `${x(one.turn)} ${y(one[key])}`).join("L")}`;
  const turnAt = (part) => Math.round(((part * wide - EDGE) * turns) / (wide - 2 * EDGE));
  return { x, y, line, turnAt, bottom: y(bottom) };
}

/** The moment in which a game was after a turn. */
const momentOf = (moments, turn) => moments.findLast((one) => one.turn <= turn) || moments[0];

function key(name, label, figure) {
  return h("span", {}, h("i", { class: `key-${name}` }), `${say(label)} ${figure}`);
}

/** The curve and its legend; `at` is the marked turn, if any; `showMoment`, if any, shows the table after a step. */
export function curve(moments, at, showMoment) {
  if (moments.length === 0) return [];
  const { x, y, line, turnAt, bottom } = scale(moments);
  const last = moments.at(-1);
  const fell = moments.filter((one, index) => index > 0 && one.errors > moments[index - 1].errors);
  const marked = at === undefined ? null : momentOf(moments, at);
  const shown = marked || last;
  const upright = (turn, name) => s("path", { d: `M${x(turn)} 2V${HIGH - 2}`, class: name });
  const choose = ({ currentTarget, clientX }) => {
    const box = currentTarget.getBoundingClientRect();
    showMoment(momentOf(moments, turnAt((clientX - box.left) / box.width)).step);
  };
  const options = {
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    class: showMoment ? "curve leads" : "curve",
    role: "img",
    "aria-label": say("curve_says", { turns: last.turn, points: last.points, most: last.most }),
    preserveAspectRatio: "none",
    onclick: showMoment ? choose : null,
  };
  return [
    s("svg", options,
      s("path", { d: `M${EDGE} ${y(0)}H${WIDE - EDGE}`, class: "axis" }),
      s("path", { d: line("most"), class: "most" }),
      s("path", { d: `${line("points")}L${x(last.turn)} ${bottom}L${EDGE} ${bottom}Z`, class: "under" }),
      s("path", { d: line("points"), class: "line" }),
      ...fell.map((one) => upright(one.turn, "fell")),
      marked ? upright(marked.turn, "now-mark") : null),
    h("p", { class: "legend", "aria-hidden": "true" },
      key("line", "curve_points", shown.points),
      key("most", shown.tile_may_add ? "curve_most_tile" : "curve_most", shown.most),
      fell.length > 0 ? key("fell", "curve_errors", shown.errors) : null),
  ];
}

/** The list items of the last turns, newest first; `showMoment`, if any, shows the table after a step. */
export function turns(table, showMoment) {
  return table.turns.map((one) => {
    const press = showMoment ? { type: "button", onclick: () => showMoment(one.step) } : {};
    return h("li", { class: `turn ${one.kind}`, value: String(one.turn) },
      h(showMoment ? "button" : "span", { class: "turn-text", ...press },
        h("span", { class: "number" }, String(one.turn)),
        icon(one.kind),
        h("span", { class: "who" }, one.who),
        h("span", { class: "what" }, one.what)));
  });
}

/** Lines of the outlook: what can still be reached. */
export const outlook = (lines) => lines.map((text) => h("li", {}, text));

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
    save ? h("p", { class: "row" }, h("button", button, say("save_picture"))) : null,
  ];
}
