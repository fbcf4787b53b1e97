"""What the pages of the drivers tell makers agrees with the programs."""

import re
from pathlib import Path

import pytest

import hardware
from hardware.pods.firmware import config
from hardware.pods.firmware.lights import decode_lights
from hardware.pods.firmware.protocol import RESEND_MS, LineReader, PodSession, unframe
from tests.games import real_games, three_players
from tests.rig.readmes import entry
from wiring.reading.build import parse_build

FOLDER = Path(hardware.__path__[0])
MAP, PODS, READERS = (
    (FOLDER / folder / "README.md").read_text("utf-8") for folder in ("", "pods", "readers")
)


def test_every_package_has_a_row():
    packages = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    assert set(re.findall(r"^\| `(\w+)` \|", MAP, re.MULTILINE)) == packages


def test_what_the_map_of_the_drivers_names_is_there():
    for name in re.findall(r"`([\w/]+\.py|[\w]+/[\w/]+)`", MAP):
        assert (FOLDER / name).exists() or (FOLDER.parent / name).exists(), name
    for name in re.findall(r"\]\(([^)]+)\)", MAP):
        assert (FOLDER / name.partition("#")[0]).exists(), name


@pytest.mark.parametrize(
    ("text", "kind", "wanted"), [(PODS, "pods", "far end"), (READERS, "readers", "play")]
)
def test_the_entry_of_a_build_is_right(text, kind, wanted):
    entries = "".join({entry(PODS), entry(text)})
    (part,) = getattr(parse_build(f'board = "none"\n{entries}', "mine", "mine.toml"), kind)
    assert part.name == wanted


# Pods


def test_a_pod_says_what_the_exchange_says():
    shown: list[tuple[str, int]] = []
    controls = ["clue", "discard", "play", "undo", "W"]
    levels = [False] * 5
    pod = PodSession(
        "far end", controls, 27, lambda text, level: shown.append((text, level)), levels, 1000
    )
    pod.take_output()
    times = {"h": 1042, "t": 1050, "l": 1060, "a": 5300}
    heard: list[str] = []
    for who, line in re.findall(r"^    (host|pod)  +(\S.*)$", PODS, re.MULTILINE):
        if who == "host":
            pod.receive(line.encode() + b"\n", times[line[0]])
            continue
        if not heard:
            heard = LineReader().feed(pod.take_output())
        if not heard:
            levels[2] = not levels[2]
            pod.step(levels, int(line.split()[2]))
            heard = LineReader().feed(pod.take_output())
        assert heard.pop(0) == unframe(line.encode())
    assert not heard
    ((text, brightness),) = shown
    assert sum(map(any, decode_lights(text, brightness, 27, 255))) == 11


def test_the_table_of_config_py_has_all_of_it():
    told = re.findall(r"^ +\| `([A-Z_]+)` \|", PODS, re.MULTILINE)
    assert told == [name for name in vars(config) if name.isupper()]


def test_nothing_of_the_protocol_is_left_out():
    for word in "HDUTLhatl":
        assert re.search(rf"^\| `{word}\b", PODS, re.MULTILINE)
    assert f"every {RESEND_MS} ms" in PODS


# Card readers


def test_presses_and_taps_a_turn_are_those_of_the_table():
    """A clue is a press; all else is a tap, and with one reader a press too."""
    said = re.findall(
        r"^\| (two pads|one reader) \| (.*), and (.*) with .* \| (.*), and (.*) with",
        READERS,
        re.MULTILINE,
    )
    figures = {kind: tuple(map(float, numbers)) for kind, *numbers in said}
    shares = []
    for records in (real_games(), [three_players()]):
        actions = [action for record in records for action in record.actions]
        shares.append(round(sum(action["do"] == "clue" for action in actions) / len(actions), 2))
    forty, three = shares
    assert figures == {
        "two pads": (forty, 1.0, three, 1.0),
        "one reader": (1.0, round(2 - forty, 2), 1.0, round(2 - three, 2)),
    }
