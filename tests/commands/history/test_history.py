"""`companion history`: the games so far, and what came of them, with or without a companion."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import ctl
from companion.journal.reader import FILE
from companion.settings import APP
from tests.rig.archive import keep, short
from tests.rig.running import running

pytestmark = pytest.mark.usefixtures("home")


def test_a_line_says_who_played_and_what_came_of_it(tmp_path, capsys):
    keep(tmp_path, short("clue", "misfire"), short("play", "no_more_points", players=3, names=()))
    assert main(["history"]) == 0
    newest, oldest = capsys.readouterr().out.splitlines()
    today = time.strftime("%Y-%m-%d")
    assert newest.startswith(
        f"game 2: 3 players, 1 point, turn 2, no more points, classic, {today} "
    )
    assert oldest.startswith("game 1: Ada, Bo, 0 points, turn 3, not finished, classic, ")


def test_the_limit_counts_from_the_newest(tmp_path, capsys):
    keep(tmp_path, *(short("clue") for _ in range(4)))
    main(["history", "--limit", "2"])
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == [
        "game 4",
        "game 3",
    ]


def test_scripts_get_the_same_running_or_not(tmp_path, capsys):
    keep(tmp_path, short("clue", "misfire"), short("conceded", players=3, names=()))

    def told():
        assert [main(["history", *words, "--json"]) for words in ([], ["stats"])] == [0, 0]
        return capsys.readouterr().out

    from_file = told()
    with running(tmp_path):
        assert told() == from_file
    games, figures = map(json.loads, from_file.splitlines())
    assert {scope["best"] for scope in figures} == {0}
    assert [(game["game"], game["players"], game["reason"]) for game in games] == [
        (2, 3, "conceded"),
        (1, ["Ada", "Bo"], None),
    ]


@contextlib.contextmanager
def speechless(directory: Path, said: bytes | None) -> Iterator[None]:
    """A companion that says this to one client and hangs up, or (None) never says anything."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(directory / f"{APP}.sock"))
        listener.listen()

        def serve() -> None:
            client, _ = listener.accept()
            with client:
                client.recv(1000)
                client.sendall(said or b"")

        thread = threading.Thread(target=serve)
        if said is not None:
            thread.start()
        yield
        if said is not None:
            thread.join()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (None, ["history"]),
        (b"", ["history", "stats"]),
        (b'{"ok":true,"hist', ["history", "show", "1"]),
        (b'{"ok":false,"error":"64 clients are connected already"}\n', ["history"]),
    ],
    ids=["nothing, without end", "nothing", "half an answer", "no"],
)
def test_the_file_is_read_where_the_companion_does_not_answer(
    tmp_path, capsys, monkeypatch, said, words
):
    keep(tmp_path, short("play", "no_more_points"))
    main(words)
    from_file = capsys.readouterr().out
    monkeypatch.setattr(ctl, "REPLY_TIME_S", 0.2)
    with speechless(tmp_path, said):
        assert main(words) == 0
    assert capsys.readouterr().out == from_file
    assert "1 point" in from_file or "best 1" in from_file or "1 of 25 points" in from_file


def test_what_the_companion_says_is_told_where_there_is_no_file(tmp_path, capsys):
    with speechless(tmp_path, b'{"ok":false,"error":"64 clients are connected already"}\n'):
        assert main(["history"]) == 1
    assert capsys.readouterr().err == "companion: 64 clients are connected already\n"


def test_what_came_of_all_games_is_told_by_who_played_what(tmp_path, capsys):
    keep(
        tmp_path,
        short("play", "play", "no_more_points"),
        short("play", "no_more_points"),
        short("clue"),
    )
    assert main(["history", "stats"]) == 0
    figures = "2 games, best 2, perfect 0, above 20 in a row now 0, at most 0"
    assert capsys.readouterr().out.splitlines() == [
        f"all games: {figures}",
        f"2 players, classic: {figures}",
        f"Ada, Bo: {figures}",
        f"Ada, Bo, classic: {figures}",
    ]


def test_before_the_first_game_there_is_nothing_to_tell_and_no_file_is_made(tmp_path, capsys):
    assert [main(words) for words in (["history"], ["history", "stats"])] == [0, 0]
    assert capsys.readouterr().out == "no games yet\nno finished games yet\n"
    assert [main(words) for words in (["history", "--json"], ["history", "stats", "--json"])] == [
        0,
        0,
    ]
    assert capsys.readouterr().out == "[]\n[]\n"
    assert not (tmp_path / FILE).exists()


def test_asking_changes_nothing_on_disk(tmp_path):
    keep(tmp_path, short("clue", "conceded"))
    before = (tmp_path / FILE).read_bytes()
    for words in (["history"], ["history", "stats"], ["history", "show", "1"], ["record", "1"]):
        assert main(words) == 0
    assert (tmp_path / FILE).read_bytes() == before
    assert sum(path.stat().st_size for path in tmp_path.glob("*-wal")) == 0


def test_the_index_tells_what_a_damaged_journal_does_not(tmp_path, capsys):
    keep(tmp_path, short("clue"))
    (tmp_path / FILE).write_bytes(b"no games" * 1000)
    assert main(["history"]) == 0
    assert "Ada, Bo" in capsys.readouterr().out


def test_without_an_index_the_journal_tells_it(tmp_path, capsys):
    keep(tmp_path, short("clue"), short("clue", "conceded"))
    (tmp_path / "games.sqlite3").unlink()
    assert main(["history"]) == 0
    assert capsys.readouterr().out.count("Ada, Bo") == 2
    assert not (tmp_path / "games.sqlite3").exists()


def test_damaged_files_are_one_sentence(tmp_path, capsys):
    keep(tmp_path, short("clue"))
    (tmp_path / FILE).write_bytes(b"no games" * 1000)
    (tmp_path / "games.sqlite3").write_bytes(b"no games" * 1000)
    assert main(["history"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("companion: ")
    assert told.count("\n") == 1
