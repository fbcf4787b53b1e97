// Who acts, how many points there are, and what was done last.

import { h, unseen } from "./dom.js";
import { turnClock } from "./clock.js";
import { icon } from "./icons.js";
import { outOf } from "./counters.js";
import { tableFromAbove } from "./players.js";
import { symbol } from "./suits.js";
import { say } from "./words.js";

const SUITS = "WRBYGMK";

function figure(number, of, label) {
  return h("span", { class: "stat" },
    h("b", {}, String(number), of === null ? null : outOf(of)), unseen(" "),
    h("span", { class: "label" }, label));
}

/** The names of those who still act in the last round, the one who acts now first. */
function stillToPlay({ players }) {
  const now = players.findIndex((one) => one.acts);
  const around = [...players.slice(now), ...players.slice(0, now)];
  return around.filter((one) => !one.done).map((one) => one.called);
}

function countdown({ turns_left: count }) {
  return h("span", { class: "stat countdown" },
    h("b", {}, String(count)),
    h("span", { class: "label" }, say("turns_left", { count })));
}

function headAtEnd({ end }) {
  const rest = [end.verdict ? end.reason : "", end.far].filter(Boolean).join(" · ");
  return [
    h("h1", { class: "who-acts verdict" },
      h("span", { class: "name label" }, end.verdict || end.reason),
      h("span", { class: "turn-number" }, rest)),
    h("span", { class: "stats" }, figure(end.score, null, end.points)),
  ];
}

/** The head: who acts, or what became of a game that is over; `asked` is the question about an earlier turn. */
export function head(table, asked) {
  if (table.end) return headAtEnd(table);
  if (asked) return h("h1", { class: "asked" }, asked);
  const who = table.players.find((one) => one.acts);
  const last = table.last_round;
  const turn = last ? say("last_round") : say("turn_number", { turn: table.turn });
  return [
    tableFromAbove(table),
    h("h1", { class: `who-acts${who?.own ? " own" : ""}` },
      h("span", { class: "turn-number" }, who?.own ? `${turn} · ${say("your_turn")}` : turn,
        table.clock ? [" · ", turnClock(table.clock)] : null), unseen(": "),
      h("span", { class: "name label" }, who ? who.called : ""), unseen(` ${say("to_act")}`)),
    last ? countdown(last) : null,
    h("span", { class: "stats" },
      figure(table.score, table.maximum, say("points")),
      figure(table.deck, null, say("deck_short"))),
  ];
}

/** The line: what is told or asked now, else the last turns. */
export function line(table, notice) {
  if (notice) {
    const kind = notice.refusal ? " refusal" : "";
    return [
      h("span", { class: `said${kind}${notice.at ? " here" : ""}` }, notice.text),
      notice.redo ? h("span", { class: "again" }, icon("redo"), say("redo")) : null,
      notice.at ? line(table, null) : null,
    ];
  }
  if (table.last_round) {
    return h("span", { class: "still" }, say("who_still", { who: stillToPlay(table).join(", ") }));
  }
  if (!table.turns.length) return h("span", { class: "still" }, say("tap_card"));
  return table.turns.slice(0, 3).map((one) =>
    h("span", { class: "last" }, h("small", {}, String(one.turn)), " ", h("b", {}, one.who), " ", one.what));
}

function option({ item, name, marked }) {
  const suit = item.length === 1 && SUITS.includes(item) ? item : null;
  const classes = `option${marked ? " marked" : ""}${suit ? ` suit-${suit}` : ""}`;
  return h("li", { class: classes, "aria-current": marked ? "true" : null }, suit ? symbol(suit) : null, h("span", {}, name));
}

/** The line of those who take no turn: what the device asks of the player who acts, too. */
export function watchedLine(table) {
  const { choice, notice } = table;
  if (choice) {
    const asked = h("li", { class: "question" }, notice ? notice.text : choice.question);
    return h("ul", { class: "options", "aria-label": choice.question }, asked, choice.options.map(option));
  }
  if (!notice && table.tile_pending) return h("span", { class: "still" }, say("tile_pending"));
  if (notice || table.last_round || table.turns.length) return line(table, notice);
  return h("span", { class: "still" }, say("begun"));
}
