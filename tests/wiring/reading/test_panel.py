"""Where a build's parts sit: what does not fit is told like a doubled pin, all at once."""

import re
from typing import Any

import pytest

from companion.errors import WiringError
from tests.rig.real_builds import REAL
from tests.wiring.reading.mistakes import mistakes
from wiring import builds
from wiring.panel.fitting import _corner_brackets, _key_of, body_of, face_of
from wiring.panel.shapes import overlap
from wiring.panel.sizes import BOARDS, COMPUTERS, PARTS
from wiring.reading.build import Build, load, parse_build
from wiring.spec import SCREEN

SMALL = """
board = "raspberry-pi"
buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }
screen.controller = "ssd1306"
[panel]
width = 120
height = 110
computer = "raspberry-pi-zero"
screen = { part = "oled-0.96", at = [60, 40] }
clue = { part = "button-12", at = [30, 80] }
discard = { part = "button-12", at = [60, 80] }
play = { part = "button-12", at = [90, 80] }
"""


def told(text: str) -> list[str]:
    with pytest.raises(WiringError) as caught:
        parse_build(text, "mine", "mine.toml")
    return list(caught.value.problems)


def mine(*changes: tuple[str, str]) -> str:
    text = SMALL
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return text


def names(build: Build) -> list[str]:
    assert build.panel
    return [_key_of(part) for part in build.panel.parts]


@pytest.mark.parametrize("name", REAL)
def test_every_part_of_a_real_build_has_its_place(name: str) -> None:
    build = load(name)
    assert build.panel, "say in [panel] where its parts sit"
    places = names(build)
    assert len(places) == len(set(places))
    lights = [*(build.lights.places() if build.lights else ())]
    lights += build.strip.groups.places() if build.strip else ()
    assert len([part for part in build.panel.parts if part.light]) == len(lights)
    assert SCREEN in places
    pressed = {"clue", "discard", *({"joystick"} if build.press_plays else {"play"})}
    assert pressed <= set(places)


@pytest.mark.parametrize("name", REAL)
def test_nothing_of_a_real_build_meets_anything(name: str) -> None:
    panel = load(name).panel
    assert panel
    for number, part in enumerate(panel.parts):
        for other in panel.parts[:number]:
            assert overlap(face_of(part), face_of(other)) <= 0.05
            assert overlap(body_of(part), body_of(other)) <= 0.05
        if not panel.board:
            assert all(overlap(body_of(part), corner) <= 0.05 for corner in _corner_brackets(panel))


@pytest.mark.parametrize(("text", "sentences"), mistakes("panel_mistakes.txt", {"SMALL": SMALL}))
def test_what_does_not_fit_is_told(text: str, sentences: list[str]) -> None:
    assert [each for each in sentences if each not in told(text)] == []


def test_another_display_is_one_word() -> None:
    assert parse_build(
        mine(('screen = { part = "oled-0.96"', 'screen = { part = "oled-2.42"')),
        "mine",
        "mine.toml",
    ).panel


def test_every_mistake_is_told_at_once() -> None:
    problems = told(mine(("[30, 80]", "[5, 80]"), ("[90, 80]", "[64, 80]")))
    assert [problem.partition(":")[0] for problem in problems] == ["panel.clue", "panel.play"]


def test_a_pixel_that_lies_nowhere_is_told() -> None:
    assert told(builds.build_toml("deluxe").replace("last = 59", "last = 58")) == [
        "panel.strip.rows: pixel 59 is in no row, and shows lights.seat[4]; add it to one"
    ]


def test_a_board_that_is_wired_otherwise_is_told() -> None:
    assert told(builds.build_toml("bonnet").replace('"oled-bonnet"', '"oled-hat"'))[0] == (
        "panel.clue: is missing, and oled-hat has nothing at its pin; say where it sits, such as"
        ' clue = { part = "arcade-30", at = [20, 30] }'
    )


def test_every_size_has_its_source() -> None:
    sizes: list[Any] = [*PARTS.values(), *BOARDS.values(), *COMPUTERS.values()]
    for size in sizes:
        assert re.search(r"[a-z]{4}", size.source)
