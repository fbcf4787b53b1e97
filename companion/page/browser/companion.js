// The companion in the browser's Python: requests go in, scenes come out, and what was written goes to disk first.

import { refused } from "./refusals.js";
import { loadPyodide } from "./pyodide/pyodide.js";
import { Disk } from "./disk.js";
import { play, speakAloud } from "./sounds.js";
import { come, take } from "./steps.js";
import { say } from "./words.js";

const RETRY_MS = 2000;
const REST_MS = 10000; // so long after the start what is hardly ever needed is fetched
const BEGIN = "from companion.page.browser.tablet import Tablet; Tablet";
// No package beside Python itself is loaded, so that the list of them is empty.
const PYODIDE = ["pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"].map((name) => `pyodide/${name}`);
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

/** Start Pyodide. It would wait for ever for a program that does not come whole. */
function startPython(more) {
  const options = { indexURL: new URL("pyodide/", location.href).href, lockFileContents: NO_PACKAGES, ...more };
  return Promise.race([loadPyodide(options), refused]);
}

/** The memory of the program as it was when the folder was made: the head that Pyodide checks, then runs of bytes. */
async function takeMemory() {
  const packed = (await take("pyodide/memory.bin", "blob")).stream();
  return new Uint8Array(await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Write the runs of a kept memory: place, length, bytes. What the start before it left behind is taken away. */
function writeRuns(module, runs) {
  const memory = module.HEAPU8;
  const view = new DataView(runs.buffer, runs.byteOffset, runs.length);
  memory.fill(0, module._emscripten_stack_get_base(), module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2]);
  for (let at = 0; at < runs.length;) {
    const length = view.getUint32(at + 4, true);
    memory.set(runs.subarray(at + 8, at + 8 + length), view.getUint32(at, true));
    at += 8 + length;
  }
}

/** Python with the program: from its memory, else, where that is missing or does not fit, from the beginning. */
async function loadProgram() {
  try {
    return await startPython({
      stdLibURL: new URL("pyodide/nothing.zip", location.href).href, // the memory has all that the program imports
      env: { PYTHONOPTIMIZE: "2" },
      _loadSnapshot: takeMemory(),
      _writeMemory: writeRuns,
    });
  } catch (error) {
    performance.mark("misfit", { detail: String(error) });
  }
  const archive = take("companion.zip", "arrayBuffer");
  archive.catch(() => {});
  const python = await loadPython();
  const packed = await archive;
  try {
    unpack(packed, python.FS);
  } catch {
    throw new Error(say("broken_file", { file: "companion.zip" }));
  }
  python.runPython("import sys; sys.path.insert(0, '/program')");
  return python;
}

async function loadPython() {
  try {
    return await startPython();
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
  constructor(onScene, onWait, onDisk, onSilence, refusal) {
    this.onScene = onScene; // takes each new picture
    this.onWait = onWait; // says that a tap waits for the program
    this.onDisk = onDisk; // takes why the games cannot be saved, "" once they can
    this.onSilence = onSilence; // takes what is not heard, and why
    this.disk = new Disk(refusal);
    this.changed = false;
    this.keeping = false;
    this.problem = "";
    this.shown = ""; // the scene that is shown, as JSON
    this.page = null; // the program, once it is there
    this.waits = null; // what was tapped before that
    this.python = come(loadProgram());
    this.python.catch(() => {}); // who starts hears of it
  }

  /** Return the picture of the games as they were kept, before the program is there; without games that of the first start. */
  async firstScene() {
    const kept = await this.disk.load().catch((error) => this.tell(error));
    const scene = kept?.version === VERSION ? JSON.parse(kept.scene) : await come(take("first.json", "json"));
    return { ...scene, table: { ...scene.table, notice: null, saved: true } };
  }

  /** Begin once the program is there. A tap that waits counts then. */
  async start() {
    const python = await this.python;
    performance.mark("pyodide");
    this.FS = python.FS;
    await this.disk.lay(this.FS);
    // Random numbers would go on as where the memory was made.
    const begin = python.runPython(`import random; random.seed(); ${BEGIN}`);
    this.page = begin(this.host());
    this.show();
    if (this.waits) this.waits.done(this.ask(this.waits.body));
    this.takeRest();
  }

  /** Lay out after a while what the memory has nothing of: whatever else Python may import. */
  takeRest() {
    setTimeout(async () => {
      try {
        const files = ["companion.zip", "pyodide/python_stdlib.zip"].map((file) => take(file, "arrayBuffer"));
        const [archive, library] = await Promise.all(files);
        unpack(archive, this.FS);
        this.FS.writeFile("/lib/python314.zip", new Uint8Array(library));
      } catch {
        this.takeRest(); // the server may be back by then
      }
    }, REST_MS);
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
  async read(path) {
    await this.started;
    const told = JSON.parse(this.page.read(path));
    if (told.error) throw new Error(told.error);
    return told;
  }

  /** Ask the companion as a script does. Return its answer; before the program is there, a promise of it. */
  ask(body) {
    if (!this.page) return this.askLater(body);
    const answer = this.act(() => this.page.ask(JSON.stringify(body)));
    return answer ? JSON.parse(answer) : null;
  }

  /** Nothing counts before the program has counted it. One tap waits: a second one would not see what the first one did. */
  askLater(body) {
    if (this.waits) return { ok: false, error: say("tap_waits") };
    this.onWait();
    return new Promise((done) => { this.waits = { body, done }; });
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
    if (!this.problem && !this.keeping) this.disk.keepScene({ version: VERSION, scene: this.shown });
  }

  tell(error) {
    this.problem = error ? error.message || error.name || String(error) : "";
    this.onDisk(this.problem);
  }
}
