"""Scripts: each request of the sockets, and the part of the companion that carries it out."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.daemon.dialogue import Dialogue
from companion.daemon.enrolment import Enrolment
from companion.daemon.fingers import Fingers
from companion.daemon.guests import GuestRequests
from companion.daemon.interfaces import Door, Enqueue, Reply, Request, Stage, StoreInterface
from companion.daemon.mistakes import mistake_refusal
from companion.daemon.publishing import Publisher
from companion.daemon.socket import questions, requests
from companion.errors import CompanionError, refusal
from companion.face.command import Do, GameCommand, Redo, Undo
from companion.face.dialogue import counters, offers, repairs
from companion.face.dialogue.outcomes import NotPossible, refusal_phrase, refused_answer
from companion.face.gestures.gestures import Chord, Tap
from companion.face.state import Counter, Items, Phrase, Purpose
from companion.game.kinds import kind
from companion.game.names import Names
from companion.journal import past_games
from companion.journal.query_thread import Query
from companion.journal.reader import GamesReader
from companion.journal.stickers import Sticker
from companion.numbers import Json
from companion.panel import Tagged

if TYPE_CHECKING:
    from companion.daemon.backups import BackupRequests

RequestHandler = Callable[..., None]
"""Carries out a request: takes its reply, the time, and its fields by their names."""


class _Looking:
    """A query that waits for its turn in another thread."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self.wanted = True
        """Whether its client still waits for it."""

    def __call__(self, store: GamesReader) -> Json:
        """Return the journal's answer; an empty one once its client left."""
        return self._query(store) if self.wanted else {}


@kind
class Parts(NamedTuple):
    """The parts of the companion that carry out requests."""

    store: StoreInterface
    stage: Stage
    fingers: Fingers
    enrolment: Enrolment
    dialogue: Dialogue
    publisher: Publisher


class Scripts:
    """Carries out requests; each answer goes to the request's reply."""

    def __init__(
        self,
        controls: tuple[str, ...],
        enqueue: Enqueue,
        lay: Callable[[Tagged, Reply, float], None],
        parts: Parts,
    ) -> None:
        """Serve the scripts of a build with these controls.

        enqueue: has something done once no step is on its way to disk. lay: lays cards on a reader.
        """
        self._controls = controls
        self._enqueue = enqueue
        self._lay = lay
        self._parts = parts
        self._backups: BackupRequests | None = None
        """Made at the first request about a backup, as most evenings have none."""
        self._looking: dict[Reply, _Looking] = {}
        """The last query of each client."""
        self._guests = GuestRequests(enqueue, parts.dialogue, parts.publisher, self._back_up)
        both = self._common_handlers()
        self.acts: Final[Mapping[Door, Mapping[str, RequestHandler]]] = {
            Door.CONTROL: {**self._control_handlers(), **both},
            Door.VIEW: {**self._guests.acts, **both},
        }
        """What carries out each request, by its socket, and its verb and word."""

    def _common_handlers(self) -> Mapping[str, RequestHandler]:
        """Return the handlers of what both sockets answer."""
        enqueue = self._enqueue
        parts = self._parts
        return {
            "get state": self._question(
                "state", lambda: parts.publisher.state(parts.dialogue.view)
            ),
            "get record": lambda reply, now, game: enqueue(now, reply, self._answer_record, game),
            "get history": lambda reply, now, limit: self._look(
                partial(past_games.history, limit=limit), reply, now
            ),
            "get stats": lambda reply, now: enqueue(now, reply, self._look, past_games.stats),
        }

    def _control_handlers(self) -> Mapping[str, RequestHandler]:
        """Return the handlers of what the control socket alone takes."""
        parts = self._parts
        step = self._queue_step
        dialogue = parts.dialogue
        press = dialogue.press
        ask = dialogue.ask
        enqueue = self._enqueue
        return {
            "do press": lambda reply, now, control: step(now, reply, press, Tap(control, now), now),
            "do hold": self._hold,
            "do chord": lambda reply, now, controls: step(
                now, reply, press, Chord(controls, now), now
            ),
            "do turn": lambda reply, now, steps: step(now, reply, parts.dialogue.rotate, steps),
            "do tag": lambda reply, now, id, reader: self._lay(
                Tagged((id,), reader, now), reply, now
            ),
            "do new": lambda reply, now, command, token: step(
                now, self._naming(reply, command.draft.names), ask, command
            ),
            "do action": lambda reply, now, seen, action: self._take(
                reply, now, seen, lambda: Do(action)
            ),
            "do answer": lambda reply, now, seen, purpose, path: self._take(
                reply, now, seen, lambda: self._answer_command(purpose, path)
            ),
            "do undo": lambda reply, now, seen: self._take(reply, now, seen, Undo),
            "do redo": lambda reply, now, seen: self._take(reply, now, seen, Redo),
            "do repair": lambda reply, now, seen, **how: self._take(
                reply, now, seen, lambda: repairs.repair_command(parts.dialogue.sitting, **how)
            ),
            "do correct": lambda reply, now, seen, staged: self._take(
                reply, now, seen, lambda: self._correction_command(staged)
            ),
            "do prefer": lambda reply, now, command: step(now, reply, dialogue.prefer, command),
            "do remove": lambda reply, now, name: step(now, reply, dialogue.remove_name, name),
            "get offers": lambda reply, now, **when: enqueue(now, reply, self._answer_offers, when),
            "get turns": self._question("turns", lambda: questions.turns(parts.dialogue.sitting)),
            "get counters": lambda reply, now, staged: enqueue(now, reply, self._counters, staged),
            "get screen": self._question("screen", lambda: questions.screen(parts.publisher.view)),
            "get frame": lambda reply, now: parts.stage.frame(reply),
            "get lights": lambda reply, now: parts.stage.lights(reply),
            "get backup": lambda reply, now, token, **piece: self._back_up(
                reply, now, "get backup", **piece
            ),
            "do backup": lambda reply, now, token: self._back_up(reply, now, "do backup"),
            "do restore": lambda reply, now, **step: self._back_up(
                reply, now, "do restore", **step
            ),
            "do subscribe": self._subscribe_script,
            "do watch": lambda reply, now: parts.enrolment.watch(reply),
            "do enrol": lambda reply, now, id, deck, card: enqueue(
                now, reply, self._enrol_sticker, id, Sticker(deck, card)
            ),
            "do forget": lambda reply, now, id: enqueue(now, reply, self._enrol_sticker, id, None),
            "get stickers": self._question(
                "stickers", lambda: questions.stickers_json(parts.enrolment.stickers)
            ),
        }

    def _back_up(self, reply: Reply, now: float, word: str, **fields: Any) -> None:
        """Carry out a request about backups."""
        if self._backups is None:
            from companion.daemon.backups import BackupRequests

            parts = self._parts
            self._backups = BackupRequests(self._enqueue, self._look, parts.store, parts.dialogue)
        self._backups.acts[word](reply, now, **fields)

    def on_request(self, request: Request, now: float) -> None:
        """Carry out a request, or refuse it."""
        try:
            order = requests.parse_request(request.body, self._controls, request.door)
            act = self.acts[request.door][f"{order.verb} {order.word}"]
            act(request.reply, now, **order.values)
        except CompanionError as error:
            request.reply(refusal(error))

    def forget(self, reply: Reply) -> None:
        """Look up nothing more for a client that left."""
        self._guests.forget(reply)
        if self._backups is not None:
            self._backups.forget(reply)
        looking = self._looking.pop(reply, None)
        if looking:
            looking.wanted = False

    def _queue_step(
        self, now: float, reply: Reply, act: Callable[..., None], *arguments: Any
    ) -> None:
        """Wake the display, and queue what a script does to the game or by the controls."""
        self._parts.publisher.stir(now)
        self._enqueue(now, reply, act, *arguments)

    def _hold(self, reply: Reply, now: float, control: str, seconds: float) -> None:
        self._parts.publisher.stir(now)
        self._parts.fingers.script(control, seconds, reply, now)

    def _naming(self, reply: Reply, names: Names) -> Reply:
        """Return a reply that tells, too, which names a display would show by their places."""
        return questions.naming(reply, names) if self._parts.dialogue.has_display else reply

    def _take(
        self, reply: Reply, now: float, seen: int | None, command: Callable[[], GameCommand]
    ) -> None:
        """Queue a step of the game; its command is made when its turn comes.

        seen: the turn that the client had before it; the step is refused if the game went on.
        """
        self._queue_step(now, reply, self._take_now, seen, command)

    def _take_now(
        self, seen: int | None, command: Callable[[], GameCommand], reply: Reply, now: float
    ) -> None:
        dialogue = self._parts.dialogue
        state = dialogue.sitting.state
        try:
            if seen not in (None, state and state.turn):
                raise NotPossible(Phrase("went_on"), f"the game went on: it is not at turn {seen}")
            asked = command()
        except CompanionError as error:
            reply(refused_answer(error, refusal_phrase(error)))
        else:
            dialogue.ask(asked, reply, now)

    def _answer_command(self, purpose: Purpose, path: Items) -> GameCommand:
        dialogue = self._parts.dialogue
        return offers.command_of(dialogue.face, dialogue.sitting, purpose, path)

    def _correction_command(self, staged: Mapping[Counter, int]) -> GameCommand:
        sitting = self._parts.dialogue.sitting
        counters.check_staged(sitting, staged)
        return Do(counters.correction(sitting, staged))

    def _answer_offers(self, when: Json, reply: Reply, now: float) -> None:
        """Answer what can be done now, or at an earlier turn."""
        dialogue = self._parts.dialogue
        self._answer_question(
            reply, "offers", lambda: questions.offers(dialogue.face, dialogue.sitting, **when)
        )

    def _counters(self, staged: Mapping[Counter, int], reply: Reply, now: float) -> None:
        sitting = self._parts.dialogue.sitting
        self._answer_question(reply, "counters", lambda: questions.counters(sitting, staged))

    def _answer_question(self, reply: Reply, word: str, find: Callable[[], object]) -> None:
        """Answer a question about the game, or say why it cannot be asked."""
        try:
            reply({"ok": True, word: find()})
        except CompanionError as error:
            reply(refused_answer(error, refusal_phrase(error)))

    def _subscribe_script(self, reply: Reply, now: float) -> None:
        reply({"ok": True})
        self._parts.publisher.answers.subscribe(reply)

    def _question(self, word: str, find: Callable[[], object]) -> RequestHandler:
        """Return a handler that answers a question in its turn."""
        return lambda reply, now: self._enqueue(now, reply, self._answer, word, find)

    def _answer(self, word: str, find: Callable[[], object], reply: Reply, now: float) -> None:
        """Answer a question; a mistake in it changes nothing at the table."""
        try:
            answer = {"ok": True, word: find()}
        except Exception as error:
            self._parts.publisher.mistakes.tell(f"answering get {word}", error)
            answer = mistake_refusal(error)
        reply(answer)

    def _look(self, query: Query, reply: Reply, now: float) -> None:
        """Have the store answer a query, for as long as its client waits."""
        looking = self._looking[reply] = _Looking(query)
        self._parts.store.look(looking, reply)

    def _enrol_sticker(self, tag: str, sticker: Sticker | None, reply: Reply, now: float) -> None:
        self._parts.enrolment.enrol(tag, sticker, reply)

    def _answer_record(self, game: int | None, reply: Reply, now: float) -> None:
        """Answer with the record of a game; that on the table may have turns not on disk yet."""
        sitting = self._parts.dialogue.sitting
        if game is None:
            self._answer("record", lambda: past_games.record(sitting), reply, now)
        else:
            self._look(partial(past_games.past, game=game, sitting=sitting), reply, now)
