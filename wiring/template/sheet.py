"""What is drawn on a template: lines, circles and texts, in millimetres of the paper."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from companion.panel import COLOUR_KEYS
from companion.words.texts import Texts, capital, texts
from wiring.panel.fitting import face_height, needed_hole, size_of
from wiring.panel.shapes import PanelShape, overlap
from wiring.panel.signs import face_signs
from wiring.panel.sizes import BOARDS, Outline
from wiring.spec import SCREEN, Build, FrontPanel, PlacedPart

RULER_MM: Final = 50.0
_MARGIN: Final = 10.0
_GAP: Final = 6.0
_COLUMN: Final = 55.0
"""The width of the list beside the panel."""
_ABOVE: Final = 8.0
_CROSS: Final = 2.5
_LINE: Final = 3.4
_DIGIT: Final = Outline(2.4, 2.6)
"""What a number beside an opening takes."""
_SMALL: Final = 2.4
_LANGUAGES: Final = ("en", "de", "fr")
"""A sheet has room for the notes of three."""


class SheetLine(NamedTuple):
    """A straight line; a thin one marks a centre, a thick one is cut."""

    x1: float
    y1: float
    x2: float
    y2: float
    thick: bool = False


class SheetText(NamedTuple):
    """A line of text; `x` is its left edge, or its middle if it is centred."""

    x: float
    y: float
    height: float
    text: str
    centred: bool = False


class TemplateSheet(NamedTuple):
    """A template: its size, its outlines with their thick lines, its thin lines and its texts.

    signs: what is black, the pixels of the signs on the face.
    """

    width: float
    height: float
    outlines: tuple[PanelShape, ...]
    signs: tuple[PanelShape, ...]
    lines: tuple[SheetLine, ...]
    texts: tuple[SheetText, ...]


class ListEntry(NamedTuple):
    """Parts that are alike: a number in the list, their drill or window, their names."""

    number: int
    parts: tuple[PlacedPart, ...]
    names: tuple[str, ...]
    size: str


def template_sheet(build: Build, panel: FrontPanel) -> TemplateSheet:
    """Return the template of a build's panel."""
    listed = _list_entries(panel)
    left = _MARGIN
    top = _MARGIN + _ABOVE
    size = Outline(panel.width, face_height(panel))
    edge = PanelShape(left + size.width / 2, top + size.height / 2, size)
    holes = [shape._replace(x=shape.x + left, y=shape.y + top) for shape in panel_openings(panel)]
    lines = [line for shape in holes for line in _centre_mark(shape)]
    signs = face_signs(build, panel)
    pixels = [
        block._replace(x=block.x + left, y=block.y + top)
        for sign in signs
        for block in sign.blocks()
    ]
    taken = [*panel_openings(panel), *(sign.shape for sign in signs)]
    texts = [
        *_opening_numbers(taken, listed, left, top),
        *_title_and_list(build, panel, listed, edge),
    ]
    ruler = edge.bottom + 14
    lines += _ruler_lines(left, ruler)
    texts += _note_lines(left, edge.bottom + 6, ruler)
    height = max(ruler + 4 + 3 * 4, *(text.y for text in texts)) + _MARGIN
    width = edge.right + _GAP + _COLUMN + _MARGIN
    return TemplateSheet(width, height, (edge, *holes), tuple(pixels), tuple(lines), tuple(texts))


def panel_openings(panel: FrontPanel) -> list[PanelShape]:
    """Return every opening of a panel, those for screws too."""
    return [*map(needed_hole, panel.parts), *screw_holes(panel)]


def screw_holes(panel: FrontPanel) -> list[PanelShape]:
    """Return the holes for the screws of a board, which hold it at the face."""
    if not panel.board:
        return []
    across, along = BOARDS[panel.board].holes.size
    x, y = panel.board_at
    return [
        PanelShape(x + right * across / 2, y + down * along / 2, Outline(2.7))
        for right in (-1, 1)
        for down in (-1, 1)
    ]


def _list_entries(panel: FrontPanel) -> list[ListEntry]:
    """Return the list of a template: a control each, and each row of lights."""
    groups: dict[tuple[str, str], list[PlacedPart]] = {}
    for part in panel.parts:
        groups.setdefault((_words_key(part), part.kind), []).append(part)
    listed = []
    for number, ((key, _), parts) in enumerate(groups.items(), 1):
        names = tuple(dict.fromkeys(capital(said[key]) for said in part_texts()))
        size = size_of(parts[0]).hole
        text = f"ø {size.width:.1f}" if size.is_round else f"{size.width:.1f} x {size.height:.1f}"
        if len(parts) > 1:
            text = f"{len(parts)} × ({text})"
        listed.append(ListEntry(number, tuple(parts), names, text))
    return listed


def part_texts() -> list[Texts]:
    """Return the notes on parts in each language of the sheets."""
    return [texts(language, "wiring", "glass") for language in _LANGUAGES]


def _words_key(part: PlacedPart) -> str:
    """Return the key of the words for a part."""
    if part.light is None:
        if part.name in COLOUR_KEYS:
            return f"suit_{part.name}"
        return SCREEN if part.name == SCREEN else f"control_{part.name}"
    if part.light.group == "firework":
        return f"suit_{part.light.part}"
    return f"control_{part.light.part}" if part.light.part else f"lights_{part.light.group}"


def _centre_mark(shape: PanelShape) -> Iterator[SheetLine]:
    """Yield the mark of a middle, with arms that reach out of small holes."""
    reach = min(_CROSS + shape.outline.width / 2, 6.0)
    yield SheetLine(shape.x - reach, shape.y, shape.x + reach, shape.y)
    yield SheetLine(shape.x, shape.y - reach, shape.x, shape.y + reach)


def _opening_numbers(
    taken: Sequence[PanelShape], listed: Iterable[ListEntry], left: float, top: float
) -> Iterator[SheetText]:
    """Yield the numbers beside the openings, of a row of lights beside the first."""
    for entry in listed:
        x, y = _free_corner(needed_hole(entry.parts[0]), taken)
        yield SheetText(left + x, top + y, _LINE, str(entry.number))


def _free_corner(opening: PanelShape, shapes: Iterable[PanelShape]) -> tuple[float, float]:
    """Return the place of a number at an opening: at its upper right, if nothing is there."""
    width, height = opening.outline.size
    across = min(width / 2, 7.0) + 0.8
    along = min(height / 2, 5.0) + 0.6
    others = [shape for shape in shapes if shape != opening]
    left, below = -across - _DIGIT.width, along + _DIGIT.height
    corners_of = ((across, -along), (left, -along), (across, below), (left, below))
    for x, y in corners_of:
        middle = (opening.x + x + _DIGIT.width / 2, opening.y + y - _DIGIT.height / 2)
        digit = PanelShape(*middle, _DIGIT)
        if all(overlap(digit, other) < 0 for other in others):
            return opening.x + x, opening.y + y
    # All four are taken: there it is beside its own opening at least.
    return opening.x + across, opening.y - along


def _title_and_list(
    build: Build, panel: FrontPanel, listed: Iterable[ListEntry], edge: PanelShape
) -> Iterator[SheetText]:
    """Yield the title, and the list beside the panel."""
    title = f"{build.name}, {panel.width:g} x {face_height(panel):g} mm"
    yield SheetText(edge.left, _MARGIN + 4, 4.5, title)
    x = edge.right + _GAP
    y = edge.top + 2
    for entry in listed:
        yield SheetText(x, y, _SMALL + 0.4, f"{entry.number}  {entry.size}")
        yield SheetText(x + 4, y + 3.2, _SMALL, " / ".join(entry.names))
        y += 7.6


def _ruler_lines(left: float, y: float) -> Iterator[SheetLine]:
    """Yield a ruler of 50 mm, with a mark each 10."""
    yield SheetLine(left, y, left + RULER_MM, y, thick=True)
    for mark in range(0, round(RULER_MM) + 1, 10):
        reach = 3.0 if mark in (0, RULER_MM) else 1.5
        yield SheetLine(left + mark, y - reach, left + mark, y, thick=True)


def _note_lines(left: float, y: float, ruler: float) -> Iterator[SheetText]:
    """Yield the notes of every template."""
    for number, said in enumerate(part_texts()):
        below = ruler + 5 + 3.4 * number
        beside = left + RULER_MM + 4
        yield SheetText(beside, y + 1 + 3.4 * number, _SMALL, said["scale"])
        note = f"{said['drill']} {said['unheld']}"
        yield SheetText(left, below, _SMALL, note)
