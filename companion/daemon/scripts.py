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
from companion.face.command import Do, GameCommand, Redo, Undo
from companion.face.dialogue import repairs
from companion.face.gestures.gestures import Chord, Gesture, Tap
from companion.panel import Tagged
from companion.table import past_games
from companion.table.stickers import Sticker

Act = Callable[..., None]
"""Carries out a request: takes its reply, the time, and its fields by their names."""


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
        self._fingers: Final = fingers
        self._enrolment: Final = enrolment
        self._dialogue: Final = dialogue
        self._publisher: Final = publisher
        self.acts: Final[Mapping[str, Act]] = {
            "press": lambda reply, now, control: self._press(reply, now, Tap(control, now)),
            "hold": self._hold,
            "chord": lambda reply, now, controls: self._press(reply, now, Chord(controls, now)),
            "turn": self._turn,
            "tag": lambda reply, now, id, reader: queue.lay(Tagged((id,), reader, now), now, reply),
            "new": self._ask,
            "action": lambda reply, now, action: self._ask(reply, now, Do(action)),
            "undo": lambda reply, now: self._ask(reply, now, Undo()),
            "redo": lambda reply, now: self._ask(reply, now, Redo()),
            "repair": self._repair,
            "state": self._question("state", lambda: publisher.state(dialogue.scene)),
            "screen": self._question("screen", lambda: questions.screen(publisher.view)),
            "frame": lambda reply, now: stage.frame(reply),
            "lights": lambda reply, now: stage.lights(reply),
            "record": self._record,
            "history": lambda reply, now, limit: store.look(partial(past_games.history, limit=limit), reply),
            "stats": lambda reply, now: queue.enqueue(lambda then: store.look(past_games.stats, reply), now),
            "subscribe": self._subscribe,
            "watch": lambda reply, now: enrolment.watch(reply),
            "enrol": lambda reply, now, id, deck, card: self._enrol(reply, now, id, Sticker(deck, card)),
            "forget": lambda reply, now, id: self._enrol(reply, now, id, None),
            "stickers": self._question("stickers", lambda: questions.stickers(enrolment.stickers)),
        }
        """What carries out each request, by its word."""

    def request(self, request: Request, now: float) -> None:
        """Carry out a request, or refuse it."""
        try:
            order = requests.parse(request.body, self._controls)
            self.acts[order.word](request.reply, now, **order.values)
        except CompanionError as error:
            request.reply(refusal(error))

    # Presses

    def _press(self, reply: Reply, now: float, gesture: Gesture) -> None:
        self._publisher.stir(now)
        self._queue.enqueue(partial(self._dialogue.press, gesture, now, reply=reply), now)

    def _hold(self, reply: Reply, now: float, control: str, seconds: float) -> None:
        self._publisher.stir(now)
        self._fingers.script(control, seconds, reply, now)

    def _turn(self, reply: Reply, now: float, steps: int) -> None:
        self._publisher.stir(now)
        self._queue.enqueue(partial(self._dialogue.rotate, steps, reply=reply), now)

    # Steps of the game, and stickers

    def _ask(self, reply: Reply, now: float, command: GameCommand) -> None:
        self._publisher.stir(now)
        self._queue.enqueue(partial(self._dialogue.ask, command, reply=reply), now)

    def _repair(self, reply: Reply, now: float, **how: Any) -> None:
        def repair(then: float) -> None:
            try:
                command = repairs.asked(self._dialogue.sitting, **how)
            except CompanionError as error:
                reply(refusal(error))
            else:
                self._dialogue.ask(command, then, reply)

        self._publisher.stir(now)
        self._queue.enqueue(repair, now)

    def _enrol(self, reply: Reply, now: float, tag: str, sticker: Sticker | None) -> None:
        self._queue.enqueue(lambda then: self._enrolment.enrol(tag, sticker, reply), now)

    # Questions

    def _question(self, word: str, find: Callable[[], object]) -> Act:
        """Answers a question in its turn; a mistake of the program must not end the game."""

        def answer(reply: Reply) -> None:
            try:
                told = {"ok": True, word: find()}
            except Exception as error:
                log.exception("get %s", word)
                told = refusal(f"the companion made a mistake: {error!r}")
            reply(told)

        return lambda reply, now: self._queue.enqueue(lambda then: answer(reply), now)

    def _record(self, reply: Reply, now: float, game: int | None) -> None:
        """The record of any game: the one on the table may have turns that are not on disk yet."""
        dialogue = self._dialogue
        if game is None:
            self._question("record", lambda: past_games.record(dialogue.sitting))(reply, now)
            return

        def look(then: float) -> None:
            self._store.look(partial(past_games.past, game=game, sitting=dialogue.sitting), reply)

        self._queue.enqueue(look, now)

    def _subscribe(self, reply: Reply, now: float) -> None:
        reply({"ok": True})
        self._publisher.answers.subscribe(reply)
