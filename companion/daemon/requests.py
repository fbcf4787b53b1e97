"""Requests: each of both sockets stands here once, with a line of it, what it does, the fields that
may be left out, its words for `companion ctl`, its sockets, and the function that carries it out.

The parser, `companion ctl` and the tables in the sockets' README follow from that. `companion ctl`
starts with this module: what no words need is imported when a request comes.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import companion
from companion.daemon.door import Door
from companion.daemon.socket.fields import (
    MOST_GAMES,
    PREFERENCES,
    REPAIRS,
    BadRequest,
    one_of,
    read_field,
)
from companion.errors import CompanionError, nearest_advice, quotation, refusal_answer
from companion.face.command import Begin, Do, GameCommand, Prefer, Redo, Undo
from companion.face.dialogue import names as seating
from companion.face.dialogue import offers, repairs
from companion.face.dialogue.counters import check_staged, correction
from companion.face.dialogue.guests import Guest
from companion.face.dialogue.outcomes import refusal_phrase, refused_answer
from companion.face.gestures.gestures import Chord, Tap
from companion.face.state import Counter, Draft, EntryKind, Phrase
from companion.face.words import DEFAULT
from companion.game.actions import Action, Bonus
from companion.game.cards import Card
from companion.game.kinds import distinct_type
from companion.game.record import named_preset, parse_setup
from companion.journal import repair
from companion.journal.events import Did
from companion.journal.stickers import Sticker
from companion.numbers import Json
from companion.panel import BUTTONS, CARD_READER, ENCODER, Tagged

if TYPE_CHECKING:
    from companion.daemon.dialogue import Dialogue
    from companion.daemon.enrolment import Enrolment
    from companion.daemon.fingers import Fingers
    from companion.daemon.interfaces import Enqueue, Reply, Request, Stage
    from companion.daemon.publishing import Publisher
    from companion.journal.query_thread import Query
    from companion.journal.writer import Writer

Carry = Callable[..., None]
Seen = str | None
"""The mark of the table that who asks saw; None for any table."""


@distinct_type
class Declaration(NamedTuple):
    """A request."""

    example: Mapping[str, object]
    """One as it stands on a line: first "do" or "get" with its word, then its fields."""
    does: str
    """What it does, or what the answer to the question is."""
    may: Mapping[str, object]
    """The fields that may be left out, each with its default; the others are needed."""
    ctl: str | None
    """The fields that `companion ctl` takes as words, optional ones in brackets; None for none."""
    doors: tuple[Door, ...]
    together: Callable[..., Json]
    """What its fields mean together."""
    act: Carry
    """Carries it out: takes `Asked`, and the fields by their names."""

    @property
    def verb(self) -> str:
        """Whether it is a "do" or a "get"."""
        return next(iter(self.example))

    @property
    def word(self) -> str:
        """What it is called."""
        return str(self.example[self.verb])

    @property
    def fields(self) -> dict[str, None]:
        """Every field that it may have."""
        return dict.fromkeys([*list(self.example)[1:], *self.may])


DECLARATIONS: Final[list[Declaration]] = []
"""Every request, in the order in which people read of them."""


def _request(
    example: Mapping[str, object],
    does: str,
    may: Mapping[str, object] | None = None,
    ctl: str | None = None,
    doors: tuple[Door, ...] = (Door.CONTROL,),
    together: Callable[..., Json] = dict,
) -> Callable[[Carry], Carry]:
    def declare(act: Carry) -> Carry:
        DECLARATIONS.append(Declaration(example, does, may or {}, ctl, doors, together, act))
        return act

    return declare


def _declaration_of(body: Json, door: Door) -> Declaration:
    if ("do" in body) == ("get" in body):
        raise BadRequest('a request has either "do" or "get"')
    verb = "do" if "do" in body else "get"
    word = body[verb]
    known = {one.word: one for one in DECLARATIONS if one.verb == verb and door in one.doors}
    if not isinstance(word, str) or word not in known:
        raise BadRequest(f"{quotation(word)} is nothing to {verb}; {nearest_advice(word, known)}")
    return known[word]


def parse_request(
    body: object, controls: tuple[str, ...] = BUTTONS, door: Door = Door.CONTROL
) -> tuple[Declaration, Json]:
    """Return what a request at a socket asks for, and its fields as that needs them.

    controls: those of the build. Raises CompanionError for a request that makes no sense.
    """
    if not isinstance(body, dict):
        raise BadRequest('a request is an object such as {"get": "state"}')
    declared = _declaration_of(body, door)
    fields = declared.fields
    values = dict(declared.may)
    for key in body:
        if key != declared.verb and key not in fields:
            raise BadRequest(
                f"{declared.verb} {declared.word} has no key {quotation(key)};"
                f" {nearest_advice(key, fields)}"
            )
    for key in fields:
        if key == "steps" and ENCODER not in controls:
            raise BadRequest("this build has nothing to turn with")
        if key == "control":
            own = [name for name in controls if name != ENCODER]
            values[key] = one_of(own, "control of this build", body.get(key))
        elif key in body or key not in values:
            values[key] = read_field(key, body.get(key))
    return declared, declared.together(**values)


@distinct_type
class Parts(NamedTuple):
    """The parts of the companion that carry out requests."""

    enqueue: "Enqueue"
    """Has something done once no step is on its way to disk."""
    store: "Writer"
    stage: "Stage"
    fingers: "Fingers"
    enrolment: "Enrolment"
    dialogue: "Dialogue"
    publisher: "Publisher"


class Requests:
    """Carries out requests by the parts of the companion; each answer goes to the one who asked.

    At the view socket a request with a `token` is a guest's: another code is refused.
    """

    def __init__(self, controls: tuple[str, ...], parts: Parts) -> None:
        """Serve the requests of a build with these controls."""
        from companion.daemon.backups import BackupRequests

        self._controls = controls
        self.parts: Final = parts
        self.backups: Final = BackupRequests(
            parts.enqueue, self.query_store, parts.store, parts.dialogue
        )
        self._asking: Final[set[Reply]] = set()
        """The clients that asked the store and are connected."""

    def on_request(self, request: "Request", now: float) -> None:
        """Carry out a request, or refuse it."""
        try:
            declared, fields = parse_request(request.body, self._controls, request.door)
            token = fields.pop("token", None)
            place = fields.pop("place", 0)
            guest = None
            not_granted = None
            if token is not None and request.door == Door.VIEW:
                guest = Guest(place)
                not_granted = self.parts.dialogue.check_token(token, now)
            if not_granted is None:
                asked = Asked(self, request.reply, now, request.door, declared.word, guest)
                declared.act(asked, **fields)
            else:
                request.reply(refused_answer(not_granted, not_granted.phrase))
        except CompanionError as error:
            request.reply(refusal_answer(error))

    def drop_client(self, reply: "Reply") -> None:
        """Drop the query, the backup and the addresses of a client that left."""
        onlookers = self.parts.publisher.onlookers
        before = onlookers.urls
        onlookers.drop_client(reply)
        if onlookers.urls != before:
            self.parts.dialogue.on_served(onlookers.urls)
        self.backups.drop_client(reply)
        self._asking.discard(reply)

    def act_on_seen(self, seen: Seen, act: Carry, *arguments: Any) -> None:
        """Do what is meant for the table with this mark; refuse it on another one."""
        *_, reply, _ = arguments
        if seen is None or seen == self.parts.dialogue.sitting.mark:
            act(*arguments)
        else:
            reply(refused_answer("the game went on meanwhile", Phrase("went_on")))

    def take_now(
        self,
        make_command: Callable[[], GameCommand],
        guest: Guest | None,
        reply: "Reply",
        now: float,
    ) -> None:
        """Take a step whose turn came; a beginning tells which names are shown by their places."""
        try:
            command = make_command()
        except CompanionError as error:
            reply(refused_answer(error, refusal_phrase(error)))
            return
        if isinstance(command, Begin) and self.parts.dialogue.has_display:
            from companion.daemon.socket.questions import reply_with_unshown

            reply = reply_with_unshown(reply, command.draft.names)
        self.parts.dialogue.take_step(command, reply, now, guest)

    def answer_question(
        self, word: str, find: Callable[[Any], object], reply: "Reply", now: float
    ) -> None:
        """Answer a question whose turn came; a mistake in it changes nothing at the table."""
        from companion.daemon.mistakes import mistake_refusal
        from companion.daemon.socket import questions

        try:
            answer = {"ok": True, word: find(questions)}
        except CompanionError as error:
            answer = refused_answer(error, refusal_phrase(error))
        except Exception as error:
            self.parts.publisher.mistakes.log_mistake(f"answering get {word}", error)
            answer = mistake_refusal(error)
        reply(answer)

    def query_store(self, query: "Query", reply: "Reply", now: float) -> None:
        """Have the store answer a query; nothing is looked for once its client left."""
        asking = self._asking
        asking.add(reply)
        # Asked in the thread of the queries: a single look into a set needs no lock.
        self.parts.store.answer_query(lambda store: query(store) if reply in asking else {}, reply)

    def notify_or_lay(self, tagged: Tagged, reply: "Reply | None", now: float) -> None:
        """Give cards on a reader to the scripts that watch, else to the game."""
        if not self.parts.enrolment.notify_watchers(tagged):
            self.parts.dialogue.lay_tags(tagged, self.parts.enrolment.stickers, reply, now)
        elif reply:
            reply({"ok": True, "shown": False})


@distinct_type
class Asked(NamedTuple):
    """A request that makes sense: who carries it out, who asked, when, where, and its word.

    guest: who asked with the evening's code, None for a script.
    """

    here: Requests
    reply: "Reply"
    now: float
    door: Door
    word: str
    guest: Guest | None

    @property
    def parts(self) -> Parts:
        """The parts of the companion."""
        return self.here.parts

    def queue(self, act: Carry, *arguments: Any) -> None:
        """Have something done in its turn."""
        self.parts.enqueue(self.now, self.reply, act, *arguments)

    def queue_step(self, seen: Seen, act: Carry, *arguments: Any) -> None:
        """Wake the display, and queue what a script does to the game or by the controls."""
        self.parts.publisher.keep_awake(self.now)
        self.queue(self.here.act_on_seen, seen, act, *arguments)

    def queue_command(self, seen: Seen, make_command: Callable[[], GameCommand]) -> None:
        """Queue a step of the game; its command is made when its turn comes."""
        if self.guest is not None and self.word != "new":
            seen = seen or ""  # a phone's table may be hours old: without a mark it is none
        self.queue_step(seen, self.here.take_now, make_command, self.guest)

    def queue_answer(self, find: Callable[[Any], object]) -> None:
        """Queue the answer to a question, which the module of the answers is handed to."""
        self.queue(self.here.answer_question, self.word, find)


_SEEN: Final = {"seen": None}
_STEP: Final = {"token": "", "place": 0, **_SEEN}
"""What goes with a step of the game, which a guest takes too."""
_STICKER: Final = "04e141124c2880"
_BOTH: Final = tuple(Door)
_VIEW: Final = (Door.VIEW,)


@_request({"do": "press", "control": "clue"}, "tap a control", _SEEN, "control")
def _press(asked: Asked, control: str, seen: Seen) -> None:
    asked.queue_step(seen, asked.parts.dialogue.take_gesture, Tap(control, asked.now), asked.now)


@_request(
    {"do": "hold", "control": "play", "seconds": 0.8},
    "hold a control, in real time",
    _SEEN,
    "control [seconds=0.8]",
)
def _hold(asked: Asked, control: str, seconds: float, seen: Seen) -> None:
    asked.parts.publisher.keep_awake(asked.now)
    asked.parts.fingers.hold_for_script(control, seconds, seen, asked.reply, asked.now)


@_request(
    {"do": "chord", "controls": ["discard", "play"]},
    "press buttons together, where something is chosen by columns",
    _SEEN,
    "controls...",
)
def _press_together(asked: Asked, controls: frozenset[str], seen: Seen) -> None:
    asked.queue_step(seen, asked.parts.dialogue.take_gesture, Chord(controls, asked.now), asked.now)


@_request(
    {"do": "turn", "steps": -1}, "turn the encoder, clockwise or (negative) back", _SEEN, "steps"
)
def _turn_encoder(asked: Asked, steps: int, seen: Seen) -> None:
    asked.queue_step(seen, asked.parts.dialogue.turn_encoder, steps)


@_request(
    {"do": "tag", "id": _STICKER, "reader": "play"},
    "lay a card on a reader",
    {"reader": CARD_READER, **_SEEN},
    "id [reader]",
)
def _lay_tag(asked: Asked, id: str, reader: str, seen: Seen) -> None:
    asked.queue_step(seen, asked.here.notify_or_lay, Tagged((id,), reader, asked.now))


def _new_fields(edition: object, players: object, detail: object, first: int, **too: Any) -> Json:
    setup, names = parse_setup(edition, players, detail)
    if first > setup.players:
        raise BadRequest(f"first must be a place from 1 to {setup.players}")
    preset = named_preset(edition, setup.edition)
    draft = seating.with_names(Draft(setup, (), first - 1, preset=preset), names)
    return {"command": Begin(draft), **too}


@_request(
    {"do": "new", "edition": {"preset": "grand"}, "players": 3, "detail": "cards"},
    "begin a game; undo brings back the one in progress. At the view socket only where no game"
    " is played. The answer has `unshown` where the display shows names by their places",
    {"edition": {}, "players": 3, "detail": "colours", "first": 1, **_STEP},
    "[players] [edition]",
    _BOTH,
    _new_fields,
)
def _begin_game(asked: Asked, command: Begin, seen: Seen) -> None:
    asked.queue_command(seen, lambda: command)


@_request(
    {"do": "action", "action": {"do": "play", "card": "R1"}},
    'take an action of a record, such as {"do":"play","card":"R1"}',
    _STEP,
    "action",
    _BOTH,
)
def _take_action(asked: Asked, action: Action, seen: Seen) -> None:
    asked.queue_command(seen, partial(Do, action))


@_request(
    {"do": "answer", "purpose": "tile", "path": ["R", "3"]},
    "answer a question of the game as a whole",
    _STEP,
    doors=_BOTH,
)
def _answer_whole(asked: Asked, seen: Seen, **answer: Any) -> None:
    table = asked.parts.dialogue
    asked.queue_command(seen, lambda: offers.command_of(table.face, table.sitting, **answer))


@_request({"do": "undo"}, "undo a step of the game, or a repair as a whole", _STEP, "", _BOTH)
def _undo(asked: Asked, seen: Seen) -> None:
    asked.queue_command(seen, Undo)


@_request({"do": "redo"}, "redo what was undone", _STEP, "", _BOTH)
def _redo(asked: Asked, seen: Seen) -> None:
    asked.queue_command(seen, Redo)


def _repair_fields(turn: int, cut: bool, action: object, bonus: object, **how: Any) -> Json:
    way = how["as"]
    told: tuple[Did, ...] = ()
    if way != "remove":
        if not isinstance(action, repair.TURNS):
            raise BadRequest('repair needs the action of a turn, such as {"do": "clue"}')
        if bonus is not None and not isinstance(bonus, Bonus):
            raise BadRequest('bonus must be an action such as {"do": "bonus", "tile": "clue"}')
        told = (Did(action),) if bonus is None else (Did(action), Did(bonus))
    elif action is not None or bonus is not None:
        raise BadRequest("repair as remove takes no action")
    asked_by = {key: how[key] for key in _STEP}
    return {"turn": turn, "kind": REPAIRS[way], "told": told, "cut": cut, **asked_by}


@_request(
    {"do": "repair", "turn": 21, "as": "insert", "action": {"do": "clue"}},
    "a turn was forgotten before this one (insert), was another (replace) or never was (remove)",
    {"action": None, "bonus": None, "cut": False, **_STEP},
    "turn as [action]",
    _BOTH,
    together=_repair_fields,
)
def _repair_turn(asked: Asked, seen: Seen, **how: Any) -> None:
    table = asked.parts.dialogue
    asked.queue_command(seen, lambda: repairs.repair_command(table.sitting, **how))


@_request(
    {"do": "correct", "counters": [["clues", "", 5]]},
    "set counters, as *Correct* in the menu does",
    _STEP,
    doors=_BOTH,
)
def _correct(asked: Asked, counters: Mapping[Counter, int], seen: Seen) -> None:
    def make_command() -> GameCommand:
        sitting = asked.parts.dialogue.sitting
        check_staged(sitting, counters)
        return Do(correction(sitting, counters))

    asked.queue_command(seen, make_command)


@_request(
    {"do": "prefer", "key": "language", "value": "de"},
    "set a preference of the menu",
    together=lambda key, value: {
        "command": Prefer(key, one_of(PREFERENCES[key], f"value of {key}", value))
    },
)
def _set_preference(asked: Asked, command: Prefer) -> None:
    asked.queue_step(None, asked.parts.dialogue.set_preference, command)


@_request({"do": "remove", "name": "Ben"}, "offer the name of a player no more")
def _remove_name(asked: Asked, name: str) -> None:
    asked.queue_step(None, asked.parts.dialogue.remove_name, name)


@_request(
    {"do": "invite"}, "let phones in: the answer has the code and the page's addresses", ctl=""
)
def _let_phones_in(asked: Asked) -> None:
    asked.queue(asked.parts.dialogue.admit_guests)


@_request({"do": "withdraw"}, "end the evening's code: no phone plays any more", ctl="")
def _let_phones_out(asked: Asked) -> None:
    asked.queue(asked.parts.dialogue.withdraw_code)


def _offers_fields(turn: int | None, action: object, **how: Any) -> Json:
    way = how["as"]
    if way == "remove":
        raise BadRequest("offers are those of a turn that is entered: insert or replace")
    if action is not None and turn is None:
        raise BadRequest("offers after an action need the turn before which it is entered")
    return {"turn": turn, "kind": REPAIRS[way], "action": action}


@_request(
    {"get": "offers"},
    "what can be done and answered now, or where a turn is entered",
    {"turn": None, "as": "insert", "action": None},
    "[turn]",
    _BOTH,
    _offers_fields,
)
def _tell_offers(asked: Asked, turn: int | None, kind: EntryKind, action: Action | None) -> None:
    table = asked.parts.dialogue
    asked.queue_answer(lambda ask: ask.offers_json(table.face, table.sitting, turn, kind, action))


@_request({"get": "turns"}, "the turns of the game on the table", None, "", _BOTH)
def _tell_turns(asked: Asked) -> None:
    asked.queue_answer(lambda ask: ask.turns_json(asked.parts.dialogue.sitting))


@_request(
    {"get": "counters"}, "what can be corrected, with its bounds", {"counters": ()}, "", _BOTH
)
def _tell_counters(asked: Asked, counters: Any) -> None:
    staged = dict(counters)
    asked.queue_answer(lambda ask: ask.counters_json(asked.parts.dialogue.sitting, staged))


@_request({"get": "state"}, "the game on the table; null before the first one", None, "", _BOTH)
def _tell_state(asked: Asked) -> None:
    asked.queue_answer(lambda _: asked.parts.publisher.state_of_view(asked.parts.dialogue.view))


@_request({"get": "screen"}, "what the display says, and what each button does", ctl="")
def _tell_screen(asked: Asked) -> None:
    asked.queue_answer(lambda ask: ask.screen_json(asked.parts.publisher.view))


@_request({"get": "frame"}, "the picture on the display, as a PNG", ctl="file")
def _tell_frame(asked: Asked) -> None:
    asked.parts.stage.answer_frame(asked.reply)


@_request({"get": "lights"}, "what the lights were set to, 0 to 1, by group", ctl="")
def _tell_lights(asked: Asked) -> None:
    asked.parts.stage.answer_lights(asked.reply)


@_request(
    {"get": "record", "game": 1},
    "the game on the table as a record, or any game by its number",
    {"game": None},
    "[game]",
    _BOTH,
)
def _tell_record(asked: Asked, game: int | None) -> None:
    from companion.journal.past_games import past_game

    table = asked.parts.dialogue
    if game is None:  # that on the table may have turns not on disk yet
        asked.queue_answer(lambda ask: ask.game_record(table.sitting))
    else:
        asked.queue(
            lambda reply, now: asked.here.query_store(
                partial(past_game, game=game, sitting=table.sitting), reply, now
            )
        )


@_request(
    {"get": "history", "limit": 20},
    "the games so far in brief, the newest first",
    {"limit": MOST_GAMES},
    "[limit]",
    _BOTH,
)
def _tell_history(asked: Asked, limit: int) -> None:
    from companion.journal.past_games import history_json

    asked.here.query_store(partial(history_json, limit=limit), asked.reply, asked.now)


@_request({"get": "stats"}, "what came of the games", None, "", _BOTH)
def _tell_stats(asked: Asked) -> None:
    from companion.journal.past_games import stats

    asked.queue(asked.here.query_store, stats)


@_request({"do": "subscribe"}, "tell each change of the game from now on", None, "", _BOTH)
def _subscribe(asked: Asked) -> None:
    publisher = asked.parts.publisher
    if asked.door == Door.CONTROL:
        asked.reply({"ok": True})
        publisher.answers.subscribers[asked.reply] = None
    else:
        asked.queue(_subscribe_onlooker, asked.parts)


def _subscribe_onlooker(parts: Parts, reply: "Reply", now: float) -> None:
    reply({"ok": True})
    parts.publisher.onlookers.subscribe(reply, parts.publisher.serial, parts.dialogue.view)


@_request({"do": "watch"}, "tell each card that is laid on a reader from now on")
def _watch_tags(asked: Asked) -> None:
    asked.parts.enrolment.watch_tags(asked.reply)


@_request(
    {"do": "enrol", "id": _STICKER, "deck": "blue", "card": "R1"}, "make a sticker stand for a card"
)
def _enrol_sticker(asked: Asked, id: str, deck: str, card: Card) -> None:
    asked.queue(asked.parts.enrolment.enrol, id, Sticker(deck, card))


@_request({"do": "forget", "id": _STICKER}, "make a sticker stand for no card")
def _free_sticker(asked: Asked, id: str) -> None:
    asked.queue(asked.parts.enrolment.enrol, id, None)


@_request({"get": "stickers"}, "the deck and the card of each sticker, by its id")
def _tell_stickers(asked: Asked) -> None:
    asked.queue_answer(lambda ask: ask.stickers_json(asked.parts.enrolment.stickers))


@_request(
    {"get": "backup", "after": 0, "last": 61, "tag": "6f1c20aa"},
    "everything that people made, in pieces; at the view socket games and names",
    {"after": None, "last": 0, "tag": "", "token": ""},
    doors=_BOTH,
)
def _hand_out_backup(asked: Asked, **place: Any) -> None:
    people_only = asked.door == Door.VIEW
    asked.here.backups.hand_out(asked.reply, asked.now, people_only=people_only, **place)


@_request({"do": "backup"}, "note that a backup was made", {"token": ""}, doors=_BOTH)
def _note_backup(asked: Asked) -> None:
    asked.queue(asked.here.backups.keep_note)


@_request(
    {"do": "restore", "step": "text", "text": "hanabi-companion-games 1 6f1c20aa\n"},
    "merge a backup into the games, in steps",
    {"text": "", "partial": False},
)
def _restore_step(asked: Asked, **piece: Any) -> None:
    asked.here.backups.restore_step(asked.reply, asked.now, **piece)


@_request(
    {"get": "view"},
    "the device's language, preferences and version, and the next game as it would begin",
    doors=_VIEW,
)
def _tell_view(asked: Asked) -> None:
    from companion.daemon.socket.questions import next_game

    face = asked.parts.dialogue.face
    view = {
        "language": face.preferences.language or DEFAULT,
        "preferences": face.preferences._asdict(),
        "next": next_game(face.draft),
        "known": list(face.known),
        "version": companion.__version__,
    }
    asked.reply({"ok": True, "view": view})


@_request(
    {"do": "serve", "urls": ["HTTP://192.168.178.20:8080"]},
    "say where the page is found, until this connection ends",
    doors=_VIEW,
)
def _serve_page(asked: Asked, urls: tuple[str, ...]) -> None:
    onlookers = asked.parts.publisher.onlookers
    onlookers.serving[asked.reply] = urls
    asked.parts.dialogue.on_served(onlookers.urls)
    asked.reply({"ok": True})


@_request({"do": "enter", "token": "K7Q2X9MP"}, "ask whether a code is this evening's", doors=_VIEW)
def _enter_guest(asked: Asked) -> None:
    asked.reply({"ok": True})  # the code was judged like that of every request of a guest
