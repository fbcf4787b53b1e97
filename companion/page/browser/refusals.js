// What WebAssembly refuses. Pyodide tells the console alone, and begins to compile as it is imported: this is imported before.

import { hear } from "./steps.js";

let fail;
/** Fails with the first error of WebAssembly. */
export const refused = new Promise((_, reject) => { fail = reject; });
refused.catch(() => {}); // who waits for it hears of it

const { instantiateStreaming } = WebAssembly;
/** Take a program that a server sends as another type, too. */
WebAssembly.instantiateStreaming = async (response, imports) => {
  const answer = await hear("pyodide/pyodide.asm.wasm", response);
  if (answer.headers.get("Content-Type") === "application/wasm") return instantiateStreaming(answer, imports);
  return WebAssembly.instantiate(await answer.arrayBuffer(), imports);
};

for (const name of ["instantiate", "compile", "instantiateStreaming", "compileStreaming"]) {
  const own = WebAssembly[name];
  WebAssembly[name] = (...what) => own(...what).catch((error) => {
    fail(error);
    throw error;
  });
}
