// The touch table on a screen of the device's own: the companion runs beside it, and is asked over the loopback.

import { follow } from "./live.js";
import { applyColours } from "./colours.js";
import { TouchTable } from "./touch.js";
import { ask, loadPatiently } from "./words.js";

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
  follow("/live", {
    scene: (scene) => {
      document.getElementById("unreachable")?.remove();
      table.problem = scene.table.saved ? null : ["not_saved"];
      table.take(scene);
      performance.mark("picture");
    },
  }, (trouble) => {
    table.problem = [trouble];
    table.draw();
  });
}

main();
