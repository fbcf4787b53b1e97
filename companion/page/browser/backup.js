// A backup, saved as a file and taken in again, by the requests that scripts make.

import { saveFile } from "./dom.js";

const PART = 8000; // letters of a backup that are handed over at a time

/** The answer of the companion. Throws what it refuses. */
function ask(companion, body) {
  const answer = companion.ask(body);
  if (!answer?.ok) throw new Error(answer?.error || "no answer");
  return answer;
}

/** Save a backup of everything. */
export async function backUp(companion) {
  await companion.started;
  const text = new Blob([companion.page.backup()], { type: "text/plain" });
  saveFile(`hanabi-${new Date().toISOString().slice(0, 10)}.txt`, text);
  ask(companion, { do: "backup" });
}

/** Take in a backup. */
export async function restore(companion, text) {
  await companion.started;
  ask(companion, { do: "restore", step: "begin" });
  for (let at = 0; at < text.length; at += PART) {
    ask(companion, { do: "restore", step: "text", text: text.slice(at, at + PART) });
  }
  while (!ask(companion, { do: "restore", step: "check" }).checked);
  ask(companion, { do: "restore", step: "end" });
}
