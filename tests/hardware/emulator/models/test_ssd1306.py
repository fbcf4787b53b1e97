"""The modelled controller does what the datasheet says with the bytes on its bus."""

import random

import pytest
from PIL import Image

from hardware.emulator.models.ssd1306 import ModelSsd1306

# What a driver sends to the usual module: pump, horizontal addressing, both remaps, on.
SET_UP = bytes([0x00, 0xAE, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0xDA, 0x12, 0xAF])


def lit_pixels(picture: Image.Image) -> set[tuple[int, int]]:
    assert (picture.mode, picture.size) == ("1", (128, 64))
    pixels = picture.load()
    assert pixels
    return {(x, y) for x in range(128) for y in range(64) if pixels[x, y]}


@pytest.fixture
def model() -> ModelSsd1306:
    """A panel that is on and blank."""
    made = ModelSsd1306()
    made.write(SET_UP)
    made.write(b"\x40" + bytes(1024))
    return made


def command(model: ModelSsd1306, *values: int) -> None:
    model.write(bytes([0x00, *values]))


def data(model: ModelSsd1306, *values: int) -> None:
    model.write(bytes([0x40, *values]))


def test_vertical_addressing_goes_down_first(model: ModelSsd1306) -> None:
    command(model, 0x20, 0x01, 0x21, 10, 11, 0x22, 6, 7)
    data(model, 1, 2, 4, 8)
    assert lit_pixels(model.picture()) == {(10, 48), (10, 57), (11, 50), (11, 59)}
    data(model, 0)
    assert (10, 48) not in lit_pixels(model.picture())


def test_page_addressing_stays_in_its_page(model: ModelSsd1306) -> None:
    command(model, 0x20, 0x02, 0xB3, 0x0E, 0x17)
    data(model, 1, 1, 2)
    # Columns 126 and 127, and then from the column that was set again.
    assert lit_pixels(model.picture()) == {(126, 25), (127, 24)}


def test_the_segment_remap_holds_for_what_is_written_afterwards(model: ModelSsd1306) -> None:
    command(model, 0x21, 0, 127, 0x22, 0, 7)
    data(model, 1)
    command(model, 0xA0)
    assert lit_pixels(model.picture()) == {(0, 0)}
    data(model, 1)
    assert lit_pixels(model.picture()) == {(0, 0), (126, 0)}


def test_the_scan_direction_turns_the_picture_at_once(model: ModelSsd1306) -> None:
    command(model, 0x21, 7, 127, 0x22, 0, 7)
    data(model, 1)
    command(model, 0xC0)
    assert lit_pixels(model.picture()) == {(7, 63)}


def test_inverse_all_on_and_off(model: ModelSsd1306) -> None:
    data(model, 1)
    command(model, 0xA7)
    assert len(lit_pixels(model.picture())) == 128 * 64 - 1
    command(model, 0xA5)
    assert len(lit_pixels(model.picture())) == 128 * 64
    command(model, 0xA6, 0xA4)
    assert len(lit_pixels(model.picture())) == 1
    command(model, 0xAE)
    assert lit_pixels(model.picture()) == set()


def test_a_smaller_multiplex_ratio_leaves_rows_dark(model: ModelSsd1306) -> None:
    command(model, 0xA5, 0xA4, 0x21, 0, 127, 0x22, 0, 7)
    data(model, *[0xFF] * 1024)
    command(model, 0xA8, 0x1F)
    assert len(lit_pixels(model.picture())) == 128 * 32


@pytest.mark.parametrize(
    ("payload", "fault"),
    [
        (b"\x01\xaf", "0x01 is no control byte"),
        (b"\x00\xb8", "0xB8 is no command"),
        (b"\x00\x21\x09\x03", "0x21 9 3 is no window"),
        (b"\x00\x21\x00\x80", "0x21 0 128 is no window"),
        (b"\x00\x22\x00\x08", "0x22 0 8 is no window"),
        (b"\x00\x20\x03", "0x20 0x03 is no addressing mode"),
        (b"\x00\xa8\x02", "0xA8 0x02 is no multiplex ratio, at least 0x0F is"),
        (b"\x00\xda\x02", "0xDA 0x02 does not fit this glass, which needs 0x12"),
        (b"\x00\x2f", "0x2F is no command"),
        (b"\x00\x26\0\0\0\0\0\xff", "command 0x26 is not modelled"),
        (b"\x80\x21\x40\x00", "command 0x21 was cut short by data"),
    ],
)
def test_what_a_controller_would_not_understand_is_noted(
    model: ModelSsd1306, payload: bytes, fault: str
) -> None:
    assert model.faults == []
    model.write(payload)
    assert model.faults == [fault]


def test_faults_do_not_pile_up_for_ever(model: ModelSsd1306) -> None:
    for _ in range(200):
        model.write(b"\x00\xb8")
    assert len(model.faults) == 100


def test_every_argument_is_taken_as_one(model: ModelSsd1306) -> None:
    command(model, 0xD5, 0xAE, 0xD9, 0xAE, 0xDB, 0xAE, 0x81, 0xAE, 0x2E, 0xE3)
    assert model.lit
    assert model.faults == []


def test_a_brown_out_forgets_everything_without_an_error(model: ModelSsd1306) -> None:
    data(model, 1)
    model.glitch()
    assert not model.lit
    command(model, 0xA4)
    assert lit_pixels(model.picture()) == set()


@pytest.mark.parametrize("seed", range(8))
def test_bytes_at_once_land_where_each_alone_does(seed: int) -> None:
    dice = random.Random(seed)
    at_once, alone = ModelSsd1306(), ModelSsd1306()
    for _ in range(200):
        first, last = sorted(dice.choices(range(128), k=2))
        top, bottom = sorted(dice.choices(range(8), k=2))
        commands = dice.choice(
            (
                [0x20, dice.choice((0, 0, 0, 1, 2))],
                [0x21, first, last],
                [0x22, top, bottom],
                [0xA0 | dice.randrange(2)],
                [dice.randrange(0x10), 0x10 | dice.randrange(8), 0xB0 | dice.randrange(8)],
            )
        )
        for model in (at_once, alone):
            command(model, *commands)
        payload = dice.randbytes(dice.randrange(300))
        data(at_once, *payload)
        for byte in payload:
            data(alone, byte)
        assert at_once._memory == alone._memory
