"""Requests: what a line on a socket asks for, by its declaration."""

import re
from collections.abc import Callable, Collection, Container, Mapping
from functools import partial
from typing import Any, Final

from companion.daemon.door import Door
from companion.daemon.socket.declarations import (
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
from companion.errors import CompanionError, nearest_advice, quotation
from companion.face import preferences
from companion.face.command import Begin, Prefer
from companion.face.dialogue import names as seating
from companion.face.dialogue.guests import is_near
from companion.face.dialogue.offers import ASKED
from companion.face.state import Counter, CounterName, Draft, EntryKind, Purpose
from companion.face.words import LANGUAGES
from companion.game.actions import Bonus, parse_action
from companion.game.cards import CARDS
from companion.game.names import RULE, composed, is_name
from companion.game.record import named_preset, parse_setup
from companion.game.setup import MOST_PLAYERS
from companion.journal import repair
from companion.journal.events import Did
from companion.numbers import Json, is_integer, is_number
from companion.panel import BUTTONS, ENCODER

_TAG: Final = re.compile(f"[0-9a-fA-F]{{{FEWEST_DIGITS},{MOST_DIGITS}}}")
_STORE_TAG: Final = re.compile("[0-9a-f]{8}")
_REPAIRS: Final[Mapping[str, EntryKind | None]] = {
    "insert": EntryKind.FORGOTTEN,
    "replace": EntryKind.ANOTHER,
    "remove": None,
}
ReadField = Callable[[Any], object]
"""Makes what is needed of a field's value, or refuses it."""
_PREFERENCES: Final = {preferences.LANGUAGE: LANGUAGES, **preferences.CHOICES}


class BadRequest(CompanionError):
    """A request that makes no sense; nothing was done."""


def parse_request(
    body: object, controls: tuple[str, ...] = BUTTONS, door: Door = Door.CONTROL
) -> tuple[str, Json]:
    """Return the verb and the word of a request at a socket, and what `Scripts` needs to know.

    controls: those of the build. Raises CompanionError for a request that makes no sense.
    """
    if not isinstance(body, dict):
        raise BadRequest('a request is an object such as {"get": "state"}')
    if ("do" in body) == ("get" in body):
        raise BadRequest('a request has either "do" or "get"')
    verb = "do" if "do" in body else "get"
    word = body[verb]
    declared = VERBS[door][verb]
    if not isinstance(word, str) or word not in declared:
        raise BadRequest(
            f"{quotation(word)} is nothing to {verb}; {nearest_advice(word, declared)}"
        )
    fields = declared[word].fields
    values = dict(declared[word].may)
    for key in body:
        if key != verb and key not in fields:
            raise BadRequest(
                f"{verb} {word} has no key {quotation(key)}; {nearest_advice(key, fields)}"
            )
    for key in fields:
        if key in body or key not in values:
            values[key] = read_field(key, body.get(key), controls)
    name = f"{verb} {word}"
    return name, _TOGETHER.get(name, dict)(**values)


def read_field(key: str, value: object, controls: tuple[str, ...]) -> object:
    """Return the value of a field."""
    if key == "control":
        return one_of(
            [name for name in controls if name != ENCODER], "control of this build", value
        )
    if key == "steps" and ENCODER not in controls:
        raise BadRequest("this build has nothing to turn with")
    return _READ[key](value) if key in _READ else value


def one_of(words: Collection[str], what: str, value: object) -> str:
    """Return one of these words; `what` is what another one is not."""
    if not isinstance(value, str) or value not in words:
        raise BadRequest(f"{quotation(value)} is no {what}; {nearest_advice(value, words)}")
    return value


def field_reader(
    accepts: Callable[[Any], object], sentence: str, make: ReadField = lambda value: value
) -> ReadField:
    """Return what reads a field alone: it makes what is needed of a value that is accepted.

    sentence: refuses anything else; `{}` stands for what was given.
    """

    def read_accepted(value: object) -> object:
        if not accepts(value):
            raise BadRequest(sentence.format(quotation(value)))
        return make(value)

    return read_accepted


def integer_reader(allowed: Container[int], sentence: str) -> ReadField:
    """Return the reader of one of these numbers."""
    return field_reader(lambda value: is_integer(value) and value in allowed, sentence)


def text_reader(
    accepts: Callable[[str], object], sentence: str, make: Callable[[str], object]
) -> ReadField:
    """Return the reader of a text that is accepted."""
    return field_reader(lambda value: isinstance(value, str) and accepts(value), sentence, make)


def truth_reader(key: str) -> ReadField:
    """Return the reader of true or false."""
    return field_reader(
        lambda value: isinstance(value, bool), f"{key} must be true or false, not {{}}"
    )


def deck_name(value: object) -> str:
    """Return the name of a deck."""
    return str(_READ["deck"](value))


def _page_urls(value: list[object]) -> tuple[str, ...]:
    for url in value:
        # A longer one would have no room as a code on the display.
        if not (isinstance(url, str) and len(url) <= LONGEST_URL and is_near(url)):
            raise BadRequest(
                f"{quotation(url)} is no address of a page in the local network, "
                "such as HTTP://192.168.178.20:8080"
            )
    return tuple(str(url).upper() for url in value)


def _staged_counter(value: object) -> tuple[Counter, int]:
    match value:
        case [str(name), str(part), number] if is_integer(number) and name in tuple(CounterName):
            return Counter(CounterName(name), part), number
    raise BadRequest(
        f"{quotation(value)} sets no counter: give its name, its part and its value, as in"
        ' ["hands", "0", 4]'
    )


# Rows have no larger numbers in a line of the journal.
_NUMBER_OF_ROW: Final = integer_reader(range(1 << 62), "a row has a number from 0")
_READ: Final[Mapping[str, ReadField]] = {
    "reader": partial(one_of, READERS, "card reader"),
    "purpose": lambda value: Purpose(one_of(tuple(map(str, ASKED)), "question", value)),
    "key": partial(one_of, _PREFERENCES, "preference"),
    "as": partial(one_of, _REPAIRS, "way to repair"),
    "step": partial(one_of, ("begin", "text", "check", "end"), "step of a restore"),
    "controls": field_reader(
        lambda value: isinstance(value, list) and len(value) >= 2,
        'chord needs "controls", a list of two buttons or more',
        lambda value: frozenset(
            one_of(BUTTONS, "control of this build", control) for control in value
        ),
    ),
    "seconds": field_reader(
        lambda value: is_number(value) and 0 < value <= LONGEST_HOLD_S,
        f"seconds must be a number above 0, at most {LONGEST_HOLD_S:.0f}",
        float,
    ),
    "steps": integer_reader(
        {*range(-MOST_STEPS, 0), *range(1, MOST_STEPS + 1)},
        f"steps must be a whole number from -{MOST_STEPS} to {MOST_STEPS}, not 0",
    ),
    "id": text_reader(
        _TAG.fullmatch,
        f"{{}} is no sticker; its id is {FEWEST_DIGITS} to {MOST_DIGITS} hex digits",
        str.lower,
    ),
    "deck": text_reader(is_name, f"a deck has a name of {RULE}", composed),
    "card": text_reader(
        CARDS.__contains__,
        "{} is no card; a card is a suit's letter and a rank, such as R1",
        CARDS.__getitem__,
    ),
    "action": parse_action,
    "bonus": parse_action,
    "turn": integer_reader(range(1, 1 << 31), "repair needs the number of a turn, from 1"),
    "seen": text_reader(bool, "seen must be the mark of a table, as the state has it", str),
    "first": integer_reader(
        range(1, MOST_PLAYERS + 1), "first must be the place of a player, from 1"
    ),
    "path": field_reader(
        lambda value: (
            isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)
        ),
        'path must be a list of what is chosen, such as ["R", "3"]',
        tuple,
    ),
    "counters": field_reader(
        lambda value: isinstance(value, list),
        'counters must be a list such as [["clues", "", 5]]',
        lambda value: dict(map(_staged_counter, value)),
    ),
    "name": text_reader(str.strip, "name must be the name of a player", str),
    "cut": truth_reader("cut"),
    # SQLite takes no larger number.
    "game": integer_reader(range(1, 1 << 63), "game must be the number of a game, from 1"),
    "limit": integer_reader(
        range(1, MOST_GAMES + 1), f"limit must be a number from 1 to {MOST_GAMES}"
    ),
    "token": text_reader(
        lambda value: True,
        "token must be the code as text",
        lambda value: "".join(value.split()).upper(),
    ),
    "urls": field_reader(
        lambda value: isinstance(value, list) and len(value) <= MOST_URLS,
        f"urls must be a list of at most {MOST_URLS} addresses",
        _page_urls,
    ),
    "after": lambda value: None if value is None else _NUMBER_OF_ROW(value),
    "last": _NUMBER_OF_ROW,
    "tag": text_reader(
        _STORE_TAG.fullmatch,
        "{} is no tag of a store, which has 8 hex digits",
        str,
    ),
    "text": text_reader(
        lambda value: len(value) <= LONGEST_TEXT,
        f"text must be at most {LONGEST_TEXT} characters of a backup",
        str,
    ),
    "partial": truth_reader("partial"),
}
"""How each field is read alone; the others are read together, as `_TOGETHER` says."""


def _new_fields(edition: object, players: object, detail: object, first: int, **too: Any) -> Json:
    setup, names = parse_setup(edition, players, detail)
    if first > setup.players:
        raise BadRequest(f"first must be a place from 1 to {setup.players}")
    preset = named_preset(edition, setup.edition)
    draft = seating.with_names(Draft(setup, (), first - 1, preset=preset), names)
    return {"command": Begin(draft), **too}


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


def _offers_fields(turn: int | None, action: object, **how: Any) -> Json:
    way = how["as"]
    if way == "remove":
        raise BadRequest("offers are those of a turn that is entered: insert or replace")
    if action is not None and turn is None:
        raise BadRequest("offers after an action need the turn before which it is entered")
    return {"turn": turn, "kind": _REPAIRS[way], "action": action}


_TOGETHER: Final[Mapping[str, Callable[..., Json]]] = {
    "do new": _new_fields,
    "do repair": _repair_fields,
    "do prefer": lambda key, value: {
        "command": Prefer(key, one_of(_PREFERENCES[key], f"value of {key}", value))
    },
    "get offers": _offers_fields,
}
"""What the fields of some requests mean together."""
