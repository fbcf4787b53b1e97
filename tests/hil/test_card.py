"""A card that was copied together on another computer, in a virtual Raspberry Pi with Debian 13 and
its cloud-init: from its first start to the question for the language, with cuts of power on the
way.
"""

import os
import re
import shlex
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.rig.backups import backup_of
from tests.rig.hil_folders import CACHE, HERE, ROOT
from tests.rig.many_games import ManyGames
from tests.tools.card.__main__ import make
from tests.tools.deb.roots import why_not
from tests.tools.deb.stand_ins import debs, for_any_processor

ENGINE = os.environ.get("COMPANION_HIL_ENGINE", "arm64")
ARCHITECTURE = {"arm64": "arm64", "qemu": "amd64"}[ENGINE]
BUILD = "bonnet"
GAMES = 7
"""How many games the backup has that is put on the card."""
LITE = "cloud-init dosfstools netplan.io python3-colorzero sudo"
"""What Lite has of what the set-up needs, but for gpiozero, which is a stand-in."""
ENVIRON = (
    "PYTHONPATH=/mnt/src PYTHONDONTWRITEBYTECODE=1"
    " COMPANION_SOCKET=/run/hanabi-companion/hanabi-companion.sock"
)

pytestmark = [
    pytest.mark.hil,
    pytest.mark.skipif(
        os.environ.get("COMPANION_HIL") != "1", reason="needs root and QEMU: make test-hil"
    ),
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root"),
    pytest.mark.skipif(why_not() != "", reason="builds packages, which needs mmdebstrap"),
]


class Pi:
    """A virtual Raspberry Pi with its card, and a folder that it shares with the test."""

    def __init__(self, folder: Path) -> None:
        self.shared = folder / "shared"
        self.shared.mkdir()
        self._card = folder / "card.img"

    def start(self, *steps: str, plug_at: str = "") -> list[str]:
        """Switch on, and go through steps; pull the plug at a line that matches.

        Gives what was said.
        """
        script = f"{ENVIRON} python3 -m tests.hil.carded {shlex.join(steps)}"
        options = ["-e", ENGINE, "-d", "trixie", "-p", "", "-a", LITE, "-k", self._card]
        options += ["-s", ROOT, "-o", self.shared, "-t", "3600"]
        run = subprocess.Popen(
            ["bash", HERE / "hil.sh", *options, "--", script],
            env={**os.environ, "HIL_CACHE": str(CACHE)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        assert run.stdout is not None
        said = []
        for line in run.stdout:
            said.append(line.rstrip())
            print(said[-1], flush=True)
            if plug_at and re.match(plug_at, line):
                os.kill(int((self.shared / ".hil-pid").read_text()), signal.SIGKILL)
                plug_at = ""
        run.wait()
        assert not plug_at, said[-20:]
        return said

    def must(self, *steps: str) -> None:
        """Switch on, and go through steps that have to end well."""
        said = self.start(*steps)
        assert "all well" in said, said[-30:]


@pytest.fixture
def pi():
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="card-") as folder:
        pi = Pi(Path(folder))
        make(BUILD, pi.shared / "card", ARCHITECTURE)
        (gpiozero,) = (deb for deb in debs() if "gpiozero" in deb.name)
        for_any_processor(gpiozero, pi.shared / "python3-gpiozero_all.deb", Path(folder) / "tree")
        group = ManyGames(Path(folder) / "theirs", 6)
        group.play(GAMES)
        (pi.shared / "backup.txt").write_text(backup_of(group.store))
        group.store.close()
        (pi.shared / "junk.txt").write_text("no backup\n")
        yield pi


CUTS = (r"report: .* is being installed", r"unpacked [1-9]", r"unpacked [3-9]\d")
"""What is said when the plug is pulled: at each start once, one after the other."""


def test_a_copied_card_ends_whole_wherever_its_first_set_up_is_cut_off(pi):
    pi.must("prepare /mnt/host")
    for line in CUTS:
        pi.start("watch", plug_at=line)
    said = pi.start("watch")
    assert "all well" not in said, "it restarts once, for the bus"
    pi.must(f"whole {BUILD}")
    pi.must("again", "named bonet")
    pi.must("wrong_build", f"named {BUILD}")
    pi.must(f"whole {BUILD}", "lay_backup /mnt/host/backup.txt")
    pi.must(f"restored {GAMES}", "lay_backup /mnt/host/junk.txt")
    pi.must("refused")
