// Names and labels that find no room: they give way to shorter ones, by the width that they have.

import { h } from "./dom.js";

const SMALLEST = 0.6; // part of its size to which a label may shrink
const TIGHT = 0.85; // from here on the sign beside it gives way first
const isCut = (one) => one.scrollWidth > one.clientWidth;

/** A name and what it is called where there is little room; screen readers are told otherwise. */
export function names(long, short) {
  return [h("span", { class: "long", "aria-hidden": "true" }, long), h("span", { class: "short", "aria-hidden": "true" }, short)];
}

/** Show the short names of an element if any of its long ones is cut, or of a row that takes two lines: all are alike. */
export function shorten(element) {
  element.classList.remove("narrow");
  element.classList.toggle("narrow", [...element.querySelectorAll(".long")].some(isCut));
  for (const row of element.querySelectorAll(".one-line")) {
    row.classList.remove("narrow");
    row.classList.toggle("narrow", row.clientHeight > 1.5 * row.firstElementChild.offsetHeight);
  }
}

/**
 * Write the labels of an element smaller where they find no room: other languages and fonts are broader. A sign beside
 * one gives way before its letters are small; one that finds no room at six tenths of its size may wrap.
 */
export function fitLabels(element) {
  const labels = [...element.querySelectorAll(".label")];
  for (const one of labels) {
    one.style.fontSize = "";
    one.classList.remove("tight", "wraps");
  }
  for (const one of labels) {
    const part = () => one.clientWidth / (one.scrollWidth + 1);
    if (!one.clientWidth || !isCut(one)) continue;
    one.classList.toggle("tight", part() < TIGHT);
    if (!isCut(one)) continue;
    one.style.fontSize = `${Math.max(SMALLEST, part()) * parseFloat(getComputedStyle(one).fontSize)}px`;
    one.classList.toggle("wraps", isCut(one));
  }
}
