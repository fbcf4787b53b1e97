"""Virtual Raspberry Pis with the Debian package, and with a stand-in for Raspberry Pi's archive."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from systemd.making.build import build
from systemd.making.roots import why_not
from systemd.making.stand_ins import debs, depends, for_any_processor
from tests.rig.hil_folders import CACHE
from tests.rig.virtual_pi import ENGINE, MARKS, VirtualPi

MARKS_OF_PACKAGES = [
    *MARKS,
    pytest.mark.skipif(why_not() != "", reason="builds packages, which needs root and mmdebstrap"),
]
"""The marks of a test that builds packages too."""
DISK_BYTES = 64 << 20


def lay_gpiozero(shared: Path, scratch: Path) -> None:
    """Put the package of gpiozero in a folder, for any processor."""
    (gpiozero,) = debs()
    for_any_processor(gpiozero, shared / "python3-gpiozero_all.deb", scratch / "gpiozero")


@contextmanager
def packaged_pi(packages: str = "") -> Iterator[tuple[VirtualPi, Path]]:
    """Yield a computer with Debian 13 and an empty second disk, and the package to be installed.

    The package lies in a folder of its own, the stand-in in the shared one.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="packaged-") as name:
        folder = Path(name)
        disk = folder / "disk.img"
        with disk.open("wb") as image:
            image.truncate(DISK_BYTES)
        needed = " ".join(["dpkg", "python3-colorzero", packages, *depends()])
        pi = VirtualPi(folder, ENGINE, "trixie", needed, disk)
        lay_gpiozero(pi.shared, folder)
        yield pi, build(folder, lint=False)
