"""Made-up computers that the companion is installed on: files in a folder, and commands that only
look as if they did something.

Its service behaves as the version in use is told to behave.
"""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.commands.installing.host import Host
from hardware.health.mending import SERVICE
from hardware.health.system import CommandOutput, ignore

SYSTEMD = Path(__file__).parent.parent.parent / "systemd"
NAME = "hanabi-companion"
KEPT = f"/var/cache/{NAME}/{NAME}_"
DONE = CommandOutput(0, "")
FAILED = CommandOutput(1, "")

_STATES = {
    "well": "ActiveState=active\nNRestarts=0\nResult=success\nMainPID=100\n",
    "unsaved": "ActiveState=active\nNRestarts=0\nResult=success\nMainPID=100\n"
    "StatusText=turn 2, not saved\n",
    "never": "ActiveState=activating\nSubState=auto-restart\nNRestarts=3\nResult=exit-code\n"
    "ExecMainCode=1\nExecMainStatus=3\n",
    "dead": "ActiveState=activating\nSubState=auto-restart\nNRestarts=1\nResult=exit-code\n"
    "ExecMainCode=1\nExecMainStatus=3\n",
    "hung": "ActiveState=active\nNRestarts=1\nResult=watchdog\nMainPID=101\n",
}


class InstalledOn:
    """A computer with Debian, without the companion until one is put there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.asked: list[str] = []
        self.said: list[str] = []
        self.now = 1000.0
        self.apt_has_all = False
        self.installed = ""
        """The version of the package."""
        self.behaviours: dict[str, str] = {}
        """How a version behaves, by its folder or file: well, never, dies, hangs, unsaved."""
        self.cannot_read: set[str] = set()
        """The versions that cannot use the games."""
        self.answers: dict[str, CommandOutput] = {}
        """What commands answer that begin so; the longest beginning counts."""
        self.enabled: set[str] = set()
        self.deaf = False
        """Whether signals are ignored from now on."""
        self.looks = 0
        self.began = self.now
        self.starts: list[str] = []
        """Which versions were started, and how they behaved."""
        self.at: dict[str, Callable[[], object]] = {}
        """What happens when a command begins so."""
        for name in ("run/systemd/system", "usr/bin"):
            (root / name).mkdir(parents=True)
        for name, text in (("usr/bin/apt-get", ""), ("etc/group", "gpio:x:986:\n")):
            self.put(name, text)

    def put(self, name: str, text: str = "") -> Path:
        """Write a file."""
        file = self.root / name.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def host(self) -> Host:
        """Return it as the installer sees it."""
        host = Host(
            self.root,
            self.answer,
            lambda name: True,
            clock=lambda: self.now,
            work=self.answer,
            say=self.said.append,
            sleep=self.sleep,
            ignore_signals=self.turn_deaf,
            executable="/usr/bin/python3",
        )
        host.free = lambda folder: 10**10  # type: ignore[method-assign]
        return host

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def turn_deaf(self) -> None:
        self.deaf = True

    def slot(self, letter: str, number: str = "0.1.0") -> str:
        """Make an environment. Return its name."""
        name = f"/opt/{NAME}.{letter}"
        shutil.rmtree(self.root / name.lstrip("/"), ignore_errors=True)
        self.put(f"{name}/number", number)
        shutil.copytree(SYSTEMD, self.root / name.lstrip("/") / "systemd")
        (self.root / name.lstrip("/") / "systemd" / f"{NAME}.service").write_text(name)
        return name

    def use(self, letter: str) -> None:
        """Have an environment be the one in use, as it was installed."""
        self.root.joinpath("opt", NAME).symlink_to(f"{NAME}.{letter}")
        self.put(f"/etc/systemd/system/{SERVICE}", f"/opt/{NAME}.{letter}")
        self.put(f"/etc/sysusers.d/{NAME}.conf")

    def package(self, number: str) -> Path:
        """Make a package file of a version."""
        return self.put(f"/built/{NAME}_{number}_all.deb", number)

    @property
    def used(self) -> str:
        """The version in use, by all that says so."""
        link = self.root / "opt" / NAME
        if self.installed:
            assert not link.is_symlink()
            assert not (self.root / f"etc/systemd/system/{SERVICE}").exists()
            return f"{KEPT}{self.installed}_all.deb"
        if not link.is_symlink():
            return ""
        name = f"/opt/{link.readlink().name}"
        assert (self.root / f"etc/systemd/system/{SERVICE}").read_text() == name
        return name

    # Commands

    def answer(
        self, words: Sequence[str], on_line: Callable[[str], None] = ignore
    ) -> CommandOutput:
        """Do as if a command had run."""
        line = " ".join(words)
        self.asked.append(line)
        for beginning, event in list(self.at.items()):
            if line.startswith(beginning):
                del self.at[beginning]
                event()
        known = [beginning for beginning in self.answers if line.startswith(beginning)]
        done = self.answers[max(known, key=len)] if known else self._known(list(words), line)
        for said in done.text.splitlines():
            on_line(said)
        return done

    def _known(self, words: list[str], line: str) -> CommandOutput:
        tool = words[0]
        if tool == "env" and words[1].startswith("PYTHONPATH="):
            file = Path(words[1].split("=")[1].split("/usr/share")[0]) / "number"
            return CommandOutput(0, f"companion {file.read_text()}\n")
        if tool == "env":
            return self._environment(words, line)
        if tool.endswith("/bin/companion"):
            number = Path(tool).parents[1] / "number"
            return CommandOutput(0, f"companion {number.read_text()}\n")
        if tool == "runuser":
            unreadable = any(mark in line for mark in self.cannot_read)
            return CommandOutput(1, "companion: of a later version\n") if unreadable else DONE
        handler = getattr(self, f"_{tool.replace('-', '_')}", None)
        return handler(words) if handler else DONE

    def _environment(self, words: list[str], line: str) -> CommandOutput:
        if "tests.tools.deb" in line:
            number = f"0.3.0+{int(self.now)}"
            Path(words[-1]).mkdir()
            shutil.copy(self.package(number), words[-1])
            return DONE
        return DONE

    def _apt_get(self, words: list[str]) -> CommandOutput:
        if "satisfy" in words:
            return DONE if self.apt_has_all else FAILED
        if words[1] in ("remove", "purge"):
            self.installed = ""
        elif words[-1].endswith(".deb"):
            assert not self.root.joinpath("opt", NAME).is_symlink(), "its preinst would refuse"
            self.installed = Path(words[-1]).read_text()
        return DONE

    def _dpkg_query(self, words: list[str]) -> CommandOutput:
        if words[-1] != NAME:
            return DONE
        return CommandOutput(0, f"installed {self.installed}") if self.installed else FAILED

    def _dpkg_deb(self, words: list[str]) -> CommandOutput:
        if words[1] == "--field":
            return CommandOutput(0, f"{Path(words[2]).read_text()}\n")
        (Path(words[3]) / "number").write_text(Path(words[2]).read_text())
        return DONE

    def _systemctl(self, words: list[str]) -> CommandOutput:
        if words[1] == "show":
            return self._shown(words[2])
        units = {word for word in words[2:] if not word.startswith("--")}
        if words[1] == "enable":
            self.enabled |= units
        elif words[1] == "disable":
            self.enabled -= units
        elif words[1] == "restart" and SERVICE in units:
            self.looks = 0
            self.began = self.now
            self.starts.append(self._behaviour)
        return DONE

    @property
    def _behaviour(self) -> str:
        return self.behaviours.get(self.used, "well")

    def _shown(self, unit: str) -> CommandOutput:
        state = "enabled" if unit in self.enabled else "disabled"
        loaded = f"LoadState=loaded\nUnitFileState={state}\n"
        if unit != SERVICE:
            return CommandOutput(0, loaded)
        self.looks += 1
        behaviour, answered = self._behaviour, self.now
        if behaviour == "dies":
            behaviour = "well" if self.looks < 3 else "dead"
        elif behaviour == "hangs":
            behaviour, answered = ("well" if self.looks < 100 else "hung"), self.began
        text = _STATES[behaviour]
        watchdog = f"WatchdogUSec=30s\nWatchdogTimestampMonotonic={int(answered * 1e6)}\n"
        return CommandOutput(0, f"{loaded}{text}{watchdog}")
