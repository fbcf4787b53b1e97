// The board: its views by the address's fragment, what is known of the tables, the signs over them.

import { h, redraw } from "./dom.js";
import { inLanguage, loadPatiently, onLanguage, say } from "./words.js";
import { drawHeading, drawMenu, drawSigns, heading, speak } from "./bar.js";
import { follow } from "./live.js";
import { applyColours } from "./colours.js";
import { makeOverview } from "./overview.js";
import { makeAlone } from "./alone.js";
import { compare, drawRanking, makeRanking } from "./ranking.js";

const steps = document.getElementById("steps");
const view = document.getElementById("view");

const club = { tables: new Map(), ranking: makeRanking(), known: false };
let alone = null;
let trouble = ""; // why what is shown may be out of date
let shown = null;
let seen = "tables"; // the view that is open; the address may already name the next one
let page = "";
let stop = () => undefined;

const sorted = () => [...club.tables.values()].sort((one, other) => compare(one.order, other.order) || compare(one.id, other.id));

/** The view that the address names, and the id of a table; all tables for anything else. */
function route() {
  const [name, ...rest] = window.location.hash.slice(1).split("/");
  if (name === "table" && rest.length > 0) return ["table", rest.join("/")];
  return [name === "ranking" ? name : "tables", ""];
}

function drawName(name) {
  let text = say(name === "ranking" ? "ranking_whole" : "title");
  let rest = "";
  if (name === "table") {
    text = alone?.name || say("table");
    rest = alone?.edition || "";
  } else if (name === "tables" && club.known) {
    rest = [say("tables_count", { count: club.tables.size }), page].filter(Boolean).join(" · ");
  }
  drawHeading(text, rest, name === "tables");
}

function onPage(to) {
  page = to;
  drawName(seen);
}

/** The signs: what is not as it should be. */
function drawWarnings() {
  const table = seen === "table" ? alone : null;
  const found = [];
  if (trouble) found.push([trouble, say(trouble)]);
  if (table && !table.gone && !table.online) found.push(["away", say("table_offline")]);
  if (table?.saved === false) found.push(["unsaved", say("not_saved")]);
  drawSigns(found, trouble !== "" || (table !== null && !table.online));
}

/** The table before the one that is shown alone, or the next one. */
const beside = (next) => (alone?.beside ? `#table/${alone.beside[next]}` : "#tables");

/** Beside a table that is shown alone: the one before, all of them, the next one. */
function drawSteps(name) {
  steps.hidden = name !== "table";
  const found = name === "table" ? [[beside(0), "previous_table", "‹"], ["#tables", "all_tables", "▦"], [beside(1), "next_table", "›"]] : [];
  redraw(steps, [found, say("title")], () => found.map(([href, key, sign]) => h("a", { class: "icon-button", href, "aria-label": say(key), title: say(key) }, sign)));
}

function draw() {
  drawSteps(seen);
  drawName(seen);
  drawWarnings();
  if (seen === "table") {
    shown.show(alone);
    speak(alone?.sentence || "");
  } else if (seen === "ranking") drawRanking(view, club.ranking);
  else shown.show(sorted(), club.ranking, club.known);
}

/** Open the view that the address names: its parts, and the stream that it needs. */
function openView(from) {
  stop();
  const [name, id] = route();
  seen = name;
  document.body.dataset.view = name === "tables" ? "overview" : name;
  alone = null;
  shown = name === "tables" ? makeOverview(onPage) : null;
  if (name === "table") shown = makeAlone();
  view.replaceChildren(...(shown ? [shown.element] : []));
  window.scrollTo(0, 0);
  drawMenu(["tables", "ranking"], name);
  draw();
  if (from && name === "tables") shown.focus(from);
  stop = follow(inLanguage("/live", name === "table" ? { about: id } : {}), {
    club: (told) => {
      trouble = "";
      if (told.whole) club.tables = new Map();
      for (const gone of told.gone) club.tables.delete(gone);
      for (const table of told.tables) club.tables.set(table.id, table);
      if (told.ranking) club.ranking.takeGames(told.ranking);
      club.known = true;
      draw();
    },
    table: (told) => {
      trouble = "";
      alone = told;
      draw();
    },
  }, (why) => {
    trouble = why;
    drawWarnings();
  });
}

/** Follow a key: from a table that is shown alone to the next one, the one before, or all of them. */
function onKey(event) {
  if (seen !== "table" || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input")) return;
  if (event.key === "Escape" && !document.querySelector("#menu:popover-open")) window.location.hash = "#tables";
  const next = ["ArrowLeft", "ArrowRight"].indexOf(event.key);
  if (next >= 0) window.location.hash = beside(next);
}

let last = "";
window.addEventListener("hashchange", () => {
  const [name, id] = route();
  openView(last);
  if (name !== "tables" || !last) heading.focus();
  last = name === "table" ? id : "";
});
document.addEventListener("keydown", onKey);
onLanguage(() => openView());

async function begin() {
  applyColours();
  await loadPatiently();
  last = route()[1];
  openView();
}
begin();
