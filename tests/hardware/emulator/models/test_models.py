"""The modelled controllers and strips do what their datasheets say with the bytes on their bus."""

import pytest
from PIL import Image

from hardware.emulator.models.oled import ModelOled, ModelSh1106, ModelSsd1306, OverSpi
from hardware.emulator.models.strip import OFF, ModelStrip, Pixel

# What a driver sends to the usual modules: (pump, horizontal addressing,) both remaps, on.
SSD1306 = bytes([0x00, 0xAE, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0xDA, 0x12, 0xAF])
SH1106 = bytes([0x00, 0xAE, 0xA1, 0xC8, 0xDA, 0x12, 0xAF])


def lit_pixels(picture: Image.Image) -> set[tuple[int, int]]:
    assert (picture.mode, picture.size) == ("1", (128, 64))
    pixels = picture.load()
    assert pixels
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


def test_a_controller_just_switched_on_is_dark() -> None:
    model = ModelSsd1306()
    assert not model.lit
    assert lit_pixels(model.picture()) == set()
    model.write(SSD1306)
    assert model.lit
    assert lit_pixels(model.picture()), "its memory holds anything"


@pytest.mark.parametrize("leave_out", [(0x8D, 0x14), (0xAF,)])
def test_without_the_pump_or_without_on_the_glass_is_dark(leave_out: tuple[int, ...]) -> None:
    model = ModelSsd1306()
    model.write(SSD1306.replace(bytes(leave_out), b""))
    assert not model.lit
    assert lit_pixels(model.picture()) == set()


def test_a_byte_is_eight_pixels_the_lowest_bit_uppermost(ssd1306: ModelSsd1306) -> None:
    command(ssd1306, 0x21, 3, 127, 0x22, 2, 7)
    data(ssd1306, 0b10000101)
    assert lit_pixels(ssd1306.picture()) == {(3, 16), (3, 18), (3, 23)}


def test_bytes_go_through_the_window_and_around_at_once_or_one_by_one(
    ssd1306: ModelSsd1306,
) -> None:
    command(ssd1306, 0x21, 10, 11, 0x22, 6, 7)
    data(ssd1306, 1, 2, 4)
    data(ssd1306, 8)
    assert lit_pixels(ssd1306.picture()) == {(10, 48), (11, 49), (10, 58), (11, 59)}
    data(ssd1306, 0)
    assert lit_pixels(ssd1306.picture()) == {(11, 49), (10, 58), (11, 59)}


def test_a_command_may_come_byte_by_byte(ssd1306: ModelSsd1306) -> None:
    for value in (0x21, 5, 6, 0x22, 0, 0):
        command(ssd1306, value)
    command(ssd1306, 0x81)
    command(ssd1306, 0x33)
    data(ssd1306, 0x01, 0x02)
    assert ssd1306.contrast == 0x33
    assert lit_pixels(ssd1306.picture()) == {(5, 0), (6, 1)}
    assert ssd1306.faults == []


def test_the_segment_remap_holds_for_what_is_written_afterwards(ssd1306: ModelSsd1306) -> None:
    command(ssd1306, 0x21, 0, 127, 0x22, 0, 7)
    data(ssd1306, 1)
    command(ssd1306, 0xA0)
    assert lit_pixels(ssd1306.picture()) == {(0, 0)}
    data(ssd1306, 1)
    assert lit_pixels(ssd1306.picture()) == {(0, 0), (126, 0)}


def test_scan_and_start_line_move_the_rows_at_once(ssd1306: ModelSsd1306) -> None:
    command(ssd1306, 0x21, 7, 7, 0x22, 0, 7)
    data(ssd1306, 0, 0, 1, 0, 0, 0, 0, 0)
    assert lit_pixels(ssd1306.picture()) == {(7, 16)}
    command(ssd1306, 0x40 | 10)
    assert lit_pixels(ssd1306.picture()) == {(7, 6)}
    command(ssd1306, 0x40 | 20)
    assert lit_pixels(ssd1306.picture()) == {(7, 60)}
    command(ssd1306, 0x40, 0xC0)
    assert lit_pixels(ssd1306.picture()) == {(7, 47)}


def test_inverse_and_off(ssd1306: ModelSsd1306) -> None:
    data(ssd1306, 1)
    command(ssd1306, 0xA7)
    assert len(lit_pixels(ssd1306.picture())) == 128 * 64 - 1
    command(ssd1306, 0xA6, 0xA4)
    assert len(lit_pixels(ssd1306.picture())) == 1
    command(ssd1306, 0xAE)
    assert lit_pixels(ssd1306.picture()) == set()


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
def test_what_no_driver_of_such_a_module_sends_is_noted(
    ssd1306: ModelSsd1306, payload: bytes, fault: str
) -> None:
    ssd1306.write(payload)
    assert ssd1306.faults == [fault]


def test_data_cuts_a_command_short(ssd1306: ModelSsd1306) -> None:
    command(ssd1306, 0x21)
    data(ssd1306, 0)
    assert ssd1306.faults == ["command 0x21 was cut short by data"]


@pytest.mark.parametrize(
    ("model", "wrong"),
    [(ModelSsd1306(), b"\x00\xb8"), (ModelStrip(1), b"x")],
    ids=["oled", "strip"],
)
def test_faults_do_not_pile_up_for_ever(model: ModelSsd1306 | ModelStrip, wrong: bytes) -> None:
    for _ in range(200):
        model.write(wrong)
    assert len(model.faults) == 100
    assert "emulated" in model.explain(OSError())


def test_every_argument_is_taken_as_one(ssd1306: ModelSsd1306) -> None:
    command(ssd1306, 0xD5, 0xAE, 0xD9, 0xAE, 0xDB, 0xAE, 0x81, 0xAE)
    assert ssd1306.lit
    assert ssd1306.faults == []


def test_an_unplugged_display_does_not_answer(ssd1306: ModelSsd1306) -> None:
    ssd1306.unplug()
    with pytest.raises(OSError, match="Remote I/O error") as caught:
        command(ssd1306, 0xAF)
    assert "does not answer" in ssd1306.explain(caught.value)
    assert lit_pixels(ssd1306.picture()) == set()
    ssd1306.plug_in()
    assert not ssd1306.lit
    ssd1306.write(SSD1306)
    assert ssd1306.lit


def test_a_brown_out_forgets_everything_without_an_error(ssd1306: ModelSsd1306) -> None:
    ssd1306.glitch()
    assert not ssd1306.lit
    command(ssd1306, 0xA4)
    assert lit_pixels(ssd1306.picture()) == set()


def test_the_bytes_are_counted_and_the_watcher_told(ssd1306: ModelSsd1306) -> None:
    told: list[int] = []
    ssd1306.on_change = lambda: told.append(1)
    count, transactions = ssd1306.bytes_received, ssd1306.transactions
    data(ssd1306, 1, 2, 3)
    command(ssd1306, 0xA4)
    assert (ssd1306.bytes_received - count, ssd1306.transactions - transactions) == (6, 2)
    assert len(told) == 2


def test_the_glass_of_an_sh1106_is_the_middle_of_132_columns(sh1106: ModelSh1106) -> None:
    data(sh1106, *[1] * 132)
    assert lit_pixels(sh1106.picture()) == {(x, 0) for x in range(128)}
    command(sh1106, 0xB3, 0x18, 0x01)  # column 0x81 of page 3
    data(sh1106, 0b10000001)
    assert {(127, 24), (127, 31)} <= lit_pixels(sh1106.picture())


def test_its_column_stops_at_the_end_of_its_page(sh1106: ModelSh1106) -> None:
    command(sh1106, 0xB3, 0x03, 0x18)
    data(sh1106, 1, 1)
    command(sh1106, 0x1F)
    data(sh1106, 1)
    assert sh1106.faults == ["a byte beyond column 131 is lost"] * 2
    assert lit_pixels(sh1106.picture()) == set()


def test_its_segment_remap_turns_all_at_once(sh1106: ModelSh1106) -> None:
    command(sh1106, 0x02)
    data(sh1106, 1)
    assert lit_pixels(sh1106.picture()) == {(0, 0)}
    command(sh1106, 0xA0)
    assert lit_pixels(sh1106.picture()) == {(127, 0)}


def test_it_passes_over_what_is_an_ssd1306s_with_its_argument_for_a_command(
    sh1106: ModelSh1106,
) -> None:
    command(sh1106, 0x20, 0x10, 0x8D, 0x14, 0x02)
    data(sh1106, 1)  # at column 0x42
    assert lit_pixels(sh1106.picture()) == {(0x40, 0)}
    assert sh1106.faults == []
    command(sh1106, 0x21)
    assert sh1106.faults == ["0x21 is no command"]


def test_a_display_on_spi_hears_its_line_and_says_nothing(sh1106: ModelSh1106) -> None:
    level = [True]
    port = OverSpi(sh1106, lambda: level[0])
    command(sh1106, 0x02, 0x10)
    port.write(b"\x01")
    level[0] = False
    port.write(b"\xa6\xb1\x02")
    level[0] = True
    port.write(b"\x01")
    assert lit_pixels(sh1106.picture()) == {(0, 0), (0, 8)}
    sh1106.unplug()
    port.write(b"\x01")
    port.close()
    assert "emulated display" in port.explain(OSError(5, "Input/output error"))


def test_a_display_that_waits_for_its_reset_does_not_answer() -> None:
    model = ModelSh1106(reset_wired=True)
    with pytest.raises(OSError, match="Remote I/O"):
        model.write(SH1106)
    model.reset_line(False)
    model.reset_line(True)
    model.write(SH1106)
    assert (model.lit, model.resets) == (True, 1)
    model.reset_line(False)
    assert not model.lit
    OverSpi(model, lambda: False).write(SH1106[1:])
    assert not model.lit


START = bytes(4)
RED = bytes([0xE5, 0, 0, 255])
BLUE = bytes([0xFF, 255, 0, 0])


def test_each_pixel_keeps_its_32_bits() -> None:
    strip = ModelStrip(3)
    strip.write(START + RED + BLUE + RED + bytes(1))
    assert strip.pixels == [Pixel(5, (255, 0, 0)), Pixel(31, (0, 0, 255)), Pixel(5, (255, 0, 0))]
    assert strip.colours == [(255, 0, 0), (0, 0, 255), (255, 0, 0)]
    assert strip.faults == []


@pytest.mark.parametrize(
    ("payload", "shown", "fault"),
    [
        (RED * 3, 0, "a picture begins with 32 zero bits"),
        (START + RED + bytes(8), 1, "only 1 pixel came"),
        (START * 2 + RED * 3, 1, "0 clocks after the last pixel are too few for 3"),
    ],
)
def test_what_a_strip_would_show_wrongly_is_noted(payload: bytes, shown: int, fault: str) -> None:
    strip = ModelStrip(3)
    strip.write(payload)
    assert strip.pixels == [Pixel(5, (255, 0, 0))] * shown + [OFF] * (3 - shown)
    assert strip.faults == [fault]


def test_an_sk9822_waits_for_another_32_zero_bits() -> None:
    payload = START + RED * 3 + bytes(1)
    strip = ModelStrip(3, latches=True)
    strip.write(payload)
    assert strip.pixels == [OFF] * 3
    strip.write(payload + bytes(4))
    assert strip.colours == [(255, 0, 0)] * 3
