// What lies over the sky for a moment: more, the turns, the pile, a card's name, a bonus tile, the counters, the menu.

import { colourChoices } from "./colours.js";
import { drawing, h, s } from "./dom.js";
import { ending, outlook } from "./course.js";
import { icon } from "./icons.js";
import { pile } from "./pile.js";
import { save } from "./picture.js";
import { slip } from "./rocket.js";
import { choice } from "./setup.js";
import { symbol } from "./suits.js";
import { say, spoken } from "./words.js";

const FEW = 12; // so many cards are shown large, more of them as a grid
const RANKS = [1, 2, 3, 4, 5];

function item(act, label, { sign = act, sub, data = {}, kind = "item" } = {}) {
  return h("button", { type: "button", class: kind, "data-act": act, ...data },
    icon(sign), h("b", {}, label), sub ? h("small", {}, sub) : null);
}

/** What opens a sheet. */
const opens = (sheet) => ({ "data-to": JSON.stringify(sheet) });

/** A key in the head of a sheet, of a sign alone. */
const signKey = (act, label) => h("button", { type: "button", class: "close", "data-act": act, "aria-label": label }, icon(act));

function sheet(title, body, foot, keys = signKey("close", say("close"))) {
  return [
    h("div", { class: "sheet-head" }, h("h2", { tabindex: "-1" }, title), keys),
    h("div", { class: "sheet-body" }, body),
    foot ? h("div", { class: "sheet-foot" }, foot) : null,
  ];
}

const answering = (purpose, path) => ({
  "data-act": "answer",
  "data-purpose": purpose,
  "data-path": JSON.stringify(path),
});

/** The cards among which one is chosen: a few of them large, else a row for each suit. */
function cards(table, purpose, paths, few = 0) {
  const card = (path) => {
    const [suit, rank] = path.slice(-2);
    const { name } = table.fireworks.find((one) => one.suit === suit);
    const says = { class: `card-key suit-${suit}`, "aria-label": `${name} ${rank}` };
    return h("button", { type: "button", ...says, ...answering(purpose, path) }, slip(suit, rank));
  };
  if (paths.length <= few) return h("div", { class: "few-cards" }, paths.map(card));
  const open = new Map(paths.map((path) => [path.slice(-2).join(""), path]));
  const place = (suit, rank) => {
    const path = open.get(`${suit}${rank}`);
    return path ? card(path) : h("span", { class: "no-card", "aria-hidden": "true" }, String(rank));
  };
  return h("div", { class: "card-grid", style: { "--count": String(table.fireworks.length) } },
    table.fireworks.map(({ suit }) => RANKS.map((rank) => place(suit, rank))));
}

function naming({ table, offers }) {
  const title = table.turns[0]?.kind === "misfire" ? "ask_name_misfire" : "ask_name_discard";
  return sheet(say(title), cards(table, "name", offers.answers.name), null, item("close", say("without_name")));
}

function late({ table, offers }) {
  return sheet(say("ask_name_late"), cards(table, "name late", offers.answers["name late"]));
}

const APART = ["none", "unnamed"]; // answers of a tile that take no card by its name

/** The question of a bonus tile; `at` is what was chosen of it so far. */
function tileSheet({ table, offers }, { at = [] } = {}) {
  const { tile, answers } = offers;
  const begun = answers.tile.filter((path) => at.every((one, number) => path[number] === one));
  const apart = begun.filter((path) => APART.includes(path.at(-1)));
  const paths = begun.filter((path) => !apart.includes(path));
  const foot = apart.map((path) =>
    item("answer", say(`tile_${path.at(-1)}`), { sign: "close", data: answering("tile", path) }));
  const title = tile.tile ? say(`tile_${tile.tile}`) : say("bonus_tiles");
  const question = h("h2", { tabindex: "-1" }, title, h("small", {}, tile.question));
  return [
    h("div", { class: "sheet-head tile-head" }, icon("star"), question),
    h("div", { class: "sheet-body" }, tileBody(table, at, paths, offers.clues)),
    foot.length ? h("div", { class: "sheet-foot" }, foot) : null,
  ];
}

function tileBody(table, at, paths, clues) {
  const isCard = (path) => path.length === at.length + 2 && RANKS.includes(Number(path.at(-1)));
  if (paths.length > 0 && paths.every(isCard)) return cards(table, "tile", paths, FEW);
  const next = [...new Set(paths.map((path) => path[at.length]))];
  if (next.length !== 1 || next[0] !== "done") {
    return h("div", { class: "items" }, next.map((one) => tileItem(one, at, paths, clues)));
  }
  return item("answer", say("item_done"), { sign: "done", kind: "item gold", data: answering("tile", paths[0]) });
}

/** An answer of a tile by its name, or what leads to more answers: where places are told, a free clue has some. */
function tileItem(one, at, paths, clues) {
  const path = paths.find((whole) => whole[at.length] === one);
  const isUse = at.length > 0 || paths.some((whole) => whole[0] !== one && whole[0] === "replay");
  const key = isUse ? `use_${one}` : `tile_${one}`;
  const text = isUse ? say(`use_${one}`) : say(`tile_${one}`);
  const label = text === key ? say(`item_${one}`) : text;
  if (clues && ["colour", "value"].includes(one)) return item("free", label, { sign: "star", data: { "data-tile": one } });
  if (path.length === at.length + 1) return item("answer", label, { sign: "star", data: answering("tile", path) });
  return item("open", label, { sign: "star", data: opens({ name: "tile", at: [...at, one] }) });
}

/** Whether the firework that is complete now is the black one. */
function black(_, { paths }) {
  const each = paths.map((path) =>
    h("button", { type: "button", class: "item", "data-turn": true, ...answering("outcome", path) }, h("b", {}, say(`item_${path[1]}`))));
  return sheet(say("ask_completed"), h("div", { class: "items" }, each));
}

function more({ table, offers, concede }) {
  const ends = Object.entries(table.end ? {} : concede).map(([reason, one]) =>
    item("open", one.text, { sign: "close", data: opens({ name: "conclude", reason }) }));
  return sheet(say("more"), h("div", { class: "items" },
    item("turns", say("turn_wrong")),
    item("open", say("how_it_stands"), { sign: "look", sub: say("pile"), data: opens({ name: "look" }) }),
    offers.redo ? item("redo", say("redo"), { sub: offers.redo }) : null,
    offers.answers["name late"].length
      ? item("open", say("name_discards"), { sign: "cards", data: opens({ name: "late" }) })
      : null,
    offers.clues ? item("open", say("hand_sorted"), { sign: "replace", sub: say("hand_sorted_hint"), data: opens({ name: "sorted" }) }) : null,
    item("counters", say("figures"), { sign: "cards", sub: say("menu_audit") }),
    item("open", say("settings"), { sign: "menu", sub: say("games"), data: opens({ name: "menu" }) }),
    item("next", say("menu_new_game"), { sign: "begin" }),
    ends));
}

/** Whether the game is to end with so many points: no end is taken by one touch. */
function conclude({ concede }, { reason }) {
  return sheet(concede[reason]?.asks, h("div", { class: "items" },
    item("concede", say("menu_end_game"), { sign: "close", data: { "data-reason": reason } })));
}

/** Whose hand is in another order now: nothing is known of its places any more. */
function sorted({ table }) {
  const each = table.players.map((one) => item("mix", one.called, { sign: "cards", data: { "data-seat": String(one.seat) } }));
  return sheet([say("hand_sorted"), h("small", {}, say("hand_sorted_hint"))], h("div", { class: "items" }, each));
}

function setting(label, act, values, chosen, data = {}) {
  const each = Object.entries(values).map(([value, text]) =>
    choice(value === chosen, { "data-act": act, "data-value": value, ...data }, h("b", {}, text)));
  return h("div", { class: "setting", role: "group", "aria-label": label },
    h("span", {}, label), h("div", { class: "choices" }, each));
}

/** Where a phone gets in: a code for its camera, and what is typed without one. */
function phone(_, { links }) {
  const [{ rows }] = links;
  const dark = rows.flatMap((row, y) => row.map((x) => `M${x} ${y}h1v1h-1z`)).join("");
  const size = rows.length + 8; // light round it, as cameras want
  return sheet([say("menu_phone"), h("small", {}, say("phones_play_hint"))],
    h("div", { class: "phone-code" }, drawing(`-4 -4 ${size} ${size}`, {}, s("path", { d: dark })), links.map(({ url }) => h("p", { class: "large" }, url))),
    item("withdraw", say("phones_end"), { sign: "close" }));
}

function menu(scene, _, own) {
  const sides = Object.fromEntries(["one", "both", "turn"].map((name) => [name, say(`sides_${name}`)]));
  const colours = colourChoices().map(({ name, texts, chosen }) =>
    setting(say(name), "colours", texts, chosen, { "data-key": name }));
  const places = Object.fromEntries([["", say("no_one_place")], ...scene.table.players.map((one) => [one.place, one.called])]);
  return sheet(say("settings"), h("div", { class: "settings" },
    scene.guest ? setting(say("own_place"), "own", places, own.place, { "data-key": "place" }) : null,
    setting(say("seen_from"), "own", sides, own.sides, { "data-key": "sides" }),
    setting(say("language"), "prefer", spoken.languages, scene.language, { "data-key": "language" }),
    scene.guest ? null : scene.preferences.map((one) => setting(one.label, "prefer", one.values, one.value, { "data-key": one.key })),
    colours,
    h("div", { class: "items" },
      item("past", say("games"), { sign: "turns", data: { "data-view": "games" } }),
      item("past", say("standings"), { sign: "star", data: { "data-view": "standings" } }),
      own.backups ? [item("save", say("save"), { sign: "insert" }), item("restore", say("restore"), { sign: "undo", sub: say("restore_hint") })] : null,
      scene.invites ? item("phone", say("menu_phone"), { sign: "look", sub: say("phones_play") }) : null,
      scene.guest ? item("watch", say("look_on"), { sign: "look", sub: say("look_on_hint") }) : null),
    own.notes.length ? h("ul", { class: "notes" }, own.notes.map((text) => h("li", {}, text))) : null));
}

const WAYS = [["replace", "turn_another"], ["insert", "turn_forgotten"], ["remove", "turn_never"]];

function turnLine(table, open, one, number) {
  const isChosen = open.chosen === number;
  const who = table.players.find((player) => player.seat === one.seat);
  const [first] = one.actions;
  const ways = WAYS.map(([as, text]) =>
    item("repair", say(text), { sign: as, data: { "data-as": as, "data-number": String(one.turn) } }));
  const press = { "data-act": "open", ...opens({ ...open, chosen: isChosen ? null : number }) };
  return h("li", { class: isChosen ? "chosen" : "" },
    h("button", { type: "button", class: "turn-line", "aria-expanded": String(isChosen), ...press },
      h("span", { class: "number" }, String(one.turn)),
      first?.suit ? h("i", { class: `suit-${first.suit}` }, symbol(first.suit)) : icon(first?.do),
      h("b", {}, who ? who.called : ""), " ",
      h("span", {}, one.what)),
    isChosen && one.seat ? h("div", { class: "ways" }, ways) : null);
}

/** All turns, the newest first; the chosen one offers what it may have been. */
function turns({ table }, open) {
  const lines = open.turns.map((one, number) => turnLine(table, open, one, number));
  return sheet([say("menu_turns"), h("small", {}, say("repair_hint"))], h("ol", { class: "turn-lines" }, lines));
}

/** What would be cut by a repair: nothing counts before it is chosen. */
function misfit(_, open) {
  return sheet(say("menu_turns"), h("p", { class: "large" }, open.text), [
    item("close", say("as_it_was")),
    item("cut", say("cut_here"), { sign: "remove" }),
  ]);
}

/** The counters, and the sum of the cards with what is set. */
function counters(_, { counters: told, staged }) {
  const isOf = (one) => ([name, part]) => name === one.name && part === one.part;
  const step = (one, by) => {
    const value = Math.min(one.highest, Math.max(one.lowest, one.value + by));
    const others = staged.filter((each) => !isOf(one)(each));
    const set = JSON.stringify([...others, [one.name, one.part, value]]);
    const sign = by > 0 ? "+" : "–";
    const press = { "data-act": "counters", "data-staged": set, "aria-label": `${one.label} ${sign}` };
    return h("button", { type: "button", class: "step", ...press }, sign);
  };
  const each = told.each.map((one) =>
    h("div", { class: `counter${staged.some(isOf(one)) ? " set" : ""}` },
      h("span", {}, one.label), step(one, -1), h("b", {}, String(one.shown)), step(one, 1)));
  const sum = say("sum_of", { sum: told.sum, total: told.total });
  return sheet(say("figures"), h("div", { class: "counters" }, each), [
    h("span", { class: `sum${told.sum === told.total ? "" : " wrong"}` }, sum),
    item("correct", say("menu_apply"), { sign: "done", data: { "data-staged": JSON.stringify(staged) } }),
  ]);
}

/** The pile and what can still be reached; of a game that is over its curve and what sank it. */
function look({ table }, _, own) {
  const shown = [h("div", { class: "pile" }, pile(table)), h("ul", { class: "outlook" }, outlook(table.outlook))];
  const keys = [signKey("hear", say("read_aloud")), signKey("close", say("close"))];
  if (!table.end) return sheet(table.pile.title, shown, null, keys);
  const kept = ending(table.end, { save: own.saves ? () => save(table) : null, elsewhere: own.elsewhere?.(table.game, table.end.summary) });
  return sheet(say("curve"), [h("div", { class: "ending" }, kept), shown], null, keys);
}

export const SHEETS = { naming, late, tile: tileSheet, black, more, conclude, sorted, menu, phone, turns, misfit, counters, look };
