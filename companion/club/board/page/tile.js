// One table among the others: its name, its fireworks, what is left of tokens, fuses and deck, and whose turn it is.

import { drawing, h, s, unseen } from "./dom.js";
import { names } from "./shorten.js";
import { say } from "./words.js";
import { fireworks } from "./rocket.js";
import { bomb, disc } from "./counters.js";

const deck = () => [s("rect", { x: 2.2, y: 1, width: 5.6, height: 8, rx: 1 })];

function count(kind, number, of, label, shape) {
  return h("span", { class: `count ${kind}` },
    drawing("0 0 10 10", { class: "tokens" }, s("g", { class: "there" }, ...shape(true))),
    h("b", {}, unseen(`${label}: `), String(number), of === null ? null : unseen(` ${say("out_of", { number: of })}`), unseen(". ")));
}

/** How far a lost game came. */
function far(end) {
  return h("span", { class: "far" }, unseen(`, ${end.far}`), ...names(end.far, end.far_in_short));
}

/** What there is to say of a table: who acts, how it ended, why nothing is shown. */
function line(table) {
  if (!table.online) return [h("span", { class: "off" }, say("table_offline")), table.end ? h("span", { class: "note" }, table.end.verdict) : null];
  if (table.game === null) return [h("span", { class: "note" }, say("table_none"))];
  if (table.end) return [h("span", { class: "verdict" }, table.end.verdict), table.end.far ? far(table.end) : null];
  const last = table.last_round ? h("span", { class: "last" }, unseen(`, ${say("last_round")}: `), h("span", { class: "figure" }, String(table.last_round.turns_left))) : null;
  return [h("span", { class: "who" }, table.acts), unseen(` ${say("to_act")}`), last];
}

/** The contents of a table's place; what grew since the table before is marked. */
export function tile(table, before) {
  const there = table.game !== null;
  const classes = `tile ${table.status}${table.online ? "" : " offline"}`;
  return h("a", { class: classes, href: `#table/${table.id}` },
    h("span", { class: "top" },
      h("span", { class: "called" }, table.name), unseen(". "),
      there ? h("span", { class: "score" }, unseen(`${say("points")}: `), h("b", {}, String(table.end ? table.end.score : table.score)), h("small", {}, `/${table.maximum}`), unseen(". ")) : null),
    there ? h("ul", { class: "fireworks", style: { "--count": String(table.fireworks.length) } }, fireworks(table, before)) : h("span", { class: "fireworks" }),
    there ? h("span", { class: "counts" },
      count("clues", table.clues, table.clue_tokens, say("clue_tokens"), disc),
      count("fuses", table.fuses, table.fuses_of, say("fuses"), bomb),
      count("deck", table.deck, null, say("deck"), deck)) : null,
    h("span", { class: "line" }, line(table)));
}
