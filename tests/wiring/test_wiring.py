"""The builds that come with the program are complete, and fit the board they are for."""

import pytest

import wiring
from companion.panel import BUTTONS, COLOUR_KEYS, JOYSTICK, UNDO
from hardware.build import load, parse

BUTTON_TABOO = {*range(5), *range(7, 12), 14, 15, 18, 19, 21}


def pins(name: str) -> list[int]:
    build = load(name)
    assert build.lights
    return [*build.buttons.values(), *(build.encoder or ()), *(light.pin for light in build.lights.all())]


def test_there_is_a_table_build_and_two_emulators() -> None:
    assert wiring.names() == ("emulator", "emulator-keys", "table")


@pytest.mark.parametrize("name", wiring.names())
def test_every_build_is_without_mistakes_and_says_what_it_is(name: str) -> None:
    build = load(name)
    assert build.name == name
    assert build.about
    assert list(build.buttons)[:3] == ["clue", "discard", "play"]
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


def test_the_emulator_is_the_device_with_three_buttons() -> None:
    for name in ("emulator", "table"):
        build = load(name)
        assert (len(build.buttons), build.encoder) == (3, None)


def test_the_emulator_with_keys_has_every_further_control() -> None:
    build = load("emulator-keys")
    assert build.emulated
    assert list(build.buttons) == [*BUTTONS, UNDO, *COLOUR_KEYS, *JOYSTICK]
    assert build.encoder
    assert build.lights
    assert {suit: len(lights) for suit, lights in build.lights.firework.items()} == dict.fromkeys(
        "WRBYGMK", 1
    )
    assert (len(build.lights.fuse), len(build.lights.seat), len(build.lights.press)) == (3, 5, 3)


def test_the_table_tells_how_to_add_controls() -> None:
    text = wiring.text("table").replace("play.pin = 13 ", "undo.pin = 18\nplay.pin = 13 ")
    text += "".join(
        line.removeprefix("#     ") + "\n"
        for line in text.partition("Further controls")[2].splitlines()
        if line.startswith("#     ")
    )
    build = parse(text, "mine", "mine.toml")
    assert "`undo.pin = 18`" in text
    assert (build.buttons["undo"], build.encoder) == (18, (25, 26))


def test_the_table_keeps_its_buttons_off_the_pins_with_other_duties() -> None:
    assert not BUTTON_TABOO & set(load("table").buttons.values())


def test_the_table_leaves_three_pins_for_a_rotary_encoder() -> None:
    assert len(set(range(2, 28)) - {2, 3} - set(pins("table"))) >= 3


def test_a_build_that_does_not_exist_has_no_text() -> None:
    with pytest.raises(FileNotFoundError):
        wiring.text("tabel")
