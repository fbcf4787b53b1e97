"""The core: routes each message to the part that it concerns, and keeps what must wait in order.

It has no thread, no clock and no device of its own: the loop hands it stamped messages and the
time, so that a test plays a thousand games in virtual time. One step is in flight to the store at a
time; later gestures and requests wait in the queue.

A mistake of the program is contained here: it is logged once, the face rests on the game as it is,
and the view has a sign until a press works. No step is lost, since `PendingStep` settles each
whatever the face does.
"""

from collections import deque
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from companion.daemon.dialogue import USUAL, Dialogue, Options
from companion.daemon.enrolment import Enrolment
from companion.daemon.fingers import Fingers
from companion.daemon.interfaces import LEFT, Reply, Request, Shown, Spoken, Stage
from companion.daemon.mistakes import T
from companion.daemon.publishing import Publisher
from companion.daemon.system import Computer
from companion.errors import refusal_answer
from companion.face.command import Undo
from companion.face.gestures.gestures import Gesture, Hold, Touch
from companion.face.view import View
from companion.journal.sitting import Sitting
from companion.journal.writer import Writer
from companion.journal.writer_messages import (
    Counted,
    Loaded,
    Mended,
    NotSaved,
    Opened,
    Restored,
    Retold,
    Saved,
)
from companion.panel import (
    BUTTONS,
    CLUE,
    Charged,
    Controls,
    Edge,
    Plugged,
    Rotated,
    Supplied,
    Tagged,
    Touched,
    Unusable,
)

if TYPE_CHECKING:
    from companion.daemon.requests import Requests

SPARED_S: Final = 1.0
"""Pause after a mistake of all that is due by itself, in seconds: a repeated one must not spin."""


class Core:
    """The companion without its threads.

    `handle` takes one message, `tick` what the time brings, `publish` shows what changed; then
    `deadline` says when `tick` is wanted again.
    """

    def __init__(
        self,
        store: Writer,
        stage: Stage,
        controls: Controls | None,
        options: Options = USUAL,
        computer: Computer | None = None,
        flips: bool = False,
    ) -> None:
        """Make the parts; everything waits for `Opened` from the store.

        computer: can be asked to switch off, if there is one. flips: the picture of the table is
        turned to the player who acts.
        """
        self.enrolment: Final = Enrolment(store, options.stickers)
        self._fingers = Fingers()
        self._publisher = Publisher(stage, self._fingers, flips, options.wears)
        self.dialogue: Final = Dialogue(store, self._publisher, computer, options)
        # Set afterwards: the publisher needs the fingers, and the dialogue needs the publisher.
        self._fingers.manner = self.dialogue.manner
        self._store = store
        self._stage = stage
        self._controls = BUTTONS if controls is None else controls.names
        self._queue: deque[tuple[Callable[..., None], Reply | None]] = deque()
        """What waits for its turn, and the client that asked for it; None for what fingers do."""
        self._handlers: Mapping[type, Callable[[Any, float], None]] = {
            Edge: self.on_edge,
            Rotated: self.on_rotated,
            Tagged: self.on_tagged,
            Touched: self.on_touched,
            Unusable: self.dialogue.on_unusable,
            Plugged: self.dialogue.on_plugged,
            Supplied: self._publisher.on_supplied,
            Charged: self.dialogue.on_charged,
            Request: self.on_request,
            Opened: self.on_opened,
            Saved: self.dialogue.on_saved,
            NotSaved: self.dialogue.on_saved,
            Loaded: self.dialogue.on_loaded,
            Restored: self.on_restore,
            Retold: self.dialogue.on_retold,
            Mended: self.dialogue.on_mended,
            Counted: self._publisher.on_counted,
            Shown: self._publisher.answers.on_shown,
            Spoken: self._publisher.voice.on_spoken,
        }

    @cached_property
    def _requests(self) -> "Requests":
        """What carries out requests, made when one comes."""
        from companion.daemon.backups import BackupRequests
        from companion.daemon.requests import Parts, Requests

        parts = Parts(
            self._enqueue,
            self._store,
            self._stage,
            self._fingers,
            self.enrolment,
            BackupRequests(self._store, self.dialogue),
            self.dialogue,
            self._publisher,
        )
        return Requests(self._controls, parts)

    @property
    def sitting(self) -> Sitting:
        """The game on the table, as far as it is settled."""
        return self.dialogue.sitting

    @property
    def view(self) -> View | None:
        """The view that was published last."""
        return self._publisher.view

    def handle(self, message: object, now: float) -> None:
        """Take one message that has a handler; `now` is the time at which it is taken."""
        reply = message.reply if isinstance(message, Request) else None
        work = f"taking {type(message).__name__}"
        self.dialogue.contain(work, now, self._handlers[type(message)], message, now, reply=reply)
        self._run_queue(now)

    def tick(self, now: float) -> None:
        """Do what is due: presses, holds of scripts, a step that waits, timeouts.

        now: no edge before it may come any more. The step comes after the gestures, so that the
        step of a gesture of this tick is timed too.
        """
        fingers = self._fingers
        dialogue = self.dialogue
        contain = dialogue.contain
        contain("the gestures", now, self.settle_fingers, now, now)
        contain("the holds of scripts", now, fingers.end_holds, self.queue_hold, now)
        contain("a step that waits", now, self.settle_overdue_steps, now)
        contain(
            "a control that is down", now, lambda: self.dialogue.on_stuck(fingers.newly_stuck(now))
        )
        contain("what time takes away", now, self.dialogue.tick, now)
        self._publisher.answers.give_answers(now)

    def deadline(self, now: float) -> float | None:
        """Return the time at which `tick` is due; None for not before the next message."""
        times = []
        self.dialogue.contain(
            "the times of the buttons", now, lambda: times.extend(self._fingers.deadlines(now))
        )
        self.dialogue.contain(
            "the times of the face", now, lambda: times.extend(self.dialogue.deadlines(now))
        )
        spared_until = self.dialogue.mistaken_at + SPARED_S
        if now < spared_until:
            return spared_until
        return min(times, default=None)

    def publish(self, now: float) -> None:
        """Show what changed, and tell the subscribers."""
        dialogue = self.dialogue
        publisher = self._publisher
        if not dialogue.opened:
            return
        dialogue.note_change(now)
        dialogue.keep_codes(now)
        # A mistake leaves the face at rest: the second try draws the table without what failed.
        for work in ("the view", "the view of the table"):
            if dialogue.contain(
                work,
                now,
                lambda: publisher.publish(dialogue.view, now, dialogue.pending.expects_soon(now)),
            ):
                return
        publisher.publish_sign(dialogue.view, now)

    def drop_client(self, reply: Reply) -> None:
        """Release what a disconnected client holds, and drop what it asked for.

        What is dropped has an answer all the same: the socket counts the requests without one.
        """
        kept = [waiting for waiting in self._queue if waiting[1] is not reply]
        if len(kept) < len(self._queue):
            self._queue = deque(kept)
            reply(refusal_answer(LEFT))
        for part in (self._fingers, self._publisher.answers, self._requests, self.enrolment):
            part.drop_client(reply)

    # What waits in the queue

    def _enqueue(
        self, now: float, reply: Reply | None, act: Callable[..., None], *arguments: Any
    ) -> None:
        """Call `act(*arguments, reply, now)` once no step is on its way to disk.

        Its `now` is the time of that call. reply: of the client that asked for it, None for none.
        Drop the call if that client leaves.
        """
        self._queue.append((partial(act, *arguments), reply))
        self._run_queue(now)

    def _run_queue(self, now: float) -> None:
        """Call what waits, until a step is on its way to disk."""
        dialogue = self.dialogue
        while self._queue and dialogue.opened and dialogue.pending.under_way is None:
            act, reply = self._queue.popleft()
            self.dialogue.contain("what was asked", now, act, reply, now, reply=reply)

    def settle_overdue_steps(self, now: float) -> None:
        """Let steps count that the disk takes too long for: each, and those that waited for it."""
        while self.dialogue.settle_overdue_step(now):
            self._run_queue(now)

    # Messages that concern several parts

    def on_opened(self, message: Opened, now: float) -> None:
        """Go on where the store was left."""
        self.enrolment.open(message.stickers)
        self.dialogue.contain("the start", now, self.dialogue.open, message, now)
        self.publish(now)  # requests that came before are answered about what is shown

    def on_request(self, request: Request, now: float) -> None:
        """Carry out what a script or an onlooker asks."""
        self._requests.on_request(request, now)

    def on_restore(self, message: Restored, now: float) -> None:
        """Take in what a backup brought."""
        self.enrolment.open(message.opened.stickers)
        self.dialogue.on_restored(message, now)

    def on_edge(self, edge: Edge, now: float) -> None:
        """Make gestures of an edge; what was due before it is settled first."""
        self.settle_fingers(now, edge.at)
        self.queue_gestures(now, edge.at, self._fingers.take_edge, edge)

    def settle_fingers(self, now: float, until: float) -> None:
        """Settle what is due up to a time, each at its own: the thread may be late."""
        while (due := self._fingers.due()) <= until:
            self.queue_gestures(now, due, self._fingers.settle, due)

    def on_rotated(self, rotated: Rotated, now: float) -> None:
        """Turn the encoder; at a blank display that only wakes."""
        if not self.wake_display(now, rotated.at):
            self._enqueue(now, None, self.dialogue.turn_encoder, rotated.steps)

    def on_touched(self, touched: Touched, now: float) -> None:
        """Press what was seen where a finger or a mouse touched; a blank display only wakes."""
        view = self.view
        if view is None or self.wake_display(now, touched.at):
            return
        self._publisher.play_click()
        if isinstance(touched.place, str):
            self.queue_press(Touch(touched.place, touched.at), now)
            return
        from companion.face.screens import touch  # it imports Pillow, which no start waits for

        self.queue_press(touch.gesture_at(view, touched.place, touched.at), now)

    def on_tagged(self, tagged: Tagged, now: float) -> None:
        """Take a card that was laid on a reader, in the night too."""
        self._publisher.play_click()
        self._publisher.keep_awake(now)
        self._enqueue(now, None, self._requests.notify_or_lay, tagged)

    def queue_gestures(
        self, now: float, at: float, gestures_of: Callable[[T], list[Gesture]], argument: T
    ) -> None:
        """Queue the gestures that fingers make at a time; at a blank display a press only wakes."""
        fingers = self._fingers
        before, unsettled = fingers.controls_down, fingers.unsettled
        gestures = gestures_of(argument)
        down = fingers.controls_down
        # The click answers the first edge. The display wakes for a finger alone: until the level is
        # read again, it may be a spike on the wire.
        if down - before and not self._publisher.screensaver.only_wakes(at):
            self._publisher.play_click()
        sure = down - fingers.unsettled - (before - unsettled)
        # By when it began: a press counts that was made before the display went dark.
        if sure and self.wake_display(now, fingers.first_began(sure)):
            fingers.only_wake()
            return
        for gesture in gestures:
            self.queue_press(gesture, now, felt=at)

    def queue_press(self, gesture: Gesture, now: float, felt: float | None = None) -> None:
        """Queue a gesture that ended when it was felt; without a time, now."""
        self._enqueue(now, None, self._press_of(gesture), gesture, now if felt is None else felt)

    def queue_hold(self, hold: Gesture, reply: Reply, now: float, seen: str | None) -> None:
        """Queue a hold of a script, for the table that it saw."""
        press = partial(self._requests.act_on_seen, seen, self._press_of(hold))
        self._enqueue(now, reply, press, hold, now)

    def _press_of(self, gesture: Gesture) -> Callable[..., None]:
        is_undo = isinstance(gesture, Hold) and gesture.control == CLUE
        return self.press_or_undo if is_undo else self.dialogue.take_gesture

    def press_or_undo(self, gesture: Gesture, felt: float, reply: Reply | None, now: float) -> None:
        """Press; where the face makes a mistake of it, undo leads out of any screen."""
        if not self.dialogue.contain(
            "holding CLUE", now, self.dialogue.take_gesture, gesture, felt, reply, now
        ):
            self.dialogue.take_step(Undo(), reply, now)

    def wake_display(self, now: float, at: float) -> bool:
        """Wake the display at a press. Return True if the press does nothing else."""
        only_wakes = self._publisher.screensaver.only_wakes(at)
        self._publisher.keep_awake(at)
        if only_wakes:
            self.dialogue.face = self.dialogue.face._replace(touched=now)
        return only_wakes
