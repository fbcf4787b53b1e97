// The page: starts the companion step by step, each with an end, and hands it to the touch table.

import { applyColours } from "./colours.js";
import { recall, remember } from "./memory.js";
import { say, takeWords } from "./words.js";
import { backUp, restore } from "./backup.js";
import { Companion } from "./companion.js";
import { alone, persist, stay } from "./grants.js";
import { come, followBytes, take } from "./steps.js";
import { TouchTable } from "./touch.js";

const byId = (id) => document.getElementById(id);
const SLOW_MS = 20000;
const notes = new Map();
const CALM = ["not_persistent", "not_offline"]; // what the menu alone says: it hinders nobody who plays
let slow = 0;

/** Show a sentence about this browser in the menu of the table, or take it away. */
function note(key, facts, table) {
  const before = notes.get(key);
  if (facts) notes.set(key, facts);
  else notes.delete(key);
  if (!table) return;
  table.notes = notes;
  table.problem = notes.has("not_kept") ? ["not_kept", notes.get("not_kept")] : null;
  table.draw();
  if (!facts || JSON.stringify(before) === JSON.stringify(facts)) return;
  // That nothing is saved matters more than whatever else this browser cannot do.
  if (key === "not_kept" || !(table.problem || CALM.includes(key))) table.tell([key, facts], true);
}

/** Say that the browser may delete the games, once: after the first game that was kept. */
function remind(table) {
  if (!table?.scene?.table.end || table.problem || !notes.has("not_persistent") || recall("reminded")) return;
  remember("reminded", "yes");
  table.tell(["not_persistent", {}]);
}

/** Have a file chosen, and take in the backup that it is. Return what is said then. */
function chooseBackup(companion) {
  const field = byId("file");
  return new Promise((done, fail) => {
    field.onchange = async () => {
      const [file] = field.files;
      field.value = "";
      if (file) restore(companion, await file.text()).then(() => done(say("taken_in")), fail);
    };
    field.click();
  });
}

async function main() {
  slow = setTimeout(() => { byId("slow").textContent = say("slow"); }, SLOW_MS);
  followBytes((bytes) => { byId("bar").value = bytes / BYTES; });
  takeWords(await come(take("words.json", "json")));
  performance.mark("begun"); // before that as-file.js tells what fails, which needs no words
  byId("loading").textContent = say("loading_program");
  let refusal = null;
  if (!(await alone().catch((error) => { refusal = error; return true; }))) {
    clearTimeout(slow);
    byId("loading").textContent = say("other_page");
    return;
  }
  applyColours();
  let table = null;
  const told = (key, facts) => note(key, facts, table);
  const companion = new Companion(
    (scene) => {
      table?.take(scene);
      remind(table);
    },
    () => table.tell(["tap_waits"]),
    (why) => told("not_kept", why ? { why } : null),
    (what, { message }) => told(what, { why: message }),
    refusal,
  );
  window.companion = companion; // for tests, and for who is curious
  const scene = await companion.firstScene();
  table = new TouchTable(byId("stage"), companion, {
    save: () => backUp(companion), restore: () => chooseBackup(companion),
  });
  table.take(scene);
  clearTimeout(slow);
  byId("start").classList.add("behind"); // the bar goes on over the table
  performance.mark("painted");
  companion.started = companion.start();
  await companion.started;
  if (table.notice?.said[0] === "tap_waits") { // it counts now
    table.notice = null;
    table.draw();
  }
  byId("start").remove();
  for (const [key, facts] of notes) told(key, facts);
  performance.mark("picture");
  stay(() => told("not_offline", {}));
  persist().then((will) => told("not_persistent", will ? null : {}));
}

main().catch((error) => {
  const why = String(error.message || error).trim().split("\n").pop(); // an error of Python ends with what it is
  clearTimeout(slow);
  byId("stage").hidden = true; // no picture without a companion that counts
  byId("start").classList.remove("behind");
  byId("loading").textContent = say("start_failed", { why });
  throw error;
});
