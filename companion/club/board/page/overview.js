// All tables at once, as large as they fit, and the evening's best beside them.

import { h, redraw } from "./dom.js";
import { say } from "./words.js";
import { tile } from "./tile.js";
import { bestGames } from "./ranking.js";
import { fit } from "./fit.js";
import { shorten } from "./shorten.js";

const TURN_MS = 12000; // time for which a page of tables is shown
const LOOK_MS = 60000; // time for which it stays after a key or the pointer
const STEPS = new Map([["ArrowRight", [1, 0]], ["ArrowLeft", [-1, 0]], ["ArrowDown", [0, 1]], ["ArrowUp", [0, -1]]]);

/** The overview: `element`, `show(tables, ranking, known)`, and `focus(id)`; `onPage` takes which page is shown. */
export function makeOverview(onPage) {
  const tiles = h("ul", { class: "tiles", onkeydown: onKey });
  const title = h("h2");
  const lists = h("div", { class: "best" });
  const evening = h("section", { class: "evening" }, title, lists);
  const element = h("div", { class: "overview", onpointermove: noteUse, onkeydown: noteUse }, tiles, evening);
  const drawn = new Map();
  let page = 0;
  let each = 1; // tables of a page
  let touched = -LOOK_MS;
  let wanted = "";
  let ranked = { groups: [], version: 0 };

  function show(tables, ranking, known) {
    const ids = new Set(tables.map((one) => one.id));
    for (const [id, one] of drawn) if (!ids.has(id)) { one.element.remove(); drawn.delete(id); }
    tables.forEach((table, place) => {
      let one = drawn.get(table.id);
      if (!one) {
        one = { element: h("li", { class: "tile-item" }), before: null };
        drawn.set(table.id, one);
      }
      if (redraw(one.element, [table, say("title")], () => tile(table, one.before))) one.before = table;
      if (tiles.children[place] !== one.element) tiles.insertBefore(one.element, tiles.children[place] || null);
    });
    element.classList.toggle("empty", tables.length === 0);
    const none = element.querySelector(".welcome");
    if (none) none.remove();
    if (tables.length === 0) element.prepend(h("p", { class: `welcome${known ? "" : " waiting"}` }, say(known ? "no_tables" : "waiting")));
    tiles.setAttribute("aria-label", say("tables"));
    title.textContent = say("ranking");
    evening.hidden = !known;
    ranked = ranking;
    arrange();
    if (wanted && drawn.has(wanted)) focus(wanted);
  }

  /** As large as fits; the lists as long as there is room. */
  function arrange() {
    const most = Math.max(5, ...[...tiles.children].map((one) => one.querySelectorAll(".rocket").length));
    each = fit(element, tiles, most);
    const count = Math.ceil(tiles.childElementCount / each);
    page %= Math.max(1, count);
    [...tiles.children].forEach((one, place) => { one.hidden = Math.floor(place / each) !== page; });
    onPage(count > 1 ? `${page + 1}/${count}` : "");
    element.querySelectorAll(".tile.lost .line").forEach(shorten);
    redraw(lists, [ranked.version, lists.clientHeight, parseFloat(getComputedStyle(lists).fontSize), say("title")], () => bestGames(ranked.groups, lists));
  }

  /** Put the focus on a table, now or once it is there. */
  function focus(id) {
    const one = drawn.get(id);
    wanted = one ? "" : id;
    if (one) turnTo(one.element);
  }

  /** Show the page of a table, and put the focus on it. */
  function turnTo(item) {
    noteUse();
    page = Math.floor([...tiles.children].indexOf(item) / each);
    arrange();
    item.querySelector("a").focus();
  }

  function onKey(event) {
    const step = STEPS.get(event.key);
    const item = event.target.closest(".tile-item");
    if (!step || !item || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = [...tiles.children];
    const columns = Number(getComputedStyle(element).getPropertyValue("--columns")) || 1;
    const next = all[all.indexOf(item) + step[0] + columns * step[1]];
    if (!next) return;
    event.preventDefault();
    turnTo(next);
  }

  function noteUse() {
    touched = performance.now();
  }

  /** Show the next page, unless a key or the pointer was just used on this one. */
  function showNextPage() {
    if (!element.isConnected) window.clearInterval(timer);
    else if (each < tiles.childElementCount && performance.now() - touched > LOOK_MS) {
      page += 1;
      arrange();
    }
  }

  const timer = window.setInterval(showNextPage, TURN_MS);

  if (window.ResizeObserver) new ResizeObserver(arrange).observe(element);
  return { element, show, focus };
}
