"""Fingers: the controls that fingers and scripts hold down, and the gestures that these become."""

from collections.abc import Callable
from math import inf

from companion.daemon.interfaces import LEFT, Reply
from companion.errors import refusal_answer
from companion.face.gestures import debounce
from companion.face.gestures.debounce import TOO_LONG_S
from companion.face.gestures.gestures import (
    ANNOUNCED_S,
    ANY,
    STUCK_S,
    Down,
    Gesture,
    Manner,
    Pressing,
    decide_presses,
    feel,
    single_press,
    withdraw_press,
)
from companion.face.view import Held, Holding
from companion.panel import POWER, Edge


class Fingers:
    """Every finger on a control, and every script that holds one."""

    def __init__(self) -> None:
        """Feel nothing yet."""
        self.manner: Callable[[], Manner] = lambda: ANY
        """Says how presses are told apart now."""
        self._contacts: debounce.Contacts = {}
        self._fingers = Pressing()
        self._scripts: dict[Reply, tuple[Down, float, str | None]] = {}
        """The control that each script holds, until when, and on which table."""
        self._stuck: frozenset[str] = frozenset()

    @property
    def controls_down(self) -> frozenset[str]:
        """The controls that are down, as long as it may be a spike too."""
        return self._fingers.controls_down

    @property
    def unsettled(self) -> frozenset[str]:
        """The controls whose press may turn out to be a spike."""
        return frozenset(
            control
            for control, contact in self._contacts.items()
            if contact.down and not (contact.settled or contact.is_ending)
        )

    def first_began(self, controls: frozenset[str]) -> float:
        """Return the beginning of the first of these presses."""
        return min(self._contacts[control].began for control in controls)

    @property
    def pressed_controls(self) -> frozenset[str]:
        """The controls that are down and will become a gesture."""
        return self._fingers.live | self._held_by_scripts

    @property
    def together(self) -> frozenset[str]:
        """The buttons that are or were down for the gesture that is under way."""
        return self._fingers.together | self._held_by_scripts

    @property
    def _held_by_scripts(self) -> set[str]:
        """The controls that scripts hold."""
        return {down.control for down in self._scripted}

    @property
    def _scripted(self) -> list[Down]:
        return [down for down, *_ in self._scripts.values()]

    def only_wake(self) -> None:
        """Ignore the controls that are down now, and those that join them before all are up."""
        self._fingers = self._fingers.cancel_presses()

    def take_edge(self, edge: Edge) -> list[Gesture]:
        """Take a raw edge. Return the gestures that it ends."""
        self._contacts, clean = debounce.clean_edge(self._contacts, edge)
        return self._feel_edge(clean, edge.at) if clean else []

    def hold_for_script(
        self, control: str, seconds: float, seen: str | None, reply: Reply, now: float
    ) -> None:
        """Hold a control for a script, for `seconds` from now, on the table that it saw."""
        self._scripts[reply] = Down(control, now), now + seconds, seen

    def drop_client(self, reply: Reply) -> None:
        """Release the control held by a client that disconnected; it makes no gesture."""
        if self._scripts.pop(reply, None):
            reply(refusal_answer(LEFT))

    def due(self) -> float:
        """Return the time at which `settle` decides something; inf for not before the next edge."""
        ends = self._fingers.due()
        settling = debounce.next_settling(self._contacts)
        return settling if ends is None else min(settling, ends)

    def settle(self, at: float) -> list[Gesture]:
        """Decide what is due at a time, before which no edge may come any more. Return the gestures
        that end.
        """
        self._contacts, told = debounce.settle_contacts(self._contacts, at)
        gestures = [gesture for message in told for gesture in self._feel_edge(message, at)]
        self._fingers, decided = decide_presses(self._fingers, at, self.manner())
        return [*gestures, *decided]

    def end_holds(self, press: Callable[..., None], now: float) -> None:
        """Press for the scripts whose time of holding a control is over."""
        # A copy, since holds that end are taken out.
        for reply, (down, until, seen) in tuple(self._scripts.items()):
            if now >= until:
                del self._scripts[reply]
                press(single_press(down, until), reply, now, seen)

    def newly_stuck(self, now: float) -> frozenset[str]:
        """Return the controls that got stuck since the last call."""
        before = self._stuck
        self._stuck = self._fingers.stuck(now)
        return self._stuck - before

    def deadlines(self, now: float) -> list[float]:
        """Return the times at which `settle` or `stuck` is due, or what is held changes."""
        times = [until for _, until, _ in self._scripts.values()]
        due = self.due()
        if due < inf:
            times.append(due)
        if self._at_rest:
            return times
        times += [press.at + STUCK_S for press in self._fingers.down if press.at + STUCK_S > now]
        manner = self.manner()
        for down in self._controls_alone(now):
            ends = (down.at + length for length in (ANNOUNCED_S, manner.hold_s, TOO_LONG_S))
            times += [end for end in ends if end > now]
        return times

    @property
    def _at_rest(self) -> bool:
        """Return True if nothing is down, and nothing that was waits for its decision."""
        return not self._scripts and self._fingers.at_rest

    @property
    def kept_until(self) -> float:
        """When the presses that go on, or wait for their decision, cease to keep the screen."""
        downs = (*self._fingers.group, *self._fingers.others, *self._scripted)
        return max((down.at + TOO_LONG_S for down in downs), default=-inf)

    def held_control(self, now: float, changed_at: float) -> Held | None:
        """Return the one control that is held long enough to announce what its release will do.

        changed_at: when the screen changed otherwise than by a finger.
        """
        alone = self._controls_alone(now)
        if len(alone) != 1:
            return None
        down = alone[0]
        held_s = now - down.at
        if down.control in self._stuck or held_s < self.manner().hold_s:
            return None
        too_long = held_s > TOO_LONG_S and down.control != POWER
        return Held(down.control, too_long, is_void=down.at < changed_at)

    def coming_hold(self, now: float, changed_at: float) -> Holding | None:
        """Return the one control that will be held unless it comes up before; None for none.

        changed_at: as for `held_control`.
        """
        alone = self._controls_alone(now)
        if len(alone) != 1:
            return None
        down = alone[0]
        since, until = (down.at + length for length in (ANNOUNCED_S, self.manner().hold_s))
        if down.at < changed_at or not since <= now < until:
            return None
        return Holding(down.control, since, until)

    def _feel_edge(self, message: Edge | debounce.Spike, now: float) -> list[Gesture]:
        manner = self.manner()
        if isinstance(message, Edge):
            self._fingers, gestures = feel(self._fingers, message, manner)
        else:
            self._fingers, gestures = decide_presses(
                withdraw_press(self._fingers, message.control), now, manner
            )
        return list(gestures)

    def _controls_alone(self, now: float) -> list[Down]:
        """Return the controls that are down, under a finger or held by scripts."""
        if self._at_rest:
            return []
        fingers = self._fingers
        # What may be a spike on the wire announces nothing yet.
        for control in self.unsettled:
            fingers = withdraw_press(fingers, control)
        button = fingers.alone(now)
        return self._scripted if button is None else [button, *self._scripted]
