"""The folder: Pyodide, the program as the wheel has it, the page, the device and the sounds."""

import hashlib
import json
import shutil
import zipfile
from modulefinder import ModuleFinder
from pathlib import Path

from PIL import Image

from companion import __version__
from companion.words.texts import all_texts
from tests.tools.browser import device, pyodide

ROOT = Path(__file__).parents[3]
SOUNDS = ROOT / "hardware" / "sound" / "files"
PAGE = ROOT / "companion" / "browser" / "page"
BUILDS = ("table", "bonnet", "oled-hat", "deluxe", "emulator", "emulator-keys", "emulator-pads")
ENTRANCES = ("companion/browser/bitmap.py", "companion/browser/main.py")
"""What the page calls."""
BY_NAME = (
    "companion/face/glyphs/sheets/*.txt",
    "companion/words/*.json",
    "wiring/*.toml",
)
"""What the program takes up by its name, and no import names."""


def make(folder: Path, cache: Path) -> None:
    """Make the folder anew. Raises Trouble."""
    half = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    pyodide.unpack(cache, half / "pyodide")
    _pack_program(half / "companion.zip")
    shutil.copytree(PAGE, half, dirs_exist_ok=True)
    said = {language: texts.by_key for language, texts in all_texts("browser").items()}
    (half / "words.json").write_text(json.dumps(said, ensure_ascii=False), "utf-8")
    _make_devices(half / "devices")
    shutil.copytree(SOUNDS, half / "sounds", ignore=shutil.ignore_patterns("*.md"))
    shutil.copy(ROOT / "LICENSE", half / "LICENSE.txt")
    _list_files(half)
    shutil.rmtree(folder, ignore_errors=True)
    half.rename(folder)


def program() -> set[Path]:
    """Return the files that the browser's Python gets: what its page calls, and its imports."""
    finder = ModuleFinder([str(ROOT)])
    for entrance in ENTRANCES:
        finder.run_script(str(ROOT / entrance))
    files = (getattr(module, "__file__", None) for module in finder.modules.values())
    modules = {Path(file) for file in files if file}
    by_name = {file for pattern in BY_NAME for file in ROOT.glob(pattern)}
    entrances = {ROOT / entrance for entrance in ENTRANCES}
    return entrances | by_name | {file for file in modules if file.is_relative_to(ROOT)}


def _pack_program(archive: Path) -> None:
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sorted(program()):
            entry = zipfile.ZipInfo(str(file.relative_to(ROOT)), pyodide.LONG_AGO)
            packed.writestr(entry, file.read_bytes())


def _make_devices(folder: Path) -> None:
    folder.mkdir()
    for build in BUILDS:
        device.draw_device(build, folder)
        for picture in folder.glob(f"{build}*.png"):
            _shrink(picture)
        text = json.dumps(device.describe_device(build), separators=(",", ":"))
        (folder / f"{build}.json").write_text(text, "utf-8")
    (folder / "list.json").write_text(json.dumps(BUILDS), "utf-8")


def _shrink(file: Path) -> None:
    """Keep the 256 colours that matter most."""
    with Image.open(file) as picture:
        small = picture.convert("RGBA").quantize(256, Image.Quantize.FASTOCTREE)
    small.save(file, optimize=True)


def _list_files(folder: Path) -> None:
    """Write what the browser keeps, and a name for this state of it, into the service worker."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    names = [file.relative_to(folder).as_posix() for file in files]
    kept = ["./", "devices/list.json"]
    kept += [name for name in names if name != "kept.js" and not name.startswith("devices/")]
    worker = folder / "kept.js"
    facts = f"const VERSION = {json.dumps(f'{__version__}-{digest.hexdigest()[:12]}')};\n"
    facts += f"const FILES = {json.dumps(kept)};\n"
    worker.write_text(facts + worker.read_text("utf-8"), "utf-8")
