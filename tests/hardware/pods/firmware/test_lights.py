"""A line of colours means the same on the pod as on the host."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.pods.firmware.lights import FULL, decode_lights, encode_lights

COLOURS = st.lists(st.tuples(*[st.integers(0, 255)] * 3), max_size=12)


def test_colours_are_three_hex_digits_a_pixel() -> None:
    assert encode_lights([(255, 0, 0), (0, 110, 255), (1, 8, 9)]) == "F0006F111"


def test_pixels_that_the_text_lacks_are_dark_and_what_is_beyond_them_is_left() -> None:
    assert decode_lights("F00", FULL, 2, FULL) == [(255, 0, 0), (0, 0, 0)]
    assert decode_lights("F000F0", FULL, 1, FULL) == [(255, 0, 0)]


def test_the_lower_brightness_counts() -> None:
    assert decode_lights("FFF", 51, 1, FULL) == decode_lights("FFF", FULL, 1, 51) == [(51, 51, 51)]


def test_what_is_not_quite_dark_has_a_glimmer_and_what_is_dark_has_none() -> None:
    assert decode_lights("100", 1, 1, FULL) == [(1, 0, 0)]
    assert decode_lights("FFF", 0, 1, FULL) == [(0, 0, 0)]


@given(COLOURS)
def test_a_colour_arrives_as_it_was_sent_to_a_fifteenth(
    colours: list[tuple[int, int, int]],
) -> None:
    arrived = decode_lights(encode_lights(colours), FULL, len(colours), FULL)
    for sent, shown in zip(colours, arrived, strict=True):
        for part, level in zip(sent, shown, strict=True):
            assert abs(part - level) <= 16
            assert bool(part) == bool(level)


@given(COLOURS, st.integers(0, 255), st.integers(0, 255))
def test_no_pixel_is_brighter_than_the_cap(
    colours: list[tuple[int, int, int]], brightness: int, cap: int
) -> None:
    for colour in decode_lights(encode_lights(colours), brightness, len(colours), cap):
        assert max(colour) <= max(1, min(brightness, cap))
