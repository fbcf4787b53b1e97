"""Requests: each of both sockets is a method here. `_do_press` carries out `{"do":"press"}`: its
parameters are the fields, its docstring says what it does, the line above it for whom.

The parser, `companion ctl` and the lists of the sockets' page follow from that. `companion ctl`
starts with this module: what no words need is imported when a request comes.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import companion
from companion import clock
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


@distinct_type
class Declaration(NamedTuple):
    """A request."""

    verb: str
    """Whether it is a "do" or a "get"."""
    word: str
    """What it is called."""
    ctl: str | None
    """The fields that `companion ctl` takes as words, optional ones in brackets; None for none."""
    doors: tuple[Door, ...]
    method: Callable[..., Any]
    """The method of `Requests`: takes `Asked`, and the fields that are its parameters."""
    fields: Mapping[str, object]
    """Every field with what it is where it is left out, or NEEDED: the parameters come first."""

    @property
    def does(self) -> str:
        """What it does, or what the answer to the question is."""
        text = " ".join(str(self.method.__doc__).split()).removesuffix(".")
        return text[:1].lower() + text[1:]


DECLARATIONS: Final[list[Declaration]] = []
"""Every request, in the order in which people read of them."""
_BOTH: Final = tuple(Door)
_VIEW: Final = (Door.VIEW,)
NEEDED: Final = object()
_SEEN: Final = {"seen": None}
_CODE: Final = {"token": ""}
_STEP: Final = {**_CODE, "place": 0, **_SEEN}
"""What goes with a press, what a guest needs, and what goes with a step of either."""
_CLASSIC: Final[Json] = {}


def _request(
    ctl: str | None = None,
    doors: tuple[Door, ...] = (Door.CONTROL,),
    too: Mapping[str, object] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def declare(method: Callable[..., Any]) -> Callable[..., Any]:
        _, verb, word = method.__name__.split("_")
        # `as` is a word of Python: its parameter ends with an underscore.
        names = [name.rstrip("_") for name in _parameters(method)]
        usual = method.__defaults__ or ()
        needed = [NEEDED] * (len(names) - len(usual))
        fields = dict(zip(names, (*needed, *usual), strict=True)) | dict(too or {})
        DECLARATIONS.append(Declaration(verb, word, ctl, doors, method, fields))
        return method

    return declare


def _parameters(method: Callable[..., Any]) -> tuple[str, ...]:
    code = method.__code__
    return code.co_varnames[2 : code.co_argcount]


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
    values: Json = {}
    for key, usual in fields.items():
        if key == "steps" and ENCODER not in controls:
            raise BadRequest("this build has nothing to turn with")
        if key == "control":
            own = [name for name in controls if name != ENCODER]
            values[key] = one_of(own, "control of this build", body.get(key))
        elif key in body or usual is NEEDED:
            values[key] = read_field(key, body.get(key))
        else:
            values[key] = usual
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
    backups: "BackupRequests"
    dialogue: "Dialogue"
    publisher: "Publisher"


@distinct_type
class Asked(NamedTuple):
    """Who asked something, when its turn came, and where."""

    reply: "Reply"
    now: float
    door: Door
    guest: Guest | None
    """Who asked with the evening's code; None for a script."""


class Requests:
    """Carries out requests in their turn; each answer goes to the one who asked.

    The method of a request returns what is told, a query that finds it, or the step of the game to
    take; or None, and answers by itself. At the view socket a request with a `token` is a guest's:
    another code is refused.
    """

    def __init__(self, controls: tuple[str, ...], parts: Parts) -> None:
        """Serve the requests of a build with these controls."""
        self._controls = controls
        self._parts = parts
        self._asking: Final[set[Reply]] = set()
        """The clients that asked the store and are connected."""

    def on_request(self, request: "Request", now: float) -> None:
        """Carry out a request once its turn comes, or refuse it."""
        self._parts.enqueue(now, request.reply, self._admit, request)

    def drop_client(self, reply: "Reply") -> None:
        """Drop the query, the backup and the addresses of a client that left."""
        onlookers = self._parts.publisher.onlookers
        before = onlookers.urls
        onlookers.drop_client(reply)
        if onlookers.urls != before:
            self._parts.dialogue.on_served(onlookers.urls)
        self._parts.backups.drop_client(reply)
        self._asking.discard(reply)

    def _admit(self, request: "Request", reply: "Reply", now: float) -> None:
        try:
            declared, fields = parse_request(request.body, self._controls, request.door)
        except CompanionError as error:
            reply(refusal_answer(error))
            return
        dialogue = self._parts.dialogue
        guest = None
        if "token" in fields and request.door == Door.VIEW:
            guest = Guest(fields.get("place", 0))
            if not_granted := dialogue.check_token(fields["token"], now):
                reply(refused_answer(not_granted, not_granted.phrase))
                return
        seen = fields.get("seen")
        if "seen" in fields:
            self._parts.publisher.keep_awake(now)
            if guest is not None and declared.word != "new":
                seen = seen or ""  # a phone's table may be hours old: without a mark it is none
        values = tuple(fields.values())[: len(_parameters(declared.method))]
        asked = Asked(reply, now, request.door, guest)
        self.act_on_seen(seen, self._carry_out, declared, asked, values, reply, now)

    def act_on_seen(self, seen: str | None, act: Callable[..., None], *arguments: Any) -> None:
        """Do what is meant for the table with this mark, or for any; refuse it on another one."""
        *_, reply, _ = arguments
        if seen is None or seen == self._parts.dialogue.sitting.mark:
            act(*arguments)
        else:
            reply(refused_answer("the game went on meanwhile", Phrase("went_on")))

    def _carry_out(
        self,
        declared: Declaration,
        asked: Asked,
        values: tuple[object, ...],
        reply: "Reply",
        now: float,
    ) -> None:
        try:
            answer = declared.method(self, asked, *values)
        except BadRequest as error:
            reply(refusal_answer(error))
        except CompanionError as error:
            reply(refused_answer(error, refusal_phrase(error)))
        except Exception as error:
            if declared.verb == "do":
                raise
            # A mistake in a question changes nothing at the table.
            from companion.daemon.mistakes import mistake_refusal

            work = f"answering get {declared.word}"
            self._parts.publisher.mistakes.log_mistake(work, error)
            reply(mistake_refusal(error))
        else:
            if isinstance(answer, dict):
                reply({"ok": True, **answer})
            elif callable(answer):
                self._query_store(answer, reply)
            elif answer is not None:
                self._parts.dialogue.take_step(answer, reply, now, asked.guest)

    def _query_store(self, query: "Query", reply: "Reply") -> None:
        """Have the store answer a query; nothing is looked for once its client left."""
        asking = self._asking
        asking.add(reply)
        # Asked in the thread of the queries: a single look into a set needs no lock.
        self._parts.store.answer_query(lambda store: query(store) if reply in asking else {}, reply)

    def notify_or_lay(self, tagged: Tagged, reply: "Reply | None", now: float) -> None:
        """Give cards on a reader to the scripts that watch, else to the game."""
        enrolment = self._parts.enrolment
        if not enrolment.notify_watchers(tagged):
            self._parts.dialogue.lay_tags(tagged, enrolment.stickers, reply, now)
        elif reply:
            reply({"ok": True, "shown": False})

    @property
    def _questions(self) -> ModuleType:
        from companion.daemon.socket import questions  # `companion ctl` has no use for it

        return questions

    # What hands do

    @_request("control", too=_SEEN)
    def _do_press(self, asked: Asked, control: str) -> None:
        """Tap a control."""
        self._press(asked, Tap(control, asked.now))

    @_request("control [seconds=0.8]")
    def _do_hold(self, asked: Asked, control: str, seconds: float, seen: str | None = None) -> None:
        """Hold a control, in real time."""
        self._parts.fingers.hold_for_script(control, seconds, seen, asked.reply, asked.now)

    @_request("controls...", too=_SEEN)
    def _do_chord(self, asked: Asked, controls: frozenset[str]) -> None:
        """Press buttons together, where something is chosen by columns."""
        self._press(asked, Chord(controls, asked.now))

    def _press(self, asked: Asked, gesture: Tap | Chord) -> None:
        self._parts.dialogue.take_gesture(gesture, asked.now, asked.reply, asked.now)

    @_request("steps", too=_SEEN)
    def _do_turn(self, asked: Asked, steps: int) -> None:
        """Turn the encoder, clockwise or (negative) back."""
        self._parts.dialogue.turn_encoder(steps, asked.reply, asked.now)

    @_request("id [reader]", too=_SEEN)
    def _do_tag(self, asked: Asked, id: str, reader: str = CARD_READER) -> None:
        """Lay a card on a reader."""
        self.notify_or_lay(Tagged((id,), reader, asked.now), asked.reply, asked.now)

    # The game

    @_request("[players] [edition]", _BOTH, _STEP)
    def _do_new(
        self,
        asked: Asked,
        edition: Json = _CLASSIC,
        players: object = 3,
        detail: object = "colours",
        first: int = 1,
    ) -> None:
        """Begin a game; undo brings back the one in progress. `unshown` says that the display shows
        names by their places.
        """
        setup, names = parse_setup(edition, players, detail)
        if first > setup.players:
            raise BadRequest(f"first must be a place from 1 to {setup.players}")
        preset = named_preset(edition, setup.edition)
        draft = seating.with_names(Draft(setup, (), first - 1, preset=preset), names)
        reply = asked.reply
        table = self._parts.dialogue
        if table.has_display:
            reply = self._questions.reply_with_unshown(reply, draft.names)
        table.take_step(Begin(draft), reply, asked.now, asked.guest)

    @_request("action", _BOTH, _STEP)
    def _do_action(self, asked: Asked, action: Action) -> GameCommand:
        """Take an action of a record, such as {"do":"play","card":"R1"}."""
        return Do(action)

    @_request(None, _BOTH, _STEP)
    def _do_answer(self, asked: Asked, purpose: Purpose, path: tuple[str, ...]) -> GameCommand:
        """Answer a question of the game as a whole."""
        table = self._parts.dialogue
        return offers.command_of(table.face, table.sitting, purpose, path)

    @_request("", _BOTH, _STEP)
    def _do_undo(self, asked: Asked) -> GameCommand:
        """Undo a step of the game, or a repair as a whole."""
        return Undo()

    @_request("", _BOTH, _STEP)
    def _do_redo(self, asked: Asked) -> GameCommand:
        """Redo what was undone."""
        return Redo()

    @_request("turn as [action]", _BOTH, _STEP)
    def _do_repair(
        self,
        asked: Asked,
        turn: int,
        as_: str,
        action: Action | None = None,
        bonus: Action | None = None,
        cut: bool = False,
    ) -> GameCommand:
        """A turn was forgotten before this one (insert), was another (replace) or never was
        (remove).
        """
        told: tuple[Did, ...] = ()
        if as_ != "remove":
            if not isinstance(action, repair.TURNS):
                raise BadRequest('repair needs the action of a turn, such as {"do": "clue"}')
            if bonus is not None and not isinstance(bonus, Bonus):
                raise BadRequest('bonus must be an action such as {"do": "bonus", "tile": "clue"}')
            told = (Did(action),) if bonus is None else (Did(action), Did(bonus))
        elif action is not None or bonus is not None:
            raise BadRequest("repair as remove takes no action")
        return repairs.repair_command(self._parts.dialogue.sitting, turn, REPAIRS[as_], told, cut)

    @_request(None, _BOTH, _STEP)
    def _do_correct(self, asked: Asked, counters: Mapping[TableCounter, int]) -> GameCommand:
        """Set counters, as *Correct* in the menu does."""
        sitting = self._parts.dialogue.sitting
        check_staged(sitting, counters)
        return Do(correction(sitting, counters))

    # The people

    @_request(too=_SEEN)
    def _do_prefer(self, asked: Asked, key: str, value: object) -> None:
        """Set a preference of the menu."""
        chosen = Prefer(key, one_of(PREFERENCES[key], f"value of {key}", value))
        self._parts.dialogue.set_preference(chosen, asked.reply, asked.now)

    @_request(too=_SEEN)
    def _do_remove(self, asked: Asked, name: str) -> None:
        """Offer the name of a player no more."""
        self._parts.dialogue.remove_name(name, asked.reply, asked.now)

    @_request("name to", _BOTH, _CODE)
    def _do_rename(self, asked: Asked, name: str, to: str) -> None:
        """Correct a name in all games; another player's name joins both, `""` removes it, and its
        own takes the last change back.
        """
        self._parts.store.rename(name, to, asked.reply)

    @_request("game [trial]", _BOTH, _CODE)
    def _do_trial(self, asked: Asked, game: int, trial: bool = True) -> None:
        """Leave out a game of what counts, since it was a trial, or let it count again."""
        self._parts.store.count_game(game, not trial, asked.reply)

    @_request("")
    def _do_invite(self, asked: Asked) -> None:
        """Let phones in: the answer has the code and the page's addresses."""
        self._parts.dialogue.admit_guests(asked.reply, asked.now)

    @_request("")
    def _do_withdraw(self, asked: Asked) -> None:
        """End the evening's code: no phone plays any more."""
        self._parts.dialogue.turn_guests_out(asked.reply, asked.now)

    # Questions

    @_request("[turn]", _BOTH)
    def _get_offers(
        self,
        asked: Asked,
        turn: int | None = None,
        as_: str = "insert",
        action: Action | None = None,
    ) -> Json:
        """What can be done and answered now, or where a turn is entered."""
        if as_ == "remove":
            raise BadRequest("offers are those of a turn that is entered: insert or replace")
        if action is not None and turn is None:
            raise BadRequest("offers after an action need the turn before which it is entered")
        table = self._parts.dialogue
        kind = REPAIRS[as_]
        return {
            "offers": self._questions.offers_json(table.face, table.sitting, turn, kind, action)
        }

    @_request("", _BOTH)
    def _get_turns(self, asked: Asked) -> Json:
        """The turns of the game on the table."""
        return {"turns": self._questions.turns_json(self._parts.dialogue.sitting)}

    @_request("", _BOTH)
    def _get_counters(self, asked: Asked, counters: Any = ()) -> Json:
        """What can be corrected, with its bounds."""
        return {
            "counters": self._questions.counters_json(self._parts.dialogue.sitting, dict(counters))
        }

    @_request("", _BOTH)
    def _get_state(self, asked: Asked) -> Json:
        """The game on the table; null before the first one."""
        return {"state": self._parts.publisher.state_of_view(self._parts.dialogue.view)}

    @_request("")
    def _get_screen(self, asked: Asked) -> Json:
        """What the display says, and what each button does."""
        return {"screen": self._questions.screen_json(self._parts.publisher.view)}

    @_request("file")
    def _get_frame(self, asked: Asked) -> None:
        """The picture on the display, as a PNG."""
        self._parts.stage.answer_frame(asked.reply)

    @_request("")
    def _get_lights(self, asked: Asked) -> None:
        """What the lights were set to, 0 to 1, by group."""
        self._parts.stage.answer_lights(asked.reply)

    @_request("[game]", _BOTH)
    def _get_record(self, asked: Asked, game: int | None = None) -> "Json | Query":
        """The game on the table as a record, or any game by its number."""
        sitting = self._parts.dialogue.sitting
        if game is None:  # that on the table may have turns not on disk yet
            return {"record": self._questions.game_record(sitting)}
        from companion.journal.past_games import past_game

        return partial(past_game, game=game, sitting=sitting)

    @_request("[limit]", _BOTH)
    def _get_history(self, asked: Asked, limit: int = MOST_GAMES) -> "Query":
        """The games so far in brief, the newest first."""
        from companion.journal.past_games import history_json

        return partial(history_json, limit=limit)

    @_request("", _BOTH)
    def _get_stats(self, asked: Asked) -> "Query":
        """What came of the games."""
        from companion.journal.past_games import stats

        return stats

    # What is told from now on

    @_request("", _BOTH)
    def _do_subscribe(self, asked: Asked) -> None:
        """Tell each change of the game from now on."""
        asked.reply({"ok": True})
        publisher = self._parts.publisher
        if asked.door == Door.CONTROL:
            publisher.answers.subscribers[asked.reply] = None
        else:
            view = publisher.complete_view(self._parts.dialogue.view, asked.now)
            publisher.onlookers.subscribe(asked.reply, publisher.serial, view)

    @_request()
    def _do_watch(self, asked: Asked) -> None:
        """Tell each card that is laid on a reader from now on."""
        self._parts.enrolment.watch_tags(asked.reply)

    # Stickers

    @_request()
    def _do_enrol(self, asked: Asked, id: str, deck: str, card: Card) -> None:
        """Make a sticker stand for a card."""
        self._parts.enrolment.enrol(id, Sticker(deck, card), asked.reply)

    @_request()
    def _do_forget(self, asked: Asked, id: str) -> None:
        """Make a sticker stand for no card."""
        self._parts.enrolment.enrol(id, None, asked.reply)

    @_request()
    def _get_stickers(self, asked: Asked) -> Json:
        """The deck and the card of each sticker, by its id."""
        known = self._parts.enrolment.stickers
        return {
            "stickers": {id: {"deck": one.deck, "card": str(one.card)} for id, one in known.items()}
        }

    # Backups

    @_request(None, _BOTH, _CODE)
    def _get_backup(
        self, asked: Asked, after: int | None = None, last: int = 0, tag: str = ""
    ) -> "Query":
        """Everything that people made, in pieces; at the view socket games and names."""
        from companion.journal.backup import piece_after

        people_only = asked.door == Door.VIEW
        return partial(piece_after, after=after, last=last, tag=tag, people_only=people_only)

    @_request(None, _BOTH, _CODE)
    def _do_backup(self, asked: Asked) -> Json:
        """Note that a backup was made."""
        self._parts.dialogue.note_backup(clock.now())
        return {}

    @_request()
    def _do_restore(
        self, asked: Asked, step: str, text: str = "", partial: bool = False
    ) -> "Json | Query | None":
        """Merge a backup into the games, in steps."""
        return self._parts.backups.restore_step(asked.reply, step, text, partial)

    # Who looks on

    @_request(None, _VIEW)
    def _get_view(self, asked: Asked) -> Json:
        """The device's language, preferences and version, and the next game as it would begin."""
        face = self._parts.dialogue.face
        return {
            "view": {
                "language": face.preferences.language or DEFAULT,
                "preferences": face.preferences._asdict(),
                "next": self._questions.next_game(face.draft),
                "known": list(face.known),
                "version": companion.__version__,
            }
        }

    @_request(None, _VIEW)
    def _do_serve(self, asked: Asked, urls: tuple[str, ...]) -> Json:
        """Say where the page is found, until this connection ends."""
        onlookers = self._parts.publisher.onlookers
        onlookers.serving[asked.reply] = urls
        self._parts.dialogue.on_served(onlookers.urls)
        return {}

    @_request(None, _VIEW)
    def _do_enter(self, asked: Asked, token: str) -> Json:
        """Ask whether a code is this evening's."""
        return {}  # the code was judged like that of every request of a guest
