// A firework as a column of night sky: the higher its burst stands, the more cards lie on it.
// At its foot lies the card that it takes next.

import { drawing, h, s, unseen } from "./dom.js";
import { icon } from "./icons.js";
import { names, shorten } from "./shorten.js";
import { shapes } from "./suits.js";
import { say } from "./words.js";

const RAYS = 14;
const MOST = 5;

/** All rays of a ring as one path; sparks sink a little on their way. */
function ring(turn, from, to) {
  const rays = [];
  for (let ray = 0; ray < RAYS; ray += 1) {
    const angle = ((ray + turn) * 2 * Math.PI) / RAYS;
    const at = (far) => `${(100 + far * Math.sin(angle)).toFixed(1)} ${(100 - far * Math.cos(angle) + (far * far) / 1500).toFixed(1)}`;
    rays.push(`M${at(from)}L${at((from + to) / 2)}L${at(to)}`);
  }
  return rays.join("");
}

/** The burst of a firework with so many cards: a ring of sparks for each. */
export function bloom(height) {
  const rings = [];
  for (let card = 1; card <= height; card += 1) {
    const turn = card % 2 ? 0 : 0.5;
    const far = 88 * (0.36 + (0.64 * card) / height);
    rings.push(s("path", { d: ring(turn, 16, far), class: "ray-faint" }));
    rings.push(s("path", { d: ring(turn, far - 4 - 16 / height, far), class: "ray-bright" }));
    rings.push(s("path", { d: ring(turn, far + 4, far + 4.1), class: "ray-star" }));
  }
  return drawing("0 0 200 200", { class: "bloom" }, ...rings);
}

/** The sign of a suit, in its colour. */
export function sign(suit) {
  return drawing("0 0 16 16", { class: "sign-of" }, ...shapes(suit));
}

/** A card as it lies on the table. */
export function slip(suit, rank) {
  return h("span", { class: `slip suit-${suit}` }, h("b", {}, String(rank)), sign(suit));
}

/** What a firework says to those who do not see it. */
function told(one, next) {
  if (one.complete) return say("firework_complete", { name: one.name, height: one.height });
  const there = say("firework_says", { name: one.name, height: one.height });
  return next ? `${say("lay", { card: `${one.name} ${next.slice(1)}` })} ${there}` : there;
}

/** One column; `show` draws it as a table has it. */
export class Rocket {
  constructor(suit) {
    this.suit = suit;
    this.height = null;
    this.says = unseen("");
    this.tops = ["top", "top far"].map((kind) => h("b", { class: kind }));
    this.burst = h("span", { class: "burst-at" });
    this.steps = Array.from({ length: MOST }, (_, at) => h("i", { style: { "--step": String(at + 1) } }));
    this.air = h("span", { class: "air", "aria-hidden": "true" }, h("span", { class: "trail" }), this.steps, this.burst, this.tops);
    this.feet = ["foot", "foot far"].map((kind) => h("span", { class: kind, "aria-hidden": "true" }));
    this.name = h("span", { class: "rocket-name", "aria-hidden": "true" });
    this.element = h("button", { type: "button", class: `rocket suit-${suit}`, "data-act": "play", "data-suit": suit, "data-turn": "" },
      this.says, this.feet[1], this.air, this.feet[0], this.name);
  }

  /** next: the card that it takes. off: why no card can be laid now, "" if one can. asked: a bonus tile asks for it. */
  show(one, next, off, asked) {
    const { element } = this;
    const grew = this.height !== null && one.height > this.height;
    element.style.setProperty("--h", String(one.height));
    element.classList.toggle("complete", one.complete);
    element.classList.toggle("empty", one.height === 0);
    element.classList.toggle("asked", asked);
    element.classList.toggle("off", Boolean(off));
    element.setAttribute("aria-disabled", String(Boolean(off)));
    element.dataset.why = off;
    if (this.height !== one.height || this.drawnName !== one.name) this.draw(one, next);
    this.steps.forEach((step, at) => { step.className = at < one.height ? "lit" : at < one.reach ? "open" : "lost"; });
    this.says.textContent = told(one, next);
    if (grew) element.classList.add("grew");
    this.height = one.height;
    this.drawnName = one.name;
  }

  draw(one, next) {
    this.element.classList.remove("grew");
    this.burst.replaceChildren(one.height ? bloom(one.height) : "", h("span", { class: "heart" }, sign(this.suit)));
    for (const top of this.tops) top.textContent = one.height ? String(one.top) : "";
    for (const foot of this.feet) foot.replaceChildren(next ? slip(this.suit, next.slice(1)) : h("span", { class: "medal" }, icon("done")));
    this.name.replaceChildren(sign(this.suit), ...names(one.name, one.label));
  }

  /** Take the short name where the long one finds no room. */
  fit() {
    shorten(this.name);
  }
}
