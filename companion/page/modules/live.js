// A stream of what changes. A browser opens it again by itself; here it is noticed when it is silent, or refused.

const SILENCE_MS = 40000;
const PAUSE_MS = 2000;

/**
 * Follow a stream until `stop` is called.
 *
 * told: what is called with the facts of each event, by its name. lost() is called when the page's own process cannot
 * be reached.
 */
export function follow(path, told, lost) {
  let stream = null;
  let heard = 0;

  function open() {
    stream?.close();
    heard = Date.now();
    stream = new EventSource(path);
    stream.onerror = () => {
      lost();
      if (stream?.readyState === EventSource.CLOSED) heard = Date.now() - SILENCE_MS; // refused: it is asked again
    };
    stream.addEventListener("keep", () => { heard = Date.now(); });
    for (const [name, act] of Object.entries(told)) {
      stream.addEventListener(name, ({ data }) => {
        heard = Date.now();
        act(JSON.parse(data));
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
  on(document, "visibilitychange", watch);
  on(document, "resume", watch);
  on(window, "pageshow", (event) => event.persisted && open());
  on(window, "pagehide", leave);
  on(window, "online", open);
  on(window, "offline", lost);
  open();

  return function stop() {
    window.clearInterval(timer);
    ending.abort();
    leave();
  };
}
