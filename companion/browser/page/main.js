// The page: ties the companion, its device, and what stands around them.

import { alone } from "./alone.js";
import { backUp, restore } from "./backup.js";
import { Companion } from "./companion.js";
import { Device } from "./device.js";
import { persist, stay } from "./offline.js";
import { COMES_MS, take, within } from "./steps.js";
import { preferred, say, speak } from "./words.js";

const byId = (id) => document.getElementById(id);
const notes = new Map();
const SLOW_MS = 20000;
const NEVER_SET_S = 1.7e9; // of the companion's clock: a game that began before has no date

/** Show a sentence, or take it away. */
function note(key, facts) {
  if (facts) notes.set(key, facts);
  else notes.delete(key);
  byId("notes").replaceChildren(...[...notes].map(([name, told]) => {
    const line = document.createElement("li");
    line.textContent = name === "free" ? told.text : say(name, told);
    return line;
  }));
}

function write() {
  for (const key of ["save", "restore", "past"]) byId(key).textContent = say(key);
  byId("build-label").textContent = say("build");
  byId("menu-button").textContent = say("menu");
  for (const [key, facts] of [...notes]) note(key, facts);
}

async function chooseBuild() {
  const builds = await within(take("devices/list.json", "json"), COMES_MS, "no_file_came");
  const wanted = new URLSearchParams(location.search).get("build");
  const build = builds.includes(wanted) ? wanted : builds[0];
  byId("build").replaceChildren(...builds.map((name) => new Option(name, name, name === build, name === build)));
  byId("build").addEventListener("change", () => { location.search = `?build=${byId("build").value}`; });
  return build;
}

function menu(companion) {
  byId("menu-button").addEventListener("click", () => {
    byId("menu").hidden = !byId("menu").hidden;
    byId("menu-button").setAttribute("aria-expanded", String(!byId("menu").hidden));
  });
  const tell = (text) => note("free", { text });
  byId("save").addEventListener("click", () => backUp(companion).catch((error) => tell(error.message)));
  byId("restore").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", async () => {
    const [file] = byId("file").files;
    byId("file").value = "";
    if (file) restore(companion, await file.text()).then(() => tell(say("taken_in")), (error) => tell(error.message));
  });
  byId("past").addEventListener("click", () => showGames(companion));
}

/** List the past games, the newest first. */
function showGames(companion) {
  const { history = [] } = companion.ask({ get: "history" }) || {};
  if (!history.length) note("no_games", {});
  byId("games").replaceChildren(...history.map((game) => {
    const line = document.createElement("li");
    line.textContent = describe(game);
    return line;
  }));
}

function describe(game) {
  const began = new Date(game.began * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const when = game.began > NEVER_SET_S ? began : `#${game.game}`;
  const { players } = game;
  const who = Array.isArray(players) ? players.join(", ") : say("players", { count: players });
  return say("game", { when, who, score: game.score });
}

let slow = 0;

async function main() {
  performance.mark("begun");
  speak(preferred());
  write();
  byId("loading").textContent = say("loading");
  slow = setTimeout(() => { byId("loading").textContent = say("slow"); }, SLOW_MS);
  const build = await chooseBuild();
  let refusal = null;
  if (!(await alone().catch((error) => { refusal = error; return true; }))) {
    clearTimeout(slow);
    byId("loading").textContent = say("other_page");
    return;
  }
  const device = await within(Device.read(build), COMES_MS, "no_file_came");
  const companion = new Companion(
    (scene) => {
      if (scene.language && speak(scene.language)) write();
      device.show(scene);
    },
    (why) => note("not_saved", why ? { why } : null),
    (what, { message }) => note(what, { why: message }),
    refusal,
  );
  await companion.start(build, "");
  clearTimeout(slow);
  byId("loading").hidden = true;
  device.connect(companion);
  performance.mark("picture");
  window.companion = companion; // for tests, and for who is curious
  menu(companion);
  stay(Device.files(build), () => note("not_offline", {}));
  persist().then((will) => note("not_persistent", will ? null : {}));
}

main().catch((error) => {
  const why = String(error.message || error).trim().split("\n").pop(); // an error of Python ends with what it is
  clearTimeout(slow);
  byId("loading").hidden = false;
  byId("loading").textContent = say("failed", { why });
  throw error;
});
