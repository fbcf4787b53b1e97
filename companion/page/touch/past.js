// Past games over the whole touch table, by the modules of the page: the list, the standings, a game turn by turn.

import { h } from "./dom.js";
import { addressed } from "./game.js";
import { games, standings } from "./games.js";
import { icon } from "./icons.js";
import { say } from "./words.js";

const VIEWS = new Map([["games", games], ["standings", standings]]);

/** Show past games for as long as the address names them; `ask` gets the facts at a path, `files` saves some here; null for none.
 * `change` has games read otherwise. */
export class Past {
  constructor(ask, files, change) {
    this.source = { ask, saves: Boolean(files), ...files, change };
    this.leave = () => undefined;
    this.view = h("div", { class: "past-view" });
    this.title = h("h1", { id: "past-title", tabindex: "-1" });
    this.shut = h("a", { class: "close", href: "#" }, icon("close"));
    this.element = h("section", { class: "past", "aria-labelledby": "past-title", hidden: true },
      h("header", {}, this.title, this.shut), this.view);
    addEventListener("hashchange", () => this.draw());
  }

  draw() {
    this.leave(); // what was asked for the view before may still come
    this.leave = () => undefined;
    this.view.replaceChildren();
    const { name, fill, moment } = addressed(VIEWS, "");
    this.element.hidden = !fill;
    if (!fill) return;
    document.body.dataset.view = name;
    this.title.textContent = moment ? say("game_number", { game: moment.number }) : say(name);
    this.shut.setAttribute("aria-label", say("close"));
    this.leave = fill(this.view, this.source, moment);
    this.title.focus({ preventScroll: true });
  }
}
