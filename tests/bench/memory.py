"""Resident memory, beside Python with the same packages imported."""

import importlib.util
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from companion.errors import CompanionError
from tests.bench.figures import Figure, beside, skipped
from tests.bench.processes import Running, companion, environment, importing, resident, warm

AT_MOST = 1.3
_SIZE = """
from wiring.reading.build import load
from hardware.emulator.opening import emulate_build
from hardware.emulator.window.window import Window
Window(emulate_build(load("emulator"))[1])
import pygame
print(*pygame.display.get_window_size(), sep=" by ")
"""
PYGAME = importlib.util.find_spec("pygame") is not None
SAME = "Python with the same packages"


def memory(rounds: int) -> list[Figure]:
    """Measure without sound and window, and with a window, whose size is told.

    With sound and its player's process.
    """
    warm()
    figures = [_of("resident memory", ["--headless"], rounds)]
    if not PYGAME:
        why = "pygame is not installed"
        return [*figures, skipped("resident memory with a window", why), skipped("with sound", why)]
    name = f"resident memory with a window of {_window_size()} pixels"
    return [*figures, _of(name, [], rounds), _with_sound(rounds)]


def _of(name: str, options: Sequence[str], rounds: int) -> Figure:
    ours, same = [], []
    for _ in range(rounds):
        with companion(*options) as running:
            running.tell(do="new", players=3)
            running.tell(do="press", control="clue")
            time.sleep(0.3)
            ours.append(resident(running.pid))
        # Modules that are imported only at the very end do not count.
        wanted = [name for name in running.told["modules"] if name != "json"]
        same.append(importing(_importing(wanted))[1])
    return beside(name, ours, same, SAME, "MiB", AT_MOST)


def _window_size() -> str:
    """Return the size of the window that a companion opens here, as the desktop allows."""
    command = [sys.executable, "-c", _SIZE]
    environ = environment("/nonexistent")
    return subprocess.run(
        command, env=environ, check=True, capture_output=True, text=True
    ).stdout.strip()


def _importing(modules: Sequence[str]) -> str:
    """Return code that imports these, as far as that can be done."""
    return f"""
import contextlib, importlib, os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
for name in {list(modules)!r}:
    with contextlib.suppress(Exception):
        importlib.import_module(name)
"""


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    files = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in files for child in file.read_text().split()]


def _settled(pid: int) -> float:
    """Return the resident memory of a process that starts, once it grows no more."""
    before = 0.0
    while (now := resident(pid)) > before:
        before = now
        time.sleep(1)
    return now


def _be_refused(running: Running) -> None:
    """Press what is refused, and hear it."""
    with suppress(CompanionError):
        running.tell(do="press", control="discard")
    time.sleep(0.4)


def _with_sound(rounds: int) -> Figure:
    """Return the companion and its player of sounds, beside a Python for each."""
    ours, same = [], []
    sound = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": "/dev/null"}
    for _ in range(rounds):
        with companion("--headless", environ=sound) as running:
            running.tell(do="new", players=3)
            for _ in range(3):
                _be_refused(running)
            ours.append(resident(running.pid) + sum(_settled(pid) for pid in children(running.pid)))
        packages = _importing(running.told["modules"])
        mixer = _importing(["pygame.mixer"])
        same.append(importing(packages)[1] + importing(mixer)[1])
    return beside("resident memory with sound, player and all", ours, same, SAME, "MiB", AT_MOST)
