"""`companion ctl`: what words stand for, and what is said when no proper answer comes."""

import json
import shlex
import socket
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.ctl import _request_of_words
from companion.daemon import requests
from companion.journal.reader import FILE
from companion.panel import BUTTONS, ENCODER
from tests.rig.samples import sample


@pytest.mark.parametrize(
    ("words", "body"),
    [
        ("press clue", {"do": "press", "control": "clue"}),
        ("hold play", {"do": "hold", "control": "play", "seconds": 0.8}),
        ("hold play 1.5", {"do": "hold", "control": "play", "seconds": 1.5}),
        ("chord discard play", {"do": "chord", "controls": ["discard", "play"]}),
        ("chord discard+play", {"do": "chord", "controls": ["discard", "play"]}),
        ("new", {"do": "new"}),
        ("new 4", {"do": "new", "players": 4}),
        ("new 4 grand", {"do": "new", "players": 4, "edition": {"preset": "grand"}}),
        ("turn -1", {"do": "turn", "steps": -1}),
        ("tag 04e141", {"do": "tag", "id": "04e141"}),
        ("tag 04e141 play", {"do": "tag", "id": "04e141", "reader": "play"}),
        ("rename Bem ''", {"do": "rename", "name": "Bem", "to": ""}),
        ("undo", {"do": "undo"}),
        ("subscribe", {"do": "subscribe"}),
        ("state", {"get": "state"}),
        ("record", {"get": "record"}),
        ("record 12", {"get": "record", "game": 12}),
        ("history 5", {"get": "history", "limit": 5}),
        ("stats", {"get": "stats"}),
        ("frame out.png", {"get": "frame"}),
    ],
)
def test_words_stand_for_a_request_that_is_understood(words, body):
    assert _request_of_words(shlex.split(words)) == body
    requests.parse_request(body, (*BUTTONS, ENCODER))


@pytest.mark.parametrize("depth", sample(range(700, 1000, 4), 8))
def test_nesting_at_the_edge_of_what_can_be_read_is_one_sentence(tmp_path, capsys, depth):
    assert (
        main(["ctl", "--socket", str(tmp_path / "none"), '{"a":' * depth + "1" + "}" * depth]) == 2
    )
    assert capsys.readouterr().err.count("\n") == 1


@contextmanager
def answering(path, answer: bytes):
    """A server that gives every client these bytes, and hangs up."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()

        def serve() -> None:
            client, _ = listener.accept()
            with client:
                client.recv(4096)
                client.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        yield
        thread.join()


@pytest.mark.parametrize(
    ("answer", "gist"),
    [
        (b'{"ok":true,"sta', "hung up in the middle of its answer"),
        (b"", "hung up"),
        (b'{"ok":false,"error":"not now"}\n', "not now"),
        (b"[]\n", "is no companion"),
        (b"5\n", "is no companion"),
        (b"[" * 100_000 + b"\n", "hung up"),
    ],
)
def test_a_companion_that_does_not_answer_well_is_one_sentence(tmp_path, capsys, answer, gist):
    path = tmp_path / "the.sock"
    with answering(path, answer):
        assert main(["ctl", "--socket", str(path), "state"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert gist in err
    assert err.count("\n") == 1


def test_a_socket_of_others_says_how_to_get_at_it(tmp_path, capsys, monkeypatch):
    class Refused(socket.socket):
        def connect(self, address):
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "socket", Refused)
    assert main(["ctl", "--socket", str(tmp_path / "the.sock"), "state"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "put sudo before the command" in line
    assert "`sudo usermod -aG hanabi-companion $USER`, then log in again" in line


def test_the_history_of_others_says_how_to_get_at_it(tmp_path, capsys, monkeypatch):
    lstat = Path.lstat

    def refused(self, address=None):
        if isinstance(self, Path) and self.name != FILE:
            return lstat(self)
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "socket", type("Refused", (socket.socket,), {"connect": refused}))
    monkeypatch.setattr(Path, "lstat", refused)
    assert (
        main(["history", "--socket", str(tmp_path / "the.sock"), "--state-dir", str(tmp_path)]) == 1
    )
    assert "may not be asked" in capsys.readouterr().err


def test_lines_that_follow_are_printed_as_they_come(tmp_path, capsys):
    path = tmp_path / "the.sock"
    with answering(path, b'{"ok":true}\n{"serial":2}\n{"serial":3}\n'):
        assert main(["ctl", "--socket", str(path), '{"do":"subscribe"}']) == 1
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()][1:] == [
        {"serial": 2},
        {"serial": 3},
    ]
