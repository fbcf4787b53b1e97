"""Gestures: clean edges of buttons become taps, holds and chords.

Tap and hold act on release. Buttons that go down within `CHORD` of each other are a chord and
nothing else until every button is up; a button that goes down later than that makes taps of
those already down, in order. Times are the device's own, in seconds.
"""

from typing import Final, NamedTuple

from companion.panel import BUTTONS, POWER, Edge

CHORD_S: Final = 0.12
HOLD_S: Final = 0.7
TOO_LONG_S: Final = 3.0

HELD: Final = (*BUTTONS, POWER)
"""The controls that can be held; every other one is only tapped."""


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
    """Buttons went down together; more than two are not intended."""

    controls: frozenset[str]
    began: float


Gesture = Tap | Hold | Sleeve | Chord


class Down(NamedTuple):
    """A button that is down; `spent` once it has acted or been overruled."""

    control: str
    at: float
    spent: bool = False


class Pressing(NamedTuple):
    """The buttons that are down, in the order in which they went down."""

    down: tuple[Down, ...] = ()
    chord: frozenset[str] = frozenset()
    chord_began: float = 0.0

    @property
    def pressed(self) -> frozenset[str]:
        """The controls that are down."""
        return frozenset(button.control for button in self.down)

    @property
    def alone(self) -> Down | None:
        """The one button whose hold may count now, if there is one."""
        live = [button for button in self.down if not button.spent and button.control in HELD]
        return live[0] if len(live) == 1 and not self.chord else None


def length(control: str, began: float, ended: float) -> Gesture:
    """What a single press of this length is."""
    held = ended - began
    if held < HOLD_S:
        return Tap(control, began)
    return Hold(control, began) if held <= TOO_LONG_S else Sleeve(control, began)


def feel(fingers: Pressing, edge: Edge) -> tuple[Pressing, tuple[Gesture, ...]]:
    """The fingers after an edge, and the gestures that it ends."""
    return _press(fingers, edge) if edge.down else _release(fingers, edge)


def _press(fingers: Pressing, edge: Edge) -> tuple[Pressing, tuple[Gesture, ...]]:
    if edge.control in fingers.pressed:
        return fingers, ()
    new = Down(edge.control, edge.at)
    if edge.control not in BUTTONS:  # a shortcut of its own, part of no chord
        return fingers._replace(down=(*fingers.down, new)), ()
    if fingers.chord:
        joins = edge.at - fingers.chord_began <= CHORD_S
        chord = fingers.chord | {edge.control} if joins else fingers.chord
        return fingers._replace(down=(*fingers.down, new._replace(spent=True)), chord=chord), ()
    others = [button for button in fingers.down if button.control not in BUTTONS]
    buttons = [button for button in fingers.down if button.control in BUTTONS]
    waiting = [button for button in buttons if not button.spent]
    together = [button for button in waiting if edge.at - button.at <= CHORD_S]
    if together:
        down = (*others, *(button._replace(spent=True) for button in (*buttons, new)))
        chord = frozenset({edge.control, *(button.control for button in together)})
        return Pressing(down, chord, together[0].at), ()
    taps = tuple(Tap(button.control, button.at) for button in waiting if edge.at - button.at < HOLD_S)
    spent = (button._replace(spent=True) for button in buttons)
    return fingers._replace(down=(*others, *spent, new)), taps


def _release(fingers: Pressing, edge: Edge) -> tuple[Pressing, tuple[Gesture, ...]]:
    button = next((button for button in fingers.down if button.control == edge.control), None)
    if button is None:
        return fingers, ()
    down = tuple(other for other in fingers.down if other is not button)
    if edge.cancelled:
        return _cancel(fingers, down), ()
    if button.control not in BUTTONS:
        return fingers._replace(down=down), _alone(button, edge.at)
    if fingers.chord:
        if any(other.control in BUTTONS for other in down):
            return fingers._replace(down=down), ()
        return Pressing(down), _chord(fingers, edge.at)
    ended = () if button.spent else (length(button.control, button.at, edge.at),)
    return fingers._replace(down=down), ended


def _cancel(fingers: Pressing, down: tuple[Down, ...]) -> Pressing:
    """The button was not let go: the others make no chord either."""
    if fingers.chord and any(other.control in BUTTONS for other in down):
        return fingers._replace(down=down, chord_began=float("-inf"))
    return Pressing(down)


def _alone(button: Down, ended: float) -> tuple[Gesture, ...]:
    """What a control of its own ends: a tap however long, but POWER is held."""
    if button.control in HELD:
        return (length(button.control, button.at, ended),)
    return (Tap(button.control, button.at),) if ended - button.at <= TOO_LONG_S else ()


def _chord(fingers: Pressing, ended: float) -> tuple[Gesture, ...]:
    if ended - fingers.chord_began > TOO_LONG_S:
        return ()
    return (Chord(fingers.chord, fingers.chord_began),)
