"""Requests of scripts: what a line on the socket asks for."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion.errors import CompanionError, nearest, quoted
from companion.face.command import Begin, Do, Redo, Undo
from companion.face.gestures.gestures import Chord, Tap
from companion.face.state import Draft, EntryKind
from companion.game.actions import Bonus, parse_action
from companion.game.cards import CARDS, Card
from companion.game.names import RULE, is_name
from companion.game.record import named_preset, parse_setup
from companion.panel import BUTTONS, CARD_READER, DISCARD_PAD, ENCODER, PLAY_PAD
from companion.table import repair
from companion.table.events import Did
from companion.table.stickers import Sticker

LONGEST_HOLD: Final = 600.0
MOST_GAMES: Final = 1000
MOST_STEPS: Final = 100
FEWEST_DIGITS: Final = 4
MOST_DIGITS: Final = 32
READERS: Final = (CARD_READER, PLAY_PAD, DISCARD_PAD)

_TAG: Final = re.compile(f"[0-9a-fA-F]{{{FEWEST_DIGITS},{MOST_DIGITS}}}")


class Press(NamedTuple):
    """A tap, or several buttons at once."""

    gesture: Tap | Chord


class HoldFor(NamedTuple):
    """A button held for some seconds of real time."""

    control: str
    seconds: float


class Turn(NamedTuple):
    """The encoder turned by some detents."""

    steps: int


class LayDown(NamedTuple):
    """Cards laid on a reader."""

    ids: tuple[str, ...]
    reader: str


class Enrol(NamedTuple):
    """A sticker is this card of a deck; None for a sticker that is to be forgotten."""

    tag: str
    sticker: Sticker | None


class Watch(NamedTuple):
    """A line for each card that is laid on a reader, which plays nothing as long as somebody watches."""


class Ask(NamedTuple):
    """A step of the game without a button."""

    command: Do | Undo | Redo | Begin


class Mend(NamedTuple):
    """A turn by its number told anew, forgotten before it, or (None) taken out; `cut` what no longer fits."""

    turn: int
    kind: EntryKind | None
    told: tuple[Did, ...]
    cut: bool


class Get(NamedTuple):
    """Something about the game or the device: state, screen, record, frame, lights."""

    what: str


class History(NamedTuple):
    """The newest games."""

    limit: int


class OldRecord(NamedTuple):
    """The record of a game by its number."""

    game: int


class Subscribe(NamedTuple):
    """A line at each change from now on."""


Order = Press | HoldFor | Turn | LayDown | Enrol | Watch | Ask | Mend | Get | History | OldRecord | Subscribe

_KEYS: Final = {
    "press": {"control"},
    "hold": {"control", "seconds"},
    "chord": {"controls"},
    "turn": {"steps"},
    "tag": {"id", "reader"},
    "enrol": {"id", "deck", "card"},
    "forget": {"id"},
    "watch": set(),
    "new": {"edition", "players", "detail"},
    "action": {"action"},
    "undo": set(),
    "redo": set(),
    "repair": {"turn", "as", "action", "bonus", "cut"},
    "subscribe": set(),
}
_GETS: Final = {
    "state": set(),
    "screen": set(),
    "frame": set(),
    "lights": set(),
    "record": {"game"},
    "stickers": set(),
    "stats": set(),
    "history": {"limit"},
}


class BadRequest(CompanionError):
    """A request that makes no sense; nothing was done."""


def parse(body: object, controls: tuple[str, ...] = BUTTONS) -> Order:
    """What a request asks for, of a build with these controls.

    Raises:
        CompanionError: it makes no sense; the sentence says why.
    """
    if not isinstance(body, dict):
        raise BadRequest('a request is an object such as {"get": "state"}')
    if ("do" in body) == ("get" in body):
        raise BadRequest('a request has either "do" or "get"')
    verb, known = ("do", _KEYS) if "do" in body else ("get", _GETS)
    word = body[verb]
    if not isinstance(word, str) or word not in known:
        raise BadRequest(f"{quoted(word)} is nothing to {verb}; {nearest(word, known)}")
    for key in body:
        if key != verb and key not in known[word]:
            raise BadRequest(f"{verb} {word} has no key {quoted(key)}; {nearest(key, known[word])}")
    if verb == "get":
        if word == "record" and "game" in body:
            return OldRecord(_game(body["game"]))
        return History(_limit(body)) if word == "history" else Get(word)
    return _do(word, body, controls)


def _do(word: str, body: dict[str, Any], names: tuple[str, ...]) -> Order:
    match word:
        case "press":
            return Press(Tap(_control(body.get("control"), names), 0.0))
        case "hold":
            return HoldFor(_control(body.get("control"), names), _seconds(body.get("seconds")))
        case "chord":
            controls = body.get("controls")
            if not isinstance(controls, list) or len(controls) < 2:
                raise BadRequest('chord needs "controls", a list of two buttons or more')
            return Press(Chord(frozenset(_control(control, BUTTONS) for control in controls), 0.0))
        case "turn" if ENCODER in names:
            return Turn(_steps(body.get("steps")))
        case "tag":
            return LayDown((_tag(body.get("id")),), _reader(body.get("reader", CARD_READER)))
        case "enrol":
            return Enrol(_tag(body.get("id")), Sticker(deck_name(body.get("deck")), _card(body.get("card"))))
        case "forget":
            return Enrol(_tag(body.get("id")), None)
        case "watch":
            return Watch()
        case "new":
            setup, names = parse_setup(
                body.get("edition", {}), body.get("players", 3), body.get("detail", "colours")
            )
            preset = named_preset(body.get("edition"), setup.edition)
            return Ask(Begin(Draft(setup, names, preset=preset)))
        case "action":
            return Ask(Do(parse_action(body.get("action"))))
        case "undo":
            return Ask(Undo())
        case "redo":
            return Ask(Redo())
        case "repair":
            return _repair(body)
        case "subscribe":
            return Subscribe()
    raise BadRequest(f"this build has nothing to {word} with")


_REPAIRS: Final[Mapping[str, EntryKind | None]] = {
    "insert": EntryKind.FORGOTTEN,
    "replace": EntryKind.ANOTHER,
    "remove": None,
}


def _repair(body: dict[str, Any]) -> Mend:
    how, turn, cut = body.get("as"), body.get("turn"), body.get("cut", False)
    if not isinstance(how, str) or how not in _REPAIRS:
        raise BadRequest(f"{quoted(how)} is no way to repair; {nearest(how, _REPAIRS)}")
    if isinstance(turn, bool) or not isinstance(turn, int) or not 0 < turn < 1 << 31:
        raise BadRequest("repair needs the number of a turn, from 1")
    if not isinstance(cut, bool):
        raise BadRequest(f"cut must be true or false, not {quoted(cut)}")
    given = [body[key] for key in ("action", "bonus") if key in body]
    if how == "remove":
        if given:
            raise BadRequest("repair as remove takes no action")
        return Mend(turn, None, (), cut)
    told = [parse_action(action) for action in given]
    if "action" not in body or not isinstance(told[0], repair.TURNS):
        raise BadRequest('repair needs the action of a turn, such as {"do": "clue"}')
    if len(told) > 1 and not isinstance(told[1], Bonus):
        raise BadRequest('bonus must be an action such as {"do": "bonus", "tile": "clue"}')
    return Mend(turn, _REPAIRS[how], tuple(map(Did, told)), cut)


def _control(value: object, names: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in names or value == ENCODER:
        raise BadRequest(f"{quoted(value)} is no control of this build; {nearest(value, names)}")
    return value


def _tag(value: object) -> str:
    if not isinstance(value, str) or not _TAG.fullmatch(value):
        digits = f"{FEWEST_DIGITS} to {MOST_DIGITS} hex digits"
        raise BadRequest(f"{quoted(value)} is no sticker; its id is {digits}")
    return value.lower()


def _reader(value: object) -> str:
    if value not in READERS:
        raise BadRequest(f"{quoted(value)} is no card reader; {nearest(value, READERS)}")
    return str(value)


def deck_name(value: object) -> str:
    """The name of a deck, as it came.

    Raises:
        CompanionError: it is none.
    """
    if not isinstance(value, str) or not is_name(value):
        raise BadRequest(f"a deck has a name of {RULE}")
    return value


def _card(value: object) -> Card:
    if not isinstance(value, str) or value not in CARDS:
        raise BadRequest(f"{quoted(value)} is no card; a card is a suit's letter and a rank, such as R1")
    return CARDS[value]


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LONGEST_HOLD:
        raise BadRequest(f"seconds must be a number above 0, at most {LONGEST_HOLD:.0f}")
    return float(value)


def _steps(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < abs(value) <= MOST_STEPS:
        raise BadRequest(f"steps must be a whole number from -{MOST_STEPS} to {MOST_STEPS}, not 0")
    return value


def _game(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 1 << 63:
        raise BadRequest("game must be the number of a game, from 1")
    return value


def _limit(body: dict[str, Any]) -> int:
    value = body.get("limit", MOST_GAMES)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= MOST_GAMES:
        raise BadRequest(f"limit must be a number from 1 to {MOST_GAMES}")
    return value
