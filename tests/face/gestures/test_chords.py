"""How a model of human hands at the buttons is read: of 100 gestures, how many are misread.

`pytest tests/face/gestures/test_chords.py` judges a sample, COMPANION_EVERY_CASE=1 all.
"""

from math import sqrt
from random import Random

import pytest

from companion.daemon.fingers import Fingers
from companion.face.gestures.gestures import ANY, Chord, Hold, Manner, Tap
from companion.panel import BUTTONS, PLAY, Edge
from tests.rig import hands
from tests.rig.samples import SEED, fewer

TABLE = Manner(opening=frozenset({PLAY}))
COLUMNS = Manner(chords=True)
"""How presses are told apart at the table, and where something is chosen by columns."""
SLEEVE_S = 3.6
"""When an object has settled on a button, and that has been down for longer than a hold."""


def read(edges, manner=ANY):
    """Return the gestures that the companion makes of edges, bounces and all."""
    fingers = Fingers()
    fingers.manner = lambda: manner
    gestures = []

    def settle(until):
        while (due := fingers.due()) <= until:
            gestures.extend(fingers.settle(due))

    for edge in edges:
        settle(edge.at)
        gestures.extend(fingers.take_edge(Edge(*edge)))
    settle(edges[-1].at + 1)
    return gestures


def tapped(gestures):
    """Return the controls of taps, those of chords too."""
    rows = [one.taps if isinstance(one, Chord) else [one] for one in gestures]
    return [one.control for row in rows for one in row if isinstance(one, Tap)]


def counts_at_the_table(who, switch, dice):
    """Whether two buttons pressed together count, though no turn was meant.

    Where PLAY is the first of them, the other one is its answer: None, as for two that
    do not overlap.
    """
    edges = hands.chord(who, dice.sample(BUTTONS, 2), 0, dice, switch)
    if edges[0].control == PLAY or not hands.overlaps(edges):
        return None
    return any(not isinstance(one, Chord) or one.answers for one in read(edges, TABLE))


def misread_chord(count):
    def misread(who, switch, dice):
        controls = dice.sample(BUTTONS, count)
        match read(hands.chord(who, controls, 0, dice, switch), COLUMNS):
            case [Chord(controls=seen)]:
                return seen != set(controls)
        return True

    return misread


def misread_answer(who, switch, dice):
    """Whether another button that overlaps PLAY is read as anything but its answer."""
    second = dice.choice([control for control in BUTTONS if control != PLAY])
    edges = hands.hurry(who, PLAY, second, 0, dice, switch)
    return tapped(read(edges, TABLE)) != [PLAY, second] if hands.overlaps(edges) else None


def misread_pair(make):
    def misread(who, switch, dice):
        pair = dice.sample(BUTTONS, 2)
        edges = make(who, *pair, 0, dice, switch)
        return tapped(read(edges)) != pair if hands.overlaps(edges) else None

    return misread


def misread_alone(make, count):
    def misread(who, switch, dice):
        edges = make(who, dice.choice(BUTTONS), 0, dice, switch)
        return [type(one) in (Tap, Hold) for one in read(edges)] != [True] * count

    return misread


def lost_beside_a_sleeve(who, switch, dice):
    """Whether a tap is lost beside what lies on another button; None while that settles."""
    held, other = dice.sample(BUTTONS, 2)
    edges = hands.sleeve(who, held, (other,), 0, dice, switch)
    began = min(edge.at for edge in edges if edge.control == other)
    lifted = [edge.at for edge in edges if edge.control == held and not edge.down]
    pressed = [edge.at for edge in edges if edge.control == held and edge.down][1:]
    gaps = [down - up for up, down in zip(lifted, pressed, strict=False) if up < began]
    if began < SLEEVE_S or max(gaps, default=0) > 0.3:
        return None
    seen = [one for one in read(edges, TABLE) if isinstance(one, Chord) or one.control == other]
    return [type(one) in (Tap, Hold) for one in seen] != [True]


FIGURES = {
    "table": counts_at_the_table,
    "choosing": misread_chord(2),
    "three": misread_chord(3),
    "PLAY+": misread_answer,
    "hurried": misread_pair(hands.hurry),
    "rolled": misread_pair(hands.roll),
    "tap": misread_alone(hands.tap, 1),
    "double": misread_alone(hands.double, 2),
    "sleeve": lost_beside_a_sleeve,
}


def misread(figure, people, count, switch="good"):
    """How many of 100 are misread, less what chance adds to so many: four standard deviations."""
    dice = Random(f"{SEED} {figure} {people} {switch}")
    who, contact = hands.HANDS[people], hands.SWITCHES[switch]
    answers = [FIGURES[figure](who, contact, dice) for _ in range(count)]
    counted = [wrong for wrong in answers if wrong is not None]
    assert counted, "nothing of the kind was pressed"
    share, size = sum(counted) / len(counted), len(counted)
    return 100 * (share - 4 * sqrt(share * (1 - share) / size))


@pytest.mark.parametrize(
    ("people", "figure", "most", "count"),
    [
        ("practised", "table", 0, 1000),
        ("guest", "table", 0, 1000),
        ("child", "table", 0.1, 2000),
        ("wide", "table", 0, 1000),
        ("practised", "choosing", 1, 1000),
        ("guest", "choosing", 1, 3000),
        ("child", "choosing", 3, 2000),
        ("wide", "choosing", 1, 1000),
        ("guest", "three", 3, 1000),
        ("practised", "PLAY+", 1, 1000),
        ("guest", "PLAY+", 1, 1000),
        ("child", "PLAY+", 1, 1000),
        ("practised", "hurried", 1, 1000),
        ("guest", "hurried", 1, 1000),
        ("practised", "rolled", 1, 1000),
        ("practised", "tap", 0.4, 1000),
        ("guest", "double", 3, 1000),
        ("guest", "sleeve", 6, 1000),
    ],
)
def test_hands_are_read_as_they_are_meant(people, figure, most, count):
    assert misread(figure, people, fewer(count, 4)) <= most


@pytest.mark.parametrize("people", ["practised", "guest", "child"])
def test_worn_switches_cost_few_chords(people):
    count = fewer(300, 2)
    assert misread("table", people, count, "worn") <= 2
    assert misread("choosing", people, count, "worn") <= (4 if people == "child" else 2)
