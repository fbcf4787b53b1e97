"""Shows: what the lights do for a moment after something happened, each a row of light plans.

A show is a function of the true plan, of what happened and of the number of its frame. Lights that
are only on or off show every value from a half on as lit, so what is to be dark there stays below
that. Who acts and which fuses are left stays true in every show but those of the last round and the
end.
"""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Final, NamedTuple

from companion.face.happened import BANDS, Happening, Verdict, What
from companion.game.kinds import kind
from companion.panel import LightPlan

Levels = tuple[float, ...]
DrawFrame = Callable[[LightPlan, Happening, int], LightPlan]

ON: Final = 1.0
OFF: Final = 0.0
GLOW: Final = 0.6
"""Less than all, but lit where lights are only on or off."""
EMBER: Final = 0.25
"""A little, and dark where lights are only on or off."""


@kind
class Show(NamedTuple):
    """A number of frames, each for a number of seconds."""

    frames: int
    step: float
    draw: DrawFrame

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return self.frames * self.step


def show(event: Happening) -> Show | None:
    """Return the show of what happened, if it has one."""
    if event.corrected:
        return None
    return _ENDS[event.verdict] if event.verdict else _SHOWS.get(event.kind)


# A complete firework: a rocket climbs its lights and bursts over all the others


def _burst(plan: LightPlan, event: Happening, frame: int) -> LightPlan:
    rows = plan.firework
    suits = tuple(rows)
    centre = suits.index(event.suit) if event.suit in suits else len(suits) // 2
    if frame < _CLIMB:
        rocket = {suit: _rocket(len(rows[suit]), frame) for suit in suits[centre : centre + 1]}
        return plan._replace(firework={**rows, **rocket})
    radius = frame - _CLIMB
    return plan._replace(firework=_rings(rows, radius, centre), clue=_glitter(plan.clue, radius))


_CLIMB: Final = 4
"""Frames in which a rocket climbs."""
_FADING: Final = (ON, ON, GLOW, EMBER)
"""How bright sparks are, by their age in frames."""


def _rocket(height: int, frame: int) -> Levels:
    """Return a light that climbs, with a tail."""
    return tuple({0: ON, 1: GLOW, 2: EMBER}.get(frame + 1 - place, OFF) for place in range(height))


def _sparks(height: int, age: int, seed: int) -> Levels:
    """Return a firework's lights by the frames since sparks reached it: all, every other, none."""
    level = _FADING[age] if 0 <= age < len(_FADING) else OFF
    if age < 1:
        return (level,) * height
    return tuple(level * ((place + seed + age) % 2 == 0) for place in range(height))


def _glitter(row: Levels, frame: int) -> Levels:
    """Return every other light, and the others in the next frame."""
    return tuple(float((place + frame) % 2 == 0) for place in range(len(row)))


# A misfire: all is turned over twice, while the fuse that is gone burns down


def _burn(plan: LightPlan, event: Happening, frame: int) -> LightPlan:
    burning = plan._replace(fuse=_with(plan.fuse, event.fuse, _FLICKER[frame]))
    if frame not in _STRUCK:
        return burning
    rows = {suit: _turned_over(row) for suit, row in plan.firework.items()}
    return burning._replace(clue=_turned_over(plan.clue), firework=rows)


_STRUCK: Final = (0, 1, 2, 5, 6, 7)
"""Frames in which tokens and fireworks are turned over, to be seen from across the room."""
_FLICKER: Final = (ON, EMBER, ON, 0.1, 0.8, OFF, 0.7, EMBER, OFF, GLOW, 0.1, EMBER, OFF)


# The last round: seat by seat, as they will play


def _sweep(plan: LightPlan, event: Happening, frame: int) -> LightPlan:
    """Light one seat after the other, clockwise from the one that acts.

    A gap runs along the clue tokens.
    """
    seats = len(plan.seat)
    first = plan.seat.index(ON) if ON in plan.seat else 0
    seat = [OFF] * seats
    if seats:
        now = (first + frame * seats // _ROUND) % seats
        seat[now - 1] = EMBER
        seat[now] = ON
    return plan._replace(
        seat=tuple(seat), clue=_without(plan.clue, frame * len(plan.clue) // _ROUND)
    )


_ROUND: Final = 15


# Undone, or redone: a short sweep backwards or forwards


def _back(plan: LightPlan, event: Happening, frame: int) -> LightPlan:
    return _wipe(plan, _WIPE - 1 - frame)


def _forth(plan: LightPlan, event: Happening, frame: int) -> LightPlan:
    return _wipe(plan, frame)


def _wipe(plan: LightPlan, at: int) -> LightPlan:
    """Turn over what the sweep is passing."""
    rows = dict(plan.firework)
    column = at * len(rows) // _WIPE
    for number, (suit, row) in enumerate(rows.items()):
        if number == column:
            rows[suit] = _turned_over(row)
    return plan._replace(clue=_without(plan.clue, at * len(plan.clue) // _WIPE), firework=rows)


_WIPE: Final = 8


# The end of a game


def _go_out(plan: LightPlan, event: Happening, frame: int) -> LightPlan:
    """Put out the lights of a lost game, one after the other, and keep them dark for a moment."""
    rows = plan.firework
    levels = chain(plan.clue, plan.fuse, plan.deck, *rows.values())
    lit = sum(level > 0 for level in levels)
    gone = -(-lit * (frame + 1) // _GOING_OUT)
    kept = iter([place >= gone for place in range(lit)])

    def fewer(row: Levels) -> Levels:
        left = [value if value and next(kept) else OFF for value in reversed(row)]
        return tuple(reversed(left))

    clue = fewer(plan.clue)
    firework = {suit: fewer(row) for suit, row in reversed(tuple(rows.items()))}
    return plan._replace(
        clue=clue,
        firework={suit: firework[suit] for suit in rows},
        deck=fewer(plan.deck),
        fuse=fewer(plan.fuse),
    )


_GOING_OUT: Final = 13
_DARK: Final = 7


def _launch(sky: dict[str, Levels], rocket: int, age: int) -> None:
    """Add a rocket to the sky, so many frames after its launch."""
    if not sky or not 0 <= age < _FLIGHT:
        return
    # Two further on each time, so that neighbours do not follow each other.
    centre = (len(sky) // 2 + 2 * rocket) % len(sky)
    for place, (suit, row) in enumerate(sky.items()):
        flight = _flight(len(row), age, abs(place - centre))
        sky[suit] = tuple(map(max, row, flight))


def _salute(number: int) -> Show:
    """Return the show of a rating: one rocket, one more for each better one, counted by clues."""
    rockets = number + 1

    def draw(plan: LightPlan, event: Happening, frame: int) -> LightPlan:
        sky = {suit: (OFF,) * len(row) for suit, row in plan.firework.items()}
        for rocket in range(rockets):
            _launch(sky, rocket, frame - rocket * _APART)
        launched = min(rockets, frame // _APART + 1)
        clue = tuple(float(place < launched) for place in range(len(plan.clue)))
        return plan._replace(firework=sky, clue=clue)

    return Show(number * _APART + _FLIGHT + 2, 0.1, draw)


_FLIGHT: Final = 8
_APART: Final = 2


def _flight(height: int, age: int, far: int) -> Levels:
    """Return a firework's lights by the frames since a rocket started so many columns away."""
    if far == 0 and age < 3:
        return _rocket(height, 2 * age)
    if far < 2 and age >= 3:
        return _sparks(height, age - 3 - far, far)
    return (OFF,) * height


def _perfect(plan: LightPlan, event: Happening, frame: int) -> LightPlan:
    """Let all fireworks rise together, cross, burst from the middle twice, and stand."""
    rows = plan.firework
    seats = len(plan.seat)
    seat = tuple(float(place == frame // 2 % seats) for place in range(seats))
    if frame < 6:
        clue = tuple(float(place * 6 <= frame * len(plan.clue)) for place in range(len(plan.clue)))
        risen = _sky(rows, lambda number, place: float(place <= frame))
        return plan._replace(firework=risen, clue=clue, seat=seat)
    if frame < 10:
        beat = frame // 2
        crossed = _sky(rows, lambda number, place: ON if (number + beat) % 2 == 0 else EMBER)
        return plan._replace(firework=crossed, clue=_glitter(plan.clue, beat), seat=seat)
    if frame < 18:
        radius = (frame - 10) % 4
        rings = _rings(rows, radius, len(rows) // 2)
        return plan._replace(firework=rings, clue=_glitter(plan.clue, frame), seat=seat)
    return _all(plan, ON)


def _beyond(plan: LightPlan, event: Happening, frame: int) -> LightPlan:
    """Let more and more stars come out, then waves run across them, then the whole sky stand."""
    if frame >= 17:
        return _all(plan, ON)
    rows = plan.firework
    stars = 3 + frame // 2

    def star(number: int, place: int) -> float:
        return float((7 * number + 3 * place + 5 * (frame // 2)) % 11 < stars)

    def wave(number: int, place: int) -> float:
        return {0: ON, 1: GLOW}.get((number + place - frame) % 4, OFF)

    value = star if frame < 9 else wave
    sky = _sky(rows, value)
    clue = tuple(value(len(rows), place) for place in range(len(plan.clue)))
    seat = tuple(value(place, len(rows)) for place in range(len(plan.seat)))
    return plan._replace(firework=sky, clue=clue, seat=seat)


def _sky(rows: Mapping[str, Levels], level: Callable[[int, int], float]) -> dict[str, Levels]:
    """Return the lights of the fireworks, by the number of the firework and the place in it."""
    return {
        suit: tuple(level(number, place) for place in range(len(row)))
        for number, (suit, row) in enumerate(rows.items())
    }


def _rings(rows: Mapping[str, Levels], radius: int, centre: int) -> dict[str, Levels]:
    """Return sparks that spread from a firework over all the others."""
    return {
        suit: _sparks(len(row), radius - abs(number - centre), number)
        for number, (suit, row) in enumerate(rows.items())
    }


def _all(plan: LightPlan, value: float) -> LightPlan:
    """Return everything that the table has, as bright as that."""
    return plan._replace(
        clue=(value,) * len(plan.clue),
        fuse=(value,) * len(plan.fuse),
        firework=_sky(plan.firework, lambda number, place: value),
        seat=(value,) * len(plan.seat),
    )


# Rows


def _with(row: Levels, at: int, value: float) -> Levels:
    return tuple(value if place == at else level for place, level in enumerate(row))


def _without(row: Levels, at: int) -> Levels:
    """Return the row with one light turned over."""
    return tuple(ON - level if place == at else level for place, level in enumerate(row))


def _turned_over(row: Levels) -> Levels:
    return tuple(ON - level for level in row)


_SHOWS: Final[Mapping[What, Show]] = {
    What.COMPLETED: Show(12, 0.1, _burst),
    What.MISFIRED: Show(len(_FLICKER), 0.08, _burn),
    What.LAST_ROUND: Show(_ROUND, 0.1, _sweep),
    What.UNDONE: Show(_WIPE, 0.05, _back),
    What.REDONE: Show(_WIPE, 0.05, _forth),
}
_ENDS: Final[Mapping[Verdict, Show]] = {
    Verdict.LOST: Show(_GOING_OUT + _DARK, 0.1, _go_out),
    **{verdict: _salute(number) for number, verdict in enumerate(BANDS)},
    Verdict.PERFECT: Show(20, 0.1, _perfect),
    Verdict.BEYOND: Show(20, 0.1, _beyond),
}
