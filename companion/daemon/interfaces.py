"""The interfaces of the core: what it needs from the threads around it."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from companion.daemon.door import Door
from companion.face.view import View
from companion.game.kinds import distinct_type
from companion.numbers import Json
from companion.panel import Speech

Reply = Callable[[Json], None]
"""Takes the answer to a request, from any thread; never blocks, never raises."""


LEFT: Final = "the client that asked disconnected"
"""The answer in place of what a client asked for that left before its turn."""


Enqueue = Callable[..., None]
"""Has something done in its turn: while no step is on its way to disk.

Takes now, the reply, `act` and arguments, and calls `act(*arguments, reply, now)` with the time
then, unless its client left.
"""


class Stage(Protocol):
    """The screen, the lights and the speaker, as the core sees them."""

    def show_view(self, serial: int, view: View) -> None:
        """Show this view, or a later one; `Shown` answers."""

    def play_sound(self, name: str, step: str) -> None:
        """Play a sound as loud as that step of the preferences, without waiting for it."""

    def speak_words(self, words: Callable[[], Speech | None], sound: str, step: str) -> None:
        """Play a sound, if one is named, and speak the words that a call makes; as `sound` else.
        `Spoken` answers where there are words.
        """

    def end_sounds(self) -> None:
        """End what is heard, and make ready for words."""

    def answer_frame(self, reply: Reply) -> None:
        """Answer with the picture on the display."""

    def answer_lights(self, reply: Reply) -> None:
        """Answer with what the lights were set to."""


@distinct_type
class Shown(NamedTuple):
    """The outputs have done with this serial; `sent` is whether the screen took it."""

    serial: int
    sent: bool


@distinct_type
class Spoken(NamedTuple):
    """Words are spoken, which end about then."""

    until: float


@distinct_type
class Request(NamedTuple):
    """A line from a socket, already JSON, and where its answers go."""

    body: Any
    reply: Reply
    door: Door = Door.CONTROL
