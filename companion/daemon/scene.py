"""The scene: what there is to show, before it is known how."""

from typing import NamedTuple

from companion.face.state import Face
from companion.table.sitting import Sitting


class Scene(NamedTuple):
    """What there is to show: the game and the face."""

    sitting: Sitting
    """The game on the table."""
    at_hand: Sitting
    """The game that the buttons act on: that on the table, a part of it, or the one that is practised."""
    face: Face
    saved: bool
    """Whether every step is on disk."""
    lost: int | None = None
    """As in a view."""
