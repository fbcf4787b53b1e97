"""Actions: what can happen at the table, as types and as they stand in records."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args

from companion.errors import nearest_advice, quotation
from companion.game.cards import CARDS, NAMES, RANKS, SUITS, Card
from companion.game.kinds import distinct_type
from companion.game.refusals import ActionRefused
from companion.numbers import Json, is_integer

ConcedeReason = Literal["conceded", "dead_card", "no_more_points"]
Tile = Literal["clue", "colour", "recycle", "repair", "replay", "value"]
Value = str | int
"""What a clue names: a colour by its suit's letter, or a rank."""

RECYCLE: Final = "recycle"
REPLAY: Final = "replay"
TILES: Final[tuple[Tile, ...]] = get_args(Tile)
"""The six bonus tiles, sorted."""
CLUE_TILES: Final[Mapping[Tile, type[str] | type[int]]] = {"colour": str, "value": int}
"""The tiles that give a free clue, and what it names."""
LARGEST_HAND: Final = 5
MOST_PLAYERS: Final = 5
CONCESSIONS: Final[tuple[ConcedeReason, ...]] = get_args(ConcedeReason)
CORRECTABLE: Final = (
    "clues",
    "errors",
    "deck",
    "seat",
    "hands",
    "fireworks",
    "discards",
    "unnamed",
    "unplaced",
    "tiles",
    "turns_left",
    "missing",
)


class Information(NamedTuple):
    """What a clue said: to whom, what it named, and which places of that hand it touched.

    Everybody has heard it. Place 1 is the newest card of a hand.
    """

    to: int
    """The player, from 1."""
    value: Value
    places: tuple[int, ...]
    """From 1, sorted; empty where it said that there is no such card."""


@distinct_type
class Clue(NamedTuple):
    """A clue was given."""

    information: Information | None = None
    """None where it was not told to the device."""


@distinct_type
class Play(NamedTuple):
    """A card was played: judged by the rules (card), known to fit (suit), or fitted somewhere."""

    card: Card | None = None
    suit: str | None = None
    completed: bool = False
    """It finished a firework; known in the detail tokens."""
    by: Literal["K"] | None = None
    """The firework that it finished is black."""
    place: int | None = None
    """Where in the hand it was; None where that was not told."""


@distinct_type
class Misfire(NamedTuple):
    """A card was played that fits no firework."""

    card: Card | None = None
    place: int | None = None


@distinct_type
class Discard(NamedTuple):
    """A card was discarded."""

    card: Card | None = None
    place: int | None = None


@distinct_type
class Bonus(NamedTuple):
    """A bonus tile was turned; recycle and replay take a card of the pile, if there is one."""

    tile: Tile
    card: Card | None = None
    suit: str | None = None
    unnamed: bool = False
    as_replay: bool = False
    information: Information | None = None
    """The free clue of a tile."""


@distinct_type
class Mix(NamedTuple):
    """A hand is in another order now, so nothing is known of its places; takes no turn."""

    hand: int
    """The player, from 1."""


@distinct_type
class Name(NamedTuple):
    """An unnamed card of the pile gets its name."""

    card: Card


@distinct_type
class Correct(NamedTuple):
    """Counters are set to what lies on the table.

    `values` has them by their names in `CORRECTABLE`.
    """

    values: Mapping[str, Any]


@distinct_type
class Concede(NamedTuple):
    """The group ends the game."""

    reason: ConcedeReason


Action = Clue | Play | Misfire | Discard | Bonus | Mix | Name | Correct | Concede
BESIDE: Final = Mix | Name | Correct | Concede
"""The actions that take no turn, and belong to no player."""

Word = TypeVar("Word", bound=str)


def _malformed(problem: str) -> ActionRefused:
    return ActionRefused("malformed", problem=problem)


def parse_card(value: object) -> Card:
    """Return a card from its name in records, such as `R3`."""
    card = CARDS.get(value) if isinstance(value, str) else None
    if card is None:
        raise _malformed(
            f"{quotation(value)} is no card; a card is a suit of {''.join(SUITS)} and a rank, such"
            " as R3"
        )
    return card


def _read_flag(fields: Json, key: str) -> bool:
    value = fields.get(key, False)
    if not isinstance(value, bool):
        raise _malformed(f"{key} must be true or false, not {quotation(value)}")
    return value


def _one_of_words(fields: Json, key: str, words: tuple[Word, ...]) -> Word:
    if key not in fields:
        raise _malformed(f"{key} is missing; valid: {', '.join(words)}")
    value = fields[key]
    if not isinstance(value, str) or value not in words:
        raise _malformed(f"{quotation(value)} is no {key}; {nearest_advice(value, words)}")
    return value


def _optional_card(fields: Json) -> Card | None:
    return parse_card(fields["card"]) if "card" in fields else None


def _optional_suit(fields: Json) -> str | None:
    if "suit" not in fields:
        return None
    suit = fields["suit"]
    if suit not in SUITS:
        raise _malformed(f"{quotation(suit)} is no suit; valid: {', '.join(SUITS)}")
    return str(suit)


def _number_up_to(fields: Json, key: str, most: int) -> int:
    """Return the number of a key. Raises ActionRefused unless it is from 1 to `most`."""
    value = fields.get(key)
    if not is_integer(value) or not 1 <= value <= most:
        raise _malformed(f"{key} must be a number from 1 to {most}, not {quotation(value)}")
    return value


def _told_clue(fields: Json) -> Information | None:
    """Return the information of a clue; None where nothing was told."""
    if not fields.keys() & {"to", "rank", "suit", "places"}:
        return None
    for key in ("to", "places"):
        if key not in fields:
            raise _malformed(f"{key} is missing: a clue is told whole, or not at all")
    if ("suit" in fields) == ("rank" in fields):
        raise _malformed("a clue names a suit or a rank, one of them")
    value = _optional_suit(fields) or _number_up_to(fields, "rank", RANKS[-1])
    places = fields["places"] if isinstance(fields["places"], list) else [0]
    if not all(is_integer(place) and 1 <= place <= LARGEST_HAND for place in places):
        raise _malformed(f"places must be a list of places from 1 to {LARGEST_HAND}, or empty")
    if len(set(places)) < len(places):
        raise _malformed("places has one of them twice")
    return Information(_number_up_to(fields, "to", MOST_PLAYERS), value, tuple(sorted(places)))


def _parse_play(fields: Json) -> Play:
    card, place = _card_and_place(fields)
    suit = _optional_suit(fields)
    if card and suit:
        raise _malformed("a play has a card or a suit, not both")
    completed = _read_flag(fields, "completed")
    is_named = card or suit
    if is_named and "completed" in fields:
        raise _malformed('"completed" is for a play without card and suit')
    if "by" not in fields:
        return Play(card, suit, completed, None, place)
    if fields["by"] != "K" or not completed:
        raise ActionRefused("by_black")
    return Play(card, suit, completed, "K", place)


def _parse_bonus(fields: Json) -> Bonus:
    tile = _one_of_words(fields, "tile", TILES)
    if fields.get("as", "replay") != "replay":
        raise _malformed(f'"as" can only be "replay", not {quotation(fields["as"])}')
    unnamed = _read_flag(fields, "unnamed")
    card = _optional_card(fields)
    if fields.keys() & {"to", "rank", "places"}:
        return Bonus(tile, card, None, unnamed, "as" in fields, _told_clue(fields))
    return Bonus(tile, card, _optional_suit(fields), unnamed, "as" in fields)


def _card_and_place(fields: Json) -> tuple[Card | None, int | None]:
    """Return a card that left a hand, and where it was there, as far as they were told."""
    place = _number_up_to(fields, "place", LARGEST_HAND) if "place" in fields else None
    return _optional_card(fields), place


_INFORMATION: Final = ("to", "suit", "rank", "places")
_ACTIONS: Final[Mapping[str, tuple[type[Action], tuple[str, ...], Callable[[Json], Action]]]] = {
    "clue": (Clue, _INFORMATION, lambda fields: Clue(_told_clue(fields))),
    "play": (Play, ("card", "suit", "completed", "by", "place"), _parse_play),
    "misfire": (Misfire, ("card", "place"), lambda fields: Misfire(*_card_and_place(fields))),
    "discard": (Discard, ("card", "place"), lambda fields: Discard(*_card_and_place(fields))),
    "bonus": (Bonus, ("tile", "card", "unnamed", "as", *_INFORMATION), _parse_bonus),
    "mix": (Mix, ("hand",), lambda fields: Mix(_number_up_to(fields, "hand", MOST_PLAYERS))),
    "name": (Name, ("card",), lambda fields: Name(parse_card(fields.get("card")))),
    "correct": (Correct, CORRECTABLE, Correct),
    "concede": (
        Concede,
        ("reason",),
        lambda fields: Concede(_one_of_words(fields, "reason", CONCESSIONS)),
    ),
}
"""The action of each word, its keys beside `do`, and what reads them."""
_WORDS: Final = {kind: do for do, (kind, _, _) in _ACTIONS.items()}


def parse_action(value: object) -> Action:
    """Return a record's action. Raises ActionRefused if it is no action; the sentence says why."""
    if not isinstance(value, dict):
        raise _malformed(f'an action is an object such as {{"do": "clue"}}, not {quotation(value)}')
    do = value.get("do")
    if not isinstance(do, str) or do not in _ACTIONS:
        what = f"{quotation(do)} is no action" if "do" in value else '"do" is missing'
        raise _malformed(f"{what}; {nearest_advice(do, _ACTIONS)}")
    _, keys, parse = _ACTIONS[do]
    fields = {key: given for key, given in value.items() if key != "do"}
    for key in fields:
        if key not in keys:
            raise _malformed(f"{do} has no key {quotation(key)}; {nearest_advice(key, keys)}")
    return parse(fields)


def action_json(action: Action) -> Json:
    """Return the action as it stands in records; `parse_action` reads it back."""
    if isinstance(action, Correct):
        return {"do": "correct", **action.values}
    fields = action._asdict()
    if fields.get("card"):
        fields["card"] = NAMES[fields["card"]]
    if fields.pop("as_replay", False):
        fields["as"] = "replay"
    said: Information | None = fields.pop("information", None)
    json = {"do": _WORDS[type(action)], **{key: value for key, value in fields.items() if value}}
    if said:
        named = "suit" if isinstance(said.value, str) else "rank"
        json |= {"to": said.to, named: said.value, "places": list(said.places)}
    return json
