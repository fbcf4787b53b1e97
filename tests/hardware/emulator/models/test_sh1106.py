"""The modelled SH1106 does what the datasheet says with the bytes on its bus."""

import pytest
from PIL import Image

from hardware.emulator.models.oled import OverSpi
from hardware.emulator.models.sh1106 import ModelSh1106

# What a driver sends to the usual module: both remaps, on.
SET_UP = bytes([0x00, 0xAE, 0xA1, 0xC8, 0xDA, 0x12, 0xAF])


def lit_pixels(picture: Image.Image) -> set[tuple[int, int]]:
    pixels = picture.load()
    assert pixels
    return {(x, y) for x in range(128) for y in range(64) if pixels[x, y]}


def command(model: ModelSh1106, *values: int) -> None:
    model.write(bytes([0x00, *values]))


def data(model: ModelSh1106, *values: int) -> None:
    model.write(bytes([0x40, *values]))


@pytest.fixture
def model() -> ModelSh1106:
    """A panel that is on and blank."""
    made = ModelSh1106()
    made.write(SET_UP)
    for page in range(8):
        command(made, 0xB0 | page, 0x00, 0x10)
        data(made, *bytes(132))
    command(made, 0xB0, 0x00, 0x10)
    return made


def test_the_column_stops_at_the_end_of_its_page(model: ModelSh1106) -> None:
    command(model, 0xB3, 0x18, 0x03)
    data(model, 1, 1)
    assert model.faults == ["a byte beyond column 131 is lost"]
    assert lit_pixels(model.picture()) == set()


def test_read_modify_write_returns_to_its_column(model: ModelSh1106) -> None:
    command(model, 0x05, 0xE0)
    data(model, 1, 1)
    command(model, 0xEE)
    data(model, 3)
    assert lit_pixels(model.picture()) == {(3, 0), (3, 1), (4, 0)}
    command(model, 0xEE)
    data(model, 0)
    assert lit_pixels(model.picture()) == {(3, 0), (3, 1)}


def test_the_converter_is_on_unless_it_was_switched_off(model: ModelSh1106) -> None:
    assert model.lit
    command(model, 0xAE, 0xAD, 0x8A, 0xAF)
    assert not model.lit
    command(model, 0xAE, 0xAD, 0x8B, 0xAF)
    assert model.lit
    assert model.faults == []
    command(model, 0xAD, 0x8A)
    command(model, 0xAD, 0x00)
    assert model.faults == [
        "0xAD was sent while the display was on",
        "0xAD 0x00 does not switch the converter, 0x8A and 0x8B do",
    ]


def test_what_is_an_ssd1306s_is_passed_over_with_its_argument_for_a_command(
    model: ModelSh1106,
) -> None:
    command(model, 0x20, 0x10, 0x8D, 0x14, 0x02)
    data(model, 1)  # at column 0x42
    assert lit_pixels(model.picture()) == {(0x40, 0)}
    command(model, 0x32, 0x33, 0xE3)
    assert model.faults == []
    command(model, 0x21)
    assert model.faults == ["0x21 is no command"]


def test_a_display_on_spi_hears_its_line_and_says_nothing(model: ModelSh1106) -> None:
    level = [True]
    port = OverSpi(model, lambda: level[0])
    command(model, 0x02, 0x10)
    port.write(b"\x01")
    level[0] = False
    port.write(b"\xa6\xb1\x02")
    level[0] = True
    port.write(b"\x01")
    assert lit_pixels(model.picture()) == {(0, 0), (0, 8)}
    model.unplug()
    port.write(b"\x01")
    port.close()
    assert "emulated display" in port.explain(OSError(5, "Input/output error"))


def test_a_display_that_waits_for_its_reset_does_not_answer() -> None:
    model = ModelSh1106(reset_wired=True)
    with pytest.raises(OSError, match="Remote I/O"):
        model.write(SET_UP)
    model.reset_line(False)
    model.reset_line(True)
    model.write(SET_UP)
    assert (model.lit, model.resets) == (True, 1)
    model.reset_line(False)
    assert not model.lit
    model.receive(False, SET_UP[1:])
    assert not model.lit
