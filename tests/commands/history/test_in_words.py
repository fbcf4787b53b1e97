"""In words: each end of a game has its words."""

from typing import get_args

import pytest

from companion.commands.history.in_words import ended
from companion.game.state import Reason


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_for_an_end_has_its_words(reason: Reason) -> None:
    assert ended("lost", reason) == f"lost, {ended('finished', reason)}"


def test_a_game_without_an_end_is_not_finished() -> None:
    assert ended("playing", None) == "not finished"
