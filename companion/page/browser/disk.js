// The files of the games in the browser's database: in blocks, those that changed in one durable transaction.

import { within } from "./steps.js";

const BLOCK = 4096;
const WORDS = BLOCK / 4;
const FOLDER = "/games";
const NOT_KEPT = /-shm$/; // SQLite's index of its log: it makes it anew

/** Open the database. */
function open() {
  return new Promise((done, fail) => {
    const asked = indexedDB.open("hanabi-companion", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("blocks");
      asked.result.createObjectStore("sizes");
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
    asked.onblocked = () => fail(new Error("another page has the database"));
  });
}

function result(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

export class Disk {
  constructor(refusal) {
    this.refusal = refusal; // why nothing may be saved; what could not be read is not written over
    this.kept = new Map(); // what the database has of each file
    this.db = null;
  }

  /** Read all files into Python's file system. Nothing is saved later if this fails. */
  async load(FS) {
    FS.mkdirTree(FOLDER);
    if (!this.refusal) await within(this.read(FS)).catch((error) => { this.refusal = error; });
    if (this.refusal) throw this.refusal;
  }

  async read(FS) {
    await this.open();
    const reading = this.db.transaction(["sizes", "blocks"]);
    const sizes = reading.objectStore("sizes");
    const blocks = reading.objectStore("blocks");
    const [names, lengths, keys, parts] = await Promise.all([
      result(sizes.getAllKeys()), result(sizes.getAll()), result(blocks.getAllKeys()), result(blocks.getAll()),
    ]);
    names.forEach((name, at) => this.kept.set(name, new Uint8Array(lengths[at])));
    keys.forEach(([name, number], at) => this.kept.get(name)?.set(parts[at], number * BLOCK));
    for (const [name, bytes] of this.kept) if (!this.refusal) FS.writeFile(`${FOLDER}/${name}`, bytes);
  }

  /** Open the database; one that the browser closes, as its data is deleted, is opened and written anew. */
  async open() {
    const db = await open();
    db.onclose = () => { this.db = null; this.kept = new Map(); };
    this.db = db;
  }

  /** Put what changed on disk. It is there when this is done. */
  async keep(FS) {
    if (this.refusal) throw this.refusal;
    if (!this.db) await within(this.open());
    const now = new Map(FS.readdir(FOLDER)
      .filter((name) => FS.isFile(FS.stat(`${FOLDER}/${name}`).mode) && !NOT_KEPT.test(name))
      .map((name) => [name, FS.readFile(`${FOLDER}/${name}`)]));
    const writing = this.db.transaction(["sizes", "blocks"], "readwrite", { durability: "strict" });
    const done = new Promise((well, fail) => {
      writing.oncomplete = well;
      writing.onabort = () => fail(writing.error || new Error("the database gave up"));
    });
    for (const [name, bytes] of now) write(writing, name, this.kept.get(name), bytes);
    for (const name of this.kept.keys()) if (!now.has(name)) forget(writing, name);
    await within(done);
    this.kept = now;
  }
}

function write(writing, name, before, bytes) {
  const blocks = writing.objectStore("blocks");
  if (before?.length !== bytes.length) writing.objectStore("sizes").put(bytes.length, name);
  for (const number of changed(before || new Uint8Array(), bytes)) {
    blocks.put(bytes.slice(number * BLOCK, (number + 1) * BLOCK), [name, number]);
  }
  const end = Math.ceil(bytes.length / BLOCK);
  if (before && before.length > bytes.length) blocks.delete(IDBKeyRange.bound([name, end], [name, Infinity]));
}

/** The numbers of the blocks that changed. Files of some megabytes are compared at each turn: four bytes at a time. */
function changed(before, bytes) {
  const then = words(before);
  const now = words(bytes);
  const numbers = [];
  for (let number = 0; number * BLOCK < bytes.length; number++) {
    const end = (number + 1) * WORDS;
    const whole = end <= then.length && end <= now.length;
    const from = number * BLOCK;
    const alike = whole ? same(now, then, number * WORDS, end)
      : before.length === bytes.length && same(bytes, before, from, bytes.length);
    if (!alike) numbers.push(number);
  }
  return numbers;
}

function words(bytes) {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

function forget(writing, name) {
  writing.objectStore("sizes").delete(name);
  writing.objectStore("blocks").delete(IDBKeyRange.bound([name, 0], [name, Infinity]));
}

function same(one, other, from, to) {
  for (let at = from; at < to; at++) if (one[at] !== other[at]) return false;
  return true;
}
