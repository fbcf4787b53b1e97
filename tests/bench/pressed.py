"""A companion in a process of its own whose buttons are pressed on demand; it tells what that took.

All threads are the real ones. The display's bus takes no time, or as long as a slow one; the disk
may be made slow too. The time that passes between two presses is not waited for.
"""

import gc
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import hardware.emulator.device
import hardware.emulator.models.oled
from companion import settings
from companion.commands.run import SWITCH_INTERVAL_S, CompanionThreads
from companion.daemon.drawing import Drawing
from companion.face.view import View
from companion.journal.store import Store
from hardware.emulator.models.oled import ModelSsd1306
from tests.bench import stock
from tests.bench.bus import i2c_seconds
from tests.bench.processes import environment, memory_disk
from tests.rig.running import Script
from wiring.reading.build import load

PATIENCE: Final = 5.0
GAP: Final = 0.02
"""Seconds for which everything is quiet before each edge."""
HELD: Final = 0.08
"""Seconds for which a finger keeps a button down.

A press that glanced off waits for a second finger."""
RUSH: Final = 0.4
"""Seconds from one press to the next without waiting: nearly as fast as turns may begin."""
SETTLED: Final = 0.3
"""Seconds after a step in which no button begins another turn.

What plays after it goes on for longer."""
AGAIN: Final = 60
"""So many presses go into a game."""


class Options(NamedTuple):
    """What kind of companion.

    hertz: of the display's bus, 0 for one that takes no time. disk: seconds that the disk takes for
    each step. stock: it draws with a font engine and sends whole frames with luma's own display().
    sounds: it plays them into the void. voice: it speaks, too. shows: each press comes in the
    middle of a show and an animation. directory: its games; empty for none.
    """

    hertz: int = 0
    disk: float = 0.0
    stock: bool = False
    sounds: bool = False
    voice: bool = False
    shows: bool = False
    directory: str = ""


class Times(NamedTuple):
    """Seconds of each press.

    acknowledged: from the pin's edge to the last byte of the picture with the label inverted.
    offered: to its first byte. lit: from the edge as it is let go to the lights of the new state.
    sent: to the last byte of its picture.
    """

    acknowledged: list[float]
    offered: list[float]
    lit: list[float]
    sent: list[float]

    def __add__(self, other: Any) -> "Times":
        """Return these times, followed by others."""
        return Times(*(one + more for one, more in zip(self, other, strict=True)))


class _Sink(ModelSsd1306):
    """A bus with a clock, and no display: it notes when bytes came."""

    hertz = 0
    first = last = 0.0

    def write(self, payload: bytes) -> None:
        """Take a transaction, as long as that takes."""
        self._count_bytes(payload)
        _Sink.first = _Sink.first or time.perf_counter()
        if self.hertz:
            time.sleep(i2c_seconds(1, len(payload), self.hertz))
        _Sink.last = time.perf_counter()


class _Drawn(NamedTuple):
    view: View
    lit: float
    first: float
    last: float


class _Table:
    """The companion, its fingers and its clock."""

    def __init__(self, options: Options, directory: Path) -> None:
        self._options: Final = options
        self._ahead = 0.0
        self._drawn: list[_Drawn] = []
        self._lit = 0.0
        self._presses = 0
        if options.sounds:
            prepared = Store(directory)
            prepared.prefer("sound", "3")
            prepared.prefer("voice", "full" if options.voice else "off")
            prepared.close()
        chosen = settings.load({"HOME": str(directory), "STATE_DIRECTORY": str(directory)})
        _Sink.hertz = options.hertz
        hardware.emulator.models.oled.ModelSsd1306 = _Sink  # type: ignore[misc]
        self._watch()
        if options.stock:
            stock.instead_of_ours()
        self._companion: Final = CompanionThreads(
            load("emulator"), chosen, lambda: time.monotonic() + self._ahead
        )
        self._watch_lights()
        self._companion.start()
        gc.freeze()
        self._script: Final = Script(chosen.socket)
        self._script.sock.settimeout(60)  # a long game on a busy machine
        if not options.sounds:
            self._script.ask(get="state")

    def stop(self) -> None:
        self._script.__exit__()
        self._companion.stop()

    def presses(self, count: int) -> dict[str, Any]:
        """So many presses, each once the one before has been shown; seconds by kind."""
        return Times(*map(list, zip(*(self._press() for _ in range(count)), strict=True)))._asdict()

    def rush(self, count: int) -> dict[str, Any]:
        """Press so often in real time, whatever is still under way, and count what is missing."""
        self._begin()
        time.sleep(RUSH)
        for number in range(count):
            control = "discard" if number % 2 else "clue"
            self._device.press(control)
            time.sleep(0.05)
            self._device.release(control)
            time.sleep(RUSH - 0.05)
        wanted = ["discard" if number % 2 else "clue" for number in range(count)]
        until = time.monotonic() + PATIENCE
        while (done := self._done()) != wanted and time.monotonic() < until:
            time.sleep(0.05)
        return {"lost": count - len(done), "in_order": done == wanted[: len(done)]}

    def received(self) -> dict[str, Any]:
        """Return how many bytes went over the bus so far."""
        return {"bytes": self._device.model.bytes_received}

    @property
    def _device(self) -> hardware.emulator.device.Emulated:
        return self._companion.emulated

    def _done(self) -> list[str]:
        return [action["do"] for action in self._script.ask(get="record")["record"]["actions"]]

    def _begin(self) -> None:
        self._ahead += 1
        self._script.ask(do="new", players=3)
        self._presses = 0

    def _press(self) -> tuple[float, ...]:
        if self._presses % AGAIN == 0:
            self._begin()
        control = "discard" if self._presses % 2 else "clue"
        self._presses += 1
        self._ahead += 1
        if self._options.shows:
            self._script.ask(do="undo")
            self._script.ask(do="redo")
            self._ahead += SETTLED
        sitting = self._companion.threads.core.sitting
        pressed, begun = self._see(
            self._device.press, control, lambda view: control in view.pressed
        )
        time.sleep(HELD)
        new, let_go = self._see(
            self._device.release, control, lambda view: view.sitting is not sitting
        )
        return (
            pressed.last - begun,
            pressed.first - begun,
            new.lit - let_go,
            new.last - let_go,
        )

    def _see(
        self, change: Callable[[str], None], control: str, seen: Callable[[View], bool]
    ) -> tuple[_Drawn, float]:
        """Move a button; gives the first picture of what came of it, and when the button moved."""
        time.sleep(GAP)
        self._drawn.clear()
        began = time.perf_counter()
        change(control)
        while time.perf_counter() < began + PATIENCE:
            time.sleep(GAP / 4)
            for drawn in tuple(self._drawn):
                if seen(drawn.view):
                    return drawn, began
        raise AssertionError(f"{control}: nothing came of it")

    def _watch(self) -> None:
        """Note when the bytes of a view are sent, and have the disk take as long as it should."""
        draw, light, record = Drawing.draw, Drawing.show_lights, Store.record

        def drawn(drawing: Drawing, view: View, now: float) -> bool:
            _Sink.first = 0.0
            sent = draw(drawing, view, now)
            self._drawn.append(_Drawn(view, self._lights, _Sink.first, _Sink.last))
            return sent

        def lit(drawing: Drawing, view: View, now: float | None = None) -> None:
            light(drawing, view, now)
            if now is None:
                self._lights = self._lit

        def recorded(store: Store, rows: Any) -> None:
            record(store, rows)
            if self._options.disk:
                time.sleep(self._options.disk)

        self._lights = 0.0
        Drawing.draw, Drawing.show_lights, Store.record = drawn, lit, recorded  # type: ignore[method-assign, assignment]

    def _watch_lights(self) -> None:
        """Note when the lights show a view."""
        lights = self._companion.panel.lights
        show = lights.show

        def shown(plan: Any) -> None:
            show(plan)
            self._lit = time.perf_counter()

        lights.show = shown  # type: ignore[method-assign]


class Pressed:
    """The same from outside: requests to that process."""

    def __init__(self, options: Options = Options()) -> None:  # noqa: B008
        """Start the process; its first answer may take a while."""
        self._folder: Final = tempfile.TemporaryDirectory(dir=memory_disk())
        self.directory: Final = Path(options.directory or self._folder.name)
        sound = (
            {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": "/dev/null"} if options.sounds else {}
        )
        self._process: Final = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.bench.pressed",
                json.dumps(options._asdict()),
                str(self.directory),
            ],
            env=environment(str(self.directory), **sound),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def socket(self) -> Path:
        """Where it listens to scripts."""
        return self.directory / f"{settings.APP}.sock"

    def presses(self, count: int) -> Times:
        """Press so often, each time after everything was shown."""
        return Times(**self._ask("presses", count))

    def rush(self, count: int) -> dict[str, Any]:
        """Press so often in real time, without waiting for anything."""
        return self._ask("rush", count)

    def received(self) -> int:
        """Return bytes on the display's bus so far."""
        return int(self._ask("received")["bytes"])

    def stop(self) -> None:
        """End the process."""
        self._process.communicate("", timeout=20)
        self._folder.cleanup()

    def _ask(self, what: str, *arguments: int) -> dict[str, Any]:
        self._process.stdin.write(json.dumps([what, *arguments]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the companion that was pressed is gone"
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def all_pressed(*options: Options) -> Iterator[list[Pressed]]:
    """Run several of them side by side."""
    tables: list[Pressed] = []
    try:
        tables.extend(map(Pressed, options))
        yield tables
    finally:
        for table in tables:
            table.stop()


def at_once(acts: list[Callable[[], Any]]) -> list[Any]:
    """Do several things at the same time; their results in order."""
    with ThreadPoolExecutor(len(acts)) as threads:
        return [doing.result() for doing in [threads.submit(act) for act in acts]]


def main() -> None:
    """Answer requests on standard input until it ends."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    table = _Table(Options(**json.loads(sys.argv[1])), Path(sys.argv[2]))
    for line in sys.stdin:
        what, *arguments = json.loads(line)
        print(json.dumps(getattr(table, what)(*arguments)), flush=True)
    table.stop()


if __name__ == "__main__":
    main()
