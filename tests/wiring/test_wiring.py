"""The builds that come with the program are complete, and fit the board they are for."""

import pytest

import wiring
from hardware.build import load

BUTTON_TABOO = {*range(5), *range(7, 12), 14, 15, 18, 19, 21}


def pins(name: str) -> list[int]:
    build = load(name)
    assert build.lights
    return [*build.buttons.values(), *(light.pin for light in build.lights.all())]


def test_there_is_a_table_build_and_an_emulator() -> None:
    assert wiring.names() == ("emulator", "table")


@pytest.mark.parametrize("name", wiring.names())
def test_every_build_is_without_mistakes_and_says_what_it_is(name: str) -> None:
    build = load(name)
    assert build.name == name
    assert build.about
    assert set(build.buttons) == {"clue", "discard", "play"}
    assert build.screen
    assert build.lights
    assert len(build.lights.clue) == 8


def test_the_emulator_takes_exactly_the_46_lines_of_its_board() -> None:
    assert sorted([*pins("emulator"), 2, 3]) == list(range(46))
    build = load("emulator")
    assert build.emulated
    assert build.lights
    assert {suit: len(lights) for suit, lights in build.lights.firework.items()} == dict.fromkeys("WRBYG", 5)
    assert (len(build.lights.fuse), len(build.lights.seat)) == (3, 5)


def test_the_table_keeps_its_buttons_off_the_pins_with_other_duties() -> None:
    assert not BUTTON_TABOO & set(load("table").buttons.values())


def test_the_table_leaves_three_pins_for_a_rotary_encoder() -> None:
    assert len(set(range(2, 28)) - {2, 3} - set(pins("table"))) >= 3


def test_a_build_that_does_not_exist_has_no_text() -> None:
    with pytest.raises(FileNotFoundError):
        wiring.text("tabel")
