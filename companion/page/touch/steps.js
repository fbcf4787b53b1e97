// The steps of the start: each ends, well or with a sentence.

import { say } from "./words.js";

const ANSWERS_MS = 8000; // for what the browser does by itself
const SILENT_MS = 60000; // so long nothing comes of a file over the slowest network
const coming = new Set(); // the files that are on their way
let heard = 0; // when something of one came
let bytes = 0;
let onBytes = () => {};

/** What a promise comes to. Fails if that takes too long. */
export function within(promise, wait = ANSWERS_MS) {
  let late;
  const ended = new Promise((_, fail) => { late = setTimeout(() => fail(new Error(say("no_answer"))), wait); });
  return Promise.race([promise, ended]).finally(() => clearTimeout(late));
}

/** What a promise of files comes to. Fails once nothing has come for long, however long all of it takes. */
export function come(promise) {
  const asked = performance.now();
  let look;
  const ended = new Promise((_, fail) => {
    look = setInterval(() => {
      const last = heard;
      if (performance.now() - Math.max(last, asked) < SILENT_MS) return;
      // What came while the page was busy is heard before this.
      setTimeout(() => last === heard && fail(new Error(say("no_file_came", { file: [...coming].join(", ") || "pyodide/" }))));
    }, 1000);
  });
  return Promise.race([promise, ended]).finally(() => clearInterval(look));
}

/** Have somebody told how many bytes have come. */
export function followBytes(follow) {
  onBytes = follow;
}

/** Hear a file come, piece by piece, but for one that this device has. Return the answer of the server. */
export async function hear(file, asked) {
  coming.add(file);
  const answer = await asked;
  heard = performance.now();
  if (navigator.serviceWorker?.controller) coming.delete(file);
  else count(answer.clone()).catch(() => {}).finally(() => coming.delete(file));
  return answer;
}

async function count(answer) {
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    heard = performance.now();
    bytes += part.value.length;
    onBytes(bytes);
  }
}

/** A file of the folder. Fails with a sentence if the server does not give it. */
export async function take(file, read) {
  const answer = await hear(file, fetch(file)).catch(() => ({ status: "–" }));
  if (!answer.ok) throw new Error(say("no_file", { file, status: answer.status }));
  return answer[read]().catch(() => { throw new Error(say("broken_file", { file })); });
}
