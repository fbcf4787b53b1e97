// The next game as a page would begin it: which one, how many, who begins, what is entered. It is as the last one was,
// and nothing of it is in the core before it begins.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { fanfare } from "./rocket.js";
import { symbol } from "./suits.js";
import { folded, say, spoken } from "./words.js";

const LONGEST_NAME = 16;
const SIGNS = new Intl.Segmenter();
const COUNTS = [2, 3, 4, 5];
const DETAILS = ["tokens", "colours", "cards", "hands"];
const changes = (facts) => ({ "data-act": "draft", "data-to": JSON.stringify(facts) });

/** A button of a choice; `facts` say what it does. */
export function choice(chosen, facts, ...inside) {
  const look = { type: "button", class: `choice${chosen ? " chosen" : ""}` };
  return h("button", { ...look, "aria-pressed": String(chosen), ...facts }, ...inside);
}

/** The first signs of a name: an emoji of several characters is one. */
const cut = (name, most) => [...SIGNS.segment(name)].slice(0, most).map((one) => one.segment).join("");

/** A name that nobody else at the table has: with a number. */
function apart(name, others) {
  const taken = others.map(folded);
  const numbered = (number) => `${cut(name, LONGEST_NAME - 2)} ${number}`;
  let number = 2;
  while (taken.includes(folded(numbered(number)))) number += 1;
  return numbered(number);
}

const bold = (text) => h("b", {}, text);
const small = (text) => h("small", {}, text);
const back = (step) => leading(say("back"), changes({ step }));

/** A button that leads elsewhere. */
export function leading(label, facts) {
  return h("button", { type: "button", class: "choice", ...facts }, bold(label));
}

function edition(one, chosen, facts) {
  const signs = one.suits.map((suit) => h("i", { class: `suit-${suit}` }, symbol(suit)));
  return choice(chosen, facts, bold(one.name), h("span", { class: chosen ? "signs-of night" : "signs-of" }, signs), small(one.rules.join(", ")));
}

function part(title, ...inside) {
  return h("section", { class: "part" }, h("h2", {}, title), h("div", { class: "choices" }, ...inside));
}

/** Where to begin: the first start asks for the language alone. */
export function firstStart(languages) {
  const each = Object.entries(languages).map(([code, name]) =>
    choice(false, { "data-act": "prefer", "data-key": "language", "data-value": code }, h("b", { lang: code }, name)));
  return h("div", { class: "start" }, fanfare(), h("div", { class: "choices languages" }, each));
}

/** The rules that say something beside the others. */
function rulesOf(edition) {
  const idle = { multicolour_clue: !edition.multicolour, explosion: edition.ending === "flourish" };
  return spoken.rules.filter(({ key }) => !idle[key]);
}

/** The edition of a draft: one of the rulebooks', or the group's own. */
function editionOf(draft) {
  const { editions, boxes } = spoken;
  const known = editions.find((one) => one.preset === draft.preset);
  if (known) return known;
  const own = draft.edition;
  const differs = rulesOf(own).filter(({ key }) => own[key] !== editions[0].edition[key]);
  return {
    ...boxes.find((one) => one.multicolour === own.multicolour && one.black === own.black),
    preset: "",
    name: say("own_rules"),
    rules: differs.map(({ key, label, values }) => `${label}: ${values.find(([value]) => value === own[key])[1]}`),
    edition: own,
  };
}

/** What changes with an edition: bonus tiles need colours to be entered. */
function withEdition(draft, preset, own) {
  const detail = own.flamboyants && draft.detail === "tokens" ? "colours" : draft.detail;
  return { preset, edition: own, detail };
}

function chooseEdition(draft, now) {
  const each = spoken.editions.map((one) =>
    edition(one, one.preset === now.preset, changes({ ...withEdition(draft, one.preset, one.edition), step: "" })));
  const own = changes({ preset: "", edition: now.edition, step: "rules" });
  return h("div", { class: "editions" }, each,
    choice(now.preset === "", own, bold(say("own_rules")), small(now.preset === "" ? now.rules.join(", ") : "")));
}

function chooseRules(draft) {
  const each = rulesOf(draft.edition).map(({ key, label, values }) =>
    part(label, ...values.map(([value, text]) =>
      choice(draft.edition[key] === value, changes(withEdition(draft, "", { ...draft.edition, [key]: value })), bold(text)))));
  return h("div", { class: "parts" }, each);
}

/**
 * A field for each place; a name that is known goes to the first place that is free. Who types one that sits there already
 * is told so, and what the second one is called.
 */
function chooseNames(draft, known, removes) {
  const here = draft.names.slice(0, draft.players);
  const twice = h("p", { class: "twice", role: "status" });
  const next = (event) => {
    if (event.key !== "Enter") return;
    const fields = [...event.target.closest(".names").querySelectorAll("input")];
    const following = fields[fields.indexOf(event.target) + 1];
    if (following) following.focus();
    else event.target.blur();
  };
  const field = (_, place) => {
    const oninput = (event) => {
      const { value } = event.target;
      const signs = cut(value, LONGEST_NAME);
      if (signs !== value) event.target.value = signs;
      draft.names[place] = signs.trim();
    };
    const onchange = (event) => {
      const name = draft.names[place];
      const others = draft.names.filter((other, at) => other && at !== place && at < draft.players);
      const there = others.find((other) => folded(other) === folded(name));
      twice.remove();
      if (!there) return;
      const told = apart(name, others);
      event.target.value = draft.names[place] = told;
      twice.textContent = say("name_twice", { name: there, told });
      event.target.parentElement.after(twice);
    };
    const kind = { type: "text", autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "next" };
    const facts = { ...kind, value: draft.names[place] || "", oninput, onchange, onkeydown: next };
    return h("label", {}, h("span", {}, say("player", { place: place + 1 })), h("input", facts));
  };
  const offered = known.filter((name) => !here.map(folded).includes(folded(name))).map((name) =>
    h("div", { class: "known" },
      choice(false, { "data-act": "seat", "data-name": name }, bold(name)),
      removes ? h("button", { type: "button", class: "close", "data-act": "remove", "data-name": name, "aria-label": say("remove_name", { name }) },
        icon("close")) : null));
  return [
    h("div", { class: "names" },
      h("p", {}, leading(say("no_names"), { "data-act": "unseat" })),
      Array.from({ length: draft.players }, field)),
    h("div", { class: "choices" }, offered),
  ];
}

export class Setup {
  /** next: the next game as it would begin. */
  constructor(next) {
    this.draft = { ...next, names: [...next.names], step: "" };
    this.seated = 0; // how often names sat down by a tap
  }

  /** What it is drawn from. What is typed is drawn already: fields that were drawn anew would lose the finger. */
  get facts() {
    return { ...this.draft, names: this.draft.step === "names" ? this.seated : this.draft.names };
  }

  /** What `new` takes of it; a place without a name has its number where others have names. */
  get request() {
    const { preset, edition: own, players, names, first, detail } = this.draft;
    const here = names.slice(0, players).map((name) => name.replace(/\s+/g, " "));
    const seated = here.some(Boolean) ? here.map((name, place) => name || String(place + 1)) : players;
    return { edition: preset ? { preset } : own || {}, players: seated, first: Math.min(first, players), detail };
  }

  on_draft({ to }) {
    Object.assign(this.draft, JSON.parse(to));
  }

  on_seat({ name }) {
    const free = this.draft.names.findIndex((one, place) => !one && place < this.draft.players);
    if (free >= 0) this.draft.names[free] = name;
    this.seated += 1;
  }

  on_unseat() {
    this.draft.names.fill("");
    this.seated += 1;
  }

  /** What is chosen now; `known` are names that are offered, and may be removed; `more` stands beside the button that begins. */
  draw(known, removes, ...more) {
    const { draft } = this;
    const now = editionOf(draft);
    const list = (inside) => h("div", { class: "start list" }, back(""), inside);
    if (draft.step === "editions") return list(chooseEdition(draft, now));
    if (draft.step === "rules") return list(chooseRules(draft));
    if (draft.step === "names") return list(chooseNames(draft, known, removes));
    const counts = COUNTS.map((count) =>
      choice(count === draft.players, changes({ players: count, first: Math.min(draft.first, count) }), bold(String(count))));
    const seats = Array.from({ length: draft.players }, (_, at) => at + 1).map((place) => {
      const begins = place === draft.first;
      const name = draft.names[place - 1] || String(place);
      return choice(begins, changes({ first: place }), bold(name), begins ? small(say("begins")) : null);
    });
    const details = DETAILS.filter((one) => one !== "tokens" || !now.edition.flamboyants).map((one) =>
      choice(one === draft.detail, changes({ detail: one }), bold(say(`detail_${one}`)), small(say(`long_${one}`))));
    return h("div", { class: "start" },
      fanfare(),
      h("div", { class: "parts" },
        part(say("which_game"), edition(now, false, changes({ step: "editions" }))),
        part(say("how_many"), ...counts),
        part(say("who_begins"), ...seats),
        part(say("menu_detail"), ...details),
        draft.detail === "hands" ? h("p", { class: "keep-order" }, say("keep_order")) : null),
      h("div", { class: "begin-row" },
        more, leading(say("names"), changes({ step: "names" })),
        h("p", {}, say("deal", { cards: now.cards, each: now.hands[draft.players] })),
        h("button", { type: "button", class: "begin", "data-act": "begin" }, icon("begin"), say("key_begin"))));
  }
}
