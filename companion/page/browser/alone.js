// One page plays at a time: the first one that is open.

import { within } from "./steps.js";

const LEAVES_MS = 3000; // a page that is closed or loaded again has the lock until the browser is done with it

/** Return true if this page is the one that plays; it stays so until it is closed. Fails where the browser refuses. */
export async function alone() {
  return within(navigator.locks ? locked() : asked());
}

function locked() {
  return new Promise((done, fail) => {
    const signal = AbortSignal.timeout(LEAVES_MS);
    navigator.locks.request("hanabi-companion", { signal }, () => {
      done(true);
      return new Promise(() => {});
    }).catch((error) => (signal.aborted ? done(false) : fail(error)));
  });
}

/** On plain http there are no locks: ask the other pages. */
function asked() {
  const channel = new BroadcastChannel("hanabi-companion");
  return new Promise((done) => {
    const waited = setTimeout(() => {
      channel.onmessage = (event) => event.data === "who plays?" && channel.postMessage("I play");
      done(true);
    }, 300);
    channel.onmessage = (event) => {
      if (event.data !== "I play") return;
      clearTimeout(waited);
      channel.close();
      done(false);
    };
    channel.postMessage("who plays?");
  });
}
