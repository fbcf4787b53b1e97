"""Elements of SVG: text, lines with round corners, and the file around them."""

from typing import Final
from xml.sax.saxutils import escape

SvgPoint = tuple[float, float]

_ROUND: Final = 6.0
_WIDE: Final = 0.56
"""How wide a letter is on average, of the size of its font."""

_STYLE: Final = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;fill:#212529}"
    ".t{font-size:22px;font-weight:bold}.a{font-size:15px}.h{font-size:14px;font-weight:bold}"
    ".d{font-size:11px;fill:#5f6770}.n{font-size:13px}.p{font-size:12px;fill:#5f6770}"
    ".w{fill:none;stroke-width:3;stroke-linejoin:round;stroke-linecap:round}"
    ".o{fill:none;stroke:#fff;stroke-width:6.5}"
)


def svg_file(width: float, height: float, inner: str) -> str:
    """Return a whole file, on white paper so that it can be read on a dark page too."""
    size = f'width="{num(width)}" height="{num(height)}" viewBox="0 0 {num(width)} {num(height)}"'
    paper = f'<rect width="{num(width)}" height="{num(height)}" rx="10" fill="#fff"/>'
    begin = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<style>{_STYLE}</style>'
    return f"{begin}\n{paper}\n{inner}\n</svg>\n"


def rounded_path(corners: tuple[SvgPoint, ...]) -> str:
    """Return a line with round corners."""
    steps = [f"M{num(corners[0][0])} {num(corners[0][1])}"]
    for before, (x, y), after in zip(corners, corners[1:], corners[2:], strict=False):
        begin, end = _point_towards((x, y), before), _point_towards((x, y), after)
        steps.append(
            f"L{num(begin[0])} {num(begin[1])}Q{num(x)} {num(y)} {num(end[0])} {num(end[1])}"
        )
    steps.append(f"L{num(corners[-1][0])} {num(corners[-1][1])}")
    return "".join(steps)


def _point_towards(corner: SvgPoint, other: SvgPoint) -> SvgPoint:
    """Return a little way from a corner to the next one."""
    x, y = other[0] - corner[0], other[1] - corner[1]
    length = max((x * x + y * y) ** 0.5, 0.001)  # two corners may be one
    part = min(_ROUND, length / 2) / length
    return corner[0] + x * part, corner[1] + y * part


def svg_text(
    x: float, y: float, style: str, words: str, anchor: str = "start", more: str = ""
) -> str:
    """Return a line of text; `style` is a class of the style sheet above."""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    extra = f" {more}" if more else ""
    return f'<text class="{style}" x="{num(x)}" y="{num(y)}"{where}{extra}>{escape(words)}</text>'


def svg_text_width(words: str, size: float) -> float:
    """About how wide a line of text is."""
    return len(words) * size * _WIDE


def num(number: float) -> str:
    """Return a number without needless digits."""
    return f"{round(number, 1):g}"
