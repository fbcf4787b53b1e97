// The table: its parts side by side, each drawn anew only where it changed.

import { h, redraw } from "./dom.js";
import { say } from "./words.js";
import { now } from "./now.js";
import { figures } from "./figures.js";
import { fireworks } from "./fireworks.js";
import { players } from "./players.js";
import { outlook, turns } from "./turns.js";
import { pile } from "./pile.js";
import { shorten } from "./shorten.js";
import { ending } from "./ending.js";

let tables = 0;

/** A table that can be shown: `element`, and `show(table)`; `save` saves a picture of one that is over. */
export function makeTable(save, elsewhere) {
  const id = `table-${(tables += 1)}`;
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
  const titles = { turns: h("h2"), pile: h("h2"), outlook: h("h2"), ending: h("h2") };
  const panels = {};
  for (const name of Object.keys(titles)) panels[name] = h("section", { class: `panel panel-${name}`, id: `${id}-${name}` }, titles[name], parts[name]);
  const tabs = h("div", { class: "tabs", role: "group" });
  const side = h("div", { class: "side" }, tabs, panels.ending, panels.turns, panels.pile, panels.outlook);
  const element = h("div", { class: "table" }, parts.now, parts.figures, parts.fireworks, parts.players, side);

  let chosen = "";
  let before = null;

  function choose(name) {
    chosen = name;
    drawTabs();
  }

  function drawTabs() {
    const offered = before ? ["ending", "pile", "turns", "outlook"].filter((name) => has(before, name)) : ["pile", "turns"];
    const open = offered.includes(chosen) ? chosen : offered[0];
    element.dataset.open = open;
    redraw(tabs, [offered, open, say("show")], () =>
      offered.map((name) => h("button", { type: "button", "aria-pressed": String(name === open), "aria-controls": `${id}-${name}`, "data-panel": name,
        onclick: () => { choose(name); tabs.querySelector(`[data-panel="${name}"]`).focus(); } }, say(`tab_${name}`))));
    tabs.setAttribute("aria-label", say("show"));
  }

  /** Whether a panel has something to say; whoever knows no steps of a game tells no turns and no curve. */
  function has(table, name) {
    if (name === "ending") return Boolean(table.end && table.end.curve);
    if (name === "turns") return Boolean(table.turns);
    if (name === "outlook") return !table.end && outlook(table).length > 0;
    return true;
  }

  function heading(name) {
    return say(name === "ending" ? "curve" : name);
  }

  function show(table) {
    element.dataset.status = table.status;
    element.dataset.suits = String(table.fireworks.length);
    element.dataset.players = String(table.players.length);
    element.dataset.outlook = outlook(table).length > 0 ? "some" : "none";
    const game = [table.language, table.game];
    redraw(parts.now, [game, table.turn, table.status, table.players, table.choice, table.notice, table.end && [table.end.verdict, table.end.score, table.end.far], table.last_round, table.tile_pending], () => now(table));
    parts.now.setAttribute("aria-label", say("now"));
    parts.now.classList.toggle("over", Boolean(table.end));
    parts.now.classList.toggle("perfect", Boolean(table.end && table.end.perfect));
    parts.now.classList.toggle("urgent", Boolean(table.notice && table.notice.refusal));
    redraw(parts.figures, [game, table.score, table.maximum, table.clues, table.fuses, table.deck, table.cards, table.fuses_of, table.tiles], () => figures(table));
    parts.figures.setAttribute("aria-label", say("figures"));
    redraw(parts.fireworks, [game, table.fireworks, table.unplaced], () => fireworks(table, before));
    parts.fireworks.setAttribute("aria-label", say("fireworks"));
    parts.fireworks.style.setProperty("--count", String(Math.max(1, parts.fireworks.childElementCount)));
    redraw(parts.players, [game, table.players], () => players(table));
    parts.players.setAttribute("aria-label", say("players"));
    redraw(parts.turns, [game, table.turns], () => (table.turns ? turns(table) : []));
    redraw(parts.pile, [game, table.pile], () => pile(table));
    redraw(parts.outlook, [game, outlook(table).map((one) => one.textContent)], () => outlook(table));
    redraw(parts.ending, [game, table.end], () => (has(table, "ending") ? ending(table.end, save && (() => save(table)), elsewhere && elsewhere(table.game, table.end.summary)) : []));
    for (const name of Object.keys(titles)) titles[name].textContent = heading(name);
    if (table.pile.title) titles.pile.textContent = table.pile.title;
    for (const name of Object.keys(panels)) panels[name].hidden = !has(table, name);
    before = table;
    drawTabs();
    named.forEach(shorten);
  }

  const named = [parts.fireworks, parts.figures, parts.pile];
  if (window.ResizeObserver) {
    const watched = new ResizeObserver(() => named.forEach(shorten));
    named.forEach((part) => watched.observe(part));
  }
  return { element, show };
}
