"""The folder of the files that are copied onto a card's first partition."""

import hashlib
import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.errors import BadInput
from systemd.making import source
from systemd.making.roots import SUITE
from wiring import builds
from wiring.reading.build import Build, load

FILES: Final = source.ROOT / "systemd" / "card"
INSIDE: Final = "companion"
"""The folder on the card with all that people need not see."""
VENDOR: Final = "vendor-data"
PROGRAM: Final = "set_up.py"
MANIFEST: Final = "card.json"
SETTINGS: Final = "companion.toml"
REPORT: Final = "companion-setup.txt"
OWN: Final = (VENDOR, INSIDE, SETTINGS, REPORT)
"""What there is on a card of ours; the rest of the partition is left alone."""
_FIELDS: Final = ("Package", "Version", "Installed-Size")
_NOT_YET: Final = """\
The Hanabi companion is not set up yet.

If this still stands here ten minutes after the Pi was switched on, its system does not read these
files. It has to be Raspberry Pi OS Lite (Trixie, 64 bit) of November 2025 or later, and user-data
must not switch vendor_data off.
"""


class Chosen(NamedTuple):
    """The build that the card is for: what its settings name, and its own file, if it has one."""

    panel: str
    build: Build
    file: Path | None = None


def choose_build(name: str) -> Chosen:
    """Return the build of a card; a `BadInput` says which ones there are."""
    real = [known for known in builds.build_names() if not load(known).is_emulated]
    advice = f"BUILD=NAME is one of {', '.join(real)}, or a .toml file of your own"
    if not name:
        raise BadInput(f"no build is named; {advice}")
    if not name.endswith(".toml") and name not in builds.build_names():
        raise BadInput(f"there is no build {name}; {advice}")
    build = load(name)
    if build.is_emulated:
        raise BadInput(f"the build {name} is for no real board; {advice}")
    if not name.endswith(".toml"):
        return Chosen(name, build)
    file = Path(name)
    if file.name in OWN:
        raise BadInput(f"the card has a file {file.name} of its own; rename {name}")
    return Chosen(file.name, build, file)


def write_card(target: Path, chosen: Chosen, debs: Sequence[Path], architecture: str) -> None:
    """Make the folder anew from the packages, the program's own among them."""
    shutil.rmtree(target, ignore_errors=True)
    inside = target / INSIDE
    inside.mkdir(parents=True)
    for deb in debs:
        shutil.copyfile(deb, inside / deb.name)
    shutil.copyfile(FILES / PROGRAM, inside / PROGRAM)
    shutil.copyfile(FILES / VENDOR, target / VENDOR)
    if chosen.file:
        shutil.copyfile(chosen.file, target / chosen.panel)
    packages = {deb.name: _package_facts(inside / deb.name) for deb in debs}
    manifest = {"suite": SUITE, "architecture": architecture, "packages": packages}
    (inside / MANIFEST).write_text(f"{json.dumps(manifest, indent=1)}\n", "utf-8")
    # One setting alone, which any computer can change.
    panel = f"panel = {json.dumps(chosen.panel)}"
    (target / SETTINGS).write_text(
        f"# The build, and what else `companion config` explains.\n{panel}\n", "utf-8"
    )
    (target / REPORT).write_text(_NOT_YET, "utf-8")


def _package_facts(deb: Path) -> dict[str, Any]:
    """Return the facts about a package that the Pi needs."""
    words = ["dpkg-deb", "--field", str(deb), *_FIELDS]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    fields = dict(line.split(": ", 1) for line in said.splitlines())
    return {
        "package": fields["Package"],
        "version": fields["Version"],
        "size_kb": int(fields["Installed-Size"]),
        "sha256": hashlib.sha256(deb.read_bytes()).hexdigest(),
    }
