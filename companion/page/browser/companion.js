// The companion in the browser's Python: requests go in, scenes come out, and what was written goes to disk first.

import { Disk } from "./disk.js";
import { forgetMemory, keepMemory, loadProgram } from "./python.js";
import { play, speakAloud } from "./sounds.js";
import { come, take } from "./steps.js";
import { say } from "./words.js";

const RETRY_MS = 2000;
const MEMORY_MS = 3000; // so long after the start the memory of the program is kept, when people look at the first picture

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
    const { python, memory } = await this.python;
    performance.mark("pyodide");
    this.FS = python.FS;
    await this.disk.lay(this.FS);
    // Random numbers would go on as where the memory was made.
    const begin = python.runPython("import random; random.seed(); Tablet");
    this.page = begin(this.host());
    this.show();
    if (this.waits) this.waits.done(this.ask(this.waits.body));
    if (memory) setTimeout(() => keepMemory(memory).catch(() => {}), MEMORY_MS);
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
      if (!this.disk.refusal) {
        forgetMemory(); // the games matter more
        setTimeout(() => { this.changed = true; this.update(); }, RETRY_MS);
      }
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
