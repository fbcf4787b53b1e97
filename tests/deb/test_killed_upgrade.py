"""An upgrade or downgrade killed at any rename leaves a whole version, and ends well at last."""

import hashlib
import io
import re
import subprocess
import tarfile

import pytest

from systemd.making.playing import BEGIN, PLAY, next_turn
from systemd.making.roots import made_root, opened_root
from systemd.making.stand_ins import _ready_packages, stand_in_debs
from tests.rig.samples import EVERY_CASE

pytestmark = pytest.mark.deb

APT = "apt install -y --no-install-recommends --allow-downgrades"
PLACE = "usr/share/hanabi-companion"
HANG_UP = f"""\
import glob, os, pty, sys, time
word, package = sys.argv[1:]
pid, terminal = pty.fork()
if not pid:
    os.execvp("apt", [*{APT.split()!r}, package])
said = b""
while word.encode() not in said:
    said += os.read(terminal, 1024)
os.close(terminal)
os.waitpid(pid, 0)
def left():
    return any(open(comm).read() == "dpkg\\n" for comm in glob.glob("/proc/[0-9]*/comm"))
while left():
    time.sleep(0.1)
"""
"""Has apt install a package in a terminal that is closed once it says a word."""
TURNS = 40
"""How many turns of a game are played; it has cards for seventy."""
STEP = 10 if EVERY_CASE else 130
"""From one kill to the next, in renames of dpkg."""


def sums(package):
    """Return the sum of each file of a package's program."""
    words = ["dpkg-deb", "--fsys-tarfile", package]
    packed = io.BytesIO(subprocess.run(words, capture_output=True, check=True).stdout)
    with tarfile.open(fileobj=packed) as files:
        names = [name for name in files.getnames() if re.match(f"./{PLACE}/[0-9]", name)]
        members = [files.getmember(name) for name in names]
        return {
            member.name.removeprefix("./"): hashlib.md5(
                files.extractfile(member).read()
            ).hexdigest()
            for member in members
            if member.isfile()
        }


class Upgrades:
    """A system with a package, which other versions take the place of."""

    def __init__(self, root, packages):
        self.root = root
        self.sums = {number: sums(package) for number, package in packages.items()}
        for number, package in packages.items():
            root.put(package, f"/packages/{number}.deb")
        for deb in stand_in_debs():
            root.put(deb, f"/stand-ins/{deb.name}")
        root.shell(f"{APT} /stand-ins/*.deb /packages/{next(iter(packages))}.deb")

    def install(self, number):
        """Install a version as its owner does after a cut: by what apt says first, then again."""
        self.root.shell(f"dpkg --configure -a; {APT} /packages/{number}.deb")
        assert self.whole() == number

    def renames(self, number):
        """Install a version. Return how often its dpkg renamed a file on the way."""
        log = "/tmp/renames"
        self.root.shell(
            f"strace --follow-forks --trace=rename --output={log} {APT} /packages/{number}.deb"
        )
        pids = self.root.shell(f"cut -d ' ' -f 1 {log} | sort | uniq -c | sort -n | tail -n 1")
        return int(pids.split()[0])

    def kill(self, number, rename):
        """Kill dpkg at one of its renames, on the way to a version."""
        words = f"--trace=rename --inject=rename:signal=KILL:when={rename}"
        self.root.run(
            "sh",
            "-c",
            f"strace --follow-forks --output=/dev/null {words} {APT} /packages/{number}.deb",
            check=False,
        )

    def whole(self):
        """Return the version that runs. It must have each of its files as they were packed."""
        told = self.root.shell("companion --version").split()[-1]
        folder = self.root.shell(f"readlink -f /{PLACE}/current").strip()
        assert folder == f"/{PLACE}/{told}"
        there = self.root.shell(
            f"cd /; find {folder[1:]} -type f ! -name '*.pyc' -exec md5sum '{{}}' +"
        )
        lines = (line.split("  ", 1) for line in there.splitlines())
        assert {name: sum_ for sum_, name in lines} == self.sums[told]
        return told

    def begin(self):
        """Begin a game as an ordinary user, and play its first turn."""
        self.played = next_turn(self.root.shell(f"cd; {BEGIN}", user="builder"))

    def play(self):
        """Play the next turn as an ordinary user, of another game before this one is over."""
        if self.played == TURNS:
            self.begin()
            return
        action = "discard" if self.played % 2 == 0 else "clue"
        code = PLAY % f"companion ctl press {action} >said"
        self.played += 1
        assert next_turn(self.root.shell(f"cd; {code}", user="builder")) == self.played


@pytest.fixture
def upgrades(another):
    """Yield a system with version 0.1.9, and 0.3.0 to upgrade to."""
    packages = {number: another(number) for number in ("0.1.9", "0.3.0")}
    with opened_root(made_root("killed", [*_ready_packages(), "strace"])) as root:
        yield Upgrades(root, packages)


def test_a_version_is_whole_wherever_dpkg_is_killed(upgrades):
    upgrades.begin()
    most = upgrades.renames("0.3.0")
    upgrades.install("0.1.9")
    seen = set()
    for rename in range(1, most, STEP):
        for before, after in (("0.1.9", "0.3.0"), ("0.3.0", "0.1.9")):
            upgrades.kill(after, rename)
            version = upgrades.whole()
            assert version in (before, after)
            seen.add((version, after))
            upgrades.install(after)
        upgrades.play()
    assert ("0.1.9", "0.3.0") in seen, "no upgrade was killed before its link was turned"
    left = upgrades.root.shell(f"ls /{PLACE}").split()
    assert left == ["0.1.9", "current", "emulator.toml"]


@pytest.mark.parametrize("word", ["Unpacking", "Setting up"])
def test_a_version_is_whole_where_the_terminal_of_apt_is_closed(upgrades, word):
    upgrades.begin()
    for before, after in (("0.1.9", "0.3.0"), ("0.3.0", "0.1.9")):
        upgrades.root.run("python3", "-c", HANG_UP, word, f"/packages/{after}.deb", check=False)
        assert upgrades.whole() in (before, after)
        upgrades.play()
        upgrades.install(after)
    upgrades.play()
