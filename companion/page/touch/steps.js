// The steps of the start: each ends, well or with a sentence.

import { say } from "./words.js";

const ANSWERS_MS = 8000; // for what the browser does by itself
export const COMES_MS = 180000; // for what comes over a slow network

/** What a promise comes to. Fails if that takes too long. */
export function within(promise, wait = ANSWERS_MS, why = "no_answer") {
  let late;
  const ended = new Promise((_, fail) => { late = setTimeout(() => fail(new Error(say(why))), wait); });
  return Promise.race([promise, ended]).finally(() => clearTimeout(late));
}

/** A file of the folder. Fails with a sentence if the server does not give it. */
export async function take(file, read) {
  const answer = await fetch(file).catch(() => ({ status: "–" }));
  if (!answer.ok) throw new Error(say("no_file", { file, status: answer.status }));
  return answer[read]().catch(() => { throw new Error(say("broken_file", { file })); });
}
