// The evening's ranking: by edition and number of players, the best of each beside the tables, or all of it.

import { h, redraw } from "./dom.js";
import { say } from "./words.js";

const LINE = 1.36; // the height of a line in letters

const keyOf = (table, game) => `${table}/${game}`;
const areEqual = (one, other) => one.lost === other.lost && one.score === other.score && one.points === other.points;

/** The order of two words or numbers. */
export const compare = (one, other) => Number(one > other) - Number(one < other);

/** The best first; of equals the one that ended first. */
function compareGames(one, other) {
  const differs = one.order.findIndex((value, place) => value !== other.order[place]);
  return differs < 0 ? compare(one.table, other.table) || compare(one.game, other.game) : compare(one.order[differs], other.order[differs]);
}

/** The ranking from the games that the board tells: `groups`, those with most games first, and `version`, another one after each. */
export function makeRanking() {
  const games = new Map();
  const ranking = { groups: [], version: 0, takeGames };

  function takeGames(told) {
    if (told.whole) games.clear();
    for (const [table, game] of told.without) games.delete(keyOf(table, game));
    for (const game of told.games) games.set(keyOf(game.table, game.game), game);
    const groups = new Map();
    for (const game of games.values()) {
      if (!groups.has(game.group)) groups.set(game.group, []);
      groups.get(game.group).push(game);
    }
    ranking.groups = [...groups].map(([key, all]) => {
      numberPlaces(all.sort(compareGames));
      const edition = all.every((game) => game.edition === all[0].edition) ? all[0].edition : all[0].rules;
      return { key, edition, players: all[0].players, games: all };
    }).sort((one, other) => other.games.length - one.games.length || compare(one.key, other.key));
    ranking.version += 1;
  }

  /** Equal games share a place. */
  function numberPlaces(all) {
    all.forEach((game, index) => { game.place = index > 0 && areEqual(game, all[index - 1]) ? all[index - 1].place : index + 1; });
  }

  return ranking;
}

const named = (group) => `${group.edition}, ${group.players}`;
const link = (game) => h("a", { href: `#table/${game.table}` }, game.name);

/** The best games of each group, as many as an element has room for. */
export function bestGames(groups, element) {
  if (groups.length === 0) return [h("p", { class: "hint" }, say("ranking_none"))];
  const lines = Math.floor(element.clientHeight / (LINE * parseFloat(getComputedStyle(element).fontSize)));
  const shown = groups.slice(0, Math.max(1, Math.floor(lines / 5)));
  let room = lines - 2.1 * shown.length; // a heading has two lines at most
  return shown.map((group, place) => {
    const games = group.games.slice(0, Math.max(1, Math.floor(room / (shown.length - place))));
    room -= games.length;
    return h("section", {}, h("h3", {}, named(group)),
      h("ol", {}, games.map((game) => h("li", { class: game.lost ? "lost" : "" },
        h("span", { class: "place" }, `${game.place}.`), h("span", { class: "called" }, game.name), h("span", { class: "verdict" }, game.verdict), h("b", {}, game.far_in_short || String(game.score))))));
  });
}

/** Fill an element with all of it. */
export function drawRanking(view, { groups, version }) {
  const head = ["ranking_place", "ranking_table", "ranking_points", "ranking_verdict", "ranking_ended"];
  redraw(view, [version, say("ranking_whole")], () => (groups.length === 0 ? [h("p", { class: "card" }, say("ranking_none"))] : groups.map((group) =>
    h("section", { class: "card standings ranking", tabindex: "0", "aria-label": named(group) },
      h("h2", {}, named(group)),
      h("table", {},
        h("thead", {}, h("tr", {}, head.map((key) => h("th", { scope: "col" }, say(key))))),
        h("tbody", {}, group.games.map((game) =>
          h("tr", { class: game.lost ? "lost" : "" },
            h("td", {}, String(game.place)),
            h("th", { scope: "row" }, link(game), game.names ? h("small", {}, game.names) : null),
            h("td", {}, h("b", {}, String(game.score)), h("small", {}, game.maximum)),
            h("td", {}, [game.verdict, game.far].filter(Boolean).join(", ")),
            h("td", {}, game.ended)))))))));
}
