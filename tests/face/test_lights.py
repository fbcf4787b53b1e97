"""The plan of the lights."""

from companion.face.lights import plain as plan
from companion.face.state import wake
from companion.face.view import View
from companion.game.actions import Clue, Misfire, Play
from companion.game.setup import Setup
from companion.table.events import Began, Did
from companion.table.sitting import EMPTY, begin, follow


def view(*actions, first=0, **look):
    sitting = begin(1, Began(Setup(3), first=first))
    for action in actions:
        sitting = follow(sitting, Did(action))
    return View(sitting, wake(sitting), **look)


def test_tokens_fuses_and_fireworks_are_counted_in_lights():
    shown = plan(view(Clue(), Play(suit="R"), Misfire()))
    assert shown.clue == (1.0,) * 7 + (0.0,)
    assert shown.fuse == (1.0, 1.0, 0.0)
    assert shown.firework["R"] == (1.0, 0.0, 0.0, 0.0, 0.0)
    assert shown.firework["W"] == (0.0,) * 5


def test_the_seat_that_acts_is_lit_and_dark_in_the_other_half_of_its_blinking():
    assert plan(view(Clue())).seat == (0.0, 1.0, 0.0)
    assert plan(view(Clue(), dim_seat=True)).seat == (0.0, 0.0, 0.0)


def test_seats_are_counted_from_whoever_begins():
    assert plan(view(Clue(), first=2)).seat == (1.0, 0.0, 0.0)


def test_no_seat_is_lit_when_the_game_is_over():
    assert plan(view(Misfire(), Misfire(), Misfire())).seat == (0.0, 0.0, 0.0)


def test_a_button_that_is_down_has_its_light():
    assert plan(view(pressed=frozenset({"play"}))).press == {"play": 1.0}


def test_before_the_first_game_everything_is_dark():
    shown = plan(View(EMPTY, wake(EMPTY)))
    assert (shown.clue, shown.fuse, shown.seat) == ((), (), ())
