// The page: its views by the address's fragment, the live table, the signs over it.

import { h } from "./dom.js";
import { ask, inLanguage, loadPatiently, onLanguage, say } from "./words.js";
import { drawHeading, drawMenu, drawSigns, heading, noticed, speak } from "./bar.js";
import { follow } from "./live.js";
import { applyColours } from "./colours.js";
import { makeTable } from "./table.js";
import { addressed } from "./game.js";
import { games, standings } from "./games.js";
import { codeForm, elsewhere, setup } from "./guests.js";
import { happened, show } from "./moments.js";
import { save } from "./picture.js";
import { fanfare } from "./rocket.js";

/** What fills an element with each view, and gives what ends it. */
const VIEWS = new Map([["table", null], ["games", games], ["standings", standings], ["setup", setup]]);
/** Where past games come from, and what takes one elsewhere. */
const SOURCE = { ask, form: codeForm, tools };
const TOKEN = /^\/([A-Za-z0-9]{8})$/;

const view = document.getElementById("view");

let newest = null;
let trouble = ""; // why what is shown may be out of date
let live = null;
let leave = () => undefined;
let stop = () => undefined;

/** What takes a past game elsewhere. */
function tools(number, text) {
  const record = { class: "main-button", href: `/games/${number}.json`, download: `hanabi-${number}.json` };
  return [h("a", record, say("download")), elsewhere(number, text)];
}

/** A heading that says which game it is, or which view. */
function drawName({ name, moment }) {
  const current = newest && newest.game !== null ? newest : null;
  const number = moment?.number === "now" ? current?.game ?? "" : moment?.number;
  let text = say(name);
  if (moment) text = say("game_number", { game: number });
  if (name === "table" && current) text = say("game_number", { game: current.game });
  drawHeading(text, name === "table" && current ? current.edition : "", name === "table");
}

/** The picture before the first game ever. */
function welcome() {
  return h("section", { class: "welcome" }, fanfare(), h("h2", {}, say("no_game")), h("p", {}, say("welcome")));
}

/** The signs: what is not as it should be. */
function drawWarnings() {
  const found = [];
  if (trouble) found.push([trouble, say(trouble)]);
  if (newest?.practice) found.push(["practice", say("sign_practice"), say("practice_now")]);
  if (newest && newest.saved === false) found.push(["unsaved", say("not_saved")]);
  drawSigns(found, trouble !== "");
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
  live = { table: makeTable({ showMoment, save, elsewhere }), welcome: welcome() };
  view.replaceChildren(h("p", { class: "welcome waiting" }, say("waiting")));
  drawTable();
}

function onTable(facts) {
  trouble = "";
  const moment = live && happened(newest, facts);
  newest = facts;
  drawName(addressed(VIEWS, "table"));
  drawWarnings();
  drawTable();
  if (moment) show(moment);
  speak(facts.sentence || "");
  if (facts.notice) speak(facts.notice.text, noticed);
}

function start() {
  stop();
  stop = follow(inLanguage("/live"), { table: onTable }, (why) => {
    trouble = why;
    drawWarnings();
  });
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
  drawWarnings();
  start();
});
begin();
