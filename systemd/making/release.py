"""`make release`: builds wheel, source archive and package, installs each from nothing, and plays
with it; packs a card's files and a printed case for each build; and says what is left to press.
"""

import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from systemd.making import source
from systemd.making.build import DIST, hand_to_owner
from systemd.making.build import build_package as build_package
from systemd.making.card import card_files
from systemd.making.card.__main__ import ARCHITECTURE
from systemd.making.card.download import downloaded_debs
from systemd.making.playing import BEGIN, GO_ON, next_turn
from systemd.making.roots import USER, NoRoot, opened_root, why_not
from systemd.making.stand_ins import stand_in_debs, tester_root
from wiring import builds
from wiring.making.case import FOLDER
from wiring.making.diagrams import wired_builds
from wiring.reading.build import load
from wiring.switches import extra_packages

PINS: Final = source.ROOT / ".ci" / "constraints.txt"
NOTES: Final = "notes.md"
SUMS: Final = "SHA256SUMS"
PRESS: Final = """\
Four things are left for a person to press:

1. git tag v{number} && git push origin main v{number}
   (CI makes all of this once more, and a draft of the release with it)
2. In the repository, Settings, Pages: choose "GitHub Actions" as the source. Once.
3. Compare SHA256SUMS of the draft with dist/{sums}, and press "Publish release".
4. Open the site on a phone, and press "Play now".
"""


class Failed(Exception):
    """What was built does not work; a sentence."""


def _build_wheel(target: Path) -> Path:
    """Build the wheel into a folder."""
    with tempfile.TemporaryDirectory() as scratch:
        tree, out = Path(scratch) / "tree", Path(scratch) / "out"
        source.copy_tracked(tree)
        words = ("wheel", "--quiet", "--no-deps", "--wheel-dir", str(out), str(tree))
        _run_pip(Path(sys.executable), *words, SOURCE_DATE_EPOCH=str(source.source_time()))
        (made,) = out.glob("*.whl")
        return Path(shutil.copy(made, target))


def _source_archive(target: Path, metadata: bytes) -> Path:
    """Pack all that is tracked, with the metadata of the wheel: pip installs it, and `make` does
    all else.
    """
    name = f"hanabi_companion-{source.program_version()}"
    moment = source.source_time()
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / name
        source.copy_tracked(tree)
        (tree / "PKG-INFO").write_bytes(metadata)
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for path in sorted(path for path in tree.rglob("*") if path.is_file()):
                # Nothing of this computer but whether it can be run: the same each time.
                stat = path.stat()
                about = tarfile.TarInfo(str(path.relative_to(scratch)))
                about.size = stat.st_size
                about.mtime = moment
                about.mode = 0o755 if stat.st_mode & 0o100 else 0o644
                archive.addfile(about, io.BytesIO(path.read_bytes()))
    packed_tree = target / f"{name}.tar.gz"
    packed_tree.write_bytes(gzip.compress(packed.getvalue(), mtime=moment))
    return packed_tree


def _wheel_metadata(built: Path) -> bytes:
    with zipfile.ZipFile(built) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return archive.read(name)


def _try_with_pip(built: Path) -> None:
    """Install with pip in an empty environment, play a turn, start again and play another."""
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        subprocess.run([sys.executable, "-m", "venv", str(home / "env")], check=True)
        _run_pip(home / "env" / "bin" / "python", "install", "--quiet", "-c", str(PINS), str(built))
        environ = {"PATH": f"{home}/env/bin:{os.environ['PATH']}", "HOME": scratch}
        for code, expected in ((BEGIN, 2), (GO_ON, 3)):
            done = subprocess.run(
                ["sh", "-euc", code],
                cwd=home,
                env=environ,
                capture_output=True,
                text=True,
                check=False,
            )
            _expect_turn(
                built, expected, done.stdout if done.returncode == 0 else done.stdout + done.stderr
            )


def _try_with_apt(built: Path) -> None:
    with opened_root(tester_root()) as root:
        paths = [root.put(deb, f"/debs/{deb.name}") for deb in (*stand_in_debs(), built)]
        root.run("apt-get", "install", "-y", "--no-install-recommends", *paths)
        for code, expected in ((BEGIN, 2), (GO_ON, 3)):
            _expect_turn(built, expected, root.shell(f"cd; {code}", user=USER))


def _expect_turn(built: Path, expected: int, said: str) -> None:
    try:
        if next_turn(said) == expected:
            return
    except (ValueError, KeyError, IndexError):
        pass
    raise Failed(f"{built.name} is installed but does not play turn {expected}: {said[-1000:]}")


def _run_pip(python: Path, *words: str, **environ: str) -> None:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *words]
    done = subprocess.run(
        command, env={**os.environ, **environ}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"pip {' '.join(words)}: {done.stderr[-1000:]}")


def _pack_cards(package: Path, target: Path) -> list[Path]:
    """Pack the files of a card for each build: what is in a zip is copied onto a card."""
    alike: dict[tuple[str, ...], list[card_files.Chosen]] = {}
    for name in builds.build_names():
        build = load(name)
        if not build.is_emulated:
            alike.setdefault(tuple(extra_packages(build)), []).append(card_files.choose_build(name))
    made: list[Path] = []
    for more, chosen in alike.items():
        with downloaded_debs(ARCHITECTURE, more) as debs:
            made += [_pack_card(one, [*debs, package], target) for one in chosen]
    return sorted(made)


def _pack_card(chosen: card_files.Chosen, debs: list[Path], target: Path) -> Path:
    """Pack a card's files."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "card"
        card_files.write_card(folder, chosen, debs, ARCHITECTURE)
        return _zip_files(folder.rglob("*"), folder, target / f"card-{chosen.panel}.zip")


def _pack_cases(target: Path) -> list[Path]:
    """Pack what `make case` made for a printer, with the template, for each build."""
    made = [FOLDER / build.name for build in wired_builds()]
    return [
        # STEP files name the moment at which they were made, and so no sum of them can be compared.
        _zip_files(
            (*case.glob("*.stl"), *case.glob("template.*")), case, target / f"case-{case.name}.zip"
        )
        for case in made
    ]


def _zip_files(files: Iterable[Path], folder: Path, packed: Path) -> Path:
    """Pack files of a folder, the same each time; the packages among them are packed already."""
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for file in sorted(path for path in files if path.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix())
            archive.writestr(entry, file.read_bytes())
    return packed


def _write_notes(number: str, items: list[str], files: list[Path], target: Path) -> None:
    """Write the notes of the release, and the sums of its files as sha256sum checks them."""
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (target / SUMS).write_text("".join(lines), "utf-8")
    told = "\n".join([f"# Hanabi table companion {number}", "", *(f"- {item}" for item in items)])
    (target / NOTES).write_text(f"{told}\n", "utf-8")


def _left_to_press(number: str) -> str:
    """Return the steps of a release that no program does, or the sentence that it is none."""
    if "dev" in number:
        return (
            f"{number} is no release: there is nothing to publish. A release has its number in"
            " companion/__init__.py and as the first section of CHANGELOG.md."
        )
    return PRESS.format(number=number, sums=SUMS)


def main() -> int:
    """Do all of it. Return the exit status."""
    try:
        if trouble := why_not():
            raise NoRoot(trouble)
        number = source.program_version()
        items = source.release_notes(number, (source.ROOT / "CHANGELOG.md").read_text("utf-8"))
        DIST.mkdir(exist_ok=True)
        for old in filter(Path.is_file, DIST.iterdir()):
            old.unlink()
        built = _build_wheel(DIST)
        packed = _source_archive(DIST, _wheel_metadata(built))
        package = build_package(DIST)
        for path in (built, packed):
            print(f"trying {path.name} ...", flush=True)
            _try_with_pip(path)
        print(f"trying {package.name} ...", flush=True)
        _try_with_apt(package)
        print("packing a card and a case for each build ...", flush=True)
        files = [built, packed, package, *_pack_cards(package, DIST), *_pack_cases(DIST)]
        _write_notes(number, items, files, DIST)
        hand_to_owner(DIST, *DIST.rglob("*"))
    except (NoRoot, Failed, ValueError) as error:
        print(f"make release: {error}", file=sys.stderr)
        return 1
    print(*(f"dist/{path.name}" for path in [*files, DIST / SUMS, DIST / NOTES]), sep="\n")
    print(f"\n{_left_to_press(number)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
