// A game turn by turn: a slider, its curve and its record. A turn that is chosen shows its moment.

import { h, redraw } from "./dom.js";
import { say } from "./words.js";
import { curve } from "./course.js";
import { fetched, retelling } from "./games.js";
import { save } from "./picture.js";
import { makeTable } from "./table.js";

const NUMBER = /^[0-9]{1,9}$/;
/** The number of the game on the table, among those of past ones. */
const NOW = "now";

/** The view that the address names, with what fills it, and the moment of a game; the usual one for anything else. */
export function addressed(views, usual) {
  const [name, number, step = ""] = window.location.hash.slice(1).split("/");
  if (name === "game" && (number === NOW || NUMBER.test(number))) {
    return { name, fill: game, moment: { number, step: NUMBER.test(step) ? Number(step) : null } };
  }
  return { name: views.has(name) ? name : usual, fill: views.get(name), moment: null };
}

/** A game whose places were told, for Hanab Live: as a file and as a link, or why not. */
function hanabLive(number, { file, link, why }) {
  const url = file && URL.createObjectURL(new Blob([JSON.stringify(file)], { type: "application/json" }));
  const saved = { class: "plain-button", href: url, download: `hanab-live-${number}.json` };
  const seen = { class: "plain-button", href: link, target: "_blank", rel: "noopener" };
  return h("p", { class: "row hanab-live" },
    file ? h("a", saved, say("hanab_live_file")) : null,
    link ? h("a", seen, say("hanab_live_link")) : null,
    why ? h("span", {}, say("not_hanab_live", { why })) : null);
}

/** What takes a game that was a trial out of what counts, and back. */
function trial(source, { game: number, trial: was }) {
  const wrong = h("span", { class: "wrong", role: "alert" });
  const body = () => ({ do: "trial", game: number, trial: !was });
  return h("p", { class: "row" }, retelling(source, say(was ? "counts_again" : "was_trial"), body, wrong), wrong);
}

/** Fill an element with the game that an address names; `source` gets it, and may take it elsewhere. */
export function game(view, source, { number, step }) {
  const path = number === NOW ? "/now" : `/games/${number}`;
  return fetched(view, source, path, (told) => {
    const shown = makeTable({ showMoment, save });
    const last = told.tables.length - 1;
    const chart = h("div", { class: "chart" });
    const course = h("section", { class: "card" }, h("h2", {}, say("curve")), chart);
    const said = h("output", { for: "turn", class: "unseen", "aria-live": "polite" });
    const place = h("span", { class: "where", "aria-hidden": "true" });
    const first = Math.min(step ?? last, last);
    const range = { type: "range", min: "0", max: String(last), step: "1", value: String(first) };
    const slider = h("input", { id: "turn", ...range, oninput: draw });
    const move = (by, label, sign) => {
      const onclick = () => {
        slider.value = String(Number(slider.value) + by);
        draw();
      };
      return h("button", { type: "button", class: "icon-button", "aria-label": say(label), onclick }, sign);
    };

    function showMoment(at) {
      slider.value = String(at);
      slider.focus({ preventScroll: true });
      window.scrollTo(0, 0);
      draw();
    }

    function draw() {
      const at = Number(slider.value);
      const table = told.tables[at];
      shown.show(table);
      place.textContent = [`${at} / ${last}`, told.took[at]].filter(Boolean).join(" · ");
      slider.setAttribute("aria-valuetext", table.sentence);
      said.textContent = document.activeElement === slider ? "" : table.sentence;
      course.hidden = Boolean(table.end); // the table has the curve then
      const marked = at === last ? undefined : Math.max(0, table.turn - 1);
      redraw(chart, at, () => curve(told.curve, marked, showMoment));
    }

    view.replaceChildren(
      h("div", { class: "replay" },
        h("div", { class: "slider" },
          move(-1, "turn_before", "‹"),
          h("label", { for: "turn", class: "unseen" }, say("slider")),
          slider,
          move(1, "turn_after", "›"),
          place),
        said, shown.element),
      course,
      h("section", { class: "card" },
        h("details", {},
          h("summary", {}, h("h2", {}, say("summary"))),
          h("p", { class: "summary-text" }, told.summary)),
        told.hanab_live && source.saves !== false ? hanabLive(number, told.hanab_live) : null,
        source.change && told.game ? trial(source, told.game) : null,
        h("p", { class: "row" },
          number === NOW ? null : source.tools?.(number, told.summary),
          h("a", { class: "plain-button", href: number === NOW ? "#table" : "#games" }, say("back")))));
    draw();
  });
}
