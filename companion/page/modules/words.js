// The words of the page: those that the reader chose, else the browser's, else the device's.

import { recall, remember } from "./memory.js";

const ANSWERS_MS = 15000;

let wordsByLanguage = {};
let texts = new Map();
const listeners = [];

/** What comes with the words of the language that is spoken: the languages, the version, the editions. */
export const spoken = { language: "", languages: {}, version: "" };

/** A text in the form for the only number among its facts. */
function formOf(text, facts) {
  if (typeof text === "string") return text;
  const numbers = Object.values(facts || {}).filter((fact) => typeof fact === "number");
  const category = numbers.length === 1 ? new Intl.PluralRules(spoken.language).select(numbers[0]) : "other";
  return text[category] || text.other || text.many;
}

/** A text by its key, its facts filled in. */
export function say(key, facts) {
  const text = formOf(texts.get(key) || key, facts);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (facts && Object.hasOwn(facts, name) ? String(facts[name]) : whole));
}

/** What all spellings of a name have in common. */
export const folded = (name) => name.normalize("NFC").toLowerCase();

/** A path with the page's language, and more facts, if any. */
export function inLanguage(path, facts) {
  return `${path}?${new URLSearchParams({ lang: spoken.language, ...facts })}`;
}

/** Fetch something; a question that the server leaves open fails: else a list stays empty, and nothing says why. */
function request(path, options) {
  return fetch(path, { cache: "no-store", signal: AbortSignal.timeout(ANSWERS_MS), ...options });
}

/** Ask the server for JSON; an error has its sentence and its status. */
export async function ask(path, body) {
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await request(inLanguage(path), body === undefined ? {} : post).catch(() => ({ status: 0 }));
  if (answer.status === 204) return null;
  const facts = answer.status ? await answer.json().catch(() => null) : null;
  if (!answer.ok || facts === null) throw Object.assign(new Error(facts?.error || say("offline")), { status: answer.status });
  return facts;
}

/** Have `listener` called when the reader chose another language. */
export function onLanguage(listener) {
  listeners.push(listener);
}

/** Speak a language, if there are words of it. */
export function speak(language) {
  if (!Object.hasOwn(wordsByLanguage, language)) return;
  Object.assign(spoken, wordsByLanguage[language]);
  texts = new Map(Object.entries(spoken.words));
  document.documentElement.lang = language;
  document.title = say("title");
}

/** Take the words of all languages; `usual` is the one for browsers that ask for none of them. */
export function takeWords(told, usual) {
  wordsByLanguage = told;
  const wanted = [recall("language"), ...navigator.languages.map((one) => one.slice(0, 2)), usual, "en"];
  speak(wanted.find((one) => Object.hasOwn(wordsByLanguage, one)));
}

/** Get the words, however long it takes; the page says that it waits. */
export async function loadPatiently() {
  for (let pause = 500; ; pause = Math.min(2 * pause, 8000)) {
    try {
      const answer = await request("/words");
      if (!answer.ok) throw new Error(String(answer.status));
      takeWords(await answer.json(), answer.headers.get("Content-Language"));
      return;
    } catch {
      document.getElementById("unreachable").hidden = false;
      await new Promise((done) => { window.setTimeout(done, pause); });
    }
  }
}

/** Speak the language that the reader chose, and remember it. */
export function chooseLanguage(language) {
  speak(language);
  remember("language", language);
  for (const listener of listeners) listener();
}
