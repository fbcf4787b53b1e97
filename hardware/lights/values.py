"""The value of each light of a build, from a plan that does not depend on the build."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import ceil, floor

from companion.panel import LightLevels, LightPlan
from wiring.spec import Colour, LightPlace


def place_values(
    plan: LightPlan, places: Iterable[LightPlace], before: LightPlan | None = None
) -> dict[LightPlace, float]:
    """Return the value of each place, 0 to 1; after a plan only of the groups that it changes.

    A build with fewer lights than the plan shows the first ones. A firework's single light is lit
    once one of its cards was played. The deck is divided among its lights.
    """
    groups = set(plan._fields)
    if before is not None:
        pairs = zip(plan._fields, before, plan, strict=True)
        groups = {group for group, old, new in pairs if old != new}
    values = dict.fromkeys((place for place in places if place.group in groups), 0.0)
    rows = {
        ("clue", ""): plan.clue,
        ("fuse", ""): plan.fuse,
        ("seat", ""): plan.seat,
        ("deck", ""): _resample_values(plan.deck, sum(place.group == "deck" for place in values)),
    }
    for suit, heights in plan.firework.items():
        single = LightPlace("firework", suit, 1) not in values
        rows["firework", suit] = (max(heights, default=0.0),) if single else heights
    for control, value in plan.press.items():
        rows["press", control] = (value,)
    for place in values:
        row = rows.get((place.group, place.part), ())
        if place.number < len(row):
            values[place] = row[place.number]
    return values


@lru_cache(maxsize=64)
def _resample_values(values: tuple[float, ...], count: int) -> tuple[float, ...]:
    """Return `count` values for these: each is the mean of the part that it represents."""
    if not values:
        return ()
    size = len(values) / count if count else 0.0
    return tuple(_mean_of(values, number * size, (number + 1) * size) for number in range(count))


def group_levels(places: Iterable[LightPlace], level: Callable[[LightPlace], float]) -> LightLevels:
    """Return the level of each light, by group; a group that is missing is absent."""
    whole: dict[str, list[float]] = {}
    parted: dict[str, dict[str, list[float]]] = {}
    for place in places:
        group = parted.setdefault(place.group, {}) if place.part else whole
        group.setdefault(place.part or place.group, []).append(level(place))
    return {**whole, **parted}


def dim_colour(colour: Colour, value: float) -> Colour:
    """Return a colour at a brightness from 0 to 1; a colour above 0 never becomes quite dark."""
    red, green, blue = (max(round(part * value), bool(part and value > 0)) for part in colour)
    return red, green, blue


def _mean_of(values: tuple[float, ...], begin: float, end: float) -> float:
    """Return the mean between two positions in a row, which may lie inside a value."""
    total = 0.0
    for number in range(floor(begin), min(len(values), ceil(end))):
        total += values[number] * (min(end, number + 1) - max(begin, number))
    return min(1.0, round(total / (end - begin), 3))
