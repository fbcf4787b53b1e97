"""`companion run` and `companion ctl` as people start them."""

import ctypes
import json
import os
import platform
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from companion import cli, settings
from companion import volatile as health
from companion.commands import failed_start, run
from companion.errors import CompanionError, PanelError, StoreError
from companion.journal.lock import Lock
from companion.journal.writer import QUIET_S
from hardware.display import oled
from tests.rig.running import Script, running
from tests.rig.samples import EVERY_CASE, sample
from tests.rig.servers import companion, environ
from tests.rig.service_managers import Manager
from wiring.reading.build import load

TGKILL = {"x86_64": 234, "aarch64": 131}
"""The number of that system call, which sends a signal to one thread."""


@contextmanager
def started(directory: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "run", *words],
        env=environ(directory),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    lines = [process.stderr.readline()]
    while "ready" not in lines[-1]:
        assert lines[-1], "".join(lines)
        lines.append(process.stderr.readline())
    try:
        yield process, directory / "hanabi-companion.sock"
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


Said = Callable[..., tuple[int, str, str]]
"""A command's words; gives its exit status, and what it said on both outputs."""


@pytest.fixture
def said(tmp_path, monkeypatch, capsys) -> Said:
    """What a command says that ends by itself, in this process, which `run` leaves as it is."""
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    monkeypatch.setattr(sys, "setswitchinterval", lambda seconds: None)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)

    def say(*words: str) -> tuple[int, str, str]:
        with patch.dict(os.environ, environ(tmp_path), clear=True):
            try:
                status = cli.main(words)
            except SystemExit as end:
                status = int(end.code or 0)
        return (status, *capsys.readouterr())

    return say


def test_a_headless_start_says_how_to_press_its_buttons_from_any_shell(tmp_path):
    sock = tmp_path / "another folder" / "own.sock"
    sock.parent.mkdir()

    def hint(process: subprocess.Popen[str]) -> str:
        assert process.stderr is not None
        return next(line for line in process.stderr if "headless:" in line)

    with started(tmp_path, "--socket", str(sock)) as (process, _):
        without_a_display = hint(process)
    with started(tmp_path, "--headless", "--socket", str(sock)) as (process, _):
        told = hint(process)
        assert told == without_a_display
        press, frame = (shlex.split(command) for command in told.split("`")[1::2])
        picture = tmp_path / "out.png"
        for command in (press, [*frame[:-1], str(picture)]):
            elsewhere = companion(*command[1:], directory=tmp_path / "home")
            assert elsewhere.returncode == 0, elsewhere.stderr
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_shell_plays_by_ctl(tmp_path, said):
    with running(tmp_path):
        presses = (["hold", "play", "0.8"], ["hold", "discard", "0.8"], ["press", "discard"])
        for words in (["new", "2"], ["press", "clue"], *presses):
            status, _, err = said("ctl", *words)
            assert status in (0, 1), err
        state = json.loads(said("ctl", "state")[1])
        assert (state["players"], state["clues"], state["errors"]) == (2, 7, 1)
        picture = tmp_path / "out.png"
        assert said("ctl", "frame", str(picture))[0] == 0
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert json.loads(said("ctl", '{"get":"screen"}')[1])["name"] == "look"
        assert "game 1: 2 players" in said("history")[1]


def test_the_history_is_told_while_a_companion_runs_and_read_from_its_file_then(tmp_path, said):
    assert said("history")[1] == "no games yet\n"
    with running(tmp_path):
        said("ctl", '{"do":"new","players":["Zoë","Bo"]}')
        assert "game 1: Zoë, Bo, 0 points" in said("history")[1]
    done = subprocess.run(
        [sys.executable, "-m", "companion", "history"],
        env={**environ(tmp_path), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(r"game 1: Zo\xeb, Bo, "), (
        "letters that a terminal lacks are escaped"
    )


def test_a_service_manager_hears_how_it_goes(tmp_path, monkeypatch):
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.settimeout(10)
    manager.bind(str(tmp_path / "notify"))
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "150000")
    with manager, started(tmp_path, "--headless") as (process, sock), Script(sock) as script:
        told = sock.with_name(f"{sock.name}.json")
        assert told.exists(), "what the companion says of itself"
        heard = [manager.recv(200) for _ in range(6)]
        assert heard.index(b"READY=1") < heard.index(b"STATUS=no game yet")
        assert heard.count(b"WATCHDOG=1") >= 2, "it is well, again and again"
        script.ask(do="new", players=3)
        script.press("clue")
        while heard[-1] != b"STATUS=game 1, turn 2, seat 2 to act":
            heard.append(manager.recv(200))
        process.send_signal(signal.SIGTERM)
        while heard[-1] != b"STOPPING=1":
            heard.append(manager.recv(200))
        assert process.wait(10) == 0
        assert not told.exists()


class Display:
    """A screen that keeps what it was given last."""

    def __init__(self, broken=False):
        self.pictures, self.kept, self.broken = [], False, broken

    def show(self, picture):
        if self.broken:
            raise PanelError("it does not answer")
        self.pictures.append(picture)

    def close(self, keep=False):
        self.kept = keep


@pytest.mark.parametrize("broken", [False, True])
def test_a_start_that_fails_is_told_on_the_display_and_to_the_service_manager(
    tmp_path, monkeypatch, broken
):
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.settimeout(10)
    manager.bind(str(tmp_path / "notify"))
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    chosen = settings.load(
        given={"state_dir": str(tmp_path), "socket": str(tmp_path / "sock")}, boot=()
    )
    display = Display(broken)
    before = os.umask(0o022)
    with manager:
        ours = run.CompanionThreads(load("emulator"), chosen)
        held = Lock(tmp_path)
        held.take()
        ours.panel = ours.panel._replace(screen=display)
        with (
            pytest.raises(StoreError, match="another companion uses the games"),
            run._reported_on_display(ours.build, panel=ours.panel),
        ):
            ours.start()
        assert os.umask(before) == 0o022
        held.release()
        ours.panel.controls.close()
        assert manager.recv(400).startswith(
            b"STATUS=does not start: another companion uses the games"
        )
    assert display.kept is not broken
    assert [picture.getbbox() is not None for picture in display.pictures] == (
        [] if broken else [True]
    )


def test_a_board_that_does_not_open_is_told_on_the_display_of_the_build(tmp_path, monkeypatch):
    display = Display()
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    monkeypatch.setattr(oled, "open_screen", lambda *parts: display)
    with pytest.raises(PanelError, match="GPIO chip"):
        run._open_companion({"panel": "bonnet", "state_dir": str(tmp_path)}, emulated=False)
    assert display.kept
    monkeypatch.delenv("NOTIFY_SOCKET")
    with pytest.raises(PanelError, match="GPIO chip"):
        run._open_companion({"panel": "bonnet", "state_dir": str(tmp_path)}, emulated=False)
    assert len(display.pictures) == 1, "started by hand, it is told in the shell"


@pytest.mark.parametrize(
    ("text", "gist"),
    [
        ('panel = "bonet"', 'bonet: there is no such build; did you mean "bonnet"?'),
        ("panel = ", "companion.toml: "),
        ('pannel = "bonnet"', "did you mean 'panel'?"),
        ('panel = "mine.toml"', "mine.toml: "),
    ],
)
def test_a_mistake_in_the_settings_is_told_on_the_display_of_the_last_build(
    tmp_path, monkeypatch, text, gist
):
    display = Display()
    screens = []
    monkeypatch.setattr(
        oled, "open_screen", lambda screen, *parts: screens.append(screen) or display
    )
    manager = Manager(str(tmp_path / "notify"))
    monkeypatch.setenv("NOTIFY_SOCKET", manager.name)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    failed_start.keep_build("oled-hat")
    (tmp_path / "companion.toml").write_text(text)
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))
    with pytest.raises(CompanionError) as told:
        run._open_companion({}, emulated=False)
    (status,) = manager.stop()
    assert gist in status
    assert status == f"STATUS=does not start: {' '.join(str(told.value).split())}"
    assert (tmp_path / failed_start.REASON).read_text() == status.removeprefix("STATUS=")
    assert display.kept
    assert len(display.pictures) == 1
    assert screens == [load("oled-hat").screen]


@pytest.mark.parametrize("service", [False, True])
@pytest.mark.parametrize("volatile", [False, True])
def test_the_screen_of_the_service_says_that_games_are_only_in_memory(
    tmp_path, monkeypatch, service, volatile
):
    if service:
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    monkeypatch.setattr(health, "is_volatile", lambda folder, read: volatile)
    given = {"panel": "emulator", "state_dir": str(tmp_path), "socket": str(tmp_path / "sock")}
    companion, _ = run._open_companion(given, emulated=True)
    companion.start()
    try:
        with Script(companion.threads.server.path) as script:
            notice = script.ask(get="screen")["screen"]["texts"]
    finally:
        companion.stop()
    assert ("memory" in " ".join(notice)) == (service and volatile)


def test_what_was_shown_survives_a_kill(tmp_path):
    for expected in range(8, 5 if EVERY_CASE else 6, -1):
        with started(tmp_path, "--headless") as (process, sock), Script(sock) as script:
            if expected == 8:
                script.ask(do="new", players=3)
            assert script.ask(get="state")["state"]["clues"] == expected
            script.press("clue")
            process.send_signal(signal.SIGKILL)
            process.wait(10)


def test_a_start_that_fails_is_one_sentence_and_status_1(tmp_path):
    chip = tmp_path / "chip.toml"
    buttons = "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }"
    chip.write_text(f'board = "raspberry-pi"\nchip = "of no computer"\n{buttons}')
    for option, value, gist in (
        ("--socket", "/etc/passwd/x", "give another path as --socket"),
        ("--panel", str(chip), f"{chip} --emulate` tries the build without its parts"),
    ):
        done = companion("run", option, value, directory=tmp_path)
        assert done.returncode == 1
        assert gist in done.stderr
        assert len(done.stderr.splitlines()) == 1


OPTIONS_ANYWHERE = {
    "ctl state --socket SOCKET": 0,
    "ctl press clue --socket SOCKET": 0,
    "ctl --socket SOCKET press clue": 0,
    "cards list --socket SOCKET": 0,
    "cards --socket SOCKET list": 0,
    "cards forget ours --socket SOCKET": 1,
    "history show 1 --json --socket SOCKET": 0,
    "history --json --socket SOCKET show 1": 0,
    "history stats --socket SOCKET --state-dir /nowhere --json": 0,
    "record 1 --socket SOCKET": 0,
    "record --socket SOCKET 1": 0,
}


def test_options_stand_before_the_words_or_after_them(tmp_path, capsys):
    with running(tmp_path / "games") as table, Script(table.threads.server.path) as script:
        script.ask(do="new", players=2)
        for words, status in OPTIONS_ANYWHERE.items():
            typed = words.replace("SOCKET", str(table.threads.server.path))
            assert cli.main(typed.split()) == status, words
            out, err = capsys.readouterr()
            assert "no companion listens" not in err
            if "--json" in words:
                json.loads(out)


def test_where_there_is_nowhere_to_print_to_nothing_is_printed(tmp_path):
    for command in sample(("history", "config", "replay tests/games/none", "ctl"), 2):
        shell = f"{shlex.quote(sys.executable)} -m companion {command} >&- 2>&-"
        done = subprocess.run(
            ["sh", "-c", shell], env=environ(tmp_path), capture_output=True, check=False
        )
        assert done.returncode == (2 if "replay" in command else 0)


def test_a_build_without_a_reader_enrols_nothing_and_says_what_to_do(tmp_path, said):
    with started(tmp_path, "--headless"):
        for words in (["enrol", "ours"], ["check"]):
            status, _, err = said("cards", *words)
            assert status == 1
            assert "the build emulator has no card reader" in err
            assert "companion run --panel emulator-pads" in err
            assert err.count("\n") == 1
        assert said("cards", "list")[0] == 0
    with started(tmp_path, "--headless", "--panel", "emulator-pads"):
        done = companion("cards", "enrol", "ours", directory=tmp_path)
        assert (done.returncode, "stopped at 0 of 50" in done.stdout) == (0, True)


def test_ctl_says_what_it_can_do(said):
    assert "press CONTROL" in said("ctl")[1]


def test_a_store_that_cannot_be_made_does_not_stop_the_game(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    words = ["--headless", "--state-dir", str(blocked / "games")]
    words += ["--socket", str(tmp_path / "hanabi-companion.sock")]
    with started(tmp_path, *words) as (_, sock), Script(sock) as script:
        script.ask(do="new", players=3)
        script.press("clue")
        state = script.ask(get="state")["state"]
        assert (state["clues"], state["saved"]) == (7, False)


def test_config_prints_the_effective_settings(tmp_path, said):
    status, told, _ = said("config")
    assert status == 0
    assert f'state_dir = "{tmp_path}"' in told
    assert "is not read" not in told, "each section has what reads it"


def test_a_table_that_is_idle_wakes_nothing(tmp_path):
    def wakes(pid: int) -> int:
        total = 0
        for task in Path(f"/proc/{pid}/task").iterdir():
            for line in (task / "status").read_text().splitlines():
                if line.startswith("voluntary"):
                    total += int(line.split()[1])
        return total

    with started(tmp_path, "--headless") as (process, sock):
        with Script(sock) as script:
            script.ask(do="new", players=3)
        # Once a start the games are compared with their copy, and files are read ahead.
        time.sleep(max(QUIET_S, run.READ_AHEAD_S) + 0.3)
        before = wakes(process.pid)
        time.sleep(1.4)
        assert wakes(process.pid) == before


@pytest.mark.skipif(
    platform.machine() not in TGKILL, reason="the system call has another number here"
)
def test_a_signal_that_another_thread_gets_ends_it_too(tmp_path):
    with started(tmp_path, "--headless") as (process, _):
        other = next(
            task for task in os.listdir(f"/proc/{process.pid}/task") if task != str(process.pid)
        )
        libc = ctypes.CDLL(None, use_errno=True)
        assert (
            libc.syscall(TGKILL[platform.machine()], process.pid, int(other), signal.SIGTERM) == 0
        )
        assert process.wait(10) == 0


def test_nothing_that_was_opened_is_left_to_the_collector(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONDEVMODE", "1")
    with started(tmp_path, "--headless") as (process, _):
        second = companion("run", "--headless", directory=tmp_path)
        assert (second.returncode, "another companion" in second.stderr) == (1, True)
        process.terminate()
        said = process.stderr.read()
        assert process.wait(30) == 0
    assert "ResourceWarning" not in said + second.stderr
