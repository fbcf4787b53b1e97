// The files of the games in the browser's database: in blocks, those that changed in one durable transaction.

import { within } from "./steps.js";

const BLOCK = 16384; // a turn changes one or two of them; the files of many evenings are megabytes
const FOLDER = "/games";
const SCENE = "scene"; // beside the blocks of files, whose keys are a name and a number
const NOT_KEPT = /-shm$/; // SQLite's index of its log: it makes it anew

/** Open a database of this name. */
export function openDatabase(name) {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("blocks");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
    asked.onblocked = () => fail(new Error("another page has the database"));
  });
}

export function result(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/** The blocks of a file. An empty file has one, too. */
function blocksOf(bytes) {
  const blocks = [];
  for (let at = 0; at === 0 || at < bytes.length; at += BLOCK) blocks.push(bytes.slice(at, at + BLOCK));
  return blocks;
}

export class Disk {
  constructor(refusal) {
    this.refusal = refusal; // why nothing may be saved; what could not be read is not written over
    this.kept = new Map(); // the blocks that the database has of each file
    this.db = null;
  }

  /** Read all files. Return the scene that belongs to them, if any. Nothing is saved later if this fails. */
  async load() {
    if (!this.refusal) return within(this.read()).catch((error) => { this.refusal = error; throw error; });
    throw this.refusal;
  }

  async read() {
    await this.open();
    const blocks = this.db.transaction("blocks").objectStore("blocks");
    const [keys, parts] = await Promise.all([result(blocks.getAllKeys()), result(blocks.getAll())]);
    let scene;
    for (const [at, key] of keys.entries()) {
      if (key === SCENE) scene = parts[at];
      else this.kept.set(key[0], [...(this.kept.get(key[0]) || []), parts[at]]);
    }
    return scene;
  }

  /** Put all files that were read into Python's file system. */
  async lay(FS) {
    FS.mkdirTree(FOLDER);
    if (this.refusal) return; // what came too late is not shown
    for (const [name, its] of this.kept) {
      FS.writeFile(`${FOLDER}/${name}`, new Uint8Array(await new Blob(its).arrayBuffer()));
    }
  }

  /** Keep what the next start shows first, once its files are on disk. An older one does no harm: a tap on it is refused. */
  keepScene(scene) {
    this.db?.transaction("blocks", "readwrite").objectStore("blocks").put(scene, SCENE);
  }

  /** Open the database; one that the browser closes, as its data is deleted, is opened and written anew. */
  async open() {
    const db = await openDatabase("hanabi-companion");
    db.onclose = () => { this.db = null; this.kept = new Map(); };
    this.db = db;
  }

  /** Put what changed on disk. It is there when this is done. */
  async keep(FS) {
    if (this.refusal) throw this.refusal;
    if (!this.db) await within(this.open());
    const now = new Map(FS.readdir(FOLDER)
      .filter((name) => FS.isFile(FS.stat(`${FOLDER}/${name}`).mode) && !NOT_KEPT.test(name))
      .map((name) => [name, blocksOf(FS.readFile(`${FOLDER}/${name}`))]));
    const writing = this.db.transaction("blocks", "readwrite", { durability: "strict" });
    const done = new Promise((well, fail) => {
      writing.oncomplete = well;
      writing.onabort = () => fail(writing.error || new Error("the database gave up"));
    });
    const blocks = writing.objectStore("blocks");
    for (const [name, its] of now) {
      const before = this.kept.get(name) || [];
      its.forEach((block, number) => {
        if (!before[number] || indexedDB.cmp(block, before[number])) blocks.put(block, [name, number]);
      });
    }
    for (const name of this.kept.keys()) {
      blocks.delete(IDBKeyRange.bound([name, now.get(name)?.length ?? 0], [name, Infinity]));
    }
    await within(done);
    this.kept = now;
  }
}
