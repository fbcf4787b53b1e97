"""A companion with all its threads, and scripts at its socket."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion import settings
from companion.commands.run import CompanionThreads
from companion.daemon.socket import answers
from wiring.reading.build import load


@contextmanager
def running(
    directory: Path, build: str = "emulator", clock: Callable[[], float] = time.monotonic
) -> Iterator[CompanionThreads]:
    """Run a companion on an emulated device, its games in `directory`."""
    chosen = settings.load({"HOME": str(directory), "STATE_DIRECTORY": str(directory)})
    companion = CompanionThreads(load(build), chosen, clock, emulated=True)
    # How long a picture takes is the machine's matter, which may be busy with something else.
    with patch.object(answers, "PATIENCE_S", 30.0):
        companion.start()
        try:
            yield companion
        finally:
            companion.stop()


class Script:
    """A script at the control socket."""

    def __init__(self, path: Path) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(str(path))  # without a time limit it waits for its turn where many wait
        self.sock.settimeout(10)
        self.lines = self.sock.makefile("rb")

    def __enter__(self) -> "Script":
        return self

    def __exit__(self, *exc: object) -> None:
        self.lines.close()
        self.sock.close()

    def send(self, raw: bytes) -> None:
        self.sock.sendall(raw)

    def read(self) -> dict[str, Any]:
        line = self.lines.readline()
        assert line, "the companion hung up"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def tell(self, **body: object) -> dict[str, Any]:
        """Ask, whatever the answer."""
        self.send(json.dumps(body).encode() + b"\n")
        return self.read()

    def ask(self, **body: object) -> dict[str, Any]:
        """Ask for something that must be granted."""
        answer = self.tell(**body)
        assert answer["ok"], answer
        return answer

    def begin(self, players: int) -> None:
        """Begin a game; a question that another script's press opened is left first, by holding
        CLUE, since no clock closes it.
        """
        for _ in range(5):
            if self.tell(do="new", players=players)["ok"]:
                return
            self.ask(do="hold", control="clue", seconds=0.8)
        self.ask(do="new", players=players)

    def press(self, buttons: str) -> None:
        """Tap a button, or a chord of buttons that are joined by `+`."""
        together = buttons.split("+")
        asked = (
            {"do": "chord", "controls": together}
            if len(together) > 1
            else {"do": "press", "control": buttons}
        )
        assert self.ask(**asked)["shown"]

    def choose_english(self) -> None:
        """Choose English at the first start, which offers several languages over a button."""
        languages = ["", ""]
        while len(languages) > 1:
            options = self.ask(get="screen")["screen"]["options"]
            buttons, languages = next(offer for offer in options.items() if "en" in offer[1])
            self.press(buttons)

    def more(self, control: str) -> None:
        """Hold DISCARD, and press what *more* has over a button."""
        assert self.ask(do="hold", control="discard", seconds=0.8)["shown"]
        self.press(control)

    def play(self, suit: str) -> None:
        """Play on a firework by the buttons that the screen offers for it."""
        self.press("play")
        while (screen := self.ask(get="screen")["screen"])["name"] == "choosing":
            self.press(
                next(buttons for buttons, suits in screen["options"].items() if suit in suits)
            )
