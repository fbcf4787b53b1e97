"""`companion setup` on made-up devices: what it changes, what it refuses, and what it says."""

import io
import os
from pathlib import Path

import pytest

from companion import settings
from companion.club.onlooker import ONLOOKER as BRIDGE
from companion.commands.setup import boot_files, setup
from companion.commands.setup.setup import RESTART, STARTED
from companion.errors import BadInput, CompanionError
from companion.page.onlooker import ONLOOKER as PAGE
from hardware.health.machine import CommandOutput
from tests.rig.machines import NOTHING, Fake
from wiring.reading.build import load
from wiring.switches import extra_packages

NAMED = "etc/hanabi-companion/companion.toml"
CONFIG = "boot/firmware/config.txt"
CARD = "boot/firmware/companion.toml"


class Device(Fake):
    """A device with the package; it keeps which commands were run."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.asked: list[str] = []
        self.commands["usermod"] = CommandOutput(0, "")

    def run(self, words, patience_s=0.0):
        self.asked.append(" ".join(words))
        return super().run(words, patience_s)

    def set_up(self, build=None, **wanted):
        """Set it up; gives the exit status and what was printed."""
        out = io.StringIO()
        status = setup.run(build, wanted, out, self.machine())
        return status, out.getvalue()

    def start_first(self):
        """The same as the files of its card ask for."""
        out = io.StringIO()
        return setup.first_start(out, self.machine()), out.getvalue()

    def text(self, name):
        return (self.root / name).read_bytes().decode()


@pytest.fixture
def device(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(boot_files, "_WAIT_S", 0.02)
    monkeypatch.setattr(boot_files, "_LOOK_S", 0.01)
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


def test_without_a_service_it_says_where_one_comes_from_and_what_runs_without_systemd(device):
    device.uninstall()
    with pytest.raises(CompanionError, match="make install"):
        device.set_up("bonnet")
    device.commands["systemctl"] = NOTHING
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
    device.commands["id -Gn ada"] = CommandOutput(0, "ada hanabi-companion\n")
    device.set_up("bonnet")
    assert not [words for words in device.asked if words.startswith("usermod")]


def test_the_buses_of_the_build_are_switched(device):
    device.lose("dev/i2c-1")
    device.put(CONFIG, "[pi5]\n")
    _, said = device.set_up("bonnet")
    assert device.text(CONFIG) == "[pi5]\n\n[all]\ndtparam=i2c_arm=on\n"
    assert {"modprobe i2c-dev", "dtparam i2c_arm=on"} <= set(device.asked)
    assert "I2C bus 1 is switched on from the next start of the computer on -> sudo reboot" in said
    status, said = device.set_up("bonnet")
    assert "wrong  buses: I2C bus 1 is not switched on yet, or cannot be" in said
    assert status == 1
    device.put("dev/i2c-1")
    status, said = device.set_up("bonnet")
    assert (status, "  buses: " in said) == (0, False)


def test_a_bus_whose_pins_the_build_needs_is_switched_off(device):
    usual = "console=serial0,115200 console=tty1 ds=nocloud;i=1\n"
    device.put("boot/firmware/cmdline.txt", usual)
    device.put("proc/cmdline", "coherent_pool=1M console=ttyS0,115200\n")
    device.set_up("bonnet")
    assert device.text("boot/firmware/cmdline.txt") == usual
    _, said = device.set_up("table")
    assert device.text(CONFIG).endswith("dtparam=spi=off\n")
    assert device.text("boot/firmware/cmdline.txt") == "console=tty1 ds=nocloud;i=1\n"
    assert "SPI bus 0 is switched off from the next start" in said
    assert "serial console is switched off from the next start" in said
    _, said = device.set_up("table")
    assert "serial console is not switched off yet" in said


def test_the_console_on_the_debug_connector_of_a_raspberry_pi_5_stays(device):
    usual = "console=serial0,115200 console=tty1\n"
    device.put("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.1\0")
    device.put("boot/firmware/cmdline.txt", usual)
    _, said = device.set_up("table")
    assert device.text("boot/firmware/cmdline.txt") == usual
    assert "serial console is switched" not in said


def test_the_service_is_enabled_and_started_and_waited_for(device):
    device.set_up("bonnet")
    start = device.asked.index("systemctl restart hanabi-companion.service")
    assert f"systemctl enable --quiet {' '.join(STARTED)}" in device.asked[:start]
    assert "systemctl start hanabi-companion-halting.service" in device.asked[start:]


def test_what_takes_longer_than_a_question_is_waited_for(device):
    slow = ("systemctl enable", "systemctl restart", "usermod")
    machine = device.machine()

    def run(words, patience_s=0.0):
        is_late = " ".join(words).startswith(slow) and patience_s < 200
        return NOTHING if is_late else device.run(words)

    machine.run = run
    out = io.StringIO()
    setup.run("bonnet", {}, out, machine)
    assert "could not be" not in out.getvalue()


def test_a_service_that_fails_is_told(device):
    crashing = (
        "LoadState=loaded\nActiveState=activating\nSubState=auto-restart\n"
        "Result=exit-code\nNRestarts=3\n"
    )
    device.commands["systemctl"] = CommandOutput(0, crashing)
    status, said = device.set_up("bonnet")
    assert status == 1
    assert any(line.startswith("wrong  service: ") for line in said.splitlines()), said


def test_on_one_screen_it_says_what_is_right(device):
    _, said = device.set_up("bonnet")
    assert len(said.splitlines()) <= 24, said
    assert "ok     I2C" in said, said


BESIDE = {"web": PAGE, "mqtt": BRIDGE}
BROKER = 'panel = "bonnet"\n[mqtt]\nbroker = "hub.lan"\n'


@pytest.mark.parametrize("word", BESIDE)
def test_the_page_and_the_bridge_are_switched_on_and_off_where_that_is_wanted(device, word):
    name, unit = BESIDE[word].unit
    device.modules.add(BESIDE[word].package_module)
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
    device.modules.add(BRIDGE.package_module)
    _, said = device.set_up("bonnet", mqtt=True)
    (line,) = (line for line in said.splitlines() if line.startswith("note   bridge: "))
    assert "broker: is missing" in line
    assert line.endswith(
        " -> sudo nano /etc/hanabi-companion/companion.toml && sudo companion mqtt --check"
        " && sudo systemctl enable --now hanabi-companion-mqtt.service"
    )
    assert not any("enable" in words and BRIDGE.unit.file in words for words in device.asked)


KIOSK = "hanabi-companion-kiosk.service"


def test_a_touch_screen_has_its_kiosk_and_another_build_has_none(device):
    for brings in extra_packages(load("touch")).values():
        device.put(brings.lstrip("/"), "")
    device.modules.add("tornado")
    _, said = device.set_up("touch")
    assert written(device).panel == "touch"
    assert f"systemctl enable --quiet {KIOSK}" in device.asked
    assert f"systemctl restart {KIOSK}" in device.asked
    assert "kiosk: the kiosk runs, now and at each boot" in said
    grant = device.root / "etc/systemd/system/hanabi-companion-web.service.d/screen.conf"
    assert f"--socket {settings.INSTALLED_SOCKET}" in grant.read_text()
    assert "systemctl daemon-reload" in device.asked
    device.asked.clear()
    _, said = device.set_up("bonnet")
    assert f"systemctl disable --quiet --now {KIOSK}" in device.asked
    assert "kiosk" not in said
    assert not grant.exists()


def test_a_touch_screen_without_a_browser_is_told_with_what_to_install(device):
    device.put("usr/bin/cage", "")
    status, said = device.set_up("touch")
    assert status == 1
    lacking = ["chromium", "fonts-dejavu-core", "python3-tornado"]
    assert f"needs {', '.join(lacking)}, which is not installed" in said
    assert f"sudo apt install {' '.join(lacking)}" in said
    assert f"systemctl enable --quiet {KIOSK}" not in device.asked


# The first start of a card


@pytest.fixture
def card(device):
    """A device whose card names its build, and which has no bus yet."""
    device.put(CARD, 'panel = "bonnet"\n')
    device.put(CONFIG, "")
    device.lose("dev/i2c-1", "dev/spidev0.0")
    return device


def started(device):
    return any("restart hanabi-companion.service" in words for words in device.asked)


def test_a_card_wants_one_restart_for_a_bus_that_is_missing_and_is_set_up_then(card):
    status, said = card.start_first()
    assert (status, said) == (RESTART, "The build's buses are switched on from the next start.\n")
    assert (started(card), (card.root / NAMED).exists()) == (False, False)
    config = card.text(CONFIG)
    assert config == "dtparam=i2c_arm=on\n"
    card.put("dev/i2c-1")
    assert card.start_first()[0] == 0
    assert (started(card), written(card).panel, card.text(CONFIG)) == (True, "bonnet", config)


def test_a_bus_that_is_missing_after_the_restart_too_is_told_and_the_rest_set_up(card):
    card.start_first()
    status, said = card.start_first()
    assert (status, "wrong  buses: I2C bus 1" in said, started(card)) == (0, True, True)


def test_a_bus_that_is_there_at_once_wants_no_restart(card):
    card.put("dev/i2c-1")
    assert card.start_first()[0] == 0
    assert card.text(CONFIG) == "dtparam=i2c_arm=on\n"


@pytest.mark.parametrize("text", ['language = "fr"\n', None])
def test_a_card_that_names_no_build_gets_the_usual_one(card, text):
    card.lose(CARD)
    card.put("dev/i2c-1")
    card.put("dev/spidev0.0")
    if text:
        card.put(CARD, text)
    assert card.start_first()[0] == RESTART, "the usual one needs the pins of SPI"
    assert card.start_first()[0] == 0
    assert written(card).panel == "table"


def test_a_build_of_ones_own_lies_beside_the_settings(card):
    card.put("boot/firmware/mine.toml", '# mine\nbase = "bonnet"\n')
    card.put(CARD, 'panel = "mine.toml"\n')
    with pytest.raises(BadInput, match=r"mine\.toml"):
        card.start_first()


@pytest.mark.parametrize("text", ['panel = "bonet"\n', "panel = 3\n", "panel\n"])
def test_a_wrong_build_changes_nothing(card, text):
    card.put(CARD, text)
    with pytest.raises(CompanionError):
        card.start_first()
    assert (started(card), card.text(CONFIG)) == (False, "")


def test_a_card_is_not_done_while_the_service_would_not_start_with_the_computer(card):
    card.put("dev/i2c-1")
    card.commands[f"systemctl enable --quiet {' '.join(STARTED)}"] = CommandOutput(1, "")
    with pytest.raises(CompanionError, match="start the computer once more"):
        card.start_first()


def test_a_full_first_partition_is_a_sentence(card, monkeypatch):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CompanionError, match="writable and have room"):
        card.start_first()
    assert card.text(CONFIG) == ""
