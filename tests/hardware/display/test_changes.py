"""The windows hold every change, and cost no more than they may."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from hardware.display.changes import (
    HEIGHT,
    PAGES,
    WIDTH,
    Region,
    changed_windows,
    cut_picture,
    pack_picture,
)

BLANK = bytes(WIDTH * PAGES)


def noise(size: tuple[int, int], seed: int) -> Image.Image:
    return Image.frombytes("1", size, random.Random(seed).randbytes(size[0] * size[1] // 8))


def tiles(old: bytes, new: bytes) -> int:
    changed = {(at // WIDTH, at % WIDTH // 8) for at in range(len(old)) if old[at] != new[at]}
    return len(changed)


def applied(old: bytes, new: bytes, windows: list[Region]) -> bytes:
    """The memory of a display that was sent the windows."""
    memory = bytearray(old)
    for window in windows:
        data = iter(cut_picture(new, window))
        for page in range(window.top, window.bottom + 1):
            for column in range(window.left, window.right + 1):
                memory[page * WIDTH + column] = next(data)
    return bytes(memory)


def check(old: bytes, new: bytes) -> list[Region]:
    windows = changed_windows(old, new)
    assert applied(old, new, windows) == new
    assert sum(window.area for window in windows) <= 8 * tiles(old, new)
    return windows


@pytest.mark.parametrize("rotate", range(4))
def test_a_frame_has_every_pixel_where_the_controller_keeps_it(rotate):
    size = (HEIGHT, WIDTH) if rotate % 2 else (WIDTH, HEIGHT)
    picture = noise(size, rotate)
    frame = pack_picture(picture, rotate)
    assert len(frame) == WIDTH * PAGES
    # Rotated clockwise by quarter turns, as luma does it.
    glass = picture.rotate(-90 * rotate, expand=True).load()
    for x in range(WIDTH):
        for y in range(HEIGHT):
            assert bool(frame[y // 8 * WIDTH + x] >> y % 8 & 1) == bool(glass[x, y])


def test_nothing_changed_needs_no_window():
    assert changed_windows(BLANK, BLANK) == []


def frame_of(*boxes: tuple[int, int, int, int]) -> bytes:
    picture = Image.new("1", (WIDTH, HEIGHT))
    for box in boxes:
        ImageDraw.Draw(picture).rectangle(box, fill=1)
    return pack_picture(picture, 0)


@pytest.mark.parametrize(
    ("boxes", "windows"),
    [
        ([(3, 3, 3, 3)], [Region(3, 3, 0, 0)]),
        ([(10, 20, 21, 40)], [Region(10, 21, 2, 5)]),
        ([(0, 0, 127, 63)], [Region(0, 127, 0, 7)]),
        ([(0, 0, 1, 7), (6, 0, 7, 7)], [Region(0, 7, 0, 0)]),
        ([(0, 0, 1, 7), (60, 0, 61, 7)], [Region(0, 1, 0, 0), Region(60, 61, 0, 0)]),
        ([(0, 0, 9, 7), (0, 56, 9, 63)], [Region(0, 9, 0, 0), Region(0, 9, 7, 7)]),
        ([(5, 0, 14, 7), (6, 8, 13, 15)], [Region(5, 14, 0, 1)]),
    ],
)
def test_windows_fit_what_changed(boxes, windows):
    assert check(BLANK, frame_of(*boxes)) == windows


@given(
    st.lists(
        st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 40), st.integers(1, 24)),
        max_size=12,
    )
)
@settings(max_examples=150, deadline=None)
def test_any_change_is_carried_within_the_bound(boxes):
    check(BLANK, frame_of(*((x, y, x + w - 1, y + h - 1) for x, y, w, h in boxes)))


@given(st.integers(0, 2**32), st.integers(1, 300))
@settings(max_examples=50, deadline=None)
def test_scattered_bytes_are_carried_within_the_bound(seed, count):
    dice = random.Random(seed)
    new = bytearray(BLANK)
    for _ in range(count):
        new[dice.randrange(len(new))] ^= dice.randrange(1, 256)
    check(BLANK, bytes(new))
