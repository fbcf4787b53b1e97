"""Reading where a build's parts sit on its case; whatever does not fit is a mistake."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.numbers import is_number
from companion.panel import BUTTONS, ENCODER, Labels, Side
from wiring.panel.fitting import STICK, light_key, panel_mistakes, part_names, pixels_on
from wiring.panel.sizes import BOARDS, COMPUTERS, PARTS, BoardPart
from wiring.reading.check import Checked, shown_value
from wiring.spec import (
    SCREEN,
    Build,
    FrontPanel,
    LightPlace,
    PlacedPart,
)

_LARGEST_MM: Final = 1000.0
_ROWS: Final = 64
"""Rows of a display."""

_SCREENS: Final = ("oled-0.96", "oled-1.3", "oled-2.42")
_KEYS: Final = ("arcade-30", "arcade-24", "button-12")
_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    SCREEN: _SCREENS,
    ENCODER: ("encoder-ec11",),
    STICK: ("board-stick",),
}
"""The kinds of parts that can be what; everything else that is pressed is one of `_KEYS`."""
_LEDS: Final = ("led-5", "led-3")
_PIXELS: Final = ("pixel-60",)
_GROUPS: Final = ("clue", "fuse", "deck", "seat")
_NO_PLACE: Final = (0.0, 0.0)

PITCH_MM: Final = 1000 / 60
"""From one pixel of a strip to the next."""


def read_panel(table: Checked, build: Build) -> FrontPanel:
    """Return the panel of a build whose other parts are read."""
    before = len(table.problems)
    panel = FrontPanel(
        width=_read_length(table, "width"),
        height=_read_length(table, "height"),
        computer=table.choice("computer", tuple(COMPUTERS)),
        parts=(),
    )
    panel = _bought_board(table, build, panel)
    there = {part.name for part in panel.parts}
    others = [name for name in part_names(build) if name not in there]
    parts = [
        *panel.parts,
        *(part for name in others for part in _read_part(table, name, panel.board)),
    ]
    parts += _read_leds(table.table("lights"), build)
    numbers = pixels_on(build)
    pixels, pieces = _read_pieces(table.table("strip"), numbers) if numbers else ([], ())
    parts += pixels
    table.know((*there, *part_names(build), "lights", "strip"))
    table.no_others()
    panel = panel._replace(parts=tuple(parts), pieces=pieces)
    if len(table.problems) == before:  # what stands for a value that is wrong fits nowhere
        for key, sentence in panel_mistakes(panel):
            table.problem(key, sentence)
    return panel


def labels_beside_keys(labels: Labels, panel: FrontPanel) -> Labels:
    """Return the labels at the right of the picture with the row of it beside which each key lies.

    Below the picture they stay, and where a panel has no such keys.
    """
    places = {part.name: part.y for part in panel.parts}
    if labels.side != Side.RIGHT or not places.keys() >= {SCREEN, *BUTTONS}:
        return labels
    lit = next(PARTS[part.kind].top.height for part in panel.parts if part.name == SCREEN)
    order = tuple(sorted(BUTTONS, key=lambda button: places[button]))
    from_middle = [(places[button] - places[SCREEN]) * _ROWS / lit for button in order]
    return labels._replace(order=order, rows=tuple(_ROWS // 2 + round(row) for row in from_middle))


def _read_length(table: Checked, key: str) -> float:
    if key not in table:
        table.problem(key, "is missing; it is that of the panel, in millimetres")
    length = table.number(key, 1.0)
    if length > _LARGEST_MM:
        table.problem(key, f"must be at most {_LARGEST_MM:g} mm, not {length:g}")
    return length


def _read_point(table: Checked, key: str) -> tuple[float, float]:
    """Return the two numbers at `key`."""
    value = table.raw(key)
    if isinstance(value, list) and len(value) == 2:
        x, y = value
        if is_number(x) and is_number(y):
            return float(x), float(y)
    if value is None:
        table.problem(key, "is missing; it is two numbers in millimetres, such as [20, 30]")
    else:
        table.problem(
            key, f"must be two numbers in millimetres, such as [20, 30], not {shown_value(value)}"
        )
    return _NO_PLACE


def _read_part(table: Checked, name: str, board: str) -> Iterator[PlacedPart]:
    """Yield the part at the key `name`, which has to be there if no board has it."""
    kinds = _KINDS.get(name, _KEYS)
    if name not in table:
        lacking = f", and {board} has nothing at its pin" if board else ""
        table.problem(
            name,
            f"is missing{lacking}; say where it sits, such as"
            f' {name} = {{ part = "{kinds[0]}", at = [20, 30] }}',
        )
        return
    own = table.table(name)
    kind = own.choice("part", kinds) if own.there else ""
    at = _read_point(own, "at") if own.there else _NO_PLACE
    own.no_others()
    if kind:
        yield PlacedPart(name, kind, *at)


def _bought_board(table: Checked, build: Build, panel: FrontPanel) -> FrontPanel:
    if "board" not in table:
        return panel
    own = table.table("board")
    kind = own.choice("part", tuple(BOARDS)) if own.there else ""
    x, y = _read_point(own, "at") if own.there else _NO_PLACE
    own.no_others()
    if not kind:
        return panel
    named = [(_use_of_board_part(part, build), part) for part in BOARDS[kind].parts]
    parts = tuple(
        PlacedPart(name, part.kind, x + part.x, y + part.y) for name, part in named if name
    )
    return panel._replace(parts=parts, board=kind, board_at=(x, y))


def _use_of_board_part(part: BoardPart, build: Build) -> str:
    """Return the use that the build makes of a part of a board, "" for none."""
    if not part.pins:
        return SCREEN
    controls = [control for control, pin in build.buttons.items() if pin in part.pins]
    return STICK if len(part.pins) > 1 and controls else "".join(controls)


def _read_leds(rows: Checked, build: Build) -> Iterator[PlacedPart]:
    """Yield the LEDs, row by row."""
    if build.lights:
        places = list(build.lights.places())
        tables = {group: rows.table(group) for group in ("firework", "press")}
        for group, part in dict.fromkeys(place[:2] for place in places):
            row = [place for place in places if place[:2] == (group, part)]
            yield from _lights_of_row(tables.get(group, rows), part or group, row)
        for parted in tables.values():
            parted.no_others()
        rows.know(_GROUPS)
    rows.no_others()


def _lights_of_row(table: Checked, key: str, row: Sequence[LightPlace]) -> Iterator[PlacedPart]:
    """Yield the lights of a row: the first one's middle, and the way from each to the next."""
    if key not in table:
        step = ", step = [10, 0]" if len(row) > 1 else ""
        table.problem(
            key,
            "is missing; say where these lights sit, such as"
            f' {key} = {{ part = "{_LEDS[0]}", at = [20, 30]{step} }}',
        )
        return
    own = table.table(key)
    kind = own.choice("part", _LEDS) if own.there else ""
    x, y = _read_point(own, "at") if own.there else _NO_PLACE
    across, down = _read_point(own, "step") if own.there and len(row) > 1 else _NO_PLACE
    own.no_others()
    if kind:
        for number, place in enumerate(row):
            yield PlacedPart("", kind, x + number * across, y + number * down, place)


def _read_pieces(
    table: Checked, numbers: Mapping[LightPlace, int]
) -> tuple[list[PlacedPart], tuple[tuple[int, int], ...]]:
    """Return the pixels that show something, and the pieces that the strip is cut into."""
    if not table.there:
        table.problem(
            None,
            "is missing; it is the pieces of the strip, such as strip = { part ="
            ' "pixel-60", rows = [{ first = 0, last = 9, at = [20, 30] }] }',
        )
        return [], ()
    kind = table.choice("part", _PIXELS)
    pieces = [
        _pixels_of_piece(Checked(item, table.problems, table.path(f"rows[{number}]")))
        for number, item in enumerate(table.items("rows"))
    ]
    table.no_others()
    where = {pixel: place for piece in pieces for pixel, place in piece.items()}
    parts = []
    for place, pixel in numbers.items():
        if pixel in where and kind:
            parts.append(PlacedPart("", kind, *where[pixel], place))
        elif pixel not in where:
            table.problem(
                "rows", f"pixel {pixel} is in no row, and shows {light_key(place)}; add it to one"
            )
    return parts, tuple(sorted((min(piece), max(piece)) for piece in pieces))


def _pixels_of_piece(row: Checked) -> dict[int, tuple[float, float]]:
    """Return the places of a piece's pixels: from the first, 16.67 mm each, or as `step` says."""
    first = row.whole("first", 0, 999, default=0)
    last = row.whole("last", 0, 999, default=0)
    x, y = _read_point(row, "at")
    across, down = _read_point(row, "step") if "step" in row else (PITCH_MM, 0.0)
    row.know(("step",))
    row.no_others()
    way = 1 if last >= first else -1
    return {
        pixel: (x + number * across, y + number * down)
        for number, pixel in enumerate(range(first, last + way, way))
    }
