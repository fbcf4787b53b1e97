"""Which vertical lane each wire of a diagram runs in, across from its terminal and on to
its pin.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A wire by the heights of its two ends."""

    terminal: float
    pin: float


def wire_lanes(spans: Sequence[Span]) -> list[int]:
    """Return the lane of each wire, from 0 beside the terminals; no two have the same."""
    # What crosses if the left one of two has the lane nearer to the terminals.
    cost = [
        [_is_between(left, right.terminal) + _is_between(right, left.pin) for right in spans]
        for left in spans
    ]
    order = sorted(range(len(spans)), key=lambda at: _first_guess(spans[at]))
    while (better := _improved_order(order, cost)) is not None:
        order = better
    places = [0] * len(spans)
    for lane, at in enumerate(order):
        places[at] = lane
    return places


def _first_guess(span: Span) -> tuple[bool, float]:
    """Return those that go up, from the uppermost; then those that go down, from the lowest."""
    down = span.pin > span.terminal
    return down, -span.terminal if down else span.terminal


def _is_between(span: Span, height: float) -> bool:
    return min(span) < height < max(span)


def _improved_order(order: list[int], cost: Sequence[Sequence[int]]) -> list[int] | None:
    """Return the order after moving one wire to a place with fewer crossings, None if there is
    none.
    """
    for begin, wire in enumerate(order):
        rest = order[:begin] + order[begin + 1 :]
        # What it costs to stand before all others, then changed by each that it is moved past.
        total = sum(cost[wire][other] for other in rest)
        best, best_at = 0, begin
        totals = [total]
        for other in rest:
            total += cost[other][wire] - cost[wire][other]
            totals.append(total)
        for at, each in enumerate(totals):
            if each - totals[begin] < best:
                best, best_at = each - totals[begin], at
        if best < 0:
            return [*rest[:best_at], wire, *rest[best_at:]]
    return None
