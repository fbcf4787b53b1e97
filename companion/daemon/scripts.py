"""Scripts: each request of the control socket, and the part of the companion that carries it out."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Protocol

from companion.daemon.dialogue import Dialogue
from companion.daemon.enrolment import Enrolment
from companion.daemon.fingers import Fingers
from companion.daemon.interfaces import Reply, Request, Stage, StoreInterface
from companion.daemon.log import log
from companion.daemon.publishing import Publisher
from companion.daemon.socket import questions, requests
from companion.errors import CompanionError, refusal
from companion.face.dialogue import repairs
from companion.panel import Tagged
from companion.table import past_games


class Queue(Protocol):
    """The core, as scripts see it."""

    def enqueue(self, act: Callable[[float], None], now: float) -> None:
        """Call `act` with the time, once no step is on its way to disk."""

    def lay(self, tagged: Tagged, now: float, reply: Reply | None) -> None:
        """Lay cards on a reader."""


class Scripts:
    """Carries out requests; each answer goes to the request's reply."""

    def __init__(
        self,
        queue: Queue,
        controls: tuple[str, ...],
        store: StoreInterface,
        stage: Stage,
        fingers: Fingers,
        enrolment: Enrolment,
        dialogue: Dialogue,
        publisher: Publisher,
    ) -> None:
        """Scripts of a build with these controls."""
        self._queue: Final = queue
        self._controls: Final = controls
        self._store: Final = store
        self._stage: Final = stage
        self._fingers: Final = fingers
        self._enrolment: Final = enrolment
        self._dialogue: Final = dialogue
        self._publisher: Final = publisher
        self._acts: Final[Mapping[type, Callable[[Any, Reply, float], None]]] = {
            requests.Press: self._press,
            requests.HoldFor: self._hold,
            requests.Turn: self._turn,
            requests.LayDown: self._lay,
            requests.Enrol: self._enrol,
            requests.Watch: lambda order, reply, now: self._enrolment.watch(reply),
            requests.Ask: self._ask,
            requests.Mend: self._repair,
            requests.Get: self._get,
            requests.History: self._history,
            requests.OldRecord: self._old_record,
            requests.Subscribe: self._subscribe,
        }

    def request(self, request: Request, now: float) -> None:
        """Carry out a request, or refuse it."""
        try:
            order = requests.parse(request.body, self._controls)
            self._acts[type(order)](order, request.reply, now)
        except CompanionError as error:
            request.reply(refusal(error))

    # Presses

    def _press(self, order: requests.Press, reply: Reply, now: float) -> None:
        self._publisher.stir(now)
        gesture = order.gesture._replace(began=now)
        self._queue.enqueue(partial(self._dialogue.press, gesture, now, reply=reply), now)

    def _hold(self, order: requests.HoldFor, reply: Reply, now: float) -> None:
        self._publisher.stir(now)
        self._fingers.script(order.control, order.seconds, reply, now)

    def _turn(self, order: requests.Turn, reply: Reply, now: float) -> None:
        self._publisher.stir(now)
        self._queue.enqueue(partial(self._dialogue.rotate, order.steps, reply=reply), now)

    # Cards

    def _lay(self, order: requests.LayDown, reply: Reply, now: float) -> None:
        self._queue.lay(Tagged(order.ids, order.reader, now), now, reply)

    def _enrol(self, order: requests.Enrol, reply: Reply, now: float) -> None:
        self._queue.enqueue(lambda then: self._enrolment.enrol(order.tag, order.sticker, reply), now)

    # Steps of the game

    def _ask(self, order: requests.Ask, reply: Reply, now: float) -> None:
        self._publisher.stir(now)
        self._queue.enqueue(partial(self._dialogue.ask, order.command, reply=reply), now)

    def _repair(self, order: requests.Mend, reply: Reply, now: float) -> None:
        self._publisher.stir(now)
        self._queue.enqueue(partial(self._repair_now, order, reply), now)

    def _repair_now(self, order: requests.Mend, reply: Reply, now: float) -> None:
        try:
            command = repairs.asked(self._dialogue.sitting, *order)
        except CompanionError as error:
            reply(refusal(error))
        else:
            self._dialogue.ask(command, now, reply)

    # Questions

    def _get(self, order: requests.Get, reply: Reply, now: float) -> None:
        match order.what:
            case "frame":
                self._stage.frame(reply)
            case "lights":
                self._stage.lights(reply)
            case "stats":
                self._queue.enqueue(lambda then: self._store.look(past_games.stats, reply), now)
            case what:
                self._queue.enqueue(lambda then: reply(self._told_of(what)), now)

    def _history(self, order: requests.History, reply: Reply, now: float) -> None:
        self._store.look(lambda store: past_games.history(store, order.limit), reply)

    def _old_record(self, order: requests.OldRecord, reply: Reply, now: float) -> None:
        """The record of any game: the one on the table may have turns that are not on disk yet."""

        def look(then: float) -> None:
            sitting = self._dialogue.sitting
            self._store.look(lambda store: past_games.past(store, order.game, sitting), reply)

        self._queue.enqueue(look, now)

    def _subscribe(self, order: requests.Subscribe, reply: Reply, now: float) -> None:
        reply({"ok": True})
        self._publisher.answers.subscribe(reply)

    def _told_of(self, what: str) -> dict[str, Any]:
        """The answer to a question; a mistake of the program must not end the game."""
        try:
            return {"ok": True, what: self._tell(what)}
        except Exception as error:
            log.exception("get %s", what)
            return refusal(f"the companion made a mistake: {error!r}")

    def _tell(self, what: str) -> dict[str, Any] | None:
        match what:
            case "state":
                return self._publisher.state(self._dialogue.scene)
            case "screen":
                return questions.screen(self._publisher.view)
            case "stickers":
                return questions.stickers(self._enrolment.stickers)
            case _:
                return past_games.record(self._dialogue.sitting)
