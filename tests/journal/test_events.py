"""Events: each is a row that can be read back, and a damaged row is never a game."""

import json

import pytest

from companion.errors import StoreError
from companion.game.actions import TILES, Clue, Correct, Discard
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.journal.events import (
    Amended,
    Began,
    Did,
    Redid,
    Returned,
    Undid,
    Withdrew,
    read,
    write,
)

CLASSIC = {
    "edition": {},
    "players": 3,
    "detail": "cards",
    "first": 0,
    "tiles": list(TILES),
    "previous": 0,
}


def new(**fields):
    return json.dumps({**CLASSIC, **fields})


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(Began(Setup(3)), id="a game began"),
        pytest.param(
            Began(
                Setup(4, PRESETS["grand"], "cards"), ("Ada", "Bo", "Cy", "花"), 2, TILES[::-1], 7
            ),
            id="a game began with names, a first player, shuffled tiles and a game before",
        ),
        pytest.param(Did(Clue()), id="a clue"),
        pytest.param(Did(Discard(Card("R", 3))), id="a discard"),
        pytest.param(Did(Correct({"hands": [5, 4], "turns_left": None})), id="a correction"),
        pytest.param(Amended(Discard(Card("R", 3))), id="a discard told again with its name"),
        pytest.param(Undid(), id="undo"),
        pytest.param(Redid(), id="put back"),
        pytest.param(Withdrew(3), id="a game taken back"),
        pytest.param(Returned(), id="a game put back"),
    ],
)
def test_an_event_is_read_back_from_its_row(event):
    kind, data = write(event)
    assert read(kind, data) == event


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        pytest.param("do", "", id="an empty row"),
        pytest.param("do", "{", id="half a row"),
        pytest.param("do", None, id="a row that is null"),
        pytest.param("do", b"\xff\xfe", id="a row of bytes"),
        pytest.param("do", '{"do": "fly"}', id="an unknown action"),
        pytest.param("do", "[]", id="a list for an action"),
        pytest.param("amend", "{", id="half an action told again"),
        pytest.param("new", "{}", id="a game without a set-up"),
        pytest.param("new", "[]", id="a list for a game"),
        pytest.param("new", new(players=9), id="nine players"),
        pytest.param("new", new(edition={"preset": "poker"}), id="another game"),
        pytest.param("new", new(detail="all"), id="an unknown detail"),
        pytest.param("new", new(first="Ada"), id="a first player by name"),
        pytest.param("new", new(first=3), id="a fourth place among three"),
        pytest.param("new", new(tiles=None), id="no tiles"),
        pytest.param("new", new(tiles="clue"), id="tiles as a text"),
        pytest.param("new", new(tiles=["clue", "joker"]), id="a seventh tile"),
        pytest.param("new", new(previous="one"), id="a game before it by name"),
        pytest.param("withdraw", "{}", id="no game taken back"),
        pytest.param("withdraw", '{"game": "last"}', id="a game taken back by name"),
        pytest.param("withdraw", '{"game": null}', id="nothing taken back"),
        pytest.param("shuffle", "{}", id="a kind of a later version"),
        pytest.param("do", "[" * 100_000, id="lists in lists"),
        pytest.param("", "{}", id="no kind"),
        pytest.param(None, "{}", id="a kind that is null"),
    ],
)
def test_a_damaged_row_is_said_to_be_damaged(kind, data):
    with pytest.raises(StoreError) as problem:
        read(kind, data)
    assert "\n" not in str(problem.value)
