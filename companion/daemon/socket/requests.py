"""Requests: what a line on a socket asks for, by its declaration."""

import re
from collections.abc import Callable, Collection, Container, Mapping
from typing import Any, Final, NamedTuple

from companion.daemon.socket.declarations import (
    CONTROL,
    FEWEST_DIGITS,
    LONGEST_HOLD_S,
    LONGEST_TEXT,
    LONGEST_URL,
    MOST_DIGITS,
    MOST_GAMES,
    MOST_STEPS,
    MOST_URLS,
    READERS,
    VERBS,
)
from companion.errors import CompanionError, nearest, quotation
from companion.face import preferences
from companion.face.command import Begin, Prefer
from companion.face.dialogue import names as seating
from companion.face.dialogue.guests import is_near
from companion.face.dialogue.offers import ASKED
from companion.face.state import Counter, CounterName, Draft, EntryKind, Items, Purpose
from companion.face.words import LANGUAGES
from companion.game.actions import Bonus, parse_action
from companion.game.cards import CARDS, Card
from companion.game.kinds import kind
from companion.game.names import RULE, composed, is_name
from companion.game.record import named_preset, parse_setup
from companion.game.setup import MOST_PLAYERS
from companion.journal import repair
from companion.journal.events import Did
from companion.numbers import Json, is_integer, is_number
from companion.panel import BUTTONS, ENCODER

_TAG: Final = re.compile(f"[0-9a-fA-F]{{{FEWEST_DIGITS},{MOST_DIGITS}}}")
_STORE_TAG_DIGITS: Final = 8
_REPAIRS: Final[Mapping[str, EntryKind | None]] = {
    "insert": EntryKind.FORGOTTEN,
    "replace": EntryKind.ANOTHER,
    "remove": None,
}


_PREFERENCES: Final = {preferences.LANGUAGE: LANGUAGES, **preferences.CHOICES}


@kind
class Order(NamedTuple):
    """A request that makes sense."""

    verb: str
    word: str
    values: Mapping[str, Any]
    """What `Scripts` needs to know to carry it out."""


class BadRequest(CompanionError):
    """A request that makes no sense; nothing was done."""


def parse_request(body: object, controls: tuple[str, ...] = BUTTONS, door: str = CONTROL) -> Order:
    """Return the order of a request at a socket, for a build with these controls.

    Raises CompanionError for a request that makes no sense.
    """
    if not isinstance(body, dict):
        raise BadRequest('a request is an object such as {"get": "state"}')
    if ("do" in body) == ("get" in body):
        raise BadRequest('a request has either "do" or "get"')
    verb = "do" if "do" in body else "get"
    word = body[verb]
    declared = VERBS[door][verb]
    if not isinstance(word, str) or word not in declared:
        raise BadRequest(f"{quotation(word)} is nothing to {verb}; {nearest(word, declared)}")
    fields = declared[word].fields
    values = dict(declared[word].may)
    for key in body:
        if key != verb and key not in fields:
            raise BadRequest(f"{verb} {word} has no key {quotation(key)}; {nearest(key, fields)}")
    for key in fields:
        if key in body or key not in values:
            values[key] = _read(key, body.get(key), controls)
    together = _TOGETHER.get((verb, word), dict)
    return Order(verb, word, together(**values))


def _read(key: str, value: object, controls: tuple[str, ...]) -> object:
    """Return the value of a field."""
    if key == "control":
        return _read_control(value, controls)
    if key == "steps" and ENCODER not in controls:
        raise BadRequest("this build has nothing to turn with")
    return _READ[key](value) if key in _READ else value


def reader_of_words(words: Collection[str], what: str) -> Callable[[object], str]:
    """Return the reader of one of these words; `what` is what another word is not."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise BadRequest(f"{quotation(value)} is no {what}; {nearest(value, words)}")
        return value

    return read


def _read_control(value: object, controls: tuple[str, ...]) -> str:
    return reader_of_words([name for name in controls if name != ENCODER], "control of this build")(
        value
    )


def _chord(value: object) -> frozenset[str]:
    if not isinstance(value, list) or len(value) < 2:
        raise BadRequest('chord needs "controls", a list of two buttons or more')
    return frozenset(_read_control(control, BUTTONS) for control in value)


def _seconds(value: object) -> float:
    if not is_number(value) or not 0 < value <= LONGEST_HOLD_S:
        raise BadRequest(f"seconds must be a number above 0, at most {LONGEST_HOLD_S:.0f}")
    return float(value)


def _integer(allowed: Container[int], sentence: str) -> Callable[[object], int]:
    """Return the reader of one of these numbers; `sentence` refuses anything else."""

    def read(value: object) -> int:
        if not is_integer(value) or value not in allowed:
            raise BadRequest(sentence)
        return value

    return read


def _read_tag(value: object) -> str:
    if not isinstance(value, str) or not _TAG.fullmatch(value):
        digits = f"{FEWEST_DIGITS} to {MOST_DIGITS} hex digits"
        raise BadRequest(f"{quotation(value)} is no sticker; its id is {digits}")
    return value.lower()


def deck_name(value: object) -> str:
    """Return the name of a deck."""
    if not isinstance(value, str) or not is_name(value):
        raise BadRequest(f"a deck has a name of {RULE}")
    return composed(value)


def _card(value: object) -> Card:
    if not isinstance(value, str) or value not in CARDS:
        raise BadRequest(
            f"{quotation(value)} is no card; a card is a suit's letter and a rank, such as R1"
        )
    return CARDS[value]


def reader_of_truth(key: str) -> Callable[[object], bool]:
    """Return the reader of true or false."""

    def read(value: object) -> bool:
        if not isinstance(value, bool):
            raise BadRequest(f"{key} must be true or false, not {quotation(value)}")
        return value

    return read


def _read_token(value: object) -> str:
    if not isinstance(value, str):
        raise BadRequest("token must be the code as text")
    return "".join(value.split()).upper()


_number_of_row = _integer(range(1 << 62), "a row has a number from 0")


def _after(value: object) -> int | None:
    return None if value is None else _number_of_row(value)


def _store_tag(value: object) -> int:
    is_tag = isinstance(value, str) and len(value) == _STORE_TAG_DIGITS
    if not is_tag or set(str(value)) - set("0123456789abcdef"):
        raise BadRequest(
            f"{quotation(value)} is no tag of a store, which has {_STORE_TAG_DIGITS} hex digits"
        )
    return int(str(value), 16)


def _read_name(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BadRequest("name must be the name of a player")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise BadRequest(f"text must be at most {LONGEST_TEXT} characters of a backup")
    return value


def _urls(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_URLS:
        raise BadRequest(f"urls must be a list of at most {MOST_URLS} addresses")
    for url in value:
        if not is_address(url):
            raise BadRequest(
                f"{quotation(url)} is no address of a page in the local network, "
                "such as HTTP://192.168.178.20:8080"
            )
    return tuple(url.upper() for url in value)


def is_address(value: object) -> bool:
    """Return True for the address of a page that phones in the local network can open."""
    return isinstance(value, str) and len(value) <= LONGEST_URL and is_near(value)


def _read_path(value: object) -> Items:
    parts = value if isinstance(value, list) else []
    if not parts or not all(isinstance(one, str) for one in parts):
        raise BadRequest('path must be a list of what is chosen, such as ["R", "3"]')
    return tuple(parts)


def _staged(value: object) -> Mapping[Counter, int]:
    """Return values by the counters that they set."""
    if not isinstance(value, list):
        raise BadRequest('counters must be a list such as [["clues", "", 5]]')
    return dict(map(_counter, value))


def _counter(value: object) -> tuple[Counter, int]:
    match value:
        case [str(name), str(part), number] if is_integer(number) and name in tuple(CounterName):
            return Counter(CounterName(name), part), number
    raise BadRequest(
        f"{quotation(value)} sets no counter: give its name, its part and its value, as in"
        ' ["hands", "0", 4]'
    )


_READ: Final[Mapping[str, Callable[[object], object]]] = {
    "controls": _chord,
    "seconds": _seconds,
    "steps": _integer(
        {*range(-MOST_STEPS, 0), *range(1, MOST_STEPS + 1)},
        f"steps must be a whole number from -{MOST_STEPS} to {MOST_STEPS}, not 0",
    ),
    "id": _read_tag,
    "reader": reader_of_words(READERS, "card reader"),
    "deck": deck_name,
    "card": _card,
    "action": parse_action,
    "bonus": parse_action,
    "turn": _integer(range(1, 1 << 31), "repair needs the number of a turn, from 1"),
    "seen": _integer(range(1, 1 << 31), "seen must be the number of a turn, from 1"),
    "first": _integer(range(1, MOST_PLAYERS + 1), "first must be the place of a player, from 1"),
    "purpose": reader_of_words(tuple(map(str, ASKED)), "question"),
    "path": _read_path,
    "counters": _staged,
    "key": reader_of_words(_PREFERENCES, "preference"),
    "name": _read_name,
    "as": reader_of_words(_REPAIRS, "way to repair"),
    "cut": reader_of_truth("cut"),
    "game": _integer(range(1, 1 << 63), "game must be the number of a game, from 1"),
    "limit": _integer(range(1, MOST_GAMES + 1), f"limit must be a number from 1 to {MOST_GAMES}"),
    "token": _read_token,
    "urls": _urls,
    "after": _after,
    "last": _number_of_row,
    "tag": _store_tag,
    "step": reader_of_words(("begin", "text", "check", "end"), "step of a restore"),
    "text": _text,
    "partial": reader_of_truth("partial"),
}
"""How each field is read alone; the others are read together, as `_TOGETHER` says."""


def _new(edition: object, players: object, detail: object, first: int, token: str) -> Json:
    setup, names = parse_setup(edition, players, detail)
    if first > setup.players:
        raise BadRequest(f"first must be a place from 1 to {setup.players}")
    preset = named_preset(edition, setup.edition)
    draft = seating.with_names(Draft(setup, (), first - 1, preset=preset), names)
    return {"command": Begin(draft), "token": token}


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
    return {"turn": turn, "kind": _REPAIRS[way], "told": told, "cut": cut, "seen": how["seen"]}


def _prefer_fields(key: str, value: object) -> Json:
    return {"command": Prefer(key, reader_of_words(_PREFERENCES[key], f"value of {key}")(value))}


def _offers_fields(turn: int | None, action: object, **how: Any) -> Json:
    way = how["as"]
    if way == "remove":
        raise BadRequest("offers are those of a turn that is entered: insert or replace")
    if action is not None and turn is None:
        raise BadRequest("offers after an action need the turn before which it is entered")
    return {"turn": turn, "kind": _REPAIRS[way], "action": action}


_TOGETHER: Final[Mapping[tuple[str, str], Callable[..., Json]]] = {
    ("do", "new"): _new,
    ("do", "repair"): _repair_fields,
    ("do", "answer"): lambda purpose, **how: {"purpose": Purpose(purpose), **how},
    ("do", "prefer"): _prefer_fields,
    ("do", "correct"): lambda counters, seen: {"staged": counters, "seen": seen},
    ("get", "counters"): lambda counters: {"staged": counters or {}},
    ("get", "offers"): _offers_fields,
}
"""What the fields of some requests mean together."""
