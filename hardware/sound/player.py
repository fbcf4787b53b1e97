"""The sound player: a program that a speaker starts, and tells on its standard input what to play.

Each line is the name of a sound, how loud it is (above 0 to 1) and when it was wanted, in the monotonic
seconds of the machine. It ends with its input. It imports nothing of the companion, to be there soon.
"""

import os
import select
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    import pygame

SOUNDS: Final = Path(__file__).with_name("files")
RATE: Final = 44100
BUFFER: Final = 512
"""In samples: 12 ms."""
QUIET_S: Final = 30.0
"""An open card wakes this process 90 times a second: after this time without a sound it is let go."""
LATE_S: Final = 0.4
"""A sound that comes later than this says nothing any more."""
FADE_MS: Final = 30
AGAIN_S: Final = 30.0
"""At most this often something that failed is tried again, and only when there is a sound to play."""
NO_PYGAME: Final = 3
"""The exit status without pygame."""

_CARDS: Final = Path("/proc/asound/cards")


class Player:
    """The card, open while there are sounds to play."""

    def __init__(self, log: TextIO) -> None:
        """A player that has not opened anything; what it has to say goes to `log`."""
        self._log: Final = log
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._cards: str | None = None
        self._again = float("-inf")
        self._told = ""

    @property
    def open(self) -> bool:
        """Whether the card is open."""
        return self._cards is not None

    def play(self, name: str, level: float, at: float) -> None:
        """Play a sound over what fades, if that can still be in time."""
        import pygame

        try:
            if not self._ready() or time.monotonic() > at + LATE_S:
                return
            pygame.mixer.fadeout(FADE_MS)
            if name not in self._sounds:
                self._sounds[name] = pygame.mixer.Sound(SOUNDS / f"{name}.wav")
            self._sounds[name].set_volume(level)
            self._sounds[name].play()
        except pygame.error as error:
            self._fail(str(error))

    def rest(self) -> None:
        """Let the card go."""
        import pygame

        self._cards = None
        self._sounds.clear()
        pygame.mixer.quit()

    def _ready(self) -> bool:
        """Have the card open, if that is possible now."""
        import pygame

        if self._cards is not None and self._cards != cards():
            self.rest()  # one came or went; a card that is gone would play on and tell nobody
        if self._cards is None:
            if time.monotonic() < self._again:
                return False
            pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
            self._cards = cards()
            if self._told:
                self._say("back again")
                self._told = ""
        return True

    def _fail(self, why: str) -> None:
        """Be silent for a while; the same reason is told once."""
        self.rest()
        self._again = time.monotonic() + AGAIN_S
        if why != self._told:
            self._told = why
            self._say(f"{why}; going on without it")

    def _say(self, what: str) -> None:
        print(f"companion: sound: {what}", file=self._log, flush=True)


def cards() -> str:
    """The sound cards of this machine, as the kernel lists them."""
    try:
        return _CARDS.read_text()
    except OSError:
        return ""


def take_mixer() -> None:
    """Import pygame's mixer, with the few modules that it needs itself.

    All of pygame takes 0.7 s where those take 0.04, and then the first sound would come too late. So
    the package is not run: an empty one stands in its place. A pygame whose mixer needs more gets it.

    Raises:
        ImportError: there is no pygame, or it cannot be used.
    """
    found = find_spec("pygame")
    if found is None or found.submodule_search_locations is None:
        raise ImportError("there is no pygame")
    package: Any = ModuleType("pygame")
    package.__path__ = list(found.submodule_search_locations)
    sys.modules["pygame"] = package
    try:
        package.mixer = import_module("pygame.mixer")
        package.error = import_module("pygame.base").error
    except (ImportError, AttributeError):
        for name in [name for name in sys.modules if name.partition(".")[0] == "pygame"]:
            del sys.modules[name]
        import_module("pygame.mixer")


def main() -> int:
    """Play until the input ends; gives the exit status."""
    log = os.fdopen(os.dup(sys.stderr.fileno()), "w")
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())  # the libraries complain at length
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    try:
        take_mixer()
    except ImportError:
        return NO_PYGAME
    player = Player(log)
    waiting = b""
    while True:
        if not select.select([0], [], [], QUIET_S if player.open else None)[0]:
            player.rest()
            continue
        chunk = os.read(0, 65536)
        if not chunk:
            break
        *lines, waiting = (waiting + chunk).split(b"\n")
        if lines:  # of those that piled up, the newest
            name, level, at = lines[-1].decode().split()
            player.play(name, float(level), float(at))
    player.rest()
    return 0


if __name__ == "__main__":
    sys.exit(main())
