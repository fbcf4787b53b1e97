"""A card that was copied together on another computer, in a virtual Raspberry Pi with Debian 13 and
its cloud-init: from its first start to the question for the language, with cuts of power on the
way.
"""

import re
import tempfile
from pathlib import Path

import pytest

from systemd.making.card.__main__ import make_card
from tests.hil.virtual_pi import (
    CACHE,
    ENGINE,
    MARKS_OF_PACKAGES,
    Unplug,
    VirtualPi,
    at_line,
    lay_gpiozero,
    steps,
)
from tests.rig.backups import backup_of
from tests.rig.many_games import ManyGames

ARCHITECTURE = {"arm64": "arm64", "qemu": "amd64"}[ENGINE]
BUILD = "bonnet"
GAMES = 7
"""How many games the backup has that is put on the card."""
LITE = "cloud-init dosfstools netplan.io python3-colorzero sudo"
"""What Lite has of what the set-up needs, but for gpiozero, which is a stand-in."""
pytestmark = MARKS_OF_PACKAGES


def unpacked(number: int) -> Unplug:
    """Pull the plug once so many packages are unpacked."""

    def unplug(line: str) -> bool:
        match = re.match(r"unpacked (\d+)", line)
        return match is not None and int(match[1]) >= number

    return unplug


@pytest.fixture
def pi():
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="card-") as folder:
        pi = VirtualPi(Path(folder), ENGINE, "trixie", LITE)
        make_card(BUILD, pi.shared / "card", ARCHITECTURE)
        lay_gpiozero(pi.shared, Path(folder))
        group = ManyGames(Path(folder) / "theirs", 6)
        group.play(GAMES)
        (pi.shared / "backup.txt").write_text(backup_of(group.store))
        group.store.close()
        (pi.shared / "junk.txt").write_text("no backup\n")
        yield pi


UNPACKED = (1, 3, 6, 10, 14, 18, 24, 30)
"""After how many packages the plug is pulled, at each start once."""
CUTS = (
    at_line("report: .* is being installed"),
    *(unpacked(number) for number in UNPACKED),
    at_line("report: .* restarts once"),
)


def test_a_copied_card_ends_whole_wherever_its_first_set_up_is_cut_off(pi):
    pi.must(steps("carded", "prepare /mnt/host"))
    for cut in CUTS:
        said = pi.start(steps("carded", "watch"), cut)
        assert "all well" not in said, "it restarts once, for the bus"
    pi.start(steps("carded", "watch"))  # where the restart was still to come
    pi.must(steps("carded", f"whole {BUILD}"))
    pi.must(steps("carded", "again", "named bonet"))
    pi.must(steps("carded", "wrong_build", f"named {BUILD}"))
    pi.must(steps("carded", f"whole {BUILD}", "lay_backup /mnt/host/backup.txt"))
    pi.must(steps("carded", f"restored {GAMES}", "lay_backup /mnt/host/junk.txt"))
    pi.must(steps("carded", "refused"))
