"""Builds the package as an ordinary user in a clean Debian 13 system."""

import os
import re
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from systemd.making import source
from systemd.making.roots import USER, made_root, opened_root

DIST: Final = source.ROOT / "dist"
LINTED: Final = ("lintian",)


def builder_root() -> Path:
    """Return the system that packages are built in, with what debian/control needs for that."""
    control = (source.ROOT / "systemd" / "debian" / "control").read_text("utf-8")
    (block,) = re.findall(r"^Build-Depends:\n((?: .*\n)+)", control, re.MULTILINE)
    lines = block.strip().rstrip(",").split(",\n")
    names = {re.split(r"[ :(]", line.strip())[0] for line in lines}
    # The former is no package, but how control names the rules of the latter.
    names = names - {"debhelper-compat"} | {"debhelper"}
    return made_root("builder", sorted({*names, *LINTED}), "buildd")


def build_package(target: Path, lint: bool = True, is_local: bool = False) -> Path:
    """Build the package into a folder. Return its path.

    With `lint` lintian must be content too. A local one has the moment in its number.
    """
    with opened_root(builder_root()) as root:
        home = root.files / "home" / USER
        tree = home / "source"
        source.export_tree(tree)
        moment = source.source_time()
        source.write_changelog(tree, moment, f"+{int(time.time())}" if is_local else "")
        root.run("chown", "-R", f"{USER}:{USER}", f"/home/{USER}")
        root.shell("cd ~/source && dpkg-buildpackage --build=binary --no-sign", user=USER)
        (package,) = home.glob("*.deb")
        if lint:
            words = (
                "--fail-on",
                "error,warning",
                "--tag-display-limit",
                "0",
                f"/home/{USER}/{package.name}",
            )
            root.run("lintian", *words, user=USER)
        target.mkdir(parents=True, exist_ok=True)
        hand_to_owner(target, shutil.copyfile(package, target / package.name))
    return target / package.name


def hand_to_owner(*paths: Path) -> None:
    """Give what root made to the owner of the checkout."""
    there: Sequence[int] = (os.stat(source.ROOT).st_uid, os.stat(source.ROOT).st_gid)
    for path in paths:
        os.chown(path, *there)
