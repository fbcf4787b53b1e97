"""The Debian package on a virtual Raspberry Pi with Debian 13: set up, played, upgraded, purged."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.rig.hil_folders import CACHE, HERE, ROOT
from tests.tools.deb import versions
from tests.tools.deb.build import build
from tests.tools.deb.roots import why_not
from tests.tools.deb.stand_ins import debs, depends, for_any_processor

ENGINE = os.environ.get("COMPANION_HIL_ENGINE", "arm64")
BUILD = "bonnet"
BESIDE = ("python3-tornado", "python3-paho-mqtt", "mosquitto")
"""What the page and the bridge need, and a broker."""

pytestmark = [
    pytest.mark.hil,
    pytest.mark.skipif(
        os.environ.get("COMPANION_HIL") != "1", reason="needs root and QEMU: make test-hil"
    ),
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root"),
]


@pytest.mark.skipif(why_not() != "", reason="builds packages, which needs root and mmdebstrap")
def test_the_package_lives_on_a_device_from_its_installation_to_its_purge(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    package = Path(os.environ.get("COMPANION_DEB_PACKAGE") or build(tmp_path))
    versions.another(package, "1.0", shared)
    versions.another(package, "2.0", shared)
    versions.another(
        package,
        "3.0",
        shared,
        companion__daemon__core=lambda text: f"{text}\nraise SystemExit(3)\n",
    )
    for tree in ("1.0", "2.0", "3.0"):
        shutil.rmtree(shared / tree)
    if ENGINE == "arm64":
        words = ["bash", HERE / "lgpio.sh", "trixie", "arm64"]
        made = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        for wheel in Path(made).glob("*.whl"):
            shutil.copy(wheel, shared)
    (gpiozero,) = (deb for deb in debs() if "gpiozero" in deb.name)
    for_any_processor(gpiozero, shared / "python3-gpiozero_all.deb", tmp_path / "gpiozero")
    needed = " ".join(["make", "dpkg", "python3-colorzero", *BESIDE, *depends()])
    words = [
        "-e",
        ENGINE,
        "-d",
        "trixie",
        "-p",
        "",
        "-a",
        needed,
        "-s",
        ROOT,
        "-o",
        shared,
        "-t",
        "3600",
    ]
    environ = "PYTHONPATH=/mnt/src PYTHONDONTWRITEBYTECODE=1"
    socket = "COMPANION_SOCKET=/run/hanabi-companion/hanabi-companion.sock"
    script = f"{environ} {socket} python3 -m tests.hil.packaged {BUILD} /mnt/host"
    done = subprocess.run(
        ["bash", HERE / "hil.sh", *words, "--", script],
        env={**os.environ, "HIL_CACHE": str(CACHE)},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert "all well" in done.stdout
