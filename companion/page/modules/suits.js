// The suits: a symbol and a colour each, the same symbols as on the device. Colours are in style.css, by palette.

import { drawing, s } from "./dom.js";

const SYMBOLS = new Map(Object.entries({
  W: () => [s("circle", { cx: 8, cy: 8, r: 5.6, class: "line thick" })],
  R: () => [s("path", { d: "M8 1.2 15 14.8H1Z", class: "area" })],
  B: () =>
    [4.6, 11.4].map((y) =>
      s("path", { d: `M1.4 ${y + 0.4}C3.4 ${y - 3.6} 6.4 ${y - 2.4} 8 ${y}S12.6 ${y + 3.6} 14.6 ${y - 0.4}`, class: "line thick" })
    ),
  Y: () => [
    s("circle", { cx: 8, cy: 8, r: 3.7, class: "area" }),
    s("path", { d: "M8 .7V2.9M8 13.1V15.3M.7 8H2.9M13.1 8H15.3", class: "line ray" }),
    s("path", { d: "M2.9 2.9 4.4 4.4M11.6 11.6 13.1 13.1M2.9 13.1 4.4 11.6M11.6 4.4 13.1 2.9", class: "line ray" }),
  ],
  G: () => [
    s("path", { d: "M14.8 1.2C6 .8 1.8 5 3.4 11.6L1.4 14.6 4.4 12.6C11 14.2 15.2 10 14.8 1.2Z", class: "area" }),
    s("path", { d: "M5.4 10.6 10.6 5.4", class: "cut" }),
  ],
  M: () => [
    s("path", { d: "M1.6 13.4V9.4a6.4 6.4 0 0 1 12.8 0v4", class: "line thick" }),
    s("path", { d: "M5.6 13.4V9.6a2.4 2.4 0 0 1 4.8 0v3.8", class: "line thick" }),
  ],
  K: () => [s("rect", { x: 2, y: 2, width: 12, height: 12, rx: 1.4, class: "area framed" })],
}));

/** The symbol of a suit as shapes in a square of 16. */
export function shapes(suit) {
  return SYMBOLS.has(suit) ? SYMBOLS.get(suit)() : [s("circle", { cx: 8, cy: 8, r: 3, class: "area" })];
}

/** The symbol of a suit as a drawing of its own. */
export function symbol(suit) {
  return drawing("0 0 16 16", { class: `symbol suit-${suit}` }, ...shapes(suit));
}
