// The signs on the keys of the touch table.

import { drawing, s } from "./dom.js";

const stroke = (d) => s("path", { d, class: "icon-line" });
const dot = (cx, cy, r) => s("circle", { cx, cy, r, class: "icon-area" });

const SIGNS = new Map(Object.entries({
  clue: () => [s("circle", { cx: 12, cy: 12, r: 9, class: "icon-line" }), stroke("M12 11v6.5M12 7v.3")],
  discard: () => [stroke("M7 3h10v8M7 3v8M12 6v12M7.5 13.5 12 18l4.5-4.5M4 21.5h16")],
  misfire: () => [dot(10, 14.5, 7), stroke("M15 9c1.4-2.6 3.6-1.4 4.2-4.6M18.4 1.8l.3.3M21.8 4.4h.3")],
  play: () => [stroke("M12 20V5M5.5 11.5 12 5l6.5 6.5")],
  undo: () => [stroke("M9.5 4 4 9.5 9.5 15M4.5 9.5H14a6 6 0 0 1 0 12H9")],
  redo: () => [stroke("M14.5 4 20 9.5 14.5 15M19.5 9.5H10a6 6 0 0 0 0 12h5")],
  more: () => [dot(5, 12, 2.2), dot(12, 12, 2.2), dot(19, 12, 2.2)],
  close: () => [stroke("M5 5l14 14M19 5 5 19")],
  done: () => [stroke("M4 12.5 10 18.5 20 6")],
  star: () => [stroke("M12 3l2.7 6.1 6.6.6-5 4.4 1.5 6.5L12 17.2l-5.8 3.4 1.5-6.5-5-4.4 6.6-.6Z")],
  look: () => [stroke("M2 12c3-5.2 6.4-7.4 10-7.4s7 2.2 10 7.4c-3 5.2-6.4 7.4-10 7.4S5 17.2 2 12Z"), dot(12, 12, 3)],
  hear: () => [stroke("M4 9v6h4l6 5V4L8 9ZM17.5 8.5c2 2.2 2 4.8 0 7")],
  turns: () => [stroke("M9 6h12M9 12h12M9 18h12"), dot(4, 6, 1.7), dot(4, 12, 1.7), dot(4, 18, 1.7)],
  menu: () => [stroke("M3 6h18M3 12h18M3 18h18")],
  begin: () => [stroke("M12 3v5M12 16v5M3 12h5M16 12h5M5.7 5.7l3.4 3.4M14.9 14.9l3.4 3.4M18.3 5.7l-3.4 3.4M9.1 14.9l-3.4 3.4")],
  insert: () => [stroke("M12 5v14M5 12h14")],
  replace: () => [stroke("M4 8h14l-4-4M20 16H6l4 4")],
  remove: () => [stroke("M5 12h14")],
  cards: () => [stroke("M4 6h11v15H4ZM9 3h11v14")],
}));

/** The sign of what a key does. */
export function icon(name) {
  return drawing("0 0 24 24", { class: "icon" }, ...(SIGNS.get(name) || SIGNS.get("more"))());
}
