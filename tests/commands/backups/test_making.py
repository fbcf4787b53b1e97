"""`companion backup`: one file, whole or not at all, with a companion that plays on or without."""

import os
import threading
import time
from contextlib import closing
from statistics import median

import pytest

from companion.cli import main
from companion.face.dialogue import tips
from companion.journal.lock import Lock
from companion.journal.reader import FILE, GamesReader
from companion.journal.store import Store
from companion.settings import APP
from tests.rig.archive import keep, short
from tests.rig.backups import games_of, played, restored, said, timed
from tests.rig.many_games import ManyGames
from tests.rig.running import Script, running
from tests.rig.samples import fewer, within

pytestmark = pytest.mark.usefixtures("home")


def games_in(text, folder):
    """The games of a backup."""
    with closing(Store(folder)) as store:
        restored(store, text)
        return played(store)


def test_a_backup_has_every_game_and_no_secret(tmp_path, capsys):
    keep(tmp_path, short("clue", "misfire"), short("clue"))
    settings = tmp_path / ".config" / APP
    settings.mkdir(parents=True)
    (settings / "companion.toml").write_text(
        'language = "de"\nplayers = ["Ada", "Bo"]\n[mqtt]\nbroker = "b"\nuser = "u"\n'
    )
    (settings / "mqtt-password").write_text("sesame")
    file = tmp_path / "backup.txt"
    assert main(["backup", str(file)]) == 0
    assert "`companion restore` takes it in" in capsys.readouterr().out
    text = file.read_text()
    assert games_in(text, tmp_path / "other") == games_of(tmp_path)
    assert '["companion.toml", "language", "\\"de\\""]' in text
    assert '["companion.toml", "mqtt.broker", "\\"b\\""]' in text
    assert "sesame" not in text


@pytest.mark.parametrize("text", ["language = 2026-11-20\n", "[mqtt]\nbroker = 07:32:00\n"])
def test_a_date_in_a_settings_file_is_left_out_or_one_sentence(tmp_path, capsys, text):
    keep(tmp_path, short("clue"))
    settings = tmp_path / ".config" / APP
    settings.mkdir(parents=True)
    (settings / "companion.toml").write_text(text)
    status = main(["backup", str(tmp_path / "backup.txt")])
    if status:
        assert "companion.toml" in said(capsys)
    else:
        assert games_in((tmp_path / "backup.txt").read_text(), tmp_path / "other")


def test_damage_that_a_backup_mends_is_told(tmp_path, capsys):
    keep(tmp_path, short("clue"), short("clue"))
    text = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(text.replace(b" do ", b" dO ", 1))
    assert main(["backup", str(tmp_path / "backup.txt")]) == 0
    assert "came back from the index" in capsys.readouterr().err
    assert (tmp_path / FILE).read_bytes().startswith(text)


@pytest.mark.parametrize("name", [FILE, "games.sqlite3"])
def test_a_pipe_in_the_place_of_a_file_holds_nobody_up(tmp_path, capsys, name):
    keep(tmp_path, short("clue"), short("clue"))
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    assert main(["history"]) == 0
    assert capsys.readouterr().out.count("game ") == 2
    assert main(["backup", str(tmp_path / "backup.txt")]) == 0
    assert len(games_in((tmp_path / "backup.txt").read_text(), tmp_path / "other")) == 2


def test_a_hyphen_stands_for_standard_output(tmp_path, capsys):
    keep(tmp_path, short("clue"))
    assert main(["backup", "-"]) == 0
    assert games_in(capsys.readouterr().out, tmp_path / "other") == games_of(tmp_path)


def test_a_backup_is_noted(tmp_path):
    keep(tmp_path, short("clue"), short("clue"))
    main(["backup", str(tmp_path / "backup.txt")])
    with closing(GamesReader(tmp_path)) as store:
        kept = tips.read_last_backup(store.what_is_kept().preferences)
    assert kept.game == 2
    assert abs(kept.at - time.time()) < 60


def test_a_running_companion_is_asked_and_plays_on_as_quickly(tmp_path, capsys):
    count = fewer(1000, 20)
    group = ManyGames(tmp_path, 5)
    group.play(count)
    group.store.close()
    with running(tmp_path) as companion, Script(companion.settings.socket) as script:
        script.ask(do="new", players=3)
        alone = [timed(script) for _ in range(20)]
        saving = threading.Thread(target=main, args=(["backup", str(tmp_path / "b.txt")],))
        saving.start()
        meanwhile = [timed(script)]
        while saving.is_alive():
            meanwhile.append(timed(script))
        saving.join()
        assert len(games_in((tmp_path / "b.txt").read_text(), tmp_path / "other")) == count + 1
        assert companion.threads.core.dialogue.face.backup.game == count + 1
    assert median(meanwhile) < within(3 * median(alone) + 0.01)


# What goes wrong


def test_without_games_there_is_nothing_to_save(tmp_path, capsys):
    assert main(["backup", str(tmp_path / "b.txt")]) == 1
    assert said(capsys) == f"companion: there are no games in {tmp_path}: nothing to save"


@pytest.mark.parametrize(
    ("file", "status", "gist"),
    [
        ("missing/b.txt", 1, "missing/b.txt cannot be written: No such file or directory"),
        ("", 2, "is no plain file; name another one"),
        ("games.sqlite3", 2, "games.sqlite3 is where the games are; name another file"),
        ("games.txt", 2, "is where the games are"),
    ],
)
def test_a_place_that_will_not_do_is_one_sentence(tmp_path, capsys, file, status, gist):
    keep(tmp_path, short("clue"))
    assert main(["backup", f"{tmp_path}/{file}"]) == status
    assert gist in said(capsys)
    assert len(games_of(tmp_path)) == 1


@pytest.mark.parametrize("call", ["fsync", "write", "replace"])
def test_a_stick_that_is_pulled_leaves_the_backup_before(tmp_path, capsys, monkeypatch, call):
    keep(tmp_path, short("clue"))
    file = tmp_path / "backup.txt"
    file.write_text("the one before")

    def pulled(*_, **__):
        raise OSError(5, "Input/output error")

    if call == "fsync":
        monkeypatch.setattr(os, "fsync", pulled)
    elif call == "replace":
        monkeypatch.setattr("pathlib.Path.replace", pulled)
    else:
        monkeypatch.setattr("companion.journal.backup.piece_after", pulled)
    assert main(["backup", str(file)]) == 1
    assert "cannot be written: Input/output error; nothing was saved" in said(capsys)
    assert file.read_text() == "the one before"
    assert not list(tmp_path.glob("*.new"))


def test_a_locked_folder_is_left_alone(tmp_path, capsys):
    keep(tmp_path, short("clue"))
    lock = Lock(tmp_path)
    lock.take()
    try:
        assert main(["backup", str(tmp_path / "b.txt")]) == 1
        assert "another companion uses the games" in said(capsys)
    finally:
        lock.release()
