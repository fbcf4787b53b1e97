// A stream of what changes, read byte by byte, so that its silence is noticed.
// (An EventSource hides the comments that keep a stream alive, and the status of a refusal.)

const SILENCE_MS = 40000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/**
 * Follow a stream until `stop` is called.
 *
 * told: what is called with the facts of each event, by its name. lost(full) is called when the page's own
 * process cannot be reached; full: it has no room for one more reader.
 */
export function follow(path, told, lost) {
  let stopped = false;
  let heard = Date.now();
  let reading = null;
  let pause = FIRST_PAUSE_MS;
  let waiting = 0;

  async function read() {
    reading = new AbortController();
    const mine = reading;
    heard = Date.now();
    let wait = 0;
    try {
      const answer = await fetch(path, { signal: mine.signal, cache: "no-store", headers: { Accept: "text/event-stream" } });
      if (!answer.ok) {
        wait = 1000 * Number(answer.headers.get("Retry-After") || 0);
        throw new Error(String(answer.status));
      }
      const reader = answer.body.getReader();
      const decoder = new TextDecoder();
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        heard = Date.now();
        pause = FIRST_PAUSE_MS;
        rest = events(rest + decoder.decode(value, { stream: true }), told);
      }
    } catch (failed) {
      // A refusal, a network that is gone, or a stream that was given up: all are tried again.
    }
    if (stopped || mine !== reading) return;
    lost(wait > 0);
    waiting = window.setTimeout(read, Math.max(pause, Math.min(wait, 30000)));
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }

  function again() {
    window.clearTimeout(waiting);
    pause = FIRST_PAUSE_MS;
    if (reading) reading.abort();
    read();
  }

  // A page that was frozen, asleep or out of reach may have missed the end of its stream.
  function watch() {
    if (!stopped && reading && Date.now() - heard > SILENCE_MS) again();
  }

  // A browser may keep a page that was left, with its stream; with six of them it opens no other.
  function leave() {
    const left = reading;
    reading = null;
    window.clearTimeout(waiting);
    if (left) left.abort();
  }

  const ending = new AbortController();
  const on = (target, name, act) => target.addEventListener(name, act, { signal: ending.signal });
  const timer = window.setInterval(watch, 5000);
  on(document, "visibilitychange", () => document.visibilityState === "visible" && watch());
  on(document, "resume", watch);
  on(window, "pageshow", (event) => event.persisted && again());
  on(window, "pagehide", leave);
  on(window, "online", again);
  on(window, "offline", () => lost(false));
  read();

  return function stop() {
    stopped = true;
    window.clearInterval(timer);
    window.clearTimeout(waiting);
    ending.abort();
    leave();
  };
}

/** Tell the whole events in a text; what is left of it is the beginning of the next one. */
function events(text, told) {
  const parts = text.replace(/\r\n?/g, "\n").split("\n\n");
  const rest = parts.pop();
  for (const part of parts) {
    let name = "message";
    const data = [];
    for (const line of part.split("\n")) {
      if (line.startsWith("event:")) name = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
    }
    if (data.length === 0) continue;
    try {
      const facts = JSON.parse(data.join("\n"));
      if (Object.hasOwn(told, name)) told[name](facts);
    } catch (fault) {
      console.error(fault); // a fault of the page's own is no fault of the stream
    }
  }
  return rest;
}
