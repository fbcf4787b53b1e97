"""Reading what tables tell: strictly, so that junk on a topic is never shown as a game."""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, get_args

from companion.club.topics import VERSION
from companion.errors import CompanionError, quotation
from companion.game.actions import TILES, Tile
from companion.game.cards import CARDS, HIGHEST, Card
from companion.game.record import named_preset, parse_setup
from companion.game.setup import Setup
from companion.game.state import CLUE_TOKENS, Reason, State, Status
from companion.numbers import is_integer

LONGEST_NAME: Final = 64


class Junk(CompanionError):
    """A message that makes no sense."""


class GameInfo(NamedTuple):
    """Which game it is, and who plays it."""

    number: int
    """0 before the first one of the table."""
    table: str
    """What the table is called, "" where it has no name."""
    names: tuple[str, ...]
    """The players' names, if they are told."""
    preset: str


class Position(NamedTuple):
    """A game on a table."""

    game: GameInfo
    state: State | None
    """None before the first game of the table."""
    saved: bool


class GameResult(NamedTuple):
    """What came of a game."""

    game: GameInfo
    state: State
    """Its end; of deck, hands and pile nothing is told."""
    ended: int | None
    """In seconds since 1970; None where the clock was not set."""


class Presence(NamedTuple):
    """Whether a table is there."""

    online: bool
    start: int


def message_fields(payload: bytes) -> dict[str, Any]:
    """Return the object of a message. Raises Junk."""
    try:
        fields = json.loads(payload)
    except (ValueError, RecursionError):
        raise Junk("it is no JSON") from None
    if not isinstance(fields, dict):
        raise Junk("it is no object")
    if (version := message_number(fields, "v", 1)) > VERSION:
        raise Junk(f"it speaks version {version}, and {VERSION} is known here")
    return fields


def parse_presence(payload: bytes) -> Presence:
    """Return the availability that a table tells. Raises Junk."""
    fields = message_fields(payload)
    return Presence(message_truth(fields, "online"), message_number(fields, "start", 0))


def parse_position(payload: bytes) -> Position:
    """Return the game on a table. Raises Junk."""
    fields = message_fields(payload)
    saved = message_truth(fields, "saved")
    if message_number(fields, "game", 0) == 0:
        return Position(GameInfo(0, message_text(fields, "name"), (), ""), None, saved)
    setup, game = parse_game(fields)
    count = setup.players
    state = parse_state(fields, setup)
    hands = fields.get("hands")
    if not isinstance(hands, list) or len(hands) != count:
        raise Junk(f"hands must be a list of {count} numbers")
    seat = number_or_none(fields, "seat", 1, count)
    turns_left = number_or_none(fields, "turns_left", 0, 100)
    if (seat is None) != state.over:
        raise Junk("seat must be that of the player who acts")
    whole = state._replace(
        deck=message_number(fields, "deck", 0),
        hands=tuple(message_number({"hands": cards}, "hands", 0) for cards in hands),
        discards=parse_discards(fields, setup),
        unnamed=message_number(fields, "unnamed", 0),
        tiles=tiles_left(fields),
        seat=0 if seat is None else seat - 1,
        turns_left=turns_left,
        bonus_pending=message_truth(fields, "bonus_pending"),
    )
    return Position(game, whole, saved)


def parse_result(payload: bytes, game: int) -> GameResult:
    """Return the result of the game of this number. Raises Junk."""
    fields = message_fields(payload)
    setup, info = parse_game(fields)
    state = parse_state(fields, setup)
    if info.number != game or not state.over:
        raise Junk(f"it is no result of game {game}")
    return GameResult(info, state, number_or_none(fields, "ended", 0, 10**12))


def parse_game(fields: Mapping[str, Any]) -> tuple[Setup, GameInfo]:
    """Return the set-up that a message tells, and which game it is."""
    try:
        names = fields.get("names")
        setup, known = parse_setup(
            fields.get("edition"), names or fields.get("players"), fields.get("detail")
        )
    except CompanionError as error:
        raise Junk(str(error)) from None
    if setup.players != fields.get("players"):
        raise Junk("players must be as many as names")
    preset = named_preset(fields, setup.edition)
    return setup, GameInfo(
        message_number(fields, "game", 1), message_text(fields, "name"), known, preset
    )


def parse_state(fields: Mapping[str, Any], setup: Setup) -> State:
    """Return the fields of a state that states and results share."""
    heights = fields.get("fireworks")
    if not isinstance(heights, dict) or set(heights) != set(setup.box.suits):
        raise Junk("fireworks must have each suit of the edition")
    status: Any = fields.get("status")
    reason: Any = fields.get("reason")
    if status not in get_args(Status) or reason not in (None, *get_args(Reason)):
        raise Junk(f"status and reason cannot be {quotation(status)} and {quotation(reason)}")
    if (reason is None) != (status == "playing"):
        raise Junk("a game that is over has a reason")
    return State(
        setup,
        {suit: message_number(heights, suit, 0, HIGHEST) for suit in setup.box.suits},
        deck=0,
        hands=(0,) * setup.players,
        discards={},
        tiles=(),
        turn=message_number(fields, "turn", 1),
        clues=message_number(fields, "clues", 0, CLUE_TOKENS),
        errors=message_number(fields, "errors", 0, setup.edition.fuses),
        unplaced=message_number(fields, "unplaced", 0, HIGHEST * len(heights)),
        status=status,
        reason=reason,
    )


def tiles_left(fields: Mapping[str, Any]) -> tuple[Tile, ...]:
    """Return the bonus tiles that are left."""
    tiles: Any = fields.get("tiles")
    are_tiles = isinstance(tiles, list) and all(tile in TILES for tile in tiles)
    if not are_tiles or len(tiles) > len(TILES):
        raise Junk(f"tiles must be a list of at most {len(TILES)} bonus tiles")
    return tuple(tiles)


def parse_discards(fields: Mapping[str, Any], setup: Setup) -> dict[Card, int]:
    """Return the named cards of the pile."""
    discards = fields.get("discards")
    copies = setup.box.copies
    if not isinstance(discards, dict) or not all(CARDS.get(card) in copies for card in discards):
        raise Junk("discards must be cards of the edition")
    return {
        CARDS[card]: message_number(discards, card, 0, copies[CARDS[card]]) for card in discards
    }


def message_text(fields: Mapping[str, Any], key: str) -> str:
    """Return the text of a field, "" where there is none."""
    value = fields.get(key, "")
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise Junk(f"{key} must be a text of at most {LONGEST_NAME} letters")
    # No half letters, which no page can have.
    return "".join(filter(str.isprintable, value)).strip()


def message_truth(fields: Mapping[str, Any], key: str) -> bool:
    """Return the truth of a field."""
    value = fields.get(key)
    if not isinstance(value, bool):
        raise Junk(f"{key} must be true or false, not {quotation(value)}")
    return value


def message_number(fields: Mapping[str, Any], key: str, least: int, most: int = 1 << 40) -> int:
    """Return the number of a field, from `least` to `most`."""
    value = fields.get(key)
    if not is_integer(value) or not least <= value <= most:
        raise Junk(f"{key} must be a number from {least}, not {quotation(value)}")
    return value


def number_or_none(fields: Mapping[str, Any], key: str, least: int, most: int) -> int | None:
    """Return the number of a field, None where it has none."""
    return None if fields.get(key) is None else message_number(fields, key, least, most)
