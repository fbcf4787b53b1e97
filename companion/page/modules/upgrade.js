// Upgrades: once another version is served than the page is, the page gets itself anew.

import { spoken } from "./words.js";

/** Load the page anew if this version is another one, but not again and again where that does not help. */
export function keepUp(version) {
  if (!version || !spoken.version || version === spoken.version) return;
  try {
    if (window.sessionStorage.getItem("reloaded") === version) return;
    window.sessionStorage.setItem("reloaded", version);
  } catch {
    // Without storage it tries each time: the version that it gets is the one that is served.
  }
  window.location.reload();
}
