// The page: starts the companion step by step, each with an end, and hands it to the touch table.

import { applyColours } from "./colours.js";
import { recall, remember } from "./memory.js";
import { say, takeWords } from "./words.js";
import { backUp, restore } from "./backup.js";
import { Companion } from "./companion.js";
import { alone, persist, stay } from "./grants.js";
import { COMES_MS, take, within } from "./steps.js";
import { TouchTable } from "./touch.js";

const byId = (id) => document.getElementById(id);
const SLOW_MS = 20000;
const STEPS = ["words", "program", "python", "games"]; // what the start loads
const there = new Set();
const notes = new Map();
const CALM = ["not_persistent", "not_offline"]; // what the menu alone says: it hinders nobody who plays
let slow = 0;
let over = false; // the start has failed: what still comes changes nothing that is said

/** Say what is loaded, and how much of it is there. */
function progress(step) {
  if (over) return;
  there.add(step);
  byId("bar").value = there.size / STEPS.length;
  const next = STEPS.find((one) => !there.has(one));
  if (next) byId("loading").textContent = say(`loading_${next}`);
}

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
  takeWords(await within(take("words.json", "json"), COMES_MS, "no_file_came"));
  performance.mark("begun"); // before that as-file.js tells what fails, which needs no words
  progress("words");
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
    (why) => told("not_kept", why ? { why } : null),
    (what, { message }) => told(what, { why: message }),
    refusal,
  );
  await companion.start(progress);
  clearTimeout(slow);
  byId("start").remove();
  table = new TouchTable(byId("stage"), companion, {
    save: () => backUp(companion), restore: () => chooseBackup(companion),
  });
  companion.show();
  for (const [key, facts] of notes) told(key, facts);
  performance.mark("picture");
  window.companion = companion; // for tests, and for who is curious
  stay(() => told("not_offline", {}));
  persist().then((will) => told("not_persistent", will ? null : {}));
}

main().catch((error) => {
  const why = String(error.message || error).trim().split("\n").pop(); // an error of Python ends with what it is
  clearTimeout(slow);
  over = true;
  byId("loading").textContent = say("start_failed", { why });
  throw error;
});
