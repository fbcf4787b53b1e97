"""`companion doctor` on made-up machines, whole and broken: each thing that is wrong has
its line.
"""

import io
import json
import os
import re
import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion import cli, settings
from companion.commands.doctor import doctor, program, trial
from companion.commands.doctor.table import NOTE, OK, WRONG, CheckResult, table, told
from companion.commands.doctor.trial import Bench, Person, Timing
from companion.errors import PanelError
from companion.panel import Edge, Panel
from companion.settings import Settings
from hardware.emulator.device import Emulated
from hardware.emulator.opening import emulate
from hardware.emulator.pod import EmulatedPodLink
from hardware.health import machine as machines
from hardware.health import parts
from hardware.health.machine import CommandOutput, Machine
from tests.rig.machines import DEV, MIXER, THROTTLED, USER, Fake, looked
from tests.rig.readmes import ROOT
from tests.rig.running import running
from tests.rig.waiting import until
from wiring.reading.build import Build, load, parse
from wiring.spec import I2c

FAST = Timing(light=0.0, press=0.2, quiet=0.02)
SLOW = FAST._replace(press=5.0)
"""For what comes over a link."""


@pytest.mark.parametrize("build", ["bonnet", "oled-hat", "deluxe"])
def test_on_a_whole_machine_nothing_is_wrong(fake: Fake, build: str) -> None:
    found = looked(fake, build)
    assert [result for result in found.values() if result.state == WRONG] == []
    assert {
        "computer",
        "system",
        "libgpiod",
        "GPIO",
        "power",
        "service",
        "games",
        "disk",
    } <= set(found)
    notes = {name for name, result in found.items() if result.state == NOTE}
    assert notes == ({"socket", "display"} if build == "oled-hat" else {"socket"})


def test_the_build_of_the_leds_wants_spi_and_the_console_off(fake: Fake) -> None:
    assert looked(fake, "table")["SPI bus 0"].state == WRONG
    fake.lose("dev/spidev0.0")
    assert doctor.is_well(looked(fake, "table").values())
    fake.put("boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1")
    console = looked(fake, "table")["serial console"]
    assert (console.state, "do_serial_cons 1" in console.mend) == (WRONG, True)


BREAKS: dict[str, tuple[Callable[[Fake], object], str, str, str]] = {
    "no Pi": (
        lambda fake: fake.lose("proc/device-tree/model"),
        "computer",
        WRONG,
        "--panel emulator",
    ),
    "another system": (lambda fake: fake.lose("etc/os-release"), "system", NOTE, ""),
    "no libgpiod": (
        lambda fake: fake.modules.remove("gpiod.line"),
        "libgpiod",
        WRONG,
        # Without an environment of its own it is apt's.
        "pip install gpiod" if sys.prefix != sys.base_prefix else "apt install python3-libgpiod",
    ),
    "no chip": (lambda fake: fake.lose("dev/gpiochip0"), "GPIO", WRONG, "reboot"),
    "I2C off": (
        lambda fake: (
            fake.lose("dev/i2c-1"),
            fake.put("boot/firmware/config.txt", "#dtparam=i2c_arm=on"),
        ),
        "I2C bus 1",
        WRONG,
        "raspi-config nonint do_i2c 0",
    ),
    "I2C off on another system": (
        lambda fake: fake.lose("dev/i2c-1", "boot/firmware/config.txt", "usr/bin/raspi-config"),
        "I2C bus 1",
        WRONG,
        "echo dtparam=i2c_arm=on | sudo tee -a /boot/firmware/config.txt && sudo reboot",
    ),
    "I2C on but not restarted": (lambda fake: fake.lose("dev/i2c-1"), "I2C bus 1", WRONG, "reboot"),
    "I2C without its module": (
        lambda fake: (fake.lose("dev/i2c-1"), fake.put("sys/class/i2c-adapter/i2c-1")),
        "I2C bus 1",
        WRONG,
        "modprobe i2c-dev",
    ),
    "no display": (lambda fake: fake.addresses.clear(), "display", WRONG, "i2cdetect -y 1"),
    "another address": (
        lambda fake: (fake.addresses.clear(), fake.addresses.add(0x3D)),
        "display",
        WRONG,
        "address = 0x3D",
    ),
    "a display that must be woken": (
        lambda fake: (fake.addresses.clear(), setattr(fake, "wakes", True)),
        "display",
        OK,
        "",
    ),
    "low voltage now": (lambda fake: fake.put(THROTTLED, "50005"), "power", WRONG, "supply"),
    "low voltage before": (lambda fake: fake.put(THROTTLED, "50000"), "power", NOTE, "supply"),
    "low voltage by the sensor": (
        lambda fake: (
            fake.lose(THROTTLED),
            fake.put("sys/class/hwmon/hwmon1/name", "rpi_volt\n"),
            fake.put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n"),
        ),
        "power",
        WRONG,
        "supply",
    ),
    "nothing that tells the voltage": (lambda fake: fake.lose(THROTTLED), "power", NOTE, ""),
    "nonsense about the voltage": (lambda fake: fake.put(THROTTLED, "what"), "power", NOTE, ""),
    "pygame without a library": (
        lambda fake: fake.commands.update(
            {MIXER: CommandOutput(0, "lacks libgthread-2.0.so.0: cannot open\n")}
        ),
        "pygame",
        NOTE,
        "sudo apt install libglib2.0-0",
    ),
    "a sound server that hangs": (
        lambda fake: fake.commands.update({MIXER: None}),
        "pygame",
        NOTE,
        "reboot",
    ),
    "a sound card that is busy": (
        lambda fake: fake.commands.update({MIXER: CommandOutput(0, "refused Device busy\n")}),
        "pygame",
        NOTE,
        "fuser",
    ),
    "a sound card that others have": (
        lambda fake: (
            fake.put("dev/snd/controlC0"),
            (fake.root / "dev/snd/controlC0").chmod(0),
            fake.commands.update({f"id -u {USER}": CommandOutput(0, "990\n")}),
        ),
        "sound",
        NOTE,
        "usermod -aG audio",
    ),
    "a sound server of a desktop": (
        lambda fake: (
            fake.put("proc/asound/card0/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 812\n"),
            fake.put("proc/812/comm", "pipewire\n"),
        ),
        "sound",
        NOTE,
        "disable pipewire.socket",
    ),
    "no pygame": (lambda fake: fake.modules.remove("pygame"), "pygame", NOTE, "install"),
    "no sound": (
        lambda fake: fake.put("proc/asound/cards", "--- no soundcards ---"),
        "sound",
        NOTE,
        "",
    ),
    "no service": (
        lambda fake: fake.commands.update(
            {"systemctl": CommandOutput(0, "LoadState=not-found\nActiveState=inactive\n")}
        ),
        "service",
        NOTE,
        "",
    ),
    "no systemd": (lambda fake: fake.commands.update({"systemctl": None}), "service", NOTE, ""),
    "a service that is off": (
        lambda fake: fake.commands.update(
            {"systemctl": CommandOutput(0, "LoadState=loaded\nActiveState=inactive\n")}
        ),
        "service",
        NOTE,
        "systemctl enable --now",
    ),
    "a full disk": (lambda fake: setattr(fake, "room", 10**6), "disk", WRONG, "apt clean"),
    "little room": (lambda fake: setattr(fake, "room", 10**8), "disk", NOTE, "apt clean"),
    "a file for a folder": (
        lambda fake: Path(os.environ["STATE_DIRECTORY"]).write_text(""),
        "games",
        WRONG,
        "mv ",
    ),
}


def chosen(path: Path) -> Settings:
    """Settings that name a socket."""
    return settings.load({"HOME": "/"}, {"socket": str(path)}, boot=())


@pytest.mark.parametrize("case", BREAKS)
def test_what_is_broken_has_its_line_and_what_mends_it(fake: Fake, case: str) -> None:
    break_it, name, state, mend = BREAKS[case]
    break_it(fake)
    result = looked(fake)[name]
    assert result.state == state, result
    assert mend in result.mend
    assert result.mend or state != WRONG
    assert result.sentence
    assert "\n" not in result.line()


def test_the_shim_is_asked_at_its_own_address(fake: Fake) -> None:
    strip = '[strip]\ncontroller = "led-shim"\n[strip.lights]\nclue = "0-7"\n'
    file = fake.root.parent / "mine.toml"
    file.write_text(
        'board = "raspberry-pi"\nbuttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n'
        + strip
    )
    assert looked(fake, str(file))["LED SHIM"].state == OK
    fake.addresses.clear()
    assert looked(fake, str(file))["LED SHIM"].state == WRONG


def test_what_may_not_be_used_is_told(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    fake.uninstall()
    fake.commands["id -un"] = CommandOutput(0, "bo\n")
    found = looked(fake, "deluxe")
    for name, group in (("GPIO", "gpio"), ("I2C bus 1", "i2c"), ("SPI bus 0", "spi")):
        assert found[name].state == WRONG
        assert f"usermod -aG {group}" in found[name].mend


def test_a_machine_of_nothing_has_no_traceback(fake: Fake, tmp_path: Path) -> None:
    fake.root = tmp_path / "empty"
    fake.commands.clear()
    fake.modules.clear()
    for build in ("table", "emulator", "tabel"):
        assert looked(fake, build)


def test_a_check_that_fails_is_a_finding(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    fake.touch = lambda place, part: 1 / 0  # type: ignore[assignment, return-value, method-assign]
    assert "ZeroDivisionError" in looked(fake)["scan"].sentence
    assert looked(fake)["scan"].state == WRONG


def test_a_probe_that_hangs_has_an_end_and_a_sentence(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "PATIENCE_S", 0.2)
    hung = threading.Event()
    fake.touch = lambda place, part: hung.wait(20)  # type: ignore[assignment, return-value, method-assign]
    began = time.monotonic()
    found = looked(fake)
    hung.set()
    assert time.monotonic() - began < 10
    told = "this was looked at for 0.2 s without an end"
    assert (found["scan"].state, found["scan"].sentence) == (WRONG, told)


def test_a_clock_that_nobody_set_is_a_note(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    assert looked(fake)["clock"].state == OK
    monkeypatch.setattr("companion.clock.is_synchronised", lambda: False)
    fake.lose("run/systemd/timesync/synchronized")
    assert looked(fake)["clock"].state == NOTE


JUDGED = ("right", "wrong", "unseen")
"""What a person says of a part."""


def test_each_line_of_the_table_says_something_and_what_is_wrong_what_to_do() -> None:
    for section, lines in table().items():
        for key, line in lines.items():
            if isinstance(line, str):
                assert line, section
                continue
            state, sentence, *mend = line
            assert state in (OK, NOTE, WRONG)
            assert sentence
            assert not sentence.endswith(".")
            assert mend or state != WRONG, f"{section}.{key}"
            assert state != OK or not mend


def test_each_line_of_the_table_is_one_that_a_probe_finds() -> None:
    text = ""
    for folder in ("companion/commands/doctor", "companion/commands/setup", "hardware/health"):
        for file in (ROOT / folder).glob("*.py"):
            text += file.read_text("utf-8")
    for section, lines in table().items():
        for key in [key for key, line in lines.items() if not isinstance(line, str)]:
            whole = f'"{section}.{key}"' in text
            part = "{section}" if "ask" in lines and key in JUDGED else section
            pieced = f'"{part}.{{' in text and f'"{key}"' in text
            assert whole or pieced, f"{section}.{key}"
    for key in re.findall(r'found\(\s*"([^"{]+)"', text):
        section, _, name = key.rpartition(".")
        assert name in table()[section], key


def test_an_emulated_build_needs_no_hardware(fake: Fake) -> None:
    fake.lose("proc/device-tree/model", *(f"dev/{name}" for name in DEV))
    fake.modules.clear()
    found = looked(fake, "emulator")
    assert doctor.is_well(found.values())
    assert "libgpiod" not in found


LINKS = """
[[pods]]
name = "far"
port = "/dev/serial/by-id/pod"
[[readers]]
name = "play"
kind = "pn532"
port = "/dev/serial/by-id/reader"
"""


@pytest.mark.parametrize("board", ["none", "mock", "raspberry-pi"])
def test_parts_on_leads_are_looked_at_on_any_board(fake: Fake, tmp_path: Path, board: str) -> None:
    buttons = (
        "" if board == "none" else "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"
    )
    file = tmp_path / "mine.toml"
    file.write_text(f'board = "{board}"\n{buttons}{LINKS}')
    found = looked(fake, str(file))
    assert {found["pod far"].state, found["card reader play"].state} == {WRONG}
    assert ("GPIO" in found) == (board == "raspberry-pi")


def test_on_another_computer_one_line_says_that_there_are_no_pins(fake: Fake) -> None:
    fake.lose("proc/device-tree/model", *(f"dev/{name}" for name in DEV))
    fake.put("boot/firmware/cmdline.txt", "console=ttyS0")
    found = looked(fake, "table")
    assert [name for name, each in found.items() if each.state == WRONG] == ["computer"]


def test_without_a_sound_card_one_line_says_so(fake: Fake) -> None:
    fake.put("proc/asound/cards", "--- no soundcards ---")
    fake.commands[MIXER] = CommandOutput(0, "refused ALSA: No such file or directory\n")
    found = looked(fake)
    assert (found["pygame"].state, found["sound"].state) == (OK, NOTE)


def test_a_build_without_pins_needs_no_raspberry_pi(fake: Fake, tmp_path: Path) -> None:
    fake.lose("proc/device-tree/model", "etc/os-release")
    file = tmp_path / "mine.toml"
    file.write_text(f'board = "none"\n{LINKS}')
    found = looked(fake, str(file))
    assert (found["computer"].state, found["system"].state) == (OK, OK)


def test_mistakes_in_the_settings_and_in_the_build_are_told_each(
    fake: Fake, tmp_path: Path
) -> None:
    config = tmp_path / ".config" / "hanabi-companion" / "companion.toml"
    config.parent.mkdir(parents=True)
    config.write_text('panl = "x"\nlanguage = "xx"\n')
    _, build, found = doctor.results(fake.machine(), "tabel")
    assert build is None
    assert [result.state for result in found if result.name == "settings"] == [WRONG, WRONG]
    assert [result.state for result in found if result.name == "build"] == [WRONG]


def test_a_companion_that_answers_is_well(fake: Fake, tmp_path: Path) -> None:
    with running(tmp_path / "games"):
        path = tmp_path / "games" / "hanabi-companion.sock"
        assert [each.line for each in program.socket(Machine(), chosen(path))] == ["socket.right"]
        assert program.runs(path)
    assert not program.runs(path)


def test_a_socket_that_nobody_serves_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "s.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    (result,) = map(told, program.socket(Machine(), chosen(path)))
    assert (result.state, result.mend) == (WRONG, "companion run")


def test_the_exit_status_and_the_lines(fake: Fake) -> None:
    out = io.StringIO()
    assert doctor.run("bonnet", False, False, out, out, fake.machine()) == 0
    assert all(text.split()[0] in (OK, WRONG, NOTE) for text in out.getvalue().splitlines())
    fake.addresses.clear()
    out = io.StringIO()
    assert doctor.run("bonnet", False, False, out, out, fake.machine()) == 1
    assert "wrong  display: the display does not answer -> i2cdetect -y 1" in out.getvalue()


def test_the_json_has_everything(fake: Fake) -> None:
    out, err = io.StringIO(), io.StringIO()
    assert doctor.run("bonnet", True, False, out, err, fake.machine()) == 0
    report = json.loads(out.getvalue())
    assert (report["build"], report["well"], err.getvalue()) == ("bonnet", True, "")
    assert all(
        set(result) == {"name", "state", "sentence", "mend"} for result in report["findings"]
    )


def test_it_runs_on_this_machine_whatever_it_is(
    fake: Fake, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["doctor", "table", "--json"]) in (0, 1)
    assert json.loads(capsys.readouterr().out)["build"] == "table"
    assert cli.main(["doctor", "nosuch"]) == 2
    assert "nosuch: there is no such build" in capsys.readouterr().err


def test_the_real_machine_is_asked_without_an_error(tmp_path: Path) -> None:
    here = Machine()
    assert machines.run_command(("no-such-command",)) is None
    assert parts.touch(I2c(77, 0x3C), "the display")
    assert not parts.wake(load("bonnet").board, load("bonnet").screen)  # type: ignore[arg-type]
    assert machines.has_module("json")
    assert not machines.has_module("no.such")
    assert here.free(tmp_path) > 0


# Trying the parts


class Hands:
    """A person who sees the emulated device and presses what is asked for."""

    def __init__(
        self, device: Emulated, bounce: int = 0, wrong: str = "", sees: bool | None = True
    ) -> None:
        self.device = device
        self.bounce = bounce
        self.wrong = wrong
        self.sees = sees
        self.ready: Callable[[], bool] = lambda: True
        self.heard: list[str] = []
        self.threads: list[threading.Thread] = []

    def person(self) -> Person:
        return Person(self.say, lambda question: self.sees)

    def say(self, text: str) -> None:
        self.heard.append(text)
        if text.startswith("Press "):
            until(self.ready)
            named = text.split()[1]
            controls = (
                *self.device.build.buttons,
                *(c for pod in self.device.pods.values() for c in pod.controls),
            )
            control = next(each for each in controls if each.upper() == named)
            pressed = self.wrong or control
            for _ in range(1 + self.bounce):
                self.device.press(pressed)
                self.device.release(pressed)
        elif text.startswith("Lay "):
            self.device.readers["discard" if self.wrong else text.split()[-2]].lay(
                f"{len(self.heard):014x}"
            )
        elif text.startswith("Turn "):
            self.device.rotate(-1 if self.wrong else 1)


def tried(
    build: Build, timing: Timing = FAST, **habits: object
) -> tuple[dict[str, CheckResult], Hands]:
    panel, device = emulate(build)
    hands = Hands(device, **habits)  # type: ignore[arg-type]
    pods = [link.inside for link in panel.links if isinstance(link, EmulatedPodLink)]
    hands.ready = lambda: all(pod.there for pod in pods)
    found = all_tried(panel, build, hands.person(), timing)
    panel.controls.close()
    return found, hands


def all_tried(panel: Panel, build: Build, person: Person, timing: Timing) -> dict[str, CheckResult]:
    """What is found of all parts by a person."""
    with trial.opened(panel, build, person, timing) as bench:
        return tried_at(bench)


def tried_at(bench: Bench) -> dict[str, CheckResult]:
    rows = [row for row in doctor.ROWS if row.takes == "bench"]
    found = [
        each for row in rows for each in doctor.carefully(row.title, partial(row.probe, bench))
    ]
    return {result.name: result for result in map(told, found)}


SMALL = parse(
    'board = "mock"\nbuttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n'
    "encoder = { a.pin = 7, b.pin = 8 }\n",
    "small",
    "small.toml",
)


def test_a_device_that_works_is_found_to_work() -> None:
    build = load("deluxe")
    found, hands = tried(build)
    assert {result.state for result in found.values()} == {OK}
    assert sum(text.startswith("Press ") for text in hands.heard) == len(build.buttons)
    assert found["button: clue"].sentence == "clue works, without a bounce"
    assert "picture" in found


@pytest.mark.parametrize("build", ["emulator-pod", "emulator-pads"])
def test_parts_on_leads_are_tried_too(build: str) -> None:
    found, hands = tried(load(build), SLOW)
    assert {result.state for result in found.values()} == {OK}
    if build == "emulator-pod":
        assert 'Press W once (on the pod "far end").' in hands.heard
    else:
        assert found["cards: discard"].sentence.startswith("the discard pad read 0")


def test_pads_that_are_exchanged_are_told() -> None:
    found, _ = tried(load("emulator-pads"), SLOW, wrong="clue")
    assert (
        found["cards: play"].sentence
        == "that was the discard pad, where the play pad was asked for"
    )


def test_each_light_shines_alone() -> None:
    build = load("emulator-keys")
    panel, device = emulate(build)
    shone: list[frozenset[object]] = []
    assert panel.lights
    show = panel.lights.show

    def watch(plan: object) -> None:
        show(plan)  # type: ignore[arg-type]
        shone.append(device.lit())

    panel.lights.show = watch  # type: ignore[method-assign, assignment]
    seen = Person(lambda text: None, lambda question: True)
    all_tried(panel, build, seen, Timing(0.0, 0.0, 0.0))
    alone = [next(iter(lit)) for lit in shone if len(lit) == 1]
    assert alone == list(trial.places(build))
    assert all(len(lit) <= 1 for lit in shone)


@pytest.mark.parametrize(("seen", "state"), [(True, OK), (False, WRONG), (None, NOTE)])
def test_a_strip_shows_red_green_and_blue_so_that_its_order_is_found_out(
    seen: bool | None, state: str
) -> None:
    build = load("deluxe")
    panel, device = emulate(build)
    shone: list[set[tuple[int, int, int]]] = []
    assert panel.lights
    show = panel.lights.show

    def watch(plan: object) -> None:
        show(plan)  # type: ignore[arg-type]
        shone.append({colour for colour, level in device.strip_pixels().values() if level})

    panel.lights.show = watch  # type: ignore[method-assign, assignment]
    asked = Person(lambda text: None, lambda question: seen)
    with trial.opened(panel, build, asked, FAST) as bench:
        (result,) = map(told, trial.order(bench))
    assert shone == [{(255, 0, 0)}, {(0, 255, 0)}, {(0, 0, 255)}, set()]
    assert result.state == state
    assert ('order = "bgr"' in result.mend) == (state == WRONG)


@pytest.mark.parametrize("build", ["table", "bonnet", "emulator"])
def test_what_has_no_order_of_colours_is_not_asked_after_it(build: str) -> None:
    found, _ = tried(load(build))
    assert "strip: order of colours" not in found


def test_what_nobody_saw_is_a_note_and_what_looked_wrong_is_wrong() -> None:
    build = load("emulator")
    unseen = [result for name, result in tried(build, sees=None)[0].items() if "button" not in name]
    assert {result.state for result in unseen} == {NOTE}
    wrong = [result for name, result in tried(build, sees=False)[0].items() if "button" not in name]
    assert {result.state for result in wrong} == {WRONG}
    assert all(result.mend for result in wrong)


def test_a_bounce_is_reported() -> None:
    found, _ = tried(SMALL, bounce=2)
    assert found["button: play"].state == OK
    assert "4 more edges" in found["button: play"].sentence


def test_another_button_than_was_asked_for_is_told() -> None:
    found, _ = tried(SMALL, wrong="discard")
    assert found["button: clue"].state == WRONG
    assert "discard (GPIO 6)" in found["button: clue"].sentence
    assert found["button: discard"].state == OK
    assert (found["encoder"].state, found["encoder"].mend) == (WRONG, "swap A and B")


def test_a_button_that_nobody_presses_and_one_that_is_stuck() -> None:
    panel, device = emulate(SMALL)
    device.press("play")
    quick = Timing(0.0, 0.01, 0.0)
    nobody = Person(lambda text: None, lambda question: None)
    found = all_tried(panel, SMALL, nobody, quick)
    assert "no press came" in found["button: clue"].sentence
    assert "nobody presses it" in found["button: play"].sentence
    assert found["encoder"].state == WRONG


@pytest.mark.parametrize(
    ("times", "state"),
    [
        ([0.0, 0.2], OK),
        ([0.0, 0.001, 0.002, 0.2], OK),
        ([0.0, 0.2, 0.201, 0.202], OK),
        ([0.0, 0.05, 0.1, 0.2], WRONG),
        ([n / 100 for n in range(6)], WRONG),
        ([0.0], WRONG),
    ],
)
def test_bounces_within_the_deaf_time_do_no_harm(times: list[float], state: str) -> None:
    edges = [Edge("clue", number % 2 == 0, at) for number, at in enumerate(times)]
    assert told(trial.bounced("clue", edges)).state == state


def test_lights_and_a_display_that_fail_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    build = load("emulator")
    panel, _ = emulate(build)

    def fail(*_: object) -> None:
        raise PanelError("it is broken")

    monkeypatch.setattr(panel.lights, "show", fail)
    monkeypatch.setattr(panel.screen, "show", fail)
    nobody = Person(lambda text: None, lambda question: True)
    found = all_tried(panel, build, nobody, Timing(0.0, 0.0, 0.0))
    told = {result.sentence for name, result in found.items() if not name.startswith("button")}
    assert told == {"it is broken"}


def test_the_test_picture_reaches_every_edge() -> None:
    for size in ((128, 64), (64, 128)):
        assert trial.pattern(size).getbbox() == (0, 0, *size)


def test_without_a_window_an_emulated_device_is_tried_as_far_as_that_goes(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(emulated: Emulated) -> None:
        raise PanelError("there is no display")

    monkeypatch.setattr(doctor, "Window", none)
    out, err = io.StringIO(), io.StringIO()
    assert doctor.run("emulator", True, True, out, err, fake.machine()) == 0
    states = {each["name"]: each["state"] for each in json.loads(out.getvalue())["findings"]}
    assert (states["parts"], states["picture"]) == (NOTE, NOTE)
    assert "Watch the clue tokens" in err.getvalue()


def test_in_a_window_the_trial_ends_with_it(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    class Shown:
        def __init__(self, emulated: Emulated) -> None:
            self.ended = threading.Event()
            self.stop = self.ended.set

        def run(self) -> None:
            assert self.ended.wait(5)

    monkeypatch.setattr(doctor, "Window", Shown)
    monkeypatch.setattr(doctor, "Timing", lambda: Timing(0.0, 0.0, 0.0))
    out = io.StringIO()
    assert doctor.run("emulator", False, True, out, out, fake.machine()) == 1
    assert "button: clue: no press came" in out.getvalue()


@pytest.mark.parametrize("installed", [True, False])
def test_parts_that_a_companion_has_are_left_alone(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    if not installed:
        fake.uninstall()
        monkeypatch.setattr(program, "runs", lambda path: True)
    out = io.StringIO()
    assert doctor.run("bonnet", False, True, out, out, fake.machine()) == 0
    assert "sudo systemctl stop hanabi-companion.service" in out.getvalue()


def test_a_terminal_is_asked_and_a_pipe_is_not() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = io.StringIO()
    assert doctor.person(shown, Terminal("\nno\n")).confirm("Well?") is True
    assert doctor.person(shown, Terminal("No\n")).confirm("Well?") is False
    assert doctor.person(shown, io.StringIO("y\n")).confirm("Well?") is None
    assert "Well? [Y/n]" in shown.getvalue()
