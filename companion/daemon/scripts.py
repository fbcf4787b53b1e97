"""Scripts: each request of the sockets, and the part of the companion that carries it out."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from companion.daemon.dialogue import Dialogue
from companion.daemon.enrolment import Enrolment
from companion.daemon.fingers import Fingers
from companion.daemon.guests import GuestRequests
from companion.daemon.interfaces import Door, Enqueue, Reply, Request, Stage, StoreInterface
from companion.daemon.publishing import Publisher
from companion.daemon.socket import questions, requests
from companion.errors import CompanionError, refusal
from companion.face.command import Do, Redo, Undo
from companion.face.dialogue import repairs
from companion.face.gestures.gestures import Chord, Tap
from companion.panel import Tagged
from companion.table import past_games
from companion.table.query_thread import Query
from companion.table.stickers import Sticker
from companion.table.store import Store

RequestHandler = Callable[..., None]
"""Carries out a request: takes its reply, the time, and its fields by their names."""


class _Looking:
    """A query that waits for its turn in another thread."""

    def __init__(self, query: Query) -> None:
        self._query: Final = query
        self.wanted = True
        """Whether its client still waits for it."""

    def __call__(self, store: Store) -> dict[str, Any]:
        """Look it up; nothing, where nobody wants it any more."""
        return self._query(store) if self.wanted else {}


class Scripts:
    """Carries out requests; each answer goes to the request's reply."""

    def __init__(
        self,
        controls: tuple[str, ...],
        enqueue: Enqueue,
        lay: Callable[[Tagged, Reply, float], None],
        store: StoreInterface,
        stage: Stage,
        fingers: Fingers,
        enrolment: Enrolment,
        dialogue: Dialogue,
        publisher: Publisher,
        guests: GuestRequests,
    ) -> None:
        """Scripts of a build with these controls.

        enqueue: has something done once no step is on its way to disk. lay: lays cards on a reader.
        """
        self._controls: Final = controls
        self._enqueue: Final = enqueue
        self._fingers: Final = fingers
        self._dialogue: Final = dialogue
        self._publisher: Final = publisher
        self._enrolment: Final = enrolment
        self._store: Final = store
        self._stage: Final = stage
        self._lay: Final = lay
        self._looking: Final[dict[Reply, _Looking]] = {}
        """The last query of each client."""
        both = self._asked()
        self.acts: Final[Mapping[Door, Mapping[str, RequestHandler]]] = {
            Door.CONTROL: {**self._of_control(), **both},
            Door.VIEW: {**guests.acts, **both},
        }
        """What carries out each request, by its socket, and its verb and word."""

    def _asked(self) -> Mapping[str, RequestHandler]:
        """What both sockets answer."""
        enqueue, look, dialogue, publisher = (
            self._enqueue,
            self._look,
            self._dialogue,
            self._publisher,
        )
        return {
            "get state": self._question("state", lambda: publisher.state(dialogue.view)),
            "get record": lambda reply, now, game: enqueue(now, reply, self._record, game),
            "get history": lambda reply, now, limit: look(
                partial(past_games.history, limit=limit), reply
            ),
            "get stats": lambda reply, now: enqueue(now, reply, self._stats),
        }

    def _of_control(self) -> Mapping[str, RequestHandler]:
        """What the control socket alone takes."""
        dialogue, publisher, stage, enrolment = (
            self._dialogue,
            self._publisher,
            self._stage,
            self._enrolment,
        )
        step, press, ask = self._step, dialogue.press, dialogue.ask
        enqueue, lay = self._enqueue, self._lay
        return {
            "do press": lambda reply, now, control: step(now, reply, press, Tap(control, now), now),
            "do hold": self._hold,
            "do chord": lambda reply, now, controls: step(
                now, reply, press, Chord(controls, now), now
            ),
            "do turn": lambda reply, now, steps: step(now, reply, dialogue.rotate, steps),
            "do tag": lambda reply, now, id, reader: lay(Tagged((id,), reader, now), reply, now),
            "do new": lambda reply, now, command: step(now, reply, ask, command),
            "do action": lambda reply, now, action: step(now, reply, ask, Do(action)),
            "do undo": lambda reply, now: step(now, reply, ask, Undo()),
            "do redo": lambda reply, now: step(now, reply, ask, Redo()),
            "do repair": lambda reply, now, **how: step(now, reply, self._repair, how),
            "get screen": self._question("screen", lambda: questions.screen(publisher.view)),
            "get frame": lambda reply, now: stage.frame(reply),
            "get lights": lambda reply, now: stage.lights(reply),
            "do subscribe": self._subscribe,
            "do watch": lambda reply, now: enrolment.watch(reply),
            "do enrol": lambda reply, now, id, deck, card: enqueue(
                now, reply, self._enrol, id, Sticker(deck, card)
            ),
            "do forget": lambda reply, now, id: enqueue(now, reply, self._enrol, id, None),
            "get stickers": self._question(
                "stickers", lambda: questions.stickers(enrolment.stickers)
            ),
        }

    def request(self, request: Request, now: float) -> None:
        """Carry out a request, or refuse it."""
        try:
            order = requests.parse(request.body, self._controls, request.door)
            act = self.acts[request.door][f"{order.verb} {order.word}"]
            act(request.reply, now, **order.values)
        except CompanionError as error:
            request.reply(refusal(error))

    def forget(self, reply: Reply) -> None:
        """A client left: look up nothing more for it."""
        looking = self._looking.pop(reply, None)
        if looking is not None:
            looking.wanted = False

    def _step(self, now: float, reply: Reply, act: Callable[..., None], *arguments: Any) -> None:
        """Wake the display, and queue what a script does to the game or by the controls."""
        self._publisher.stir(now)
        self._enqueue(now, reply, act, *arguments)

    def _hold(self, reply: Reply, now: float, control: str, seconds: float) -> None:
        self._publisher.stir(now)
        self._fingers.script(control, seconds, reply, now)

    def _repair(self, how: Mapping[str, Any], reply: Reply, now: float) -> None:
        try:
            command = repairs.repair_command(self._dialogue.sitting, **how)
        except CompanionError as error:
            reply(refusal(error))
        else:
            self._dialogue.ask(command, reply, now)

    def _subscribe(self, reply: Reply, now: float) -> None:
        reply({"ok": True})
        self._publisher.answers.subscribe(reply)

    def _question(self, word: str, find: Callable[[], object]) -> RequestHandler:
        """Answers a question in its turn."""
        return lambda reply, now: self._enqueue(now, reply, self._answer, word, find)

    def _answer(self, word: str, find: Callable[[], object], reply: Reply, now: float) -> None:
        reply(self._found(word, find))

    def _look(self, query: Query, reply: Reply) -> None:
        """Have the store answer a query, for as long as its client waits."""
        looking = self._looking[reply] = _Looking(query)
        self._store.look(looking, reply)

    def _enrol(self, tag: str, sticker: Sticker | None, reply: Reply, now: float) -> None:
        self._enrolment.enrol(tag, sticker, reply)

    def _stats(self, reply: Reply, now: float) -> None:
        self._look(past_games.stats, reply)

    def _record(self, game: int | None, reply: Reply, now: float) -> None:
        """The record of any game: the one on the table may have turns that are not on disk yet."""
        sitting = self._dialogue.sitting
        if game is None:
            reply(self._found("record", lambda: past_games.record(sitting)))
        else:
            self._look(partial(past_games.past, game=game, sitting=sitting), reply)

    def _found(self, word: str, find: Callable[[], object]) -> dict[str, Any]:
        """The answer to a question; a mistake of the program changes nothing at the table."""
        try:
            return {"ok": True, word: find()}
        except Exception as error:
            self._publisher.mistakes.tell(f"answering get {word}", error)
            return refusal(f"the companion made a mistake, which its log has: {error!r}")
