"""What became of damaged files is told once: in the log, and on the display until a press."""

import pytest

from companion.journal.writer_messages import Mended, MendedKind
from tests.rig.rig import Rig


@pytest.fixture
def rig():
    with Rig() as rig:
        rig.ask(do="new", players=3)
        rig.wait(1)
        yield rig


@pytest.mark.parametrize(
    ("kind", "name", "key"),
    [
        (MendedKind.MENDED, "games.damaged-1.txt", "games_mended_kept"),
        (MendedKind.MENDED, "", "games_mended"),
        (MendedKind.LOST, "games.damaged-1.txt", "games_lost_kept"),
        (MendedKind.LOST, "", "games_lost"),
        (MendedKind.END, "games.damaged-1.txt", "games_end_kept"),
        (MendedKind.END, "", "games_end"),
        (MendedKind.OTHER, "games.other-1.txt", "games_other_kept"),
        (MendedKind.TWO, "games.other-1.sqlite3", "games_two_kept"),
        (MendedKind.BROKEN_OFF, "", "games_broken_off"),
    ],
)
def test_it_is_told_until_a_press(rig, caplog, kind, name, key):
    rig.inbox.append(Mended(kind, name, "two rows came back from the index"))
    rig.settle()
    assert rig.notice == key
    texts = rig.ask(get="screen")["screen"]["texts"]
    assert any(text.endswith(name) for text in texts), texts
    assert caplog.text.count("the games: two rows came back from the index") == 1
    assert name in caplog.text
    rig.tap("clue")
    rig.wait(1)
    assert rig.notice is None


def test_an_index_that_is_made_anew_is_told_in_the_log_alone(rig, caplog):
    rig.inbox.append(Mended(MendedKind.INDEX, "games.damaged-1.sqlite3", "it was damaged"))
    rig.settle()
    assert rig.notice is None
    assert "kept as games.damaged-1.sqlite3" in caplog.text


def test_two_of_them_are_told_one_after_the_other(rig):
    rig.inbox.append(Mended(MendedKind.TWO, "games.other-1.sqlite3", "two sets of games"))
    rig.inbox.append(Mended(MendedKind.END, "games.damaged-1.txt", "its end is missing"))
    rig.settle()
    seen = [rig.notice]
    for _ in range(3):
        rig.tap("clue")
        rig.wait(10)
        seen.append(rig.notice)
    assert seen == ["games_two_kept", "games_end_kept", None, None]
