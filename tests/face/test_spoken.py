"""The latest turns: the newest one first, each with the table before it."""

from companion.face.spoken import LatestTurn, latest_actions
from companion.game.actions import Clue, Concede, Discard
from companion.journal.events import Did
from companion.journal.sitting import follow
from tests.rig.views import game


def test_the_newest_turn_is_first():
    sitting = game("clue clue discard")
    turns = latest_actions(sitting, 2)
    assert [turn.action for turn in turns] == [Discard(), Clue()]
    assert [turn.before for turn in turns] == [sitting.steps[1].state, sitting.steps[0].state]
    assert [turn.seat for turn in turns] == [2, 1]


def test_all_turns_of_a_short_game_are_there_from_the_table_as_it_began_on():
    sitting = game("clue")
    (turn,) = latest_actions(sitting, 9)
    assert (turn.before.clues, turn.before.turn, turn.seat) == (8, 1, 0)


def test_nothing_is_told_of_a_game_without_turns():
    assert latest_actions(game(""), 9) == []


def test_what_is_nobodys_turn_has_no_seat():
    sitting = follow(game("clue"), Did(Concede("conceded")))
    assert latest_actions(sitting, 1) == [
        LatestTurn(Concede("conceded"), sitting.steps[0].state, None)
    ]
