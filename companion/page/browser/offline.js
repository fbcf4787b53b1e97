// What the browser does for a tablet that is the companion: it keeps the page, and the screen stays awake.

import { COMES_MS, within } from "./steps.js";

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
