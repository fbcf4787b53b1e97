"""The core: routes each message to the part that it concerns, and keeps what must wait in order.

It has no thread, no clock and no device of its own: the loop hands it stamped messages and the time, so
that a test plays a thousand games in virtual time. One step is in flight to the store at a time; later
gestures and requests wait in the queue.

A mistake of the program is contained here: it is told once, the face rests on the game as it is, and the
view has a sign until a press works. No step is lost, since `PendingStep` settles each whatever the face does.
"""

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from companion.daemon.dialogue import USUAL, Dialogue, Options
from companion.daemon.enrolment import Enrolment
from companion.daemon.fingers import Fingers
from companion.daemon.guests import GuestRequests
from companion.daemon.interfaces import LEFT, Reply, Request, Shown, Spoken, Stage, StoreInterface
from companion.daemon.publishing import Publisher
from companion.daemon.scripts import Scripts
from companion.daemon.system import Computer
from companion.errors import refusal
from companion.face.command import Undo
from companion.face.gestures.gestures import ANY, Gesture, Hold, Manner
from companion.face.view import View
from companion.game.kinds import kind
from companion.panel import (
    BUTTONS,
    CLUE,
    Controls,
    Edge,
    Plugged,
    Rotated,
    Supplied,
    Tagged,
    Unusable,
)
from companion.table.sitting import Sitting
from companion.table.writer_messages import (
    CopyMended,
    Counted,
    Loaded,
    NotSaved,
    Opened,
    Saved,
    SetAside,
    WriterMessage,
)

SPARED_S: Final = 1.0
"""Time after a mistake in which nothing is due by itself, in seconds: one that comes back must not spin."""

CoreMessage = (
    Edge
    | Rotated
    | Unusable
    | Tagged
    | Plugged
    | Supplied
    | Request
    | WriterMessage
    | Shown
    | Spoken
)


@kind
class _Waiting(NamedTuple):
    """A call that waits for its turn."""

    act: Callable[..., None]
    arguments: tuple[Any, ...]
    reply: Reply | None
    """Of the client that asked for it; None for what fingers do."""


class Core:
    """The companion without its threads.

    `handle` takes one message, `tick` what the time brings, `publish` shows what changed; then
    `deadline` says when `tick` is wanted again.
    """

    def __init__(
        self,
        store: StoreInterface,
        stage: Stage,
        controls: Controls | None,
        options: Options = USUAL,
        computer: Computer | None = None,
        flips: bool = False,
    ) -> None:
        """A core that has not heard from the store yet: everything waits for `Opened`.

        computer: can be asked to switch off, if there is one. flips: the picture of the table is turned to
        the player who acts.
        """
        self.enrolment: Final = Enrolment(store, options.stickers)
        self._fingers: Final = Fingers(controls, self._manner)
        self._publisher: Final = Publisher(stage, self._fingers, flips)
        self.dialogue: Final = Dialogue(store, self._publisher, computer, options)
        names = controls.names if controls is not None else BUTTONS
        parts = (self._fingers, self.enrolment, self.dialogue, self._publisher)
        self._guests: Final = GuestRequests(self._enqueue, self.dialogue, self._publisher)
        self._scripts: Final = Scripts(
            names, self._enqueue, self._lay, store, stage, *parts, self._guests
        )
        self._queue: Final[deque[_Waiting]] = deque()
        self._handlers: Final[Mapping[type, Callable[[Any, float], None]]] = {
            Edge: self._edge,
            Rotated: self._rotated,
            Tagged: self._tagged,
            Unusable: self.dialogue.unusable,
            Plugged: self.dialogue.plugged,
            Supplied: self._publisher.supplied,
            Request: self._scripts.request,
            Opened: self._opened,
            Saved: self.dialogue.saved,
            NotSaved: self.dialogue.saved,
            Loaded: self.dialogue.loaded,
            SetAside: self.dialogue.set_aside,
            CopyMended: self.dialogue.copy_mended,
            Counted: self._publisher.counted,
            Shown: self._publisher.shown,
            Spoken: self._publisher.spoken,
        }

    @property
    def sitting(self) -> Sitting:
        """The game on the table, as far as it is settled."""
        return self.dialogue.sitting

    @property
    def view(self) -> View | None:
        """The view that was published last."""
        return self._publisher.view

    @property
    def farewell(self) -> View | None:
        """The view that stays on the display when the computer goes down."""
        return self.dialogue.farewell

    def handle(self, message: CoreMessage, now: float) -> None:
        """Take one message; `now` is the time at which it is taken."""
        reply = message.reply if isinstance(message, Request) else None
        handle = partial(self._handlers[type(message)], message, now)
        self._contain(f"taking {type(message).__name__}", handle, now, reply)
        self._work(now)

    def tick(self, now: float) -> None:
        """Do what is due: levels read again, holds of scripts, a step that waited too long, timeouts.

        The step comes after the gestures, so that one which a gesture made just now is timed too.
        """
        feel = partial(self._fingers.tick, now)
        self._contain("the gestures", partial(self._feel, feel, now, now), now)
        end_holds = partial(self._fingers.end_holds, self._press, now)
        self._contain("the holds of scripts", end_holds, now)
        self._contain("a step that waits", partial(self._hurry, now), now)
        self._contain("a control that is down", partial(self._tell_stuck, now), now)
        self._contain("what time takes away", partial(self.dialogue.tick, now), now)
        self._publisher.answers.give(now)

    def deadline(self, now: float) -> float | None:
        """When `tick` is due; None for not before the next message."""
        times: list[float] = []
        self._contain(
            "the times of the buttons", lambda: times.extend(self._fingers.deadlines(now)), now
        )
        self._contain(
            "the times of the face", lambda: times.extend(self.dialogue.deadlines(now)), now
        )
        spared_until = self.dialogue.mistaken_at + SPARED_S
        if now < spared_until:
            return spared_until
        return min(times, default=None)

    def publish(self, now: float) -> None:
        """Show what changed, and tell the subscribers."""
        if not self.dialogue.opened:
            return
        if not self._contain("the view", partial(self._publish, now), now) and not self._contain(
            "the view of the table", partial(self._publish, now), now
        ):
            self._publisher.publish_sign(self.dialogue.view, now)

    def forget(self, reply: Reply) -> None:
        """A client left: tell it nothing more, drop what it holds, and do nothing more that it asked for.

        What is dropped has an answer all the same: the socket counts the requests that have none.
        """
        kept = [waiting for waiting in self._queue if waiting.reply is not reply]
        if len(kept) < len(self._queue):
            self._queue.clear()
            self._queue.extend(kept)
            reply(refusal(LEFT))
        for part in (
            self._fingers,
            self._publisher.answers,
            self._guests,
            self._scripts,
            self.enrolment,
        ):
            part.forget(reply)

    # What waits in the queue

    def _enqueue(
        self, now: float, reply: Reply | None, act: Callable[..., None], *arguments: Any
    ) -> None:
        """Call `act(*arguments, reply, now)` in its turn, with the time then: no step is on its way to disk.

        reply: of the client that asked for it, None for none; the call is dropped once that client left.
        """
        self._queue.append(_Waiting(act, arguments, reply))
        self._work(now)

    def _lay(self, tagged: Tagged, reply: Reply | None, now: float) -> None:
        """Cards on a reader: for the scripts that watch, else for the game, in the night too."""
        self._publisher.stir(now)
        if not self.enrolment.notify(tagged):
            self._enqueue(now, reply, self._lay_cards, tagged)
        elif reply is not None:
            reply({"ok": True, "shown": False})

    def _lay_cards(self, tagged: Tagged, reply: Reply | None, now: float) -> None:
        self.dialogue.lay(tagged, self.enrolment.stickers, reply, now)

    def _work(self, now: float) -> None:
        while self._queue and self.dialogue.opened and not self.dialogue.pending.busy:
            act, arguments, reply = self._queue.popleft()
            self._contain("what was asked", partial(act, *arguments, reply, now), now, reply)

    # Mistakes of the program

    def _contain(
        self, work: str, call: Callable[[], object], now: float, reply: Reply | None = None
    ) -> bool:
        """Call what must not end the process, for a script that may wait. Return True without a mistake."""
        error = self.dialogue.contain(work, call, now, scripted=reply is not None)
        if error is not None and reply is not None:
            reply(refusal(f"the companion made a mistake, which its log has: {error!r}"))
        return error is None

    def _manner(self) -> Manner:
        """How presses of the buttons are told apart now."""
        return (
            self._publisher.mistakes.contain("telling presses apart", lambda: self.dialogue.manner)
            or ANY
        )

    def _hurry(self, now: float) -> None:
        while self.dialogue.hurry(now):
            self._work(now)

    def _tell_stuck(self, now: float) -> None:
        for control in sorted(self._fingers.stuck(now)):
            self.dialogue.stuck(control)

    def _publish(self, now: float) -> None:
        self._publisher.publish(self.dialogue.view, now, hold=self.dialogue.pending.expects(now))

    # Messages that concern several parts

    def _opened(self, message: Opened, now: float) -> None:
        self.enrolment.open(message.stickers)
        self._contain("the start", partial(self.dialogue.open, message, now), now)
        self.dialogue.served(self._publisher.onlookers.urls)
        self.publish(now)  # requests that came before are answered about what is shown

    def _edge(self, edge: Edge, now: float) -> None:
        self._feel(partial(self._fingers.edge, edge), now, edge.at)

    def _rotated(self, rotated: Rotated, now: float) -> None:
        if not self._wakes(now, rotated.at):
            self._enqueue(now, None, self.dialogue.rotate, rotated.steps)

    def _tagged(self, tagged: Tagged, now: float) -> None:
        self._publisher.click()
        self._lay(tagged, None, now)

    def _feel(self, feel: Callable[[], list[Gesture]], now: float, at: float) -> None:
        """Queue the gestures that fingers make; while the display is blank, a press only wakes it."""
        before = self._fingers.touched
        gestures = feel()
        if self._fingers.touched - before:
            if self._wakes(now, at):
                self._fingers.only_wake()
                return
            self._publisher.click()
        for gesture in gestures:
            self._press(gesture, None, now)

    def _press(self, gesture: Gesture, reply: Reply | None, now: float) -> None:
        """Queue a gesture that ended now."""
        held = isinstance(gesture, Hold) and gesture.control == CLUE
        press = self._press_or_undo if held else self.dialogue.press
        self._enqueue(now, reply, press, gesture, now)

    def _press_or_undo(
        self, gesture: Gesture, felt: float, reply: Reply | None, now: float
    ) -> None:
        """Press; where the face cannot make anything of it, undo leads out of any screen."""
        press = partial(self.dialogue.press, gesture, felt, reply, now)
        if not self._contain("holding CLUE", press, now):
            self.dialogue.ask(Undo(), reply, now)

    def _wakes(self, now: float, at: float) -> bool:
        """Whether a press `at` that time only wakes the display."""
        wakes = self._publisher.wakes(now, at)
        if wakes:
            self.dialogue.touch(now)
        return wakes
