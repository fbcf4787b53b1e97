"""The boot partition's settings: the device starts in spite of them, and all commands follow."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from companion import settings
from companion.cli import main
from companion.commands import run, running
from companion.commands.effective import effective_settings, note_start
from companion.daemon.log import LogStream, log
from companion.errors import ConfigError
from companion.face import words
from companion.face.state import Phrase
from tests.rig.running import Script
from tests.rig.samples import sample

NO_CHIP = """
board = "raspberry-pi"
chip = "of no computer"
buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }
"""
"""A build without a mistake that cannot be opened anywhere."""
START = """
import sys
from pathlib import Path
from companion import cli, settings
settings.INSTALLED, settings.BOOT = Path(sys.argv[1]), (Path(sys.argv[2]),)
sys.exit(cli.main(sys.argv[3:]))
"""


class Device(NamedTuple):
    """An installed companion, and the file on its boot partition."""

    home: Path
    installed: Path
    boot: Path

    @property
    def socket(self) -> Path:
        return self.home / "installed.sock"

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-c", START, str(self.installed), str(self.boot), *words]

    def said(self, *words: str) -> subprocess.CompletedProcess[str]:
        """What a command says that ends by itself."""
        return subprocess.run(
            self.command(*words), capture_output=True, text=True, timeout=30, check=False
        )

    @contextmanager
    def started(self, *words: str) -> Iterator[list[str]]:
        """The companion while it runs, and what it said until it was ready."""
        process = subprocess.Popen(
            self.command("run", "--headless", *words), stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None
        heard = [process.stderr.readline()]
        try:
            while "ready" not in heard[-1]:
                assert heard[-1], "".join(heard)
                heard.append(process.stderr.readline())
            yield heard
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=20)

    @contextmanager
    def inside(self) -> Iterator[list[str]]:
        """The same with its threads in this process, which are there sooner."""
        heard = io.StringIO()
        handler = LogStream(heard)
        log.addHandler(handler)
        try:
            companion, ignored = run._open_companion({}, emulated=False)
            companion.start()
            try:
                note_start(companion.settings, companion.build, ignored)
                yield [*heard.getvalue().splitlines(), f"ready: build {companion.build.name}"]
            finally:
                companion.stop()
                running.remove_note(companion.settings.socket)
        finally:
            log.removeHandler(handler)


@pytest.fixture
def device(monkeypatch, tmp_path_factory) -> Device:
    home = tmp_path_factory.mktemp("d")
    found = Device(home, home / "etc.toml", home / "boot" / "companion.toml")
    found.boot.parent.mkdir()
    found.installed.write_text(f'panel = "emulator"\nlanguage = "en"\nsocket = "{found.socket}"\n')
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("STATE_DIRECTORY", str(home / "games"))
    for name in ("XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "RUNTIME_DIRECTORY", "COMPANION_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(settings, "INSTALLED", found.installed)
    monkeypatch.setattr(settings, "BOOT", (found.boot,))
    return found


def says(text: str) -> Callable[[Device], None]:
    return lambda device: device.boot.write_text(text.replace("HOME", str(device.home)))


def lies_as_bytes(device: Device) -> None:
    device.boot.write_bytes(b'language = "fran\xe7ais"')


def lies_as_a_build_that_cannot_be_opened(device: Device) -> None:
    (device.boot.parent / "mine.toml").write_text(NO_CHIP)
    device.boot.write_text('panel = "mine.toml"')


def lies_as_a_build_with_mistakes(device: Device) -> None:
    (device.boot.parent / "mine.toml").write_text("board = 3")
    device.boot.write_text('panel = "mine.toml"')


SPOILT = {
    "no TOML": (says("panel = table"), "not TOML"),
    "an unknown key": (says('pannel = "table"'), "did you mean 'panel'?"),
    "an unknown build": (says('panel = "tabel"'), 'did you mean "table"?'),
    "a build with mistakes": (lies_as_a_build_with_mistakes, "board"),
    "a panel that cannot be opened": (lies_as_a_build_that_cannot_be_opened, "panel: "),
    "another socket": (says('socket = "HOME/moved.sock"'), "socket: only the command line and"),
    "other games": (says('state_dir = "elsewhere"'), "state_dir: only the command line and"),
    "no UTF-8": (lies_as_bytes, "UTF-8"),
    "a folder": (lambda device: device.boot.mkdir(), "Is a directory"),
    "a pipe": (lambda device: os.mkfifo(device.boot), "it is a pipe"),
}


APART = sample(SPOILT, len(SPOILT))
"""With these the companion is a process of its own, as it is at a table."""


@pytest.mark.parametrize("kind", SPOILT)
def test_the_device_starts_whatever_lies_on_its_card(device, kind, capsys):
    spoil, gist = SPOILT[kind]
    spoil(device)
    with device.started() if kind in APART else device.inside() as heard:
        told = next(line for line in heard if "on the boot partition are ignored" in line)
        assert gist in told
        assert str(device.boot) in told
        assert "Traceback" not in "".join(heard)
        assert "build emulator" in heard[-1]
        with Script(device.socket) as script:
            texts = " ".join(script.ask(get="screen")["screen"]["texts"])
        assert " ".join(words.say("en", Phrase("boot_ignored")).split()) in " ".join(texts.split())
        for command in ("ctl new 2", "ctl state", "cards list", "history", "wiring"):
            assert main(command.split()) == 0, command
            assert capsys.readouterr().err == ""
        assert main(["config"]) == 0
        effective_ones, _ = capsys.readouterr()
        assert effective_ones.startswith(f"# {told.removeprefix('companion: ')}")
        assert f'socket = "{device.socket}"' in effective_ones
        assert 'panel = "emulator"' in effective_ones


def test_settings_that_are_well_count_for_every_command(device, capsys):
    device.boot.write_text('panel = "emulator-pads"\n')
    with device.inside() as heard:
        assert not any("ignored" in line for line in heard)
        assert main(["ctl", "new", "2"]) == 0
        note = running.StartNote("emulator-pads", ("play", "discard"), ())
        assert running.read_note(device.socket) == note
    capsys.readouterr()
    assert main(["history"]) == 0
    assert capsys.readouterr().out.startswith("game 1: 2 players")
    assert main(["wiring"]) == 0
    assert capsys.readouterr().out.startswith("emulator-pads: ")


def test_what_the_companion_found_out_counts_as_long_as_it_runs(device):
    lies_as_a_build_that_cannot_be_opened(device)
    assert effective_settings().settings.panel.endswith("mine.toml"), "not tried yet"
    with device.inside():
        assert effective_settings().settings.panel == "emulator"
        device.boot.write_text('language = "fr"')
        assert effective_settings().settings.language == "en"
    assert effective_settings() == (settings.load(), ())
    assert effective_settings().settings.language == "fr"


def test_a_word_that_makes_no_sense_is_none(device):
    beside = device.socket.with_name(f"{device.socket.name}.json")
    for text in (
        "",
        "[]",
        '{"build": 3}',
        "[" * 100_000,
        '{"build": "x", "readers": 3, "ignored": []}',
    ):
        beside.write_text(text)
        assert running.read_note(device.socket) is None


def test_word_is_left_where_no_link_leads_elsewhere(device):
    victim = device.home / "victim"
    victim.write_text("mine")
    device.socket.with_name(f"{device.socket.name}.json").symlink_to(victim)
    running.write_note(device.socket, running.StartNote("table", (), ()))
    assert victim.read_text() == "mine"
    assert running.read_note(device.socket) == running.StartNote("table", (), ())


@pytest.mark.parametrize("kind", sample(["no TOML", "an unknown key", "a folder", "a pipe"], 2))
def test_the_same_mistake_in_the_installed_settings_is_one_sentence(device, kind, capsys):
    spoil, gist = SPOILT[kind]
    spoil(device)
    device.installed.unlink()
    device.boot.rename(device.installed)
    done = device.said("run")
    told = [(done.returncode, done.stderr)]
    commands = (["config"], ["ctl", "state"], ["history"], ["cards", "list"], ["wiring"])
    told += [(main(command), capsys.readouterr().err) for command in commands]
    for status, sentence in told:
        assert status == 2
        assert gist in sentence
        assert str(device.installed) in sentence
        assert sentence.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "gist"),
    [
        ('panel = "HOME/chip.toml"', "no GPIO chip"),
        ('socket = "HOME/etc.toml"', "give another path as socket in"),
    ],
)
def test_what_is_not_of_the_boot_partition_is_not_forgiven(device, text, gist):
    (device.home / "chip.toml").write_text(NO_CHIP)
    device.installed.write_text(text.replace("HOME", str(device.home)))
    device.boot.write_text('language = "fr"')
    done = device.said("run")
    assert done.returncode == 1
    assert gist in done.stderr
    assert "ignored" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_is_not_of_the_boot_partition_is_not_forgiven_on_the_command_line(device):
    (device.home / "chip.toml").write_text(NO_CHIP)
    device.boot.write_text('panel = "emulator"')
    done = device.said("run", "--panel", str(device.home / "chip.toml"))
    assert (done.returncode, "--emulate" in done.stderr) == (1, True)
    assert "ignored" not in done.stderr


def test_the_doctor_tells_what_is_ignored_and_looks_at_the_rest(device, capsys):
    device.boot.write_text("language = 3\n")
    assert main(["doctor", "emulator", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    (wrong,) = [each for each in found if each["name"] == "settings" and each["state"] == "wrong"]
    assert (
        wrong["sentence"]
        == f"{device.boot}: language: must be text in quotes, not 3; the file is ignored"
    )
    assert wrong["mend"] == f"sudo nano {device.boot}"
    assert {"games", "socket"} <= {each["name"] for each in found}


def test_mistakes_of_both_are_those_of_the_installed_one(device):
    device.boot.write_text("language = 3\n")
    device.installed.write_text("language = 4\n")
    with pytest.raises(ConfigError) as caught:
        effective_settings()
    assert caught.value.where == str(device.installed)
