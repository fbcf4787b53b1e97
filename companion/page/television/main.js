// The page: its views by the address's fragment, the live table, the signs over it.

import { h, redraw } from "./dom.js";
import { ask, inLanguage, loadPatiently, onLanguage, say } from "./words.js";
import { follow } from "./live.js";
import { applyColours } from "./colours.js";
import { makeMenu } from "./menu.js";
import { makeTable } from "./table.js";
import { game, momentAt } from "./game.js";
import { games, standings } from "./games.js";
import { codeForm, elsewhere, setup } from "./guests.js";
import { keepUp } from "./upgrade.js";
import { happened, show } from "./moments.js";
import { save } from "./picture.js";
import { fanfare } from "./rocket.js";

/** What fills an element with each view, and gives what ends it. */
const VIEWS = new Map([["table", null], ["games", games], ["standings", standings], ["setup", setup]]);
/** Where past games come from, and what takes one elsewhere. */
const SOURCE = { ask, form: codeForm, tools };
const TOKEN = /^\/([A-Za-z0-9]{8})$/;

const heading = document.getElementById("heading");
const signs = document.getElementById("signs");
const view = document.getElementById("view");
const said = document.getElementById("said");
const noticed = document.getElementById("noticed");
const drawMenu = makeMenu(document.getElementById("menu-button"), document.getElementById("menu"), [...VIEWS.keys()]);

let newest = null;
let away = null;
let lost = false;
let live = null;
let leave = () => undefined;
let stop = () => undefined;

/** The view that the address names, and the moment of a game; the table for anything else. */
function route() {
  const [name, ...parts] = window.location.hash.slice(1).split("/");
  const moment = name === "game" ? momentAt(parts) : null;
  if (moment) return [name, moment];
  return [VIEWS.has(name) ? name : "table", null];
}

/** What takes a past game elsewhere. */
function tools(number, text) {
  const record = { class: "main-button", href: `/games/${number}.json`, download: `hanabi-${number}.json` };
  return [h("a", record, say("download")), elsewhere(number, text)];
}

/** A heading that says which game it is, or which view. */
function drawHeading(name, moment) {
  const current = newest && newest.game !== null ? newest : null;
  const number = moment?.number === "now" ? current?.game ?? "" : moment?.number;
  let text = say(name);
  if (moment) text = say("game_number", { game: number });
  if (name === "table" && current) text = say("game_number", { game: current.game });
  const rest = name === "table" && current ? current.edition : "";
  redraw(heading, [text, rest], () => [h("span", {}, text), rest ? h("small", {}, rest) : null]);
  document.title = name === "table" ? say("title") : `${text} – ${say("title")}`;
}

/** The picture before the first game ever. */
function welcome() {
  return h("section", { class: "welcome" }, fanfare(), h("h2", {}, say("no_game")), h("p", {}, say("welcome")));
}

/** The signs: what is not as it should be. */
function drawSigns() {
  const shown = [];
  if (lost) shown.push(["lost", say("offline")]);
  else if (away !== null) shown.push(["away", say("away")]);
  if (newest?.practice) shown.push(["practice", say("sign_practice"), say("practice_now")]);
  if (newest && newest.saved === false) shown.push(["unsaved", say("not_saved")]);
  signs.hidden = shown.length === 0;
  document.body.classList.toggle("stale", lost || away !== null);
  const drawn = redraw(signs, shown, () => shown.map(([kind, text, whole]) =>
    h("li", { class: `sign ${kind}`, title: whole || text }, text)));
  if (drawn) speak(noticed, shown.map(([, text, whole]) => whole || text).join(". "));
}

/** Have a screen reader say a text, once. */
function speak(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function drawTable() {
  if (!live || newest === null) return;
  if (newest.game === null || newest.status === "none") {
    if (!view.contains(live.welcome)) view.replaceChildren(live.welcome);
    return;
  }
  if (!view.contains(live.table.element)) view.replaceChildren(live.table.element);
  live.table.show(newest);
}

function drawView() {
  leave();
  leave = () => undefined;
  live = null;
  const [name, moment] = route();
  document.body.dataset.view = name;
  window.scrollTo(0, 0);
  drawMenu(name);
  drawHeading(name, moment);
  const fill = moment ? game : VIEWS.get(name);
  if (fill) {
    view.replaceChildren();
    leave = fill(view, SOURCE, moment);
    return;
  }
  const showMoment = (step) => { window.location.hash = `#game/now/${step}`; };
  live = { table: makeTable({ showMoment, save, elsewhere }), welcome: welcome() };
  view.replaceChildren(h("p", { class: "welcome waiting" }, say("waiting")));
  drawTable();
}

function onTable(facts) {
  away = null;
  lost = false;
  keepUp(facts.version);
  const moment = live && happened(newest, facts);
  newest = facts;
  drawHeading(...route());
  drawSigns();
  drawTable();
  if (moment) show(moment);
  speak(said, facts.sentence || "");
  if (facts.notice) speak(noticed, facts.notice.text);
}

function start() {
  stop();
  stop = follow(inLanguage("/live"), {
    table: onTable,
    away: (facts) => { lost = false; away = facts; drawSigns(); },
  }, () => { lost = true; drawSigns(); });
}

/** Enter with the token in the address that the device shows as a code; the address forgets it. */
async function enterByAddress() {
  const [, token] = TOKEN.exec(window.location.pathname) || [];
  if (!token) return;
  window.history.replaceState(null, "", "/#setup");
  await ask("/enter", { token }).catch(() => undefined);
}

async function begin() {
  applyColours();
  await loadPatiently();
  await enterByAddress();
  drawView();
  start();
}

window.addEventListener("hashchange", () => {
  drawView();
  heading.focus();
});
onLanguage(() => {
  drawView();
  drawSigns();
  start();
});
begin();
