"""The sound player: a program that plays the sounds that are written to its standard input.

Each line is the name of a sound, its volume (above 0 to 1) and the time of the request in the machine's
monotonic seconds. The program ends with its input. It imports nothing of the companion, to start quickly.
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
"""The card is released after this time without a sound; open, it wakes the process 90 times a second."""
LATE_S: Final = 0.4
"""A sound that is later than this is not played."""
FADE_MS: Final = 30
AGAIN_S: Final = 30.0
"""The least time before a retry after a failure; only a sound to play causes one."""
NO_PYGAME: Final = 3
"""The exit status without pygame."""

_CARDS: Final = Path("/proc/asound/cards")


class Player:
    """The sound card, open while there are sounds to play."""

    def __init__(self, log: TextIO) -> None:
        """A player whose card is not open yet; its messages go to `log`."""
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
        """Play a sound while the previous one fades out, unless it is too late."""
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
        """Release the card."""
        import pygame

        self._cards = None
        self._sounds.clear()
        pygame.mixer.quit()

    def _ready(self) -> bool:
        """Open the card, if that is possible now."""
        import pygame

        if self._cards is not None and self._cards != cards():
            self.rest()  # a card came or went; one that is gone would play on without an error
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
        """Stay silent for a while; the same reason is logged once."""
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
    """Import pygame's mixer with the few modules that it needs itself, or all; `ImportError` without any.

    All of pygame takes 0.7 s to import, those take 0.04 s; the first sound would come too late. So the
    package itself is not run: an empty one takes its place.
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
        os.dup2(nowhere.fileno(), sys.stderr.fileno())  # the libraries write long complaints
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
        if lines:  # of several that wait, the newest
            name, level, at = lines[-1].decode().split()
            player.play(name, float(level), float(at))
    player.rest()
    return 0


if __name__ == "__main__":
    sys.exit(main())
