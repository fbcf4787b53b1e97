// Puts beside a program what it needs of Python's library, and compiles both: node prepare.mjs PYODIDE PROGRAM
//
// The Python of Pyodide does it, since no other one runs what another compiled. No start compiles anything, half of which it
// would last; docstrings and columns are left out.

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/program", folder);
python.runPython(`
import ast
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from zipimport import zipimporter

program = Path("/program")
sys.path.insert(0, str(program))
named = {"_strptime", "encodings.utf_8_sig", "linecache", "traceback"}  # Python itself imports them late
for file in program.rglob("*.py"):
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            named.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            named.add(node.module)
for name in sorted(named):
    with suppress(ImportError):
        import_module(name)

for module in list(sys.modules.values()):
    loader = getattr(module, "__loader__", None)
    if isinstance(loader, zipimporter):
        copied = program / Path(module.__file__).relative_to(loader.archive)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes(loader.get_data(module.__file__))

from compileall import compile_dir
from py_compile import PycInvalidationMode

unchecked = PycInvalidationMode.UNCHECKED_HASH
compile_dir(program, stripdir=program, quiet=1, legacy=True, optimize=2, invalidation_mode=unchecked)
for file in program.rglob("*.py"):
    file.unlink()
`);
