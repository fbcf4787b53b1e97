// What lies over the sky for a moment: more, the turns, the pile, a card's name, a bonus tile, the counters, the menu.

import { colourChoices } from "./colours.js";
import { h } from "./dom.js";
import { ending } from "./ending.js";
import { icon } from "./icons.js";
import { pile } from "./pile.js";
import { save } from "./picture.js";
import { slip } from "./rocket.js";
import { symbol } from "./suits.js";
import { outlook } from "./turns.js";
import { say } from "./words.js";

const FEW = 12; // so many cards are shown large, more of them as a grid

function item(act, label, { sign: name = act, sub, data = {}, kind = "item" } = {}) {
  return h("button", { type: "button", class: kind, "data-act": act, ...data }, icon(name), h("b", {}, label), sub ? h("small", {}, sub) : null);
}

function sheet(title, body, foot) {
  return [
    h("div", { class: "sheet-head" }, h("h2", { tabindex: "-1" }, title), h("button", { type: "button", class: "close", "data-act": "close", "aria-label": say("close") }, icon("close"))),
    h("div", { class: "sheet-body" }, body),
    foot ? h("div", { class: "sheet-foot" }, foot) : null,
  ];
}

const answering = (purpose, path) => ({ "data-act": "answer", "data-purpose": purpose, "data-path": JSON.stringify(path) });

/** The cards among which one is chosen: a few of them large, else a row for each suit. */
function cards(table, purpose, paths, few = 0) {
  const card = (path) => {
    const [suit, rank] = path.slice(-2);
    const { name } = table.fireworks.find((one) => one.suit === suit);
    return h("button", { type: "button", class: `card-key suit-${suit}`, "aria-label": `${name} ${rank}`, ...answering(purpose, path) }, slip(suit, rank));
  };
  if (paths.length <= few) return h("div", { class: "few-cards" }, paths.map(card));
  const open = new Map(paths.map((path) => [path.slice(-2).join(""), path]));
  return h("div", { class: "card-grid" }, table.fireworks.map((one) =>
    h("div", { class: `card-line suit-${one.suit}` }, symbol(one.suit), [1, 2, 3, 4, 5].map((rank) => {
      const path = open.get(`${one.suit}${rank}`);
      return path ? card(path) : h("span", { class: "no-card", "aria-hidden": "true" }, String(rank));
    }))));
}

function naming({ table, offers }) {
  const title = table.turns[0]?.kind === "misfire" ? "ask_name_misfire" : "ask_name_discard";
  return sheet(say(title), cards(table, "name", offers.answers.name), item("close", say("without_name")));
}

function late({ table, offers }) {
  return sheet(say("ask_name_late"), cards(table, "name late", offers.answers["name late"]));
}

const APART = ["none", "unnamed"]; // answers of a tile that take no card by its name

/** The question of a bonus tile; `at` is what was chosen of it so far, `paths` what can be. */
export function tileSheet({ table, offers }, { at = [] } = {}) {
  const { tile, answers } = offers;
  const begun = answers.tile.filter((path) => at.every((one, number) => path[number] === one));
  const apart = begun.filter((path) => APART.includes(path[path.length - 1]));
  const paths = begun.filter((path) => !apart.includes(path));
  const next = [...new Set(paths.map((path) => path[at.length]))];
  const isCards = paths.length > 0 && paths.every((path) => path.length === at.length + 2 && /^[1-5]$/.test(path[path.length - 1]));
  let body;
  if (isCards) body = cards(table, "tile", paths, FEW);
  else if (next.length === 1 && next[0] === "done") body = h("div", { class: "tile-done" }, icon("star"), h("p", {}, tile.question), item("answer", say("item_done"), { sign: "done", kind: "item gold", data: answering("tile", paths[0]) }));
  else body = h("div", { class: "items" }, next.map((one) => tileItem(one, at, paths)));
  const title = tile.tile ? say(`tile_${tile.tile}`) : say("bonus_tiles");
  const foot = apart.map((path) => item("answer", say(`tile_${path[path.length - 1]}`), { sign: "close", data: answering("tile", path) }));
  return [h("div", { class: "sheet-head tile-head" }, icon("star"), h("h2", { tabindex: "-1" }, title, h("small", {}, tile.question))), h("div", { class: "sheet-body" }, body), foot.length ? h("div", { class: "sheet-foot" }, foot) : null];
}

/** An answer of a tile by its name, or what leads to more answers. */
function tileItem(one, at, paths) {
  const path = paths.find((whole) => whole[at.length] === one);
  const label = say(paths.some((whole) => whole[0] !== one && whole[0] === "replay") || at.length ? `use_${one}` : `tile_${one}`);
  const text = label.startsWith("use_") || label.startsWith("tile_") ? say(`item_${one}`) : label;
  if (path.length === at.length + 1) return item("answer", text, { sign: "star", data: answering("tile", path) });
  return item("open", text, { sign: "star", data: { "data-to": JSON.stringify({ name: "tile", at: [...at, one] }) } });
}

function more({ table, offers, concede }) {
  const opens = (name) => ({ "data-to": JSON.stringify({ name }) });
  return sheet(say("more"), h("div", { class: "items" },
    item("turns", say("menu_turns"), { sub: say("repair_hint") }),
    item("open", say("item_look"), { sign: "look", sub: say("pile"), data: opens("look") }),
    offers.redo ? item("redo", say("redo"), { sub: offers.redo }) : null,
    offers.answers["name late"].length ? item("open", say("menu_name"), { sign: "cards", data: opens("late") }) : null,
    item("counters", say("menu_correct"), { sign: "cards", sub: say("menu_audit") }),
    item("open", say("item_menu"), { sign: "menu", data: opens("menu") }),
    item("next", say("menu_new_game"), { sign: "begin" }),
    table.end ? null : Object.entries(concede).map(([reason, text]) => item("concede", text, { sign: "close", data: { "data-reason": reason } }))));
}

function setting(label, act, values, chosen, data = {}) {
  return h("div", { class: "setting", role: "group", "aria-label": label }, h("span", {}, label), h("div", { class: "choices" }, Object.entries(values).map(([value, text]) =>
    h("button", { type: "button", class: `choice${value === chosen ? " chosen" : ""}`, "aria-pressed": String(value === chosen), "data-act": act, "data-value": value, ...data }, h("b", {}, text)))));
}

function menu(scene, _, own) {
  const sides = Object.fromEntries(["one", "both", "turn"].map((name) => [name, say(`sides_${name}`)]));
  return sheet(say("item_menu"), h("div", { class: "settings" },
    setting(say("seen_from"), "own", sides, own.sides, { "data-key": "sides" }),
    setting(say("language"), "prefer", scene.languages, scene.language, { "data-key": "language" }),
    scene.preferences.map((one) => setting(one.label, "prefer", one.values, one.value, { "data-key": one.key })),
    colourChoices().map(({ name, texts, chosen }) => setting(say(name), "colours", texts, chosen, { "data-key": name })),
    h("div", { class: "items" }, item("games", say("games"), { sign: "turns" }), item("save", say("save"), { sign: "insert" }), item("restore", say("restore"), { sign: "undo" })),
    own.notes.length ? h("ul", { class: "notes" }, own.notes.map((text) => h("li", {}, text))) : null));
}

const WAYS = [["replace", "turn_another"], ["insert", "turn_forgotten"], ["remove", "turn_never"]];

/** All turns, the newest first; the chosen one offers what it may have been. */
function turns({ table }, open) {
  const lines = open.turns.map((one, number) => {
    const chosen = open.chosen === number;
    const who = table.players.find((player) => player.seat === one.seat);
    const [first] = one.actions;
    const ways = chosen && one.seat ? h("div", { class: "ways" }, WAYS.map(([as, text]) => item("repair", say(text), { sign: as, data: { "data-as": as, "data-number": String(one.turn) } }))) : null;
    return h("li", { class: chosen ? "chosen" : "" },
      h("button", { type: "button", class: "turn-line", "aria-expanded": String(chosen), "data-act": "open", "data-to": JSON.stringify({ ...open, chosen: chosen ? null : number }) },
        h("span", { class: "number" }, String(one.turn)), first?.suit ? h("i", { class: `suit-${first.suit}` }, symbol(first.suit)) : icon(first?.do), h("b", {}, who ? who.called : ""), " ", h("span", {}, one.what)),
      ways);
  });
  return sheet([say("menu_turns"), h("small", {}, say("repair_hint"))], h("ol", { class: "turn-lines" }, lines));
}

/** What would be cut by a repair: nothing counts before it is chosen. */
function misfit(_, open) {
  return sheet(say("menu_turns"), h("p", { class: "large" }, open.text), [
    item("close", say("as_it_was")), item("cut", say("cut_here"), { sign: "remove" })]);
}

/** The counters, and the sum of the cards with what is set. */
function counters(_, open) {
  const step = (one, by) => {
    const value = Math.min(one.highest, Math.max(one.lowest, one.value + by));
    const staged = [...open.staged.filter(([name, part]) => name !== one.name || part !== one.part), [one.name, one.part, value]];
    return h("button", { type: "button", class: "step", "data-act": "counters", "data-staged": JSON.stringify(staged), "aria-label": `${one.label} ${by > 0 ? "+" : "–"}` }, by > 0 ? "+" : "–");
  };
  const isSet = (one) => open.staged.some(([name, part]) => name === one.name && part === one.part);
  return sheet(say("menu_correct"), h("div", { class: "counters" }, open.counters.each.map((one) =>
    h("div", { class: `counter${isSet(one) ? " set" : ""}` }, h("span", {}, one.label), step(one, -1), h("b", {}, String(one.shown)), step(one, 1)))),
    [h("span", { class: `sum${open.counters.sum === open.counters.total ? "" : " wrong"}` }, say("sum_of", { sum: open.counters.sum, total: open.counters.total })),
      item("correct", say("menu_apply"), { sign: "done", data: { "data-staged": JSON.stringify(open.staged) } })]);
}

/** The pile and what can still be reached; of a game that is over its curve and what sank it. */
function look({ table }) {
  const shown = [h("div", { class: "pile" }, pile(table)), h("ul", { class: "outlook" }, outlook(table))];
  if (table.end) return sheet(say("curve"), [h("div", { class: "ending" }, ending(table.end, { save: () => save(table) })), shown]);
  return sheet(table.pile.title, shown);
}

function games(_, open) {
  return sheet(say("games"), open.games.length ? h("ol", { class: "turn-lines" }, open.games.map((text) => h("li", {}, h("p", {}, text)))) : h("p", { class: "large" }, say("no_games")));
}

export const SHEETS = { naming, late, tile: tileSheet, more, menu, turns, misfit, counters, look, games };
