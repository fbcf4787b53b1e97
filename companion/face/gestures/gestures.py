"""Gestures: clean edges of buttons become taps, holds and chords.

Tap and hold act on release. Presses that overlap are decided together, once every button is up: they
are a chord, or taps and holds in the order in which they began. The `Manner` of the screen says how:
where a quick tap may follow a button, as the next finger comes down before the last is up, the overlap
alone does not make a chord. Then the second press begins at once, or ends first, or both are down for long.
Where no tap can follow, every overlap is a chord, and a finger may be a little late for it.
A press that begins while another is down for `HOLD_S` cancels both; a button that is down for longer than
`TOO_LONG_S` counts as absent until it comes up. Times are the device's own, in seconds.
"""

from math import inf
from typing import Final, NamedTuple

from companion.panel import BUTTONS, POWER, Edge

HOLD_S: Final = 0.7
TOO_LONG_S: Final = 3.0
TOGETHER_S: Final = 0.04
"""Presses that begin so close to each other are a chord, where a tap could follow too."""
SHARED_S: Final = 0.11
"""Presses that are down together for so long are a chord, where a tap could follow too."""
LONG_S: Final = 0.3
"""A tap of this length may become a hold once its contact closes again."""
BRIEF_S: Final = 0.05
"""A press shorter than this glanced off its button, perhaps as one finger of a chord."""
BOUNCE_S: Final = 0.018
"""A button that is down again within this time, the deaf one and a little, was never let go: its contact
opened."""
CHATTER_S: Final = 0.05
"""A button that is down again within this time, for less than `BOUNCE_S`, chatters."""
STUCK_S: Final = 8.0
"""A control that is down for so long is stuck, or something lies on it."""
SETTLING_S: Final = 0.3
"""A button that was down for longer than `TOO_LONG_S`, and is again within this time, still is."""


class Manner(NamedTuple):
    """How presses of the three buttons are told apart on a screen."""

    rolled: frozenset[str]
    """The buttons after which a quick tap makes sense; after the others every overlap is a chord."""
    late_s: float
    """The gap in which another button still joins one after which no tap makes sense; each tap waits for
    it only where none makes sense after any button."""


HELD: Final = (*BUTTONS, POWER)
"""The controls that can be held; every other one is only tapped."""
ANY: Final = Manner(frozenset(BUTTONS), 0.03)
"""Where any button may follow any other."""


class Tap(NamedTuple):
    """A button went down and up; `began` is when it went down."""

    control: str
    began: float


class Hold(NamedTuple):
    """A button was down for 0.7 to 3 seconds."""

    control: str
    began: float


class Sleeve(NamedTuple):
    """A button was down for more than 3 seconds, which is not intended."""

    control: str
    began: float


class Chord(NamedTuple):
    """Buttons were down together; three can only be a choice."""

    controls: frozenset[str]
    began: float
    presses: tuple[Tap | Hold | Sleeve, ...] = ()
    """What each press would be by itself, in order; empty where a script made the chord."""


Gesture = Tap | Hold | Sleeve | Chord


class Down(NamedTuple):
    """A press of a control: still down, unless `up` says when it ended."""

    control: str
    at: float
    up: float = inf
    spent: bool = False
    """It is cancelled: nothing comes of it."""


class Pressing(NamedTuple):
    """What is down, and the presses that are not decided yet, each in the order in which they began."""

    group: tuple[Down, ...] = ()
    """Presses of the three buttons that are decided together."""
    sleeves: tuple[Down, ...] = ()
    """The buttons that are down for too long."""
    others: tuple[Down, ...] = ()
    """The controls that are down and are part of no chord."""
    last: tuple[Down, ...] = ()
    """The last press of each button that is up."""

    @property
    def pressed(self) -> frozenset[str]:
        """The controls that are down."""
        return frozenset(press.control for press in self._down)

    @property
    def live(self) -> frozenset[str]:
        """The controls that are down and not cancelled."""
        return frozenset(press.control for press in self._down if not press.spent)

    @property
    def together(self) -> frozenset[str]:
        """The buttons that are decided together, until they are: those too that are up already."""
        return frozenset(press.control for press in self.group if not press.spent)

    @property
    def _down(self) -> tuple[Down, ...]:
        return (*(press for press in self.group if press.up == inf), *self.sleeves, *self.others)

    def stuck(self, now: float) -> frozenset[str]:
        """The controls that are down for so long that no finger can be meant."""
        return frozenset(press.control for press in self._down if now - press.at >= STUCK_S)

    def sticks(self, now: float) -> list[float]:
        """When further ones will be stuck."""
        return [press.at + STUCK_S for press in self._down if press.at + STUCK_S > now]

    def due(self, manner: Manner) -> float | None:
        """When a press that is over is decided at the latest."""
        if not self.group or (end := _end(self.group)) == inf:
            return None
        return end + manner.late_s

    def alone(self, now: float) -> Down | None:
        """The one press whose hold may count now, if there is one."""
        fingers = _without_sleeves(self, now)
        presses = (*fingers.others, *(fingers.group if len(fingers.group) == 1 else ()))
        held = [press for press in presses if press.control in HELD and press.up == inf] or fingers.sleeves
        live = [press for press in held if not press.spent]
        return live[0] if len(live) == 1 else None

    def cancelled(self) -> "Pressing":
        """Nothing comes of what is down, nor of what joins it before all is up."""
        return self._replace(group=_all_spent(self.group), others=_all_spent(self.others))


def length(control: str, began: float, ended: float) -> Tap | Hold | Sleeve:
    """What a single press of this length is."""
    held = ended - began
    if held < HOLD_S:
        return Tap(control, began)
    return Hold(control, began) if held <= TOO_LONG_S else Sleeve(control, began)


def feel(fingers: Pressing, edge: Edge, manner: Manner = ANY) -> tuple[Pressing, tuple[Gesture, ...]]:
    """The fingers after an edge, and the gestures that it ends."""
    if edge.control not in BUTTONS:
        return _other(fingers, edge)
    fingers = _without_sleeves(fingers, edge.at)
    fingers, gestures = decide(fingers, inf if _again(fingers, edge) else edge.at, manner)
    if edge.down:
        return _press(fingers, edge), gestures
    fingers, ended = _release(fingers, edge, manner)
    return fingers, (*gestures, *ended)


def decide(fingers: Pressing, now: float, manner: Manner = ANY) -> tuple[Pressing, tuple[Gesture, ...]]:
    """Decide the presses that no other button can join any more."""
    due = fingers.due(manner)
    if due is None or (_waits(fingers.group, manner) and now < due):
        return fingers, ()
    gestures = () if any(press.spent for press in fingers.group) else _gestures(fingers.group, manner)
    return fingers._replace(group=()), gestures


def _again(fingers: Pressing, edge: Edge) -> bool:
    """Whether a button that waits for another one goes down once more instead."""
    return edge.down and any(
        press.control == edge.control and edge.at - press.up >= CHATTER_S for press in fingers.group
    )


def _press(fingers: Pressing, edge: Edge) -> Pressing:
    control, now = edge.control, edge.at
    if control in fingers.pressed:
        return fingers
    before = _last(fingers, control)
    gap = now - before.up
    if gap < SETTLING_S and before.up - before.at > TOO_LONG_S:
        return fingers._replace(sleeves=(*fingers.sleeves, before._replace(up=inf, spent=True)))
    if before in fingers.group and gap < CHATTER_S:  # its contact opened while another button was down
        return fingers._replace(group=_replaced(fingers.group, before, before._replace(up=inf)))
    late = any(press.up == inf and now - press.at >= HOLD_S for press in fingers.group)
    spent = late or gap < BOUNCE_S or any(press.spent for press in fingers.group)
    group = (*fingers.group, Down(control, now))
    return fingers._replace(group=_all_spent(group) if spent else group)


def _release(fingers: Pressing, edge: Edge, manner: Manner) -> tuple[Pressing, tuple[Gesture, ...]]:
    press = next((press for press in fingers._down if press.control == edge.control), None)
    if press is None:
        return fingers, ()
    before, ended = _last(fingers, edge.control), press._replace(up=edge.at)
    last = (*(other for other in fingers.last if other is not before), ended)
    fingers = fingers if edge.cancelled else fingers._replace(last=last)
    if press in fingers.sleeves:
        fingers = fingers._replace(sleeves=tuple(other for other in fingers.sleeves if other is not press))
        return fingers, () if press.spent or edge.cancelled else (Sleeve(press.control, press.at),)
    group = _replaced(fingers.group, press, ended)
    chatter = press.at - before.up < CHATTER_S and edge.at - press.at < BOUNCE_S and len(group) == 1
    return decide(
        fingers._replace(group=_all_spent(group) if edge.cancelled or chatter else group), edge.at, manner
    )


def _other(fingers: Pressing, edge: Edge) -> tuple[Pressing, tuple[Gesture, ...]]:
    """A control that is part of no chord: a tap however long, but POWER is held."""
    press = next((press for press in fingers.others if press.control == edge.control), None)
    if edge.down == (press is not None):
        return fingers, ()
    if press is None:
        return fingers._replace(others=(*fingers.others, Down(edge.control, edge.at))), ()
    fingers = fingers._replace(others=tuple(other for other in fingers.others if other is not press))
    if edge.cancelled or press.spent:
        return fingers, ()
    if press.control in HELD:
        return fingers, (length(press.control, press.at, edge.at),)
    return fingers, (Tap(press.control, press.at),) if edge.at - press.at <= TOO_LONG_S else ()


def _without_sleeves(fingers: Pressing, now: float) -> Pressing:
    """The buttons that are down for too long leave the group; what they overlapped is cancelled."""
    long = tuple(press for press in fingers.group if press.up == inf and now - press.at > TOO_LONG_S)
    if not long:
        return fingers
    beside = tuple(press for press in fingers.group if press.up == inf and press not in long)
    if len(fingers.group) > 1:
        long = _all_spent(long)
    return fingers._replace(group=_all_spent(beside), sleeves=(*fingers.sleeves, *long))


def _all_spent(group: tuple[Down, ...]) -> tuple[Down, ...]:
    return tuple(press._replace(spent=True) for press in group)


def _replaced(group: tuple[Down, ...], old: Down, new: Down) -> tuple[Down, ...]:
    return tuple(new if press == old else press for press in group)


def _last(fingers: Pressing, control: str) -> Down:
    """The press of a button before this one."""
    return next((press for press in fingers.last if press.control == control), Down(control, -inf, -inf))


def _end(group: tuple[Down, ...]) -> float:
    return max(press.up for press in group)


def _waits(group: tuple[Down, ...], manner: Manner) -> bool:
    """Whether a press that is over may go on: a second button joins, or its contact closes again."""
    held = group[0].up - group[0].at
    if len(group) > 1 or group[0].spent or held >= HOLD_S:
        return False
    if not manner.rolled or held >= LONG_S:
        return True
    return held < (BOUNCE_S if group[0].control in manner.rolled else BRIEF_S)


def _gestures(group: tuple[Down, ...], manner: Manner) -> tuple[Gesture, ...]:
    """Presses that overlap, as gestures: each joins those before it, or begins the next gesture."""
    parts = [group[:1]]
    for press in group[1:]:
        if _joins(parts[-1], press, manner):
            parts[-1] += (press,)
        else:
            parts.append((press,))
    return tuple(_gesture(part) for part in parts)


def _gesture(part: tuple[Down, ...]) -> Gesture:
    presses = tuple(length(*press[:3]) for press in part)
    controls = frozenset(press.control for press in part)
    return Chord(controls, part[0].at, presses) if len(controls) > 1 else presses[0]


def _joins(part: tuple[Down, ...], press: Down, manner: Manner) -> bool:
    """Whether a press makes a chord with those before it."""
    if part[0].control not in manner.rolled:
        return True
    return any(_together(other, press) for other in part if press.at < other.up)


def _together(first: Down, second: Down) -> bool:
    """Whether presses that overlap were meant as one."""
    return (
        second.at - first.at < TOGETHER_S
        or second.up < first.up
        or min(first.up, second.up) - second.at > SHARED_S
    )
