"""Processes beside the bench: Python with packages alone, and the companion as people start it."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from companion import settings
from companion.commands.ctl import Unanswered, stream_answers
from tests.rig.daemons import memory_of

LIBRARIES: Final = "import gpiozero, luma.oled.device"
RUN: Final = ("run", "--panel", "emulator")
_TELL: Final = "import sys; print(flush=True); sys.stdin.read()"

_WATCHED: Final = """
import json, sys, time
from hardware.gpio.buttons import GpioControls
from hardware.emulator.models.oled import ModelSsd1306
listen, write, sent = GpioControls.listen, ModelSsd1306.write, []
def told(self, post):
    listen(self, post)
    print("listening", file=sys.stderr, flush=True)
def counted(self, payload):
    write(self, payload)
    sent.append((time.monotonic(), len(payload)))
GpioControls.listen, ModelSsd1306.write = told, counted
from companion.cli import main
status = main(sys.argv[1:])
own = ("companion", "hardware", "wiring", "__", "_distutils", "_virtualenv")
others = [module for module in sys.modules if not module.startswith(own)]
print(json.dumps({"sent": sent, "modules": others}), flush=True)
sys.exit(status)
"""
"""The companion, which also says when its buttons are listened to, what went over the display's bus
and when, and which modules it had in the end."""


def memory_disk() -> str | None:
    """Return a folder that no disk is behind, where there is one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


_COMPILED: Final = tempfile.TemporaryDirectory(dir=memory_disk())
"""Where Python keeps what it compiled, as it does beside what is installed.

Nothing stays in the tree."""


def environment(directory: str, **more: str) -> dict[str, str]:
    """Return the environment of a companion whose files are all in one folder."""
    environ = {
        **os.environ,
        "HOME": directory,
        "STATE_DIRECTORY": directory,
        "SDL_VIDEODRIVER": "dummy",
    }
    for name in ("COMPANION_CONFIG", "PYTHONDONTWRITEBYTECODE"):
        environ.pop(name, None)
    environ["PYTHONPYCACHEPREFIX"] = _COMPILED.name
    return environ | {"SDL_AUDIODRIVER": "dummy"} | more


def resident(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    return memory_of(pid, "VmRSS") / 2**20


def importing(code: str = LIBRARIES) -> tuple[float, float]:
    """Return the seconds until Python has run some code, and its resident memory then in MiB."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", f"{code}\n{_TELL}"],
        env=environment("/nonexistent"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdout.readline()
        return time.perf_counter() - began, resident(process.pid)


def warm() -> None:
    """Have everything compiled once."""
    importing()
    with companion("--headless"):
        pass


class Running:
    """A companion that runs as its own process.

    listened: seconds until no press was lost any more. answered: until it had read its games and
    answered a script.
    """

    def __init__(self, process: subprocess.Popen[str], socket: Path) -> None:
        self.process = process
        self.pid = process.pid
        self.socket = socket
        self.listened = 0.0
        self.answered = 0.0
        self.told: dict[str, Any] = {}

    def tell(self, **body: object) -> dict[str, Any]:
        """Ask it something."""
        return next(stream_answers(self.socket, dict(body)))

    def stop(self) -> None:
        """End it, and read what it has to say at its end."""
        self.process.send_signal(signal.SIGTERM)
        out, _ = self.process.communicate(timeout=10)
        self.told = json.loads(out.splitlines()[-1])


@contextmanager
def companion(
    *options: str, directory: Path | None = None, environ: Mapping[str, str] | None = None
) -> Iterator[Running]:
    """Run a companion on the emulated device, with its games in `directory` if it has one."""
    with tempfile.TemporaryDirectory(dir=memory_disk()) as fresh:
        folder = str(directory or fresh)
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", _WATCHED, *RUN, *options],
            env=environment(folder, **(environ or {})),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running = Running(process, Path(folder) / f"{settings.APP}.sock")
        try:
            _read_until(process, "listening")
            running.listened = time.perf_counter() - began
            _read_until(process, "ready")
            _patiently(lambda: running.tell(get="state"))
            running.answered = time.perf_counter() - began
            yield running
            if process.poll() is None:
                running.stop()
        finally:
            if process.poll() is None:
                process.kill()
            process.communicate()


def _patiently(act: Callable[[], object]) -> None:
    """Do something, again if no answer came in time: a busy machine takes long."""
    for _ in range(10):
        with suppress(Unanswered):
            act()
            return
    raise AssertionError("the companion does not answer")


def _read_until(process: subprocess.Popen[str], word: str) -> None:
    """Wait for a line on standard error."""
    assert any(word in line for line in process.stderr), f"the companion ended before {word}"
