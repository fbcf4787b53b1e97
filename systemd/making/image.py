"""`make image IMAGE=raspios.img BUILD=bonnet`: puts a card's files into an image, by mtools.

Beside the image it leaves a list of own images for Raspberry Pi Imager.
"""

import hashlib
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.errors import BadInput, CompanionError
from systemd.making.build import DIST, hand_to_owner
from systemd.making.card import __main__ as card
from systemd.making.card.card_files import INSIDE
from systemd.making.roots import NoRoot

SECTOR: Final = 512
_FAT: Final = (0x06, 0x0B, 0x0C, 0x0E)
"""The types of a FAT partition in a partition table."""
_ENTRY: Final = struct.Struct("<4xB3xII")
"""The first entry of a partition table: its type, first sector and number of sectors."""
_SYSTEM: Final = {"config.txt", "cmdline.txt", "user-data"}
"""Files of Raspberry Pi OS that cloud-init sets up."""
_DEVICES: Final = ("pi5-64bit", "pi4-64bit", "pi3-64bit")
"""What Imager calls the computers for which the system is."""
_BLOCK: Final = 1 << 20


class Partition(NamedTuple):
    """A partition of an image, in bytes."""

    offset: int
    size: int


def _first_partition(image: Path) -> Partition:
    """Return the first partition of an image; a `BadInput` for a file that is no such image."""
    with image.open("rb") as file:
        table = file.read(SECTOR)
    if len(table) == SECTOR and table.endswith(b"\x55\xaa"):
        kind, start, count = _ENTRY.unpack_from(table, 446)
        partition = Partition(start * SECTOR, count * SECTOR)
        end = partition.offset + partition.size
        if kind in _FAT and SECTOR <= partition.offset < end <= image.stat().st_size:
            return partition
    raise BadInput(
        f"{image} is no whole image of a card, whose first partition is FAT; download Raspberry Pi"
        " OS Lite (Trixie, 64 bit) again, and unpack it, as with: unxz FILE.img.xz"
    )


def _put_files(image: Path, folder: Path) -> None:
    """Put a card's files into the first partition of an image, all of them or none.

    Raises a `CompanionError`.
    """
    if not shutil.which("mcopy"):
        raise CompanionError("mtools is missing: sudo apt install mtools")
    partition = _first_partition(image)
    with tempfile.TemporaryDirectory(dir=image.parent) as name:
        copy = Path(name) / "partition"
        _take_out(image, partition, copy)
        need_system(image, copy)
        _run_mtools("mdeltree", copy, f"::/{INSIDE}")  # the packages of an earlier card, if any
        done = _run_mtools("mcopy", copy, "-s", "-o", *map(str, sorted(folder.iterdir())), "::/")
        if done.returncode:
            said = (done.stdout.strip().splitlines() or ["it does not say why"])[-1]
            raise CompanionError(
                f"the files have no room in the first partition of {image}, which stays as it was"
                f" (mcopy: {said})"
            )
        _put_back(image, partition, copy)


def need_system(image: Path, copy: Path) -> None:
    """Refuse an image whose first partition is not that of a Raspberry Pi OS with cloud-init."""
    listed = _run_mtools("mdir", copy, "-b", "::/").stdout.splitlines()
    names = {line.strip().removeprefix("::/").lower() for line in listed}
    if not names >= _SYSTEM:
        raise BadInput(
            f"{image} is another system; the companion's files are for Raspberry Pi OS Lite"
            " (Trixie, 64 bit) of November 2025 or later"
        )


def _run_mtools(tool: str, copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [tool, "-i", str(copy), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        # Without its check, which refuses what is no whole number of a disk's tracks.
        env={**os.environ, "MTOOLS_SKIP_CHECK": "1", "LC_ALL": "C.UTF-8"},
    )


def _take_out(image: Path, partition: Partition, copy: Path) -> None:
    """Copy a partition to a file, in which what is empty takes no room."""
    with image.open("rb") as source, copy.open("wb") as target:
        source.seek(partition.offset)
        for place in range(0, partition.size, _BLOCK):
            block = source.read(min(_BLOCK, partition.size - place))
            if any(block):
                target.seek(place)
                target.write(block)
        target.truncate(partition.size)


def _put_back(image: Path, partition: Partition, copy: Path) -> None:
    """Write the blocks that changed, and nothing else."""
    with copy.open("rb") as source, image.open("r+b") as target:
        for place in range(partition.offset, partition.offset + partition.size, _BLOCK):
            block = source.read(_BLOCK)
            target.seek(place)
            if target.read(len(block)) != block:
                target.seek(place)
                target.write(block)
        target.flush()
        os.fsync(target.fileno())


def _imager_list(image: Path, build: str) -> dict[str, Any]:
    size = image.stat().st_size
    with image.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    entry = {
        "name": f"Hanabi table companion ({build})",
        "description": f"Raspberry Pi OS Lite with the companion for the build {build}",
        "icon": "",
        "url": image.resolve().as_uri(),
        "release_date": datetime.now(UTC).date().isoformat(),
        "extract_size": size,
        "extract_sha256": digest,
        "image_download_size": size,
        "init_format": "cloudinit-rpi",
        "devices": list(_DEVICES),
    }
    return {"os_list": [entry]}


def _make_image(name: str, build: str) -> Path:
    """Make an image a companion's. Return the list for Raspberry Pi Imager.

    Raises a `CompanionError` or a `NoRoot`; the image is looked at before anything is built.
    """
    if not name:
        raise BadInput("no image is named; IMAGE=FILE is an unpacked image of Raspberry Pi OS Lite")
    image = Path(name)
    _first_partition(image)
    folder = DIST / "card"
    card.make_card(build, folder)
    _put_files(image, folder)
    told = image.with_name(f"{image.name}.json")
    told.write_text(f"{json.dumps(_imager_list(image, build), indent=1)}\n", "utf-8")
    hand_to_owner(folder, *folder.rglob("*"), told)
    return told


def main() -> int:
    """Make it. Return the exit status."""
    name = os.environ.get("IMAGE", "")
    try:
        told = _make_image(name, os.environ.get("BUILD", ""))
    except CompanionError as error:
        print(f"make image: {'; '.join(str(error).splitlines())}", file=sys.stderr)
        return 2 if isinstance(error, BadInput) else 1
    except (NoRoot, ValueError) as error:
        print(f"make image: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"make image: {error.filename or name}: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{name} has the companion; write it with: rpi-imager --repo {told.resolve()}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
