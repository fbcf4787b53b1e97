"""The folder: Pyodide, the program as the wheel has it, the page, its words and the sounds."""

import base64
import hashlib
import json
import shutil
from modulefinder import ModuleFinder
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

from companion import __version__
from companion.page import page_files, scenes
from companion.page.browser.tablet import Tablet
from companion.page.words import TEXTS
from systemd.making.browser import pyodide

ROOT = Path(__file__).parents[3]
SOUNDS = ROOT / "hardware" / "sound" / "files"
ENTRANCE = page_files.BROWSER / "tablet.py"
"""What the page calls."""
BY_NAME = ("companion/words/*.json",)
"""What the program takes up by its name, and no import names."""
EARLY = ("as_file", "no_script")
"""What is said before the words are there."""
COUNTED = ("words.json", "first.json", f"pyodide/{pyodide.PYTHON}", "pyodide/pyodide.asm.wasm")
"""What the bar of the start counts."""
DRAWN = ("PIL", "companion.face.screens", "companion.face.glyphs")
"""What draws a display, which the page has none of."""


def make_folder(folder: Path, cache: Path) -> None:
    """Make the folder anew. Raises CompanionError."""
    half = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    with pyodide.unpacked_pyodide(cache) as package:
        pyodide.copy_scripts(package, half / "pyodide")
        _pack_program(package, half / "pyodide")
    for name, file in _files_of_page().items():
        (half / name).write_bytes(file.body)
    said = {language: scenes.page_words(own) for language, own in TEXTS.items()}
    (half / "words.json").write_text(json.dumps(said, ensure_ascii=False), "utf-8")
    (half / "first.json").write_text(_first_scene(), "utf-8")
    early = {key: {one: own.by_key[key] for one, own in TEXTS.items()} for key in EARLY}
    _write_constant(half / "as-file.js", "TEXTS", early)
    shutil.copytree(SOUNDS, half / "sounds", ignore=shutil.ignore_patterns("*.md"))
    shutil.copy(ROOT / "LICENSE", half / "LICENSE.txt")
    _list_files(half)
    shutil.rmtree(folder, ignore_errors=True)
    half.rename(folder)


def _files_of_page() -> dict[str, page_files.PageFile]:
    """Return the files of the page by their names."""
    return page_files.load_files(page_files.BROWSER, page_files.TOUCH)


def _program_files() -> set[Path]:
    """Return the files that the browser's Python gets: what its page calls, and its imports."""
    finder = ModuleFinder([str(ROOT)], excludes=DRAWN)
    finder.run_script(str(ENTRANCE))
    files = (getattr(module, "__file__", None) for module in finder.modules.values())
    modules = {Path(file) for file in files if file}
    by_name = {file for pattern in BY_NAME for file in ROOT.glob(pattern)}
    return {ENTRANCE} | by_name | {file for file in modules if file.is_relative_to(ROOT)}


def _pack_program(package: Path, folder: Path) -> None:
    """Pack the program, with what it needs of Python's library, into a folder."""
    with TemporaryDirectory() as program:
        for file in _program_files():
            copied = Path(program) / file.relative_to(ROOT)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copied)
        pyodide.pack_python(package, Path(program), folder)


def _first_scene() -> str:
    """Return what the page shows of a companion that has no games yet."""
    host = SimpleNamespace(now=lambda: 0.0, keep=lambda: None)
    with TemporaryDirectory() as games:
        return Tablet(host, Path(games)).scene()


def _list_files(folder: Path) -> None:
    """Write what the browser keeps, and a name for this state of it, into its scripts."""
    page, worker = folder / "as-file.js", folder / "kept.js"
    counted = sum((folder / name).stat().st_size for name in COUNTED)
    _write_constant(page, "BYTES", counted)
    state = json.dumps(_digests(folder)).encode() + worker.read_bytes()
    version = f"{__version__}-{hashlib.sha256(state).hexdigest()[:12]}"
    _write_constant(page, "VERSION", version)
    kept = _digests(folder)
    kept["./"] = kept.pop("index.html")
    _write_constant(worker, "FILES", kept)
    _write_constant(worker, "VERSION", version)


def _digests(folder: Path) -> dict[str, str]:
    """Return the digest of each file but the one that keeps them."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    names = {file.relative_to(folder).as_posix(): file for file in files if file.name != "kept.js"}
    return {name: integrity(file.read_bytes()) for name, file in names.items()}


def integrity(content: bytes) -> str:
    """Return the digest by which a browser knows a file."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"


def _write_constant(script: Path, name: str, value: object) -> None:
    fact = f"const {name} = {json.dumps(value, ensure_ascii=False)};\n"
    script.write_text(fact + script.read_text("utf-8"), "utf-8")


def how_to_look(name: str) -> str:
    """Return the sentence that says how a folder of `dist/` is opened in a browser."""
    serve = f"python3 -m http.server --directory dist/{name} 8000"
    return f"dist/{name}/ is made. To look at it: {serve},\nthen open http://localhost:8000."
