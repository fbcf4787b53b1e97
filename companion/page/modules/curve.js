// The curve of a game: points, and what could still be reached, turn by turn.

import { h, s } from "./dom.js";
import { say } from "./words.js";

const [WIDE, HIGH] = [240, 100];

function steps(curve, key, x, y) {
  return curve.map((one, index) => `${index === 0 ? "M" : "L"}${x(one.turn).toFixed(1)} ${y(one[key]).toFixed(1)}`).join("");
}

/** The curve and its legend; `at` is the marked turn, if any. */
export function curve(moments, at) {
  if (moments.length === 0) return [];
  const last = moments[moments.length - 1];
  const top = Math.max(1, ...moments.map((one) => Math.max(one.most, one.points)));
  const bottom = Math.min(0, ...moments.map((one) => one.points));
  const turns = Math.max(1, last.turn);
  const x = (turn) => 4 + ((WIDE - 8) * turn) / turns;
  const y = (points) => 4 + ((HIGH - 8) * (top - points)) / (top - bottom);
  const fell = moments.filter((one, index) => index > 0 && one.errors > moments[index - 1].errors);
  const marked = at === undefined ? null : moments.reduce((best, one) => (one.turn <= at ? one : best), moments[0]);
  const label = say("curve_says", { turns: last.turn, points: last.points, most: last.most });
  return [
    s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "curve", role: "img", "aria-label": label, preserveAspectRatio: "none" },
      s("path", { d: `M4 ${y(0).toFixed(1)}H${WIDE - 4}`, class: "axis" }),
      s("path", { d: steps(moments, "most", x, y), class: "most" }),
      s("path", { d: `${steps(moments, "points", x, y)}L${x(last.turn).toFixed(1)} ${y(bottom).toFixed(1)}L4 ${y(bottom).toFixed(1)}Z`, class: "under" }),
      s("path", { d: steps(moments, "points", x, y), class: "line" }),
      ...fell.map((one) => s("path", { d: `M${x(one.turn).toFixed(1)} 4V${HIGH - 4}`, class: "fell" })),
      marked ? s("path", { d: `M${x(marked.turn).toFixed(1)} 2V${HIGH - 2}`, class: "now-mark" }) : null),
    h("p", { class: "legend", "aria-hidden": "true" },
      h("span", {}, h("i", { class: "key-line" }), `${say("curve_points")} ${(marked || last).points}`),
      h("span", {}, h("i", { class: "key-most" }), `${say("curve_most")} ${(marked || last).most}`),
      fell.length > 0 ? h("span", {}, h("i", { class: "key-fell" }), `${say("curve_errors")} ${(marked || last).errors}`) : null),
  ];
}
