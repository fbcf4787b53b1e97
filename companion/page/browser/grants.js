// What the browser grants a tablet that is the companion: that one page plays, that files and games are kept, and that the
// screen stays awake.

import { come, within } from "./steps.js";

const LEAVES_MS = 3000; // a page that is closed or loaded again has the lock until the browser is done with it
const DATABASE = "hanabi-companion-plays";
let awake = null; // what keeps the screen awake
let held = null; // the database while this page plays; the browser would close one that nobody refers to

/** Return true if this page is the one that plays; it stays so until it is closed. Fails where the browser refuses. */
export async function alone() {
  return within(navigator.locks ? askLock() : askDatabase());
}

function askLock() {
  return new Promise((done, fail) => {
    const signal = AbortSignal.timeout(LEAVES_MS);
    navigator.locks.request("hanabi-companion", { signal }, () => {
      done(true);
      return new Promise(() => {});
    }).catch((error) => (signal.aborted ? done(false) : fail(error)));
  });
}

/** Plain http has no locks, but a database, which has no new version while an older one is open. The browser itself
    keeps this promise, so that a page that is busy keeps it too. */
function askDatabase() {
  return new Promise((done, fail) => {
    const late = AbortSignal.timeout(LEAVES_MS);
    late.onabort = () => done(false);
    const open = (version, onOpened) => {
      const asked = indexedDB.open(DATABASE, version);
      let isMine = false;
      asked.onupgradeneeded = () => { isMine = true; };
      asked.onsuccess = () => onOpened(asked.result, isMine);
      asked.onerror = () => (asked.error.name === "VersionError" ? done(false) : fail(asked.error));
    };
    open(undefined, (newest) => {
      newest.close();
      open(newest.version + 1, (mine, isMine) => {
        // Of two pages that ask for the same version, one makes it.
        if (late.aborted || !isMine) mine.close();
        else held = mine;
        done(held !== null);
      });
    });
  });
}

/** Have the browser keep all files, and the screen awake; `lack` is called where it does not. */
export async function stay(lack) {
  if (!window.isSecureContext || !navigator.serviceWorker) {
    lack();
    return;
  }
  keepAwake();
  for (const again of ["visibilitychange", "pointerdown"]) document.addEventListener(again, keepAwake);
  try {
    const registration = await come(navigator.serviceWorker.register("kept.js", { updateViaCache: "none" }));
    const worker = registration.installing;
    const isFirst = !registration.active;
    worker?.addEventListener("statechange", () => { if (isFirst && worker.state === "redundant") lack(); });
    const follow = () => (registration.installing || registration.waiting)?.postMessage("follow");
    registration.addEventListener("updatefound", follow);
    follow();
  } catch {
    lack();
  }
}

/** Ask for the screen to stay awake, unless it does: the browser may refuse it, or take it away, and give it at the next touch. */
async function keepAwake() {
  if (document.visibilityState !== "visible" || awake?.released === false) return;
  awake = await navigator.wakeLock?.request("screen").catch(() => null);
}

/** Ask the browser not to delete the games when it is short of space. Return whether it will not. */
export async function persist() {
  try {
    return (await within(navigator.storage.persisted())) || (await within(navigator.storage.persist()));
  } catch {
    return false; // it cannot, or refuses, or does not answer
  }
}
