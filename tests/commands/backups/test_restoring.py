"""`companion restore`: into a companion that runs, or into a folder."""

import io
import json
import os
import shutil
import threading
import time
from contextlib import closing
from statistics import median
from types import SimpleNamespace

import pytest

from companion.cli import main
from companion.face import words
from companion.face.phrase_json import parse_phrase
from companion.game.actions import parse_action
from companion.game.edition import Edition
from companion.game.hanab_live import exported_game
from companion.game.setup import Setup
from companion.journal.lines import ending, line_beside
from companion.journal.sitting import EMPTY
from companion.journal.store import Store
from companion.settings import APP
from tests.rig.archive import keep, short
from tests.rig.backups import backup_of, games_of, played, said, timed
from tests.rig.many_games import ManyGames
from tests.rig.running import Script, running
from tests.rig.samples import fewer, paired, within
from tests.rig.told_clues import clue
from tests.rig.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
    """Another device's games, and its backup in a file."""
    folder = tmp_path_factory.mktemp("theirs")
    group = ManyGames(folder, 6)
    group.play(fewer(1000, 20))
    file = folder / "backup.txt"
    file.write_text(backup_of(group.store))
    yield SimpleNamespace(file=file, games=played(group.store), table=group.store.current())
    group.store.close()


def test_a_backup_comes_into_a_folder(tmp_path, theirs, capsys):
    assert main(["restore", str(theirs.file)]) == 0
    count = len(theirs.games)
    assert capsys.readouterr().out.startswith(f"{count} games restored, ")
    assert games_of(tmp_path) == theirs.games
    assert main(["restore", str(theirs.file)]) == 0
    assert capsys.readouterr().out == f"0 games restored, {count} there already\n"


@pytest.fixture
def of_hanab_live(tmp_path):
    """A game in a file of Hanab Live."""
    setup = Setup(2, Edition(), "hands")
    said = [clue(2, "R", 1), clue(1, 5, 2, 3), {"do": "play", "card": "R1", "place": 1}]
    game = exported_game(setup, ("Ann", "Ben"), list(map(parse_action, said)))
    file = tmp_path / "theirs.json"
    file.write_text(json.dumps(game, indent=1))
    return SimpleNamespace(file=file, actions=said)


def test_a_game_of_hanab_live_becomes_a_past_game(tmp_path, of_hanab_live, capsys):
    assert main(["restore", str(of_hanab_live.file)]) == 0
    assert capsys.readouterr().out == "1 game restored\n"
    assert main(["record", "1"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert (read["actions"], read["players"]) == (of_hanab_live.actions, ["Ann", "Ben"])
    with closing(Store(tmp_path)) as store:
        assert store.current() == EMPTY, "nobody plays it now"
        assert not store.kept.offered
    assert main(["restore", str(of_hanab_live.file)]) == 0
    assert capsys.readouterr().out == "0 games restored, 1 there already\n"


def test_a_running_companion_takes_in_a_game_of_hanab_live(tmp_path, of_hanab_live, capsys):
    with running(tmp_path) as companion, Script(companion.settings.socket) as script:
        script.ask(do="new", players=["Cem", "Dora"])
        script.ask(do="action", action={"do": "clue"})
        assert main(["restore", str(of_hanab_live.file)]) == 0
        assert script.ask(get="record", game=2)["record"]["actions"] == of_hanab_live.actions
        assert script.ask(get="state")["state"]["turn"] == 2, "the table stays"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"players": ["Ann", "Ben"], "deck": [', "no valid JSON"),
        ('{"players": ["Ann", "Ben"], "deck": [], "actions": []}', "these 0 cards"),
        ('{"format": "hanabi-companion/1", "players": 2, "actions": []}', "no game of Hanab Live"),
        ("{" * 5000, "nested too deeply"),
    ],
    ids=["cut", "no cards", "record", "nested"],
)
def test_json_that_is_no_game_of_theirs_is_one_sentence_and_changes_nothing(
    tmp_path, capsys, text, sentence
):
    file = tmp_path / "theirs.json"
    file.write_text("\ufeff\n" + text)
    assert main(["restore", str(file)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert sentence in told
    assert games_of(tmp_path) == []


REFUSED = (
    ({"deck": []}, "Spieler und Karten passen nicht zu No Variant"),
    ({"options": {"cardCycle": True}}, "Regeln, die es hier nicht gibt: cardCycle"),
    ({"players": 7}, "Das ist kein Spiel von Hanab Live"),
    (
        {"actions": [{"type": 0, "target": 4}, {"type": 0, "target": 4}]},
        "Zug 2: keine solche Karte, kein solcher Spieler",
    ),
    (
        {"actions": [{"type": 1, "target": 4}]},
        "Zug 1: Alle 8 Hinweis-Plättchen sind da: jetzt nicht abwerfen",
    ),
    (None, "Mit der Sicherung stimmt etwas nicht. Nichts eingelesen"),
)
"""What is changed in a game of theirs, None for no game at all, and what is said of it."""


def test_why_a_file_is_refused_is_said_in_the_language_of_the_group(tmp_path, of_hanab_live):
    theirs = json.loads(of_hanab_live.file.read_text())
    with running(tmp_path) as companion, Script(companion.settings.socket) as script:
        for change, said in REFUSED:
            text = "no backup" if change is None else json.dumps(theirs | change)
            script.ask(do="restore", step="begin")
            script.ask(do="restore", step="text", text=text)
            while not script.ask(do="restore", step="check")["checked"]:
                pass
            phrase = script.tell(do="restore", step="end")["phrase"]
            assert words.say("de", parse_phrase(phrase)) == said


def test_the_journal_of_a_device_comes_by_standard_input(tmp_path, theirs, monkeypatch, capsys):
    copy = theirs.file.with_name("games.txt")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(copy.read_bytes())))
    assert main(["restore", "-"]) == 0
    assert games_of(tmp_path) == theirs.games


def test_a_running_companion_takes_it_in_and_the_table_stays(tmp_path, theirs, capsys):
    with running(tmp_path) as companion, Script(companion.settings.socket) as script:
        script.ask(do="new", players=["Ann", "Ben"])
        script.ask(do="action", action={"do": "clue"})
        before = script.ask(get="state")["state"]
        alone = [timed(script) for _ in range(20)]
        restoring = threading.Thread(target=main, args=(["restore", str(theirs.file)],))
        restoring.start()
        meanwhile = [timed(script)]
        while restoring.is_alive():
            meanwhile.append(timed(script))
        restoring.join()
        assert {**script.ask(get="state")["state"], "serial": 0} == {**before, "serial": 0}
        script.ask(do="new", players=4)
        count = len(theirs.games)
        assert script.ask(get="state")["state"]["game"] == count + 2
        assert len(script.ask(get="history")["history"]) >= count // 2
        script.ask(do="undo")
        assert script.ask(get="state")["state"]["names"] == ["Ann", "Ben"]
    assert f"{count} games restored" in capsys.readouterr().out
    with closing(Store(tmp_path)) as store:
        assert store.current().began.names == ("Ann", "Ben")
        assert len(played(store)) == count + 2
        assert set(played(store)) >= set(theirs.games)
    assert median(meanwhile) < within(3 * median(alone) + 0.01)


def test_before_its_first_game_a_device_goes_on_where_the_backup_ends(tmp_path, theirs):
    with running(tmp_path) as companion, Script(companion.settings.socket) as script:
        assert main(["restore", str(theirs.file)]) == 0
        deadline = time.monotonic() + PATIENCE
        while script.ask(get="state")["state"] is None:
            assert time.monotonic() < deadline
        assert script.ask(get="state")["state"]["game"] == theirs.table.game
        assert any("Backup" in text for text in script.ask(get="screen")["screen"]["texts"])


def test_another_restore_waits_and_a_client_that_leaves_is_forgotten(tmp_path, theirs):
    with running(tmp_path) as companion:
        with Script(companion.settings.socket) as one, Script(companion.settings.socket) as other:
            one.ask(do="restore", step="begin")
            assert "another backup" in other.tell(do="restore", step="begin")["error"]
            assert "from its beginning" in other.tell(do="restore", step="check")["error"]
            assert "not checked" in one.tell(do="restore", step="end")["error"]
        deadline = time.monotonic() + PATIENCE
        with Script(companion.settings.socket) as third:
            while not third.tell(do="restore", step="begin")["ok"]:
                assert time.monotonic() < deadline


# What goes wrong


def test_a_cut_backup_says_what_it_lacks_and_gives_the_rest_if_asked(tmp_path, theirs, capsys):
    text = theirs.file.read_text()
    cut = tmp_path / "cut.txt"
    cut.write_text(text[: len(text) // 2])
    assert main(["restore", str(cut)]) == 2
    told = said(capsys)
    assert "missing" in told
    assert told.endswith("Nothing was restored; --partial takes in the games that are whole")
    lines = text.splitlines(keepends=True)
    (tmp_path / "twice.txt").write_text("".join([*lines[:9], *lines[8:]]))
    assert main(["restore", str(tmp_path / "twice.txt")]) == 2
    assert " 1 damaged line; " in said(capsys)
    assert not games_of(tmp_path)
    assert main(["restore", "--partial", str(cut)]) == 0
    assert "games restored" in capsys.readouterr().out
    assert set(games_of(tmp_path)) < set(theirs.games)


def test_a_running_companion_says_on_its_display_that_a_backup_is_damaged(tmp_path, theirs, capsys):
    bad = tmp_path / "bad.txt"
    bad.write_text(theirs.file.read_text().replace(" do ", " dO ", 1))
    with running(tmp_path) as companion, Script(companion.settings.socket) as script:
        assert main(["restore", str(bad)]) == 2
        assert "damaged" in said(capsys)
        assert "wrong with the backup" in " ".join(script.ask(get="screen")["screen"]["texts"])
        (tmp_path / "none.txt").write_text("hello\n")
        assert main(["restore", str(tmp_path / "none.txt")]) == 2
        assert "no backup" in said(capsys)


@pytest.mark.parametrize(
    ("name", "gist"),
    [
        ("missing.txt", "cannot be read: No such file or directory"),
        ("", "cannot be read: Is a directory"),
    ],
)
def test_a_file_that_is_not_there_is_one_sentence(tmp_path, capsys, name, gist):
    assert main(["restore", f"{tmp_path}/{name}"]) == 2
    assert gist in said(capsys)


@pytest.mark.skipif(os.geteuid() != 0, reason="wants root")
def test_root_restores_for_the_owner_of_the_folder(tmp_path, theirs):
    games = tmp_path / "games"
    games.mkdir()
    os.chown(games, 1, 1)
    assert main(["restore", str(theirs.file), "--state-dir", str(games)]) == 0
    assert {path.stat().st_uid for path in games.iterdir()} == {1}


def test_without_an_index_the_games_are_known_all_the_same(tmp_path, theirs, capsys, monkeypatch):
    assert main(["restore", str(theirs.file)]) == 0
    capsys.readouterr()
    (tmp_path / "games.sqlite3").unlink()
    monkeypatch.setattr(Store, "_open_index", lambda store: None)
    assert main(["restore", str(theirs.file)]) == 0
    assert capsys.readouterr().out == f"0 games restored, {len(theirs.games)} there already\n"


# Settings


@pytest.fixture
def settings_file(tmp_path, monkeypatch):
    """The settings of a user, which are not there yet."""
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    return tmp_path / ".config" / APP / "companion.toml"


def test_settings_come_back_where_there_are_none(tmp_path, capsys, settings_file):
    keep(tmp_path, short("clue"))
    text = 'panel = "table"\nlanguage = "pl"\nplayers = ["Zoé", "Bo"]\n'
    settings_file.parent.mkdir(parents=True)
    settings_file.write_text(f'socket = "s"\n{text}[page]\nport = 8123\n')
    main(["backup", str(tmp_path / "b.txt")])
    capsys.readouterr()
    assert main(["restore", str(tmp_path / "b.txt")]) == 0
    assert f"{settings_file} is there, and stays as it is\n" in capsys.readouterr().out
    settings_file.unlink()
    main(["restore", str(tmp_path / "b.txt")])
    written, left, *_ = capsys.readouterr().out.splitlines()
    assert settings_file.read_text() == text
    assert written == f"{settings_file} was written: {'; '.join(text.splitlines())}"
    assert left.endswith(": page.port = 8123")


OUTWARD = {
    "panel": ('"/evil.toml"', '"evil.toml"', '"../table"', '"nowhere"', '["table"]'),
    "state_dir": ('"/evil"',),
    "socket": ('"/evil.sock"',),
    "view_socket": ('"/evil.sock"',),
    "language": ('"xx"', '"\u202ede"', "1"),
    "players": ('["Ann"]', '["Ann\\u202e", "Ben"]', "[" * 5000),
    "page.open": ("true",),
    "page.host": ('"192.0.2.1"',),
    "page.names": ('["evil.example"]',),
    "page.port": ("22",),
    "mqtt.broker": ('"evil.example"',),
    "mqtt.user": ('"evil"',),
    "mqtt.ca": ('"/evil.pem"',),
    "mqtt.tls": ("false",),
    "mqtt.players": ("true",),
    "mqtt.name": ('"evil"',),
    "evil": ('"x"', "1" * 5000),
    "evil.sub": ("1",),
    "page.evil": ("'\\u001b'",),
}
"""For each key, values that no backup of a stranger sets."""


def test_a_strangers_backup_sets_nothing_that_points_outwards(
    tmp_path, theirs, capsys, settings_file
):
    *rows, _ = theirs.file.read_text().splitlines(keepends=True)
    for number in range(5):
        table = {key: values[number] for key, values in OUTWARD.items() if number < len(values)}
        lines = [line_beside("setting", ["companion.toml", *pair]) for pair in table.items()]
        (tmp_path / "evil.txt").write_text(
            "".join([*rows, *lines, ending(len(rows) + len(lines) - 1)])
        )
        assert main(["restore", str(tmp_path / "evil.txt")]) == 0
        assert not settings_file.exists()
        told, _ = capsys.readouterr().out.splitlines()
        assert told.isprintable()
        assert all(f"{key} = " in told for key in table if "evil" not in key)
    assert games_of(tmp_path) == theirs.games


def test_into_games_somewhere_else_no_settings_are_written(tmp_path, theirs, capsys, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    *rows, _ = theirs.file.read_text().splitlines(keepends=True)
    setting = line_beside("setting", ["companion.toml", "language", '"de"'])
    chosen = tmp_path / "chosen.txt"
    chosen.write_text("".join([*rows, setting, ending(len(rows))]))
    assert main(["restore", str(chosen), "--state-dir", str(tmp_path / "else")]) == 0
    assert games_of(tmp_path / "else") == theirs.games
    assert ".toml" not in capsys.readouterr().out
    assert not list(tmp_path.rglob("*.toml"))


def test_an_index_that_was_set_aside_is_no_dead_end(tmp_path, theirs, capsys):
    aside = tmp_path / "games.damaged-1.sqlite3"
    for end in ("", "-wal"):
        shutil.copy(theirs.file.with_name(f"games.sqlite3{end}"), f"{aside}{end}")
    assert main(["restore", str(aside)]) == 0
    assert games_of(tmp_path) == theirs.games


SENT = (
    lambda text: text[:-1],
    lambda text: text.replace("\n", "\r\n")[:-2],
    lambda text: f"\n{text} \n\n",
    lambda text: text.replace("\n", "  \n    "),
    lambda text: f"{text}-- \nfrom a phone\x1a",
)


@pytest.mark.parametrize(("change", "code"), paired(SENT, ["utf-8", "utf-8-sig", "utf-16"]))
def test_what_mails_forms_and_shells_do_to_a_backup_costs_nothing(tmp_path, theirs, change, code):
    sent = tmp_path / "sent.txt"
    sent.write_bytes(change(theirs.file.read_text("utf-8")).encode(code))
    assert main(["restore", str(sent)]) == 0
    assert games_of(tmp_path) == theirs.games
