"""A stand-in for Raspberry Pi's gpiozero, since Debian 13's is too old, and a system to try things
in.

It is the one of Debian's next release, else packed from PyPI.
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from systemd.making import source
from systemd.making.build import builder_root
from systemd.making.roots import CACHE, NoRoot, Root, made_root, opened_root

ABSENT: Final = ("python3-gpiozero",)
"""What Debian 13 has only in a version that is too old."""
GPIOZERO: Final = "2.0.1"
_NEXT: Final = """\
echo "deb [check-valid-until=no] $MIRROR/debian sid main" >/etc/apt/sources.list.d/next.list
printf 'Package: *\\nPin: release a=unstable\\nPin-Priority: 50\\n' >/etc/apt/preferences.d/next
apt-get update -qq
mkdir /got; cd /got; apt-get download -qq python3-gpiozero/unstable
"""


def needed_packages() -> list[str]:
    """Return the packages that the package needs, by debian/control, in Debian's own archive."""
    names = (each.split()[0] for each in source.package_dependencies().split(", "))
    return [name for name in names if name not in ABSENT]


def stand_in_debs() -> list[Path]:
    """Return the stand-ins, made if they are not in the cache."""
    folder = CACHE / f"stand-ins-{GPIOZERO}"
    if not folder.exists():
        with (
            opened_root(builder_root()) as root,  # which makes the cache
            tempfile.TemporaryDirectory(dir=CACHE, prefix="new-") as name,
        ):
            new = Path(name) / "debs"
            new.mkdir()
            _fetch_gpiozero(root, new)
            new.rename(folder)
    return sorted(folder.glob("*.deb"))


def _fetch_gpiozero(root: Root, target: Path) -> None:
    mirror = re.findall(r"(https?://\S+)/debian ", root.shell("cat /etc/apt/sources.list"))[0]
    try:
        root.shell(_NEXT, network=True, MIRROR=mirror)
        (deb,) = (root.files / "got").glob("*.deb")
        (target / deb.name).write_bytes(deb.read_bytes())
    except NoRoot as error:
        print(
            "gpiozero is packed from PyPI, since Debian's next one is not to be had:"
            f" {str(error)[-200:]}"
        )
        _gpiozero_from_pypi(root, target)


def _gpiozero_from_pypi(root: Root, target: Path) -> None:
    with tempfile.TemporaryDirectory(dir=CACHE) as name:
        scratch = Path(name)
        words = (
            "download",
            "--quiet",
            "--no-deps",
            "--only-binary=:all:",
            "--dest",
            name,
            f"gpiozero=={GPIOZERO}",
        )
        subprocess.run([sys.executable, "-m", "pip", *words], check=True)
        (wheel,) = scratch.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(scratch / "usr" / "lib" / "python3" / "dist-packages")
        wheel.unlink()
        _pack_deb(root, target, "python3-gpiozero", GPIOZERO, "python3-colorzero, python3", scratch)


def _pack_deb(root: Root, target: Path, name: str, version: str, needs: str, files: Path) -> None:
    """Make a package of all that lies in the folder usr of `files`, if there is one."""
    tree = root.files / "pack" / name
    (tree / "DEBIAN").mkdir(parents=True)
    if (files / "usr").exists():
        root.put(files / "usr", f"/pack/{name}/usr")
    fields = {"Package": name, "Version": version, "Architecture": "all", "Depends": needs}
    fields |= {"Maintainer": "nobody <root@localhost>", "Description": "stand-in for a test"}
    lines = "".join(f"{key}: {value}\n" for key, value in fields.items() if value)
    (tree / "DEBIAN" / "control").write_text(lines)
    root.run("dpkg-deb", "--root-owner-group", "--build", f"/pack/{name}", "/pack")
    (deb,) = (root.files / "pack").glob(f"{name}_*.deb")
    (target / deb.name).write_bytes(deb.read_bytes())


def for_any_processor(package: Path, target: Path, tree: Path) -> None:
    """Pack a package that has Python alone once more, as one for every processor."""
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(
        re.sub(r"^Architecture: .*", "Architecture: all", control.read_text(), flags=re.MULTILINE)
    )
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, target], check=True)


def tester_root() -> Path:
    """Return a system that has nothing but apt, with all that the package needs in apt's cache."""
    wanted = " ".join([*needed_packages(), "python3-colorzero", "systemd"])
    fetch = f'chroot "$1" apt-get install -y --download-only {wanted}'
    keep = [f"--skip=cleanup/apt/{name}" for name in ("lists", "cache")]
    return made_root("tester", ["ca-certificates"], "minbase", f"--customize-hook={fetch}", *keep)


def ready_root() -> Path:
    """Return a system that has all that the package needs, but for the stand-ins."""
    return made_root("ready", _ready_packages())


def _ready_packages() -> list[str]:
    """Return all that the package needs, but for the stand-ins, and systemd's own tools."""
    return sorted([*needed_packages(), "python3-colorzero", "systemd"])
