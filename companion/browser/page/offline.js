// What the browser does for a tablet that is the companion: it keeps the page, and the screen stays awake.

import { COMES_MS, within } from "./steps.js";

/** Have the browser keep all files, and the screen awake; `lack` is called where it does not. */
export async function stay(files, lack) {
  if (!window.isSecureContext || !navigator.serviceWorker) {
    lack();
    return;
  }
  keepAwake();
  document.addEventListener("visibilitychange", keepAwake);
  try {
    const worker = (await within(navigator.serviceWorker.register("kept.js"), COMES_MS)).installing;
    worker?.addEventListener("statechange", () => { if (worker.state === "redundant") lack(); });
    await keepMore(files);
  } catch {
    lack();
  }
}

/** Ask for files once the service worker listens: it keeps what it was asked for. */
async function keepMore(files) {
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  }
  for (const file of files) await fetch(file);
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
