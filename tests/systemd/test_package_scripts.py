"""The scripts of the package, run as dpkg runs them, with commands that only note what is asked."""

import os
import subprocess
from pathlib import Path

import pytest

DEBIAN = Path(__file__).parents[2] / "systemd" / "debian"
NOTE = '#!/bin/sh\necho "${0##*/} $*" >>"$ASKED"\n'
SYSTEMCTL = f"""{NOTE}case $1 in
show) for unit; do :; done; cat "$STATES/$unit" 2>/dev/null || echo inactive ;;
is-enabled) [ -e "$STATES/enabled" ] ;;
esac
"""
STARTED = (
    "systemctl enable --quiet hanabi-companion.service hanabi-companion-poweroff.path"
    " hanabi-companion-restore.service hanabi-companion-halting.service"
)


class Device:
    """A device whose units have states."""

    def __init__(self, folder):
        self.folder = folder
        self.states = folder / "states"
        self.bin = folder / "bin"
        for place in (self.states, self.bin, folder / "run"):
            place.mkdir()
        (folder / "confmodule").write_text("db_stop() { :; }\n")
        for name in ("deb-systemd-invoke", "udevadm"):
            self.put(name, NOTE)
        self.put("systemctl", SYSTEMCTL)

    def put(self, name, code):
        file = self.bin / name
        file.write_text(code)
        file.chmod(0o755)

    def unit(self, name, state):
        (self.states / name).write_text(f"{state}\n")

    def call(self, script, *words):
        """Run a script. Return what it said, and the commands that it asked for."""
        text = (DEBIAN / script).read_text()
        text = text.replace("/run/systemd/system", str(self.folder / "run"))
        text = text.replace("/usr/share/debconf/confmodule", str(self.folder / "confmodule"))
        asked = self.folder / "asked"
        asked.write_text("")
        environ = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "ASKED": str(asked),
            "STATES": str(self.states),
        }
        done = subprocess.run(
            ["sh", "-c", text, script, *words],
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines(), asked.read_text().splitlines()


@pytest.fixture
def device(tmp_path):
    return Device(tmp_path)


def restarted(asked):
    return [line.split()[-1] for line in asked if line.startswith("deb-systemd-invoke restart")]


def test_the_first_installation_starts_nothing(device):
    device.unit("hanabi-companion.service", "active")
    said, asked = device.call("postinst", "configure", "")
    assert (said, restarted(asked)) == ([], [])
    assert "udevadm control --reload" in asked


def test_what_runs_is_restarted_as_the_new_version_and_the_way_back_is_told(device):
    device.unit("hanabi-companion.service", "activating")
    device.unit("hanabi-companion-web.service", "active")
    device.unit("hanabi-companion-mqtt.service", "failed")
    said, asked = device.call("postinst", "configure", "0.1.0")
    assert restarted(asked) == ["hanabi-companion.service", "hanabi-companion-web.service"]
    assert said == [
        "hanabi-companion: restarting; check it with: sudo companion doctor",
        "hanabi-companion: to go back: sudo apt install --allow-downgrades"
        " ./hanabi-companion_0.1.0_all.deb",
    ]


def test_a_page_that_runs_alone_is_restarted_without_a_word(device):
    device.unit("hanabi-companion-web.service", "active")
    said, asked = device.call("postinst", "configure", "0.1.0")
    assert (said, restarted(asked)) == ([], ["hanabi-companion-web.service"])


def test_what_starts_with_the_computer_is_enabled_again_where_it_was(device):
    assert STARTED not in device.call("postinst", "configure", "0.1.0")[1]
    device.unit("enabled", "")
    assert STARTED in device.call("postinst", "configure", "0.1.0")[1]


@pytest.mark.parametrize("tool", ["deb-systemd-invoke", "systemctl", "udevadm"])
def test_a_service_manager_that_fails_does_not_fail_the_installation(device, tool):
    device.unit("hanabi-companion.service", "active")
    device.unit("enabled", "")
    code = (device.bin / tool).read_text()
    device.put(tool, f'{code}[ "$1" = is-enabled ] || exit 1\n')
    device.call("postinst", "configure", "0.1.0")
    if tool == "deb-systemd-invoke":
        device.call("prerm", "remove")


def test_a_removal_stops_what_runs_and_an_upgrade_does_not(device):
    _, (line,) = device.call("prerm", "remove")
    assert line.startswith("deb-systemd-invoke stop ")
    assert "hanabi-companion.service" in line.split()
    assert device.call("prerm", "upgrade", "0.3.0") == ([], [])


def test_without_systemd_nothing_is_asked(device):
    (device.folder / "run").rmdir()
    assert device.call("postinst", "configure", "0.1.0") == ([], [])
    assert device.call("prerm", "remove") == ([], [])
