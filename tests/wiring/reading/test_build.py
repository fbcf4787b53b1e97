"""Every mistake in a build is told, all at once, with its key path and the nearest valid name."""

import os
from pathlib import Path

import pytest

from companion.errors import WiringError
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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BUTTONS, "board: is missing; it is one of raspberry-pi, mock, none"),
        ('board = "mok"\n' + BUTTONS, 'board: "mok" is not known; did you mean "mock"?'),
        ("board = 1\n" + BUTTONS, "board: must be one of raspberry-pi, mock, none, not 1"),
        ("chip = true\n" + REAL, "chip: must be a whole number from 0 to 99, not true"),
        ("chip = -1\n" + REAL, "chip: must be a whole number from 0 to 99, not -1"),
        ("chip = [0]\n" + REAL, "chip: must be a text in quotes, not a list"),
        ('model = "CM3"\n' + REAL, 'model: only board = "mock" has a model; leave it out'),
        (
            'board = "mock"\nchip = 0\n' + BUTTONS,
            'chip: only board = "raspberry-pi" has a chip; leave it out',
        ),
        (
            'board = "mock"\nmodel = "cm33"\n' + BUTTONS,
            'model: "cm33" is not known; did you mean "CM3"?',
        ),
        ("about = 3\n" + REAL, "about: must be a text in quotes, not 3"),
        ("abuot = 3\n" + REAL, 'abuot: there is no such key; did you mean "about"?'),
        (
            "zzz = 3\n" + REAL,
            (
                "zzz: there is no such key; valid: about, board, buttons, chip, encoder, joystick,"
                " keys, lights, model, panel, parts, pods, readers, screen, shape, strip, touch"
            ),
        ),
        (
            'board = "raspberry-pi"',
            "buttons.clue: is missing; the clue, discard and play buttons are always needed",
        ),
        ("buttons = 3\nboard = 'mock'", "buttons: must be a table of keys, not 3"),
        (
            GOOD.replace("play.pin = 13", "ply.pin = 13"),
            "buttons.play: is missing; the clue, discard and play buttons are always needed",
        ),
        (
            GOOD.replace("play.pin = 13", "ply.pin = 13"),
            'buttons.ply: there is no such key; did you mean "play"?',
        ),
        (
            GOOD.replace("play.pin = 13", "play.pni = 13"),
            "buttons.play.pin: is missing; it is a GPIO number from 0 to 27",
        ),
        (
            GOOD.replace("play.pin = 13", "play.pni = 13"),
            'buttons.play.pni: there is no such key; did you mean "pin"?',
        ),
        (
            GOOD.replace("play.pin = 13", "play = 13"),
            "buttons.play: must be a table of keys, not 13; did you mean play.pin = 13?",
        ),
        (
            GOOD.replace("play.pin = 13", "play.pin = true"),
            "buttons.play.pin: must be a GPIO number from 0 to 27, not true",
        ),
        (
            GOOD.replace("play.pin = 13", "play.pin = 28"),
            "buttons.play.pin: there is no GPIO 28; it must be a GPIO number from 0 to 27",
        ),
        (
            GOOD.replace("play.pin = 13", "play.pin = 10"),
            "buttons.play.pin: GPIO 10 is also used by lights.clue[3]",
        ),
        (
            GOOD.replace("play.pin = 13", "play.pin = 5"),
            "buttons.play.pin: GPIO 5 is also used by buttons.clue.pin",
        ),
        (
            GOOD.replace("play.pin = 13", "play.pin = 2"),
            "buttons.play.pin: GPIO 2 is also used by the display (I2C bus 1)",
        ),
        (
            GOOD.replace("[7,", "[3,"),
            "lights.clue[0]: GPIO 3 is also used by the display (I2C bus 1)",
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\nbus = 0').replace("[7,", "[1,"),
            "lights.clue[0]: GPIO 1 is also used by the display (I2C bus 0)",
        ),
        (
            GOOD.replace('controller = "ssd1306"', ""),
            "screen.controller: is missing; it is one of ssd1306, ssd1309, sh1106",
        ),
        (
            GOOD.replace("ssd1306", "ssd13o6"),
            'screen.controller: "ssd13o6" is not known; did you mean "ssd1306"?',
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\naddress = 0x78'),
            "screen.address: must be a whole number from 0x8 to 0x77, not 0x78;"
            " 0x78 on the board is 0x3C here",
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1106"'),
            'screen.controller: "ssd1106" is a sh1106 here; write "sh1106"',
        ),
        (
            GOOD.replace('"ssd1306"', '"SH1106G"'),
            'screen.controller: "SH1106G" is a sh1106 here; write "sh1106"',
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306b"'),
            'screen.controller: "ssd1306b" is a ssd1306 here; write "ssd1306"',
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\nadress = 0x3D'),
            'screen.adress: there is no such key; did you mean "address"?',
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\nmarks = "12"'),
            (
                "screen.marks: must be three of •↑↓←→ or letters and digits, for clue, discard,"
                ' play; such as "ABC"'
            ),
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\nlabels = "rigth"'),
            'screen.labels: "rigth" is not known; did you mean "right"?',
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\norder = ["play", "cleu", "discard"]'),
            'screen.order: "cleu" is no button; did you mean "clue"?',
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\norder = ["play", 5]'),
            "screen.order: 5 is no button; valid: clue, discard, play",
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\norder = ["play", "clue", "play"]'),
            (
                'screen.order: must be clue, discard, play, each once; such as ["play", "clue",'
                ' "discard"]'
            ),
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\norder = "play"'),
            'screen.order: must be a list in square brackets, not "play"',
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\nlabels = "right"\nmarks = "123"'),
            'screen.marks: labels = "right" stand beside their keys, without a mark; leave it out',
        ),
        (
            GOOD.replace(
                '"ssd1306"', '"ssd1306"\nlabels = "right"\norder = ["play", "clue", "discard"]'
            ),
            'screen.order: only labels = "below" have an order from the left; leave it out',
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\nrotate = 4'),
            "screen.rotate: must be a whole number from 0 to 3, not 4",
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\nrotate = true'),
            "screen.rotate: must be a whole number from 0 to 3, not true",
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\ncontrast = 256'),
            "screen.contrast: must be a whole number from 0 to 255, not 256",
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\ncontrast = 1.5'),
            "screen.contrast: must be a whole number from 0 to 255, not 1.5",
        ),
        (REAL + "lights.clue = [7, 8]", "lights.clue: has 2 lights, but must have 8"),
        (REAL + "lights.clue = []", "lights.clue: has 0 lights, but must have 8"),
        (REAL + "lights.clue = 7", "lights.clue: must be a list in square brackets, not 7"),
        (REAL + "lights.fuse = [7, 8]", "lights.fuse: has 2 lights, but must have 3 or 4"),
        (
            REAL + "lights.seat = [7,8,9,10,11,12]",
            "lights.seat: has 6 lights, but must have 1 to 5",
        ),
        (
            REAL + "lights.firework.W = [7, 8]",
            "lights.firework.W: has 2 lights, but must have 1 or 5",
        ),
        (
            REAL + "lights.firework.w = [7]",
            'lights.firework.w: there is no such key; did you mean "W"?',
        ),
        (
            REAL + "lights.press.pley = 7",
            'lights.press.pley: there is no such key; did you mean "play"?',
        ),
        (
            REAL + "lights.fuze = [7, 8, 9]",
            'lights.fuze: there is no such key; did you mean "fuse"?',
        ),
        (
            REAL + "lights.seat = [1.5]",
            "lights.seat[0]: must be a GPIO number from 0 to 27, not 1.5",
        ),
        (
            REAL + "lights.seat = [{pin = 7, miliamps = 2}]",
            'lights.seat[0].miliamps: there is no such key; did you mean "milliamps"?',
        ),
        *(
            (
                REAL + f"{place}{key} = true{end}",
                f"{path}.{key}: there is no such key; active_high says it: true for 3.3 V where"
                " the part is on or pressed, false for ground",
            )
            for key in ("active_low", "polarity", "inverted", "pull_up")
            for place, end, path in (
                ("lights.", "", "lights"),
                ("lights.seat = [{pin = 7, ", "}]", "lights.seat[0]"),
                ("keys.", "", "keys"),
            )
        ),
        *(
            (
                REAL + STRIP.replace("[strip]\n", f"[strip]\norder = {value}\n"),
                f"strip.order: {told}",
            )
            for value, told in (
                ("5", "must be one of bgr, brg, gbr, grb, rbg, rgb, not 5"),
                ('["r", "g", "b"]', "must be one of bgr, brg, gbr, grb, rbg, rgb, not a list"),
                ("2026-11-27", "must be one of bgr, brg, gbr, grb, rbg, rgb, not a date or time"),
                ('"RGB"', '"RGB" is not known; did you mean "rgb"?'),
                ('"xyz"', '"xyz" is not known; valid: bgr, brg, gbr, grb, rbg, rgb'),
            )
        ),
        *(
            (
                REAL.replace("clue.pin = 5", f"clue = {{ pin = 5, active_high = {value} }}"),
                f"buttons.clue.active_high: must be true or false, not {told}",
            )
            for value, told in (("1", "1"), ('"low"', '"low"'), ("2026-11-27", "a date or time"))
        ),
        (
            REAL + "lights.polarity.seat = 1",
            "lights.polarity: there is no such key; active_high says it: true for 3.3 V where"
            " the part is on or pressed, false for ground",
        ),
        (
            REAL + "lights.seat = [{milliamps = 2}]",
            "lights.seat[0].pin: is missing; it is a GPIO number from 0 to 27",
        ),
        (
            REAL + "lights.seat = [{pin = 7, active_high = 1}]",
            "lights.seat[0].active_high: must be true or false, not 1",
        ),
        (REAL + 'lights.milliamps = "2"', 'lights.milliamps: must be a number, not "2"'),
        (REAL + "lights.milliamps = true", "lights.milliamps: must be a number, not true"),
        (REAL + "lights.milliamps = 0", "lights.milliamps: must be above 0, not 0"),
        (REAL + "lights.milliamps = nan", "lights.milliamps: must be above 0, not nan"),
        (
            REAL + "lights.seat = [{pin = 7, milliamps = 20}]",
            (
                "lights.seat[0].milliamps: 20 mA is more than one pin can give, 16 mA; use a larger"
                " resistor"
            ),
        ),
        (
            REAL + "lights.milliamps = 13\nlights.fuse = [7, 8, 9, 10]",
            (
                "lights: 52 mA when all are lit, but the pins can give 50 mA together;"
                " use larger resistors or fewer lights"
            ),
        ),
        (REAL + "keys.W = 17", "keys.W: must be a table of keys, not 17; did you mean W.pin = 17?"),
        (
            REAL + "keys.W.pin = 30",
            "keys.W.pin: there is no GPIO 30; it must be a GPIO number from 0 to 27",
        ),
        (REAL + "keys.W.pin = 5", "keys.W.pin: GPIO 5 is also used by buttons.clue.pin"),
        (REAL + "keys.w.pin = 17", 'keys.w: there is no such key; did you mean "W"?'),
        (REAL + "keys.W.pim = 17", 'keys.W.pim: there is no such key; did you mean "pin"?'),
        (
            REAL + "keys.W.pin = 17\nkeys.R.pin = 17",
            "keys.R.pin: GPIO 17 is also used by keys.W.pin",
        ),
        (REAL + "key.W.pin = 17", 'key: there is no such key; did you mean "keys"?'),
        (REAL + "keys = [17]", "keys: must be a table of keys, not a list"),
        (
            REAL.replace("play.pin = 13", "play.pin = 13, undo.pin = 13"),
            "buttons.undo.pin: GPIO 13 is also used by buttons.play.pin",
        ),
        (
            REAL.replace("play.pin = 13", "play.pin = 13, undoo.pin = 14"),
            'buttons.undoo: there is no such key; did you mean "undo"?',
        ),
        (
            REAL + STICK.replace("down.pin = 21, ", ""),
            "joystick.down: is missing; a joystick has up, down, left and right",
        ),
        (
            REAL + STICK.replace("down", "dwon"),
            'joystick.dwon: there is no such key; did you mean "down"?',
        ),
        (
            REAL + STICK.replace("21", "20"),
            "joystick.down.pin: GPIO 20 is also used by joystick.up.pin",
        ),
        (REAL + "joystick = 7", "joystick: must be a table of keys, not 7"),
        (
            REAL + PRESSED.replace("13", "14"),
            "joystick.press: buttons.play is the play button already; leave out one of them",
        ),
        (
            REAL.replace(", play.pin = 13", "") + STICK,
            (
                "buttons.play: is missing; the clue, discard and play buttons are always needed,"
                " but joystick.press can be the play button"
            ),
        ),
        (
            REAL.replace(", play.pin = 13", "") + PRESSED.replace("13", "6"),
            "joystick.press.pin: GPIO 6 is also used by buttons.discard.pin",
        ),
        (
            REAL.replace(", play.pin = 13", "") + PRESSED.replace("press.pin", "press.pni"),
            "joystick.press.pin: is missing; it is a GPIO number from 0 to 27",
        ),
        (REAL + "encoder.a.pin = 17", "encoder.b: is missing; an encoder has the contacts a and b"),
        (
            REAL + "encoder = { a.pin = 17, b.pin = 17 }",
            "encoder.b.pin: GPIO 17 is also used by encoder.a.pin",
        ),
        (
            REAL + "encoder = { a.pin = 17, b.pin = 18, press.pin = 19 }",
            "encoder.press: its switch is a button, wired as one: buttons.play or buttons.undo",
        ),
        (
            REAL + "encoder = { a.pin = 17, b.pin = 18, c = 1 }",
            "encoder.c: there is no such key; valid: a, b",
        ),
        (
            SPI.replace("dc.pin = 24\n", ""),
            "screen.dc: is missing; a display on SPI has a data/command line, whose pin this is",
        ),
        (
            SPI.replace("reset.pin = 25\n", ""),
            "screen.reset: is missing; a display on SPI has a reset line, whose pin this is",
        ),
        (
            SPI.replace("dc.pin = 24", "dc = 24"),
            "screen.dc: must be a table of keys, not 24; did you mean dc.pin = 24?",
        ),
        (
            SPI.replace("= 24", "= 10"),
            "screen.dc.pin: GPIO 10 is also used by the display (SPI bus 0)",
        ),
        (SPI.replace("= 24", "= 25"), "screen.reset.pin: GPIO 25 is also used by screen.dc.pin"),
        (
            SPI.replace("= 13", "= 8"),
            "buttons.play.pin: GPIO 8 is also used by the display (SPI bus 0)",
        ),
        (SPI.replace("= 13", "= 24"), "buttons.play.pin: GPIO 24 is also used by screen.dc.pin"),
        (
            SPI.replace("bus = 0", "bus = 1").replace("= 13", "= 18"),
            "buttons.play.pin: GPIO 18 is also used by the display (SPI bus 1)",
        ),
        (
            SPI.replace('"spi"', '"spj"'),
            'screen.connection: "spj" is not known; did you mean "spi"?',
        ),
        (
            SPI.replace("bus = 0", "address = 0x3C"),
            "screen.address: only what hangs on I2C has that; leave it out",
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\ndc.pin = 20'),
            'screen.dc: only connection = "spi" has a data/command line; leave it out',
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\ndevice = 0'),
            "screen.device: only what hangs on SPI has that; leave it out",
        ),
        (
            GOOD.replace('"ssd1306"', '"ssd1306"\nreset.pin = 3'),
            "screen.reset.pin: GPIO 3 is also used by the display (I2C bus 1)",
        ),
        (
            SPI.replace("bus = 0", "hertz = 50"),
            "screen.hertz: must be a whole number from 100000 to 32000000, not 50",
        ),
        (
            SPI.replace("sh1106", "sh1107"),
            'screen.controller: "sh1107" drives another picture; take a display of 128x64 with'
            " ssd1306 or sh1106",
        ),
        (
            SPI + STRIP,
            (
                "strip.bus: SPI bus 0 is the display's; a strip has no chip select and would show"
                " what the display is sent, so it needs a bus of its own"
            ),
        ),
        (
            REAL + STRIP + "[keys]\nW.pin = 11",
            "keys.W.pin: GPIO 11 is also used by the strip (SPI bus 0)",
        ),
        (
            REAL + STRIP.replace("= 900", "= 80"),
            (
                "strip.supply_milliamps: the strip takes 95 mA when all is lit, but its supply"
                " gives 80 mA; lower its brightness or take a larger supply"
            ),
        ),
        (
            REAL + STRIP.replace("supply_milliamps = 900", ""),
            "strip.supply_milliamps: is missing; it is what the supply can give the strip",
        ),
        (
            REAL + STRIP.replace("pixels = 20", ""),
            "strip.pixels: is missing; it is how many pixels the strip has",
        ),
        (
            REAL + STRIP.replace("apa102", "apa104"),
            'strip.controller: "apa104" is not known; did you mean "apa102"?',
        ),
        (REAL + STRIP.replace("0.2", "0.5"), "strip.brightness: must be at most 0.48, not 0.5"),
        (REAL + STRIP.replace("0.2", "0"), "strip.brightness: must be above 0, not 0"),
        (
            REAL + STRIP.replace('"0-7"', '"0 to 7"'),
            'strip.lights.clue: must be a row of pixels such as "0-7", or a list, not "0 to 7"',
        ),
        (
            REAL + STRIP.replace('"0-7"', '"0-6"'),
            "strip.lights.clue: has 7 lights, but must have 8",
        ),
        (
            REAL + STRIP.replace('"0-7"', '"13-20"'),
            "strip.lights.clue[7]: there is no pixel 20; it must be a pixel number from 0 to 19",
        ),
        (
            REAL + STRIP.replace("[8, 9, 10]", "[7, 8, 9]"),
            "strip.lights.fuse[0]: pixel 7 is also used by strip.lights.clue[7]",
        ),
        (
            REAL + STRIP.replace("[8, 9, 10]", "[8, 9, true]"),
            "strip.lights.fuse[2]: must be a pixel number from 0 to 19, not true",
        ),
        (
            REAL + STRIP.replace("[strip.lights]", "[strip.light]"),
            "strip.lights: is missing; it says which pixels show what",
        ),
        (
            REAL + STRIP + '[strip.colours]\nW = "white"',
            'strip.colours.W: must be a colour such as "#ff8000", not "white"',
        ),
        (
            REAL + STRIP + '[strip.colours]\nX = "#ffffff"',
            (
                "strip.colours.X: there is no such key; valid: B, G, K, M, R, W, Y, clue, deck,"
                " fuse, press, seat"
            ),
        ),
        (
            REAL + STRIP + "[lights]\nclue = [16,17,18,19,20,21,22,23]",
            "strip.lights.clue: lights.clue shows that already; leave out one of them",
        ),
        (
            REAL + STRIP + "[lights]\nfirework.R = [16]",
            "strip.lights.firework.R: lights.firework.R shows that already; leave out one of them",
        ),
        (
            GOOD.partition("[lights]")[0] + SHIM.replace("bus = 1", "bus = 1\naddress = 0x3C"),
            "strip.address: 0x3C on I2C bus 1 is the display's already",
        ),
        (
            REAL + SHIM.replace("bus = 1", "pixels = 28"),
            "strip.pixels: the board has 28; leave it out",
        ),
        (
            REAL + SHIM.replace("bus = 1", "supply_milliamps = 2"),
            "strip.supply_milliamps: the Raspberry Pi feeds the board; leave it out",
        ),
        (
            REAL + SHIM.replace("bus = 1", "device = 1"),
            "strip.device: only what hangs on SPI has that; leave it out",
        ),
        (
            REAL + "lights.deck = [7,8,9,10,11,12,14,15,16,17,18]",
            "lights.deck: has 11 lights, but must have 1 to 10",
        ),
        ('shape = "hut"\n' + REAL, 'shape: "hut" is not known; did you mean "hat"?'),
        ("parts = [{ price_eur = 3 }]\n" + REAL, "parts[0].name: is missing; it says what to buy"),
        (
            'parts = [{ name = "LED", price_eur = -3 }]\n' + REAL,
            "parts[0].price_eur: must be above 0, not -3",
        ),
        (
            'parts = [{ name = "LED", peaces = 3 }]\n' + REAL,
            'parts[0].peaces: there is no such key; did you mean "pieces"?',
        ),
        ("parts = [3]\n" + REAL, "parts[0]: must be a table of keys, not 3"),
        (REAL + "lights = 2024-01-01", "lights: must be a table of keys, not a date or time"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, told: str) -> None:
    assert told in problems(text)


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
    assert (
        len(problems('board = "mok"\nmodel = "CM3"\n' + BUTTONS + "lights.firework.W = [45]")) == 1
    )


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


@pytest.mark.parametrize(
    ("mistake", "path"),
    [
        ('about = "a\\u001b[2Jb"', "about"),
        ('about = """two\nlines"""', "about"),
        ('board.x = "\\u202e"', "board.x"),
        ('parts = [{ name = "LED\\u0000" }]', "parts[0].name"),
        ('parts = [{ name = "LED", note = "\\u202egnp.exe" }]', "parts[0].note"),
        ('pods = [{ name = "f\\nr", port = "/dev/a" }]', "pods[0].name"),
        ('pods = [{ name = "far", port = "/dev/\\u0007" }]', "pods[0].port"),
        ('chip = "\\u001b]0;x"', "chip"),
    ],
)
def test_text_that_cannot_be_printed_is_told_with_its_place(mistake: str, path: str) -> None:
    (told,) = problems(f"{mistake}\n{'' if 'board' in mistake else REAL}")
    assert told.startswith(f"{path}: has a character that cannot be printed (U+")
    assert told.isprintable()


def test_a_file_whose_name_cannot_be_printed_is_refused(tmp_path: Path) -> None:
    for name in ("a\x1b[31m.toml", "two\nlines.toml", "\u202e.toml", "\udcff.toml"):
        (tmp_path / name).write_text(GOOD)
        with pytest.raises(NoSuchBuild, match="the file's name has a character") as caught:
            load(str(tmp_path / name))
        assert str(caught.value).isprintable()


def test_a_file_that_begins_with_a_mark_is_read(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert load(str(mine)).name == "mine"


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


@pytest.mark.parametrize(
    "value", ["1" * 5_000, "0x" + "f" * 5_000, "[" * 5_000, "1e999", "nan", "-inf"]
)
@pytest.mark.parametrize(
    "key", ["chip", "lights.milliamps", "lights.fuse", "screen.rotate", "about"]
)
def test_a_number_beyond_all_bounds_is_a_mistake_like_any_other(key: str, value: str) -> None:
    for told in problems(f"{key} = {value}\n{REAL}"):
        assert len(told) < 300
