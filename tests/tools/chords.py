"""`python -m tests.tools.chords`: what the companion reads when two models of hands press its
buttons.

A line for each kind of people and switches. Each figure is how many of 100 are misread; the models
lie in `tests/rig/hands.py` (A) and `tests/rig/hands_apart.py` (B). ARGS=N: so many gestures a
figure.
"""

import random
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import inf
from typing import Final, NamedTuple

from companion.daemon.fingers import Fingers
from companion.face.gestures.gestures import ANY, Chord, Gesture, Hold, Manner, Tap
from companion.panel import BUTTONS, PLAY, Edge
from tests.rig import hands, hands_apart
from tests.rig.levels import Levels

OVERLAP_S: Final = 0.02
"""Time for which two buttons are down together at least, to overlap: a contact may bounce
for less."""
SLEEVE_S: Final = 3.6
"""When an object has settled on a button, and that has been down for longer than a hold."""
TABLE: Final = Manner(opening=frozenset({PLAY}))
COLUMNS: Final = Manner(chords=True)
"""How presses are told apart at the table, and where something is chosen by columns."""
PEOPLE: Final = ("practised", "guest", "child", "wide")
SWITCHES: Final = ("good", "worn")

Dice = random.Random
Edges = Sequence[hands.Edge | hands_apart.Edge]


class Model(NamedTuple):
    """How one kind of people press one kind of switches."""

    chord: Callable[[Sequence[str], Dice], Edges]
    hurry: Callable[[str, str, Dice], Edges]
    """Two quick taps, of which some overlap."""
    roll: Callable[[str, str, Dice], Edges]
    """Two quick taps that overlap."""
    tap: Callable[[str, Dice], Edges]
    double: Callable[[str, Dice], Edges]
    sleeve: Callable[[str, Sequence[str], Dice], Edges]


def model_a(people: str, switch: str) -> Model:
    """Return the model that draws its times from counted ones."""
    who, contact = hands.HANDS[people], hands.SWITCHES[switch]
    return Model(
        lambda controls, dice: hands.chord(who, controls, 0, dice, contact),
        lambda first, second, dice: hands.hurry(who, first, second, 0, dice, contact),
        lambda first, second, dice: hands.roll(who, first, second, 0, dice, contact),
        lambda control, dice: hands.tap(who, control, 0, dice, contact),
        lambda control, dice: hands.double(who, control, 0, dice, contact),
        lambda held, tapped, dice: hands.sleeve(who, held, tapped, 0, dice, contact),
    )


def model_b(people: str, switch: str) -> Model:
    """Return the model that moves fingers, caps and contacts."""
    who = hands_apart.PEOPLE[people]._replace(worn=float(switch == "worn"))
    return Model(
        lambda controls, dice: hands_apart.chord(who, controls, 0, dice),
        lambda first, second, dice: hands_apart.taps(who, (first, second), 0, dice),
        lambda first, second, dice: hands_apart.roll(who, first, second, 0, dice),
        lambda control, dice: hands_apart.tap(who, control, 0, dice),
        lambda control, dice: hands_apart.double(who, control, 0, dice),
        lambda held, tapped, dice: hands_apart.sleeve(who, held, tapped, 0, dice),
    )


MODELS: Final = {"A": model_a, "B": model_b}


def read(edges: Edges, manner: Manner = ANY) -> list[Gesture]:
    """Return the gestures that the companion makes of edges, bounces and all."""
    levels, now = Levels(), edges[0].at
    fingers = Fingers(levels, lambda: manner)
    gestures: list[Gesture] = []
    due = inf

    def wait(end: float) -> None:
        nonlocal now, due
        while due < end:
            now = max(now, due)
            gestures.extend(fingers.tick(now))
            due = min(fingers.deadlines(now), default=inf)
        now = end

    for edge in edges:
        wait(edge.at)
        levels.move(edge.control, edge.down)
        before = fingers._contacts
        gestures.extend(fingers.edge(Edge(*edge)))
        if fingers._contacts is not before:  # a bounce moves no deadline
            due = min(fingers.deadlines(now), default=inf)
    wait(now + 1)
    return gestures


def _is_chord(gestures: list[Gesture], controls: Iterable[str]) -> bool:
    return (
        len(gestures) == 1
        and isinstance(gestures[0], Chord)
        and gestures[0].controls == set(controls)
    )


def _chord(model: Model, dice: Dice, manner: Manner, count: int = 2) -> bool:
    controls = dice.sample(BUTTONS, count)
    return not _is_chord(read(model.chord(controls, dice), manner), controls)


def _overlap(model: Model, dice: Dice) -> bool | None:
    """Return True if buttons that are down together at the table count as turns.

    None if they are not together.

    Where PLAY is the first of them the other one is its answer, so it is left out.
    """
    controls = dice.sample(BUTTONS, 2)
    edges = model.chord(controls, dice)
    if edges[0].control == PLAY or not overlaps(edges):
        return None
    return any(not isinstance(gesture, Chord) or gesture.answers for gesture in read(edges, TABLE))


def overlaps(edges: Edges) -> bool:
    """Return True if two buttons are down at the same time for longer than a bounce."""
    down: set[str] = set()
    together = 0.0
    for edge, following in pairwise(edges):
        down = down | {edge.control} if edge.down else down - {edge.control}
        if len(down) > 1:
            together += following.at - edge.at
    return together > OVERLAP_S


def _answer(model: Model, dice: Dice) -> bool | None:
    """Return True if another button beside PLAY is read as anything but its answer.

    None if they do not overlap.
    """
    second = dice.choice([control for control in BUTTONS if control != PLAY])
    edges = model.hurry(PLAY, second, dice)
    return _taps(read(edges, TABLE)) != [PLAY, second] if overlaps(edges) else None


def _pair(make: Callable[[str, str, Dice], Edges], dice: Dice) -> bool | None:
    """Return True if two taps that overlap in a list are read as anything but these two, in their
    order.
    """
    first, second = dice.sample(BUTTONS, 2)
    edges = make(first, second, dice)
    return _taps(read(edges)) != [first, second] if overlaps(edges) else None


def _taps(gestures: list[Gesture]) -> list[str]:
    """Return the controls of taps, those of chords too."""
    controls = []
    for gesture in gestures:
        if isinstance(gesture, Chord):
            controls += [tap.control for tap in gesture.taps]
        elif isinstance(gesture, Tap):
            controls.append(gesture.control)
    return controls


def _alone(edges: Edges, count: int) -> bool:
    return [type(gesture) in (Tap, Hold) for gesture in read(edges)] != [True] * count


def _beside(model: Model, dice: Dice) -> bool | None:
    """Return True if a tap beside a sleeve is lost or another one.

    None if the sleeve was none yet.
    """
    held, tapped = dice.sample(BUTTONS, 2)
    edges = model.sleeve(held, (tapped,), dice)
    began = min(edge.at for edge in edges if edge.control == tapped)
    lies_there = began > SLEEVE_S and edges[0].down
    if not lies_there or _opens(edges, held, began):
        return None
    kinds = [
        type(gesture)
        for gesture in read(edges, TABLE)
        if isinstance(gesture, Chord) or gesture.control == tapped
    ]
    return kinds not in ([Tap], [Hold])


def _opens(edges: Edges, held: str, until: float) -> bool:
    """Return True if an object lets its button go for longer than a flicker, before the time."""
    own_edges = [edge for edge in edges if edge.control == held and edge.at <= until]
    ends = [*(edge.at for edge in own_edges[1:]), until]
    for edge, end in zip(own_edges, ends, strict=False):
        if not edge.down and end - edge.at > 0.3:
            return True
    return False


FIGURES: Final[dict[str, Callable[[Model, Dice], bool | None]]] = {
    "table": _overlap,
    "choosing": lambda model, dice: _chord(model, dice, COLUMNS),
    "three": lambda model, dice: _chord(model, dice, COLUMNS, 3),
    "PLAY+": _answer,
    "hurried": lambda model, dice: _pair(model.hurry, dice),
    "rolled": lambda model, dice: _pair(model.roll, dice),
    "tap": lambda model, dice: _alone(model.tap(dice.choice(BUTTONS), dice), 1),
    "double": lambda model, dice: _alone(model.double(dice.choice(BUTTONS), dice), 2),
    "sleeve": _beside,
}
"""Buttons that are down together at the table and count.

Chords of two and of three that are misread while choosing; PLAY and its answer, and two hurried or
rolled taps in a list, that overlap and are read otherwise. Taps and double taps that are read as
something else; taps beside a button that is down for long."""


def misread(figure: str, name: str, people: str, switch: str = "good", count: int = 2000) -> float:
    """Return how many of 100 are misread; the same ones at each call."""
    model, dice = MODELS[name](people, switch), Dice(f"{figure} {name} {people} {switch}")
    answers = [FIGURES[figure](model, dice) for _ in range(count)]
    counted = [wrong for wrong in answers if wrong is not None]
    return 100 * sum(counted) / max(1, len(counted))


def main() -> None:
    """Print the table."""
    count = int(float(sys.argv[1])) if len(sys.argv) > 1 else 2000
    print(f"{'misread of 100':22}" + "".join(f"{figure:>9}" for figure in FIGURES))
    for name in MODELS:
        for switch in SWITCHES:
            for people in PEOPLE:
                row = "".join(f"{misread(f, name, people, switch, count):9.2f}" for f in FIGURES)
                print(f"{name} {people:10} {switch:9}{row}", flush=True)


if __name__ == "__main__":
    main()
