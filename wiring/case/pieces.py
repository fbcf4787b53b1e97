"""The pieces of a build's case as they lie on the printer's bed, and what is in the closed case."""

from typing import Final

from build123d import Box, Part, Pos, Rot

from wiring.case.base import base_piece
from wiring.case.shell import shell_piece
from wiring.case.solids import BOARD_MM, ON, board_gap, face_thickness, gauge_plate, prism
from wiring.case.wedge import (
    STANDING_MM,
    aside,
    base_plane,
    form_of,
    front_depth,
    hanging_bottom,
    standing_place,
)
from wiring.panel.fitting import (
    body_of,
    chin_of,
    computer_of,
    computer_place,
    is_plugged_in_front,
    size_of,
    wall_sockets,
)
from wiring.panel.shapes import PanelShape
from wiring.panel.sizes import BOARDS, WALL_MM
from wiring.spec import Build, FrontPanel

_PLUG: Final = (12.0, 10.0, 8.0)
"""The breadth, reach and thickness of a bent plug of USB."""


def printed_piece(build: Build, panel: FrontPanel, piece: str) -> Part:
    """Return a piece as it lies on the printer's bed: the shell on its face."""
    if piece == "gauge":
        return gauge_plate(panel)
    if piece == "shell":
        at = Pos(0, panel.height, face_thickness(panel)) * Rot(180, 0, 0)
        return at * shell_piece(build, panel)
    level = Pos(0, 0, WALL_MM) * Rot(form_of(panel).tilt, 0, 0)
    return level * Pos(0, chin_of(panel), front_depth(panel)) * base_piece(panel)


def hung_bodies(panel: FrontPanel) -> list[Part]:
    """Return what hangs at the face: parts, and below a board the computer with its bent plug."""
    solids = [
        prism(body_of(part), panel.height, -size_of(part).depth, size_of(part).depth)
        for part in panel.parts
    ]
    return solids + _hung_boards(panel) if panel.board else solids


def _hung_boards(panel: FrontPanel) -> list[Part]:
    lying = computer_place(panel)
    low = -hanging_bottom(panel)
    board = PanelShape(*panel.board_at, BOARDS[panel.board].size)
    solids = [
        prism(lying, panel.height, low, BOARD_MM),
        prism(board, panel.height, -board_gap(panel) - BOARD_MM, BOARD_MM),
    ]
    if is_plugged_in_front(panel):
        power = wall_sockets(panel).power[0]
        front = panel.height - lying.bottom - 1 - _PLUG[1] / 2
        solids.append(Pos(power, front, low + BOARD_MM + 1.3) * Box(*_PLUG))
    return solids


def standing_bodies(panel: FrontPanel) -> list[Part]:
    """Return what stands on the base: the computer, unless a board holds it."""
    if panel.board:
        return []
    lying = computer_place(panel)
    at = base_plane(panel) * Pos(aside(lying.x), standing_place(panel, lying.y), STANDING_MM)
    return [at * Box(*lying.outline.size, computer_of(panel).height, align=ON)]
