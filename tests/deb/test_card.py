"""A card's files in a clean Debian 13, read by its own cloud-init, without a network: they install
all that is missing. `tests/hil` cuts that off.

systemd is not there: what it would be asked is kept in a file.
"""

import json
from pathlib import Path

import pytest

from systemd.making.card import card_files
from systemd.making.card.download import downloaded_debs
from systemd.making.roots import made_root, opened_root
from systemd.making.stand_ins import stand_in_debs

pytestmark = pytest.mark.deb

BOOT = "/boot/firmware"
SET_UP = f"python3 -I -B {BOOT}/companion/set_up.py"
STAGES = ("init --local", "init", "modules --mode config", "modules --mode final")
CLOUD = " && ".join(f"cloud-init {stage}" for stage in STAGES)
ASKED = "/root/asked"
STUBS = {
    name: f'#!/bin/sh\necho "{name} $@" >>{ASKED}\n'
    for name in ("systemd-run", "systemctl", "timeout")
}
"""Programs that only note how they were called."""
STUBS["systemctl"] += '[ "$1" != show ] || echo LoadState=loaded\n'
IMAGERS = {
    "user-data": "#cloud-config\nhostname: table7\nruncmd:\n- [ touch, /root/runcmd ]\n",
    "meta-data": "dsmode: local\ninstance_id: rpios-image\n",
    "network-config": "network:\n  version: 2\n",
}
LITE = ("cloud-init", "python3-colorzero", "systemd")
"""What Lite has of what the set-up needs."""
SEED = "datasource_list: [ NoCloud, None ]\ndatasource:\n  NoCloud:\n    seedfrom: file://%s\n"


@pytest.fixture(scope="session")
def card(package, tmp_path_factory):
    """A card for this processor's Debian."""
    target = tmp_path_factory.mktemp("card") / "card"
    with downloaded_debs("amd64") as files:
        card_files.write_card(target, card_files.choose_build("bonnet"), [*files, package], "amd64")
    return target


class Pi:
    """A system as Lite, but for the processor, with a card's files on its first partition."""

    def __init__(self, root, card):
        self.root = root
        self.boot = Path(root.put(card, BOOT))
        for name, text in {**IMAGERS, "config.txt": "#dtparam=i2c_arm=on\n"}.items():
            self.write(f"{BOOT}/{name}", text)
        self.write("/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg", SEED % BOOT)
        for name, code in STUBS.items():
            self.write(f"/usr/bin/{name}", code).chmod(0o755)
        (gpiozero,) = (root.put(deb, f"/stand-ins/{deb.name}") for deb in stand_in_debs())
        root.run("dpkg", "--install", gpiozero)

    def file(self, name):
        return self.root.files / name.lstrip("/")

    def write(self, name, text):
        file = self.file(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def start(self):
        """Run the card's program. Return its report."""
        self.root.run("sh", "-c", SET_UP, check=False)
        return self.report()

    def asked(self, begin):
        """Return the commands that begin with these words and were only noted."""
        file = self.file(ASKED)
        lines = file.read_text().splitlines() if file.exists() else []
        return [line for line in lines if line.startswith(begin)]

    def report(self):
        return self.file(f"{BOOT}/companion-setup.txt").read_text()

    def is_whole(self):
        """Whether each package of the card is installed, and dpkg finds nothing wrong."""
        manifest = json.loads(self.file(f"{BOOT}/companion/card.json").read_text())
        wanted = {row["package"] for row in manifest["packages"].values()}
        listing = "--showformat=${db:Status-Abbrev} ${Package}\\n"
        said = self.root.run("dpkg-query", "--show", listing).stdout
        installed = {line.split()[1] for line in said.splitlines() if line.startswith("ii ")}
        return wanted <= installed and not self.root.run("dpkg", "--audit").stdout


@pytest.fixture
def pi(card):
    with opened_root(made_root("lite", LITE)) as root:
        yield Pi(root, card)


def test_cloud_init_has_it_run_beside_what_imager_wrote(pi):
    pi.root.shell(CLOUD)
    (line,) = pi.asked("systemd-run")
    assert line.endswith(SET_UP)
    pi.start()
    assert pi.is_whole()
    assert "The computer restarts once" in pi.report()
    assert pi.file(f"{BOOT}/config.txt").read_text() == "#dtparam=i2c_arm=on\ndtparam=i2c_arm=on\n"
    assert pi.asked("systemctl reboot")
    for name, text in IMAGERS.items():
        assert pi.file(f"{BOOT}/{name}").read_text() == text
    assert pi.file("/root/runcmd").exists(), "the commands of user-data run too"
    assert pi.root.shell("companion --version").startswith("companion ")


def test_each_start_has_it_run_and_user_data_can_switch_it_off(pi):
    for starts in (1, 2):
        pi.root.shell("cloud-init init --local && cloud-init init")
        assert len(pi.asked("systemd-run")) == starts
    pi.write(f"{BOOT}/user-data", "#cloud-config\nvendor_data: {enabled: false}\n")
    pi.root.shell("cloud-init clean && cloud-init init --local && cloud-init init")
    assert len(pi.asked("systemd-run")) == 2
