"""Names on the glass: its own letters, or the place at the table; never boxes, never two alike."""

import pytest

from companion.face.glyphs.letters import face, shown_name
from companion.face.screens import draw
from tests.rig.rig import Rig
from tests.rig.samples import sample
from tests.rig.views import game, show, translated

FOREIGN = ["Ann", "Владимир", "山田"]


def acting(rig):
    """What the table calls each player, in turn."""
    seen = []
    for _ in rig.core.dialogue.sitting.began.names:
        seen.append(rig.ask(get="screen")["screen"]["texts"])
        rig.ask(do="action", action={"do": "clue"})
    return seen


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (FOREIGN, ["Ann", "Player 2", "Player 3"]),
        (["Nguyễn", "Đặng"], ["Nguyen", "Dang"]),
        (["Hiền", "Hiện"], ["Player 1", "Player 2"]),
        (["Zoë", "Ελένη"], ["Zoë", "Player 2"]),
        (["Isik", "Işık"], ["Isik", "Player 2"]),
    ],
)
def test_players_are_told_apart_on_the_glass(names, shown):
    rig = Rig()
    rig.ask(do="new", players=names)
    for name, texts in zip(shown, acting(rig), strict=True):
        assert name in texts
    assert rig.ask(get="record")["record"]["players"] == names


def test_whoever_enters_a_name_by_the_socket_is_told():
    rig = Rig()
    assert rig.ask(do="new", players=FOREIGN)["unshown"] == FOREIGN[1:]
    assert "unshown" not in rig.ask(do="new", players=["Ann", "Zoë"])


def test_a_name_that_is_shown_has_letters_that_the_faces_have():
    for number in (*range(0x21, 0x3000), *sample(range(0x3000, 0x2_0000), 16)):
        for char in shown_name(chr(number), ()):
            assert char == " " or char in face("tiny").chars


@pytest.mark.parametrize(
    ("cards", "language", "shown"),
    [
        (0, "fr", {"jouée", "complet"}),
        (1, "fr", {"jouée", "complet"}),
        (2, "fr", {"jouées", "complet"}),
        (1, "es", {"jugada", "hechos"}),
        (2, "it", {"giocate", "completi"}),
    ],
)
def test_words_below_a_number_have_its_singular(cards, language, shown):
    view = translated(show(game("+ " * cards, detail="tokens")), language)
    assert shown <= set(draw(view).texts)
