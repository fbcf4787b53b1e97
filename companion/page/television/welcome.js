// What is shown before the first game ever.

import { drawing, h, s } from "./dom.js";
import { say } from "./words.js";
import { shapes } from "./suits.js";

/** A greeting with five small fireworks. */
export function welcome() {
  const bursts = ["W", "R", "B", "Y", "G"].map((suit, index) => {
    const rays = Array.from({ length: 10 }, (_, ray) => {
      const angle = (ray * Math.PI) / 5;
      const [x, y] = [Math.sin(angle), -Math.cos(angle)];
      return s("line", { x1: (14 * x).toFixed(1), y1: (14 * y).toFixed(1), x2: (19 * x).toFixed(1), y2: (19 * y).toFixed(1), class: "spark" });
    });
    return s("g", { class: `suit-${suit}`, transform: `translate(${30 + 45 * index} ${index % 2 ? 26 : 40})` }, ...rays, s("g", { transform: "translate(-8 -8)" }, ...shapes(suit)));
  });
  return h("section", { class: "welcome" },
    drawing("0 0 240 70", { class: "greeting" }, ...bursts),
    h("h2", {}, say("no_game")),
    h("p", {}, say("welcome")));
}
