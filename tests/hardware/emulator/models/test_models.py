"""The modelled controllers and strips do what their datasheets say with the bytes on their bus."""

import pytest
from PIL import Image

from hardware.emulator.models.oled import ModelOled, ModelSh1106, ModelSsd1306
from hardware.emulator.models.strip import OFF, ModelStrip, Pixel

# What a driver sends to the usual modules: (pump, horizontal addressing,) both remaps, on.
SSD1306 = bytes([0x00, 0xAE, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0xDA, 0x12, 0xAF])
SH1106 = bytes([0x00, 0xAE, 0xA1, 0xC8, 0xDA, 0x12, 0xAF])


def lit_pixels(picture: Image.Image) -> set[tuple[int, int]]:
    assert (picture.mode, picture.size) == ("1", (128, 64))
    pixels = picture.load()
    return {(x, y) for x in range(128) for y in range(64) if pixels[x, y]}


@pytest.fixture
def ssd1306() -> ModelSsd1306:
    """A panel that is on and blank."""
    made = ModelSsd1306()
    made.write(SSD1306)
    data(made, *bytes(1024))
    return made


@pytest.fixture
def sh1106() -> ModelSh1106:
    """The same of the other controller."""
    made = ModelSh1106()
    made.first_column = 2  # as most makers have it
    made.write(SH1106)
    for page in range(8):
        command(made, 0xB0 | page, 0x00, 0x10)
        data(made, *bytes(132))
    command(made, 0xB0, 0x00, 0x10)
    return made


def command(model: ModelOled, *values: int) -> None:
    model.write(bytes([0x00, *values]))


def data(model: ModelOled, *values: int) -> None:
    model.write(bytes([0x40, *values]))


@pytest.mark.parametrize("leave_out", [(0x8D, 0x14), (0xAF,)])
def test_without_the_pump_or_without_on_the_glass_is_dark(leave_out):
    model = ModelSsd1306()
    model.write(SSD1306.replace(bytes(leave_out), b""))
    assert not model.lit
    assert lit_pixels(model.glass_picture()) == set()


@pytest.mark.parametrize(
    ("payload", "fault"),
    [
        (b"\x01\xaf", "0x01 is no control byte"),
        (b"\x00\xb8", "0xB8 is no command"),
        (b"\x00\x21\x09\x03", "0x21 9 3 is no window"),
        (b"\x00\x21\x00\x80", "0x21 0 128 is no window"),
        (b"\x00\x22\x00\x08", "0x22 0 8 is no window"),
        (b"\x00\x20\x02", "0x20 0x02 does not fit this glass, which needs 0x00"),
        (b"\x00\xda\x02", "0xDA 0x02 does not fit this glass, which needs 0x12"),
    ],
)
def test_what_no_driver_of_such_a_module_sends_is_noted(ssd1306, payload, fault):
    ssd1306.write(payload)
    assert ssd1306.faults == [fault]


def test_data_cuts_a_command_short(ssd1306):
    command(ssd1306, 0x21)
    data(ssd1306, 0)
    assert ssd1306.faults == ["command 0x21 was cut short by data"]


@pytest.mark.parametrize(
    ("model", "wrong"),
    [(ModelSsd1306(), b"\x00\xb8"), (ModelStrip(1), b"x")],
    ids=["oled", "strip"],
)
def test_faults_do_not_pile_up_for_ever(model, wrong):
    for _ in range(200):
        model.write(wrong)
    assert len(model.faults) == 100
    assert "emulated" in model.explain_error(OSError())


def test_every_argument_is_taken_as_one(ssd1306):
    command(ssd1306, 0xD5, 0xAE, 0xD9, 0xAE, 0xDB, 0xAE, 0x81, 0xAE)
    assert ssd1306.lit
    assert ssd1306.faults == []


def test_the_glass_of_an_sh1106_is_the_middle_of_132_columns(sh1106):
    data(sh1106, *[1] * 132)
    assert lit_pixels(sh1106.glass_picture()) == {(x, 0) for x in range(128)}
    command(sh1106, 0xB3, 0x18, 0x01)  # column 0x81 of page 3
    data(sh1106, 0b10000001)
    assert {(127, 24), (127, 31)} <= lit_pixels(sh1106.glass_picture())


def test_its_column_stops_at_the_end_of_its_page(sh1106):
    command(sh1106, 0xB3, 0x03, 0x18)
    data(sh1106, 1, 1)
    command(sh1106, 0x1F)
    data(sh1106, 1)
    assert sh1106.faults == ["a byte beyond column 131 is lost"] * 2
    assert lit_pixels(sh1106.glass_picture()) == set()


def test_it_passes_over_what_is_an_ssd1306s_with_its_argument_for_a_command(sh1106):
    command(sh1106, 0x20, 0x10, 0x8D, 0x14, 0x02)
    data(sh1106, 1)  # at column 0x42
    assert lit_pixels(sh1106.glass_picture()) == {(0x40, 0)}
    assert sh1106.faults == []
    command(sh1106, 0x21)
    assert sh1106.faults == ["0x21 is no command"]


START = bytes(4)
RED = bytes([0xF5, 0, 0, 255])
BLUE = bytes([0xFF, 255, 0, 0])


@pytest.mark.parametrize(
    ("payload", "shown", "fault"),
    [
        (RED * 3, 0, "a picture begins with 32 zero bits"),
        (START + RED + bytes(8), 1, "only 1 pixel came"),
        (START * 2 + RED * 3, 1, "0 clocks after the last pixel are too few for 3"),
    ],
)
def test_what_a_strip_would_show_wrongly_is_noted(payload, shown, fault):
    strip = ModelStrip(3)
    strip.write(payload)
    assert strip.pixels == [Pixel(21, (255, 0, 0))] * shown + [OFF] * (3 - shown)
    assert strip.faults == [fault]


def test_an_sk9822_waits_for_another_32_zero_bits():
    payload = START + RED * 3 + bytes(1)
    strip = ModelStrip(3, latches=True)
    strip.write(payload)
    assert strip.pixels == [OFF] * 3
    strip.write(payload + bytes(4))
    assert strip.colours == [(255, 0, 0)] * 3
