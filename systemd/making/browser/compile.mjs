// Compiles sources of Python, each beside its file, by Pyodide: node compile.mjs PYODIDE FOLDER

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide();
python.mountNodeFS("/program", folder);
python.runPython(`
from compileall import compile_dir
from py_compile import PycInvalidationMode

unchecked = PycInvalidationMode.UNCHECKED_HASH
compile_dir("/program", stripdir="/program", quiet=1, legacy=True, optimize=2, invalidation_mode=unchecked)
`);
