// The companion in the browser's Python: requests go in, scenes come out, and what was written goes to disk first.

import { refused } from "./refusals.js";
import { loadPyodide } from "./pyodide/pyodide.js";
import { Disk } from "./disk.js";
import { play, speakAloud } from "./sounds.js";
import { COMES_MS, take, within } from "./steps.js";
import { say } from "./words.js";

const RETRY_MS = 2000;
// No package beside Python itself is loaded, so that the list of them is empty.
const PYODIDE = ["pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"].map((name) => `pyodide/${name}`);
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

/** Start Pyodide. It would wait for ever for a program that does not come whole. */
async function loadPython() {
  const options = { indexURL: new URL("pyodide/", location.href).href, lockFileContents: NO_PACKAGES };
  try {
    return await Promise.race([loadPyodide(options), refused]);
  } catch (error) {
    if (error instanceof RangeError) throw new Error(say("no_memory"));
    for (const file of PYODIDE) await take(file, "blob");
    throw new Error(say("broken_file", { file: `pyodide/: ${error.message || error}` }));
  }
}

/**
 * Unpack an archive of files that are stored as they are. Python would load its modules for archives first: 135 ms, a
 * fifth of the start; this takes 20.
 */
function unpack(archive, FS) {
  const bytes = new Uint8Array(archive);
  const head = new DataView(archive);
  let at = 0;
  while (head.getUint32(at, true) === 0x04034b50) { // the head of a file; behind the last one is the directory
    const name = at + 30;
    const content = name + head.getUint16(at + 26, true) + head.getUint16(at + 28, true);
    const end = content + head.getUint32(at + 18, true);
    const path = `/program/${new TextDecoder().decode(bytes.subarray(name, name + head.getUint16(at + 26, true)))}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes.subarray(content, end));
    at = end;
  }
  if (head.getUint32(at, true) !== 0x02014b50) throw new Error("no directory");
}

export class Companion {
  constructor(onScene, onDisk, onSilence, refusal) {
    this.onScene = onScene; // takes each new picture
    this.onDisk = onDisk; // takes why the games cannot be saved, "" once they can
    this.onSilence = onSilence; // takes what is not heard, and why
    this.disk = new Disk(refusal);
    this.changed = false;
    this.keeping = false;
    this.problem = "";
    this.shown = ""; // the scene that is shown, as JSON
  }

  /** Load Python and the games; `progress` takes each part that is there. */
  async start(progress) {
    const program = take("companion.zip", "arrayBuffer").then((archive) => { progress("program"); return archive; });
    const files = Promise.all([program, loadPython().then((python) => { progress("python"); return python; })]);
    const [archive, python] = await within(files, COMES_MS, "no_file_came");
    performance.mark("pyodide");
    this.FS = python.FS;
    try {
      unpack(archive, this.FS);
    } catch {
      throw new Error(say("broken_file", { file: "companion.zip" }));
    }
    await this.disk.load(this.FS).catch((error) => this.tell(error));
    const begin = python.runPython(
      "import sys; sys.path.insert(0, '/program')\n" +
      "from companion.page.browser.tablet import Tablet; Tablet",
    );
    progress("games");
    this.page = begin(this.host());
    this.update();
  }

  /** What the companion asks of the page. */
  host() {
    return {
      now: () => performance.now() / 1000,
      keep: () => { this.changed = true; },
      play: (name, volume) => { play(name, volume).catch((error) => this.onSilence("no_sound", error)); },
      say: (text, language, volume) => {
        speakAloud(text, language, volume).catch((error) => this.onSilence("no_voice", error));
      },
    };
  }

  // What people do

  /** What the page's server has at a path of past games. Fails with why it has nothing. */
  read(path) {
    const told = JSON.parse(this.page.read(path));
    if (told.error) throw new Error(told.error);
    return told;
  }

  /** Ask the companion as a script does. Return its answer. */
  ask(body) {
    const answer = this.act(() => this.page.ask(JSON.stringify(body)));
    return answer ? JSON.parse(answer) : null;
  }

  /** Show the scene that there is now. */
  show() {
    this.shown = "";
    this.update();
  }

  act(what) {
    const answer = what();
    this.update();
    return answer;
  }

  /** Show what there is now, put on disk what was written, and come back when something is due. */
  update() {
    const json = this.page.scene();
    const scene = JSON.parse(json);
    if (json !== this.shown) this.onScene(scene);
    this.shown = json;
    clearTimeout(this.timer);
    if (scene.due !== null) {
      const wait = Math.max(0, scene.due * 1000 - performance.now());
      this.timer = setTimeout(() => this.act(() => this.page.tick()), Math.min(wait, 2 ** 31 - 1));
    }
    if (this.changed && !this.keeping) this.keep(scene.ticket);
  }

  // The disk

  async keep(ticket) {
    this.keeping = true;
    this.changed = false;
    try {
      await this.disk.keep(this.FS);
      this.tell(null);
    } catch (error) {
      this.tell(error);
      if (!this.disk.refusal) setTimeout(() => { this.changed = true; this.update(); }, RETRY_MS);
    }
    this.keeping = false;
    this.act(() => this.page.on_kept(ticket, this.problem));
  }

  tell(error) {
    this.problem = error ? error.message || error.name || String(error) : "";
    this.onDisk(this.problem);
  }
}
