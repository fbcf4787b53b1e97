"""Gestures: clean edges of buttons become taps, holds, and presses that overlap.

Tap and hold act on release. Downs that overlap are decided together, once every button is up: the
screen says what they are. A hold is a press beside which no other one went down. The `Manner` of
the screen says which buttons open a question, whose answer may go down before they are up, and
where buttons that are down together are one answer: there a finger may be a little late.
A button that is down for longer than `TOO_LONG_S` counts as absent until it comes up. Times are the
device's own, in seconds.
"""

from collections.abc import Mapping
from itertools import pairwise
from math import inf
from typing import Final, NamedTuple

from companion.face.gestures.debounce import TOO_LONG_S
from companion.game.kinds import distinct_type
from companion.panel import BUTTONS, POWER, Edge

HOLD_S: Final = 0.7
ANNOUNCED_S: Final = 0.25
"""A button that is down for so long says what a hold of it will do."""
SLOW_HOLD_S: Final = 1.2
"""The same, for slow hands."""
LATE_S: Final = 0.12
"""The gap in which one more finger still joins an answer of several buttons."""
AT_ONCE_S: Final = 0.1
"""Three presses that begin within this time answer nothing: a hand lies on the buttons."""
BOUNCE_S: Final = 0.018
"""A button that is down again within this time, the deaf one and a little, was never let go.

Its contact opened.
"""
CHATTER_S: Final = 0.05
"""A button that is down again within this time, for less than `BOUNCE_S`, chatters."""
STUCK_S: Final = 8.0
"""A control that is down for so long is stuck, or something lies on it."""
SETTLING_S: Final = 0.3
"""A button that was down for longer than `TOO_LONG_S`, and is again within this time, still is."""


@distinct_type
class Manner(NamedTuple):
    """How presses of the three buttons are told apart on a screen."""

    chords: bool = False
    """Buttons that are down together are one answer: each press waits for a late finger."""
    opening: frozenset[str] = frozenset()
    """The buttons whose press opens a question; a press beside it is the answer."""
    hold_s: float = HOLD_S
    """Time from which on a press is a hold."""


HELD: Final = (*BUTTONS, POWER)
"""The controls that can be held; every other one is only tapped."""
ANY: Final = Manner()
"""Where each press counts by itself."""


@distinct_type
class Tap(NamedTuple):
    """A button went down and up; `began` is when it went down."""

    control: str
    began: float


@distinct_type
class Hold(NamedTuple):
    """A button was down for 0.7 to 3 seconds."""

    control: str
    began: float


@distinct_type
class Sleeve(NamedTuple):
    """A button was down for more than 3 seconds, which is not intended."""

    control: str
    began: float


@distinct_type
class Chord(NamedTuple):
    """Downs that overlapped: one answer where columns are chosen, elsewhere taps at most."""

    controls: frozenset[str]
    began: float
    taps: tuple[Tap, ...] = ()
    """The presses in the order in which they began; empty where a script made the chord."""
    answers: bool = False
    """They overlapped the press that opens a question: they count as its answer alone."""


@distinct_type
class Touch(NamedTuple):
    """What stands on the display was touched, by a finger or a mouse.

    target: the item of the open question, the number of a line, or the suit of a firework; empty
    where nothing stands that can be meant.
    """

    target: str
    began: float


Gesture = Tap | Hold | Sleeve | Chord | Touch


@distinct_type
class Down(NamedTuple):
    """A press of a control: still down, unless `up` says when it ended."""

    control: str
    at: float
    up: float = inf
    spent: bool = False
    """It is cancelled: nothing comes of it."""

    @property
    def seconds(self) -> float:
        """How long it lasted."""
        return self.up - self.at


Downs = tuple[Down, ...]


@distinct_type
class Pressing(NamedTuple):
    """What is down, and the presses that are not decided yet, in the order in which they began."""

    group: Downs = ()
    """Downs of the three buttons that are decided together."""
    sleeves: Downs = ()
    """The buttons that are down for too long."""
    others: Downs = ()
    """The controls that are down and are part of no chord."""
    last: Mapping[str, Down] = {}
    """The last press of each button that was up."""

    @property
    def controls_down(self) -> frozenset[str]:
        """The controls that are down."""
        return frozenset(press.control for press in self.down)

    @property
    def live(self) -> frozenset[str]:
        """The controls that are down and not cancelled."""
        return frozenset(press.control for press in self.down if not press.spent)

    @property
    def together(self) -> frozenset[str]:
        """The buttons that are decided together, until they are: those too that are up already."""
        return frozenset(press.control for press in self.group if not press.spent)

    @property
    def at_rest(self) -> bool:
        """Return True if nothing is down, and no press waits for its decision."""
        return not (self.group or self.sleeves or self.others)

    @property
    def down(self) -> list[Down]:
        """The presses that go on."""
        return [press for press in (*self.group, *self.sleeves, *self.others) if press.up == inf]

    def stuck(self, now: float) -> frozenset[str]:
        """Return the controls that are down for so long that no finger can be meant."""
        return frozenset(press.control for press in self.down if now - press.at >= STUCK_S)

    def due(self) -> float | None:
        """Return the time at which a press that is over is decided at the latest."""
        if not self.group:
            return None
        end = max(press.up for press in self.group)
        return None if end == inf else end + LATE_S

    def alone(self, now: float) -> Down | None:
        """Return the one press whose hold may count now, if there is one."""
        if self.at_rest:  # asked at each tick
            return None
        fingers = _without_sleeves(self, now)
        presses = fingers.others
        if len(fingers.group) == 1:
            presses += tuple(press for press in fingers.group if press.up == inf)
        held = [press for press in presses if press.control in HELD]
        # One that is down for too long is explained, as long as no other one is held beside it.
        live = [press for press in held or fingers.sleeves if not press.spent]
        return live[0] if len(live) == 1 else None

    def cancel_presses(self) -> "Pressing":
        """Cancel what is down: nothing comes of it, nor of what joins it before all is up."""
        return self._replace(group=_all_spent(self.group), others=_all_spent(self.others))

    def press_of(self, control: str) -> Down | None:
        """Return the press of a control that is down; None for one that is up."""
        for press in self.down:
            if press.control == control:
                return press
        return None

    def last_press(self, control: str) -> Down:
        """Return the last press of a button that is up, or one long ago."""
        return self.last.get(control, Down(control, -inf, -inf))


Felt = tuple[Pressing, tuple[Gesture, ...]]
"""The fingers, and the gestures that ended."""


def single_press(press: Down, ended: float, hold_s: float = HOLD_S) -> Tap | Hold | Sleeve:
    """Classify a single press by its length."""
    control = press.control
    began = press.at
    held = ended - began
    if held < hold_s:
        return Tap(control, began)
    return Hold(control, began) if held <= TOO_LONG_S else Sleeve(control, began)


def feel(fingers: Pressing, edge: Edge, manner: Manner = ANY) -> Felt:
    """Return the fingers after an edge, and the gestures that it ends."""
    if edge.control not in BUTTONS:
        return _feel_apart(fingers, edge)
    fingers = _without_sleeves(fingers, edge.at)
    # A button that goes down once more waits for no other one.
    before = [press for press in fingers.group if edge.down and press.control == edge.control]
    is_again = any(edge.at - press.up >= CHATTER_S for press in before)
    # Infinitely late, nothing is waited for any more.
    fingers, gestures = decide_presses(fingers, inf if is_again else edge.at, manner)
    if edge.down:
        return _press_down(fingers, edge), gestures
    # An edge up may be told late: what went down after it does not overlap its press.
    later = tuple(press for press in fingers.group if press.at > edge.at)
    group = tuple(press for press in fingers.group if press not in later)
    fingers, released = _release_button(fingers._replace(group=group), edge, manner)
    gestures += released
    for press in later:
        fingers, ended = feel(fingers, Edge(press.control, down=True, at=press.at), manner)
        gestures += ended
    return fingers, gestures


def withdraw_press(fingers: Pressing, control: str) -> Pressing:
    """Return the fingers without the press of a control that is down: it was a spike."""
    press = fingers.press_of(control)
    if press is None:
        return fingers
    before = fingers.last_press(control)
    group = fingers.group
    if press in group:
        # A press that is over may only have seemed to go on.
        group = _with_press(group, press, *((before,) if before.at == press.at else ()))
    sleeves = _without_press(fingers.sleeves, press)
    others = _without_press(fingers.others, press)
    return fingers._replace(group=group, sleeves=sleeves, others=others)


def decide_presses(fingers: Pressing, now: float, manner: Manner) -> Felt:
    """Decide the presses that no other button can join any more."""
    group = fingers.group
    due = fingers.due()
    if due is None:
        return fingers, ()
    if now < due and _may_be_joined(group, manner):
        return fingers, ()
    spent = any(press.spent for press in group)
    return fingers._replace(group=()), () if spent else gestures_of(group, manner)


def _press_down(fingers: Pressing, edge: Edge) -> Pressing:
    if edge.control in fingers.controls_down:
        return fingers
    group = fingers.group
    before = fingers.last_press(edge.control)
    again = before._replace(up=inf)
    gap = edge.at - before.up
    if gap < SETTLING_S and before.seconds > TOO_LONG_S:
        return fingers._replace(sleeves=(*fingers.sleeves, *_all_spent((again,))))
    if before in group and gap < CHATTER_S:
        # Its contact opened while another button was down.
        return fingers._replace(group=_with_press(group, before, again))
    # What joins presses that are cancelled is cancelled with them.
    spent = gap < BOUNCE_S or any(press.spent for press in group)
    return fingers._replace(group=(*group, Down(edge.control, edge.at, spent=spent)))


def _release_button(fingers: Pressing, edge: Edge, manner: Manner) -> Felt:
    """Return the fingers after one of the three buttons came up, and the gestures that end."""
    control = edge.control
    press = fingers.press_of(control)
    if press is None:
        return fingers, ()
    before = fingers.last_press(control)
    up = press._replace(up=edge.at)
    if not edge.cancelled:
        # A button whose device is gone was not let go.
        fingers = fingers._replace(last={**fingers.last, control: up})
    if press in fingers.sleeves:
        fingers = fingers._replace(sleeves=_without_press(fingers.sleeves, press))
        void = press.spent or edge.cancelled
        return fingers, () if void else (Sleeve(control, press.at),)
    group = _with_press(fingers.group, press, up)
    # A contact that closes for an instant soon after a press, and beside no other one, chatters.
    chatters = (len(group) == 1, up.at - before.up < CHATTER_S, up.up - up.at < BOUNCE_S)
    if edge.cancelled or all(chatters):
        group = _all_spent(group)
    return decide_presses(fingers._replace(group=group), edge.at, manner)


def _feel_apart(fingers: Pressing, edge: Edge) -> Felt:
    """Feel a control that is part of no chord: its press is a tap however long; POWER is held."""
    others = fingers.others
    press = fingers.press_of(edge.control)
    if edge.down == (press is not None):
        return fingers, ()
    if press is None:
        return fingers._replace(others=(*others, Down(edge.control, edge.at))), ()
    fingers = fingers._replace(others=_without_press(others, press))
    if edge.cancelled or press.spent:
        return fingers, ()
    if press.control in HELD:
        return fingers, (single_press(press, edge.at),)
    return fingers, (Tap(press.control, press.at),) if edge.at - press.at <= TOO_LONG_S else ()


def _without_sleeves(fingers: Pressing, now: float) -> Pressing:
    """Take buttons that are down for too long out of the group; cancel what they overlapped."""
    down = tuple(press for press in fingers.group if press.up == inf)
    long = tuple(press for press in down if now - press.at > TOO_LONG_S)
    if not long:
        return fingers
    beside = tuple(press for press in down if press not in long)
    if len(fingers.group) > 1:
        long = _all_spent(long)
    return fingers._replace(group=_all_spent(beside), sleeves=(*fingers.sleeves, *long))


def _all_spent(group: Downs) -> Downs:
    """Return the presses, cancelled together: nothing comes of them."""
    return tuple(press._replace(spent=True) for press in group)


def _with_press(group: Downs, old: Down, *new: Down) -> Downs:
    """Return the presses with a new one, or none, in the place of an old one."""
    at = group.index(old)
    return (*group[:at], *new, *group[at + 1 :])


def _without_press(presses: Downs, press: Down) -> Downs:
    return tuple(other for other in presses if other is not press)


def _may_be_joined(group: Downs, manner: Manner) -> bool:
    """Return True if a finger may be late for an answer of several buttons."""
    answer: Downs = ()
    if manner.chords:
        answer = group
    elif len(group) > 1 and _opens_question(group, manner):
        answer = group[1:]
    if len(answer) != 1 or any(press.spent for press in group):
        return False
    return answer[0].seconds < manner.hold_s


def gestures_of(group: Downs, manner: Manner) -> tuple[Gesture, ...]:
    """Return the gestures of presses that overlap, or of one that stands alone."""
    first, *others = group
    if not others:
        return (single_press(first, first.up, manner.hold_s),)
    if manner.chords or not _opens_question(group, manner):
        return (_chord_of(group),)
    return Tap(first.control, first.at), _chord_of(group[1:], answers=True)


def _opens_question(group: Downs, manner: Manner) -> bool:
    first, *others = group
    if first.control not in manner.opening or others[0].at - first.at >= manner.hold_s:
        return False
    if len(others) > 1 and others[1].at - first.at < AT_ONCE_S:
        return False
    return all(after.at - before.up <= LATE_S for before, after in pairwise(others))


def _chord_of(presses: Downs, answers: bool = False) -> Chord:
    taps = tuple(Tap(press.control, press.at) for press in presses)
    return Chord(frozenset(tap.control for tap in taps), taps[0].began, taps, answers)
