"""The controls of no build: their levels are as the last edge left them."""

from collections.abc import Collection

from companion.panel import BUTTONS


class Levels:
    """Controls without pins; whoever makes an edge of one also moves it."""

    def __init__(self, names: Collection[str] = BUTTONS) -> None:
        """Begin with nothing down."""
        self.names = names
        self.down: set[str] = set()

    def move(self, control: str, down: bool) -> None:
        """Press a control with a finger, or let it go."""
        (self.down.add if down else self.down.discard)(control)

    def listen(self, post: object) -> None:
        """Do nothing: the edges are handed over."""

    def is_down(self, control: str) -> bool:
        """Return the level of a control."""
        return control in self.down

    def close(self) -> None:
        """Do nothing: nothing is open."""
