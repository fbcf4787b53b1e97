// The page: who looks on sees the table, with its panels beside it and other views by the address's fragment; who has
// the evening's code, or sits at the device's own screen, has the same table under the finger.

import { drawHeading, drawMenu, drawSigns, heading, noticed, speak } from "./bar.js";
import { startClock } from "./clock.js";
import { codeForm, elsewhere } from "./code.js";
import { applyColours } from "./colours.js";
import { h } from "./dom.js";
import { addressed } from "./game.js";
import { games, standings } from "./games.js";
import { follow } from "./live.js";
import { recall, remember } from "./memory.js";
import { happened, show } from "./moments.js";
import { save } from "./picture.js";
import { markOwn } from "./players.js";
import { fanfare } from "./rocket.js";
import { makeTable } from "./table.js";
import { ask, chooseLanguage, inLanguage, loadPatiently, onLanguage, say } from "./words.js";

/** What fills an element with each view, and gives what ends it; the last one asks for the code. */
const VIEWS = new Map([["table", null], ["games", games], ["standings", standings], ["play_along", enter]]);
/** Where past games come from, and what takes one elsewhere. */
const SOURCE = { ask, form: codeForm, tools };
/** What counts at the table, and counts once. */
const STEPS = new Set(["action", "answer", "correct", "new", "redo", "repair", "undo"]);
const PATIENCE_MS = 30000; // so long a step is asked for where the network comes and goes
const PAUSE_MS = 1000;
const TOKEN = /^\/([A-Za-z0-9]{8})$/;

const view = document.getElementById("view");

let newest = null; // the scene that was told last: of those who look on its table alone
let trouble = ""; // why what is shown may be out of date
let live = null; // the table of those who look on, while that is their view
let playing = null; // the touch table, once this browser plays
let loading = null; // while it is on its way
let asksAgain = false; // whether a step waits for the network
let leave = () => undefined;
let stop = () => undefined;

const looksOn = () => recall("looks-on") === "yes";

/** What takes a past game elsewhere. */
function tools(number, text) {
  const record = { class: "main-button", href: `/games/${number}.json`, download: `hanabi-${number}.json` };
  return [h("a", record, say("download")), elsewhere(number, text)];
}

/** Play from now on: who has entered already needs no code again. */
function play() {
  remember("looks-on", "");
  window.location.hash = "";
  start();
}

function enter(element) {
  if (looksOn()) play(); // the code may be valid still; else the next try asks for it
  else element.replaceChildren(codeForm(play));
  return () => undefined;
}

/**
 * Have the device take a step. It has a name of its own: where the network goes before the answer comes, it is asked for
 * again, and counts once. Nothing else is done meanwhile, and the line says why.
 */
async function takeStep(step) {
  if (asksAgain) return null;
  const body = { ...step, once: `${Date.now()}-${Math.random()}` };
  if (newest.guest && recall("place")) body.place = Number(recall("place"));
  try {
    for (const until = Date.now() + PATIENCE_MS; ; asksAgain = true) {
      const answer = await ask("/ask", body).catch(({ message, status }) => ({ ok: false, error: message, status }));
      if (answer.key === "went_on") start(); // what it went on to may have been lost without a sign
      if (answer.status !== 0 || Date.now() > until) return answer;
      onTrouble("offline");
      await new Promise((done) => { window.setTimeout(done, PAUSE_MS); });
    }
  } finally {
    asksAgain = false;
  }
}

/** What the touch table asks of the device. A phone speaks a language of its own, the device's screen that of the device. */
const companion = {
  ask: (body) => {
    if (newest.guest && body.do === "prefer") return chooseLanguage(body.value);
    if (STEPS.has(body.do)) return takeStep(body);
    return ask("/ask", body).catch(({ message }) => ({ ok: false, error: message }));
  },
  read: (path) => ask(path),
  /** Look on instead, remembered on this phone. */
  leave: () => {
    remember("looks-on", "yes");
    window.location.reload();
  },
};

/** A heading that says which game it is, or which view. */
function drawName({ name, moment }) {
  const current = newest?.table.game === null ? null : newest?.table;
  const number = moment && moment.number !== "now" ? moment.number : current?.game ?? "";
  const isGame = Boolean(moment) || Boolean(name === "table" && current);
  drawHeading(isGame ? say("game_number", { game: number }) : say(name), name === "table" && current ? current.edition : "", name === "table");
}

/** The signs: what is not as it should be. */
function drawWarnings() {
  const found = [];
  if (trouble) found.push([trouble, say(trouble)]);
  if (newest?.table.practice) found.push(["practice", say("sign_practice"), say("practice_now")]);
  if (newest?.table.saved === false) found.push(["unsaved", say("not_saved")]);
  drawSigns(found, trouble !== "");
}

function drawTable() {
  if (!live || newest === null) return;
  const { table } = newest;
  markOwn(table.players);
  const shown = table.status === "none" ? live.welcome : live.table.element;
  if (!view.contains(shown)) view.replaceChildren(shown);
  if (shown !== live.welcome) live.table.show(table);
}

function drawView() {
  if (playing) return; // the touch table has views of its own
  leave();
  leave = () => undefined;
  live = null;
  const seen = addressed(VIEWS, "table");
  document.body.dataset.view = seen.name;
  window.scrollTo(0, 0);
  drawMenu([...VIEWS.keys()], seen.name);
  drawName(seen);
  if (seen.fill) {
    view.replaceChildren();
    leave = seen.fill(view, SOURCE, seen.moment);
    return;
  }
  const showMoment = (step) => { window.location.hash = `#game/now/${step}`; };
  const welcome = h("section", { class: "welcome" }, fanfare(), h("h2", {}, say("no_game")), h("p", {}, say("welcome")));
  live = { table: makeTable({ showMoment, save, elsewhere }), welcome };
  view.replaceChildren(h("p", { class: "welcome waiting" }, say("waiting")));
  drawTable();
}

/** Load what only those who play need. */
async function fingers() {
  const style = h("link", { rel: "stylesheet", href: "/page/touch.css" });
  const styled = new Promise((done) => { style.onload = done; });
  document.head.append(style);
  const [{ TouchTable }] = await Promise.all([import("./touch.js"), styled]);
  leave();
  for (const each of document.querySelectorAll(".bar, .menu, main")) each.remove();
  const stage = h("div", { id: "stage", class: "stage" });
  document.body.append(stage);
  playing = new TouchTable(stage, companion, newest.guest ? { tools, elsewhere, form: codeForm } : null);
  window.companion = companion; // for tests, and for who is curious
  onScene(newest);
}

/** Take what is shown now; of those who look on it is the table alone. */
function onScene(told) {
  trouble = "";
  const before = newest?.table;
  newest = told;
  if (told.offers && !playing) {
    if (!loading) loading = fingers().catch(() => { loading = null; });
    return;
  }
  if (!told.offers && playing) {
    window.location.reload(); // the code was withdrawn
    return;
  }
  if (playing) {
    playing.problem = told.table.saved ? null : ["not_saved"];
    playing.take(told);
  } else {
    const moment = live && happened(before, told.table);
    drawName(addressed(VIEWS, "table"));
    drawWarnings();
    drawTable();
    if (moment) show(moment);
    speak(told.table.sentence || "");
    if (told.table.notice) speak(told.table.notice.text, noticed);
  }
  performance.mark("picture");
}

/** Say in one line why what is shown may be out of date. */
function onTrouble(why) {
  trouble = why;
  if (!playing) {
    drawWarnings();
    return;
  }
  playing.problem = [why];
  playing.draw();
}

function start() {
  stop();
  const path = inLanguage("/live", looksOn() ? { look: "on" } : {});
  stop = follow(path, { clock: ({ past }) => startClock(past), table: (table) => onScene({ table }), scene: onScene }, onTrouble);
}

/** Enter with the token in the address that the device shows as a code; the address forgets it. */
async function enterByAddress() {
  const [, token] = TOKEN.exec(window.location.pathname) || [];
  if (!token) return;
  window.history.replaceState(null, "", "/");
  await ask("/enter", { token }).then(() => remember("looks-on", ""), () => window.history.replaceState(null, "", "/#play_along"));
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
  if (!playing) heading.focus();
});
onLanguage(() => {
  drawView();
  if (!playing) drawWarnings();
  start();
});
begin();
