"""Gestures at real lines, and what a table makes of them: taps, holds, pulses alone and in trains.

What counts is compared with how long a line was down really: who pulls it may be late too. A
gesture that came out as another one is left out.
"""

import time
from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from companion.face.gestures.debounce import DEAF_S, FINGER_S
from companion.face.gestures.gestures import HOLD_S
from companion.panel import CLUE, DISCARD

REST_S: Final = 0.45
"""Between two gestures: the pause in which no button takes a turn, and some more."""
DOUBT_S: Final = 1.5
"""After so long a gesture that means nothing clear has no effect on the next one."""
LATE_S: Final = 20.0
"""After so long a gesture has no effect any more."""
TURNS: Final = 24
"""A game has more; a new one begins after these."""


class Moment(NamedTuple):
    """When a line moved: not before the first time, and not after the second."""

    earliest: float
    latest: float


class Length(NamedTuple):
    """How long a line was down, at least and at most."""

    least: float
    most: float

    def __str__(self) -> str:
        return f"{1000 * self.most:.1f} ms"


class Pull(Protocol):
    """Moves the line of a control down or up, and returns when."""

    def __call__(self, control: str, /, *, down: bool) -> Moment: ...


class Stroke(NamedTuple):
    """A contact that closes, and for how long it does, after a pause."""

    pause: float
    seconds: float


Strokes = list[Stroke]


def tap(dice: Random) -> Strokes:
    """Return a tap, of any length up to that of a hold."""
    return [Stroke(0.0, dice.choice((dice.uniform(0.06, 0.25), dice.uniform(0.4, 0.65))))]


def hold(dice: Random) -> Strokes:
    """Return a hold."""
    return [Stroke(0.0, dice.uniform(0.75, 1.3))]


def pulse(dice: Random) -> Strokes:
    """Return what no finger does."""
    return [Stroke(0.0, dice.choice((0.0, 0.001, dice.uniform(0.0, 0.012))))]


def train(dice: Random) -> Strokes:
    """Return a train of such pulses."""
    pause = dice.uniform(0.001, 0.04)
    return [Stroke(pause, 0.001) for _ in range(dice.randrange(2, 40))]


KINDS: Final = {tap: 5, hold: 2, pulse: 1, train: 2}
"""The kinds of gestures, and how often each is made."""


EFFECTS: Final = {"tap": 1, "hold": -1, "pulse": 0, "train": 0}
"""The turns that a gesture takes."""


class Told(NamedTuple):
    """What came of the gestures."""

    made: Counter[str]
    wrong: list[str]

    def __str__(self) -> str:
        return f"{dict(self.made)}, {len(self.wrong)} wrong: {'; '.join(self.wrong)}"


def press_all(
    pull: Pull,
    ask: Callable[..., dict[str, Any]],
    count: int,
    dice: Random,
    disturb: Callable[[], None] = lambda: None,
) -> Told:
    """Make gestures at a table. Return what came of them.

    disturb: called before each gesture.
    """
    told = Told(Counter(), [])
    while told.made.total() < count:
        state = ask(get="state")["state"]
        if state is None or state["turn"] > TURNS:
            ask(do="new", players=3)
        elif ask(get="screen")["screen"]["name"] != "table":
            ask(do="hold", control=CLUE, seconds=HOLD_S + 0.1)
        else:
            disturb()
            press_once(pull, ask, dice, told)
        time.sleep(REST_S)
    return told


def press_once(pull: Pull, ask: Callable[..., dict[str, Any]], dice: Random, told: Told) -> None:
    """Make a gesture, and note what came of it."""
    state = ask(get="state")["state"]
    turn, clues = state["turn"], state["clues"]
    kind = dice.choices(list(KINDS), list(KINDS.values()))[0]
    # What is pressed takes a turn, or takes one back.
    controls = [CLUE] * (clues > 0) + [DISCARD] * (clues < 8)
    control = CLUE if kind is hold else dice.choice(controls)
    if kind is hold and turn < 3:
        return
    lengths = stroke(pull, control, kind(dice))
    meant = meaning(lengths)
    is_other_hold = meant == "hold" and control != CLUE
    if not meant or is_other_hold:
        time.sleep(DOUBT_S)
        return
    told.made[meant] += 1
    expected = turn + EFFECTS[meant]
    found = wait_for(lambda: ask(get="state")["state"]["turn"], expected)
    if found != expected:
        down = ", ".join(map(str, lengths))
        said = ask(get="screen")["screen"]["texts"]
        told.wrong.append(f"{meant} of {control} ({down}): {found - turn} turns, {said}")


def stroke(pull: Pull, control: str, strokes: Strokes) -> list[Length]:
    """Press a control. Return how long its line was down each time, really."""
    lengths = []
    for pause, seconds in strokes:
        time.sleep(pause)
        down = pull(control, down=True)
        time.sleep(seconds)
        up = pull(control, down=False)
        lengths.append(Length(up.earliest - down.latest, up.latest - down.earliest))
    return lengths


def meaning(lengths: list[Length]) -> str:
    """Return what a gesture is by its lengths; empty where those leave a doubt."""
    least, most = max(lengths, key=attrgetter("most"))
    if most < DEAF_S:
        return "pulse" if len(lengths) == 1 else "train"
    if len(lengths) > 1:
        return ""
    if least > FINGER_S and most < HOLD_S:
        return "tap"
    return "hold" if least > HOLD_S else ""


def wait_for(turn: Callable[[], int], expected: int) -> int:
    """Wait until a gesture has had its effect, and a while more. Return the turn."""
    time.sleep(REST_S)
    end = time.monotonic() + LATE_S
    while (found := turn()) != expected and time.monotonic() < end:
        time.sleep(0.05)
    return found
