"""Events: each step tells what it did once, and what is undone or repaired tells no turn."""

from itertools import pairwise

import pytest

from companion.club.events import events_between
from companion.game.actions import parse_action
from companion.journal.events import Began, Did, Repaired, Undid
from companion.journal.sitting import EMPTY, Sitting, begin, follow
from tests.games import real_games, three_players
from tests.rig.moments import moments, sitting

WHOLE = sitting(three_players())


def kinds(before: Sitting, after: Sitting) -> list[str]:
    return [str(body["event"]) for body in events_between(before, after)]


@pytest.mark.parametrize("number", [0, 7, 20, 33])
def test_step_by_step_a_real_game_tells_as_many_misfires_and_one_end(number):
    told: list[str] = []
    then = moments(sitting(real_games()[number]))
    for before, after in pairwise(then):
        told += kinds(before, after)
    last = then[-1].state
    assert told.count("turn") == len(then) - 1
    assert told.count("misfire") == last.errors
    assert told.count("firework") == sum(height == 5 for height in last.fireworks.values())
    assert told.count("end") == last.over
    assert told == kinds(then[0], then[-1])


def test_a_turn_says_whose_it_was():
    told = next(events_between(WHOLE._replace(steps=WHOLE.steps[:4]), WHOLE))
    assert told == {"event": "turn", "game": 7, "turn": 5, "seat": 2}


def test_the_last_card_and_a_firework_are_told_with_their_turn():
    told = list(events_between(WHOLE._replace(steps=()), WHOLE))
    (last,) = [body for body in told if body["event"] == "last_card"]
    assert last["turn"] == WHOLE.steps[-5].state.turn, "three turns of the last round come after it"
    fireworks = [body["suit"] for body in told if body["event"] == "firework"]
    assert sorted(fireworks) == sorted(
        suit for suit, height in WHOLE.state.fireworks.items() if height == 5
    )
    assert told[-1]["event"] == "end"


def test_an_undo_tells_nothing_and_the_step_after_it_once():
    undone = follow(WHOLE, Undid())
    assert kinds(WHOLE, undone) == []
    assert kinds(undone, WHOLE) == ["turn", "end"]


def test_a_new_game_tells_nothing_of_the_last_one_and_neither_does_its_return():
    new = begin(8, WHOLE.began)
    assert kinds(WHOLE, new) == []
    assert kinds(new, WHOLE) == []
    assert kinds(EMPTY, new) == []
    assert kinds(new, EMPTY) == []


def test_a_repair_tells_no_turn_but_the_end_that_it_leads_to():
    game = begin(1, Began(WHOLE.began.setup))
    for _ in range(3):
        game = follow(game, Did(parse_action({"do": "clue"})))
    fewer = follow(game, Repaired(tuple(step.did for step in game.steps[1:])))
    assert kinds(game, fewer) == []
    misfires = tuple(Did(parse_action({"do": "misfire"})) for _ in range(3))
    ended = follow(game, Repaired(misfires))
    assert ended.state.over
    assert kinds(game, ended) == ["end"]
