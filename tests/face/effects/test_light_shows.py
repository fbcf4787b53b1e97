"""Every show, frame by frame: UPDATE_GOLDEN=1 writes the sequences anew (look at them then).

A line is a frame: the clue tokens, the fuses, each firework, the deck and the seats; `#` bright,
`+` lit, `.` so dim that it is dark where lights are only on or off, `-` dark.
"""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.face.effects.light_shows import show
from companion.face.happened import BANDS, Effect, EffectKind, Verdict
from companion.panel import LightPlan
from tests.rig.goldens import text_differences

GOLDEN = Path(__file__).with_name("light_shows.txt")
LIT = 0.5
"""From here on a light shines that is only on or off (see `hardware.lights.leds`)."""


def row(lit, total):
    return tuple(float(place < lit) for place in range(total))


def table(heights=(2, 5, 0, 1, 3), clue=5, fuse=2, fuses=3, seat=1, players=4, deck=6):
    """The lights of a game; `seat` is None when it is over."""
    return LightPlan(
        clue=row(clue, 8),
        fuse=row(fuse, fuses),
        firework={suit: row(height, 5) for suit, height in zip("WRBYGMK", heights, strict=False)},
        deck=row(deck, 8),
        seat=tuple(float(place == seat) for place in range(players)),
    )


OVER = table(seat=None)
CASES = {
    "completed": (Effect(EffectKind.COMPLETED, "R"), table()),
    "completed-first": (Effect(EffectKind.COMPLETED, "W"), table((5, 0, 0, 0, 0))),
    "completed-unknown": (Effect(EffectKind.COMPLETED), table((0,) * 5)),
    "misfired": (Effect(EffectKind.MISFIRED, fuse=2), table()),
    "misfired-four": (Effect(EffectKind.MISFIRED, fuse=3), table(fuse=3, fuses=4)),
    "last-round-two": (Effect(EffectKind.LAST_ROUND), table(players=2, deck=0)),
    "last-round-five": (Effect(EffectKind.LAST_ROUND), table(players=5, seat=3, deck=0)),
    "undone": (Effect(EffectKind.UNDONE), table()),
    "put-back": (Effect(EffectKind.REDONE), table()),
    "lost": (Effect(EffectKind.ENDED, verdict=Verdict.LOST), table(fuse=0, seat=None)),
    **{band.replace(" ", "-"): (Effect(EffectKind.ENDED, verdict=band), OVER) for band in BANDS},
    "perfect": (Effect(EffectKind.ENDED, verdict=Verdict.PERFECT), table((5,) * 5, seat=None)),
    "beyond": (Effect(EffectKind.ENDED, verdict=Verdict.BEYOND), table((5,) * 6, seat=None)),
}
EVERY = pytest.mark.parametrize("name", CASES)
TURNS = [
    name
    for name, (event, _) in CASES.items()
    if event.kind not in (EffectKind.ENDED, EffectKind.LAST_ROUND)
]


def frames(event, plan):
    act = show(event)
    return [act.draw(plan, event, number) for number in range(act.frames)]


def rows(plan):
    return [plan.clue, plan.fuse, *plan.firework.values(), plan.deck, plan.seat]


def sign(value):
    return "#" if value > 0.7 else "+" if value >= LIT else "." if value else "-"


def line(plan):
    return " ".join("".join(map(sign, r)) for r in rows(plan))


def test_the_sequences_are_the_golden_ones():
    made = {}
    for name, (event, plan) in CASES.items():
        act = show(event)
        lines = [f"{act.frames} frames of {act.step} s", *map(line, frames(event, plan))]
        made[name] = "\n".join(lines)
    differences = text_differences(GOLDEN, made)
    assert not differences, "\n".join(differences)


def test_every_verdict_has_a_show_and_a_card_that_lands_has_none():
    assert all(show(Effect(EffectKind.ENDED, verdict=verdict)) for verdict in Verdict)
    assert show(Effect(EffectKind.LANDED, "R")) is None


@EVERY
def test_a_show_lasts_no_longer_than_two_seconds_and_that_of_a_turn_one_and_a_half(name):
    event, _ = CASES[name]
    seconds = show(event).frames * show(event).step
    assert seconds <= (2 if event.kind == EffectKind.ENDED else 1.5)


@EVERY
def test_lights_that_are_only_on_or_off_show_it_too(name):
    event, plan = CASES[name]
    seen = [
        tuple(value >= LIT for r in rows(frame) for value in r) for frame in frames(event, plan)
    ]
    truth = tuple(value >= LIT for r in rows(plan) for value in r)
    assert sum(before != after for before, after in pairwise(seen)) >= 4
    assert any(frame != truth for frame in seen)


@pytest.mark.parametrize("name", TURNS)
def test_who_acts_and_which_fuses_are_left_stays_true_in_a_turn(name):
    event, plan = CASES[name]
    for frame in frames(event, plan):
        assert (frame.seat, frame.deck) == (plan.seat, plan.deck)
        for place, (value, truth) in enumerate(zip(frame.fuse, plan.fuse, strict=True)):
            assert value == truth or (event.kind, event.fuse) == (EffectKind.MISFIRED, place)


OTHERS = (LightPlan(), table(()), table((1,) * 7, players=2, fuses=4), table((0,) * 5, 0, 0))


@pytest.mark.parametrize("plan", OTHERS)
@EVERY
def test_a_show_keeps_the_lights_of_the_table_and_within_what_they_can(name, plan):
    for frame in frames(CASES[name][0], plan):
        assert [len(r) for r in rows(frame)] == [len(r) for r in rows(plan)]
        assert tuple(frame.firework) == tuple(plan.firework)
        assert all(0 <= value <= 1 for r in rows(frame) for value in r)
        assert (frame.press, frame.brightness, frame.palette) == (
            plan.press,
            plan.brightness,
            plan.palette,
        )


@EVERY
def test_nothing_flashes_more_than_three_times_a_second(name):
    """All lights together, up and down by a quarter: the limit of WCAG 2.2, 2.3.1, at any size."""
    event, plan = CASES[name]
    act = show(event)
    most = sum(len(r) for r in rows(plan))
    light = [sum(map(sum, rows(frame))) / most for frame in frames(event, plan)]
    flashes, lowest, highest, rising = [], light[0], light[0], True
    for number, value in enumerate(light):
        if rising:
            highest = max(highest, value)
            if value <= highest - 0.25:
                rising, lowest = False, value
                flashes.append(number * act.step)
        else:
            lowest = min(lowest, value)
            if value >= lowest + 0.25:
                rising, highest = True, value
    for begin in flashes:
        assert sum(begin <= at < begin + 1 for at in flashes) <= 3
