"""An environment is made in an order in which what may be missing is told first, and its reason."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from companion.commands.installing import environment, steps
from companion.commands.installing.environment import Extras, Maker, complaint
from companion.commands.installing.host import Host
from companion.commands.installing.plan import Plan
from companion.commands.installing.slots import Slot
from companion.errors import CompanionError
from hardware.health.system import work
from tests.rig.hosts import FAILED, NAME, CommandOutput, InstalledOn
from wiring.reading.build import load

A = f"/opt/{NAME}.a"
NOTHING = Extras(web=False, mqtt=False)
UNREACHED = (
    "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(<X>: Failed"
    " to establish a new connection: [Errno -3] Temporary failure in name resolution)':"
    " /simple/segno/\nERROR: Could not find a version that satisfies the requirement segno>=1.5"
    " (from versions: none)\nERROR: No matching distribution found for segno>=1.5\n"
)
FULL = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n"


class Debian(InstalledOn):
    """A computer whose Pythons have some modules, and whose pip gets some packages."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.modules = {"ensurepip, venv", "gpiod"}
        self.of_pip = {"segno", "gpiod", "lgpio", "pygame"}
        self.pip_says = "ERROR: No matching distribution found\n"

    def _environment(self, words, line):
        """Answer what asks a Python for modules."""
        found = any(f"import {module}" in line for module in self.modules)
        return CommandOutput(0, "") if found else FAILED

    def _known(self, words, line):
        if " -m venv " in line:
            self.put(f"{A}/number", "0.1.0")
        if " -m pip " not in line:
            return super()._known(words, line)
        if " wheel " in line:
            Path(words[words.index("--wheel-dir") + 1]).mkdir()
            (Path(words[words.index("--wheel-dir") + 1]) / "a.whl").touch()
            return CommandOutput(0, "")
        wanted = words[-1]
        has_it = "a.whl" in wanted or any(wanted.startswith(name) for name in self.of_pip)
        if has_it and " install " in line and "--dry-run" not in line:
            self.modules.add(wanted.split(">")[0])
        return CommandOutput(0, "Collecting luma.oled>=3\n") if has_it else self._failed()

    def _failed(self):
        return CommandOutput(1, self.pip_says)


@pytest.fixture
def debian(tmp_path):
    return Debian(tmp_path / "root")


def made(debian, tmp_path, build="bonnet", extras=NOTHING):
    """Make an environment."""
    host = debian.host()
    scratch = tmp_path / "scratch"
    scratch.mkdir(exist_ok=True)
    plan = Plan(build, load(build), build)
    Maker(host, Slot(host, A), scratch, "sudo make install PIP_NO_INDEX=1").make(plan, extras)


def asked(debian, *words):
    """The commands that have all of some words."""
    return [line for line in debian.asked if all(word in line for word in words)]


def test_it_has_the_program_and_its_units(debian, tmp_path):
    made(debian, tmp_path)
    units = {file.name for file in debian.root.joinpath(A[1:], "systemd").iterdir()}
    assert {f"{NAME}.service", f"{NAME}.sysusers", f"{NAME}.rules"} <= units
    assert asked(debian, f"{A}/bin/companion wiring bonnet")


@pytest.mark.parametrize(
    ("extras", "words"),
    [
        (NOTHING, ""),
        (Extras(web=True, mqtt=False), "[web]"),
        (Extras(web=False, mqtt=True), "[mqtt]"),
        (Extras(web=True, mqtt=True), "[web,mqtt]"),
    ],
)
def test_what_is_wanted_is_installed(debian, tmp_path, extras, words):
    made(debian, tmp_path, extras=extras)
    installs = [line.rsplit("/", 1)[1] for line in asked(debian, " -m pip ", "a.whl")]
    assert installs == [f"a.whl{words}", "a.whl[window]"]


def test_what_may_be_missing_is_looked_for_before_all_the_rest(debian, tmp_path):
    debian.modules.discard("gpiod")
    debian.of_pip = {"segno"}
    with pytest.raises(CompanionError, match="neither gpiod nor lgpio"):
        made(debian, tmp_path)
    wanted = [line.split()[-1] for line in asked(debian, " -m pip ")]
    assert wanted == ["segno>=1.5", "gpiod>=2.2", "lgpio>=0.2"]


def test_without_pins_only_an_emulated_build_is_installed(debian, tmp_path):
    debian.modules.discard("gpiod")
    debian.of_pip = {"segno"}
    made(debian, tmp_path, "emulator")
    assert any("the build emulator does without" in said for said in debian.said)


@pytest.mark.parametrize(
    ("told", "package"),
    [("Version: 2.2.1-2+deb13u1", "python3-libgpiod"), ("Version: 1.6.3-1", "python3-lgpio")],
)
def test_apt_gives_what_drives_the_pins_of_this_debian(debian, tmp_path, told, package):
    debian.modules.discard("gpiod")
    debian.answers["apt-cache show"] = CommandOutput(0, f"Package: python3-libgpiod\n{told}\n")
    made(debian, tmp_path)
    assert asked(debian, "apt-get install", package)


def test_a_computer_without_wheels_gets_what_is_compiled_from_apt(debian, tmp_path):
    debian.answers["dpkg --print-architecture"] = CommandOutput(0, "armhf\n")
    debian.answers["dpkg-query --status python3-pil"] = FAILED
    made(debian, tmp_path)
    assert [line.split()[-1] for line in asked(debian, "apt-get install")] == ["python3-pil"]


def test_apt_is_asked_once_more_with_new_lists_and_what_it_lacks_is_told(debian, tmp_path):
    debian.answers |= {"apt-get install": FAILED, "dpkg-query --status": FAILED}
    debian.answers["dpkg --print-architecture"] = CommandOutput(0, "armhf\n")
    made(debian, tmp_path)
    assert len(asked(debian, "apt-get update")) == 1
    assert "apt cannot install python3-pil here; going on without it" in debian.said


def test_without_venv_it_is_told_how_to_get_it(debian, tmp_path):
    debian.modules = {"gpiod"}
    with pytest.raises(CompanionError, match="sudo apt install python3-venv"):
        made(debian, tmp_path)


@pytest.mark.parametrize(
    ("log", "gist", "others"),
    [
        (UNREACHED, "needs: Temporary failure in name resolution; connect a network", "disk"),
        (UNREACHED.split("\n", 1)[1], "needs: No matching distribution found for segno", "disk"),
        (FULL, "the disk is full: ", "network"),
    ],
)
def test_what_pip_cannot_do_is_told_by_its_reason(debian, tmp_path, log, gist, others):
    debian.of_pip = set()
    debian.pip_says = log
    with pytest.raises(CompanionError) as told:
        made(debian, tmp_path)
    assert gist in str(told.value)
    assert others not in str(told.value)
    if others == "disk":
        assert str(told.value).endswith("a folder of wheels: sudo make install PIP_NO_INDEX=1")


def test_a_disk_with_too_little_room_is_told_before_anything_is_made(debian, tmp_path):
    host = debian.host()
    host.free = lambda folder: 20_000_000
    maker = Maker(host, Slot(host, A), tmp_path, "")
    with pytest.raises(CompanionError, match="too little room: 20 MB are free in /opt"):
        maker.make(Plan("bonnet", load("bonnet"), "bonnet"), NOTHING)
    assert debian.asked == []


def test_a_disk_that_fills_up_is_told_whatever_fails(debian):
    host = debian.host()
    host.free = lambda folder: 0
    assert "the disk is full: 0 MB are free" in str(host.failure("a thing failed"))


@pytest.mark.parametrize(
    ("log", "told"),
    [
        ("ERROR: No matching distribution found for x\n", "No matching distribution found for x"),
        (
            "  ERROR: No matching distribution found for y\n  [end]\nERROR: Failed to build it\n",
            "No matching distribution found for y",
        ),
        ("ERROR: No space left on device\n", "No space left on device"),
        ("Killed\n", "it does not say why"),
    ],
)
def test_what_pip_lacks_is_told_also_where_pip_builds(log, told):
    assert complaint(log) == told


def test_pip_tells_what_it_is_at(debian, tmp_path):
    debian.answers[f"{debian.root}{A}/bin/python -I -u -m pip --disable-pip-version-check"] = (
        CommandOutput(
            0,
            "Collecting luma.oled>=3.13 (from hanabi-companion==0.1.0)\n  Using cached luma.whl\n"
            "  Building wheel for cbor2 (pyproject.toml): started\n"
            "Installing collected packages: a, b\n",
        )
    )
    host = debian.host()
    maker = Maker(host, Slot(host, A), tmp_path, "")
    maker._install("a.whl", NOTHING)
    assert [said.strip() for said in debian.said if said.startswith("  ")] == [
        "getting luma.oled",
        "compiling cbor2, which takes a while",
        "unpacking all of it",
    ]


# Real Pythons


@pytest.mark.parametrize(
    ("module", "code", "is_real"),
    [
        ("gpiod", "__version__ = '1.6.3'", False),
        ("gpiod", "__version__ = '2.2.4'", True),
        ("gpiod", "", False),
        ("lgpio", "", False),
        ("lgpio", "def gpiochip_open(number): ...", True),
    ],
)
def test_stubs_and_older_bindings_do_not_count(tmp_path, module, code, is_real):
    (tmp_path / f"{module}.py").write_text(code)
    python = tmp_path / "python"
    # As the real interpreter, but for a module of that name, which -I would keep out.
    python.write_text(f'#!/bin/sh\nshift; PYTHONPATH="{tmp_path}" exec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    asked_code = {"gpiod": environment._IS_GPIOD, "lgpio": environment._IS_LGPIO}[module]
    assert Host().succeeds("env", "A=b", str(python), "-I", "-c", asked_code) == is_real


def test_work_hands_out_lines_and_ends_with_the_status(tmp_path):
    lines = []
    done = work(("sh", "-c", "echo one; echo two >&2; exit 3"), lines.append)
    assert (done.status, lines) == (3, ["one", "two"])
    assert work(("no-such-command",)).status == 127


def test_work_lets_a_command_end_though_nobody_listens_any_more(tmp_path):
    def interrupt(line):
        raise CompanionError("ended")

    with pytest.raises(CompanionError, match="ended"):
        work(("sh", "-c", f"echo one; sleep 0.1; echo two; touch {tmp_path}/end"), interrupt)
    assert os.listdir(tmp_path) == ["end"]


def test_a_build_of_ones_own_is_not_copied_onto_itself(tmp_path):
    host = InstalledOn(tmp_path / "root").host()
    inside = tmp_path / "root/etc/hanabi-companion/mine.toml"
    inside.parent.mkdir(parents=True)
    shutil.copy(Path(steps.__file__).parents[3] / "wiring/bonnet.toml", inside)
    assert steps.place(host, str(inside)) == (str(inside), str(inside))
