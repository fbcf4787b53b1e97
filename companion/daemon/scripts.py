"""Scripts: each request of the sockets, and the part of the companion that carries it out."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import companion
from companion.daemon.backups import BackupRequests
from companion.daemon.dialogue import Dialogue
from companion.daemon.door import Door
from companion.daemon.enrolment import Enrolment
from companion.daemon.fingers import Fingers
from companion.daemon.interfaces import Enqueue, Reply, Request, Stage
from companion.daemon.mistakes import mistake_refusal
from companion.daemon.publishing import Publisher
from companion.daemon.socket import questions, requests
from companion.errors import CompanionError, refusal_answer
from companion.face import words
from companion.face.command import Begin, Do, GameCommand, Redo, Undo
from companion.face.dialogue import guests, offers, repairs
from companion.face.dialogue.counters import check_staged, correction
from companion.face.dialogue.outcomes import refusal_phrase, refused_answer
from companion.face.gestures.gestures import Chord, Tap
from companion.face.state import Counter, Phrase
from companion.game.kinds import distinct_type
from companion.journal import past_games
from companion.journal.query_thread import Query
from companion.journal.stickers import Sticker
from companion.journal.writer import Writer
from companion.panel import Tagged

RequestHandler = Callable[..., None]
"""Carries out a request: takes its reply, the time, and its fields by their names."""


@distinct_type
class Parts(NamedTuple):
    """The parts of the companion that carry out requests."""

    store: Writer
    stage: Stage
    fingers: Fingers
    enrolment: Enrolment
    dialogue: Dialogue
    publisher: Publisher


class Scripts:
    """Carries out requests; each answer goes to the request's reply.

    Nothing that the view socket takes changes a game in progress.
    """

    def __init__(self, controls: tuple[str, ...], enqueue: Enqueue, parts: Parts) -> None:
        """Serve the scripts of a build with these controls.

        enqueue: has something done once no step is on its way to disk.
        """
        self._controls = controls
        self._enqueue = enqueue
        self._parts = parts
        self._backups = BackupRequests(enqueue, self.query_store, parts.store, parts.dialogue)
        self._asking: Final[set[Reply]] = set()
        """The clients that asked the store and are connected."""
        both = self.common_handlers()
        self.acts: Final[Mapping[Door, Mapping[str, RequestHandler]]] = {
            Door.CONTROL: {**both, **self.step_handlers(), **self.control_handlers()},
            Door.VIEW: {**both, **self.view_handlers()},
        }
        """What carries out each request, by its socket, and its verb and word."""

    def common_handlers(self) -> Mapping[str, RequestHandler]:
        """Return the handlers of what both sockets answer."""
        enqueue = self._enqueue
        parts = self._parts
        return {
            "get state": self._question_handler(
                "state", lambda: parts.publisher.state_of_view(parts.dialogue.view)
            ),
            "get record": lambda reply, now, game: enqueue(now, reply, self.answer_record, game),
            "get history": lambda reply, now, limit: self.query_store(
                partial(past_games.history_json, limit=limit), reply, now
            ),
            "get stats": lambda reply, now: enqueue(now, reply, self.query_store, past_games.stats),
        }

    def step_handlers(self) -> Mapping[str, RequestHandler]:
        """Return the handlers of what acts by the controls, or takes a step of the game."""
        parts = self._parts
        step = self.queue_step
        dialogue = parts.dialogue
        return {
            "do press": lambda reply, now, control, seen: step(
                now, reply, seen, dialogue.take_gesture, Tap(control, now), now
            ),
            "do hold": self.hold_control,
            "do chord": lambda reply, now, controls, seen: step(
                now, reply, seen, dialogue.take_gesture, Chord(controls, now), now
            ),
            "do turn": lambda reply, now, steps, seen: step(
                now, reply, seen, dialogue.turn_encoder, steps
            ),
            "do tag": lambda reply, now, id, reader, seen: step(
                now, reply, seen, self.notify_or_lay, Tagged((id,), reader, now)
            ),
            "do new": lambda reply, now, command, seen, token: step(
                now, reply, seen, self.begin_game, dialogue.take_step, command
            ),
            "do action": self._step_handler(Do),
            "do answer": self._step_handler(
                lambda **answer: offers.command_of(dialogue.face, dialogue.sitting, **answer)
            ),
            "do undo": self._step_handler(Undo),
            "do redo": self._step_handler(Redo),
            "do repair": self._step_handler(
                lambda **how: repairs.repair_command(dialogue.sitting, **how)
            ),
            "do correct": self._step_handler(self.correction_command),
            "do prefer": lambda reply, now, command: step(
                now, reply, None, dialogue.set_preference, command
            ),
            "do remove": lambda reply, now, name: step(
                now, reply, None, dialogue.remove_name, name
            ),
        }

    def control_handlers(self) -> Mapping[str, RequestHandler]:
        """Return the handlers of what else the control socket alone takes."""
        parts = self._parts
        dialogue = parts.dialogue
        enqueue = self._enqueue
        answers: Mapping[str, Callable[..., object]] = {
            "offers": lambda **when: questions.offers_json(dialogue.face, dialogue.sitting, **when),
            "turns": lambda: questions.turns_json(dialogue.sitting),
            "counters": lambda counters: questions.counters_json(dialogue.sitting, dict(counters)),
            "screen": lambda: questions.screen_json(parts.publisher.view),
            "stickers": lambda: questions.stickers_json(parts.enrolment.stickers),
        }
        return {
            **{f"get {word}": self._question_handler(word, find) for word, find in answers.items()},
            "get frame": lambda reply, now: parts.stage.answer_frame(reply),
            "get lights": lambda reply, now: parts.stage.answer_lights(reply),
            "get backup": lambda reply, now, token, **piece: self._backups.hand_out(
                reply, now, **piece
            ),
            "do backup": lambda reply, now, token: enqueue(now, reply, self._backups.keep_note),
            "do restore": self._backups.restore_step,
            "do subscribe": self.subscribe_script,
            "do watch": lambda reply, now: parts.enrolment.watch_tags(reply),
            "do enrol": lambda reply, now, id, deck, card: enqueue(
                now, reply, parts.enrolment.enrol, id, Sticker(deck, card)
            ),
            "do forget": lambda reply, now, id: enqueue(
                now, reply, parts.enrolment.enrol, id, None
            ),
        }

    def view_handlers(self) -> Mapping[str, RequestHandler]:
        """Return the handlers of what the view socket alone takes, or takes with a guest's code."""
        return {
            "do subscribe": lambda reply, now: self._enqueue(now, reply, self.subscribe_onlooker),
            "get view": self.answer_view,
            "do serve": self.serve_page,
            "do enter": self._guest_handler(lambda reply, now: reply({"ok": True})),
            "get backup": self._guest_handler(partial(self._backups.hand_out, people_only=True)),
            "do backup": self._guest_handler(
                lambda reply, now: self._enqueue(now, reply, self._backups.keep_note)
            ),
            "do new": self._guest_handler(
                lambda reply, now, command, seen: self.queue_step(
                    now, reply, seen, self.begin_game, self.begin_guest_game, command
                )
            ),
        }

    def on_request(self, request: Request, now: float) -> None:
        """Carry out a request, or refuse it."""
        try:
            name, fields = requests.parse_request(request.body, self._controls, request.door)
            self.acts[request.door][name](request.reply, now, **fields)
        except CompanionError as error:
            request.reply(refusal_answer(error))

    def drop_client(self, reply: Reply) -> None:
        """Drop the query, the backup and the addresses of a client that left."""
        onlookers = self._parts.publisher.onlookers
        before = onlookers.urls
        onlookers.drop_client(reply)
        if onlookers.urls != before:
            self._parts.dialogue.on_served(onlookers.urls)
        self._backups.drop_client(reply)
        self._asking.discard(reply)

    # What the controls do, and steps of the game

    def queue_step(
        self, now: float, reply: Reply, seen: str | None, act: Callable[..., None], *arguments: Any
    ) -> None:
        """Wake the display, and queue what a script does to the game or by the controls."""
        self._parts.publisher.keep_awake(now)
        self._enqueue(now, reply, self.act_on_seen, seen, act, *arguments)

    def act_on_seen(self, seen: str | None, act: Callable[..., None], *arguments: Any) -> None:
        """Do what is meant for the table with this mark, None for any; refuse it on another one."""
        *_, reply, _ = arguments
        if seen is None or seen == self._parts.dialogue.sitting.mark:
            act(*arguments)
        else:
            reply(refused_answer("the game went on meanwhile", Phrase("went_on")))

    def hold_control(
        self, reply: Reply, now: float, control: str, seconds: float, seen: str | None
    ) -> None:
        """Hold a control for a script."""
        self._parts.publisher.keep_awake(now)
        self._parts.fingers.hold_for_script(control, seconds, seen, reply, now)

    def notify_or_lay(self, tagged: Tagged, reply: Reply | None, now: float) -> None:
        """Give cards on a reader to the scripts that watch, else to the game."""
        enrolment = self._parts.enrolment
        if not enrolment.notify_watchers(tagged):
            self._parts.dialogue.lay_tags(tagged, enrolment.stickers, reply, now)
        elif reply:
            reply({"ok": True, "shown": False})

    def _step_handler(self, command: Callable[..., GameCommand]) -> RequestHandler:
        """Return a handler that queues a step; its fields make the command when its turn comes."""
        return lambda reply, now, seen, **fields: self.queue_step(
            now, reply, seen, self.take_now, partial(command, **fields)
        )

    def take_now(self, command: Callable[[], GameCommand], reply: Reply, now: float) -> None:
        """Take a step whose turn came."""
        try:
            asked = command()
        except CompanionError as error:
            reply(refused_answer(error, refusal_phrase(error)))
        else:
            self._parts.dialogue.take_step(asked, reply, now)

    def begin_game(
        self, begin: Callable[..., None], command: Begin, reply: Reply, now: float
    ) -> None:
        """Begin a game; the answer tells which names the display shows by their places."""
        if self._parts.dialogue.has_display:
            reply = questions.reply_with_unshown(reply, command.draft.names)
        begin(command, reply, now)

    def correction_command(self, counters: Mapping[Counter, int]) -> GameCommand:
        """Return the command that sets counters."""
        sitting = self._parts.dialogue.sitting
        check_staged(sitting, counters)
        return Do(correction(sitting, counters))

    # Questions

    def _question_handler(self, word: str, find: Callable[..., object]) -> RequestHandler:
        """Return a handler that answers a question in its turn; `find` takes its fields."""
        return lambda reply, now, **fields: self._enqueue(
            now, reply, self.answer_question, word, partial(find, **fields)
        )

    def answer_question(
        self, word: str, find: Callable[[], object], reply: Reply, now: float
    ) -> None:
        """Answer a question; a mistake in it changes nothing at the table."""
        try:
            answer = {"ok": True, word: find()}
        except CompanionError as error:
            answer = refused_answer(error, refusal_phrase(error))
        except Exception as error:
            self._parts.publisher.mistakes.log_mistake(f"answering get {word}", error)
            answer = mistake_refusal(error)
        reply(answer)

    def query_store(self, query: Query, reply: Reply, now: float) -> None:
        """Have the store answer a query; nothing is looked for once its client left."""
        asking = self._asking
        asking.add(reply)
        # Asked in the thread of the queries: a single look into a set needs no lock.
        self._parts.store.answer_query(lambda store: query(store) if reply in asking else {}, reply)

    def answer_record(self, game: int | None, reply: Reply, now: float) -> None:
        """Answer with the record of a game; that on the table may have turns not on disk yet."""
        sitting = self._parts.dialogue.sitting
        if game is None:
            self.answer_question("record", lambda: past_games.game_record(sitting), reply, now)
        else:
            self.query_store(partial(past_games.past_game, game=game, sitting=sitting), reply, now)

    def answer_view(self, reply: Reply, now: float) -> None:
        """Answer with what a page needs to know beside the game."""
        face = self._parts.dialogue.face
        view = {
            "language": face.preferences.language or words.DEFAULT,
            "preferences": face.preferences._asdict(),
            "next": questions.next_game(face.draft),
            "known": list(face.known),
            "version": companion.__version__,
        }
        reply({"ok": True, "view": view})

    # Subscriptions, backups, guests

    def subscribe_script(self, reply: Reply, now: float) -> None:
        """Subscribe a script to each change of the game."""
        reply({"ok": True})
        self._parts.publisher.answers.subscribers[reply] = None

    def subscribe_onlooker(self, reply: Reply, now: float) -> None:
        """Subscribe an onlooker to each change of the view."""
        reply({"ok": True})
        publisher = self._parts.publisher
        publisher.onlookers.subscribe(reply, publisher.serial, self._parts.dialogue.view)

    def serve_page(self, reply: Reply, now: float, urls: tuple[str, ...]) -> None:
        """Keep where a client says that the page is found."""
        onlookers = self._parts.publisher.onlookers
        onlookers.serving[reply] = urls
        self._parts.dialogue.on_served(onlookers.urls)
        reply({"ok": True})

    def _guest_handler(self, act: RequestHandler) -> RequestHandler:
        """Return a handler for guests: it refuses another code than the evening's."""

        def act_for_guest(reply: Reply, now: float, token: str, **fields: Any) -> None:
            not_granted = self._parts.dialogue.check_token(token, now)
            if not_granted is None:
                act(reply, now, **fields)
            else:
                reply(refused_answer(not_granted, not_granted.phrase))

        return act_for_guest

    def begin_guest_game(self, command: Begin, reply: Reply, now: float) -> None:
        """Begin a game for a guest, where none is lost by it; the device says that a phone did."""
        dialogue = self._parts.dialogue
        if not_now := guests.beginning_refusal(dialogue.face, dialogue.sitting):
            reply(refused_answer(not_now, not_now.phrase))
            return
        dialogue.take_step(command._replace(by_guest=True), reply, now)
