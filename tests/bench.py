"""`make bench`: what the companion costs, as ratios of things measured in the same run.

Bus and disk are left out (a modelled bus takes no time, the store is on a memory disk where there
is one), so the figures are the program's own. Times are medians and 99th percentiles.
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from luma.oled.device import ssd1306  # type: ignore[import-untyped]
from PIL import Image

import hardware.panel
from companion import settings
from companion.commands.ctl import ask
from companion.commands.run import Companion
from hardware.build import load
from hardware.model_ssd1306 import ModelSsd1306
from tests.games import real_games
from tests.test_bus import cost
from tests.test_real_games import presses_a_turn

IMPORTS = "import gpiozero, luma.oled.device"


def main() -> None:
    """Measure everything and print a table; the figures also go to a JSON file when one is named."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(dir=_memory_disk()) as directory:
        figures |= presses(Path(directory))
    figures |= bus()
    figures |= starts()
    for name, figure in figures.items():
        print(f"{name:58} {figure}")
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(json.dumps(figures, indent=2) + "\n")


def _memory_disk() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _spread(times: list[float]) -> str:
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"{statistics.median(ordered) * 1e3:.2f} ms, p99 {p99 * 1e3:.2f} ms"


class _HeardModel(ModelSsd1306):
    """A modelled display that notes when its last byte came."""

    last = 0.0

    def write(self, payload: bytes) -> None:
        """Take what the bus sends."""
        super().write(payload)
        _HeardModel.last = time.perf_counter()


def presses(directory: Path, count: int = 400) -> dict[str, str]:
    """From a pin's edge to what it changes, through the real threads."""
    ahead = 0.0
    chosen = settings.load({"HOME": str(directory), "STATE_DIRECTORY": str(directory)})
    hardware.panel.ModelSsd1306 = _HeardModel  # type: ignore[misc]
    companion = Companion(load("emulator"), chosen, lambda: time.monotonic() + ahead)
    hardware.panel.ModelSsd1306 = ModelSsd1306  # type: ignore[misc]
    assert companion.emulated is not None
    assert companion.panel.lights is not None
    lights = companion.panel.lights
    lit = [0.0]
    show = lights.show

    def watched(plan: Any) -> None:
        show(plan)
        lit[0] = time.perf_counter()

    lights.show = watched  # type: ignore[method-assign]
    companion.start()
    sys.setswitchinterval(0.0005)
    acknowledged, light, byte = [], [], []
    for number in range(count):
        control = "clue" if number % 2 == 0 else "discard"
        ahead += 1.0
        if number % 40 == 0:
            next(ask(chosen.socket, {"do": "new", "players": 3}))
        for change, reached in (
            (companion.emulated.press, acknowledged),
            (companion.emulated.release, byte),
        ):
            time.sleep(0.02)
            began = time.perf_counter()
            change(control)
            time.sleep(0.02)
            reached.append(_HeardModel.last - began)
        light.append(lit[0] - began)
    companion.stop()
    return {
        "press to acknowledgement (label inverted)": _spread(acknowledged),
        "let go to the state on the lights": _spread(light),
        "let go to the last byte on the display's bus": _spread(byte),
    }


def bus() -> dict[str, str]:
    """Bytes on the display's bus over real games, against the least that whole bytes allow."""
    sent, least, pictures = cost(real_games()[:10])
    stock = stock_frame()
    return {
        "bytes on the bus, against the changed 8x8 tiles": f"{sent / least:.3f}x",
        "bytes a picture, against luma's own frame": f"{sent / pictures:.0f}, "
        f"{sent / pictures / stock:.3f}x of {stock}",
        "presses a turn over the real games": f"{presses_a_turn():.2f}",
    }


class _Counter:
    """A serial interface of luma's that only counts bytes, control bytes too."""

    def __init__(self) -> None:
        self.bytes = 0

    def command(self, *values: int) -> None:
        """Count a command."""
        self.bytes += 1 + len(values)

    def data(self, values: Sequence[int]) -> None:
        """Count data."""
        self.bytes += 1 + len(values)

    def cleanup(self) -> None:
        """Nothing is open."""


def stock_frame() -> int:
    """Bytes that luma's own display() sends for any change."""
    counter = _Counter()
    device = ssd1306(counter)
    before = counter.bytes
    device.display(Image.new("1", (128, 64), 1))
    return counter.bytes - before


@contextmanager
def _daemon() -> Iterator[tuple[subprocess.Popen[str], Path, float]]:
    """A headless companion as its own process, and the seconds until it took its first press."""
    with tempfile.TemporaryDirectory(dir=_memory_disk()) as directory:
        environ = {**os.environ, "HOME": directory, "STATE_DIRECTORY": directory}
        sock = Path(directory) / f"{settings.APP}.sock"
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", "--headless", "--panel", "emulator"],
            env=environ,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        for line in process.stderr:
            if "ready" in line:
                break
        took = time.perf_counter() - began
        next(ask(sock, {"do": "new", "players": 3}))
        try:
            yield process, sock, took
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(10)
            process.stderr.close()


LISTENING = """
import sys
from hardware.buttons import Buttons
listen = Buttons.listen
def told(self, post):
    listen(self, post)
    print("listening", file=sys.stderr, flush=True)
Buttons.listen = told
from companion.cli import main
sys.exit(main(["run", "--headless", "--panel", "emulator"]))
"""


def _listening() -> float:
    """Seconds until the buttons of a starting companion are listened to: from then on no press is lost."""
    with tempfile.TemporaryDirectory(dir=_memory_disk()) as directory:
        environ = {**os.environ, "HOME": directory, "STATE_DIRECTORY": directory}
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", LISTENING], env=environ, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None
        while "listening" not in process.stderr.readline():
            pass
        took = time.perf_counter() - began
        while "ready" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGTERM)
        process.wait(10)
        process.stderr.close()
    return took


def _importing() -> tuple[float, float]:
    """Seconds that Python takes to import the two libraries and end, and its memory in MiB."""
    code = f"{IMPORTS}; print(open('/proc/self/status').read())"
    began = time.perf_counter()
    status = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    return time.perf_counter() - began, _resident(status)


def _resident(status: str) -> float:
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def _wakes(pid: int) -> int:
    """How often the process's threads have woken up so far."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def _against(times: list[float], ratios: list[float]) -> str:
    median, ratio = statistics.median(times) * 1e3, statistics.median(ratios)
    return f"{median:.0f} ms, {ratio:.2f}x ({min(ratios):.2f} to {max(ratios):.2f})"


def starts(rounds: int = 7, idle: float = 10.0) -> dict[str, str]:
    """Start, memory and idling of the real process, beside Python with the libraries alone."""
    took, memory, importing, bare, listens = [], [], [], [], []
    wakes = 0
    for number in range(rounds):
        seconds, mebibytes = _importing()
        importing.append(seconds)
        bare.append(mebibytes)
        listens.append(_listening())
        with _daemon() as (process, _, start):
            took.append(start)
            memory.append(_resident(Path(f"/proc/{process.pid}/status").read_text()))
            if number == 0:
                time.sleep(3)
                before = _wakes(process.pid)
                time.sleep(idle)
                wakes = _wakes(process.pid) - before
    ratios = [mine / theirs for mine, theirs in zip(took, importing, strict=True)]
    heard = [mine / theirs for mine, theirs in zip(listens, importing, strict=True)]
    return {
        "start to the first press that counts, against the imports": _against(listens, heard),
        "start to the picture and the socket, against the imports": _against(took, ratios),
        "memory, against the same imports": f"{statistics.median(memory):.1f} MiB, "
        f"{statistics.median(memory) / statistics.median(bare):.2f}x",
        f"wake-ups in {idle:.0f} s of idling": f"{wakes}",
    }


if __name__ == "__main__":
    main()
