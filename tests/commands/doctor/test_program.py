"""What the doctor says of settings, builds and the games' folder, and the command for each."""

import errno
import os
import socket
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from companion import settings
from companion.commands.doctor import program
from companion.errors import CompanionError
from companion.game.setup import Setup
from companion.journal.events import Began
from companion.journal.sitting import begin
from companion.journal.store import Row, Store
from companion.onlookers import this_program
from hardware.health.machine import HUNG, SERVICE, CommandOutput, Machine
from hardware.health.table import NOTE, OK, WRONG, CheckResult, Probe
from tests.rig.machines import USER, Fake, looked
from tests.rig.running import running


def told_of(probe: Callable[..., Probe], fake: Fake, folder: Path) -> list[CheckResult]:
    """What is said of a folder of games."""
    chosen = settings.load({"HOME": "/"}, {"state_dir": str(folder)}, boot=())
    return list(probe(fake.machine(), chosen))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Games that were closed, with their copy."""
    with closing(Store(tmp_path)) as store:
        event = Began(Setup(3))
        store.record([Row(event, begin(1, event))])
        store.follow_up()
    return tmp_path


def test_games_in_memory_are_wrong_as_a_restart_loses_them(fake: Fake, folder: Path) -> None:
    fake.put("proc/self/mountinfo", "25 1 0:30 / / rw - overlay overlay rw,lowerdir=/l\n")
    lost = f"{folder} lies in memory: a restart loses all games"
    assert lost not in {one.sentence for one in told_of(program.games, fake, folder)}
    fake.put("proc/cmdline", "overlayroot=tmpfs rootwait\n")
    (told,) = (one for one in told_of(program.games, fake, folder) if one.sentence == lost)
    assert (told.name, told.state, "do_overlayfs 1" in told.mend) == ("games", WRONG, True)


def looked_through(fake: Fake, folder: Path) -> list[CheckResult]:
    return told_of(program.journal, fake, folder)


def test_whole_games_are_told(fake: Fake, folder: Path) -> None:
    (result,) = looked_through(fake, folder)
    assert (result.state, result.sentence) == (
        OK,
        "the games are in games.txt, 1 row. Copy it, and you have them",
    )


def test_a_companion_that_has_no_game_yet_lacks_no_index(fake: Fake, tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        store.opened()
    (result,) = looked_through(fake, tmp_path)
    assert (result.state, "0 rows" in result.sentence) == (OK, True)


def spoil(path: Path, old: bytes, new: bytes) -> None:
    path.write_bytes(path.read_bytes().replace(old, new))


@pytest.mark.parametrize(
    ("damage", "state", "sentence"),
    [
        (lambda folder: (folder / "games.sqlite3").unlink(), NOTE, "it is made anew"),
        (
            lambda folder: (folder / "games.sqlite3").write_bytes(b"no database, but some text"),
            NOTE,
            "file is not a database; it is made anew",
        ),
        (
            lambda folder: spoil(folder / "games.txt", b" new ", b" old "),
            WRONG,
            "1 line of games.txt are damaged or missing",
        ),
    ],
    ids=["no index", "no database", "edited"],
)
def test_what_is_damaged_is_told_and_left_as_it_is(
    fake: Fake, folder: Path, damage: Callable[[Path], object], state: str, sentence: str
) -> None:
    damage(folder)
    before = (folder / "games.txt").read_bytes()
    results = looked_through(fake, folder)
    assert any(
        (result.state, sentence in result.sentence) == (state, True) for result in results
    ), results
    assert (folder / "games.txt").read_bytes() == before


def test_what_was_set_aside_is_told_once(fake: Fake, folder: Path) -> None:
    names = ("games.damaged-1.sqlite3", "games.damaged-1.txt", "games.other-1.sqlite3")
    for name in (*names, "games.damaged-1.sqlite3-wal"):
        (folder / name).touch()
    told = [
        result.sentence.split(" was set aside")[0] for result in looked_through(fake, folder)[1:]
    ]
    assert told == list(names)


def test_a_folder_without_games_has_none_to_look_through(fake: Fake, tmp_path: Path) -> None:
    (tmp_path / "games.txt").touch()
    assert looked_through(fake, tmp_path) == []


@pytest.mark.parametrize(
    ("number", "mend"),
    [
        (errno.ENOSPC, "sudo apt clean"),
        (errno.EIO, "sudo reboot; a card"),
        (errno.EROFS, "sudo reboot; a card"),
        (errno.EACCES, "sudo chown -R $USER "),
    ],
)
def test_a_folder_that_takes_no_writes_has_the_mend_for_its_reason(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, number: int, mend: str
) -> None:
    def refuse(folder: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(program, "try_writing", refuse)
    result = looked(fake)["games"]
    assert (result.state, result.mend.startswith(mend)) == (WRONG, True)
    assert os.strerror(number) in result.sentence


REINSTALL = "sudo apt install --reinstall espeak-ng espeak-ng-data"
SILENT = (NOTE, REINSTALL)
WAVE = CommandOutput(0, "RIFF" * 999)


@pytest.mark.parametrize(
    ("chosen", "answer", "wanted"),
    [
        ("", None, None),
        ("off", None, None),
        ("short", WAVE, (OK, "")),
        ("short", CommandOutput(0, "RIFF"), SILENT),
        ("short", CommandOutput(1, ""), SILENT),
        ("short", CommandOutput(HUNG, ""), SILENT),
        ("full", None, (NOTE, "sudo apt install espeak-ng")),
    ],
)
def test_a_voice_that_was_chosen_needs_a_program_that_speaks(
    fake: Fake,
    tmp_path: Path,
    chosen: str,
    answer: CommandOutput | None,
    wanted: tuple[str, str] | None,
) -> None:
    if chosen:
        with closing(Store(tmp_path / "games")) as store:
            store.prefer("voice", chosen)
    if answer:
        fake.commands["espeak-ng"] = answer
    found = told_of(program.voice, fake, tmp_path / "games")
    assert [(result.state, result.mend) for result in found] == ([wanted] if wanted else [])


OWN = ".config/hanabi-companion/companion.toml"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_settings_with_mistakes_are_edited_where_they_are(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "INSTALLED", fake.root / "etc/hanabi-companion/companion.toml")
    file = write(settings.INSTALLED, "panl = 1\n")
    restart = f" && sudo systemctl restart {SERVICE}"
    assert f"nano {file}{restart}" in looked(fake, None)["settings"].mend
    file.write_text('panel = "nosuch"\n')
    assert f"nano {file}{restart}" in looked(fake, None)["build"].mend
    mine = file.with_name("mine.toml")
    mine.write_text("nosuch = 1\n")
    file.write_text('panel = "mine.toml"\n')
    assert f"nano {mine}{restart}" in looked(fake, None)["build"].mend


def test_an_installed_device_is_looked_at_by_root_alone(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(CompanionError, match="sudo companion doctor"):
        looked(fake)
    write(tmp_path / OWN, 'panel = "bonnet"\n')
    assert looked(fake)
    (tmp_path / OWN).unlink()
    fake.uninstall()
    assert looked(fake)


@pytest.mark.parametrize("alien", ["games", "games.txt", "games.sqlite3"])
def test_games_that_the_service_may_not_write_are_given_back_to_it(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, folder: Path, alien: str
) -> None:
    games = folder / "games"
    games.mkdir()
    for name in ("games.txt", "games.sqlite3"):
        (folder / name).rename(games / name)
    monkeypatch.setattr(settings, "INSTALLED", fake.root / "etc/hanabi-companion/companion.toml")
    write(settings.INSTALLED, f'panel = "bonnet"\nstate_dir = "{games}"\n')
    assert looked(fake, None)["games"].state == OK
    fake.denied.add(alien)
    result = looked(fake, None)["games"]
    assert (result.state, f"{alien} is not the service's" in result.sentence) == (WRONG, True)
    restart = f"sudo systemctl restart {SERVICE}"
    assert result.mend == f"sudo chown -R {USER}:{USER} {games} && {restart}"


def test_who_has_settings_of_their_own_drives_the_parts_themselves(
    fake: Fake, tmp_path: Path
) -> None:
    fake.denied.add("gpiochip0")
    assert looked(fake)["GPIO"].state == WRONG
    write(tmp_path / OWN, 'panel = "bonnet"\n')
    assert looked(fake, None)["GPIO"].state == OK


def test_the_games_of_a_person_are_no_matter_of_a_service_that_is_not_set_up(fake: Fake) -> None:
    Path(os.environ["STATE_DIRECTORY"]).mkdir()
    fake.denied.add("games")
    assert looked(fake, None)["games"].state == OK


@pytest.mark.parametrize(
    ("status", "said", "wanted"),
    [
        (0, "reads it\nthe broker at hub.lan:1883 takes all\n", (OK, "takes all", "")),
        (1, "companion: no broker at hub.lan:1883\n", (WRONG, "no broker at", "--check")),
        (HUNG, "", (WRONG, "nothing came of it in 20 s", "--check")),
    ],
)
def test_the_broker_is_asked_as_the_bridge_does(
    fake: Fake, tmp_path: Path, status: int, said: str, wanted: tuple[str, str, str]
) -> None:
    fake.commands[" ".join(this_program("mqtt", "--check"))] = CommandOutput(status, said)
    assert "broker" not in looked(fake)
    write(tmp_path / OWN, '[mqtt]\nbroker = "hub.lan"\n')
    result = looked(fake)["broker"]
    assert result.state == wanted[0]
    assert wanted[1] in result.sentence
    assert wanted[2] in result.mend


def test_a_mistake_in_a_section_is_told_though_the_companion_can_start(
    fake: Fake, tmp_path: Path
) -> None:
    write(tmp_path / OWN, "[page]\nport = 0\n")
    results = looked(fake)
    assert "games" in results
    assert results["settings"].state == WRONG
    assert "page.port: must be a number" in results["settings"].sentence


def of_socket(path: Path) -> CheckResult:
    chosen = settings.load({"HOME": "/"}, {"socket": str(path)}, boot=())
    (result,) = program.socket(Machine(), chosen, program.ask_companion(path))
    return result


def test_a_companion_that_answers_is_well_and_a_socket_that_nobody_serves_is_wrong(
    tmp_path: Path,
) -> None:
    with running(tmp_path / "games"):
        path = tmp_path / "games" / "hanabi-companion.sock"
        assert of_socket(path).state == OK
        assert isinstance(program.ask_companion(path), dict)
    assert of_socket(path).state == NOTE
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "s.sock"))
    result = of_socket(tmp_path / "s.sock")
    assert (result.state, result.mend) == (WRONG, "companion run")


def test_what_is_no_companion_at_the_socket_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "s.sock"
    for answer in (b"hello\n", b"[]\n", b""):
        with socket.socket(socket.AF_UNIX) as other:
            path.unlink(missing_ok=True)
            other.bind(str(path))
            other.listen()
            thread = Thread(target=serve_once, args=(other, answer))
            thread.start()
            result = of_socket(path)
            thread.join()
        assert (result.state, str(path) in result.sentence) == (WRONG, True), result


def serve_once(other: socket.socket, answer: bytes) -> None:
    client, _ = other.accept()
    with client:
        client.recv(100)
        client.sendall(answer)
