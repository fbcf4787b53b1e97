// The keys: what a turn can be beside a play. Each is a counter too, and shows what it takes or gives.

import { h } from "./dom.js";
import { bomb, disc, tokens } from "./figures.js";
import { icon } from "./icons.js";
import { say } from "./words.js";

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
    key("clue", say("key_clue"), { count: table.clues, picture: tokens(table.clues, table.clue_tokens, disc, "xMinYMid"), off: refused.clue, turn: true }),
    key("discard", say("key_discard"), { count: table.pile.total, sub: refused.discard ? "" : say("gives_token"), off: refused.discard, turn: true }),
    key("misfire", say("item_misfire"), { kind: `misfire${last ? " danger" : ""}`, count: table.fuses, off: refused.misfire, turn: true,
      picture: last ? null : tokens(table.fuses, table.fuses_of, bomb, "xMinYMid"), sub: last ? say("last_fuse") : "" }),
  ];
}

export function undo(offers) {
  return key("undo", say("undo"), { sub: offers.undo || "", off: offers.undo ? "" : say("nothing_to_undo") });
}

export const more = () => key("more", say("more"));
