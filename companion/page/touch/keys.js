// The keys: what a turn can be beside a play. Each is a counter too, and shows what it takes or gives.

import { h } from "./dom.js";
import { bomb, disc, tokens } from "./figures.js";
import { icon } from "./icons.js";
import { say } from "./words.js";

/** A key; `off` is why it cannot be pressed now. */
export function key(act, label, { sign = act, kind = act, count, picture, sub, off = "", turn = false, data = {} } = {}) {
  const press = { "data-act": act, "data-turn": turn, "data-why": off, "aria-disabled": off ? "true" : null };
  const facts = [
    count === undefined ? null : h("b", {}, String(count)),
    picture,
    sub ? h("span", { class: "sub" }, sub) : null,
  ];
  return h("button", { type: "button", class: `key ${kind}${off ? " off" : ""}`, ...press, ...data },
    h("span", { class: "key-face" }, icon(sign), h("span", { class: "label" }, label)),
    facts.some(Boolean) ? h("span", { class: "key-facts" }, facts) : null);
}

/** The three keys of a turn. */
export function turnKeys(table, refused) {
  const isLast = table.fuses === 1;
  const clues = {
    count: table.clues,
    picture: tokens(table.clues, table.clue_tokens, disc, "xMinYMid"),
  };
  const pile = { count: table.pile.total, sub: refused.discard ? "" : say("gives_token") };
  const fuses = {
    kind: `misfire${isLast ? " danger" : ""}`,
    count: table.fuses,
    picture: isLast ? null : tokens(table.fuses, table.fuses_of, bomb, "xMinYMid"),
    sub: isLast ? say("last_fuse") : "",
  };
  return [
    key("clue", say("key_clue"), { ...clues, off: refused.clue, turn: true }),
    key("discard", say("key_discard"), { ...pile, off: refused.discard, turn: true }),
    key("misfire", say("item_misfire"), { ...fuses, off: refused.misfire, turn: true }),
  ];
}

export function undo(offers) {
  return key("undo", say("undo"), { sub: offers.undo || "", off: offers.undo ? "" : say("nothing_to_undo") });
}

export const more = () => key("more", say("more"));
