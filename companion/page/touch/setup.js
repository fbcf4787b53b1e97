// The start: which game, how many, who begins, what is entered. The next game is as the last one was.

import { h } from "./dom.js";
import { fanfare } from "./fanfare.js";
import { icon } from "./icons.js";
import { symbol } from "./suits.js";
import { say } from "./words.js";

const LONGEST_NAME = 16;
const COUNTS = [2, 3, 4, 5];
const DETAILS = ["tokens", "colours", "cards"];
const changes = (facts) => ({ "data-act": "draft", "data-to": JSON.stringify(facts) });

/** A button of a choice; `facts` say what it does. */
export function choice(chosen, facts, ...inside) {
  const look = { type: "button", class: `choice${chosen ? " chosen" : ""}` };
  return h("button", { ...look, "aria-pressed": String(chosen), ...facts }, ...inside);
}

const bold = (text) => h("b", {}, text);
const small = (text) => h("small", {}, text);
const back = (step) => h("button", { type: "button", class: "choice back", ...changes({ step }) }, bold(say("back")));

function edition(one, chosen, facts) {
  const signs = one.suits.map((suit) => h("i", { class: `suit-${suit}` }, symbol(suit)));
  return choice(chosen, facts, bold(one.name), h("span", { class: "signs-of" }, signs), small(one.rules.join(", ")));
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

/** The edition of a draft: one of the rulebooks', or the group's own. */
export function editionOf(draft, { editions, rules, boxes }) {
  const known = editions.find((one) => one.preset === draft.preset);
  if (known) return known;
  const own = draft.edition;
  const differs = rules.filter(({ key }) => own[key] !== editions[0].edition[key]);
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

function chooseEdition(draft, words, now) {
  const each = words.editions.map((one) =>
    edition(one, one.preset === now.preset, changes({ ...withEdition(draft, one.preset, one.edition), step: "" })));
  const own = changes({ preset: "", edition: now.edition, step: "rules" });
  return [back(""), h("div", { class: "editions" }, each,
    choice(now.preset === "", own, bold(say("own_rules")), small(now.preset === "" ? now.rules.join(", ") : "")))];
}

function chooseRules(draft, words) {
  const asked = words.rules.filter(({ key }) => key !== "multicolour_clue" || draft.edition.multicolour);
  const each = asked.map(({ key, label, values }) =>
    part(label, ...values.map(([value, text]) =>
      choice(draft.edition[key] === value, changes(withEdition(draft, "", { ...draft.edition, [key]: value })), bold(text)))));
  return [back(""), h("div", { class: "parts" }, each)];
}

/** A field for each place; a name that is known goes to the first place that is free. */
function chooseNames(draft, known) {
  const here = draft.names.slice(0, draft.players);
  const field = (place) => {
    const oninput = (event) => { draft.names[place] = event.target.value.trim(); };
    const kind = { type: "text", autocomplete: "off", autocapitalize: "words", spellcheck: "false" };
    return h("label", {},
      h("span", {}, say("player", { place: place + 1 })),
      h("input", { ...kind, maxlength: String(LONGEST_NAME), value: draft.names[place] || "", oninput }));
  };
  const offered = known.filter((name) => !here.includes(name)).map((name) =>
    h("div", { class: "known" },
      choice(false, { "data-act": "seat", "data-name": name }, bold(name)),
      h("button", { type: "button", class: "close", "data-act": "remove", "data-name": name, "aria-label": say("remove_name", { name }) },
        icon("close"))));
  return [back(""),
    h("div", { class: "names" },
      h("p", {}, h("button", { type: "button", class: "choice", "data-act": "unseat" }, bold(say("no_names")))),
      Array.from({ length: draft.players }, (_, place) => field(place))),
    h("div", { class: "choices" }, offered)];
}

function begin(draft, now, isBack) {
  const leave = h("button", { type: "button", class: "choice", "data-act": "leave" }, bold(say("back")));
  const toMenu = { "data-act": "open", "data-to": JSON.stringify({ name: "menu" }) };
  return h("div", { class: "begin-row" },
    isBack ? leave : null,
    h("button", { type: "button", class: "choice", ...toMenu }, bold(say("menu"))),
    h("p", {}, say("deal", { cards: now.cards, each: now.hands[draft.players] })),
    h("button", { type: "button", class: "begin", "data-act": "begin" }, icon("begin"), say("key_begin")));
}

/** The next game as a draft of this page; nothing of it is in the core before it begins. */
export function setup(draft, words, known, isBack) {
  const now = editionOf(draft, words);
  const list = (inside) => h("div", { class: "start list" }, inside);
  if (draft.step === "editions") return list(chooseEdition(draft, words, now));
  if (draft.step === "rules") return list(chooseRules(draft, words));
  if (draft.step === "names") return list(chooseNames(draft, known));
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
      part(say("who_begins"), ...seats, choice(false, changes({ step: "names" }), bold(say("names")))),
      part(say("menu_detail"), ...details)),
    begin(draft, now, isBack));
}
