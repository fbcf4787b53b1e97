"""The grammar of the buttons, and that its page shows the same table."""

import re
from pathlib import Path

import pytest

from companion.face.dialogue import grammar, intents, presses
from companion.face.gestures.gestures import Chord, Hold, Sleeve, Tap
from companion.face.preferences import Preferences
from companion.face.state import face_at_start
from companion.journal.sitting import EMPTY

PAGE = Path(__file__).parents[3] / "companion" / "face" / "README.md"


def test_every_intent_is_carried_out():
    granted = {intent for screen in grammar.GRAMMAR.values() for intent in screen.values()}
    assert granted | {grammar.Intent.USE_TOUCHED} == set(intents.HANDLERS) == set(grammar.Intent)


def test_what_is_said_of_an_intent_elsewhere_is_said_of_one_that_there_is():
    named = {*presses.HARMLESS, *presses.WHY_BLANK, *presses.ALONE}
    assert {*named, *grammar.ONLY_ON} <= set(intents.HANDLERS)
    assert {*grammar.AT_TABLE, *grammar.BY_COLUMNS} <= set(grammar.GRAMMAR)


@pytest.mark.parametrize("screen", grammar.GRAMMAR)
def test_every_gesture_of_the_table_is_one_that_hands_can_make(screen):
    assert set(grammar.GRAMMAR[screen]) <= {*grammar.COLUMNS, *grammar.CONTROLS}


@pytest.mark.parametrize("screen", grammar.GRAMMAR)
def test_the_undo_key_and_the_joystick_mean_what_buttons_mean(screen):
    row = grammar.GRAMMAR[screen]
    lists = screen in ("menu, other lists", "turns", "editions")
    assert row.get("UNDO") == row["hold CLUE"]
    if screen in grammar.BY_COLUMNS:
        return  # there they mean nothing
    if lists:
        assert (row["UP"], row["DOWN"]) == (row["CLUE"], row["DISCARD"])
    elif screen not in ("choosing by cells", "bonus tile by cells", "phone"):
        assert row["UP"] in (row["hold DISCARD"], "more")


@pytest.mark.parametrize("screen", grammar.GRAMMAR)
def test_every_screen_can_be_left_or_undone_by_holding_clue(screen):
    assert grammar.GRAMMAR[screen]["hold CLUE"] in {
        "undo",
        "step_back",
        "leave",
        "back",
        "to_table",
        "to_game",
    }


def test_buttons_together_mean_something_in_columns_alone():
    rows = {name for name, row in grammar.GRAMMAR.items() if any("+" in column for column in row)}
    assert rows == set(grammar.BY_COLUMNS)


def test_every_screen_has_its_row_and_every_row_its_screens():
    assert {*grammar.ROWS.values(), *grammar.BY_COLUMNS} == set(grammar.GRAMMAR)


@pytest.mark.parametrize(
    ("gesture", "column"),
    [
        (Tap("play", 0), "PLAY"),
        (Tap("W", 0), "COLOUR"),
        (Tap("left", 0), "LEFT"),
        (Hold("clue", 0), "hold CLUE"),
        (Chord(frozenset({"play", "clue"}), 0), "CLUE+PLAY"),
        (Chord(frozenset({"discard", "play"}), 0), "DISCARD+PLAY"),
        (Chord(frozenset({"clue", "discard", "play"}), 0), "CLUE+DISCARD+PLAY"),
    ],
)
def test_each_gesture_has_its_column(monkeypatch, gesture, column):
    monkeypatch.setitem(grammar.GRAMMAR, "start", {column: grammar.Intent.BEGIN})
    start = face_at_start(EMPTY, Preferences(language="en"))
    assert grammar.meaning(start, EMPTY, gesture) is grammar.Intent.BEGIN


def test_a_sleeve_means_nothing():
    start = face_at_start(EMPTY, Preferences(language="en"))
    assert grammar.meaning(start, EMPTY, Sleeve("clue", 0)) is None


def test_its_page_shows_the_same_table():
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("|")]
    head = next(i for i, line in enumerate(lines) if "hold CLUE" in line)
    columns = [cell.strip() for cell in lines[head].strip("|").split("|")][1:]
    shown = {}
    for line in lines[head + 2 :]:
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if name not in grammar.GRAMMAR:
            break
        shown[name] = {column: cell for column, cell in zip(columns, cells, strict=True) if cell}
    buttons = {
        name: {
            column: intent.replace("_", " ")
            for column, intent in row.items()
            if column in grammar.COLUMNS
        }
        for name, row in grammar.GRAMMAR.items()
    }
    assert shown == buttons
    assert re.search("<!-- grammar -->", PAGE.read_text()) is None
