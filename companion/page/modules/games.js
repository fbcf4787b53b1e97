// Past games: the list with its filters, and the standings.

import { h } from "./dom.js";
import { folded, say, spoken } from "./words.js";

/**
 * Get something and draw it.
 *
 * source: `ask` gets the facts at a path; `form` makes what asks for the code where that is wanted first.
 */
export function fetched(view, source, path, draw) {
  let ended = false;
  async function open() {
    try {
      const told = await source.ask(path);
      if (!ended) draw(told);
    } catch (failed) {
      if (ended) return;
      const wrong = () => h("p", { class: "card wrong", role: "alert" }, failed.message);
      view.replaceChildren(failed.status === 403 ? source.form(open) : wrong());
    }
  }
  open();
  return () => { ended = true; };
}

const namesOf = (game) => (Array.isArray(game.players) ? game.players.filter(Boolean) : []);

function day(seconds) {
  if (!seconds) return "";
  const shown = { year: "numeric", month: "short", day: "numeric" };
  return new Date(1000 * seconds).toLocaleDateString(spoken.language, shown);
}

const sorted = (values) => [...new Set(values)].sort((one, other) => one.localeCompare(other, spoken.language));

function filter(id, label, values, changed) {
  const options = ["", ...sorted(values)].map((one) => h("option", { value: one }, one || say("filter_all")));
  return h("div", { class: "row" },
    h("label", { for: id }, label),
    h("select", { id, onchange: changed }, options));
}

function entry(game) {
  const facts = [say("game_number", { game: game.game }), game.edition, day(game.began), game.took];
  return h("li", {},
    h("a", { class: "card game-link", href: `#game/${game.game}` },
      h("span", { class: "score" }, h("b", {}, String(game.score)), h("small", {}, `/${game.maximum}`)),
      h("span", { class: "text" },
        h("b", {}, game.who),
        h("span", {}, facts.filter(Boolean).join(" · ")),
        h("span", { class: `result ${game.status}` }, game.verdict))));
}

/** Fill an element with the list of past games. */
export function games(view, source) {
  return fetched(view, source, "/games", (told) => {
    const list = h("ul", { class: "games-list" });
    const count = h("p", { class: "count", role: "status" });
    const wanted = { player: "", edition: "" };
    function draw() {
      const shown = told.games
        .filter((game) => !wanted.player || namesOf(game).map(folded).includes(folded(wanted.player)))
        .filter((game) => !wanted.edition || game.edition === wanted.edition);
      list.replaceChildren(...shown.map(entry));
      count.textContent = shown.length > 0 ? say("games_count", { count: shown.length }) : say("no_games");
    }
    const by = (key) => (event) => {
      wanted[key] = event.target.value;
      draw();
    };
    const saved = { class: "plain-button", href: "/backup", download: "hanabi-backup.txt" };
    view.replaceChildren(
      h("div", { class: "filters card" },
        filter("by-player", say("filter_players"), told.games.flatMap(namesOf), by("player")),
        filter("by-edition", say("filter_edition"), told.games.map((game) => game.edition), by("edition"))),
      count, list,
      told.backup ? h("p", { class: "row" }, h("a", saved, say("backup"))) : "");
    draw();
  });
}

let renamed = null; // what was put right last here: one key takes it back

/** A button that has games read otherwise, and then shows them so; `wrong` says why not. */
export function retelling(source, text, makeBody, wrong) {
  const onclick = async () => {
    const body = makeBody();
    if (!body) return;
    const answer = await source.change(body);
    if (!answer?.ok) {
      wrong.textContent = answer?.error || "";
      return;
    }
    if (body.do === "rename") renamed = body.name === body.to ? null : body;
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  return h("button", { type: "button", class: "plain-button", onclick }, text);
}

function takeBack(source) {
  const { name, to } = renamed;
  const wrong = h("span", { class: "wrong", role: "alert" });
  const text = `${say("undo")} (${name} → ${to || say("nameless")})`;
  return h("p", { class: "row" }, retelling(source, text, () => ({ ...renamed, to: name }), wrong), wrong);
}

/** A player; under the finger of who plays also what puts the name right, joins it with another one or takes it away. */
function player(source, one) {
  if (!source.change) return h("b", {}, one.who);
  const input = h("input", { type: "text", autocomplete: "off", value: one.name, "aria-label": say("rename") });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const send = (text, find) => retelling(source, text, () => {
    const to = find();
    return to !== one.name && { do: "rename", name: one.name, to };
  }, wrong);
  return h("details", { class: "renaming" }, h("summary", {}, h("b", {}, one.who)), h("p", {}, say("rename_hint")), input,
    send(say("rename"), () => input.value.trim() || one.name), send(say("nameless"), () => ""), wrong);
}

const FIGURES = ["games", "perfect", "best", "average", "longest_streak"];

function number(value) {
  if (typeof value !== "number") return "–";
  return value.toLocaleString(spoken.language, { maximumFractionDigits: 1 });
}

function figures(source, title, rows) {
  const id = `standings-${title}`;
  const head = ["who", ...FIGURES].map((key) => h("th", { scope: "col" }, say(`standings_${key}`)));
  const body = rows.map((one) => h("tr", {},
    h("th", { scope: "row" }, one.name ? player(source, one) : h("b", {}, one.who), one.edition ? h("small", {}, one.edition) : null),
    FIGURES.map((key) => h("td", {}, number(one[key])))));
  return h("section", { class: "card standings", "aria-labelledby": id },
    h("h2", { id }, say(title)),
    h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, body)));
}

/** Fill an element with the standings: of those who played together, and of each player. */
export function standings(view, source) {
  return fetched(view, source, "/standings", ({ groups, players }) => {
    if (groups.length === 0) {
      view.replaceChildren(h("p", { class: "card" }, say("no_games")));
      return;
    }
    view.replaceChildren(
      source.change && renamed ? takeBack(source) : "",
      figures(source, "standings_groups", groups),
      players.length > 0 ? figures(source, "standings_players", players) : "");
  });
}
