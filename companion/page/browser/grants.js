// What the browser grants a tablet that is the companion: that one page plays, that files and games are kept, and that the
// screen stays awake.

import { COMES_MS, within } from "./steps.js";

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

/** Have the browser keep all files, and the screen awake; `lack` is called where it does not. */
export async function stay(lack) {
  if (!window.isSecureContext || !navigator.serviceWorker) {
    lack();
    return;
  }
  keepAwake();
  document.addEventListener("visibilitychange", keepAwake);
  try {
    const worker = (await within(navigator.serviceWorker.register("kept.js"), COMES_MS)).installing;
    worker?.addEventListener("statechange", () => { if (worker.state === "redundant") lack(); });
  } catch {
    lack();
  }
}

function keepAwake() {
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
}

/** Ask the browser not to delete the games when it is short of space. Return whether it will not. */
export async function persist() {
  try {
    return (await within(navigator.storage.persisted())) || (await within(navigator.storage.persist()));
  } catch {
    return false; // it cannot, or refuses, or does not answer
  }
}
