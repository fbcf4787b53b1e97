// The words of the page, in the reader's language, else in the browser's.

import { recall, remember } from "./memory.js";

const ANSWERS_MS = 15000;

let texts = new Map();
let listeners = [];

export const spoken = { language: "", languages: {}, version: "" };

/** A text in the form for the only number among its facts. */
function formOf(text, facts) {
  if (typeof text === "string") return text;
  const numbers = Object.values(facts || {}).filter((fact) => typeof fact === "number");
  const category = numbers.length === 1 ? new Intl.PluralRules(spoken.language).select(numbers[0]) : "other";
  return (numbers[0] === 0 && text.none) || text[category] || text.other || text.many;
}

/** A text by its key, its facts filled in. */
export function say(key, facts) {
  const text = formOf(texts.get(key) || key, facts);
  return text.replace(/\{(\w+)\}/g, (all, name) => (facts && Object.hasOwn(facts, name) ? String(facts[name]) : all));
}

/** A path with the page's language, and more facts, if any. */
export function inLanguage(path, facts) {
  const query = new URLSearchParams({ ...(spoken.language ? { lang: spoken.language } : {}), ...facts }).toString();
  return query ? `${path}?${query}` : path;
}

/** Fetch something; a question that the server leaves open fails. */
export function request(path, options) {
  return fetch(path, { cache: "no-store", signal: AbortSignal.timeout(ANSWERS_MS), ...options });
}

/** Call this when the language changed. */
export function onLanguage(listener) {
  listeners.push(listener);
}

/** Get the words; where nobody chose a language, the server does. */
export async function loadWords(language) {
  const wanted = language || recall("language");
  const query = wanted ? `?${new URLSearchParams({ lang: wanted })}` : "";
  const answer = await request(`/words${query}`);
  if (!answer.ok) throw new Error(String(answer.status));
  takeWords(await answer.json());
}

/** Speak with these words. */
export function takeWords(told) {
  texts = new Map(Object.entries(told.words));
  spoken.language = told.language;
  spoken.languages = told.languages;
  spoken.version = told.version;
  document.documentElement.lang = told.language;
  document.title = say("title");
}

/** Get the words, however long it takes; the page says that it waits. */
export async function loadPatiently(load = loadWords) {
  for (let pause = 500; ; pause = Math.min(2 * pause, 8000)) {
    try {
      return await load();
    } catch (failed) {
      document.getElementById("unreachable").hidden = false;
      await new Promise((done) => { window.setTimeout(done, pause); });
    }
  }
}

/** Speak another language. */
export async function chooseLanguage(language) {
  await loadWords(language);
  remember("language", language);
  for (const listener of listeners) listener();
}
