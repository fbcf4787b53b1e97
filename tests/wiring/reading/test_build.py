"""Every mistake in a build is told, all at once, with its key path and the nearest valid name."""

import os
from pathlib import Path

import pytest

from companion.errors import WiringError
from tests.wiring.reading.mistakes import mistakes
from wiring.reading.build import Build, NoSuchBuild, load, parse_build
from wiring.spec import I2c, Light, LightPlace, Spi

GOOD = """
board = "raspberry-pi"
[screen]
controller = "ssd1306"
[buttons]
clue.pin = 5
discard.pin = 6
play.pin = 13
[lights]
clue = [7, 8, 9, 10, 11, 12, 14, 15]
"""
BUTTONS = "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"
REAL = 'board = "raspberry-pi"\n' + BUTTONS
SPI = """
board = "raspberry-pi"
[screen]
controller = "sh1106"
connection = "spi"
bus = 0
dc.pin = 24
reset.pin = 25
[buttons]
clue.pin = 5
discard.pin = 6
play.pin = 13
"""
STRIP = """
[strip]
controller = "apa102"
pixels = 20
brightness = 0.2
supply_milliamps = 900
[strip.lights]
clue = "0-7"
fuse = [8, 9, 10]
firework.R = "15-11"
"""
SHIM = """
[strip]
controller = "led-shim"
bus = 1
[strip.lights]
seat = "0-4"
"""
STICK = "joystick = { up.pin = 20, down.pin = 21, left.pin = 22, right.pin = 23 }"
PRESSED = STICK.replace("}", ", press.pin = 13 }")


def problems(text: str) -> list[str]:
    with pytest.raises(WiringError) as caught:
        parse_build(text, "mine", "mine.toml")
    assert str(caught.value) == "\n".join(
        f"mine.toml: {problem}" for problem in caught.value.problems
    )
    return list(caught.value.problems)


def good(text: str) -> Build:
    return parse_build(text, "mine", "mine.toml")


def test_what_is_left_out_has_a_default() -> None:
    build = good(GOOD)
    assert build.name == "mine"
    assert build.board.chip == "auto"
    assert not build.is_emulated
    assert build.screen
    assert build.screen.bus == I2c(1, 0x3C)
    assert (build.screen.dc, build.screen.reset, build.strip, build.parts) == (None, None, None, ())
    assert (build.screen.rotate, build.screen.contrast) == (0, 207)
    assert build.lights
    assert build.lights.clue[0] == Light(7, 1.5, True)
    assert build.lights.fuse == ()
    assert build.lights.press == {}


def test_a_part_of_another_maker_has_its_key() -> None:
    encoder = "[encoder]\na.pin = 25\nb.pin = 26\n"
    assert good(f"{GOOD}{encoder}").per_detent == 4
    assert good(f"{GOOD}{encoder}quarters = 2\n").per_detent == 2
    sold = GOOD.replace('"ssd1306"', '"sh1106"')
    assert good(sold).screen.first_column == 2  # type: ignore[union-attr]
    sold = GOOD.replace('"ssd1306"', '"sh1106"\nfirst_column = 0')
    assert good(sold).screen.first_column == 0  # type: ignore[union-attr]


def test_a_light_may_differ_from_the_others() -> None:
    build = good(
        REAL
        + """
        [lights]
        milliamps = 2
        active_high = false
        fuse = [16, { pin = 17, milliamps = 7.5 }, { pin = 18, active_high = true }]
        press.play = 19
        firework.K = [20]
        """
    )
    assert build.lights
    assert build.lights.fuse == (Light(16, 2, False), Light(17, 7.5, False), Light(18, 2, True))
    assert build.lights.press == {"play": Light(19, 2, False)}
    assert build.lights.firework == {"K": (Light(20, 2, False),)}
    assert len(build.lights.all()) == 5


def test_pixels_are_rows_and_lists_either_way() -> None:
    strip = good(REAL + STRIP + '[strip.colours]\nR = "#c80000"\nfuse = "#102030"').strip
    assert strip
    assert strip.bus == Spi(0, 0, 4_000_000)
    assert strip.groups.clue == tuple(range(8))
    assert strip.groups.firework == {"R": (15, 14, 13, 12, 11)}
    assert strip.colours[LightPlace("firework", "R", 4)] == (200, 0, 0)
    assert strip.colours[LightPlace("fuse", "", 0)] == (16, 32, 48)
    assert (strip.pixels, strip.steps, strip.supply_milliamps) == (20, 6, 900)


def test_the_chip_is_a_label_or_a_number() -> None:
    assert good('chip = "pinctrl-rp1"\n' + REAL).board.chip == "pinctrl-rp1"
    assert good("chip = 4\n" + REAL).board.chip == 4


TEXTS = {"BUTTONS": BUTTONS, "GOOD": GOOD, "PRESSED": PRESSED, "REAL": REAL, "SHIM": SHIM}
TEXTS |= {"SPI": SPI, "STICK": STICK, "STRIP": STRIP}


@pytest.mark.parametrize(("text", "told"), mistakes("build_mistakes.txt", TEXTS))
def test_a_mistake_is_told_with_its_place(text: str, told: list[str]) -> None:
    assert [each for each in told if each not in problems(text)] == []


def test_one_mistake_is_told_once() -> None:
    for mistake in ("play.pin = 28", "play.pin = 10", "play.pin = true", "play = 13"):
        assert len(problems(GOOD.replace("play.pin = 13", mistake))) == 1, mistake
    assert len(problems('board = "mock"\nbuttons = 3')) == 1
    for rest in (
        "keys = 3",
        "joystick = 3",
        "encoder = 3",
        "encoder.a.pin = 3",
        PRESSED.replace("13", "14"),
    ):
        assert len(problems(f"{REAL}{rest}")) == 1, rest
    for press in ("press = 13", "press.pin = 6", "press.pin = true"):
        text = REAL.replace(", play.pin = 13", "") + PRESSED.replace("press.pin = 13", press)
        assert len(problems(text)) == 1, press
    assert len(problems('board = "mok"\n' + BUTTONS + "lights.firework.W = [45]")) == 1


def test_all_mistakes_are_told_at_once() -> None:
    told = problems("""
        bord = "mock"
        [screen]
        rotate = 7
        [buttons]
        clue.pin = 2
        [lights]
        clue = [2, 2, "x"]
        [encoder]
        a.pin = 2
        [joystick]
        up.pin = 99
        left.pin = 7
        right.pin = 8
        press.pin = 9
        prss.pin = 10
        [keys]
        x.pin = 11
        """)
    assert [problem.partition(":")[0] for problem in told] == [
        "board",
        "screen.controller",
        "screen.rotate",
        "lights.clue[0]",
        "lights.clue[1]",
        "lights.clue[2]",
        "lights.clue",
        "buttons.clue.pin",
        "buttons.discard",
        "keys.x",
        "joystick.up.pin",
        "joystick.down",
        "joystick.prss",
        "encoder.a.pin",
        "encoder.b",
        "bord",
    ]


def test_what_is_not_toml_is_told_with_its_line() -> None:
    (told,) = problems('board = "mock"\nchip 3\n')
    assert told.startswith("this is not TOML: ")
    assert "line 2" in told


def test_an_unknown_build_is_told_with_the_nearest_name() -> None:
    with pytest.raises(
        WiringError, match=r'^tabel: there is no such build; did you mean "table"\?'
    ) as caught:
        load("tabel")
    assert len(caught.value.problems) == 1
    with pytest.raises(WiringError, match="valid: bonnet, deluxe, emulator, emulator-keys, "):
        load("zzz")


def test_a_build_of_ones_own_is_read_from_its_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(GOOD)
    assert load(str(mine)).name == "mine"
    mine.write_text(GOOD.replace("13", "130"))
    with pytest.raises(WiringError, match=r"mine\.toml: buttons\.play\.pin: there is no GPIO 130"):
        load(str(mine))


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        WiringError, match=r"none\.toml: the file cannot be read: No such file or directory"
    ):
        load(str(tmp_path / "none.toml"))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(WiringError, match=r"folder\.toml: the file cannot be read: Is a directory"):
        load(str(tmp_path / "folder.toml"))
    (tmp_path / "latin.toml").write_bytes(b"about = '\xe9'")
    with pytest.raises(WiringError, match=r"latin\.toml: the file is not text in UTF-8"):
        load(str(tmp_path / "latin.toml"))


def test_a_file_whose_name_cannot_be_printed_is_refused(tmp_path: Path) -> None:
    for name in ("a\x1b[31m.toml", "two\nlines.toml", "\u202e.toml", "\udcff.toml"):
        (tmp_path / name).write_text(GOOD)
        with pytest.raises(NoSuchBuild, match="the file's name has a character") as caught:
            load(str(tmp_path / name))
        assert str(caught.value).isprintable()


def test_what_is_no_file_at_all_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for name in (
        str(tmp_path / "pipe.toml"),
        "x" * 300,
        "x" * 300 + ".toml",
        str(tmp_path),
        "",
        ".",
    ):
        with pytest.raises(NoSuchBuild):
            load(name)
