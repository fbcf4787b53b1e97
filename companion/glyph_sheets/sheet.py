"""Sheets: every glyph of the display and of the case, as drawn by hand.

A sheet is a text file with `#` for a lit pixel and `.` for a dark one. It begins with a title and
its settings (`name number`, one a line). Then come blocks of glyphs side by side, their names on
the first line. Empty lines part the blocks, blanks part the glyphs.
"""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

_SHEETS: Final = Path(__file__).parent


class Sheet(NamedTuple):
    """One sheet as written: its settings, and each glyph's rows by the glyph's name."""

    settings: dict[str, int]
    rows: dict[str, tuple[str, ...]]


@cache
def read_sheet(name: str) -> Sheet:
    """Return the sheet `<name>.txt` of this package."""
    text = (_SHEETS / f"{name}.txt").read_text("utf-8")
    head, *blocks = text.strip().split("\n\n")
    _title, *settings = head.splitlines()
    rows = {}
    for block in blocks:
        for glyph, *drawn in zip(*map(str.split, block.splitlines()), strict=True):
            rows[glyph] = tuple(drawn)
    pairs = (line.split() for line in settings)
    return Sheet({key: int(value) for key, value in pairs}, rows)


def read_all_sheets() -> None:
    """Read every sheet, so that none is read later."""
    for file in _SHEETS.glob("*.txt"):
        read_sheet(file.stem)
