"""Shows: what the lights do for a moment after something happened, each a row of light plans.

A show is a function of the true plan, of what happened and of the number of its frame. Lights that
are only on or off show every value from a half on as lit, so what is to be dark there stays below
that. Who acts and which fuses are left stays true in every show but those of the last round and the
end.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Final

from companion.face.happened import BANDS, Act, Effect, EffectKind, Verdict
from companion.panel import LightPlan

Levels = tuple[float, ...]
DrawPlan = Callable[[LightPlan, Effect, int], LightPlan]
"""Makes the plan of a frame out of the true one."""
Show = Act[DrawPlan]

ON: Final = 1.0
OFF: Final = 0.0
GLOW: Final = 0.6
"""Less than all, but lit where lights are only on or off."""
EMBER: Final = 0.25
"""A little, and dark where lights are only on or off."""
_CLIMB: Final = 4
"""Frames in which a rocket climbs."""
_TAIL: Final = {0: ON, 1: GLOW, 2: EMBER}
"""How bright a rocket and its tail are, by the lights behind it."""
_FADING: Final = (ON, ON, GLOW, EMBER)
"""How bright sparks are, by their age in frames."""
_STRUCK: Final = (0, 1, 2, 5, 6, 7)
"""Frames in which tokens and fireworks are turned over, to be seen from across the room."""
_FLICKER: Final = (ON, EMBER, ON, 0.1, 0.8, OFF, 0.7, EMBER, OFF, GLOW, 0.1, EMBER, OFF)
"""How bright the fuse is that burns down, frame by frame."""
_ROUND: Final = 15
_WIPE: Final = 8
_GOING_OUT: Final = 13
_DARK: Final = 7
"""Frames of the sweep round the seats and across the table, of lights that go out, and after it."""
_FLIGHT: Final = 8
_APART: Final = 2
"""Frames of a rocket of the end, and from its start to that of the next one."""


def show(event: Effect) -> Show | None:
    """Return the show of what happened, if it has one."""
    return _ENDS[event.verdict] if event.verdict else _SHOWS.get(event.kind)


# A complete firework: a rocket climbs its lights and bursts over all the others


def _burst(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
    rows = plan.firework
    suits = tuple(rows)
    # Where nobody named the firework, it bursts in the middle.
    centre = suits.index(event.suit) if event.suit in suits else len(suits) // 2
    if frame < _CLIMB:
        rocket = {suit: rows[suit] for suit in suits[centre : centre + 1]}
        climbing = _sky(rocket, lambda number, place: _TAIL.get(frame + 1 - place, OFF))
        return plan._replace(firework={**rows, **climbing})
    radius = frame - _CLIMB
    return plan._replace(firework=_rings(rows, radius, centre), clue=_glitter(plan.clue, radius))


def _spark(age: int, seed: int, place: int) -> float:
    """Return a level by the frames since sparks reached a firework: all, every other, none."""
    if not 0 <= age < len(_FADING):
        return OFF
    is_lit = age == 0 or (place + seed + age) % 2 == 0
    return _FADING[age] if is_lit else OFF


def _glitter(row: Levels, frame: int) -> Levels:
    """Return every other light, and the others in the next frame."""
    return tuple(float((place + frame) % 2 == 0) for place in range(len(row)))


# A misfire: all is turned over twice, while the fuse that is gone burns down


def _burn(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
    fuse = enumerate(plan.fuse)
    flickering = [_FLICKER[frame] if place == event.fuse else level for place, level in fuse]
    burning = plan._replace(fuse=tuple(flickering))
    if frame not in _STRUCK:
        return burning
    rows = {suit: _turned_over(row) for suit, row in plan.firework.items()}
    return burning._replace(clue=_turned_over(plan.clue), firework=rows)


# The last round: seat by seat, as they will play


def _sweep(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
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
    return plan._replace(seat=tuple(seat), clue=_row_with_sweep(plan.clue, frame, _ROUND))


# Undone, or redone: a short sweep backwards or forwards


def _wipe(plan: LightPlan, at: int) -> LightPlan:
    """Turn over what the sweep is passing."""
    rows = dict(plan.firework)
    column = at * len(rows) // _WIPE
    for suit in list(rows)[column : column + 1]:
        rows[suit] = _turned_over(rows[suit])
    return plan._replace(clue=_row_with_sweep(plan.clue, at, _WIPE), firework=rows)


# The end of a game


def _go_out(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
    """Put out the lights of a lost game, one after the other, and keep them dark for a moment."""
    rows = plan.firework
    levels = chain(plan.clue, plan.fuse, plan.deck, *rows.values())
    lit = sum(level > 0 for level in levels)
    # Rounded up, so that none is left in the last frame.
    gone = -(-lit * (frame + 1) // _GOING_OUT)
    # Asked in reverse, so that each row goes dark from its last light on.
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


def _salute(number: int) -> Show:
    """Return the show of a rating: one rocket, one more for each better one, counted by clues."""
    rockets = number + 1

    def draw(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
        suits = len(plan.firework)

        def level(number: int, place: int) -> float:
            brightest = OFF
            for rocket in range(rockets):
                # Two further on each time, so that neighbours do not follow each other.
                centre = (suits // 2 + 2 * rocket) % suits
                age = frame - rocket * _APART
                brightest = max(brightest, _flight(age, abs(number - centre), place))
            return brightest

        clue = first_lit(min(rockets, frame // _APART + 1), len(plan.clue))
        return plan._replace(firework=_sky(plan.firework, level), clue=clue)

    # Over as soon as the last sparks are gone: longer, a single rocket left a second of darkness.
    return Act(number * _APART + _FLIGHT + 2, 0.1, draw)


def _flight(age: int, far: int, place: int) -> float:
    """Return a level by the frames since a rocket started so many columns away."""
    if not 0 <= age < _FLIGHT or far > 1:
        return OFF
    if age >= 3:
        return _spark(age - 3 - far, far, place)
    return OFF if far else _TAIL.get(2 * age + 1 - place, OFF)


def _perfect(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
    """Let all fireworks rise together, cross, burst from the middle twice, and stand."""
    rows = plan.firework
    beat = frame // 2
    tokens = len(plan.clue)
    if frame >= 18:
        return _all_lit(plan)
    if frame < 6:
        clue = first_lit(frame * tokens // 6 + 1, tokens)
        firework = _sky(rows, lambda number, place: float(place <= frame))
    elif frame < 10:
        clue = _glitter(plan.clue, beat)
        firework = _sky(rows, lambda number, place: EMBER if (number + beat) % 2 else ON)
    else:
        clue = _glitter(plan.clue, frame)
        firework = _rings(rows, (frame - 10) % 4, len(rows) // 2)
    seats = len(plan.seat)
    return plan._replace(firework=firework, clue=clue, seat=one_lit(beat % max(1, seats), seats))


def _draw_beyond(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
    """Let more and more stars come out, then waves run across them, then the whole sky stand."""
    if frame >= 17:
        return _all_lit(plan)
    rows = plan.firework
    beat = frame // 2

    def star(number: int, place: int) -> float:
        # As if by chance, and the same at each end.
        return float((7 * number + 3 * place + 5 * beat) % 11 < 3 + beat)

    def wave(number: int, place: int) -> float:
        return {0: ON, 1: GLOW}.get((number + place - frame) % 4, OFF)

    value = star if frame < 9 else wave
    clue = tuple(value(len(rows), place) for place in range(len(plan.clue)))
    seat = tuple(value(place, len(rows)) for place in range(len(plan.seat)))
    return plan._replace(firework=_sky(rows, value), clue=clue, seat=seat)


def _sky(rows: Mapping[str, Levels], level: Callable[[int, int], float]) -> dict[str, Levels]:
    """Return the lights of the fireworks, by the number of the firework and the place in it."""
    return {
        suit: tuple(level(number, place) for place in range(len(row)))
        for number, (suit, row) in enumerate(rows.items())
    }


def _rings(rows: Mapping[str, Levels], radius: int, centre: int) -> dict[str, Levels]:
    """Return sparks that spread from a firework over all the others."""
    return _sky(rows, lambda number, place: _spark(radius - abs(number - centre), number, place))


def _all_lit(plan: LightPlan) -> LightPlan:
    """Return everything that the table has, all bright."""
    return plan._replace(
        clue=(ON,) * len(plan.clue),
        fuse=(ON,) * len(plan.fuse),
        firework=_sky(plan.firework, lambda number, place: ON),
        seat=(ON,) * len(plan.seat),
    )


# Rows


@lru_cache(maxsize=256)
def first_lit(lit: int, total: int) -> Levels:
    """Return a row whose first lights are lit."""
    return tuple(float(place < lit) for place in range(total))


def one_lit(at: int, total: int) -> Levels:
    """Return a row with one light lit."""
    return tuple(float(place == at) for place in range(total))


def _row_with_sweep(row: Levels, at: int, end: int) -> Levels:
    """Return a row with the light turned over that a sweep passes, so far on its way to the end."""
    place = at * len(row) // end
    return row[:place] + _turned_over(row[place : place + 1]) + row[place + 1 :]


def _turned_over(row: Levels) -> Levels:
    return tuple(ON - level for level in row)


_SHOWS: Final[Mapping[EffectKind, Show]] = {
    EffectKind.COMPLETED: Act(12, 0.1, _burst),
    EffectKind.MISFIRED: Act(len(_FLICKER), 0.08, _burn),
    EffectKind.LAST_ROUND: Act(_ROUND, 0.1, _sweep),
    EffectKind.UNDONE: Act(_WIPE, 0.05, lambda plan, event, frame: _wipe(plan, _WIPE - 1 - frame)),
    EffectKind.REDONE: Act(_WIPE, 0.05, lambda plan, event, frame: _wipe(plan, frame)),
}
_ENDS: Final[Mapping[Verdict, Show]] = {
    Verdict.LOST: Act(_GOING_OUT + _DARK, 0.1, _go_out),
    **{verdict: _salute(number) for number, verdict in enumerate(BANDS)},
    Verdict.PERFECT: Act(20, 0.1, _perfect),
    Verdict.BEYOND: Act(20, 0.1, _draw_beyond),
}
