// Python with the program: it takes up its memory as an earlier start kept it here, else it begins and has it kept.

import { refused } from "./refusals.js";
import { loadPyodide } from "./pyodide/pyodide.js";
import { openDatabase, result } from "./disk.js";
import { take, within } from "./steps.js";
import { say } from "./words.js";

const PROGRAM = "/program";
const IMPORT = "from companion.page.browser.tablet import Tablet";
const FILES = ["pyodide.asm.js", "pyodide.asm.wasm", "python.bin"].map((name) => `pyodide/${name}`);
const DATABASE = "hanabi-companion-memory";
// No package beside Python itself is loaded, so that the list of them is empty.
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

/** The program and Python's library, in one file: how long the list of names and sizes is, that list, the contents. */
async function takeFiles() {
  const packed = (await take("pyodide/python.bin", "blob")).stream();
  try {
    return new Uint8Array(await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  } catch {
    throw new Error(say("broken_file", { file: "pyodide/python.bin" }));
  }
}

function layFiles(bytes, FS) {
  let at = 4 + new DataView(bytes.buffer).getUint32(0, true);
  for (const [name, size] of Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(4, at))))) {
    const path = `${PROGRAM}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

/** Start Pyodide. It would wait for ever for a program that does not come whole. */
function startPython(files, more) {
  const options = {
    indexURL: new URL("pyodide/", location.href).href,
    stdLibURL: new URL("pyodide/nothing.zip", location.href).href, // the library is among the files
    lockFileContents: NO_PACKAGES,
    env: { PYTHONPATH: PROGRAM },
    fsInit: async (FS) => layFiles(await files, FS),
    ...more,
  };
  return Promise.race([loadPyodide(options), refused]);
}

/** The memory that this version kept. */
async function keptMemory() {
  const db = await openDatabase(DATABASE);
  const kept = await result(db.transaction("blocks").objectStore("blocks").get(VERSION));
  db.close();
  return kept.arrayBuffer();
}

/** Keep a memory, of this version alone. Where there is no room for it, each start begins anew. */
export async function keepMemory(memory) {
  const db = await openDatabase(DATABASE);
  const blocks = db.transaction("blocks", "readwrite").objectStore("blocks");
  blocks.clear();
  await result(blocks.put(new Blob([memory]), VERSION));
  db.close();
}

/** Give the room back that the memory takes. */
export function forgetMemory() {
  indexedDB.deleteDatabase(DATABASE);
}

/** Return Python, and its memory if none was kept. */
export async function loadProgram() {
  const files = takeFiles();
  files.catch(() => {}); // who starts hears of it
  const memory = await within(keptMemory()).catch(() => null);
  if (memory) {
    try {
      return { python: await startPython(files, { _loadSnapshot: memory }), memory: null };
    } catch {
      // It is of another Pyodide, or damaged: this start keeps another one.
    }
  }
  try {
    const python = await startPython(files, { _makeSnapshot: true });
    python.runPython(IMPORT);
    return { python, memory: python.makeMemorySnapshot() };
  } catch (error) {
    if (error instanceof RangeError) throw new Error(say("no_memory"));
    await files;
    for (const file of FILES) await take(file, "blob");
    throw new Error(say("broken_file", { file: `pyodide/: ${error.message || error}` }));
  }
}
