"""Upgrades and going back: which version runs in the end, what becomes of the games, and what is
said.
"""

import os
import sqlite3
from pathlib import Path

import pytest

from companion.table.opening import VERSION
from companion.table.store import FILE, Store
from tests.rig.shell import Shell, sentence, slot

SETTINGS = 'panel = "bonnet"\n'

SYSTEMCTL = """
count() { echo >>"$ROOT/$1"; }
counted() { [ -e "$ROOT/$1" ] && [ $(wc -l <"$ROOT/$1") -gt $2 ]; }
behaviour=$(cat "$ROOT/opt/hanabi-companion/behaviour")
again=0
case $behaviour in
dies) ! counted looks 1 || again=1 ;;
hangs) ! counted looks 6 || again=1 ;;
never) again=3 ;;
esac
case "$*" in
*daemon-reload*) ;;
*restart*.service*) rm -f "$ROOT/looks"; echo "$behaviour" >>"$ROOT/started" ;;
*is-active*) count looks; [ "$behaviour" != never ] ;;
*MainPID*) echo $((100 + again)) ;;
*NRestarts*) echo $again ;;
*WatchdogUSec*) echo 30s ;;
*WatchdogTimestampMonotonic*)
    [ "$behaviour" = hangs ] && echo 0 || echo $(cut -d . -f 1 /proc/uptime)000000 ;;
*Result*)
    case $behaviour in
    hangs) echo watchdog ;; well | unsaved) echo success ;; *) echo exit-code ;;
    esac ;;
*StatusText*) [ "$behaviour" = unsaved ] && echo "turn 2, not saved" || echo "turn 2" ;;
esac
"""
"""A service manager whose companion behaves as its environment says, however often one
looks at it."""

UPGRADE = (
    'TRIAL_S=2; point_at "{old}"; mkdir -p "$SETTINGS_DIR"; cp "$SCRATCH/settings" "$SETTINGS"; '
    'run_new "{new}" "{old}"'
)


@pytest.fixture
def shell(tmp_path):
    return prepared(Shell(tmp_path, "install.sh"))


@pytest.fixture
def back(tmp_path):
    shell = prepared(Shell(tmp_path, "rollback.sh"))
    shell.command("id", "echo 0")
    return shell


def prepared(shell: Shell) -> Shell:
    """A computer with two versions, the first one in use, with a file of games."""
    shell.command("systemctl", SYSTEMCTL)
    shell.command("journalctl", "echo 'companion: no pins'")
    shell.command("runuser", 'shift 3; exec "$@"')
    (shell.scratch / "settings").write_text(SETTINGS)
    for name in ("hanabi-companion.a", "hanabi-companion.b"):
        folder = slot(shell, name)
        (folder / "behaviour").write_text("well\n")
        (folder / "systemd/hanabi-companion.service").write_text(name)
    (shell.root / "opt/hanabi-companion").symlink_to("hanabi-companion.a")
    state = shell.root / "var/lib/hanabi-companion"
    store = Store(state)
    store.open()
    store.close()
    return shell


def environment(shell: Shell, name: str) -> Path:
    return shell.root / "opt" / f"hanabi-companion.{name}"


def behave(shell: Shell, name: str, how: str) -> None:
    (environment(shell, name) / "behaviour").write_text(f"{how}\n")


def used(shell: Shell) -> str:
    """Which version is in use, by all that says so."""
    link = shell.root / "opt/hanabi-companion"
    unit = shell.root / "etc/systemd/system/hanabi-companion.service"
    command = shell.root / "usr/local/bin/companion"
    assert link.resolve().name == unit.read_text()
    assert os.readlink(command) == f"{link}/bin/companion"
    return link.resolve().name.removeprefix("hanabi-companion.")


def games(shell: Shell) -> Path:
    return shell.root / "var/lib/hanabi-companion" / FILE


def marked(file: Path) -> int:
    """The version of a file of games."""
    with sqlite3.connect(file) as db:
        ((version,),) = db.execute("PRAGMA user_version")
    db.close()
    return int(version)


def mark(file: Path, version: int) -> None:
    with sqlite3.connect(file) as db:
        db.execute(f"PRAGMA user_version = {version}")
    db.close()


def upgrade(shell: Shell):
    code = UPGRADE.format(old=environment(shell, "a"), new=environment(shell, "b"))
    return shell.run(code)


def test_a_good_version_takes_over_and_the_one_before_stays(shell):
    done = upgrade(shell)
    assert done.returncode == 0, done.stderr
    assert used(shell) == "b"
    assert (environment(shell, "a") / "bin/companion").exists()


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("never", "does not start (companion: no pins)"),
        ("dies", "ends soon after its start (companion: no pins)"),
        ("hangs", "hangs after its start"),
        ("unsaved", "cannot save the games"),
    ],
)
def test_a_bad_version_gives_way_to_the_old_one(shell, how, why):
    behave(shell, "b", how)
    told = sentence(upgrade(shell))
    assert f"the new version {why}" in told
    assert "so the old one runs on" in told
    assert used(shell) == "a"
    assert (shell.root / "started").read_text().split() == [how, "well"]
    assert (shell.root / "etc/hanabi-companion/companion.toml").read_text() == SETTINGS


def test_settings_that_came_with_a_bad_version_go_with_it(shell):
    behave(shell, "b", "never")
    code = UPGRADE.format(old=environment(shell, "a"), new=environment(shell, "b"))
    shell.run(code.replace("; run_new", '; echo new >"$SETTINGS"; run_new'))
    assert (shell.root / "etc/hanabi-companion/companion.toml").read_text() == SETTINGS


def test_a_version_that_saves_no_worse_than_the_old_one_is_no_bad_one(shell):
    behave(shell, "a", "unsaved")
    behave(shell, "b", "unsaved")
    assert upgrade(shell).returncode == 0
    assert used(shell) == "b"


def test_what_a_bad_version_made_of_the_games_does_not_keep_the_old_one_from_saving(shell):
    behave(shell, "b", "dies")
    # Asked once, after it died.
    shell.command("journalctl", f'python3 -c "{_LATER}" "$ROOT/var/lib/hanabi-companion/{FILE}"')
    assert "so the old one runs on" in sentence(upgrade(shell))
    assert marked(games(shell)) == VERSION
    assert marked(games(shell).with_name("games.later-1.sqlite3")) == VERSION + 1
    Store(games(shell).parent).open()


_LATER = (
    "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]);"
    f" db.execute('PRAGMA user_version = {VERSION + 1}'); db.commit()"
)


def test_a_unit_that_the_old_version_lacks_is_gone_again(shell):
    (environment(shell, "a") / "systemd/hanabi-companion-halting.service").unlink()
    behave(shell, "b", "never")
    sentence(upgrade(shell))
    assert not (shell.root / "etc/systemd/system/hanabi-companion-halting.service").exists()


# Going back


def rollback(shell: Shell):
    return shell.run("need_systemd() { :; }; TRIAL_S=2; main")


def test_rollback_goes_back_and_forward_again(back):
    for expected in ("b", "a"):
        done = rollback(back)
        assert done.returncode == 0, done.stderr
        assert used(back) == expected
    assert "goes forward again" in done.stdout


def test_rollback_without_a_version_before_is_refused(back):
    (environment(back, "b") / "systemd").rename(back.root / "elsewhere")
    assert "there is no version before this one" in sentence(rollback(back))
    (back.root / "opt/hanabi-companion").unlink()
    assert "sudo make install" in sentence(rollback(back))
    assert not (back.root / "started").exists()


def test_rollback_is_refused_where_the_version_before_cannot_use_the_games(back):
    mark(games(back), VERSION + 1)
    told = sentence(rollback(back))
    assert "was written by a later version of the companion" in told
    assert "so this one stays" in told
    assert not (back.root / "started").exists()
    assert marked(games(back)) == VERSION + 1


def test_a_version_before_that_does_not_run_gives_way_again(back):
    behave(back, "b", "dies")
    assert "ends soon after its start" in sentence(rollback(back))
    assert used(back) == "a"


def test_only_root_may_go_back(tmp_path):
    shell = Shell(tmp_path, "rollback.sh")
    shell.command("id", "echo 1000")
    assert "sudo make rollback" in sentence(shell.script())


@pytest.mark.parametrize(
    ("behaviour", "told"),
    [("dies", "its result is exit-code, and it does not say why"), ("well", "it does not say why")],
)
def test_one_that_ends_without_a_word_is_told_by_its_result_while_there_is_one(
    shell, behaviour, told
):
    shell.command("journalctl", "echo 'companion: ready: build table'")
    behave(shell, "a", behaviour)
    assert shell.run("last_words").stdout.strip() == told
