"""The plan of the lights, also while a show runs."""

import pytest

from companion.face.effects import lights
from companion.face.effects.light_shows import show
from companion.face.effects.lights import DIMMED, LEVELS
from companion.face.effects.lights import _true_plan as plan
from companion.face.happened import Effect, EffectKind, StepEffects, Verdict
from companion.face.preferences import Preferences
from companion.face.state import Choice, Purpose, face_at_start
from companion.face.view import Night, View
from companion.game.actions import Clue, Misfire, Play
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.sitting import EMPTY, begin, follow
from companion.panel import PALETTES, RED_GREEN, LightPlan
from tests.rig.menu_lines import move_to, select
from tests.rig.rig import Rig
from wiring.reading.build import load


def view(*actions, first=0, **look):
    sitting = begin(1, Began(Setup(3), first=first))
    for action in actions:
        sitting = follow(sitting, Did(action))
    return View(sitting, face_at_start(sitting), **look)


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


def test_the_buttons_that_stand_for_an_answer_glow_while_it_is_asked():
    """White and green alone can be chosen, by the outer buttons."""
    complete = [Play(suit=suit) for suit in "RBY" for _ in range(5)]
    asked = view(*complete).face._replace(scene=Choice(Purpose.PLAY))
    shown = view(*complete)._replace(face=asked)
    assert plan(shown).press == {"clue": 0.3, "play": 0.3}
    assert plan(shown._replace(pressed=frozenset({"play"}))).press == {"clue": 0.3, "play": 1.0}
    assert plan(view(*complete)).press == {}


def test_before_the_first_game_everything_is_dark():
    shown = plan(View(EMPTY, face_at_start(EMPTY)))
    assert (shown.clue, shown.fuse, shown.seat) == ((), (), ())


# The next game


def levels(rig):
    lights = rig.ask(get="lights")["lights"]
    fireworks = {suit: sum(levels) for suit, levels in lights["firework"].items()}
    return [sum(lights["clue"]), len(lights["fuse"]), sum(fireworks.values()), lights["seat"]]


def test_while_the_next_game_is_set_up_the_lights_show_how_it_begins():
    with Rig() as rig:
        rig.ask(do="new", players=3)
        for action in ({"do": "clue"}, {"do": "play", "card": "W1"}):
            rig.ask(do="action", action=action)
        rig.wait(5)
        assert levels(rig) == [7, 3, 1, [0, 0, 1, 0, 0]]
        select(rig, "new_game")
        assert (rig.screen, levels(rig)) == ("start", [8, 3, 0, [1, 0, 0, 0, 0]])
        rig.tap("discard")
        assert levels(rig)[-1] == [0, 1, 0, 0, 0], "the next player begins"
        rig.more("menu")
        assert levels(rig)[:3] == [8, 3, 0]
        move_to(rig, "correct")
        rig.tap("play")
        assert levels(rig)[:3] == [7, 3, 1], "this is about the game before"
        rig.hold("clue")
        rig.hold("discard")
        assert (rig.screen, levels(rig)[:3]) == ("start", [8, 3, 0])
        rig.wait(1)
        rig.tap("play")
        rig.wait(5)
        assert (rig.screen, levels(rig)[:3]) == ("table", [8, 3, 0])
        rig.ask(do="undo")
        rig.wait(5)
        assert levels(rig)[:3] == [7, 3, 1]


def test_the_lights_follow_the_edition_that_is_chosen():
    with Rig(build=load("deluxe")) as rig:
        seen = set()
        for number in range(12):
            rig.hold("play")
            for _ in range(number):
                rig.tap("discard")
            rig.tap("play")
            setup = rig.core.view.face.draft.setup
            shown = plan(rig.core.view)
            assert tuple(shown.firework) == setup.box.suits
            assert sum(shown.fuse) == setup.edition.fuses
            seen.add(setup.box.suits)
        assert (rig.screen, len(seen)) == ("start", 3)


# As time goes by

BEGAN = 10.0
LAST_FIREWORK = StepEffects(
    BEGAN,
    (
        Effect(EffectKind.LANDED, "R"),
        Effect(EffectKind.COMPLETED, "R"),
        Effect(EffectKind.LAST_ROUND, turns=3),
    ),
)
BURST, SWEEP = (show(event) for event in LAST_FIREWORK.events[1:])
WIN = StepEffects(
    BEGAN, (*LAST_FIREWORK.events[:2], Effect(EffectKind.ENDED, verdict=Verdict.PERFECT))
)


def at(shown, now=None):
    """The rows of the plan at a time, None for the truth."""
    found = lights.plan(shown, now)
    return (found.clue, found.fuse, found.firework, found.deck, found.seat, found.press)


def test_without_a_time_it_is_the_truth_whatever_happened():
    assert at(view(Clue(), happened=WIN)) == at(view(Clue()))


def test_the_shows_of_what_happened_follow_each_other_and_leave_the_truth():
    shown = view(Play(suit="R"), happened=LAST_FIREWORK)
    truth = plan(shown)
    seen, changes, now = [], [], BEGAN
    while now is not None:
        seen.append(at(shown, now))
        now = lights.next_change_of_lights(shown, now)
        changes.append(now)
    drawn = [
        *(BURST.draw(truth, LAST_FIREWORK.events[1], number) for number in range(BURST.frames)),
        *(SWEEP.draw(truth, LAST_FIREWORK.events[2], number) for number in range(SWEEP.frames)),
        truth,
    ]
    assert seen == [(p.clue, p.fuse, p.firework, p.deck, p.seat, p.press) for p in drawn]
    assert changes[-2:] == [
        pytest.approx(BEGAN + BURST.frames * BURST.step + SWEEP.frames * SWEEP.step),
        None,
    ]


def test_the_end_of_a_game_has_the_lights_at_once_together_with_its_sound():
    shown = view(Play(suit="R"), happened=WIN)
    end = WIN.events[2]
    assert at(shown, BEGAN)[2] == show(end).draw(plan(shown), end, 0).firework


def test_a_frame_that_was_missed_is_left_out():
    shown = view(Play(suit="R"), happened=LAST_FIREWORK)
    late = BEGAN + 7.5 * BURST.step
    assert at(shown, late)[2] == BURST.draw(plan(shown), LAST_FIREWORK.events[1], 7).firework
    assert lights.next_change_of_lights(shown, late) == pytest.approx(BEGAN + 8 * BURST.step)


def test_nothing_changes_by_itself_without_a_show_and_none_runs_in_the_dark():
    assert lights.next_change_of_lights(view(Clue()), BEGAN) is None
    assert (
        lights.next_change_of_lights(
            view(Clue(), happened=StepEffects(BEGAN, (Effect(EffectKind.LANDED, "R"),))), BEGAN
        )
        is None
    )
    assert (
        lights.next_change_of_lights(View(EMPTY, face_at_start(EMPTY), happened=WIN), BEGAN) is None
    )
    dark = view(Clue(), happened=WIN, night=Night.BLANK)
    assert lights.next_change_of_lights(dark, BEGAN) is None
    assert lights.plan(dark, BEGAN) == LightPlan()


def chosen(**preferences):
    shown = view(Clue())
    return shown._replace(face=shown.face._replace(preferences=Preferences(**preferences)))


def test_lights_that_are_switched_off_are_dark_and_show_nothing():
    off = chosen(lights="off")._replace(happened=WIN)
    assert lights.plan(off) == lights.plan(off, BEGAN) == LightPlan()
    assert lights.next_change_of_lights(off, BEGAN) is None


def test_the_steps_of_brightness_and_the_dimming():
    bright = [lights.plan(chosen(lights=step)).brightness for step in "1234"]
    assert bright == sorted(set(bright)) == list(LEVELS.values())
    assert (
        lights.plan(chosen(lights="3")._replace(night=Night.DIM)).brightness
        == LEVELS["3"] * DIMMED
        > 0
    )


@pytest.mark.parametrize("palette", PALETTES)
def test_the_palette_is_the_chosen_one_in_a_show_too(palette):
    shown = chosen(colours=palette)._replace(happened=WIN)
    assert {lights.plan(shown, now).palette for now in (None, BEGAN, BEGAN + 3)} == {palette}
    assert chosen(colours=RED_GREEN).face.preferences.colours == RED_GREEN


def test_a_prompt_blinks_in_its_own_time_beneath_a_show():
    shown = view(Play(suit="R"), happened=LAST_FIREWORK, dim_seat=True)
    assert at(shown)[4] == (0.0,) * 3
    assert at(shown, BEGAN)[4] == (0.0, 1.0, 0.0)
