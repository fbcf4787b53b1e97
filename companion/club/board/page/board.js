// The board: its views by the address's fragment, what is known of the tables, the signs over them.

import { h, redraw } from "./dom.js";
import { inLanguage, loadPatiently, onLanguage, say } from "./words.js";
import { follow } from "./live.js";
import { applyColours } from "./colours.js";
import { makeMenu } from "./menu.js";
import { keepUp } from "./upgrade.js";
import { makeOverview } from "./overview.js";
import { makeAlone } from "./alone.js";
import { compare, drawRanking, makeRanking } from "./ranking.js";

const heading = document.getElementById("heading");
const signs = document.getElementById("signs");
const steps = document.getElementById("steps");
const view = document.getElementById("view");
const said = document.getElementById("said");
const noticed = document.getElementById("noticed");
const drawMenu = makeMenu(document.getElementById("menu-button"), document.getElementById("menu"), ["tables", "ranking"]);

const club = { tables: new Map(), ranking: makeRanking(), known: false };
let alone = null;
let away = null;
let lost = false;
let shown = null;
let page = "";
let stop = () => undefined;

const sorted = () => [...club.tables.values()].sort((one, other) => compare(one.order, other.order) || compare(one.id, other.id));

/** The view that the address names, and the id of a table; all tables for anything else. */
function route() {
  const [name, ...rest] = window.location.hash.slice(1).split("/");
  if (name === "table" && rest.length > 0) return ["table", rest.join("/")];
  return [name === "ranking" ? name : "tables", ""];
}

/** Have a screen reader say a text, once. */
function speak(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function drawHeading(name) {
  let text = say(name === "ranking" ? "ranking_whole" : "title");
  let rest = "";
  if (name === "table") {
    text = alone?.name || say("table");
    rest = alone?.edition || "";
  } else if (name === "tables" && club.known) {
    rest = [say("tables_count", { count: club.tables.size }), page].filter(Boolean).join(" · ");
  }
  redraw(heading, [text, rest], () => [h("span", {}, text), rest ? h("small", {}, rest) : null]);
  document.title = name === "tables" ? say("title") : `${text} – ${say("title")}`;
}

function onPage(to) {
  page = to;
  drawHeading(route()[0]);
}

/** The signs: what is not as it should be. */
function drawSigns() {
  const [name] = route();
  const found = [];
  if (lost) found.push(["lost", say("offline")]);
  else if (away !== null) found.push(["away", say("away")]);
  if (name === "table" && alone && !alone.gone && !alone.online) found.push(["away", say("table_offline")]);
  if (name === "table" && alone && alone.saved === false) found.push(["unsaved", say("not_saved")]);
  signs.hidden = found.length === 0;
  document.body.classList.toggle("stale", lost || away !== null || (name === "table" && alone !== null && !alone.online));
  if (redraw(signs, found, () => found.map(([kind, text]) => h("li", { class: `sign ${kind}`, title: text }, text)))) speak(noticed, found.map(([, text]) => text).join(". "));
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
  const [name] = route();
  drawSteps(name);
  drawHeading(name);
  drawSigns();
  if (name === "table") {
    shown.show(alone);
    speak(said, alone?.sentence || "");
  } else if (name === "ranking") drawRanking(view, club.ranking);
  else shown.show(sorted(), club.ranking, club.known);
}

/** Open the view that the address names: its parts, and the stream that it needs. */
function openView(from) {
  stop();
  const [name, id] = route();
  document.body.dataset.view = name === "tables" ? "overview" : name;
  alone = null;
  shown = name === "tables" ? makeOverview(onPage) : null;
  if (name === "table") shown = makeAlone();
  view.replaceChildren(...(shown ? [shown.element] : []));
  window.scrollTo(0, 0);
  drawMenu(name);
  draw();
  if (from && name === "tables") shown.focus(from);
  stop = follow(inLanguage("/live", name === "table" ? { about: id } : {}), {
    club: (told) => {
      onNews(told);
      if (told.whole) club.tables = new Map();
      for (const gone of told.gone) club.tables.delete(gone);
      for (const table of told.tables) club.tables.set(table.id, table);
      if (told.ranking) club.ranking.takeGames(told.ranking);
      club.known = true;
      draw();
    },
    table: (told) => {
      onNews(told);
      alone = told;
      draw();
    },
    away: (told) => { away = told; lost = false; drawSigns(); },
  }, () => { lost = true; drawSigns(); });
}

function onNews(told) {
  away = null;
  lost = false;
  keepUp(told.version);
}

/** Follow a key: from a table that is shown alone to the next one, the one before, or all of them. */
function onKey(event) {
  const [name] = route();
  if (name !== "table" || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input")) return;
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
