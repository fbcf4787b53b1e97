"""The pages: links, commands and paths are there, and what the front page says of builds is so."""

import argparse
import math
import re
import shlex
import subprocess
from pathlib import Path
from shutil import which

import pytest
from PIL import Image

from companion.cli import command_parser
from companion.game.record import FORMAT
from tests.rig.readmes import ROOT, commands, files, pages, plain
from tests.rig.real_builds import REAL
from wiring.diagram import pin_table
from wiring.reading.build import load

PAGES = pages()


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=named)
README = (ROOT / "README.md").read_text("utf-8")


def anchors(page: Path) -> set[str]:
    """What can be linked to in a page: its headings as GitHub names them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    bare = [re.sub(r"[^\w\- ]", "", heading.strip().lower()) for heading in headings]
    return {heading.replace(" ", "-") for heading in bare}


@EVERY_PAGE
def test_every_local_link_leads_somewhere(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", plain(page.read_text("utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        there = (page.parent / file) if file else page
        assert there.exists(), f"{page.name}: {link}"
        if anchor:
            assert anchor in anchors(there), f"{page.name}: {link}"


# Length

LONGEST_PAGE, LONGEST_LINE, LONGEST_CELL, ALL_PAGES = 2400, 120, 25, 24_000
"""Words of a page, columns of a line of prose, words of a cell, and words of all pages."""
WRITTEN = [page for page in PAGES if page.name != "figures.md"]
"""All but the page that `make bench` writes."""


def word_count(text: str) -> int:
    """How many words there are, as `wc -w` counts; a sign of a table or a list is one."""
    return len(text.split())


def test_all_pages_together_are_short():
    counts = {named(page): word_count(page.read_text("utf-8")) for page in WRITTEN}
    assert sum(counts.values()) <= ALL_PAGES, counts


@pytest.mark.parametrize("page", WRITTEN, ids=named)
def test_no_page_line_or_cell_is_too_long_to_be_read(page):
    text = page.read_text("utf-8")
    assert word_count(text) <= LONGEST_PAGE, "take away what a command or a docstring says"
    for line in plain(text).splitlines():
        if line.startswith("|"):
            cells = re.split(r"(?<!\\)\|", line)
            assert max(map(word_count, cells)) <= LONGEST_CELL, line
        elif not line.startswith(("![", "[![")):
            assert len(line) <= LONGEST_LINE, line


@EVERY_PAGE
def test_no_table_is_torn(page):
    blocks = re.findall(r"(?:^\|.*\n)+", plain(page.read_text("utf-8")), re.MULTILINE)
    for block in blocks:
        _, rule, *_ = [*block.splitlines(), ""]
        assert re.fullmatch(r"[| :-]+", rule), f"give this table its head: {block}"


# Commands

TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
USUAL = {"NAME": "ours", "N": "12", "BUILD": "table", "FILE": "my-device.toml", "WORD...": "state"}
"""What is typed where a page has a word in capitals."""
ELSEWHERE = re.compile(
    r"""
    sudo\ apt\ (install|remove|purge)\ .*hanabi-companion | sudo\ dpkg\ --configure\ -a$
    | sudo\ apt\ install\ (cage|chromium|espeak-ng|fonts-dejavu-core|git|make|mosquitto(-clients)?
        |python3-(paho-mqtt|pygame|tornado|venv)|\ )+$
    | (sudo\ )?systemctl\ (stop|status|enable\ --now|disable\ --now)\ hanabi-companion
    | sudo\ journalctl\ -u\ hanabi-companion$ | systemd-analyze\ security$ | sudo\ reboot$
    | sudo\ raspi-config\ nonint\ do_(i2c|spi|serial_hw|serial_cons)\ [01]$
    | sudo\ mosquitto_passwd\ (-c\ )?/etc/mosquitto/hanabi-passwords | (printf|tee)\ .*
    | (sudo\ )?(\.venv/bin/)?python\ (
        -m\ (hardware\.sound\.making|tests\.tools\.(render|request_table))$
        |\.ci/workflow\.py\ publish$)
    | UPDATE_GOLDEN=1\ \.venv/bin/python\ -m\ pytest | pip\ install\ 'hanabi-companion\[
    | git\ clone\ <this\ repository> | cd\ hanabi-companion$
    """,
    re.VERBOSE,
)
"""Commands that need more than is here: clean systems, virtual Raspberry Pis, a broker and their
own tests run them."""
NEVER_TRIED = tuple(
    re.findall(
        r"`(?:sudo )?([^`]+)`",
        re.findall(
            r"^- \*\*Commands that wait.*", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE
        )[0],
    )
)
"""How commands begin that nothing runs, as CONTRIBUTING.md says."""


def typed(words: str) -> list[str]:
    """A command as it would be typed: every option of its usage, and a value for each word."""
    bare = words.replace("\\", "").replace("[", "").replace("]", "")
    if words.count("[--"):
        bare = re.sub(r"\|[A-Z]+", "", bare).replace(" NAME", " table")
    return [USUAL.get(word.split("|")[0], word) for word in shlex.split(bare)]


@EVERY_PAGE
def test_every_command_of_the_companion_can_be_typed(page):
    for command in commands(page.read_text("utf-8")):
        words = typed(re.sub(r"^(sudo )?(\.venv/bin/)?", "", command))
        if words[0] == "make" and words[1] == "run":
            words = ["companion", "run", *shlex.split(" ".join(words[2:]).removeprefix("ARGS="))]
        if words[0] != "companion" or words[1:] == ["cards"]:
            continue
        assert understood(words[1:]), f"{page}: {command}"


def known_options(parser: argparse.ArgumentParser) -> set[str]:
    """Every option of every command."""
    found: set[str] = set()
    for action in parser._actions:
        found |= set(action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            found = found.union(*map(known_options, action.choices.values()))
    return found


OF_OTHERS = {"--allow-downgrades", "--repo"}
"""Options of apt and of Raspberry Pi Imager."""


@EVERY_PAGE
def test_every_option_that_is_named_is_one(page):
    text = plain(page.read_text("utf-8"))
    named = {
        option
        for code in re.findall(r"`([^`]+)`", text)
        if code.startswith(("--", "companion", "sudo companion"))
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", code.partition(" && ")[0])
    }
    assert named - OF_OTHERS <= known_options(command_parser()), page


SOURCES = {
    word
    for name in files("*.py", "*.sh", "Makefile", ".ci/*", "*.service", "*.yml")
    for word in re.findall(r"\w+", (ROOT / name).read_text("utf-8", errors="ignore"))
}


@pytest.mark.skipif(not SOURCES, reason="git does not say which files there are")
@EVERY_PAGE
def test_every_variable_that_is_set_on_a_page_is_read_somewhere(page):
    named = re.findall(r"`([A-Z][A-Z_]{2,})(?:=[^`]*)?`", page.read_text("utf-8"))
    assert {name for name in named if "_" in name} - SOURCES == set()


@EVERY_PAGE
def test_every_unit_that_is_named_is_there(page):
    named = set(
        re.findall(r"\b(hanabi-companion(?:-[a-z]+)?\.(?:service|path))\b", plain(page.read_text()))
    )
    named |= {
        f"{unit}.service"
        for unit in re.findall(r"systemctl [a-z -]+ (hanabi-companion[a-z-]*)", page.read_text())
    }
    assert named <= {path.name for path in (ROOT / "systemd").iterdir()}


@EVERY_PAGE
def test_what_is_given_to_make_is_there(page):
    for words in re.findall(r"ARGS=\"?(tests/[\w./-]+)", page.read_text("utf-8")):
        assert (ROOT / words).exists(), words


def understood(words: list[str]) -> bool:
    """Whether the command line takes these words; `--help` is taken, and ends it."""
    try:
        command_parser(words).parse_args(words)
    except SystemExit as status:
        return status.code == 0
    return True


@EVERY_PAGE
def test_every_other_command_is_run_by_a_test_or_a_target_or_told_as_never_tried(page):
    missing = []
    for command in commands(page.read_text("utf-8")):
        words = [
            word for word in command.split() if word != "sudo" and not re.match("[A-Z_]+=", word)
        ]
        if words[0].removeprefix(".venv/bin/") == "companion":
            continue
        if words[0] == "make":
            known = words[1] in TARGETS
        else:
            known = ELSEWHERE.match(command) or " ".join(words).startswith(NEVER_TRIED)
        if not known:
            missing.append(command)
    assert missing == [], page


# Paths

OF_DEVICES = ("/", "~/", ".venv/", "dist/")
"""Where the paths of a device begin, and those that `make` makes."""


KNOWN = "".join(f"/{name}\n" for name in files())


@pytest.mark.skipif(not KNOWN, reason="git does not say which files there are")
@pytest.mark.parametrize(
    "page", [page for page in PAGES if "checking." not in page.name], ids=named
)
def test_every_path_is_there(page):
    found = re.findall(r"`([\w.~/-]+/[\w./-]*)`", plain(page.read_text("utf-8")))
    paths = {path for path in found if not path.startswith(OF_DEVICES)} - {FORMAT}
    lost = {path for path in paths if f"/{path}" not in KNOWN}
    assert lost == set(), "git knows none of these files: correct the page, or add them"


@pytest.mark.skipif(not KNOWN or which("make") is None, reason="git or make are not there")
def test_a_clone_has_all_that_the_two_commands_need(tmp_path):
    for words in (
        ["git", "clone", "-q", str(ROOT), str(tmp_path)],
        ["make", "-n", "-C", str(tmp_path), "run", "test"],
    ):
        assert subprocess.run(words, capture_output=True, check=False).returncode == 0, words


# The front page


def test_the_front_page_is_short_and_says_at_once_what_it_is():
    lines = README.splitlines()
    assert len(lines) <= 130
    first_screen = "\n".join(lines[:25])
    for shown in ("turn.gif", "Hanabi", "    make run", "    make test"):
        assert shown in first_screen


def test_the_moving_picture_moves_and_is_small():
    path = ROOT / "wiring" / "pictures" / "turn.gif"
    assert path.stat().st_size < 1 << 20
    with Image.open(path) as picture:
        assert getattr(picture, "n_frames", 1) > 8


ROWS = re.findall(
    r"^\| `([\w-]+)` \| (\d+) EUR \| (none|(\d+) wires) \| ([\d.]+) m", README, re.MULTILINE
)
INCHES = {"0.7": 0.96, "0.9": 1.3, "1.7": 2.42}
"""The diagonal of the display that is read from so far, in inches."""
FIGURE, DIAGONAL = 20, math.hypot(128, 64)
"""The height of the main figures, and the display's diagonal, in pixels."""


def test_every_build_for_a_real_board_is_on_the_front_page():
    assert {name for name, *_ in ROWS} == {*REAL}, (
        "give the build a row in the table of README.md: | `NAME` | N EUR | N wires | N m |"
    )


@pytest.mark.parametrize(("name", "price", "solder", "wires", "metres"), ROWS)
def test_what_the_front_page_says_of_a_build_is_so(name, price, solder, wires, metres):
    build = load(name)
    euros, _ = pin_table.component_parts(build)[-1][2].split()
    assert round(float(euros)) == int(price), "the price is the total of its parts"
    soldered = [row for row in pin_table.pin_rows(build) if row.cells()[-1] != "–"]
    assert len(soldered) == int(wires or 0), "the wires are the rows of its table with a wire"
    assert metres in INCHES, f"it is read from so far, by the inches of its display: {INCHES}"
    inches = INCHES[metres]
    assert f"{inches} inch" in (ROOT / "wiring" / f"{name}.toml").read_text("utf-8"), (
        "say in `about` or in `parts` of the build how many inches its display has"
    )
    figure_mm = inches * 25.4 / DIAGONAL * FIGURE
    capital_of_8_points_at_40_cm = 0.7 * 8 * 25.4 / 72 / 400
    assert float(metres) == pytest.approx(figure_mm / capital_of_8_points_at_40_cm / 1000, abs=0.06)
