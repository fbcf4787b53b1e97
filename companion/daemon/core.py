"""The core: routes each message to the part that it concerns, and keeps what must wait in order.

It has no thread, no clock and no device of its own: the loop hands it stamped messages and the time, so
that a test plays a thousand games in virtual time. One step is in flight to the store at a time; later
gestures and requests wait in the queue.
"""

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from companion.daemon.dialogue import USUAL, Dialogue, Options
from companion.daemon.enrolment import Enrolment
from companion.daemon.fingers import Fingers, Made
from companion.daemon.guests import Guests
from companion.daemon.interfaces import Reply, Request, Shown, Stage, StoreInterface
from companion.daemon.log import log
from companion.daemon.publishing import Publisher
from companion.daemon.scripts import Scripts
from companion.daemon.system import Computer
from companion.errors import refusal
from companion.face.view import View
from companion.panel import BUTTONS, Controls, Edge, Plugged, Rotated, Supplied, Tagged, Unusable
from companion.table.sitting import EMPTY, Sitting
from companion.table.writer_messages import Counted, Loaded, NotSaved, Opened, Saved, SetAside, WriterMessage

Message = Edge | Rotated | Unusable | Tagged | Plugged | Supplied | Request | WriterMessage | Shown


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
        self.enrolment: Final = Enrolment(store)
        self._fingers: Final = Fingers(controls, lambda: self.dialogue.manner)
        self._publisher: Final = Publisher(stage, self._fingers, flips)
        self.dialogue: Final = Dialogue(store, self._publisher, computer, options)
        names = controls.names if controls is not None else BUTTONS
        parts = (self._fingers, self.enrolment, self.dialogue, self._publisher)
        self._guests: Final = Guests(self._enqueue, self.dialogue, self._publisher)
        scripts = Scripts(names, self._enqueue, self._lay, store, stage, *parts, self._guests)
        self._queue: Final[deque[Callable[[float], None]]] = deque()
        self._handlers: Final[Mapping[type, Callable[[Any, float], None]]] = {
            Edge: self._edge,
            Rotated: self._rotated,
            Tagged: self._tagged,
            Unusable: self.dialogue.unusable,
            Plugged: self.dialogue.plugged,
            Supplied: self._publisher.supplied,
            Request: scripts.request,
            Opened: self._opened,
            Saved: self.dialogue.saved,
            NotSaved: self.dialogue.saved,
            Loaded: self.dialogue.loaded,
            SetAside: self.dialogue.set_aside,
            Counted: self._publisher.counted,
            Shown: self._publisher.shown,
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

    def handle(self, message: Message, now: float) -> None:
        """Take one message; `now` is the time at which it is taken."""
        self._handlers[type(message)](message, now)
        self._work(now)

    def tick(self, now: float) -> None:
        """Do what is due: levels read again, holds of scripts, a step that waited too long, timeouts.

        The step comes after the gestures, so that one which a gesture made just now is timed too.
        """
        self._feel(partial(self._fingers.tick, now), now, now)
        while self.dialogue.hurry(now):
            self._work(now)
        for control in sorted(self._fingers.stuck(now)):
            self.dialogue.stuck(control)
        self.dialogue.tick(now)
        self._publisher.answers.give(now)

    def deadline(self, now: float) -> float | None:
        """When `tick` is due; None for not before the next message."""
        return min(self._fingers.deadlines(now) + self.dialogue.deadlines(now), default=None)

    def publish(self, now: float) -> None:
        """Show what changed, and tell the subscribers."""
        if self.dialogue.opened:
            self._publisher.publish(self.dialogue.scene, now, hold=self.dialogue.pending.expects(now))

    def forget(self, reply: Reply) -> None:
        """A client left: tell it nothing more, and drop what it holds."""
        self._publisher.answers.forget(reply)
        self._guests.forget(reply)
        if self._fingers.forget(reply):
            reply(refusal("whoever held the button is gone"))
        self.enrolment.forget(reply)

    # What waits in the queue

    def _enqueue(self, act: Callable[[float], None], now: float) -> None:
        """Call `act` with the time, in its turn: while no step is on its way to disk."""
        self._queue.append(act)
        self._work(now)

    def _lay(self, tagged: Tagged, now: float, reply: Reply | None = None) -> None:
        """Cards on a reader: for the scripts that watch, else for the game, in the night too."""
        self._publisher.stir(now)
        if not self.enrolment.told(tagged):
            self._enqueue(lambda then: self.dialogue.lay(tagged, self.enrolment.stickers, then, reply), now)
        elif reply is not None:
            reply({"ok": True, "shown": False})

    def _work(self, now: float) -> None:
        while self._queue and self.dialogue.opened and not self.dialogue.pending.busy:
            self._queue.popleft()(now)

    # Messages that concern several parts

    def _opened(self, message: Opened, now: float) -> None:
        try:
            self._open(message, now)
        except Exception:  # each start would meet the same mistake
            log.exception("the game on the table cannot be taken up: it stays in its file")
            self._open(Opened(EMPTY, message.latest, None), now)
        self.publish(now)  # requests that came before are answered about what is shown

    def _open(self, opened: Opened, now: float) -> None:
        self.enrolment.stickers = opened.stickers
        self.dialogue.open(opened, now)
        self.dialogue.served(self._publisher.onlookers.urls)

    def _edge(self, edge: Edge, now: float) -> None:
        self._feel(partial(self._fingers.edge, edge), now, edge.at)

    def _rotated(self, rotated: Rotated, now: float) -> None:
        if not self._wakes(now, rotated.at):
            self._enqueue(partial(self.dialogue.rotate, rotated.steps), now)

    def _tagged(self, tagged: Tagged, now: float) -> None:
        self._publisher.click()
        self._lay(tagged, now)

    def _feel(self, feel: Callable[[], list[Made]], now: float, at: float) -> None:
        """Queue the gestures that fingers make; while the display is blank, a press only wakes it."""
        before = self._fingers.touched
        made = feel()
        if self._fingers.touched - before:
            if self._wakes(now, at):
                self._fingers.only_wake()
                made = []
            else:
                self._publisher.click()
        for gesture, reply in made:
            self._enqueue(partial(self.dialogue.press, gesture, now, reply=reply), now)

    def _wakes(self, now: float, at: float) -> bool:
        """Whether a press `at` that time only wakes the display."""
        wakes = self._publisher.wakes(now, at)
        if wakes:
            self.dialogue.touch(now)
        return wakes
