"""The companion as a program of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.rig import daemons


def environ(directory: Path) -> dict[str, str]:
    """Return the environment; SDL chooses by itself, and a service manager is the test's."""
    quiet = {
        key: value for key, value in daemons.environ(directory).items() if key != "SDL_VIDEODRIVER"
    }
    manager = ("NOTIFY_SOCKET", "WATCHDOG_USEC")
    return {**quiet, **{key: os.environ[key] for key in manager if key in os.environ}}


def companion(*words: str, directory: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        env=environ(directory),
        input=text,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
