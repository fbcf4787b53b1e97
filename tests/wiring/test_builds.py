"""The builds that come with the program are complete, and fit the board they are for."""

import re

import pytest

from tests.rig.real_builds import PRESSED, REAL
from wiring import builds
from wiring.reading.build import load, parse_build
from wiring.spec import I2c

BUTTON_TABOO = {*range(5), *range(7, 12), 14, 15, 18, 19, 21}


def pins(name: str) -> list[int]:
    build = load(name)
    leds = build.lights.all() if build.lights else ()
    lines = (
        [line for line in (build.screen.dc, build.screen.reset) if line is not None]
        if build.screen
        else []
    )
    return [*build.buttons.values(), *(build.encoder or ()), *(light.pin for light in leds), *lines]


@pytest.mark.parametrize("name", PRESSED)
def test_every_build_is_without_mistakes_and_says_what_it_is(name: str) -> None:
    build = load(name)
    assert build.name == name
    assert build.about, "say in `about` what the build is"
    assert list(build.buttons)[:3] == ["clue", "discard", "play"], "begin with these buttons"
    assert build.screen
    assert build.is_emulated == name.startswith("emulator"), (
        'give it the board "raspberry-pi", or a name that begins with "emulator"'
    )
    if build.is_emulated:
        assert build.lights
        assert len(build.lights.clue) == 8


def test_a_touch_screen_stands_for_buttons_display_and_lights() -> None:
    build = load("touch")
    assert build.touch
    assert (build.buttons, build.screen, build.lights, build.strip) == ({}, None, None, None)
    assert not build.is_emulated
    assert build.board.lines == 0


@pytest.mark.parametrize("name", [*REAL, "touch"])
def test_every_real_build_says_what_to_buy(name: str) -> None:
    parts = load(name).parts
    assert all(part.name and part.search and part.price_eur > 0 for part in parts), (
        "give each part a name, a price, and the words by which a shop finds it"
    )
    assert 30 < sum(part.pieces * part.price_eur for part in parts) < 150, (
        "list all parts, and their prices in euros"
    )


def comments(text: str, after: str = "") -> str:
    """The lines of a text that wait for their # to be taken away."""
    rest = text.partition(after)[2] if after else text
    lines = [line for line in rest.splitlines() if line.startswith("#     ")]
    return "\n".join(line.removeprefix("#     ") for line in lines) + "\n"


def test_the_emulator_takes_exactly_the_46_lines_of_its_board() -> None:
    assert sorted([*pins("emulator"), 2, 3]) == list(range(46))
    build = load("emulator")
    assert build.is_emulated
    assert build.lights
    assert {suit: len(lights) for suit, lights in build.lights.firework.items()} == dict.fromkeys(
        "WRBYG", 5
    )
    assert (len(build.lights.fuse), len(build.lights.seat)) == (3, 5)


def test_the_table_tells_how_to_add_an_undo_key() -> None:
    text = builds.build_toml("table")
    pin, place = re.findall(r"`(undo[.=][^`]*|undo = [^`]*)`", text)
    text = text.replace("play.pin = 13 ", f"{pin}\nplay.pin = 13 ")
    text = text.replace("[panel]\n", f"[panel]\n{place}\n")
    build = parse_build(text, "mine", "mine.toml")
    assert build.panel
    assert "undo" in {part.name for part in build.panel.parts}
    assert build.buttons["undo"] == 18


def test_the_hat_tells_how_to_add_the_shim() -> None:
    text = builds.build_toml("oled-hat")
    build = parse_build(text + comments(text), "mine", "mine.toml")
    assert build.strip
    assert (build.strip.controller, build.strip.bus) == ("led-shim", I2c(1, 0x75))
    assert sorted(build.strip.groups.all()) == list(range(28)), "every pixel shows something"
    assert build.parts[-1].name == "Pimoroni LED SHIM"


@pytest.mark.parametrize("name", ["table", "deluxe"])
def test_buttons_keep_off_the_pins_with_other_duties(name: str) -> None:
    build = load(name)
    busy = BUTTON_TABOO & {*build.buttons.values(), *(build.encoder or ())}
    assert not busy, "move what is on these pins: a bus or the start of the Pi has them"


def test_a_raspberry_pi_with_an_i2c_bus_is_its_own_hardware(tmp_path, monkeypatch):
    model, bus = tmp_path / "model", tmp_path / "i2c"
    monkeypatch.setattr(builds, "_MODEL", model)
    monkeypatch.setattr(builds, "_BUS", bus)
    assert builds.machine_build() == "emulator"
    model.write_text("Raspberry Pi 4 Model B Rev 1.1\0")
    assert builds.machine_build() == "emulator"
    bus.touch()
    assert builds.machine_build() == "table"
