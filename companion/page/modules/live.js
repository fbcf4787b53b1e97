// A stream of what changes. A browser opens it again by itself; here it is noticed when it is silent, or refused.

import { spoken } from "./words.js";

const SILENCE_MS = 40000;
const PAUSE_MS = 2000;

/** Load the page anew where another version is served now, but not again and again where that does not help. */
function keepUp(version) {
  if (!version || !spoken.version || version === spoken.version) return;
  try {
    if (window.sessionStorage.getItem("reloaded") === version) return;
    window.sessionStorage.setItem("reloaded", version);
  } catch {
    // Without storage it tries each time: the version that it gets is the one that is served.
  }
  window.location.reload();
}

/**
 * Follow a stream until `stop` is called.
 *
 * told: what is called with the facts of each event, by its name; they have the version that is served.
 * onTrouble: is told "away" where what the page shows cannot be reached, "offline" where the page's own process cannot.
 */
export function follow(path, told, onTrouble) {
  let stream = null;
  let heard = 0;
  const acts = { ...told, away: () => onTrouble("away"), keep: () => undefined };

  function open() {
    stream?.close();
    heard = Date.now();
    stream = new EventSource(path);
    stream.onerror = () => {
      onTrouble("offline");
      if (stream?.readyState === EventSource.CLOSED) heard = Date.now() - SILENCE_MS; // refused: it is asked again
    };
    for (const [name, act] of Object.entries(acts)) {
      stream.addEventListener(name, ({ data }) => {
        heard = Date.now();
        const facts = JSON.parse(data);
        keepUp(facts.version);
        act(facts);
      });
    }
  }

  // A page that was frozen, asleep or out of reach may have missed the end of its stream.
  function watch() {
    if (stream && Date.now() - heard >= SILENCE_MS) open();
  }

  // A browser may keep a page that was left, with its stream; with six of them it opens no other.
  function leave() {
    stream?.close();
    stream = null;
  }

  const ending = new AbortController();
  const on = (target, name, act) => target.addEventListener(name, act, { signal: ending.signal });
  const timer = window.setInterval(watch, PAUSE_MS);
  // What was told while it slept may be lost without a sign: all is told anew.
  const wake = () => { if (stream && !document.hidden) open(); };
  on(document, "visibilitychange", wake);
  on(document, "resume", wake);
  on(window, "pageshow", (event) => event.persisted && open());
  on(window, "pagehide", leave);
  on(window, "online", open);
  on(window, "offline", () => onTrouble("offline"));
  open();

  return function stop() {
    window.clearInterval(timer);
    ending.abort();
    leave();
  };
}
