"""What the window is told of the view that is on the display."""

import pytest

from companion.commands.window_guide import window_guide
from companion.face.screens import touch
from companion.face.state import Choice, Purpose
from tests.rig.printed import printed_by
from tests.rig.views import MIDDLE, game, show


def test_before_there_is_a_view_there_is_nothing_to_press() -> None:
    guide = window_guide(lambda: None)
    assert guide.label((3, 60)) == ""
    assert guide.caps() == {}
    assert guide.language() == ""


def test_it_follows_the_view() -> None:
    views = [show(game(MIDDLE))]
    guide = window_guide(lambda: views[-1])
    assert guide.label((3, 60)) == "clue"
    assert guide.caps()["clue"] == "Clue"
    assert guide.language() == "en"
    views.append(show(game(MIDDLE), scene=Choice(Purpose.PLAY)))
    assert guide.caps()["play"] == "Green"
    assert guide.label((3, 60)) == "", "a column is touched, not held"


def test_a_mistake_of_the_program_is_told_and_presses_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def mistaken(view: object, point: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(touch, "label_at", mistaken)
    guide = window_guide(lambda: show(game(MIDDLE)))
    assert guide.label((3, 3)) == guide.label((3, 3)) == ""
    assert [record.getMessage() for record in caplog.records] == [
        "a mistake of the program: finding what a click presses"
    ]


def test_what_the_window_shows_is_known_without_pygame() -> None:
    """Without it the companion plays headless; with it the window silences its greeting."""
    code = "import sys, companion.commands.window_guide; print('pygame' in sys.modules)"
    assert printed_by(code) == "False\n"
