// A firework as a column of night sky: the higher its burst stands, the more cards lie on it.
// At its foot lies the card that it takes next.

import { drawing, h, s, unseen } from "./dom.js";
import { icon } from "./icons.js";
import { names } from "./shorten.js";
import { symbol } from "./suits.js";
import { say } from "./words.js";

const HIGHEST = 5;
/**
 * How each colour bursts: how many rays it has, how little they sink, how much of each is bright, what each ends in.
 * They are those of real fireworks: chrysanthemum, peony, willow, palm, crossette, spider, ring.
 */
const BURSTS = new Map(Object.entries({
  W: [20, 900, 0.34],
  R: [18, 1600, 0],
  B: [16, 210, 0.7],
  Y: [9, 420, 0.34],
  G: [12, 1600, 0.2, "m-6-6l12 12m0-12l-12 12"],
  M: [11, 9000, 1],
  K: [24, 9000, 0],
}));

/** All rays between two distances as one path; each is a part of the curve on which a spark falls. */
function rays([count, sinks, , tip = ""], turn, from, to, end = tip) {
  let path = "";
  for (let ray = 0; ray < count; ray += 1) {
    const angle = ((ray + turn) * 2 * Math.PI) / count;
    const at = (far, sunk) => {
      const x = 100 + far * Math.sin(angle);
      const y = 100 - far * Math.cos(angle) + sunk / sinks;
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    };
    path += `M${at(from, from * from)}Q${at((from + to) / 2, from * to)} ${at(to, to * to)}${end}`;
  }
  return path;
}

/** The burst of a firework with so many cards: a ring of sparks for each. */
export function bloom(height, suit) {
  const burst = BURSTS.get(suit);
  const rings = [];
  for (let card = 1; card <= height; card += 1) {
    const turn = card % 2 ? 0 : 0.5;
    const far = 88 * (0.36 + (0.64 * card) / height);
    rings.push(s("path", { d: rays(burst, turn, 12, far, ""), class: "ray-faint" }));
    rings.push(s("path", { d: rays(burst, turn, far - (far - 12) * burst[2], far), class: "ray-bright" }));
    rings.push(s("path", { d: rays(burst, turn, far + 4, far + 4.1, ""), class: "ray-star" }));
  }
  return drawing("0 0 200 200", { class: `bloom burst-${suit}` }, ...rings);
}

/** A card as it lies on the table. */
export function slip(suit, rank) {
  return h("span", { class: `slip suit-${suit}` }, h("b", {}, String(rank)), symbol(suit));
}

/** How many cards lie on fireworks, where nobody knows on which. */
export function laid(count, label) {
  return [
    count ? bloom(Math.min(HIGHEST, Math.ceil(count / HIGHEST)), "Y") : null,
    h("b", {}, String(count)),
    h("span", {}, label),
  ];
}

/** What a screen reader says of a firework. */
function told(one) {
  if (one.complete) return say("firework_complete", { name: one.name, height: one.top });
  const facts = { name: one.name, height: one.top, reach: one.reach > 0 ? one.ranks[one.reach - 1] : 0 };
  return say(one.reach < HIGHEST ? "firework_limited" : "firework_says", facts);
}

/** One column; `show` draws it as a table has it. */
export class Rocket {
  /** taps: what its button does, if it is one. Such a one may be read from both sides. */
  constructor(suit, taps) {
    this.suit = suit;
    this.height = null;
    this.drawn = "";
    this.taps = Boolean(taps);
    const sides = taps ? ["", " far"] : [""];
    this.says = unseen("");
    this.tops = sides.map((side) => h("b", { class: `rank${side}` }));
    this.burst = h("span", { class: "burst-at" });
    this.steps = Array.from({ length: HIGHEST }, (_, at) => h("i", { style: { "--step": String(at + 1) } }));
    this.air = h("span", { class: "air", "aria-hidden": "true" }, h("span", { class: "trail" }), this.steps, this.burst, this.tops);
    this.feet = sides.map((side) => h("span", { class: `foot${side}`, "aria-hidden": "true" }));
    this.name = h("span", { class: "name", "aria-hidden": "true" });
    this.element = h(taps ? "button" : "li", { class: `rocket night suit-${suit}`, ...taps },
      this.says, this.feet[1], this.air, this.feet[0], this.name);
  }

  /** Draw the firework; off: why no card can be laid, asked: a bonus tile asks for it. */
  show(one, { off = "", asked = false } = {}) {
    const { element } = this;
    const grew = this.height !== null && one.height > this.height;
    element.style.setProperty("--h", String(one.height));
    element.classList.toggle("complete", one.complete);
    element.classList.toggle("empty", one.height === 0);
    element.classList.toggle("asked", asked);
    element.classList.toggle("off", Boolean(off));
    const drawn = `${one.height} ${one.name}`;
    if (this.drawn !== drawn) this.draw(one);
    this.steps.forEach((step, at) => {
      const above = at < one.reach ? "open" : "lost";
      step.className = at < one.height ? "lit" : above;
      step.classList.toggle("next", at === one.height && at < one.reach);
    });
    this.says.textContent = told(one);
    if (this.taps) {
      if (one.next) this.says.prepend(`${say("lay", { card: `${one.name} ${one.next}` })} `);
      element.setAttribute("aria-disabled", String(Boolean(off)));
      element.dataset.why = off;
    }
    if (grew) element.classList.add("grew");
    this.height = one.height;
    this.drawn = drawn;
  }

  draw(one) {
    this.element.classList.remove("grew");
    this.burst.replaceChildren(one.height ? bloom(one.height, this.suit) : "", h("span", { class: "heart" }, symbol(this.suit)));
    for (const top of this.tops) top.textContent = one.height ? String(one.top) : "";
    for (const foot of this.feet) {
      foot.replaceChildren(one.complete ? h("span", { class: "medal" }, symbol(this.suit), icon("done")) : slip(this.suit, one.next));
    }
    this.name.replaceChildren(...names(one.name, one.label));
  }
}

/** The items of all fireworks that only show; those that grew since the table before are marked. */
export function fireworks(table, before) {
  const old = new Map((before?.game === table.game ? before.fireworks : []).map((one) => [one.suit, one]));
  const items = [];
  // Where the group enters tokens only, nobody knows which firework has which card.
  if (table.unplaced === 0 || table.fireworks.some((one) => one.height > 0)) {
    for (const one of table.fireworks) {
      const rocket = new Rocket(one.suit);
      rocket.height = old.get(one.suit)?.height ?? null;
      rocket.show(one);
      items.push(rocket.element);
    }
  }
  if (table.unplaced > 0) {
    const told = unseen(say("unplaced_says", { count: table.unplaced }));
    const shown = h("span", { class: "laid", "aria-hidden": "true" }, laid(table.unplaced, say("unplaced")));
    items.push(h("li", { class: "rocket night suit-Y" }, told, shown));
  }
  return items;
}

const FANFARE = [["B", 4], ["R", 3], ["W", 5], ["Y", 3], ["G", 4]];

/** A few fireworks over a night, and the game's name. */
export function fanfare() {
  const spots = FANFARE.map(([suit, height], at) =>
    h("span", { class: `suit-${suit} spark-${at}`, "aria-hidden": "true" }, bloom(height, suit)));
  return h("div", { class: "fanfare night" }, spots, h("p", {}, "Hanabi"));
}
