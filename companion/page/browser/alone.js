// One page plays at a time: the first one that is open.

import { within } from "./steps.js";

/** Return true if this page is the one that plays; it stays so until it is closed. Fails where the browser refuses. */
export async function alone() {
  return within(navigator.locks ? locked() : asked());
}

function locked() {
  return new Promise((done, fail) => {
    navigator.locks.request("hanabi-companion", { ifAvailable: true }, (lock) => {
      done(lock !== null);
      return lock && new Promise(() => {});
    }).catch(fail);
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
