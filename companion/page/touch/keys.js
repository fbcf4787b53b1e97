// The keys: what a turn can be beside a play. Each is a counter too, and shows what it takes or gives.

import { counted, face } from "./counters.js";
import { h } from "./dom.js";
import { say } from "./words.js";

/** A key; `off` is why it cannot be pressed now. */
export function key(act, label, { sign = act, kind = act, off = "", turn = false, data = {}, ...facts } = {}) {
  const press = { "data-act": act, "data-turn": turn, "data-why": off, "aria-disabled": off ? "true" : null };
  return h("button", { type: "button", class: `key ${kind}${off ? " off" : ""}`, ...press, ...data }, face(sign, label, facts));
}

/** The three keys of a turn. */
export function turnKeys(table, refused) {
  const { clue, discard, misfire } = counted(table);
  const gives = refused.discard ? "" : say("gives_token");
  const last = table.fuses === 1 ? { picture: null, sub: say("last_fuse") } : {};
  return [
    key("clue", say("key_clue"), { ...clue, off: refused.clue, turn: true }),
    key("discard", say("key_discard"), { ...discard, sub: gives, off: refused.discard, turn: true }),
    key("misfire", say("item_misfire"), { ...misfire, ...last, off: refused.misfire, turn: true }),
  ];
}

export function undo(offers) {
  return key("undo", say("undo"), { sub: offers.undo || "", off: offers.undo ? "" : say("nothing_to_undo") });
}

export const more = () => key("more", say("more"));
