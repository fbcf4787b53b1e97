// A past game: turn by turn with a slider, its curve and its record.

import { h, redraw } from "./dom.js";
import { say } from "./words.js";
import { curve } from "./curve.js";
import { guarded } from "./games.js";
import { elsewhere } from "./play.js";
import { save } from "./picture.js";
import { makeTable } from "./table.js";

/** Fill an element with the game of this number. */
export function game(view, number) {
  return guarded(view, `/games/${number}`, (told) => {
    const shown = makeTable(save);
    const last = told.tables.length - 1;
    const chart = h("div", { class: "chart" });
    const course = h("section", { class: "card" }, h("h2", {}, say("curve")), chart);
    const said = h("output", { for: "turn", class: "unseen", "aria-live": "polite" });
    const where = h("span", { class: "where", "aria-hidden": "true" });
    const slider = h("input", { id: "turn", type: "range", min: "0", max: String(last), step: "1", value: String(last), oninput: draw });
    const step = (by, label, sign) => h("button", { type: "button", class: "icon-button", "aria-label": label, onclick: () => { slider.value = String(Number(slider.value) + by); draw(); } }, sign);

    function draw() {
      const at = Number(slider.value);
      const table = told.tables[at];
      shown.show(table);
      where.textContent = [`${at} / ${last}`, told.took[at]].filter(Boolean).join(" · ");
      slider.setAttribute("aria-valuetext", table.sentence);
      said.textContent = document.activeElement === slider ? "" : table.sentence;
      course.hidden = Boolean(table.end); // the table has the curve then
      redraw(chart, at, () => curve(told.curve, at === last ? undefined : Math.max(0, table.turn - 1)));
    }

    view.replaceChildren(
      h("div", { class: "replay" },
        h("div", { class: "slider" }, step(-1, say("turn_before"), "‹"), h("label", { for: "turn", class: "unseen" }, say("slider")), slider, step(1, say("turn_after"), "›"), where),
        said, shown.element),
      course,
      h("section", { class: "card" },
        h("details", {}, h("summary", {}, h("h2", {}, say("summary"))), h("p", { class: "summary-text" }, told.summary)),
        h("p", { class: "row" },
          h("a", { class: "main-button", href: `/games/${number}.json`, download: `hanabi-${number}.json` }, say("download")),
          elsewhere(number, told.summary),
          h("a", { class: "plain-button", href: "#games" }, say("back")))));
    draw();
  });
}
