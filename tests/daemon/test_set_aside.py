"""What was set aside is told once, with the file's name: in the log, and on the display until a
press.
"""

import pytest

from companion.journal.writer_messages import Cause, CopyMended, SetAside
from tests.rig.rig import Rig


@pytest.fixture
def rig():
    with Rig() as rig:
        rig.ask(do="new", players=3)
        rig.wait(1)
        yield rig


@pytest.mark.parametrize(
    ("message", "shown", "logged"),
    [
        (SetAside("games.damaged-1.sqlite3"), "games.damaged-1", "the games were damaged"),
        (
            SetAside("games.damaged-2.sqlite3.txt", Cause.COPY_DAMAGED),
            "games.damaged-2.txt",
            "the copy of the games was damaged",
        ),
        (
            SetAside("games.other-1.txt", Cause.COPY_OTHER),
            "games.other-1.txt",
            "the copy was one of other games",
        ),
    ],
    ids=[cause.value for cause in Cause],
)
def test_the_file_is_named_until_a_press(rig, caplog, message, shown, logged):
    rig.inbox.append(message)
    rig.settle()
    assert rig.notice == message.cause.value
    texts = rig.ask(get="screen")["screen"]["texts"]
    assert any(text.endswith(shown) for text in texts), texts
    assert caplog.text.count(f"{logged}: the file is now called {message.name}\n") == 1
    rig.tap("clue")
    rig.wait(1)
    assert rig.notice is None


def test_a_copy_that_lacked_something_is_told_until_a_press(rig, caplog):
    rig.inbox.append(CopyMended("it was missing"))
    rig.settle()
    assert rig.notice == "copy_mended"
    assert caplog.text.count("the copy of the games was mended: it was missing\n") == 1
    rig.tap("clue")
    rig.wait(1)
    assert rig.notice is None
