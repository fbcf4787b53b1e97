"""A line of colours means the same on the pod as on the host."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.pods.firmware.lights import FULL, decode_lights, encode_lights

COLOURS = st.lists(st.tuples(*[st.integers(0, 255)] * 3), max_size=12)


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
