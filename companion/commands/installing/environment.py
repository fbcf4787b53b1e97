"""Makes an environment of its own for the companion, with venv and pip, from a checkout."""

import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.commands.installing import apt, slots
from companion.commands.installing.host import Host
from companion.commands.installing.places import APP, NAME
from companion.commands.installing.plan import Plan
from companion.commands.installing.slots import Slot
from companion.errors import CompanionError
from hardware.health.system import CommandOutput, OnLine, ignore

NEEDED_MB: Final = 150
"""An environment beside the old one."""
NEEDED_TEMPORARY_MB: Final = 50
"""What pip unpacks on its way."""
_SMALLEST: Final = "segno>=1.5"
"""The smallest package that is needed: it tells in seconds whether pip can get the others."""
_TREE: Final = ("companion", "hardware", "wiring")
_PAGES: Final = ("pyproject.toml", "README.md", "LICENSE")
_PINS: Final = ".ci/constraints.txt"
_NO_NETWORK: Final = re.compile(
    "Temporary failure in name resolution|Name or service not known|Network is unreachable"
    "|No route to host|Connection refused|timed out"
)
_IS_VENV: Final = "import ensurepip, venv"
_IS_GPIOD: Final = 'import gpiod; assert int(gpiod.__version__.split(".")[0]) >= 2'
_IS_LGPIO: Final = "import lgpio; assert callable(lgpio.gpiochip_open)"
"""The real one, and not one of the stubs that some indexes carry."""


class Extras(NamedTuple):
    """What an environment gets beside the companion itself."""

    web: bool
    mqtt: bool

    @property
    def words(self) -> str:
        """The extras, as pip names them."""
        names = [name for name, wanted in zip(("web", "mqtt"), self, strict=True) if wanted]
        return f"[{','.join(names)}]" if names else ""


class Maker:
    """Makes one environment; `again` says how to ask pip for folders of wheels."""

    def __init__(self, host: Host, slot: Slot, scratch: Path, again: str) -> None:
        self._host = host
        self._slot = slot
        self._scratch = scratch
        self._again = again

    def make(self, plan: Plan, extras: Extras) -> None:
        """Make it. What may be missing comes first."""
        self._need_room()
        self._get_packages()
        self._make_empty()
        self._need_pip()
        self._get_pins(plan)
        self._install(self._wheel(), extras)
        target = self._host.path(f"{self._slot.mark}/systemd")
        target.mkdir()
        for file in (self._host.source / "systemd").glob(f"{NAME}*"):
            shutil.copy(file, target)
        self._check(plan)

    def _need_room(self) -> None:
        """Refuse a disk that is too small; the version before gives its room to the new one."""
        shutil.rmtree(self._host.path(self._slot.mark), ignore_errors=True)
        temporary = tempfile.gettempdir()
        here, there = self._host.free_mb(APP), self._host.free_mb(temporary)
        if here < NEEDED_MB or there < NEEDED_TEMPORARY_MB:
            raise CompanionError(
                f"too little room: {here} MB are free in /opt, where {NEEDED_MB} are needed, and"
                f" {there} in {temporary}, where {NEEDED_TEMPORARY_MB} are; make room, as with:"
                " sudo apt clean"
            )

    def _get_packages(self) -> None:
        """Get what apt has and is not here yet; without a network pip may still have it."""
        host, python = self._host, self._host.executable
        wanted = [] if self._imports(python, _IS_VENV) else ["python3-venv"]
        used = slots.used(host)
        pythons = [python, used.python] if used else [python]
        wanted += self._pins_of_apt(pythons)
        # There are no wheels for these computers but on an index of their own.
        if host.says("dpkg", "--print-architecture") in ("armhf", "armel"):
            names = ("python3-pil", "python3-cbor2")
            wanted += [name for name in names if not host.succeeds("dpkg-query", "--status", name)]
        said = apt.get(host, wanted) if wanted else ""
        if not self._imports(python, _IS_VENV):
            raise host.failure(
                "Python's venv is missing and apt cannot install it; connect a network, or:"
                " sudo apt install python3-venv",
                said,
            )

    def _pins_of_apt(self, pythons: Sequence[str]) -> list[str]:
        """Return the package that drives the pins; before Debian 13 that of libgpiod is older."""
        if any(self._imports(python, _IS_GPIOD) for python in pythons):
            return []
        fields = self._host.says("apt-cache", "show", "python3-libgpiod")
        if re.search(r"^Version: [2-9]", fields, re.MULTILINE):
            return ["python3-libgpiod"]
        has_lgpio = any(self._imports(python, _IS_LGPIO) for python in pythons)
        return [] if has_lgpio else ["python3-lgpio"]

    def _imports(self, python: str, code: str) -> bool:
        """Return True if a Python runs some imports; lgpio makes a FIFO in LG_WD."""
        return self._host.succeeds("env", f"LG_WD={self._scratch}", python, "-I", "-c", code)

    def _make_empty(self) -> None:
        host, mark = self._host, self._slot.mark
        python = host.executable
        sees_system = self._imports(python, _IS_GPIOD) or self._imports(python, _IS_LGPIO)
        options = ["--system-site-packages"] if sees_system else []
        folder = str(host.path(mark))
        host.say(f"making the environment {mark}")
        done = host.work((python, "-I", "-m", "venv", *options, folder))
        if done.status != 0:
            raise host.failure(
                f"the environment {mark} cannot be made; see: {python} -m venv {folder}", done.text
            )

    def _pip(self, *words: str, on_line: OnLine = ignore) -> CommandOutput:
        """Run pip, isolated from what lies in the working directory, where an old build may pass
        for an installed one.
        """
        common = ("--disable-pip-version-check", "--no-input", "--no-color")
        python = (self._slot.python, "-I", "-u", "-m", "pip")
        return self._host.work((*python, *common, *words), on_line)

    def _need_pip(self) -> None:
        patience = ("--retries", "1", "--timeout", "15")
        done = self._pip("install", "--dry-run", "--no-deps", *patience, _SMALLEST)
        if done.status != 0:
            raise self._no_pip("get what the program needs", done.text)

    def _get_pins(self, plan: Plan) -> None:
        """Get gpiod, else lgpio, where apt did not have them; an emulated build does without."""
        host, python = self._host, self._slot.python
        if self._imports(python, _IS_GPIOD):
            return
        host.say("getting gpiod, which drives the pins, with pip")
        said = self._pip("install", "--only-binary", "gpiod", "gpiod>=2.2").text
        if self._imports(python, _IS_GPIOD) or self._imports(python, _IS_LGPIO):
            return
        host.say("gpiod is not to be had here; getting lgpio instead")
        said += self._pip("install", "--only-binary", "lgpio", "lgpio>=0.2").text
        if self._imports(python, _IS_LGPIO):
            return
        if not plan.counts.is_emulated:
            version = host.says(python, "--version")
            raise host.failure(
                "neither gpiod nor lgpio, which drive the pins, is to be had: neither apt nor pip"
                f" has one for {version}; on Raspberry Pi OS: sudo apt install python3-lgpio",
                said,
            )
        host.say(f"gpiod and lgpio are not to be had; the build {plan.counts.name} does without")

    def _wheel(self) -> str:
        """Build the program from a copy, since building leaves files behind, which were root's."""
        host, copy = self._host, self._scratch / "source"
        host.say("building the program")
        for name in _TREE:
            unwanted = shutil.ignore_patterns("__pycache__")
            shutil.copytree(host.source / name, copy / name, ignore=unwanted)
        for name in _PAGES:
            shutil.copy(host.source / name, copy)
        folder = str(self._scratch / "wheel")
        words = ("wheel", "--no-deps", "--wheel-dir", folder, str(copy))
        done = self._pip(*words)
        if done.status != 0:
            done = self._pip(*words, "--no-build-isolation")
        if done.status != 0:
            raise self._no_pip("build the program", done.text)
        (wheel,) = Path(folder).glob("*.whl")
        return str(wheel)

    def _install(self, wheel: str, extras: Extras) -> None:
        """Install with the versions that were tested, where each has a wheel for this computer.

        Else with those that the project allows, apt's too.
        """
        host, pins = self._host, ("-c", str(self._host.source / _PINS))
        wanted = f"{wheel}{extras.words}"
        host.say(
            "installing it, with the versions that it was tested with; on a Raspberry Pi this"
            " takes minutes"
        )
        words = ("install", *pins, "--only-binary", "pillow,cbor2", wanted)
        done = self._pip(*words, on_line=self._tell)
        if done.status != 0:
            host.say("not all of them are to be had here; installing it with others")
            done = self._pip("install", "--prefer-binary", wanted, on_line=self._tell)
        if done.status != 0:
            raise self._no_pip(f"install the program in {self._slot.mark}", done.text)
        if self._imports(self._slot.python, "import pygame"):
            return
        host.say("getting pygame, for the sounds")
        only = ("--only-binary", "pygame,pygame-ce")
        if self._pip("install", *pins, *only, f"{wheel}[window]").status != 0:
            host.say("pygame is not to be had here, so the companion makes no sound")

    def _tell(self, line: str) -> None:
        """Say what pip is at."""
        if getting := re.match(r"Collecting ([\w.-]+)", line, re.ASCII):
            self._host.say(f"  getting {getting[1]}")
        elif building := re.search(r"Building wheel for (\S+).*started", line):
            self._host.say(f"  compiling {building[1]}, which takes a while")
        elif line.startswith("Installing collected packages"):
            self._host.say("  unpacking all of it")

    def _check(self, plan: Plan) -> None:
        """Refuse an environment whose program does not take the build."""
        done = self._host.work((*self._slot.command, "wiring", plan.where))
        if done.status != 0:
            raise CompanionError(
                f"the new environment {self._slot.mark} does not work: {done.last_line}"
            )

    def _no_pip(self, what: str, said: str) -> CompanionError:
        return self._host.failure(
            f"pip cannot {what}: {complaint(said)}; connect a network, or give pip a folder of"
            f" wheels: {self._again}",
            said,
        )


def complaint(said: str) -> str:
    """Return why pip failed: no network, else what is missing rather than what came of it."""
    reasons: list[str] = _NO_NETWORK.findall(said)
    errors: list[str] = re.findall(r"^ *ERROR: (.*)$", said, re.MULTILINE)  # indented in a build
    missing = [error for error in errors if error.startswith("No matching distribution")]
    return (reasons[-1:] or missing or errors[-1:] or ["it does not say why"])[0]
