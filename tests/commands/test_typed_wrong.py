"""What makes no sense or fails is one sentence, and the exit status says which of both it is.

`typed_wrong.txt` has the status, what is typed, and what is said then.
"""

import os
import shlex
import sys
import threading
from pathlib import Path
from unittest.mock import patch

import pytest

from companion import cli
from companion.commands import run
from tests.rig.servers import environ

LINES = [
    line
    for line in Path(__file__).with_name("typed_wrong.txt").read_text().splitlines()
    if line[:1].isdigit()
]
TYPED = {
    said: (shlex.split(words), gist, int(status))
    for line in LINES
    for said, _, gist in [line.partition(" > ")]
    for status, _, words in [said.partition("  ")]
}
LONG = "x" * 200
ODD = {
    "no word": ([], "--help", 2),
    "letters that steer a terminal": (
        ["run", "--panel", "bad\x1b[2J\n.toml"],
        r"bad\x1b[2J\n.toml",
        2,
    ),
    "an option over two lines": (["run", "two\nlines\x1b"], "--help", 2),
    "a path too long for a socket": (["run", "--socket", f"/{LONG}"], "a socket's may have 107", 2),
    "the same of a command": (
        ["ctl", "state", "--socket", f"/{LONG}"],
        "a socket's may have 107",
        2,
    ),
    "a long name of a build": (["wiring", LONG], "there is no such build", 2),
    "a number of 5,000 digits": (["ctl", "hold", "play", "1" * 5000], "no number", 2),
    "a number beyond all games": (["record", str(1 << 63)], "N must be the number of a game", 2),
    "lists in lists": (["ctl", "[" * 100_000], "no word", 2),
    "lists in an action": (["ctl", "action", "[" * 100_000], "no valid JSON", 2),
}


@pytest.mark.parametrize(
    ("words", "gist", "status"), [*TYPED.values(), *ODD.values()], ids=[*TYPED, *ODD]
)
def test_it_is_one_sentence(tmp_path, monkeypatch, capsys, words, gist, status):
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    monkeypatch.setattr(sys, "setswitchinterval", lambda seconds: None)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    with patch.dict(os.environ, environ(tmp_path), clear=True):
        try:
            found = cli.main(words)
        except SystemExit as end:
            found = int(end.code or 0)
    out, err = capsys.readouterr()
    assert found == status
    assert out == "" or words[0] == "wiring", "of a build its table comes first"
    assert gist in err
    assert len(err.splitlines()) == 1
