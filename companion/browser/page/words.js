// What the page says beside the device, in the device's languages.

const TEXTS = await (await fetch("words.json", { signal: AbortSignal.timeout?.(180000) })).json();

let language = "en";

/** Speak this language from now on. Return true if it is another one. */
export function speak(wanted) {
  const next = TEXTS[wanted] ? wanted : "en";
  const other = next !== language;
  language = next;
  document.documentElement.lang = language;
  return other;
}

/** The language that the browser prefers, of those that there are. */
export function preferred() {
  return navigator.languages.map((one) => one.slice(0, 2)).find((one) => TEXTS[one]) || "en";
}

/** A text with its facts, in the form for the only number among them. */
export function say(key, facts = {}) {
  const text = TEXTS[language][key];
  const [number, ...more] = Object.values(facts).filter((fact) => typeof fact === "number");
  const form = number === undefined || more.length ? "other" : new Intl.PluralRules(language).select(number);
  return (typeof text === "string" ? text : text[form] || text.other || text.many).replace(/{(\w+)}/g, (_, name) => facts[name]);
}
