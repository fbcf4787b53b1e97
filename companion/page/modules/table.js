// The table: its parts side by side, each drawn anew only where it changed.

import { h, redraw } from "./dom.js";
import { say } from "./words.js";
import { now } from "./now.js";
import { figures } from "./figures.js";
import { fireworks } from "./rocket.js";
import { players } from "./players.js";
import { outlook, turns } from "./turns.js";
import { pile } from "./pile.js";
import { shorten } from "./shorten.js";
import { ending } from "./ending.js";

const PANELS = ["ending", "turns", "pile", "outlook"];
const TABS = ["ending", "pile", "turns", "outlook"];

let tables = 0;

/** Whether a panel has something to say; who knows no steps of a game tells no turns and no curve. */
function has(table, name) {
  if (name === "ending") return Boolean(table.end?.curve);
  if (name === "turns") return Boolean(table.turns);
  if (name === "outlook") return !table.end && table.outlook.length > 0;
  return true;
}

function heading(table, name) {
  if (name === "pile" && table.pile.title) return table.pile.title;
  return say(name === "ending" ? "curve" : name);
}

/**
 * A table that can be shown: `element`, and `show(table)`.
 *
 * showMoment: shows the table after a step of its game. save: saves a picture of a game that is over.
 * elsewhere: gives what takes it elsewhere.
 */
export function makeTable({ showMoment, save, elsewhere } = {}) {
  tables += 1;
  const id = `table-${tables}`;
  const parts = {
    now: h("section", { class: "now" }),
    figures: h("ul", { class: "figures" }),
    fireworks: h("ul", { class: "fireworks" }),
    players: h("ol", { class: "players" }),
    turns: h("ol", { class: "turns", reversed: true }),
    pile: h("div", { class: "pile" }),
    outlook: h("ul", { class: "outlook" }),
    ending: h("div", { class: "ending" }),
  };
  const titles = new Map(PANELS.map((name) => [name, h("h2")]));
  const panels = PANELS.map((name) =>
    h("section", { class: `panel panel-${name}`, id: `${id}-${name}` }, titles.get(name), parts[name]));
  const tabs = h("div", { class: "tabs", role: "group" });
  const side = h("div", { class: "side" }, tabs, panels);
  const element = h("div", { class: "table" },
    parts.now, parts.figures, parts.fireworks, parts.players, side);

  let chosen = "";
  let before = null;

  function tab(name, open) {
    const choose = () => {
      chosen = name;
      drawTabs(before);
      tabs.querySelector(`[data-panel="${name}"]`).focus();
    };
    const facts = { "aria-pressed": String(name === open), "aria-controls": `${id}-${name}`, "data-panel": name };
    return h("button", { type: "button", onclick: choose, ...facts }, say(`tab_${name}`));
  }

  function drawTabs(table) {
    const offered = TABS.filter((name) => has(table, name));
    const open = offered.includes(chosen) ? chosen : offered[0];
    element.dataset.open = open;
    redraw(tabs, [offered, open, say("show")], () => offered.map((name) => tab(name, open)));
    tabs.setAttribute("aria-label", say("show"));
  }

  function drawEnding(table) {
    if (!has(table, "ending")) return [];
    return ending(table.end, {
      showMoment,
      save: save && (() => save(table)),
      elsewhere: elsewhere?.(table.game, table.end.summary),
    });
  }

  /** Draw what of the parts changed. */
  function drawParts(table) {
    const game = [table.language, table.game];
    const { end } = table;
    const result = end && [end.verdict, end.score, end.far];
    const line = [table.turn, table.status, table.players, table.choice, table.notice, table.last_round, table.tile_pending];
    const counters = [table.score, table.maximum, table.clues, table.fuses, table.deck, table.cards, table.fuses_of, table.tiles];
    redraw(parts.now, [game, line, result], () => now(table));
    redraw(parts.figures, [game, counters], () => figures(table));
    redraw(parts.fireworks, [game, table.fireworks, table.unplaced], () => fireworks(table, before));
    redraw(parts.players, [game, table.players, table.hands], () => players(table));
    redraw(parts.turns, [game, table.turns], () => (table.turns ? turns(table, showMoment) : []));
    redraw(parts.pile, [game, table.pile], () => pile(table));
    redraw(parts.outlook, [game, table.outlook], () => outlook(table));
    redraw(parts.ending, [game, end], () => drawEnding(table));
  }

  function show(table) {
    element.dataset.status = table.status;
    element.dataset.suits = String(table.fireworks.length);
    element.dataset.players = String(table.players.length);
    drawParts(table);
    parts.fireworks.style.setProperty("--count", String(Math.max(1, parts.fireworks.childElementCount)));
    parts.now.classList.toggle("over", Boolean(table.end));
    parts.now.classList.toggle("perfect", Boolean(table.end?.perfect));
    parts.now.classList.toggle("night", Boolean(table.end?.perfect));
    for (const name of ["now", "figures", "fireworks", "players"]) parts[name].setAttribute("aria-label", say(name));
    PANELS.forEach((name, at) => {
      titles.get(name).textContent = heading(table, name);
      panels[at].hidden = !has(table, name);
    });
    before = table;
    drawTabs(table);
    named.forEach(shorten);
  }

  const named = [parts.fireworks, parts.figures, parts.pile];
  const watched = new ResizeObserver(() => named.forEach(shorten));
  for (const part of named) watched.observe(part);
  return { element, show };
}
