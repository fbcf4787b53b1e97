// The words of the page, in the language that the reader chose, else in the browser's.

import { recall, remember } from "./memory.js";

let texts = new Map();
let listeners = [];

export const spoken = { language: "", languages: {}, version: "", singular: [1] };

/** The key of a text in the form for the number among its facts: behind some a noun is in the singular. */
function form(key, facts) {
  const numbers = Object.values(facts || {}).filter((fact) => typeof fact === "number");
  const one = `${key}_one`;
  return numbers.length === 1 && spoken.singular.includes(numbers[0]) && texts.has(one) ? one : key;
}

/** A text by its key, its placeholders filled in. */
export function say(key, facts) {
  const text = texts.get(form(key, facts)) || key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (facts && Object.hasOwn(facts, name) ? String(facts[name]) : all));
}

/** A path with the language that the page speaks, and with more facts, if any. */
export function inLanguage(path, facts) {
  const query = new URLSearchParams({ ...(spoken.language ? { lang: spoken.language } : {}), ...facts }).toString();
  return query ? `${path}?${query}` : path;
}

/** Call this whenever the language changed. */
export function onLanguage(listener) {
  listeners.push(listener);
}

/** Get the words; the server chooses by what the browser asks for where nobody chose. */
export async function loadWords(language) {
  const wanted = language || recall("language");
  const query = wanted ? `?${new URLSearchParams({ lang: wanted })}` : "";
  const answer = await fetch(`/words${query}`, { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  const told = await answer.json();
  texts = new Map(Object.entries(told.words));
  spoken.language = told.language;
  spoken.languages = told.languages;
  spoken.version = told.version;
  spoken.singular = told.singular;
  document.documentElement.lang = told.language;
  document.title = say("title");
}

/** Get the words, however long it takes until the server is there. */
export async function loadPatiently() {
  for (let pause = 500; ; pause = Math.min(2 * pause, 8000)) {
    try {
      await loadWords();
      return;
    } catch (failed) {
      await new Promise((done) => { window.setTimeout(done, pause); });
    }
  }
}

/** Speak another language from now on. */
export async function chooseLanguage(language) {
  await loadWords(language);
  remember("language", language);
  for (const listener of listeners) listener();
}
