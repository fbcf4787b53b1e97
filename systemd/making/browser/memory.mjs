// Keeps what Python's memory holds once the program is imported: node memory.mjs PYODIDE PROGRAM FILE
//
// Only what differs from the memory of a Pyodide that has just begun is written, in runs: place, length, bytes. Before them
// stands the head that Pyodide itself writes and checks.

import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [pyodide, program, file] = process.argv.slice(2);
const GAP = 16; // a run costs eight bytes
// Files are no part of the memory: what is imported or read late is so here. The list at first is of Python's own late imports.
const PROGRAM = `
import sys; sys.path.insert(0, "/program")
import difflib, linecache, traceback, _strptime
from importlib import import_module
from pathlib import Path
for file in sorted(Path("/program").rglob("*.pyc")):
    import_module(".".join(file.relative_to("/program").with_suffix("").parts).removesuffix(".__init__"))
from companion.words import texts
for language in texts.LANGUAGES: texts.read(language)
del file, language
import gc; gc.collect(); gc.freeze()
`;

let fresh; // the memory as the program's file has it
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (bytes, imports) => {
  const made = await instantiate(bytes, imports);
  if (made.instance?.exports.memory) fresh = new Uint8Array(made.instance.exports.memory.buffer).slice();
  return made;
};
const { loadPyodide } = await import(pyodide);

const python = await loadPyodide({ _makeSnapshot: true, env: { PYTHONOPTIMIZE: "2", PYTHONHASHSEED: "0" } });
python.mountNodeFS("/program", program);
python.runPython(PROGRAM);
const size = python._module.HEAP8.length;
if (size !== fresh.length) throw new Error(`the memory grew from ${fresh.length} to ${size}: a browser could not take it up`);
const whole = python.makeMemorySnapshot();
const head = whole.subarray(0, whole.length - size);
const memory = whole.subarray(head.length);

let begun; // the memory as it is before another one is taken up
const again = await loadPyodide({
  _loadSnapshot: whole,
  _writeMemory: (module) => { begun = module.HEAPU8.slice(); module.HEAPU8.set(memory); },
});
again.runPython("from companion.page.browser.tablet import Tablet");
const same = (at) => memory[at] === fresh[at] && memory[at] === begun[at];
const parts = [Buffer.from(head)];
for (let at = 0; at < size;) {
  if (same(at)) { at++; continue; }
  let end = at + 1;
  for (let quiet = 0; quiet < GAP && end + quiet < size;) {
    if (same(end + quiet)) quiet++;
    else { end += quiet + 1; quiet = 0; }
  }
  const place = Buffer.alloc(8);
  place.writeUInt32LE(at, 0);
  place.writeUInt32LE(end - at, 4);
  parts.push(place, Buffer.from(memory.subarray(at, end)));
  at = end;
}
writeFileSync(file, gzipSync(Buffer.concat(parts), { level: 9 }));
