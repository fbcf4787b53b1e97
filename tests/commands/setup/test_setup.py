"""`companion setup` on made-up devices: what it changes, what it refuses, and what it says."""

import io
import os
from pathlib import Path

import pytest

from companion import settings
from companion.commands.setup import setup, steps
from companion.commands.setup.starting import STARTED
from companion.errors import BadInput, CompanionError
from hardware.health.machine import CommandOutput
from tests.rig.machines import Fake
from wiring.reading.build import load
from wiring.switches import packages

NAMED = "etc/hanabi-companion/companion.toml"
RASPI = "raspi-config nonint do_i2c 0"


class Device(Fake):
    """A device with the package; it keeps which commands were run."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.asked: list[str] = []
        self.commands |= {"usermod": CommandOutput(0, ""), "raspi-config": CommandOutput(0, "")}
        self.put("etc/group", f"{(root / 'etc/group').read_text()}hanabi-companion:x:990:\n")

    def run(self, words):
        self.asked.append(" ".join(words))
        return super().run(words)

    def set_up(self, build=None, web=None, mqtt=None):
        """Set it up; gives the exit status and what was printed."""
        out = io.StringIO()
        status = setup.run(build, web, mqtt, out, self.machine(), sleep=lambda seconds: None)
        return status, out.getvalue()


@pytest.fixture
def device(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("SUDO_USER", "ada")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return Device(tmp_path / "device")


def written(device):
    """The settings as the service will have them."""
    return settings.load({"COMPANION_CONFIG": str(device.root / NAMED)}, boot=())


def test_the_settings_of_a_new_device_keep_games_where_the_service_may(device):
    device.set_up("deluxe")
    chosen = written(device)
    assert (chosen.panel, str(chosen.state_dir)) == ("deluxe", "/var/lib/hanabi-companion")
    assert str(chosen.socket) == "/run/hanabi-companion/hanabi-companion.sock"
    assert (device.root / NAMED).stat().st_mode & 0o777 == 0o644


def test_of_the_owners_settings_only_the_build_changes(device):
    device.put(NAMED, "# mine\npanel = 'table'\nlanguage = \"fr\"\n")
    device.set_up("bonnet")
    assert (device.root / NAMED).read_text() == '# mine\npanel = "bonnet"\nlanguage = "fr"\n'
    device.set_up()
    assert written(device).panel == "bonnet"


def test_a_build_of_ones_own_is_copied_to_where_the_service_sees_it(device, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text((Path(settings.__file__).parents[1] / "wiring" / "bonnet.toml").read_text())
    _, said = device.set_up(str(mine))
    assert (device.root / "etc/hanabi-companion/builds/mine.toml").read_bytes() == mine.read_bytes()
    assert written(device).panel == "/etc/hanabi-companion/builds/mine.toml"
    assert "your build was copied to /etc/hanabi-companion/builds/mine.toml" in said


@pytest.mark.parametrize(
    ("build", "gist"),
    [("tabel", "tabel"), ("/nowhere/mine.toml", "mine.toml"), ("my build.toml", "rename it")],
)
def test_a_build_that_cannot_be_is_refused_before_anything_is_changed(device, build, gist):
    with pytest.raises(BadInput, match=gist):
        device.set_up(build)
    assert not (device.root / NAMED).exists()
    assert not [words for words in device.asked if "restart" in words or "usermod" in words]


def test_only_root_may(device, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(CompanionError, match="run: sudo companion setup bonnet"):
        device.set_up("bonnet")


def test_without_a_service_it_says_where_one_comes_from(device):
    device.uninstall()
    with pytest.raises(CompanionError, match="make install"):
        device.set_up("bonnet")


def test_where_systemd_does_not_run_it_says_what_does(device):
    device.commands["systemctl"] = None
    device.put("usr/lib/systemd/system/hanabi-companion.service")
    with pytest.raises(CompanionError, match="companion run"):
        device.set_up("bonnet")


def test_whoever_called_sudo_may_use_the_shell(device, monkeypatch):
    _, said = device.set_up("bonnet")
    assert "usermod --append --groups hanabi-companion ada" in device.asked
    assert "ada may use `companion ctl` after logging in again" in said
    monkeypatch.delenv("SUDO_USER")
    _, said = device.set_up("bonnet")
    assert "only root may use `companion ctl`" in said


def test_who_is_a_member_already_stays_one(device):
    device.put("etc/group", "hanabi-companion:x:990:ada\n")
    device.set_up("bonnet")
    assert not [words for words in device.asked if words.startswith("usermod")]


def test_the_buses_of_the_build_are_switched_on(device):
    device.lose("dev/i2c-1")
    _, said = device.set_up("bonnet")
    assert RASPI in device.asked
    assert "sudo reboot" in said
    device.commands["raspi-config"] = None
    status, said = device.set_up("bonnet")
    assert f"sudo {RASPI} && sudo reboot" in said
    assert status == 1


def test_a_bus_that_is_on_is_left_alone(device):
    device.set_up("bonnet")
    assert RASPI not in device.asked


def test_the_service_is_enabled_and_started_and_waited_for(device):
    running = device.commands["systemctl"]
    states = iter([CommandOutput(0, "LoadState=loaded\nActiveState=active\nJob=7\n")] * 4)
    show = next(
        words
        for words in (device.set_up("bonnet"), device.asked)[1]
        if words.startswith("systemctl show")
    )
    device.asked.clear()

    def run(words):
        device.asked.append(" ".join(words))
        if " ".join(words) == show:
            return next(states, running)
        return Fake.run(device, words)

    device.run = run
    device.set_up("bonnet")
    start = device.asked.index("systemctl restart --no-block hanabi-companion.service")
    assert device.asked[start:].count(show) > 4
    assert f"systemctl enable --quiet {' '.join(STARTED)}" in device.asked[:start]
    assert "systemctl start hanabi-companion-halting.service" in device.asked[start:]


def test_what_takes_longer_than_a_question_is_waited_for(device):
    slow = ("systemctl enable", "systemctl restart", "usermod", "raspi-config")
    device.lose("dev/i2c-1")
    machine = device.machine()
    machine.run = lambda words: None if " ".join(words).startswith(slow) else device.run(words)
    out = io.StringIO()
    setup.run("bonnet", None, None, out, machine, sleep=lambda seconds: None)
    assert "could not be" not in out.getvalue()


def test_a_service_that_fails_each_time_is_told_and_not_waited_for_long(device):
    crashing = (
        "LoadState=loaded\nActiveState=activating\nSubState=auto-restart\n"
        "Result=exit-code\nNRestarts=3\n"
    )
    device.commands["systemctl"] = CommandOutput(0, crashing)
    status, said = device.set_up("bonnet")
    assert status == 1
    assert any(line.startswith("wrong  service: ") for line in said.splitlines()), said
    assert len([words for words in device.asked if words.startswith("systemctl show")]) < 10


def test_on_one_screen_it_says_what_is_right(device):
    _, said = device.set_up("bonnet")
    assert len(said.splitlines()) <= 24, said
    assert "ok     I2C" in said or "ok     buses" in said, said


BESIDE = {"web": steps.PAGE, "mqtt": steps.BRIDGE}
BROKER = 'panel = "bonnet"\n[mqtt]\nbroker = "hub.lan"\n'


@pytest.mark.parametrize("word", BESIDE)
def test_the_page_and_the_bridge_are_switched_on_and_off_where_that_is_wanted(device, word):
    name, unit, module, *_ = BESIDE[word]
    device.modules.add(module)
    device.put(NAMED, BROKER)
    _, said = device.set_up("bonnet")
    assert not any("enable" in words and unit in words for words in device.asked)
    assert f"systemctl try-restart {unit}" in device.asked
    _, said = device.set_up("bonnet", **{word: True})
    assert f"systemctl enable --quiet {unit}" in device.asked
    assert f"systemctl restart {unit}" in device.asked
    assert f"ok     {name}: the {name} runs, now and at each boot" in said
    _, said = device.set_up("bonnet", **{word: False})
    assert f"systemctl disable --quiet --now {unit}" in device.asked
    assert f"ok     {name}: the {name} does not run" in said
    assert (device.root / NAMED).read_text() == BROKER


@pytest.mark.parametrize(
    ("word", "package"), [("web", "python3-tornado"), ("mqtt", "python3-paho-mqtt")], ids=BESIDE
)
def test_what_the_page_or_the_bridge_lacks_is_said(device, word, package):
    status, said = device.set_up("bonnet", **{word: True})
    assert status == 1
    assert f"sudo apt install {package}" in said


def test_a_bridge_without_a_broker_does_not_run_yet(device):
    device.modules.add(steps.BRIDGE.module)
    _, said = device.set_up("bonnet", mqtt=True)
    (line,) = (line for line in said.splitlines() if line.startswith("note   bridge: "))
    assert "broker: is missing" in line
    assert line.endswith(
        " -> sudo nano /etc/hanabi-companion/companion.toml && sudo companion mqtt --check"
        " && sudo systemctl enable --now hanabi-companion-mqtt.service"
    )
    assert not any("enable" in words and steps.BRIDGE.unit in words for words in device.asked)


KIOSK = "hanabi-companion-kiosk.service"


def test_a_touch_screen_has_its_kiosk_and_another_build_has_none(device):
    for brings in packages(load("touch")).values():
        device.put(brings.lstrip("/"), "")
    device.modules.add("tornado")
    _, said = device.set_up("touch")
    assert written(device).panel == "touch"
    assert f"systemctl enable --quiet {KIOSK}" in device.asked
    assert f"systemctl restart {KIOSK}" in device.asked
    assert "kiosk: the kiosk runs, now and at each boot" in said
    device.asked.clear()
    _, said = device.set_up("bonnet")
    assert f"systemctl disable --quiet --now {KIOSK}" in device.asked
    assert "kiosk" not in said


def test_a_touch_screen_without_a_browser_is_told_with_what_to_install(device):
    device.put("usr/bin/cage", "")
    status, said = device.set_up("touch")
    assert status == 1
    lacking = ["chromium", "fonts-dejavu-core", "python3-tornado"]
    assert f"needs {', '.join(lacking)}, which is not installed" in said
    assert f"sudo apt install {' '.join(lacking)}" in said
    assert f"systemctl enable --quiet {KIOSK}" not in device.asked
