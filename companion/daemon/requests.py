"""Requests: each of both sockets stands here once, with a line of it, what it does, its words for
`companion ctl`, its sockets, and the function that carries it out, whose parameters are its fields.

The parser, `companion ctl` and the tables in the sockets' README follow from that. `companion ctl`
starts with this module: what no words need is imported when a request comes.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
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
from companion.face.state import Draft, Phrase, Purpose, TableCounter
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
    from companion.daemon.backups import BackupRequests
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

    verb: str
    """Whether it is a "do" or a "get"."""
    word: str
    """What it is called."""
    example: Mapping[str, object]
    """One as it stands on a line: first the verb with the word, then its fields."""
    does: str
    """What it does, or what the answer to the question is."""
    ctl: str | None
    """The fields that `companion ctl` takes as words, optional ones in brackets; None for none."""
    doors: tuple[Door, ...]
    act: Carry
    """Carries it out: takes `Asked`, and the fields that are its parameters."""
    may: Mapping[str, object]
    """The fields that may be left out, each with its default; the others are needed."""
    own: tuple[str, ...]
    """The fields that `act` takes, in their order."""

    @property
    def fields(self) -> dict[str, None]:
        """Every field that it may have."""
        return dict.fromkeys([*list(self.example)[1:], *self.may])


DECLARATIONS: Final[list[Declaration]] = []
"""Every request, in the order in which people read of them."""


def _request(
    example: Mapping[str, object],
    does: str,
    ctl: str | None = None,
    doors: tuple[Door, ...] = (Door.CONTROL,),
    too: Mapping[str, object] | None = None,
) -> Callable[[Carry], Carry]:
    def declare(act: Carry) -> Carry:
        code = act.__code__
        # `as` is a word of Python: its parameter ends with an underscore.
        own = tuple(name.rstrip("_") for name in code.co_varnames[1 : code.co_argcount])
        usual = act.__defaults__ or ()
        may = dict(zip(own[len(own) - len(usual) :], usual, strict=True)) | dict(too or {})
        verb, word = next(iter(example.items()))
        DECLARATIONS.append(Declaration(verb, str(word), example, does, ctl, doors, act, may, own))
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
    """Return what a request at a socket asks for, and its fields, each as that needs it.

    controls: those of the build. Raises CompanionError for a request that makes no sense.
    """
    if not isinstance(body, dict):
        raise BadRequest('a request is an object such as {"get": "state"}')
    declared = _declaration_of(body, door)
    fields = declared.fields
    for key in body:
        if key != declared.verb and key not in fields:
            name = f"{declared.verb} {declared.word}"
            raise BadRequest(f"{name} has no key {quotation(key)}; {nearest_advice(key, fields)}")
    values = dict(declared.may)
    for key in fields:
        if key == "steps" and ENCODER not in controls:
            raise BadRequest("this build has nothing to turn with")
        if key == "control":
            own = [name for name in controls if name != ENCODER]
            values[key] = one_of(own, "control of this build", body.get(key))
        elif key in body or key not in values:
            values[key] = read_field(key, body.get(key))
    return declared, values


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
        self._controls = controls
        self.parts: Final = parts
        self._asking: Final[set[Reply]] = set()
        """The clients that asked the store and are connected."""

    @cached_property
    def backups(self) -> "BackupRequests":
        """What carries out the requests about backups, made when a client first asks or leaves."""
        from companion.daemon.backups import BackupRequests

        parts = self.parts
        return BackupRequests(parts.enqueue, self.query_store, parts.store, parts.dialogue)

    def on_request(self, request: "Request", now: float) -> None:
        """Carry out a request, or refuse it."""
        if request.door == Door.VIEW and not self.parts.dialogue.opened:
            # What is kept is not known yet: neither the evening's codes nor the preferences.
            self.parts.enqueue(now, request.reply, lambda _, later: self.on_request(request, later))
            return
        try:
            declared, fields = parse_request(request.body, self._controls, request.door)
            guest = None
            not_granted = None
            if "token" in fields and request.door == Door.VIEW:
                guest = Guest(fields.get("place", 0))
                not_granted = self.parts.dialogue.check_token(fields["token"], now)
            if not_granted is None:
                who = (request.reply, now, request.door, declared.word, fields.get("seen"), guest)
                declared.act(Asked(self, *who), *map(fields.get, declared.own))
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
    """A request that makes sense: who carries it out, who asked, when, where, and its word."""

    here: Requests
    reply: "Reply"
    now: float
    door: Door
    word: str
    seen: Seen
    guest: Guest | None
    """Who asked with the evening's code; None for a script."""

    @property
    def parts(self) -> Parts:
        """The parts of the companion."""
        return self.here.parts

    def queue(self, act: Carry, *arguments: Any) -> None:
        """Have something done in its turn."""
        self.parts.enqueue(self.now, self.reply, act, *arguments)

    def queue_step(self, act: Carry, *arguments: Any) -> None:
        """Wake the display, and queue what a script does to the game or by the controls."""
        seen = self.seen
        if self.guest is not None and self.word != "new":
            seen = seen or ""  # a phone's table may be hours old: without a mark it is none
        self.parts.publisher.keep_awake(self.now)
        self.queue(self.here.act_on_seen, seen, act, *arguments)

    def queue_command(self, make_command: Callable[[], GameCommand]) -> None:
        """Queue a step of the game; its command is made when its turn comes."""
        self.queue_step(self.here.take_now, make_command, self.guest)

    def queue_answer(self, find: Callable[[Any], object]) -> None:
        """Queue the answer to a question, which the module of the answers is handed to."""
        self.queue(self.here.answer_question, self.word, find)


_SEEN: Final = {"seen": None}
_CODE: Final = {"token": ""}
_STEP: Final = {**_CODE, "place": 0, **_SEEN}
"""What goes with a press, what a guest needs, and what goes with a step of either."""
_STICKER: Final = "04e141124c2880"
_BOTH: Final = tuple(Door)
_VIEW: Final = (Door.VIEW,)
_CLASSIC: Final[Json] = {}


@_request({"do": "press", "control": "clue"}, "tap a control", "control", too=_SEEN)
def _press(asked: Asked, control: str) -> None:
    asked.queue_step(asked.parts.dialogue.take_gesture, Tap(control, asked.now), asked.now)


@_request(
    {"do": "hold", "control": "play", "seconds": 0.8},
    "hold a control, in real time",
    "control [seconds=0.8]",
    too=_SEEN,
)
def _hold(asked: Asked, control: str, seconds: float) -> None:
    asked.parts.publisher.keep_awake(asked.now)
    asked.parts.fingers.hold_for_script(control, seconds, asked.seen, asked.reply, asked.now)


@_request(
    {"do": "chord", "controls": ["discard", "play"]},
    "press buttons together, where something is chosen by columns",
    "controls...",
    too=_SEEN,
)
def _press_together(asked: Asked, controls: frozenset[str]) -> None:
    asked.queue_step(asked.parts.dialogue.take_gesture, Chord(controls, asked.now), asked.now)


@_request(
    {"do": "turn", "steps": -1},
    "turn the encoder, clockwise or (negative) back",
    "steps",
    too=_SEEN,
)
def _turn_encoder(asked: Asked, steps: int) -> None:
    asked.queue_step(asked.parts.dialogue.turn_encoder, steps)


@_request(
    {"do": "tag", "id": _STICKER, "reader": "play"},
    "lay a card on a reader",
    "id [reader]",
    too=_SEEN,
)
def _lay_tag(asked: Asked, id: str, reader: str = CARD_READER) -> None:
    asked.queue_step(asked.here.notify_or_lay, Tagged((id,), reader, asked.now))


@_request(
    {"do": "new", "edition": {"preset": "grand"}, "players": 3, "detail": "cards"},
    "begin a game; undo brings back the one in progress. `unshown` says that the display shows"
    " names by their places",
    "[players] [edition]",
    _BOTH,
    _STEP,
)
def _begin_game(
    asked: Asked,
    edition: object = _CLASSIC,
    players: object = 3,
    detail: object = "colours",
    first: int = 1,
) -> None:
    setup, names = parse_setup(edition, players, detail)
    if first > setup.players:
        raise BadRequest(f"first must be a place from 1 to {setup.players}")
    preset = named_preset(edition, setup.edition)
    draft = seating.with_names(Draft(setup, (), first - 1, preset=preset), names)
    asked.queue_command(lambda: Begin(draft))


@_request(
    {"do": "action", "action": {"do": "play", "card": "R1"}},
    'take an action of a record, such as {"do":"play","card":"R1"}',
    "action",
    _BOTH,
    _STEP,
)
def _take_action(asked: Asked, action: Action) -> None:
    asked.queue_command(partial(Do, action))


@_request(
    {"do": "answer", "purpose": "tile", "path": ["R", "3"]},
    "answer a question of the game as a whole",
    doors=_BOTH,
    too=_STEP,
)
def _answer_whole(asked: Asked, purpose: Purpose, path: tuple[str, ...]) -> None:
    table = asked.parts.dialogue
    asked.queue_command(lambda: offers.command_of(table.face, table.sitting, purpose, path))


@_request({"do": "undo"}, "undo a step of the game, or a repair as a whole", "", _BOTH, _STEP)
def _undo(asked: Asked) -> None:
    asked.queue_command(Undo)


@_request({"do": "redo"}, "redo what was undone", "", _BOTH, _STEP)
def _redo(asked: Asked) -> None:
    asked.queue_command(Redo)


@_request(
    {"do": "repair", "turn": 21, "as": "insert", "action": {"do": "clue"}},
    "a turn was forgotten before this one (insert), was another (replace) or never was (remove)",
    "turn as [action]",
    _BOTH,
    _STEP,
)
def _repair_turn(
    asked: Asked,
    turn: int,
    as_: str,
    action: Action | None = None,
    bonus: Action | None = None,
    cut: bool = False,
) -> None:
    told: tuple[Did, ...] = ()
    if as_ != "remove":
        if not isinstance(action, repair.TURNS):
            raise BadRequest('repair needs the action of a turn, such as {"do": "clue"}')
        if bonus is not None and not isinstance(bonus, Bonus):
            raise BadRequest('bonus must be an action such as {"do": "bonus", "tile": "clue"}')
        told = (Did(action),) if bonus is None else (Did(action), Did(bonus))
    elif action is not None or bonus is not None:
        raise BadRequest("repair as remove takes no action")
    table = asked.parts.dialogue
    kind = REPAIRS[as_]
    asked.queue_command(lambda: repairs.repair_command(table.sitting, turn, kind, told, cut))


@_request(
    {"do": "correct", "counters": [["clues", "", 5]]},
    "set counters, as *Correct* in the menu does",
    doors=_BOTH,
    too=_STEP,
)
def _correct(asked: Asked, counters: Mapping[TableCounter, int]) -> None:
    def make_command() -> GameCommand:
        sitting = asked.parts.dialogue.sitting
        check_staged(sitting, counters)
        return Do(correction(sitting, counters))

    asked.queue_command(make_command)


@_request({"do": "prefer", "key": "language", "value": "de"}, "set a preference of the menu")
def _set_preference(asked: Asked, key: str, value: object) -> None:
    chosen = Prefer(key, one_of(PREFERENCES[key], f"value of {key}", value))
    asked.queue_step(asked.parts.dialogue.set_preference, chosen)


@_request({"do": "remove", "name": "Ben"}, "offer the name of a player no more")
def _remove_name(asked: Asked, name: str) -> None:
    asked.queue_step(asked.parts.dialogue.remove_name, name)


@_request(
    {"do": "rename", "name": "Ben", "to": "Benno"},
    "put a name right in all games: by another player's, who is the same person, by none"
    ' (`""`), or by itself, as entered',
    "name to",
    _BOTH,
    _CODE,
)
def _rename_player(asked: Asked, name: str, to: str) -> None:
    asked.queue(lambda reply, _: asked.parts.store.rename(name, to, reply))


@_request(
    {"do": "trial", "game": 12, "trial": True},
    "leave out a game of what counts, since it was a trial, or let it count again",
    "game [trial]",
    _BOTH,
    _CODE,
)
def _leave_out_trial(asked: Asked, game: int, trial: bool = True) -> None:
    asked.queue(lambda reply, _: asked.parts.store.count_game(game, not trial, reply))


@_request(
    {"do": "invite"}, "let phones in: the answer has the code and the page's addresses", ctl=""
)
def _let_phones_in(asked: Asked) -> None:
    asked.queue(asked.parts.dialogue.admit_guests)


@_request({"do": "withdraw"}, "end the evening's code: no phone plays any more", ctl="")
def _let_phones_out(asked: Asked) -> None:
    asked.queue(asked.parts.dialogue.turn_guests_out)


@_request(
    {"get": "offers"},
    "what can be done and answered now, or where a turn is entered",
    "[turn]",
    _BOTH,
)
def _tell_offers(
    asked: Asked, turn: int | None = None, as_: str = "insert", action: Action | None = None
) -> None:
    if as_ == "remove":
        raise BadRequest("offers are those of a turn that is entered: insert or replace")
    if action is not None and turn is None:
        raise BadRequest("offers after an action need the turn before which it is entered")
    table = asked.parts.dialogue
    kind = REPAIRS[as_]
    asked.queue_answer(lambda ask: ask.offers_json(table.face, table.sitting, turn, kind, action))


@_request({"get": "turns"}, "the turns of the game on the table", "", _BOTH)
def _tell_turns(asked: Asked) -> None:
    asked.queue_answer(lambda ask: ask.turns_json(asked.parts.dialogue.sitting))


@_request({"get": "counters"}, "what can be corrected, with its bounds", "", _BOTH)
def _tell_counters(asked: Asked, counters: Any = ()) -> None:
    staged = dict(counters)
    asked.queue_answer(lambda ask: ask.counters_json(asked.parts.dialogue.sitting, staged))


@_request({"get": "state"}, "the game on the table; null before the first one", "", _BOTH)
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
    "[game]",
    _BOTH,
)
def _tell_record(asked: Asked, game: int | None = None) -> None:
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
    {"get": "history", "limit": 20}, "the games so far in brief, the newest first", "[limit]", _BOTH
)
def _tell_history(asked: Asked, limit: int = MOST_GAMES) -> None:
    from companion.journal.past_games import history_json

    asked.here.query_store(partial(history_json, limit=limit), asked.reply, asked.now)


@_request({"get": "stats"}, "what came of the games", "", _BOTH)
def _tell_stats(asked: Asked) -> None:
    from companion.journal.past_games import stats

    asked.queue(asked.here.query_store, stats)


@_request({"do": "subscribe"}, "tell each change of the game from now on", "", _BOTH)
def _subscribe(asked: Asked) -> None:
    publisher = asked.parts.publisher
    if asked.door == Door.CONTROL:
        asked.reply({"ok": True})
        publisher.answers.subscribers[asked.reply] = None
    else:
        asked.queue(_subscribe_onlooker, asked.parts)


def _subscribe_onlooker(parts: Parts, reply: "Reply", now: float) -> None:
    reply({"ok": True})
    publisher = parts.publisher
    view = publisher.complete_view(parts.dialogue.view, now)
    publisher.onlookers.subscribe(reply, publisher.serial, view)


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
    doors=_BOTH,
    too=_CODE,
)
def _hand_out_backup(asked: Asked, after: int | None = None, last: int = 0, tag: str = "") -> None:
    asked.here.backups.hand_out(
        asked.reply, asked.now, after=after, last=last, tag=tag, people_only=asked.door == Door.VIEW
    )


@_request({"do": "backup"}, "note that a backup was made", doors=_BOTH, too=_CODE)
def _note_backup(asked: Asked) -> None:
    asked.queue(asked.here.backups.keep_note)


@_request(
    {"do": "restore", "step": "text", "text": "hanabi-companion-games 1 6f1c20aa\n"},
    "merge a backup into the games, in steps",
)
def _restore_step(asked: Asked, step: str, text: str = "", partial: bool = False) -> None:
    asked.here.backups.restore_step(asked.reply, asked.now, step, text, partial)


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
