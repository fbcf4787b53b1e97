"""The signs on a face: the glyphs of the display, each beside what it names."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.glyph_sheets.sheet import read_sheet
from companion.panel import (
    BUTTONS,
    CLUE,
    COLOUR_KEYS,
    DISCARD,
    ENCODER,
    PLAY,
    POWER,
    UNDO,
    Side,
)
from wiring.panel.fitting import STICK, chin_of, face_height, face_of, needed_hole, size_of
from wiring.panel.shapes import PanelShape, overlap
from wiring.panel.sizes import FINGER_MM, Outline
from wiring.spec import Build, FrontPanel, PlacedPart

_PIXEL: Final = 0.6
"""A pixel of a sign; the nozzle of 0.4 mm leaves such a gap open."""
_LARGE_PIXEL: Final = 0.8
_AWAY: Final = 1.4
_BEHIND: Final = 0.4
"""How much further a sign is behind what stands out, for each millimetre of it."""
_APART: Final = 0.7
_FROM_EDGE: Final = 2.6
_HALF_PITCH: Final = 25 / 3
_ICONS: Final = {CLUE: "clue", DISCARD: "discard", PLAY: "play", UNDO: "undo", POWER: "power"}
_MOVED: Final = {STICK: "ways", ENCODER: "turn"}
_GROUPS: Final = {"clue": "clue", "fuse": "fuse", "deck": "deck", "seat": "hand"}
_CHIN_STEP: Final = 10.5
_CHIN_MIDDLE: Final = 7.6
"""From the front edge to the middle of the suits on a chin."""
Rows = tuple[str, ...]


class Sign(NamedTuple):
    """A glyph on a panel: its rows, the breadth of a pixel, its middle from the left back."""

    rows: Rows
    pixel: float
    x: float
    y: float

    @property
    def shape(self) -> PanelShape:
        """What it covers."""
        size = Outline(len(self.rows[0]) * self.pixel, len(self.rows) * self.pixel)
        return PanelShape(self.x, self.y, size)

    def blocks(self) -> Iterator[PanelShape]:
        """Yield its lit pixels as few rectangles."""
        left = {
            (x, y) for y, row in enumerate(self.rows) for x, pixel in enumerate(row) if pixel == "#"
        }
        while left:
            x, y = min(left, key=lambda at: (at[1], at[0]))
            wide = tall = 1
            while (x + wide, y) in left:
                wide += 1
            while all((x + step, y + tall) in left for step in range(wide)):
                tall += 1
            left -= {(x + i, y + j) for i in range(wide) for j in range(tall)}
            yield PanelShape(
                self.shape.left + (x + wide / 2) * self.pixel,
                self.shape.top + (y + tall / 2) * self.pixel,
                Outline(wide * self.pixel, tall * self.pixel),
            )


def face_signs(build: Build, panel: FrontPanel) -> list[Sign]:
    """Return all signs of a face: those of its parts, and the suits on its chin."""
    return [*_part_signs(build, panel), *_chin_signs(panel)]


def _part_signs(build: Build, panel: FrontPanel) -> list[Sign]:
    """Return the signs of a panel's parts; what has no free place beside its part is left out."""
    signs: list[Sign] = []
    for part in sorted(panel.parts, key=_turn):
        for sign in _candidates(build, panel, part):
            if _is_free(panel, sign.shape, [other.shape for other in signs]):
                signs.append(sign)
                break
    return signs


def _is_free(panel: FrontPanel, shape: PanelShape, others: list[PanelShape]) -> bool:
    """Return True if a sign meets no part, no other sign and no edge."""
    edges = (shape.left, shape.top, panel.width - shape.right, face_height(panel) - shape.bottom)
    taken = [*map(_seen_of, panel.parts), *others]
    return min(edges) > _FROM_EDGE and all(overlap(shape, other) < -_APART for other in taken)


def _turn(part: PlacedPart) -> int:
    """Return when a part's sign is placed: those that look alike first, so that they lie alike."""
    if part.name in COLOUR_KEYS:
        return 0
    return 1 if part.name in BUTTONS else 2


def _seen_of(part: PlacedPart) -> PanelShape:
    """Return the larger one of a part's face and its opening."""
    return max(face_of(part), needed_hole(part), key=lambda shape: shape.outline.width)


def _candidates(build: Build, panel: FrontPanel, part: PlacedPart) -> Iterator[Sign]:
    """Yield the places for a part's sign: behind it, where no hand hides it, comes first."""
    if part.light is not None:
        yield from _places_of_light(panel, part)
        return
    rows = _control_rows(build, part.name)
    if not rows:
        return
    if build.labels.side == Side.RIGHT and part.name in BUTTONS:
        for drawn in (rows, _glyph("icons", f"{_ICONS[part.name]}-tiny")):
            yield _beside(part, drawn, _PIXEL)
        return
    seen = _seen_of(part).outline
    pixel = _LARGE_PIXEL if seen.width > FINGER_MM else _PIXEL
    down = seen.size[1] / 2 + _AWAY + len(rows) * pixel / 2
    behind = Sign(rows, pixel, part.x, part.y - down - _BEHIND * max(0.0, size_of(part).rise))
    in_front = Sign(rows, pixel, part.x, part.y + down)
    # Lights are behind colour keys, and the display's window is beside the first key of a board.
    first_in_front = part.name in COLOUR_KEYS or (part.name == CLUE and bool(panel.board))
    yield from (in_front, behind) if first_in_front else (behind, in_front)
    yield _beside(part, rows, pixel)
    yield _beside(part, rows, pixel, way=-1)


def _beside(part: PlacedPart, rows: Rows, pixel: float, way: int = 1) -> Sign:
    """Return a sign at the right of a part, or at its left."""
    across = _seen_of(part).outline.width / 2 + _AWAY + len(rows[0]) * pixel / 2
    return Sign(rows, pixel, part.x + way * across, part.y)


def _places_of_light(panel: FrontPanel, part: PlacedPart) -> Iterator[Sign]:
    """Yield the places for the sign of a row of lights: before the first; in front of one alone."""
    assert part.light
    if part.light.number:
        return
    rows = _light_rows(part.light.group, part.light.part)
    row = [other for other in panel.parts if other.light and other.light[:2] == part.light[:2]]
    if len(row) == 1:
        yield Sign(rows, _PIXEL, part.x, part.y + _seen_of(part).outline.size[1] / 2 + 5.0)
    yield Sign(rows, _PIXEL, part.x - _HALF_PITCH, part.y)


def _light_rows(group: str, part: str) -> Rows:
    if group in _GROUPS:
        return _glyph("icons", _GROUPS[group])
    return _glyph("symbols11", part) if group == "firework" else _control_sign(part)


def _control_rows(build: Build, name: str) -> Rows:
    """Return the glyph of a control, behind the digit that is printed at it."""
    rows = _control_sign(PLAY if name == STICK and build.press_plays else name)
    mark = dict(zip(BUTTONS, build.labels.marks, strict=False)).get(name, "")
    return _joined(_glyph("small", mark), rows) if mark.isdigit() else rows


def _control_sign(name: str) -> Rows:
    if name in COLOUR_KEYS:
        return _glyph("symbols11", name)
    icon = (_ICONS | _MOVED).get(name)
    return _glyph("icons", icon) if icon else ()


def _joined(left: Rows, right: Rows) -> Rows:
    """Return two glyphs side by side, their middles level."""
    tall = max(len(left), len(right))
    pairs = zip(_padded(left, tall), _padded(right, tall), strict=True)
    return tuple(f"{one}..{other}" for one, other in pairs)


def _padded(rows: Rows, tall: int) -> Rows:
    above = (tall - len(rows)) // 2
    blank = "." * len(rows[0])
    return (*[blank] * above, *rows, *[blank] * (tall - len(rows) - above))


def _glyph(sheet: str, name: str) -> Rows:
    """Return the rows of a glyph without blank ones around it."""
    rows = read_sheet(sheet).rows[name]
    lit = [number for number, row in enumerate(rows) if "#" in row]
    kept = rows[lit[0] : lit[-1] + 1]
    left = min(row.find("#") % len(row) for row in kept)
    right = max(row.rfind("#") for row in kept) + 1
    return tuple(row[left:right] for row in kept)


def _chin_signs(panel: FrontPanel) -> Iterator[Sign]:
    """Yield the suits in a row, where the thumbs lie."""
    for number, suit in enumerate("WRBYG" if chin_of(panel) else ""):
        across = (number - 2) * _CHIN_STEP
        y = face_height(panel) - _CHIN_MIDDLE
        yield Sign(_glyph("symbols11", suit), _PIXEL, panel.width / 2 + across, y)
