"""The pin table says where every line of a build goes, and what to switch on and to buy."""

import re
import tomllib

import pytest

from tests.wiring.diagram.wired_builds import ALL, everything, pads
from wiring import builds
from wiring.diagram import pin_table
from wiring.diagram.components import _resistor_value
from wiring.diagram.header import GPIO_PINS, GROUND, POWER_PINS, SIGNALS, THREE_VOLTS
from wiring.diagram.netlist import has_header
from wiring.reading.build import Build, load, parse_build
from wiring.spec import I2c


def lines(build: Build) -> set[int]:
    """The lines that the program drives or reads itself."""
    leds = build.lights.all() if build.lights else ()
    beside = (build.screen.dc, build.screen.reset) if build.screen else ()
    return {
        *build.buttons.values(),
        *(build.encoder or ()),
        *(light.pin for light in leds),
        *(line for line in beside if line is not None),
    }


def test_the_header_has_forty_pins_each_once() -> None:
    assert list(SIGNALS) == list(range(1, 41))
    assert sorted(GPIO_PINS) == list(range(28))
    assert (SIGNALS[1], SIGNALS[6], SIGNALS[29], SIGNALS[40]) == (
        THREE_VOLTS,
        GROUND,
        "GPIO 5",
        "GPIO 21",
    )


@pytest.mark.parametrize("build", ALL.values(), ids=ALL, indirect=True)
def test_every_line_of_a_build_is_in_its_table_once(build: Build) -> None:
    table = pin_table.pin_rows(build)
    told = [row.signal for row in table if row.signal.startswith("GPIO") and not row.elsewhere]
    assert len(told) == len(set(told))
    assert {f"GPIO {line}" for line in lines(build)} <= set(told)
    pins = [row.pin for row in table if row.pin is not None]
    assert len(pins) == len(set(pins))
    assert pins == sorted(pins)
    assert all(SIGNALS[row.pin] == row.signal for row in table if row.pin is not None)


@pytest.mark.parametrize("build", ALL.values(), ids=ALL, indirect=True)
def test_every_row_says_where_it_goes(build: Build) -> None:
    on_header = has_header(build)
    for row in pin_table.pin_rows(build):
        assert all(row.cells())
        assert row.elsewhere or row.signal
        assert (row.pin is None) == (bool(row.elsewhere) or not on_header)


def without_case(text: str) -> str:
    """The text of a build that says nothing of its case."""
    return re.sub(r"\[panel(\.strip)?\]\n(.+\n)+", "", text)


def test_a_board_that_plugs_on_has_no_wires() -> None:
    for name in ("bonnet", "oled-hat"):
        build = load(name)
        assert {row.wire for row in pin_table.pin_rows(build)} == {"–"}
        assert "nothing to solder" in pin_table.wire_notes(build)[0]
    bonnet = without_case(builds.build_toml("bonnet")).replace(
        "[buttons]", "[buttons]\nundo.pin = 26"
    )
    wires = {
        row.part: row.wire for row in pin_table.pin_rows(parse_build(bonnet, "mine", "mine.toml"))
    }
    assert wires["Display SSD1306"] == "–"
    assert wires["Buttons"] != "–", "GPIO 26 is not on the bonnet, so something is soldered"


def test_when_ground_pins_run_out_the_rest_is_joined() -> None:
    table = pin_table.pin_rows(everything())
    assert {row.pin for row in table if row.signal == GROUND and row.pin} == set(POWER_PINS[GROUND])
    joined = [row.elsewhere for row in table if row.signal == GROUND and row.elsewhere]
    assert joined
    assert all(text.startswith("joined at pin ") for text in joined)


def test_an_unusual_bus_is_where_its_overlay_puts_it() -> None:
    build = parse_build(
        builds.build_toml("table").replace("bus = 1  ", "bus = 5  "), "mine", "mine.toml"
    )
    assert build.screen
    assert build.screen.bus == I2c(5, 0x3C)
    where = {
        row.terminal: row.elsewhere
        for row in pin_table.pin_rows(build)
        if row.part.startswith("Display")
    }
    assert (where["SDA"], where["SCL"], where["VCC"]) == ("I2C bus 5", "I2C bus 5", "")
    assert any("dtoverlay=i2c5" in note for note in pin_table.wire_notes(build))


def test_a_card_reader_on_the_header_is_wired_crosswise() -> None:
    table = pin_table.pin_rows(pads())
    wires = {row.terminal: row.signal for row in table if row.part == "Card reader play"}
    assert wires == {"VCC": "3.3 V", "GND": "GND", "RXD": "GPIO 14", "TXD": "GPIO 15"}
    assert not [row for row in table if row.part == "Card reader discard"]
    told = pin_table.wire_notes(pads())
    assert told[0].startswith(
        "Serial port: switch on, `sudo raspi-config nonint do_serial_hw 0 && "
    )
    assert told[1] == "The card reader discard is on a USB lead, /dev/ttyUSB0."
    slow = pads()._replace(readers=(pads().readers[1]._replace(port="/dev/serial0"),))
    wires = {
        row.terminal: row.signal
        for row in pin_table.pin_rows(slow)
        if row.part == "Card reader discard"
    }
    assert wires == {"5V": "5 V", "GND": "GND", "TX": "GPIO 15"}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("table", ["I2C bus 1: switch on", "SPI bus 0: switch off", "serial console: switch off"]),
        ("bonnet", ["I2C bus 1: switch on"]),
        ("oled-hat", ["SPI bus 0: switch on"]),
        ("deluxe", ["I2C bus 1: switch on", "SPI bus 0: switch on", "The strip takes about"]),
        ("emulator", ["nothing needs to be connected"]),
    ],
)
def test_the_notes_say_what_to_switch(name: str, told: list[str]) -> None:
    text = "\n".join(pin_table.wire_notes(load(name)))
    assert all(each in text for each in told)
    assert text.count("switch o") == sum("switch o" in each for each in told)


def test_a_strip_that_is_cut_is_joined_by_four_wires_from_piece_to_piece() -> None:
    text = builds.build_toml("deluxe")
    rows = tomllib.loads(text)["panel"]["strip"]["rows"]
    whole = len(pin_table.pin_rows(parse_build(without_case(text), "mine", "mine.toml")))
    table = pin_table.pin_rows(load("deluxe"))
    assert len(table) == whole + 4 * (len(rows) - 1)
    joins = [row.elsewhere.split()[1] for row in table if row.elsewhere.startswith("piece")]
    assert joins == [str(number) for number in range(1, len(rows)) for _ in range(4)]
    told = " ".join(pin_table.wire_notes(load("deluxe")))
    lengths = [str(row["last"] - row["first"] + 1) for row in rows]
    assert f"{', '.join(lengths[:-1])} and {lengths[-1]} pixels" in told


def test_a_piece_whose_data_comes_from_the_right_is_the_same_piece() -> None:
    text = builds.build_toml("deluxe").replace(
        "first = 12, last = 21, at = [16.5", "first = 21, last = 12, at = [16.5"
    )
    turned = parse_build(text, "mine", "mine.toml")
    assert pin_table.pin_rows(turned) == pin_table.pin_rows(load("deluxe"))


def test_the_parts_list_adds_up() -> None:
    build = load("table")
    *rows, total = pin_table.component_parts(build)
    assert len(rows) == len(build.parts)
    assert total[2] == f"{sum(float(row[2].split()[0]) for row in rows):.2f} EUR"
    assert pin_table.component_parts(everything()) == []


@pytest.mark.parametrize(
    ("milliamps", "ohms"),
    [(1.5, "1 kΩ"), (1.0, "1.5 kΩ"), (0.7, "2.2 kΩ"), (10, "150 Ω"), (0.1, "15 kΩ")],
)
def test_a_resistor_is_one_that_is_sold(milliamps: float, ohms: str) -> None:
    assert _resistor_value(milliamps) == ohms
