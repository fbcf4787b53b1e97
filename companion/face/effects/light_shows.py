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

from companion.face.happened import Act, Effect, EffectKind, Verdict
from companion.game.cards import HIGHEST
from companion.panel import LightPlan

Levels = tuple[float, ...]
DrawPlan = Callable[[LightPlan, Effect, int], LightPlan]
"""Makes the plan of a frame out of the true one."""
Show = Act[DrawPlan]

STEP_S: Final = 1 / 15
"""The duration of a frame, of lights and glass alike."""
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
_FILL: Final = 4
"""Frames in which a firework that is complete fills."""
JUMP: Final = {1: 3, 3: 2}
"""The rows by which the glass jumps at a misfire, by frame; the lights jump too."""
_FLICKER: Final = (ON, EMBER, ON, 0.1, 0.8, OFF, 0.7, EMBER, OFF)
"""How bright the fuse is that burns down, frame by frame."""
_ROUND: Final = 15
_WIPE: Final = 8
_BREATH: Final = 20
"""Frames of one breath."""
_GOING_OUT: Final = 13
_DARK: Final = 7
"""Frames of the sweep round the seats and across the table, of lights that go out, and after it."""


def show(event: Effect) -> Show | None:
    """Return the show of what happened, if it has one."""
    if event.verdict == Verdict.LOST:
        return _LOST
    return _SHOWS.get(event.kind)


# A complete firework: a rocket climbs its lights, bursts over all the others, and it fills


def _burst(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
    rows = plan.firework
    suits = tuple(rows)
    # Where nobody named the firework, it bursts in the middle.
    centre = suits.index(event.suit) if event.suit in suits else len(suits) // 2
    own = {suit: rows[suit] for suit in suits[centre : centre + 1]}
    if frame < _CLIMB:
        climbing = _sky(own, lambda number, place: _TAIL.get(frame + 1 - place, OFF))
        return plan._replace(firework={**rows, **climbing})
    radius = frame - _CLIMB
    if radius < len(_FADING):
        sparks = _rings(rows, radius, centre)
        return plan._replace(firework=sparks, clue=_glitter(plan.clue, radius))
    share = (radius - len(_FADING) + 1) / _FILL
    filled = {suit: row[: round(len(row) * share)] for suit, row in own.items()}
    grown = {suit: row + (OFF,) * (len(rows[suit]) - len(row)) for suit, row in filled.items()}
    return plan._replace(firework={**rows, **grown})


def _spark(age: int, seed: int, place: int) -> float:
    """Return a level by the frames since sparks reached a firework: all, every other, none."""
    if not 0 <= age < len(_FADING):
        return OFF
    is_lit = age == 0 or (place + seed + age) % 2 == 0
    return _FADING[age] if is_lit else OFF


def _glitter(row: Levels, frame: int) -> Levels:
    """Return every other light, and the others in the next frame."""
    return tuple(float((place + frame) % 2 == 0) for place in range(len(row)))


# A misfire: every row jumps by a light as the glass does, then the fuse that is gone burns down


def _burn(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
    fuse = enumerate(plan.fuse)
    flickering = [_FLICKER[frame] if place == event.fuse else level for place, level in fuse]
    burning = plan._replace(fuse=tuple(flickering))
    if frame not in JUMP:
        return burning
    rows = {suit: row[-1:] + row[:-1] for suit, row in plan.firework.items()}
    return burning._replace(clue=plan.clue[-1:] + plan.clue[:-1], firework=rows)


# A nudge: the light of the seat breathes, out and in again


def _breathe(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
    share = abs(frame % _BREATH - _BREATH / 2) / (_BREATH / 2)
    level = EMBER + (ON - EMBER) * share
    return plan._replace(seat=tuple(level * one for one in plan.seat))


# The last round: seat by seat, as they will play


def _sweep(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
    """Light one seat after the other, clockwise from the one that acts. A gap runs along the clue
    tokens.
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


def _rocket_frames(cards: int) -> int:
    return 1 + min(2, (cards + 1) // 2)


def _rise(plan: LightPlan, event: Effect, frame: int) -> LightPlan:
    """Let one firework after another rise to its height; if all are complete, all lights stand."""
    firework: dict[str, Levels] = {}
    for suit, row in plan.firework.items():
        lit = sum(level > 0 for level in row)
        frames = _rocket_frames(round(HIGHEST * lit / max(1, len(row))))
        rising = one_lit(min(frame * len(row) // frames, lit), len(row))
        firework[suit] = row if frame >= frames else rising
        if frame < 0:
            firework[suit] = (OFF,) * len(row)
        frame -= frames
    if frame >= 0 and event.verdict in (Verdict.PERFECT, Verdict.BEYOND):
        return _all_lit(plan)
    return plan._replace(firework=firework)


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
    EffectKind.COMPLETED: Act(12, STEP_S, _burst),
    EffectKind.MISFIRED: Act(len(_FLICKER), STEP_S, _burn),
    EffectKind.LAST_ROUND: Act(_ROUND, 0.1, _sweep),
    EffectKind.UNDONE: Act(_WIPE, 0.05, lambda plan, event, frame: _wipe(plan, _WIPE - 1 - frame)),
    EffectKind.REDONE: Act(_WIPE, 0.05, lambda plan, event, frame: _wipe(plan, frame)),
    EffectKind.ENDED: Act(24, STEP_S, _rise),
    EffectKind.NUDGED: Act(3 * _BREATH, 0.1, _breathe),
}
_LOST: Final[Show] = Act(_GOING_OUT + _DARK, 0.1, _go_out)
