"""What companion/face/README.md says of times and colours agrees with the code."""

import re
from itertools import combinations
from pathlib import Path

import pytest

import companion.face
from companion.daemon import screensaver
from companion.face.dialogue import presses, timeouts
from companion.face.gestures import gestures
from companion.panel import BLUE_YELLOW, RED_GREEN, USUAL
from tests.rig import colours
from wiring.reading.palettes import COLOURS
from wiring.spec import SUITS

PAGE = " ".join((Path(companion.face.__path__[0]) / "README.md").read_text("utf-8").split())
NUMBERS = {"eight": 8, "ten": 10, "Two": 2, "two": 2, "fifteen": 15}
TIMES = [
    (r"a \*\*hold\*\* \(([\d.]+) to", gestures.HOLD_S),
    (r"down for more than ([\d.]+) seconds", gestures.TOO_LONG_S),
    (r"For ([\d.]+) seconds after an action", presses.GUARD_S),
    (r"a chord begins within ([\d.]+) seconds", gestures.TOGETHER_S),
    (r"both are down for ([\d.]+) seconds", gestures.SHARED_S),
    (r"may follow within ([\d.]+) seconds", presses.COLUMNS.late_s),
    (r"After (\w+) seconds the first press only wakes it", presses.ASLEEP_S),
    (r"goes away by itself after (\w+) seconds", timeouts.NAMING_CLOSES_S),
    (r"\*Turns\* closes after (\d+) seconds", timeouts.TURNS_CLOSE_S),
    (r"It closes after (\d+) seconds", timeouts.MENUS_CLOSE_S),
    (r"(\w+) minutes after the last press", screensaver.DIM_AFTER_S / 60),
    (r"after (\w+) they are dark", screensaver.BLANK_AFTER_S / 60),
    (r"moves by a row every (\w+) minutes", screensaver.MOVED_EVERY_S / 60),
]


@pytest.mark.parametrize(("said", "time"), TIMES)
def test_each_time_is_that_of_the_code(said, time):
    (found,) = re.findall(said, PAGE)
    assert float(NUMBERS.get(found, found)) == time


@pytest.mark.parametrize("palette", [USUAL, RED_GREEN, BLUE_YELLOW])
def test_suits_are_as_far_apart_as_the_table_says(palette):
    (cells,) = re.findall(rf"\| {palette.replace('_', '-')} \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|", PAGE)
    kinds = (colours.USUAL, colours.PROTAN, colours.DEUTAN, colours.TRITAN)
    own = COLOURS[palette]
    for cell, kind in zip(cells, kinds, strict=True):
        closest = min(colours.distance(own[one], own[other], kind) for one, other in combinations(SUITS, 2))
        assert not cell.strip() or float(cell) == pytest.approx(closest, abs=0.051), kind
