"""Fields: what each field of a request may be, and how it is read."""

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from companion.errors import CompanionError, nearest_advice, quotation
from companion.face import preferences
from companion.face.dialogue.guests import is_near
from companion.face.dialogue.offers import ASKED
from companion.face.state import CounterName, EntryKind, Purpose, TableCounter
from companion.face.words import LANGUAGES
from companion.game.actions import parse_action
from companion.game.cards import CARDS
from companion.game.kinds import distinct_type
from companion.game.names import RULE, composed, is_name
from companion.game.record import parse_setup
from companion.game.setup import FEWEST_PLAYERS, MOST_PLAYERS
from companion.numbers import is_integer, is_number
from companion.panel import BUTTONS, CARD_READER, DISCARD_PAD, PLAY_PAD

LONGEST_HOLD_S: Final = 600.0
MOST_GAMES: Final = 1000
MOST_STEPS: Final = 100
MOST_URLS: Final = 8
LONGEST_TEXT: Final = 10_000
"""Characters of a part of a backup: in a request one may take six bytes."""
LONGEST_URL: Final = 38
"""Characters of an address: a QR code of it with the token keeps its margin on the display."""
READERS: Final = (CARD_READER, PLAY_PAD, DISCARD_PAD)
PREFERENCES: Final = {preferences.LANGUAGE: LANGUAGES, **preferences.CHOICES}
REPAIRS: Final[Mapping[str, EntryKind | None]] = {
    "insert": EntryKind.FORGOTTEN,
    "replace": EntryKind.ANOTHER,
    "remove": None,
}


class BadRequest(CompanionError):
    """A request that makes no sense; nothing was done."""


@distinct_type
class Field(NamedTuple):
    """A field of requests, read alone; what several mean together their request reads."""

    may_be: str
    """What its value may be; a refusal says so."""
    accepts: Callable[[Any], object] = lambda _: True
    """Tells whether it may be this; a TypeError says no."""
    make: Callable[[Any], object] = lambda value: value
    """Makes what is needed of it. Raises TypeError, ValueError or LookupError if it is no value."""
    text_key: str = ""
    """The text that says in any language what it may be."""


def read_field(key: str, value: object) -> object:
    """Return what is needed of a field's value. Raises CompanionError for another value."""
    field = FIELDS[key]
    try:
        if field.accepts(value):
            return field.make(value)
    except (TypeError, ValueError, LookupError):
        pass
    may_be = field.may_be.replace("`", "")
    raise BadRequest(f"{key} must be {may_be}, not {quotation(value)}", field.text_key)


def one_of(words: Collection[str], what: str, value: object) -> str:
    """Return one of these words; `what` is what another one is not."""
    if not isinstance(value, str) or value not in words:
        raise BadRequest(f"{quotation(value)} is no {what}; {nearest_advice(value, words)}")
    return value


def _whole(first: int, last: int) -> Callable[[Any], bool]:
    return lambda value: is_integer(value) and first <= value <= last


def _is_text(value: object) -> bool:
    return isinstance(value, str) and not value.isspace() and value != ""


def _is_truth(value: object) -> bool:
    return isinstance(value, bool)


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _is_path(value: list[object]) -> bool:
    return _is_list(value) and bool(value) and all(isinstance(one, str) for one in value)


def _are_near(value: list[Any]) -> bool:
    # A longer one would have no room as a code on the display.
    near = (len(url) <= LONGEST_URL and is_near(url) for url in value)
    return _is_list(value) and len(value) <= MOST_URLS and all(near)


def _part_of_setup(key: str, value: object) -> object:
    """Return a part as it was given, which makes sense by itself."""
    parse_setup(**{"edition": {}, "players": FEWEST_PLAYERS, "detail": "colours", key: value})
    return value


def _chord(value: list[object]) -> frozenset[str]:
    if len(value) < 2:
        raise ValueError
    return frozenset(one_of(BUTTONS, "control of this build", control) for control in value)


def _staged_counters(value: list[Any]) -> dict[TableCounter, int]:
    staged = {}
    for name, part, number in value:
        if not (isinstance(part, str) and is_integer(number)):
            raise ValueError
        staged[TableCounter(CounterName(name), part)] = number
    return staged


_is_row: Final = _whole(0, (1 << 62) - 1)
"""Rows have no larger numbers in a line of the journal."""
FIELDS: Final[Mapping[str, Field]] = {
    "control": Field("a control of the build, such as `clue`, `discard`, `play`, `undo` or `R`"),
    "seconds": Field(
        f"a number above 0, at most {LONGEST_HOLD_S:.0f}",
        lambda value: is_number(value) and 0 < value <= LONGEST_HOLD_S,
        float,
    ),
    "controls": Field("a list of two or three of `clue`, `discard` and `play`", _is_list, _chord),
    "steps": Field(
        f"a whole number from -{MOST_STEPS} to {MOST_STEPS}, not 0",
        lambda value: value != 0 and _whole(-MOST_STEPS, MOST_STEPS)(value),
    ),
    "id": Field(
        "the id of a sticker: 4 to 32 hex digits",
        partial(re.fullmatch, "[0-9a-fA-F]{4,32}"),
        str.lower,
    ),
    "reader": Field(
        "{}, {} or {}".format(*(f"`{reader}`" for reader in READERS)),
        make=partial(one_of, READERS, "card reader"),
    ),
    "deck": Field(f"the name of a deck: {RULE}", is_name, composed),
    "card": Field("a suit's letter and a rank, such as `R1`", make=CARDS.__getitem__),
    "edition": Field("an object as in a record", make=partial(_part_of_setup, "edition")),
    "players": Field(
        "the number of players, or a list of their names", make=partial(_part_of_setup, "players")
    ),
    "detail": Field("`tokens`, `colours` or `cards`", make=partial(_part_of_setup, "detail")),
    "action": Field("an action of a record", make=parse_action),
    "first": Field(
        "the place at the table of the player who begins, from 1", _whole(1, MOST_PLAYERS)
    ),
    "place": Field("the place at the table of the guest who asks, from 1", _whole(1, MOST_PLAYERS)),
    "turn": Field("the number of a turn, from 1", _whole(1, (1 << 31) - 1)),
    "seen": Field(
        "the `mark` of the table that the one who asks saw, as the state has it", _is_text
    ),
    "purpose": Field(
        "`play`, `outcome`, `name`, `name late` or `tile`",
        make=lambda value: Purpose(one_of(tuple(map(str, ASKED)), "question", value)),
    ),
    "path": Field("what is chosen, one after the other, as the offers have it", _is_path, tuple),
    "counters": Field(
        'a list of what is set: name, part and value, such as `["clues","",5]`',
        _is_list,
        _staged_counters,
    ),
    "key": Field(
        "a preference: `language`, `help`, `tiles`, `sound`, `voice` or another of the menu",
        make=partial(one_of, PREFERENCES, "preference"),
    ),
    "value": Field("one of its values, such as `de` or `off`"),
    "name": Field("the name of a player", _is_text, composed),
    "to": Field(
        f'a name: {RULE}; or `""`', lambda to: to == "" or is_name(to), composed, "no_name"
    ),
    "trial": Field("`true` or `false`", _is_truth),
    "as": Field("`insert`, `replace` or `remove`", make=partial(one_of, REPAIRS, "way to repair")),
    "bonus": Field("the action of a bonus tile", make=parse_action),
    "cut": Field("`true` or `false`", _is_truth),
    # SQLite takes no larger number.
    "game": Field("the number of a game, from 1", _whole(1, (1 << 63) - 1)),
    "limit": Field(f"a number from 1 to {MOST_GAMES}", _whole(1, MOST_GAMES)),
    "urls": Field(
        f"a list of at most {MOST_URLS} addresses of at most {LONGEST_URL} characters, of the local"
        " network or with a name in `.local`",
        _are_near,
        lambda urls: tuple(url.upper() for url in urls),
    ),
    "token": Field(
        "the code that *Phone* in the device's menu shows",
        make=lambda code: "".join(str.split(code)).upper(),
    ),
    "after": Field(
        "a place in the journal, from 0; without it what a backup begins with is told",
        lambda value: value is None or _is_row(value),
    ),
    "last": Field("the place where the backup ends, as its beginning says", _is_row),
    "tag": Field(
        "the tag of the journal, as the beginning of a backup says: 8 hex digits",
        partial(re.fullmatch, "[0-9a-f]{8}"),
    ),
    "step": Field(
        "`begin`, `text`, `check` or `end`, in this order; `text` and `check` again and again",
        make=partial(one_of, ("begin", "text", "check", "end"), "step of a restore"),
    ),
    "text": Field(
        f"the next part of a backup, at most {LONGEST_TEXT} characters",
        lambda text: isinstance(text, str) and len(text) <= LONGEST_TEXT,
    ),
    "partial": Field("`true` to take in what is whole of a damaged backup", _is_truth),
}
