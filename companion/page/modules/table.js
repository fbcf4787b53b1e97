// A table that is watched: the touch table, whose keys are no keys here, and beside it what there has a sheet of its
// own. Each part is drawn anew only where it changed.

import { h, redraw } from "./dom.js";
import { say } from "./words.js";
import { head, watchedLine } from "./head.js";
import { counters } from "./counters.js";
import { fireworks } from "./rocket.js";
import { players } from "./players.js";
import { ending, outlook, turns } from "./course.js";
import { pile } from "./pile.js";
import { fitLabels, shorten } from "./shorten.js";

const PANELS = ["ending", "turns", "pile", "outlook"];

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
  const parts = {
    head: h("section", { class: "head" }),
    sky: h("ul", { class: "sky" }),
    news: h("div", { class: "news" }),
    keys: h("ul", { class: "keys" }),
    players: h("ol", { class: "players" }),
    turns: h("ol", { class: "turns", reversed: true }),
    pile: h("div", { class: "pile" }),
    outlook: h("ul", { class: "outlook" }),
    ending: h("div", { class: "ending" }),
  };
  const labels = { head: "now", sky: "fireworks", keys: "figures", players: "players" };
  const titles = new Map(PANELS.map((name) => [name, h("h2")]));
  const panels = PANELS.map((name) => h("section", { class: `panel panel-${name}` }, titles.get(name), parts[name]));
  const frame = h("div", { class: "frame" }, parts.head, parts.sky, parts.news, parts.keys, parts.players);
  const element = h("div", { class: "table" }, h("div", { class: "watched" }, frame), h("div", { class: "side" }, panels));

  let before = null;

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
    const { end, turns: done, last_round: last, pile: lies } = table;
    const drawn = {
      head: [[table.turn, table.players, table.score, table.deck, last, table.clock, end], () => head(table)],
      sky: [[table.fireworks, table.unplaced], () => fireworks(table, before)],
      news: [[done, table.choice, table.notice, last, table.tile_pending], () => watchedLine(table)],
      keys: [[table.clues, table.fuses, lies.total, table.tiles], () => counters(table)],
      players: [[table.players, table.hands], () => players(table)],
      turns: [done, () => (done ? turns(table, showMoment) : [])],
      pile: [lies, () => pile(table)],
      outlook: [table.outlook, () => outlook(table.outlook)],
      ending: [end, () => drawEnding(table)],
    };
    for (const [name, [facts, make]] of Object.entries(drawn)) {
      redraw(parts[name], [table.language, table.game, facts], make);
    }
  }

  function show(table) {
    element.dataset.status = table.status;
    element.classList.toggle("over", Boolean(table.end));
    element.dataset.suits = String(table.fireworks.length);
    drawParts(table);
    parts.sky.style.setProperty("--count", String(Math.max(1, parts.sky.childElementCount)));
    parts.head.classList.toggle("night", Boolean(table.end));
    parts.news.classList.toggle("noticed", Boolean(table.notice && !table.choice));
    for (const [name, label] of Object.entries(labels)) parts[name].setAttribute("aria-label", say(label));
    PANELS.forEach((name, at) => {
      titles.get(name).textContent = heading(table, name);
      panels[at].hidden = !has(table, name);
    });
    before = table;
    fit();
  }

  function fit() {
    for (const part of [parts.sky, parts.keys, parts.pile]) shorten(part);
    fitLabels(frame);
  }

  const watched = new ResizeObserver(fit);
  for (const part of [parts.sky, parts.keys, parts.pile]) watched.observe(part);
  return { element, show };
}
