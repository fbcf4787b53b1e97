"""Draws the program's icon from its own glyphs: `python3 debian/icon.py >icon.svg`."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.glyph_sheets.sheet import read_sheet

SUIT = "Y"
MARGIN = 4
"""Dots around the glyph."""


def _icon_svg() -> str:
    """Return the glyph of a suit on a dark tile, as SVG; each run of lit dots is a rectangle."""
    rows = read_sheet("symbols21").rows[SUIT]
    side = len(rows) + 2 * MARGIN
    runs = "".join(
        f"M{MARGIN + run.start()} {MARGIN + y}h{len(run[0])}v1h-{len(run[0])}z"
        for y, row in enumerate(rows)
        for run in re.finditer("#+", row)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}"'
        ' width="128" height="128">\n'
        f'<rect width="{side}" height="{side}" rx="5" fill="#16161d"/>\n'
        f'<path d="{runs}" fill="#ffc83d" shape-rendering="crispEdges"/>\n'
        "</svg>"
    )


print(_icon_svg())
