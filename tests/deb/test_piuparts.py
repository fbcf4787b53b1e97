"""piuparts: installing, upgrading from the version before, removing and purging leave nothing
behind.
"""

import shutil

import pytest

from systemd.making.roots import made, mirror, opened
from systemd.making.stand_ins import debs, ready

pytestmark = pytest.mark.deb

INDEX = "cd /repo && dpkg-scanpackages --multiversion . >Packages 2>/dev/null"
TRY = (
    "piuparts --existing-chroot=/base --distribution=trixie --no-eatmydata"
    " --skip-logrotatefiles-test --extra-repo='deb [trusted=yes] file:///repo ./' --bindmount=/repo"
    " --warn-on-leftovers-after-purge"
)


def test_nothing_is_left_behind(package, another):
    with opened(made("piuparts", ["dpkg-dev", "piuparts"])) as root:
        for deb in (*debs(), another("0.1.9")):
            root.put(deb, f"/repo/{deb.name}")
        root.put(package, f"/new/{package.name}")
        root.shell(INDEX)
        shutil.copytree(
            ready(), root.files / "base", symlinks=True, ignore=shutil.ignore_patterns("dev")
        )
        (root.files / "base" / "dev").mkdir()
        words = f"{TRY} --mirror='{mirror()}/debian main' /new/{package.name}"
        done = root.run("sh", "-c", words, network=True, check=False)
        assert done.returncode == 0, done.stdout[-6000:]
        assert "PASS: Installation, upgrade and purging tests." in done.stdout, done.stdout[-6000:]
