// The clock of the turn. It counts by itself from what was told once, on below zero, and ends nothing.

import { h } from "./dom.js";

let began = 0; // by this browser's own time
let timer = 0;

function left(limit) {
  const seconds = limit - Math.floor((performance.now() - began) / 1000);
  const [minutes, rest] = [Math.floor(Math.abs(seconds) / 60), Math.abs(seconds) % 60];
  return `${seconds < 0 ? "–" : ""}${minutes}:${String(rest).padStart(2, "0")}`;
}

function tick() {
  const shown = document.querySelectorAll(".turn-clock");
  for (const one of shown) one.textContent = left(Number(one.dataset.limit));
  if (!shown.length) timer = window.clearInterval(timer);
}

/** Take that the turn began so many seconds ago. */
export function startClock(past) {
  began = performance.now() - 1000 * past;
  window.clearInterval(timer);
  timer = window.setInterval(tick, 1000);
  tick();
}

/** What is left of the turn, of so many seconds. */
export function turnClock(limit) {
  if (!timer) timer = window.setInterval(tick, 1000);
  return h("span", { class: "turn-clock", role: "timer", "data-limit": String(limit) }, left(limit));
}
