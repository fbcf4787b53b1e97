// The line over the table: what to do now, the choice, a notice, or how it ended.

import { h, unseen } from "./dom.js";
import { say } from "./words.js";
import { round } from "./players.js";
import { symbol } from "./suits.js";

const SUITS = "WRBYGMK";

function option(one) {
  const suit = one.item.length === 1 && SUITS.includes(one.item) ? one.item : null;
  const classes = `option${one.marked ? " marked" : ""}${suit ? ` suit-${suit}` : ""}`;
  return h("li", { class: classes, "aria-current": one.marked ? "true" : null },
    suit ? symbol(suit) : null, h("span", {}, one.name));
}

function over(table) {
  const { verdict, reason, score, points, far } = table.end;
  const rest = [verdict ? reason : null, far || `${score} ${points}`].filter(Boolean).join(" · ");
  return [h("p", { class: "big" }, verdict || reason), h("p", { class: "rest" }, rest)];
}

function acting(table) {
  const who = table.players.find((one) => one.acts);
  const turn = table.tile_pending ? say("tile_pending") : say("turn_number", { turn: table.turn });
  if (table.choice || table.notice) {
    const second = h("span", { class: table.choice ? "question" : "" }, table.choice ? table.choice.question : turn);
    const called = who ? [h("span", { class: "called" }, who.called), unseen(": ")] : null;
    return [h("p", { class: "rest asked" }, called, second)];
  }
  const acts = who ? [h("span", { class: "who" }, who.called), " ", h("span", { class: "to-act" }, say("to_act"))] : "";
  return [h("p", { class: "rest" }, turn), h("p", { class: "big acting" }, acts)];
}

function countdown(table) {
  const { turns_left: left, text } = table.last_round;
  return h("p", { class: "countdown" },
    h("span", { class: "figure", "aria-hidden": "true" }, String(left)),
    h("span", { class: "label" },
      h("span", { "aria-hidden": "true" }, say("last_round")),
      unseen(`${say("last_round")}: ${text}`)));
}

/** What the line shows: who acts, the choice and the notice below that, how many turns are left. */
export function now(table) {
  const words = table.end ? over(table) : acting(table);
  const { notice, choice } = table;
  if (notice) {
    words[table.end || choice ? 0 : 1] = h("p", { class: `notice${notice.refusal ? " refusal" : ""}` }, notice.text);
  }
  if (choice) {
    words.push(h("ul", { class: "options", "aria-label": choice.question }, choice.options.map(option)));
  }
  return [
    choice || table.end ? null : round(table),
    h("div", { class: "words" }, words),
    table.last_round && !table.end ? countdown(table) : null,
  ];
}
