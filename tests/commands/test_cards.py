"""`companion cards` as people use it: a real process, a running companion, cards laid down."""

import io
import os
import socket
import subprocess
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout

import pytest

from companion import cli
from companion.commands import cards as enrolling
from companion.commands.ctl import Unanswered
from companion.game.edition import Edition, box
from tests.rig.running import Script, running


class Terminal:
    """A `companion cards` command in a terminal."""

    def __init__(self, process):
        self.process = process

    def until(self, text):
        """Read until this was said; gives all that was read."""
        heard = ""
        while text not in heard:
            letter = self.process.stdout.read(1)
            assert letter, f"it ended after {heard!r}"
            heard += letter
        return heard

    def type(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()


@contextmanager
def cards(path, *words):
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "cards", "--socket", str(path), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield Terminal(process)
        process.stdin.close()
        process.stdin = None
        process.wait(10)
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def table(tmp_path):
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        yield companion.threads.server.path, script


def said(path, *words):
    """The exit status of a command whose input ends at once, and all that it said."""
    heard = io.StringIO()
    with open(os.devnull) as nothing, redirect_stdout(heard), redirect_stderr(heard):
        before, sys.stdin = sys.stdin, nothing
        try:
            status = cli.main(["cards", "--socket", str(path), *words])
        finally:
            sys.stdin = before
    return status, heard.getvalue()


def lay(script, tag):
    script.ask(do="tag", id=tag)


def test_a_deck_is_enrolled_card_by_card_with_undo_and_goes_on_where_it_stopped(table):
    path, script = table
    script.ask(do="new", players=3)
    with cards(path, "enrol", "ours") as terminal:
        terminal.until("white 1, 1 of 3: ")
        lay(script, "0401")
        terminal.until("enrolled\nwhite 1, 2 of 3: ")
        lay(script, "0401")
        assert "is W1 of the deck ours already" in terminal.until("white 1, 2 of 3: ")
        lay(script, "0402")
        terminal.until("white 1, 3 of 3: ")
        terminal.type("u")
        assert "white 1 is forgotten" in terminal.until("white 1, 2 of 3: ")
        lay(script, "0403")
        terminal.until("white 1, 3 of 3: ")
        terminal.type("s")
        terminal.until("white 2, 1 of 2: ")
        terminal.type("q")
        terminal.until("stopped at 2 of 50")
    assert script.ask(get="state")["state"]["turn"] == 1, "nothing was played"
    with cards(path, "enrol", "ours") as terminal:
        assert "2 of 50 cards are enrolled" in terminal.until("white 1, 3 of 3: ")
    assert said(path, "list") == (0, "ours: 2 stickers (white)\n")


@pytest.mark.parametrize(
    ("words", "edition", "count"),
    [
        ((), Edition(), 50),
        (("--multicolour", "10", "--black"), Edition(multicolour=10, black=True), 70),
    ],
)
def test_a_whole_deck(table, words, edition, count):
    path, script = table
    for number, (card, copies) in enumerate(box(edition).copies.items()):
        for copy in range(copies):
            script.ask(do="enrol", id=f"{number:04x}{copy}", deck="ours", card=str(card))
    assert said(path, "enrol", "ours", *words)[1].endswith(f"ours: {count} cards, complete\n")
    assert f"ours: {count} stickers" in said(path, "list")[1]


def test_check_says_which_card_is_laid_down(table):
    path, script = table
    script.ask(do="enrol", id="0a0b", deck="ours", card="R1")
    with cards(path, "check") as terminal:
        terminal.until("to stop\n")
        lay(script, "0a0b")
        assert terminal.until("\n") == "red 1, of the deck ours\n"
        lay(script, "ffff")
        assert terminal.until("\n") == "nobody said which card the sticker ffff is\n"
        terminal.type("q")


def test_a_deck_is_forgotten(table):
    path, script = table
    script.ask(do="enrol", id="0a0b", deck="ours", card="R1")
    assert said(path, "forget", "ours") == (0, "the deck ours is forgotten\n")
    assert said(path, "list") == (0, "no decks yet: enrol one with `companion cards enrol NAME`\n")
    assert said(path, "forget", "ours") == (
        1,
        "companion: there is no deck 'ours'; see `companion cards list`\n",
    )


def test_of_a_card_that_is_forgotten_every_copy_is_asked_for_again(table):
    path, script = table
    for number, card in enumerate(("R1", "R1", "R2")):
        script.ask(do="enrol", id=f"0a0{number}", deck="ours", card=card)
    status, text = said(path, "forget", "ours", "r1")
    assert (status, text.startswith("red 1 of the deck ours is forgotten; ")) == (0, True)
    assert script.ask(get="stickers")["stickers"] == {"0a02": {"deck": "ours", "card": "R2"}}
    status, text = said(path, "forget", "ours", "R1")
    assert (status, text.startswith("companion: the deck ours has no card 'R1'; ")) == (1, True)


def test_what_is_typed_may_end_at_once(table):
    path, _ = table
    status, text = said(path, "enrol", "ours")
    assert (status, "stopped at 0 of 50" in text) == (0, True)
    assert said(path, "check")[0] == 0


def test_without_a_companion_there_is_one_sentence(tmp_path):
    status, text = said(tmp_path / "none.sock", "list")
    assert status == 1
    assert "start it with `companion run`" in text


def test_a_companion_that_does_not_answer_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(enrolling, "REPLY_TIME_S", 0.2)
    with socket.socket(socket.AF_UNIX) as hung:
        hung.bind(str(tmp_path / "hung"))
        hung.listen()
        with pytest.raises(Unanswered, match="hung does not answer"):
            enrolling.CompanionClient(str(tmp_path / "hung")).watch_reader()
