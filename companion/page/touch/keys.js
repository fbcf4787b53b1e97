// The keys: what a turn can be beside a play. Each is a counter too, and shows what it takes or gives.

import { drawing, h, s } from "./dom.js";
import { bomb, disc } from "./figures.js";
import { icon } from "./icons.js";
import { say } from "./words.js";

function counted(there, all, shape) {
  return drawing(`0 0 ${10 * all} 10`, { class: "counted", preserveAspectRatio: "xMinYMid meet" },
    ...Array.from({ length: all }, (_, at) => s("g", { transform: `translate(${10 * at} 0)`, class: at < there ? "there" : "away" }, ...shape(at < there))));
}

/** A key; `off` is why it cannot be pressed now. */
export function key(act, label, { sign = act, kind = act, count, picture, sub, off = "", turn = false, data = {} } = {}) {
  const facts = { "data-act": act, "data-turn": turn, "data-why": off, "aria-disabled": off ? "true" : null, ...data };
  return h("button", { type: "button", class: `key ${kind}${off ? " off" : ""}`, ...facts },
    h("span", { class: "key-face" }, icon(sign), h("span", { class: "label" }, label)),
    count === undefined && !picture && !sub ? null
      : h("span", { class: "key-facts" }, count === undefined ? null : h("b", {}, String(count)), picture, sub ? h("span", { class: "sub" }, sub) : null));
}

/** The three keys of a turn. */
export function turnKeys(table, refused) {
  const last = table.fuses === 1;
  return [
    key("clue", say("key_clue"), { count: table.clues, picture: counted(table.clues, table.clue_tokens, disc), off: refused.clue, turn: true }),
    key("discard", say("key_discard"), { count: table.pile.total, sub: refused.discard ? "" : say("gives_token"), off: refused.discard, turn: true }),
    key("misfire", say("item_misfire"), { kind: `misfire${last ? " danger" : ""}`, count: table.fuses, off: refused.misfire, turn: true,
      picture: last ? null : counted(table.fuses, table.fuses_of, bomb), sub: last ? say("last_fuse") : "" }),
  ];
}

export function undo(offers) {
  return key("undo", say("undo"), { sub: offers.undo || "", off: offers.undo ? "" : say("nothing_to_undo") });
}

export const more = () => key("more", say("more"));
