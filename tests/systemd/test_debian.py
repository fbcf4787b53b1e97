"""The packaging agrees with the project: what it needs, what it runs, what it says to a shell."""

import os
import re
import shutil
import subprocess
import tomllib
from pkgutil import resolve_name

import pytest

from companion import LANGUAGES
from systemd.making import deb as making
from systemd.making import release, roots, source

SYSTEMD = source.ROOT / "systemd"
DEBIAN = SYSTEMD / "debian"
CONTROL = (DEBIAN / "control").read_text("utf-8")
PROJECT = tomllib.loads((source.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAMES = {"gpiod": "python3-libgpiod", "pillow": "python3-pil", "pyserial": "python3-serial"}
"""How Debian calls what has another name there."""
SCRIPTS = [DEBIAN / name for name in ("config", "postinst", "prerm", "postrm")]


def lowest(requirement):
    """A requirement's package in Debian, and its lowest version."""
    name, version = re.fullmatch(r"([\w.-]+)>=([\d.]+)[^;]*(?:;.*)?", requirement).groups()
    return NAMES.get(name, f"python3-{name}"), version


def needed(field):
    """The packages of a field of debian/control, each with its lowest version, or None."""
    (text,) = re.findall(rf"^{field}:(.*(?:\n .*)*)", CONTROL, re.MULTILINE)
    found = re.findall(r"([a-z][\w.+-]*)(?: \(>= ([^)]+)\))?,?", re.sub(r"\$\{.*?\},?", "", text))
    return {name: version or None for name, version in found}


def test_the_package_needs_what_the_project_needs():
    wanted = dict(map(lowest, PROJECT["dependencies"]))
    wanted |= dict(map(lowest, PROJECT["optional-dependencies"]["pins"]))
    wanted["python3"] = PROJECT["requires-python"].removeprefix(">=")
    assert needed("Depends") == wanted


def test_what_the_project_can_do_without_is_suggested():
    extras = PROJECT["optional-dependencies"]
    suggested = [extras[extra][0] for extra in ("window", "web", "mqtt")]
    assert needed("Suggests") == {
        **dict(map(lowest, suggested)),
        **dict.fromkeys(("cage", "chromium", "espeak-ng")),
    }
    assert needed("Recommends") == dict([lowest(extras["keys"][1])])


def test_what_the_rules_take_from_the_program_is_there():
    rules = (DEBIAN / "rules").read_text("utf-8")
    taken = re.findall(r"--module (\S+) --function (\w+)|(companion\.\w+)\.(\w+)", rules)
    assert len(taken) == 3
    for *manual, module, name in taken:
        assert resolve_name(":".join(filter(None, (*manual, module, name))))


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not here")
def test_the_scripts_of_the_package_have_no_known_mistakes():
    words = ["shellcheck", "--exclude=SC1091", *SCRIPTS]  # debconf itself may not be here
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stdout == ""


@pytest.mark.parametrize("script", SCRIPTS[1:], ids=lambda script: script.name)
def test_what_debhelper_adds_has_its_place(script):
    assert script.read_text().count("\n#DEBHELPER#\n") == 1


def paragraphs(text):
    """The paragraphs of a debconf template's description, each on one line."""
    (first, more) = re.findall(r"^_Description: (.*)\n((?: .*\n?)*)", text, re.MULTILINE)[0]
    parts = re.split(r"^ \.\n", more, flags=re.MULTILINE)
    return [first, *(" ".join(part.split()) for part in parts)]


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_the_question_of_a_purge_is_asked_in_each_language(language):
    file = DEBIAN / "po" / f"{language}.po"
    assert file.exists(), f"translate systemd/debian/po/templates.pot into {language}.po beside it"
    text = re.sub(r'"\n"', "", file.read_text("utf-8"))
    translated = dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', text, re.MULTILINE))
    assert list(translated) == paragraphs((DEBIAN / "templates").read_text("utf-8"))


@pytest.mark.parametrize(
    ("number", "debian"),
    [
        ("1.2.3", "1.2.3"),
        ("0.2.0.dev0", "0.2.0~dev0"),
        ("0.2.0rc1", "0.2.0~rc1"),
        ("1.0b2", "1.0~b2"),
    ],
)
def test_what_comes_before_a_release_sorts_before_it(number, debian):
    assert source._debian_version(number) == debian


CHANGES = "# Changes\n\n## {}\n\n- One\n  thing.\n- Another.\n\n## 0.1.0\n\n- Old.\n"


@pytest.mark.parametrize(("number", "title"), [("0.2.0.dev0", "Unreleased"), ("0.2.0", "0.2.0")])
def test_the_notes_of_a_version_are_those_of_the_first_section(number, title):
    assert source.release_notes(number, CHANGES.format(title)) == ["One thing.", "Another."]


@pytest.mark.parametrize("number", ["0.3.0", "0.1.0", "0.3.0.dev1"])
def test_a_version_without_notes_is_refused(number):
    with pytest.raises(ValueError, match="as the first section"):
        source.release_notes(number, CHANGES.format("0.2.0"))


def test_this_version_has_notes():
    assert source.release_notes(
        source.program_version(), (source.ROOT / "CHANGELOG.md").read_text("utf-8")
    )


def test_the_exported_tree_has_the_packaging_in_its_place(tmp_path):
    source.export_tree(tmp_path)
    source.write_changelog(tmp_path, 0)
    assert (tmp_path / "debian" / "rules").exists()
    assert (tmp_path / "systemd" / "hanabi-companion.service").exists()
    assert not (tmp_path / "systemd" / "debian").exists()
    first, *_, last = (tmp_path / "debian" / "changelog").read_text("utf-8").strip().splitlines()
    number = source._debian_version(source.program_version())
    assert first == f"hanabi-companion ({number}) trixie; urgency=medium"
    assert last.endswith("  Thu, 01 Jan 1970 00:00:00 +0000")


@pytest.mark.parametrize("command", [making.main, release.main])
def test_without_root_no_clean_system_is_made_which_is_one_sentence(command, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert command() == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "only root can make a clean Debian 13" in line


def test_a_system_that_cannot_be_made_is_one_sentence_and_leaves_nothing(monkeypatch, tmp_path):
    bad = tmp_path / "mmdebstrap"
    bad.write_text("#!/bin/sh\necho 'E: no network' >&2\nexit 1\n")
    bad.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(roots, "CACHE", tmp_path / "cache")
    with pytest.raises(roots.NoRoot, match=r"cannot make a Debian 13 system \(E: no network\)"):
        roots.made_root("some", ["apt"])
    assert list((tmp_path / "cache").iterdir()) == []
