"""The Debian package on a virtual Raspberry Pi with Debian 13: set up, played, upgraded."""

import os
import shutil
from pathlib import Path

from systemd.making.build import build_package
from systemd.making.stand_ins import needed_packages
from tests.hil.virtual_pi import ENGINE, MARKS_OF_PACKAGES, VirtualPi, lay_gpiozero, steps
from tests.rig import package_versions as versions

BUILD = "bonnet"
BESIDE = ("python3-tornado", "python3-paho-mqtt", "mosquitto")
"""What the page and the bridge need, and a broker."""

pytestmark = MARKS_OF_PACKAGES


def test_the_package_lives_on_a_device_through_its_upgrades(tmp_path):
    needed = " ".join(["dpkg", "python3-colorzero", *BESIDE, *needed_packages()])
    pi = VirtualPi(tmp_path, ENGINE, "trixie", needed)
    package = Path(os.environ.get("COMPANION_DEB_PACKAGE") or build_package(tmp_path))
    versions.another(package, "1.0", pi.shared)
    versions.another(package, "2.0", pi.shared)
    versions.another(
        package,
        "3.0",
        pi.shared,
        companion__daemon__core=lambda text: f"{text}\nraise SystemExit(3)\n",
    )
    for tree in ("1.0", "2.0", "3.0"):
        shutil.rmtree(pi.shared / tree)
    lay_gpiozero(pi.shared, tmp_path)
    pi.must(steps("packaged", f"packaged {BUILD} /mnt/host"))
