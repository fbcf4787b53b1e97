// The touch table on a screen of the device's own: the companion runs beside it, and is asked over the loopback.

import { follow } from "./live.js";
import { applyColours } from "./colours.js";
import { TouchTable } from "./touch.js";
import { keepUp } from "./upgrade.js";
import { ask, loadPatiently, say } from "./words.js";

const companion = {
  /** Ask as a script does. Return the answer in words. */
  ask: (body) => ask("/ask", body).catch((error) => ({ ok: false, error: error.message })),
  /** Past games, by their path. */
  read: (path) => ask(path),
};

async function main() {
  applyColours();
  await loadPatiently();
  const table = new TouchTable(document.getElementById("stage"), companion, null);
  window.companion = companion; // for tests, and for who is curious
  const trouble = (text) => { table.problem = text; table.draw(); };
  follow("/live", {
    scene: (scene) => {
      keepUp(scene.table.version);
      document.getElementById("unreachable")?.remove();
      table.problem = scene.table.saved ? "" : say("not_saved");
      table.take(scene);
      performance.mark("picture");
    },
    away: () => trouble(say("away")),
  }, () => trouble(say("offline")));
}

main();
