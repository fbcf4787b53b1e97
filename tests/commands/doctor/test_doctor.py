"""`companion doctor` on made-up machines: each thing that is wrong has its line."""

import io
import json
import os
import re
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import cli
from companion.commands.doctor import doctor, program
from hardware.health import machine as machines
from hardware.health import parts
from hardware.health.machine import HUNG, CommandOutput
from hardware.health.table import DOCTOR_TABLE, NOTE, OK, WRONG, is_well
from tests.rig.machines import DEV, MIXER, THROTTLED, Fake, findings, looked
from tests.rig.readmes import ROOT
from wiring.reading.build import load
from wiring.spec import I2c

Break = Callable[[Fake], object]
MODEL = "proc/device-tree/model"
CONFIG = "boot/firmware/config.txt"
CMDLINE = "boot/firmware/cmdline.txt"
NO_CARD = ("proc/asound/cards", "--- no soundcards ---")


def gone(*names: str) -> Break:
    return lambda fake: fake.lose(*names)


def has(*files: tuple[str, str]) -> Break:
    return lambda fake: [fake.put(name, text) for name, text in files]


def says(command: str, text: str, status: int = 0) -> Break:
    return lambda fake: fake.commands.update({command: CommandOutput(status, text)})


def both(*breaks: Break) -> Break:
    return lambda fake: [each(fake) for each in breaks]


def answers(*addresses: int) -> Break:
    return lambda fake: setattr(fake, "addresses", set(addresses))


def lacks(module: str) -> Break:
    return lambda fake: fake.modules.remove(module)


def denied(fake: Fake) -> None:
    fake.denied.add("controlC0")


HWMON = "sys/class/hwmon/hwmon1"
ALARM = has((f"{HWMON}/name", "rpi_volt\n"), (f"{HWMON}/in0_lcrit_alarm", "1\n"))
CALM = has((f"{HWMON}/name", "rpi_volt\n"), (f"{HWMON}/in0_lcrit_alarm", "0\n"))
SENSOR = has((f"{HWMON}/name", "rpi_volt\n"), (f"{HWMON}/in0_lcrit_alarm", ""))
PIPEWIRE = has(
    ("proc/asound/card0/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 812\n"),
    ("proc/812/comm", "pipewire\n"),
)
STATE = "LoadState={}\nActiveState=inactive\n"
OWN = sys.prefix != sys.base_prefix
PIP = "pip install gpiod" if OWN else "apt install python3-libgpiod"
PYGAME = "pip install pygame-ce" if OWN else "apt install python3-pygame"
BY_HAND = "echo dtparam=i2c_arm=on | sudo tee -a /boot/firmware/config.txt && sudo reboot"
BARE = both(gone("dev/i2c-1"), has(("sys/class/i2c-adapter/i2c-1", "")))
BREAKS: dict[str, tuple[Break, str, str, str]] = {
    "no Pi": (gone(MODEL), "computer", WRONG, "--panel emulator"),
    "no libgpiod": (lacks("gpiod.line"), "libgpiod", WRONG, PIP),
    "no chip": (gone("dev/gpiochip0"), "GPIO", WRONG, "reboot"),
    "I2C off": (
        both(gone("dev/i2c-1"), has((CONFIG, "#dtparam=i2c_arm=on"))),
        "I2C bus 1",
        WRONG,
        "raspi-config nonint do_i2c 0",
    ),
    "Debian": (gone("dev/i2c-1", CONFIG, "usr/bin/raspi-config"), "I2C bus 1", WRONG, BY_HAND),
    "I2C without its module": (BARE, "I2C bus 1", WRONG, "modprobe i2c-dev"),
    "a display without its bus": (gone("dev/i2c-1"), "display", NOTE, ""),
    "no display": (answers(), "display", WRONG, "i2cdetect -y 1"),
    "another address": (answers(0x3D), "display", WRONG, "address = 0x3D"),
    "to be woken": (both(answers(), lambda fake: setattr(fake, "wakes", 1)), "display", OK, ""),
    "low voltage now": (has((THROTTLED, "50005")), "power", WRONG, "supply"),
    "low voltage before": (has((THROTTLED, "50000")), "power", NOTE, "supply"),
    "low voltage by the sensor": (both(gone(THROTTLED), ALARM), "power", WRONG, "supply"),
    "low voltage by the sensor alone": (ALARM, "power", WRONG, "supply"),
    "a sensor that says nothing": (both(gone(THROTTLED), SENSOR), "power", NOTE, ""),
    "low voltage before, by the file alone": (
        both(has((THROTTLED, "0x50000")), CALM),
        "power",
        NOTE,
        "supply",
    ),
    "a sensor without an alarm": (both(gone(THROTTLED), CALM), "power", OK, ""),
    "nothing that tells the voltage": (gone(THROTTLED), "power", NOTE, ""),
    "nonsense about the voltage": (has((THROTTLED, "what")), "power", NOTE, ""),
    "a clock that nobody set": (gone("run/systemd/timesync/synchronized"), "clock", NOTE, ""),
    "a library that pygame lacks": (says(MIXER, "lacks libx.so: no"), "pygame", NOTE, PYGAME),
    "a sound server that hangs": (says(MIXER, "", HUNG), "pygame", NOTE, "reboot"),
    "a sound card that is busy": (says(MIXER, "refused Device busy\n"), "pygame", NOTE, "fuser"),
    "a sound card that others have": (denied, "sound", NOTE, "chgrp audio"),
    "a sound server of a desktop": (PIPEWIRE, "sound", NOTE, "disable pipewire.socket"),
    "no pygame": (lacks("pygame"), "pygame", NOTE, PYGAME),
    "no sound": (has(NO_CARD), "sound", NOTE, ""),
    "no service": (says("systemctl", STATE.format("not-found")), "service", NOTE, ""),
    "no systemd": (says("systemctl", "Failed to connect to bus\n", 1), "service", NOTE, ""),
    "off": (says("systemctl", STATE.format("loaded")), "service", NOTE, "systemctl enable --now"),
    "a full disk": (lambda fake: setattr(fake, "room", 10**6), "disk", WRONG, "apt clean"),
    "a file": (lambda fake: Path(os.environ["STATE_DIRECTORY"]).touch(), "games", WRONG, "mv "),
}


@pytest.mark.parametrize("case", BREAKS)
def test_what_is_broken_has_its_line_and_what_mends_it(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    monkeypatch.setattr("companion.clock._is_synchronised", lambda: False)
    assert looked(fake)["clock"].state == OK
    break_it, name, state, mend = BREAKS[case]
    break_it(fake)
    result = looked(fake)[name]
    assert result.state == state, result
    assert mend in result.mend
    assert result.mend or state != WRONG
    assert result.sentence
    assert "\n" not in result.as_line()


@pytest.mark.parametrize("build", ["bonnet", "oled-hat", "deluxe"])
def test_on_a_whole_machine_nothing_is_wrong(fake: Fake, build: str) -> None:
    found = looked(fake, build)
    assert [result for result in found.values() if result.state == WRONG] == []
    assert "with Debian GNU/Linux 13 (trixie)" in found["computer"].sentence
    every = "computer libgpiod GPIO power clock service games disk"
    assert set(every.split()) <= set(found)
    notes = {name for name, result in found.items() if result.state == NOTE}
    assert notes == ({"socket", "display"} if build == "oled-hat" else {"socket"})


def test_the_build_of_the_leds_wants_spi_and_the_console_off(fake: Fake) -> None:
    assert looked(fake, "table")["SPI bus 0"].state == WRONG
    fake.lose("dev/spidev0.0")
    assert is_well(looked(fake, "table").values())
    fake.put(CMDLINE, "console=serial0,115200 console=tty1")
    console = looked(fake, "table")["serial console"]
    assert (console.state, "do_serial_cons 1" in console.mend) == (WRONG, True)
    fake.put(MODEL, "Raspberry Pi 5 Model B Rev 1.1\0")
    console = looked(fake, "table")["serial console"]
    assert console.state == OK, "there it is the debug connector's"


def test_the_shim_is_asked_at_its_own_address(fake: Fake) -> None:
    file = fake.root.parent / "mine.toml"
    file.write_text(
        'board = "raspberry-pi"\nbuttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n'
        '[strip]\ncontroller = "led-shim"\n[strip.lights]\nclue = "0-7"\n'
    )
    assert looked(fake, str(file))["LED SHIM"].state == OK
    fake.addresses.clear()
    assert looked(fake, str(file))["LED SHIM"].state == WRONG


def test_what_may_not_be_used_is_told(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    fake.uninstall()
    found = looked(fake, "deluxe")
    for name, group in (("GPIO", "gpio"), ("I2C bus 1", "i2c"), ("SPI bus 0", "spi")):
        assert found[name].state == WRONG
        assert f"usermod -aG {group}" in found[name].mend


def test_a_machine_of_nothing_has_no_traceback(fake: Fake, tmp_path: Path) -> None:
    fake.root = tmp_path / "empty"
    fake.commands.clear()
    fake.modules.clear()
    for build in ("table", "emulator"):
        assert not any(
            "could not be looked at" in each.sentence for each in looked(fake, build).values()
        )


def test_a_probe_that_fails_or_hangs_has_an_end_and_a_sentence(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fake, "touch", lambda place, part: 1 / 0)
    result = looked(fake)["scan"]
    assert (result.state, "ZeroDivisionError" in result.sentence) == (WRONG, True)
    monkeypatch.setattr(doctor, "PATIENCE_S", 0.2)
    hung = threading.Event()
    monkeypatch.setattr(fake, "touch", lambda place, part: hung.wait(20))
    began = time.monotonic()
    result = looked(fake)["scan"]
    hung.set()
    assert time.monotonic() - began < 10
    assert (result.state, result.sentence) == (
        WRONG,
        "this was looked at for 0.2 s without an end",
    )


# The table


JUDGED = ("right", "wrong", "unseen")
"""What a person says of a part."""
LINES = {
    f"{section}.{key}": line
    for section, lines in DOCTOR_TABLE.items()
    for key, line in lines.items()
    if section != "rows" and not isinstance(line, str)
}


def test_each_line_of_the_table_says_something_and_what_is_wrong_what_to_do() -> None:
    for key, (state, sentence, *mend) in LINES.items():
        assert state in (OK, NOTE, WRONG)
        assert sentence
        assert not sentence.endswith(".")
        assert mend or state != WRONG, key
        assert state != OK or not mend


def test_each_line_of_the_table_is_one_that_a_probe_finds() -> None:
    text = ""
    for folder in ("companion/commands/doctor", "companion/commands/setup", "hardware/health"):
        for file in (ROOT / folder).glob("*.py"):
            text += file.read_text("utf-8")
    for line in LINES:
        section, _, key = line.rpartition(".")
        part = "{section}" if "ask" in DOCTOR_TABLE[section] and key in JUDGED else section
        pieced = f'"{part}.{{' in text and re.search(rf"""["']{key}["']""", text)
        assert f'"{line}"' in text or pieced, line
    for key in re.findall(r'found\(\s*"([^"{]+)"', text):
        assert key in LINES, key


# Builds, and computers without pins

LINKS = """
[[readers]]
name = "play"
kind = "pn532"
port = "/dev/serial/by-id/reader"
"""


@pytest.mark.parametrize("board", ["none", "mock", "raspberry-pi"])
def test_parts_on_leads_are_looked_at_on_any_board(fake: Fake, tmp_path: Path, board: str) -> None:
    buttons = "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"
    if board == "none":
        buttons = "touch = true\n"
    file = tmp_path / "mine.toml"
    file.write_text(f'board = "{board}"\n{buttons}{LINKS}')
    found = looked(fake, str(file))
    assert found["card reader play"].state == WRONG
    assert ("GPIO" in found) == (board == "raspberry-pi")
    fake.lose(MODEL, "etc/os-release")
    found = looked(fake, str(file))
    needs = board == "raspberry-pi"
    assert found["computer"].state == (WRONG if needs else OK)


def test_on_another_computer_one_line_says_that_there_are_no_pins(fake: Fake) -> None:
    fake.lose(MODEL, *(f"dev/{name}" for name in DEV))
    fake.put(CMDLINE, "console=ttyS0")
    found = looked(fake, "table")
    assert [name for name, each in found.items() if each.state == WRONG] == ["computer"]
    fake.modules.clear()
    found = looked(fake, "emulator")
    assert is_well(found.values())
    assert "libgpiod" not in found


def test_without_a_sound_card_one_line_says_so(fake: Fake) -> None:
    fake.put(*NO_CARD)
    fake.lose("dev/snd/controlC0")
    fake.commands[MIXER] = CommandOutput(0, "refused ALSA: No such file or directory\n")
    found = looked(fake)
    assert (found["pygame"].state, found["sound"].state) == (OK, NOTE)


def test_mistakes_in_the_settings_and_in_the_build_are_told_each(
    fake: Fake, tmp_path: Path
) -> None:
    config = tmp_path / ".config" / "hanabi-companion" / "companion.toml"
    config.parent.mkdir(parents=True)
    config.write_text('panl = "x"\nlanguage = "xx"\n')
    build = tmp_path / "mine.toml"
    build.write_text("nosuch = 1\n")
    found = findings(fake.machine(), str(build))
    assert [result.state for result in found if result.name == "settings"] == [WRONG, WRONG]
    assert {result.state for result in found if result.name == "build"} == {WRONG}


# The command


def ran(fake: Fake, build: str, interactive: bool = False) -> tuple[int, str]:
    """The exit status and what was printed."""
    out, err = io.StringIO(), io.StringIO()
    status = doctor.run(build, False, interactive, out, err, fake.machine())
    assert err.getvalue() == ""
    return status, out.getvalue()


def test_the_exit_status_and_the_lines(fake: Fake) -> None:
    status, said = ran(fake, "bonnet")
    assert status == 0
    assert all(text.split()[0] in (OK, WRONG, NOTE) for text in said.splitlines())
    fake.addresses.clear()
    status, said = ran(fake, "bonnet")
    assert status == 1
    assert "wrong  display: the display does not answer -> i2cdetect -y 1" in said


@pytest.mark.parametrize(
    ("build", "told"), [("emulator", "no parts"), ("bonnet", "systemctl stop"), ("table", "stop")]
)
def test_what_cannot_be_tried_is_told(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, build: str, told: str
) -> None:
    if build == "table":  # without a service
        fake.uninstall()
        fake.lose("dev/spidev0.0")
        monkeypatch.setattr(program, "ask_companion", lambda path: {"ok": True, "state": None})
    status, said = ran(fake, build, interactive=True)
    (line,) = (line for line in said.splitlines() if line.startswith("note   parts: "))
    assert (status, told in line) == (0, True)


def test_a_terminal_is_asked_and_a_pipe_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    for typed, is_terminal, answer in (("\n", 1, True), ("No\n", 1, False), ("y\n", 0, None)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setattr(sys.stdin, "isatty", lambda there=is_terminal: bool(there))
        assert doctor.ask_person(shown, "Well?") is answer
    assert "Well? [Y/n]" in shown.getvalue()


def test_it_runs_on_this_machine_whatever_it_is(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["doctor", "table", "--json"]) in (0, 1)
    assert json.loads(capsys.readouterr().out)["build"] == "table"
    assert cli.main(["doctor", "nosuch"]) == 2
    assert "nosuch: there is no such build" in capsys.readouterr().err
    assert parts.touch_part(I2c(77, 0x3C), "the display")
    assert not parts.pulse_reset(load("bonnet").board, load("bonnet").screen)  # type: ignore[arg-type]
    assert [machines.has_module(name) for name in ("json", "no.such")] == [True, False]
    assert machines.Machine().free(tmp_path) > 0
