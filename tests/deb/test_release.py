"""What `make release` builds: the archive holds everything, and a laptop needs the wheel alone."""

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from systemd.making import release, source
from systemd.making.playing import BEGIN, next_turn
from systemd.making.roots import made_root, opened_root
from tests.rig.samples import EVERY_CASE

WINDOW = BEGIN.replace(" --headless", "")


def test_the_source_archive_is_the_same_each_time(tmp_path, monkeypatch):
    """Packing a few files shows it."""
    if not EVERY_CASE:
        some = Path(__file__).parents[2] / "systemd"
        monkeypatch.setattr(source, "copy_tracked", lambda tree: shutil.copytree(some, tree))
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        release._source_archive(tmp_path / folder, b"Name: hanabi-companion\n")
    one, other = tmp_path.glob("*/*.tar.gz")
    assert one.read_bytes() == other.read_bytes()


def test_the_source_archive_holds_all_that_is_tracked(tmp_path):
    packed = release._source_archive(tmp_path, b"Name: hanabi-companion\n")
    with tarfile.open(packed) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        launcher = archive.getmember(
            f"hanabi_companion-{source.program_version()}/systemd/debian/rules"
        )
    assert {"PKG-INFO", "pyproject.toml", "Makefile", ".ci/run", "tests/conftest.py"} <= names
    assert not {
        name
        for name in names
        if ".venv" in name or "__pycache__" in name or name.startswith(".git/")
    }
    assert launcher.mode == 0o755


def test_what_is_to_be_published_has_its_notes_and_checksums(tmp_path):
    file = tmp_path / "a.whl"
    file.write_bytes(b"some")
    release._write_notes("1.2.3", ["One thing."], [file], tmp_path)
    assert (tmp_path / release.NOTES).read_text().splitlines()[-1] == "- One thing."
    words = ["sha256sum", "--check", "--strict", release.SUMS]
    assert subprocess.run(words, cwd=tmp_path, check=False, capture_output=True).returncode == 0


def test_four_things_are_left_to_press_and_none_for_what_is_no_release():
    assert re.findall(r"^(\d)\. ", release._left_to_press("1.2.3"), re.MULTILINE) == [*"1234"]
    assert "there is nothing to publish" in release._left_to_press("1.2.4.dev0")


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="builds packages, which needs dpkg-deb")
def test_each_build_has_a_card_whose_files_are_in_a_zip(tmp_path, monkeypatch):
    asked = []

    @contextmanager
    def no_network(architecture, more):
        asked.append(more)
        yield []

    monkeypatch.setattr(release, "downloaded_debs", no_network)
    (tmp_path / "a" / "DEBIAN").mkdir(parents=True)
    (tmp_path / "a" / "DEBIAN" / "control").write_text(
        "Package: a\nVersion: 1\nArchitecture: all\nInstalled-Size: 1\n"
        "Maintainer: nobody <root@localhost>\nDescription: for a test\n"
    )
    (tmp_path / "a" / "DEBIAN").chmod(0o755)  # dpkg-deb refuses a folder that is its user's alone
    package = tmp_path / "a_1_all.deb"
    words = ["dpkg-deb", "--root-owner-group", "--build", tmp_path / "a", package]
    subprocess.run(words, check=True, capture_output=True)
    packed = release._pack_cards(package, tmp_path)
    first = packed[0].read_bytes()
    assert release._pack_cards(package, tmp_path)[0].read_bytes() == first, "sums can be compared"
    assert [zipped.name for zipped in packed] == [
        f"card-{name}.zip" for name in ("bonnet", "deluxe", "oled-hat", "table", "touch")
    ]
    assert len(asked) == 4, "twice: the packages of Lite, and with those of a touch screen"
    with zipfile.ZipFile(packed[0]) as archive:
        assert {"vendor-data", "companion.toml", "companion/a_1_all.deb"} <= {*archive.namelist()}
        assert b'panel = "bonnet"' in archive.read("companion.toml")


def test_each_build_has_a_case_whose_pieces_are_in_a_zip(tmp_path, monkeypatch):
    monkeypatch.setattr(release, "FOLDER", tmp_path / "case")
    for build in ("bonnet", "deluxe", "my-own", "oled-hat", "table"):
        (tmp_path / "case" / build).mkdir(parents=True)
        for name in ("shell.stl", "shell.step", "template.pdf"):
            (tmp_path / "case" / build / name).write_text(f"{build} {name}")
    packed = release._pack_cases(tmp_path)
    assert [zipped.name for zipped in packed] == [
        f"case-{name}.zip" for name in ("bonnet", "deluxe", "oled-hat", "table")
    ]
    with zipfile.ZipFile(packed[0]) as archive:
        assert archive.namelist() == ["shell.stl", "template.pdf"]
        assert archive.read("shell.stl") == b"bonnet shell.stl"


@pytest.mark.deb
def test_the_wheel_alone_is_enough_for_a_laptop(tmp_path):
    built = release._build_wheel(tmp_path)
    wheels = tmp_path / "wheels"
    words = ("--only-binary=:all:", "--python-version", "3.13", "-c", release.PINS, "-d", wheels)
    wanted = (f"{built}[window]", "pip")
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", *words, *wanted], check=True
    )
    with opened_root(made_root("pipx", ["pipx"])) as root:
        root.put(wheels, "/wheels")
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels", "SDL_VIDEODRIVER": "dummy"}
        root.run("pipx", "install", "hanabi-companion[window]", user="builder", **offline)
        said = root.shell(f"cd; PATH=$HOME/.local/bin:$PATH; {WINDOW}", user="builder", **offline)
        assert next_turn(said) == 2
        assert "headless" not in root.shell("cat ~/companion.log", user="builder")
