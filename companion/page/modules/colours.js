// The colours that this browser's reader chose: light or dark, and which of the palettes.

import { recall, remember } from "./memory.js";
import { say } from "./words.js";

const CHOICES = [
  { name: "scheme", values: ["dark", "light", "auto"], text: (value) => say(`scheme_${value}`) },
  { name: "palette", values: ["usual", "red_green", "blue_yellow"], text: (value) => say(`palette_${value}`) },
];
const day = window.matchMedia("(prefers-color-scheme: light)");

/** What was chosen of each kind, what can be, and what each is called. */
export function colourChoices() {
  return CHOICES.map(({ name, values, text }) => {
    const kept = recall(name);
    const texts = Object.fromEntries(values.map((value) => [value, text(value)]));
    return { name, texts, chosen: values.includes(kept) ? kept : values[0] };
  });
}

/** Paint with the colours that were chosen. */
export function applyColours() {
  const [scheme, palette] = colourChoices();
  const isLight = scheme.chosen === "auto" ? day.matches : scheme.chosen === "light";
  document.documentElement.dataset.scheme = isLight ? "light" : "dark";
  document.documentElement.dataset.palette = palette.chosen;
}

/** Choose one of them. */
export function chooseColours(name, value) {
  remember(name, value);
  applyColours();
}

day.addEventListener("change", applyColours);
