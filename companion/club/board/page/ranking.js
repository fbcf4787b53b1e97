// The evening's ranking: by edition and number of players, the best of each beside the tables, or all of it.

import { h, redraw } from "./dom.js";
import { say } from "./words.js";

const LINE = 1.36; // the height of a line in letters

const named = (group) => `${group.edition}, ${group.players}`;
const link = (game) => h("a", { href: `#table/${encodeURIComponent(game.table)}` }, game.name);

/** The best games of each group, as many as an element has room for. */
export function best(groups, element) {
  if (groups.length === 0) return [h("p", { class: "hint" }, say("ranking_none"))];
  const lines = Math.floor(element.clientHeight / (LINE * parseFloat(getComputedStyle(element).fontSize)));
  const shown = groups.slice(0, Math.max(1, Math.floor(lines / 5)));
  let room = lines - 2.1 * shown.length; // a heading has two lines at most
  return shown.map((group, place) => {
    const games = group.games.slice(0, Math.max(1, Math.floor(room / (shown.length - place))));
    room -= games.length;
    return h("section", {}, h("h3", {}, named(group)),
      h("ol", {}, games.map((game) => h("li", { class: game.lost ? "lost" : "" },
        h("span", { class: "place" }, `${game.place}.`), h("span", { class: "called" }, game.name), h("span", { class: "verdict" }, game.verdict), h("b", {}, String(game.score))))));
  });
}

/** Fill an element with all of it. */
export function whole(view, groups) {
  const head = ["ranking_place", "ranking_table", "ranking_points", "ranking_verdict", "ranking_ended"];
  redraw(view, [groups, say("ranking_whole")], () => (groups.length === 0 ? [h("p", { class: "card" }, say("ranking_none"))] : groups.map((group) =>
    h("section", { class: "card standings ranking", tabindex: "0", "aria-label": named(group) },
      h("h2", {}, named(group)),
      h("table", {},
        h("thead", {}, h("tr", {}, head.map((key) => h("th", { scope: "col" }, say(key))))),
        h("tbody", {}, group.games.map((game) =>
          h("tr", { class: game.lost ? "lost" : "" },
            h("td", {}, String(game.place)),
            h("th", { scope: "row" }, link(game), game.names ? h("small", {}, game.names) : null),
            h("td", {}, h("b", {}, String(game.score)), h("small", {}, game.maximum)),
            h("td", {}, game.verdict),
            h("td", {}, game.ended)))))))));
}
