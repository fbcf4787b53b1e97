// The fireworks: burst, symbol, name, top card and ladder of ranks.

import { drawing, h, s, unseen } from "./dom.js";
import { names } from "./shorten.js";
import { say } from "./words.js";
import { shapes } from "./suits.js";

const RAYS = 12;

/** The sparks of a burst: a ring for each card. */
function sparks(height) {
  const found = [];
  for (let ring = 1; ring <= height; ring += 1) {
    const inner = 23 + 5.4 * (ring - 1);
    for (let ray = 0; ray < RAYS; ray += 1) {
      const angle = ((ray + (ring % 2) / 2) * 2 * Math.PI) / RAYS;
      const [x, y] = [Math.sin(angle), -Math.cos(angle)];
      const far = inner + (ring === 5 ? 5 : 3);
      found.push(
        s("line", {
          x1: (50 + inner * x).toFixed(1), y1: (50 + inner * y).toFixed(1),
          x2: (50 + far * x).toFixed(1), y2: (50 + far * y).toFixed(1),
          class: `spark ring-${ring}`,
        })
      );
    }
  }
  return found;
}

/** The rings that a firework can still reach are drawn faintly, those out of reach are not. */
function promise(height, reach) {
  const found = [];
  for (let ring = height + 1; ring <= reach; ring += 1) {
    found.push(s("circle", { cx: 50, cy: 50, r: 24.5 + 5.4 * (ring - 1), class: "promise" }));
  }
  return found;
}

/** A firework of this height. */
export function burst(suit, height, reach) {
  return drawing(
    "0 0 100 100",
    { class: "burst" },
    ...(height > 0 ? [16, 30, 46].map((r) => s("circle", { cx: 50, cy: 50, r: (r * (4 + height)) / 9, class: "glow" })) : []),
    ...promise(height, reach),
    s("g", { class: "sparks" }, ...sparks(height)),
    s("g", { transform: "translate(34 34) scale(2)", class: "heart" }, ...shapes(suit))
  );
}

/** What a screen reader says of a firework. */
function told(one) {
  const facts = { name: one.name, height: one.top, reach: one.reach > 0 ? one.ranks[one.reach - 1] : 0 };
  if (one.complete) return say("firework_complete", facts);
  return say(one.reach < one.ranks.length ? "firework_limited" : "firework_says", facts);
}

function ladder(one) {
  return h(
    "span",
    { class: "ladder", "aria-hidden": "true" },
    one.ranks.map((rank, step) =>
      h("b", { class: step < one.height ? "there" : step < one.reach ? "open" : "lost" }, String(rank))
    )
  );
}

function firework(one, before) {
  const grew = before && before.height < one.height;
  const classes = `firework suit-${one.suit}${one.complete ? " complete" : ""}${grew ? " grew" : ""}`;
  return h(
    "li",
    { class: classes },
    unseen(told(one)),
    burst(one.suit, one.height, one.reach),
    h("span", { class: "figure", "aria-hidden": "true" }, String(one.top)),
    h("span", { class: "name" }, ...names(one.name, one.label)),
    ladder(one)
  );
}

/** Cards on fireworks of unknown suit. */
function unplaced(count) {
  return h(
    "li",
    { class: "firework unplaced" },
    unseen(say("unplaced_says", { count })),
    drawing("0 0 100 100", { class: "burst" }, s("g", { class: "sparks" }, ...sparks(Math.min(5, Math.ceil(count / 5)))), s("rect", { x: 42, y: 39, width: 16, height: 22, rx: 3, class: "board" })),
    h("span", { class: "figure", "aria-hidden": "true" }, String(count)),
    h("span", { class: "name", "aria-hidden": "true" }, say("unplaced"))
  );
}

/** The items of all fireworks; those that grew are marked. */
export function fireworks(table, before) {
  const old = new Map((before && before.game === table.game ? before.fireworks : []).map((one) => [one.suit, one]));
  // Where the group enters tokens only, nobody knows which firework has which card.
  const named = table.unplaced === 0 || table.fireworks.some((one) => one.height > 0);
  return [
    ...(named ? table.fireworks.map((one) => firework(one, old.get(one.suit))) : []),
    ...(table.unplaced > 0 ? [unplaced(table.unplaced)] : []),
  ];
}
