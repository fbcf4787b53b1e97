"""Signals end the programs that run until somebody ends them, all in the same way."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.onlookers import LISTED
from companion.signals import ending_signals
from tests.rig.daemons import environ
from tests.rig.running import Script
from tests.rig.samples import paired, sample
from tests.rig.servers import free_port
from tests.rig.waiting import until

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
SETTINGS = '[mqtt]\nbroker = "127.0.0.1"\nport = 1\n'
PROGRAMS = {
    "run": (("--panel", "emulator", "--headless"), "ready: build", ""),
    "web": (("--view", "none.sock"), "the page is at", "web: ended"),
    "mqtt": (("--view", "none.sock"), "it is tried again", "mqtt: ended"),
}
"""Each program that lasts: what it is started with, what it says when it runs, and when
it ended."""


class Program:
    """A program that runs, and what it said."""

    def __init__(
        self, folder: Path, name: str, before: Callable[[], object], out: int | None = None
    ) -> None:
        words, runs, self.goodbye = PROGRAMS[name]
        port = ("--port", str(free_port()), "--host", "127.0.0.1") if name == "web" else ()
        self.said = folder / "said"
        settings = folder / ".config" / "hanabi-companion"
        settings.mkdir(parents=True)
        (settings / "companion.toml").write_text(SETTINGS)
        with self.said.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "companion", name, *words, *port],
                cwd=folder,
                env={**environ(folder), "PYTHONPATH": str(Path(__file__).parents[1])},
                stdin=subprocess.DEVNULL,
                stdout=log if out is None else out,
                stderr=log if out is None else out,
                preexec_fn=before,  # noqa: PLW1509 - what is ignored must be so from the start
            )
        self.runs = runs

    @property
    def log(self) -> str:
        return self.said.read_text()


@contextmanager
def started(folder: Path, name: str, ignored: tuple[signal.Signals, ...] = ()) -> Iterator[Program]:
    """A program that runs, started with these signals ignored and the others as usual."""

    def before() -> None:
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)

    program = Program(folder, name, before)
    try:
        until(lambda: program.runs in program.log or program.process.poll() is not None)
        assert program.process.poll() is None, program.log
        yield program
    finally:
        program.process.kill()
        program.process.wait()


def test_every_command_that_waits_for_a_signal_is_tried():
    commands = Path(__file__).parents[1] / "companion" / "commands"
    waiting = {
        file.stem for file in commands.glob("*.py") if "companion.signals" in file.read_text()
    }
    onlookers = {listed.command for listed in LISTED}
    assert waiting | onlookers == set(PROGRAMS)


@pytest.mark.parametrize(("name", "number"), paired(PROGRAMS, (*ENDING[1:], *ENDING[:1])))
def test_each_signal_ends_a_program_in_the_same_way(tmp_path, name, number):
    with started(tmp_path, name) as program:
        program.process.send_signal(number)
        assert program.process.wait(10) == 0
        assert program.goodbye in program.log
        assert "Traceback" not in program.log
        assert not list(tmp_path.glob("*.sock"))


@pytest.mark.parametrize("name", sample(PROGRAMS, 3))
def test_a_program_that_nohup_started_outlives_its_terminal(tmp_path, name):
    with started(tmp_path, name, (signal.SIGHUP,)) as program:
        before = program.log
        program.process.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            program.process.wait(0.5)
        assert "ended" not in program.log[len(before) :]
        program.process.send_signal(signal.SIGTERM)
        assert program.process.wait(10) == 0


def test_signals_that_come_in_a_row_leave_the_goodbye_as_it_is(tmp_path):
    with started(tmp_path, "web") as program:
        for number in (signal.SIGHUP, signal.SIGCONT, signal.SIGTERM):
            program.process.send_signal(number)
        assert program.process.wait(10) == 0
        assert program.log.count("web: ended") == 1
        assert "Traceback" not in program.log


def test_a_terminal_that_is_closed_ends_the_companion_with_every_turn_on_disk(tmp_path):
    holding, terminal = pty.openpty()

    def before() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        os.setsid()
        os.close(os.open(os.ttyname(terminal), os.O_RDWR))  # it controls whoever opens it first

    program = Program(tmp_path, "run", before, terminal)
    os.close(terminal)
    sock = tmp_path / "hanabi-companion.sock"
    try:
        until((tmp_path / "hanabi-companion.sock.json").exists)  # it is written once all is started
        with Script(sock) as script:
            script.ask(do="new", players=3)
            script.ask(do="action", action={"do": "clue"})
            os.close(holding)
            assert program.process.wait(10) == 0
        assert not sock.exists()
        shown = [sys.executable, "-m", "companion", "history"]
        done = subprocess.run(
            shown, env=environ(tmp_path), capture_output=True, text=True, check=True
        )
        assert "turn 2" in done.stdout
    finally:
        program.process.kill()
        program.process.wait()


def test_only_the_signal_of_a_closed_terminal_may_be_ignored():
    before = signal.getsignal(signal.SIGHUP)
    try:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        assert set(ENDING) - set(ending_signals()) == {signal.SIGHUP}
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        assert set(ending_signals()) == set(ENDING)
    finally:
        signal.signal(signal.SIGHUP, before)
