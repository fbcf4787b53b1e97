"""The reason why a companion does not start, on its display."""

import pytest

from companion.face import words
from companion.face.glyphs.canvas import Canvas
from companion.face.screens import failed_start
from companion.face.screens.layout import ROWS

LONG = (
    "libgpiod 2, which drives the pins, is not installed: `sudo apt install python3-libgpiod` on"
    " Raspberry Pi OS Trixie, or `pip install gpiod`, and then start the companion again"
)


def lit(picture):
    return sum(bool(pixel) for pixel in picture.getdata())


@pytest.mark.parametrize("language", ["", *words.LANGUAGES])
def test_the_reason_is_drawn_below_the_title(language):
    title = failed_start.draw_failed_start(language, "")
    assert title.size == (128, 64)
    assert title.getbbox()[3] <= failed_start.TOP
    picture = failed_start.draw_failed_start(language, "GPIO 5 is in use")
    assert lit(picture) > lit(title) > 50
    assert (
        picture.crop((0, 0, 128, failed_start.TOP)).tobytes()
        == title.crop((0, 0, 128, failed_start.TOP)).tobytes()
    )


def test_a_long_reason_is_drawn_as_a_whole(monkeypatch):
    drawn = []
    monkeypatch.setattr(Canvas, "text", lambda canvas, x, y, string, name: drawn.append(string))
    failed_start.draw_failed_start("en", LONG)
    assert " ".join(drawn) == f"Does not start {LONG}"


@pytest.mark.parametrize("why", [LONG * 9, "x" * 2000, "\N{SNOWMAN}\N{BELL} \n\t", ""])
def test_no_reason_is_too_much(why):
    picture = failed_start.draw_failed_start("en", why)
    assert picture.size == (128, 64)
    assert picture.getbbox()[3] <= ROWS
