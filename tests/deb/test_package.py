"""The package: built twice alike, installed in an empty system, played with, upgraded, removed."""

import re
import shutil

import pytest

from systemd.making import source
from systemd.making.build import build_package
from systemd.making.playing import BEGIN, GO_ON, PLAY, next_turn
from systemd.making.roots import _debian_mirror, made_root, opened_root
from systemd.making.stand_ins import ready_root, stand_in_debs

pytestmark = pytest.mark.deb

SETTINGS = "/etc/hanabi-companion/companion.toml"
GAMES = "/var/lib/hanabi-companion"
OURS = "# mine\nlanguage = 'fr'\n"


def later_journal(text):
    """The module of the journal's lines, as a later version might have it."""
    changed, times = re.subn(
        r"^FORMAT: Final = \d+$", "FORMAT: Final = 98", text, flags=re.MULTILINE
    )
    assert times == 1
    return changed


def hers(device):
    """All that has the companion's name, in the places where installed things are."""
    places = "/etc /opt /run /usr /var/lib/hanabi-companion /var/lib/systemd"
    found = (
        f"find {places} -name '*hanabi*' -prune -print -o -path /usr/bin/companion -print"
        " 2>/dev/null"
    )
    return sorted(device.root.shell(f"{found} || true").split())


def test_two_builds_are_the_same_to_the_bit(package, tmp_path):
    again = build_package(tmp_path, lint=False)
    assert (again.name, again.read_bytes()) == (package.name, package.read_bytes())


def test_an_empty_system_needs_nothing_but_apt_and_the_package(empty, package):
    empty.install(package)
    assert next_turn(empty.user(BEGIN)) == 2
    assert next_turn(empty.user(GO_ON)) == 3
    told = empty.root.run("companion", "doctor", "emulator", user="builder", check=False)
    assert told.returncode == 0, told.stdout


def test_nobody_elses_module_takes_the_place_of_one_of_ours(device, package):
    device.install(package)
    device.user(
        "mkdir -p hardware wiring; echo 'raise SystemExit(7)' | tee hardware/__init__.py"
        " >companion.py"
    )
    assert device.user("PYTHONPATH=$PWD companion --version").startswith("companion ")
    assert device.root.run("python3", "-c", "import hardware", check=False).returncode != 0


def test_an_upgrade_keeps_the_game_and_the_settings(device, package, another):
    device.install(another("0.1.9"))
    assert next_turn(device.user(BEGIN)) == 2
    device.root.shell(f'mkdir -p /etc/hanabi-companion; printf %s "{OURS}" >{SETTINGS}')
    device.install(package)
    assert device.user("companion --version") == f"companion {source.program_version()}\n"
    assert device.root.shell(f"cat {SETTINGS}") == OURS
    assert next_turn(device.user(GO_ON)) == 3


def test_the_version_before_comes_back_and_goes_on_saving(device, package, another):
    device.install(package)
    assert next_turn(device.user(BEGIN)) == 2
    device.install(another("0.1.9"))
    assert device.user("companion --version") == "companion 0.1.9\n"
    assert next_turn(device.user(GO_ON)) == 3
    assert next_turn(device.user(GO_ON)) == 4


def test_games_of_a_later_version_are_left_alone_and_the_reason_is_told(device, package, another):
    later = another("9.9.9", companion__journal__lines=later_journal)
    device.install(later)
    assert next_turn(device.user(BEGIN)) == 2
    device.install(package)
    device.user(PLAY % "sleep 2")
    (told,) = re.findall(r"not saved: .*", device.user("cat companion.log"))
    assert "was written by another version of the companion (format 98): update this one" in told
    device.install(later)
    assert next_turn(device.user(GO_ON)) == 3


ANSWER = "echo hanabi-companion hanabi-companion/delete-games boolean true | debconf-set-selections"


def with_games(device, package):
    """Install the package on a device, which then has settings and games."""
    device.install(package)
    assert "/usr/bin/companion" in hers(device)
    device.root.shell(f"mkdir -p /etc/hanabi-companion {GAMES}; touch {SETTINGS} {GAMES}/games.txt")


def test_what_is_removed_leaves_settings_and_games(device, package):
    with_games(device, package)
    said = device.apt("remove", "hanabi-companion").stdout
    assert f"the games stay in {GAMES}" in said
    left = [path for path in hers(device) if "deb-systemd" not in path]
    assert left == ["/etc/apt/preferences.d/hanabi-companion.pref", "/etc/hanabi-companion", GAMES]


def test_a_purge_keeps_the_games_where_nobody_answers(device, package):
    with_games(device, package)
    said = device.apt("purge", "hanabi-companion").stdout
    assert f"the games stay in {GAMES}; to delete them: sudo rm -r {GAMES}" in said
    assert hers(device) == [GAMES]
    device.install(package)
    assert device.root.shell(f"ls {GAMES}") == "games.txt\n"


def test_a_purge_deletes_the_games_where_the_answer_says_so(device, package):
    with_games(device, package)
    device.root.shell(ANSWER)
    device.apt("purge", "hanabi-companion")
    assert hers(device) == []
    assert device.root.shell("debconf-show hanabi-companion") == ""


INDEX = "cd /repo && dpkg-scanpackages --multiversion . >Packages 2>/dev/null"
TRY = (
    "piuparts --existing-chroot=/base --distribution=trixie --no-eatmydata"
    " --skip-logrotatefiles-test --extra-repo='deb [trusted=yes] file:///repo ./' --bindmount=/repo"
    " --warn-on-leftovers-after-purge"
)


def test_by_piuparts_nothing_is_left_behind(package, another):
    with opened_root(made_root("piuparts", ["dpkg-dev", "piuparts"])) as root:
        for deb in (*stand_in_debs(), another("0.1.9")):
            root.put(deb, f"/repo/{deb.name}")
        root.put(package, f"/new/{package.name}")
        root.shell(INDEX)
        shutil.copytree(
            ready_root(), root.files / "base", symlinks=True, ignore=shutil.ignore_patterns("dev")
        )
        (root.files / "base" / "dev").mkdir()
        words = f"{TRY} --mirror='{_debian_mirror()}/debian main' /new/{package.name}"
        done = root.run("sh", "-c", words, network=True, check=False)
        assert done.returncode == 0, done.stdout[-6000:]
        assert "PASS: Installation, upgrade and purging tests." in done.stdout, done.stdout[-6000:]
