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
    event_row,
    read_event,
)
from tests.rig.cases import cases

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


@cases(
    "event",
    {
        "a game began": Began(Setup(3)),
        "a game began with names, a first player, shuffled tiles and a game before": Began(
            Setup(4, PRESETS["grand"], "cards"), ("Ada", "Bo", "Cy", "花"), 2, TILES[::-1], 7
        ),
        "a clue": Did(Clue()),
        "a discard": Did(Discard(Card("R", 3))),
        "a correction": Did(Correct({"hands": [5, 4], "turns_left": None})),
        "a discard told again with its name": Amended(Discard(Card("R", 3))),
        "undo": Undid(),
        "put back": Redid(),
        "a game taken back": Withdrew(3),
        "a game put back": Returned(),
    },
)
def test_an_event_is_read_back_from_its_row(event):
    kind, data = event_row(event)
    assert read_event(kind, data) == event


@cases(
    "kind, data",
    {
        "an empty row": ("do", ""),
        "half a row": ("do", "{"),
        "a row that is null": ("do", None),
        "a row of bytes": ("do", b"\xff\xfe"),
        "an unknown action": ("do", '{"do": "fly"}'),
        "a list for an action": ("do", "[]"),
        "half an action told again": ("amend", "{"),
        "a game without a set-up": ("new", "{}"),
        "a list for a game": ("new", "[]"),
        "nine players": ("new", new(players=9)),
        "another game": ("new", new(edition={"preset": "poker"})),
        "an unknown detail": ("new", new(detail="all")),
        "a first player by name": ("new", new(first="Ada")),
        "a fourth place among three": ("new", new(first=3)),
        "no tiles": ("new", new(tiles=None)),
        "tiles as a text": ("new", new(tiles="clue")),
        "a seventh tile": ("new", new(tiles=["clue", "joker"])),
        "a game before it by name": ("new", new(previous="one")),
        "no game taken back": ("withdraw", "{}"),
        "a game taken back by name": ("withdraw", '{"game": "last"}'),
        "nothing taken back": ("withdraw", '{"game": null}'),
        "a kind of a later version": ("shuffle", "{}"),
        "lists in lists": ("do", "[" * 100_000),
        "no kind": ("", "{}"),
        "a kind that is null": (None, "{}"),
    },
)
def test_a_damaged_row_is_said_to_be_damaged(kind, data):
    with pytest.raises(StoreError) as problem:
        read_event(kind, data)
    assert "\n" not in str(problem.value)
