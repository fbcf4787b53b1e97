// One table large, with all that is public about it.

import { h } from "./dom.js";
import { say } from "./words.js";
import { makeTable } from "./table.js";

/** A table alone: `element` and `show(table)`. */
export function makeAlone() {
  const large = makeTable();
  const words = h("p", { class: "welcome" });
  const element = h("div", { class: "alone" }, words);

  function show(table) {
    let why = "";
    if (!table) why = "waiting";
    else if (table.gone) why = "table_gone";
    else if (table.game === null) why = "table_none";
    const part = why ? words : large.element;
    words.classList.toggle("waiting", !table);
    if (element.firstChild !== part) element.replaceChildren(part);
    if (why) words.textContent = say(why);
    else large.show(table);
  }

  return { element, show };
}
