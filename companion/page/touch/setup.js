// The start: which game, how many, who begins, what is entered. The next game is as the last one was.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { fanfare } from "./fanfare.js";
import { symbol } from "./suits.js";
import { say } from "./words.js";

const LONGEST_NAME = 16;
const changes = (facts) => ({ "data-act": "draft", "data-to": JSON.stringify(facts) });

function choice(chosen, facts, ...inside) {
  return h("button", { type: "button", class: `choice${chosen ? " chosen" : ""}`, "aria-pressed": String(chosen), ...facts }, ...inside);
}

function edition(one, chosen, facts) {
  return choice(chosen, facts, h("b", {}, one.name), h("span", { class: "signs-of" }, one.suits.map((suit) => h("i", { class: `suit-${suit}` }, symbol(suit)))), h("small", {}, one.rules.join(", ")));
}

function part(title, ...inside) {
  return h("section", { class: "part" }, h("h2", {}, title), h("div", { class: "choices" }, ...inside));
}

function nameField(draft, place) {
  const known = { type: "text", maxlength: String(LONGEST_NAME), value: draft.names[place] || "", autocomplete: "off", autocapitalize: "words", spellcheck: "false" };
  return h("label", {}, h("span", {}, say("player", { place: place + 1 })),
    h("input", { ...known, oninput: (event) => { draft.names[place] = event.target.value.trim(); } }));
}

/** Where to begin: the first start asks for the language alone. */
export function firstStart(languages) {
  return h("div", { class: "start" }, fanfare(), h("div", { class: "choices languages" },
    Object.entries(languages).map(([code, name]) => choice(false, { "data-act": "prefer", "data-key": "language", "data-value": code }, h("b", { lang: code }, name)))));
}

/** The next game as a draft of this page; nothing of it is in the core before it begins. */
export function setup(draft, editions, back) {
  const now = editions.find((one) => one.preset === draft.preset) || editions[0];
  const close = h("button", { type: "button", class: "choice back", ...changes({ step: "" }) }, h("b", {}, say("back")));
  if (draft.step === "editions") {
    return h("div", { class: "start list" }, close, h("div", { class: "editions" }, editions.map((one) => edition(one, one === now,
      changes({ preset: one.preset, step: "", detail: one.flamboyants && draft.detail === "tokens" ? "colours" : draft.detail })))));
  }
  if (draft.step === "names") return h("div", { class: "start list" }, close, h("div", { class: "names" }, Array.from({ length: draft.players }, (_, place) => nameField(draft, place))));
  const details = ["tokens", "colours", "cards"].filter((one) => one !== "tokens" || !now.flamboyants);
  const seats = Array.from({ length: draft.players }, (_, place) =>
    choice(place + 1 === draft.first, changes({ first: place + 1 }), h("b", {}, draft.names[place] || String(place + 1)), place + 1 === draft.first ? h("small", {}, say("begins")) : null));
  return h("div", { class: "start" },
    fanfare(),
    h("div", { class: "parts" },
      part(say("which_game"), edition(now, false, changes({ step: "editions" }))),
      part(say("how_many"), [2, 3, 4, 5].map((count) => choice(count === draft.players, changes({ players: count, first: Math.min(draft.first, count) }), h("b", {}, String(count))))),
      part(say("who_begins"), seats, choice(false, changes({ step: "names" }), h("b", {}, say("names")))),
      part(say("menu_detail"), details.map((one) => choice(one === draft.detail, changes({ detail: one }), h("b", {}, say(`detail_${one}`)), h("small", {}, say(`long_${one}`)))))),
    h("div", { class: "begin-row" },
      back ? h("button", { type: "button", class: "choice", "data-act": "leave" }, h("b", {}, say("back"))) : null,
      h("button", { type: "button", class: "choice", "data-act": "open", "data-to": JSON.stringify({ name: "menu" }) }, h("b", {}, say("menu"))),
      h("p", {}, say("deal", { cards: now.cards, each: now.hands[draft.players] })),
      h("button", { type: "button", class: "begin", "data-act": "begin" }, icon("begin"), say("key_begin"))));
}
