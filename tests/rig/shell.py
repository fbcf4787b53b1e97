"""The scripts of systemd/ below a folder of the test's own, with commands that only say that they
ran.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SYSTEMD = Path(__file__).parent.parent.parent / "systemd"


class Shell:
    """Runs functions of a script.

    `folder` is the root of all places, and its commands come first.
    """

    def __init__(self, folder: Path, script: str) -> None:
        self.root = folder / "root"
        self.commands = folder / "commands"
        self.scratch = folder / "scratch"
        self._script = SYSTEMD / script
        for each in (self.root, self.commands, self.scratch):
            each.mkdir()

    def command(self, name: str, script: str = "exit 0") -> None:
        """Have a command do this instead."""
        file = self.commands / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def run(self, code: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run bash code that may use the script's functions."""
        return self._bash("-c", f'. "{self._script}"; SCRATCH="{self.scratch}"; {code}', **environ)

    def script(self, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run the script itself."""
        return self._bash(str(self._script), **environ)

    def _bash(self, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
        path = f"{self.commands}:{os.environ['PATH']}"
        ours = (
            "BUILD",
            "WEB",
            "MQTT",
            "GAMES",
            "SUDO_USER",
            "PYTHON",
            "PIP_NO_INDEX",
            "PIP_FIND_LINKS",
        )
        clean = {key: value for key, value in os.environ.items() if key not in ours}
        return subprocess.run(
            ["bash", *words],
            env={**clean, "PATH": path, "ROOT": str(self.root), **environ},
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return what a script said when it gave up: one line."""
    assert done.returncode == 1, done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def slot(shell: Shell, name: str) -> Path:
    """Return an environment that does what the tests' own does."""
    folder = shell.root / "opt" / name
    (folder / "bin").mkdir(parents=True)
    # A real one would not need to be told where the program is, and gets along with -I.
    for program, words in (("python", ""), ("companion", " -m companion")):
        file = folder / "bin" / program
        file.write_text(
            f'#!/bin/sh\n[ "$1" != -I ] || shift\nexport PYTHONPATH="{SYSTEMD.parent}"\n'
            f'exec "{sys.executable}"{words} "$@"\n'
        )
        file.chmod(0o755)
    shutil.copytree(SYSTEMD, folder / "systemd")
    return folder
