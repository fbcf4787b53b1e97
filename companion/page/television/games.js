// Past games: the list with its filters, and the standings.

import { h } from "./dom.js";
import { say, spoken } from "./words.js";
import { ask, codeForm } from "./session.js";

/** Get something that may want the code first; `draw` is called with it. */
export function guarded(view, path, draw) {
  let ended = false;
  async function open() {
    try {
      const told = await ask(path);
      if (!ended) draw(told);
    } catch (failed) {
      if (ended) return;
      if (failed.status === 403) view.replaceChildren(codeForm(open));
      else view.replaceChildren(h("p", { class: "card wrong", role: "alert" }, failed.message));
    }
  }
  open();
  return () => { ended = true; };
}

const who = (game) => (Array.isArray(game.players) ? game.players.filter(Boolean) : []);
const people = (game) => (who(game).length > 0 ? who(game).join(", ") : say("so_many_players", { count: Array.isArray(game.players) ? game.players.length : game.players }));

function day(seconds) {
  if (!seconds) return "";
  return new Date(1000 * seconds).toLocaleDateString(spoken.language, { year: "numeric", month: "short", day: "numeric" });
}

function filter(id, label, values, changed) {
  return h("div", { class: "row" }, h("label", { for: id }, label),
    h("select", { id, onchange: changed }, h("option", { value: "" }, say("filter_all")), values.map((one) => h("option", { value: one }, one))));
}

/** What all spellings of a name have in common. */
const folded = (name) => name.normalize("NFC").toLowerCase();
const spellings = (names) => [...new Map(names.map((name) => [folded(name), name])).values()];
const sorted = (values) => [...new Set(values)].sort((one, other) => one.localeCompare(other, spoken.language));

function entry(game) {
  const result = game.status === "playing" ? say("in_progress") : game.verdict || game.text;
  return h("li", {},
    h("a", { class: "card game-link", href: `#game/${game.game}` },
      h("span", { class: "score" }, h("b", {}, String(game.score)), h("small", {}, `/${game.maximum}`)),
      h("span", { class: "text" },
        h("b", {}, people(game)),
        h("span", {}, [say("game_number", { game: game.game }), game.edition, day(game.began), game.took].filter(Boolean).join(" · ")),
        h("span", { class: `result ${game.status}` }, result))));
}

/** Fill an element with the list of past games. */
export function games(view) {
  return guarded(view, "/games", (told) => {
    const list = h("ul", { class: "games-list" });
    const count = h("p", { class: "count", role: "status" });
    const [byPlayer, byEdition] = [{ value: "" }, { value: "" }];
    function draw() {
      const shown = told.games.filter((game) => (!byPlayer.value || who(game).map(folded).includes(folded(byPlayer.value))) && (!byEdition.value || game.edition === byEdition.value));
      list.replaceChildren(...shown.map(entry));
      count.textContent = shown.length > 0 ? say("games_count", { count: shown.length }) : say("no_games");
    }
    view.replaceChildren(
      h("div", { class: "filters card" },
        filter("by-player", say("filter_players"), sorted(told.games.flatMap(who)), (event) => { byPlayer.value = event.target.value; draw(); }),
        filter("by-edition", say("filter_edition"), sorted(told.games.map((game) => game.edition)), (event) => { byEdition.value = event.target.value; draw(); })),
      count, list,
      told.backup ? h("p", { class: "row" }, h("a", { class: "plain-button", href: "/backup", download: "hanabi-backup.txt" }, say("backup"))) : "");
    draw();
  });
}

const number = (value) => (typeof value === "number" ? value.toLocaleString(spoken.language, { maximumFractionDigits: 1 }) : "–");

/** Fill an element with the standings. */
export function standings(view) {
  return guarded(view, "/standings", (told) => {
    if (told.groups.length === 0) {
      view.replaceChildren(h("p", { class: "card" }, say("no_games")));
      return;
    }
    const head = ["standings_who", "standings_games", "standings_perfect", "standings_best", "standings_streak"];
    view.replaceChildren(
      h("div", { class: "card standings", tabindex: "0", role: "region", "aria-labelledby": "heading" },
        h("table", {},
          h("thead", {}, h("tr", {}, head.map((key) => h("th", { scope: "col" }, say(key))))),
          h("tbody", {}, told.groups.map((one) =>
            h("tr", {}, h("th", { scope: "row" }, h("b", {}, one.who), h("small", {}, one.edition)),
              [one.games, one.perfect, one.best, one.longest_streak].map((value) => h("td", {}, number(value)))))))));
  });
}
