"""Reading what tables tell: strictly, so that junk on a topic is never shown as a game."""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, get_args

from companion.club.topics import VERSION
from companion.errors import CompanionError, quoted
from companion.game.actions import TILES, Tile
from companion.game.cards import CARDS, HIGHEST, Card
from companion.game.record import named_preset, parse_setup
from companion.game.setup import Setup
from companion.game.state import CLUE_TOKENS, Reason, State, Status
from companion.numbers import is_integer

LONGEST_NAME: Final = 64
MOST_BYTES: Final = 1 << 16
"""Of a message; what tables tell has a thousand or two."""


class Junk(CompanionError):
    """A message that makes no sense."""


class Later(CompanionError):
    """A message of a version that this program does not know; `name`: what its table is called, if known."""

    def __init__(self, name: str) -> None:
        self.name: Final = name
        super().__init__(f"it speaks a later version than {VERSION}")


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


def body(payload: bytes) -> dict[str, Any]:
    """The object of a message. Raises Junk, or Later where its version is not known."""
    if len(payload) > MOST_BYTES:
        raise Junk(f"it has {len(payload)} bytes")
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError):
        raise Junk("it is no JSON") from None
    if not isinstance(found, dict):
        raise Junk("it is no object")
    if _number(found, "v", 1) > VERSION:
        name = found.get("name")
        raise Later(_printable(name[:LONGEST_NAME]) if isinstance(name, str) else "")
    return found


def presence(payload: bytes) -> Presence:
    """What a table says of its being there. Raises Junk or Later."""
    found = body(payload)
    return Presence(_truth(found, "online"), _number(found, "start", 0))


def known_presence(payload: bytes) -> Presence | None:
    """What a table says of its being there; None where it is junk or of a later version."""
    try:
        return presence(payload)
    except (Junk, Later):
        return None


def position(payload: bytes) -> Position:
    """The game on a table. Raises Junk or Later."""
    found = body(payload)
    saved = _truth(found, "saved")
    if _number(found, "game", 0) == 0:
        return Position(GameInfo(0, _text(found, "name"), (), ""), None, saved)
    setup, game = _game(found)
    count = setup.players
    state = _state(found, setup)
    hands = found.get("hands")
    if not isinstance(hands, list) or len(hands) != count:
        raise Junk(f"hands must be a list of {count} numbers")
    seat, left = (
        _number_or_none(found, "seat", 1, count),
        _number_or_none(found, "turns_left", 0, 100),
    )
    if (seat is None) != state.over:
        raise Junk("seat must be that of the player who acts")
    whole = state._replace(
        deck=_number(found, "deck", 0),
        hands=tuple(_number({"hands": one}, "hands", 0) for one in hands),
        discards=_discards(found, setup),
        unnamed=_number(found, "unnamed", 0),
        tiles=_tiles(found),
        seat=0 if seat is None else seat - 1,
        turns_left=left,
        bonus_pending=_truth(found, "bonus_pending"),
    )
    return Position(game, whole, saved)


def result(payload: bytes, game: int) -> GameResult:
    """What came of the game of this number. Raises Junk or Later."""
    found = body(payload)
    setup, which = _game(found)
    state = _state(found, setup)
    if which.number != game or not state.over:
        raise Junk(f"it is no result of game {game}")
    return GameResult(which, state, _number_or_none(found, "ended", 0, 10**12))


def _game(found: Mapping[str, Any]) -> tuple[Setup, GameInfo]:
    try:
        names = found.get("names")
        setup, known = parse_setup(
            found.get("edition"), names or found.get("players"), found.get("detail")
        )
    except CompanionError as error:
        raise Junk(str(error)) from None
    if setup.players != found.get("players"):
        raise Junk("players must be as many as names")
    preset = named_preset(found, setup.edition)
    return setup, GameInfo(_number(found, "game", 1), _text(found, "name"), known, preset)


def _state(found: Mapping[str, Any], setup: Setup) -> State:
    """What states and results both have of a state."""
    heights = found.get("fireworks")
    if not isinstance(heights, dict) or set(heights) != set(setup.box.suits):
        raise Junk("fireworks must have each suit of the edition")
    status: Any = found.get("status")
    reason: Any = found.get("reason")
    if status not in get_args(Status) or (reason is not None and reason not in get_args(Reason)):
        raise Junk(f"status and reason cannot be {quoted(status)} and {quoted(reason)}")
    if (reason is None) != (status == "playing"):
        raise Junk("a game that is over has a reason")
    return State(
        setup,
        {suit: _number(heights, suit, 0, HIGHEST) for suit in setup.box.suits},
        deck=0,
        hands=(0,) * setup.players,
        discards={},
        tiles=(),
        turn=_number(found, "turn", 1),
        clues=_number(found, "clues", 0, CLUE_TOKENS),
        errors=_number(found, "errors", 0, setup.edition.fuses),
        unplaced=_number(found, "unplaced", 0, HIGHEST * len(heights)),
        status=status,
        reason=reason,
    )


def _tiles(found: Mapping[str, Any]) -> tuple[Tile, ...]:
    """The bonus tiles that are left."""
    told = found.get("tiles")
    if (
        not isinstance(told, list)
        or len(told) > len(TILES)
        or not all(tile in TILES for tile in told)
    ):
        raise Junk(f"tiles must be a list of at most {len(TILES)} bonus tiles")
    return tuple(told)


def _discards(found: Mapping[str, Any], setup: Setup) -> dict[Card, int]:
    """The named cards of the pile."""
    told = found.get("discards")
    copies = setup.box.copies
    if not isinstance(told, dict) or not all(CARDS.get(card) in copies for card in told):
        raise Junk("discards must be cards of the edition")
    return {CARDS[card]: _number(told, card, 0, copies[CARDS[card]]) for card in told}


def _text(found: Mapping[str, Any], key: str) -> str:
    value = found.get(key, "")
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise Junk(f"{key} must be a text of at most {LONGEST_NAME} letters")
    return _printable(value)


def _printable(text: str) -> str:
    """The letters of a text that can be shown: half a letter would not even be sent to a browser."""
    return "".join(filter(str.isprintable, text)).strip()


def _truth(found: Mapping[str, Any], key: str) -> bool:
    value = found.get(key)
    if not isinstance(value, bool):
        raise Junk(f"{key} must be true or false, not {quoted(value)}")
    return value


def _number(found: Mapping[str, Any], key: str, least: int, most: int = 1 << 40) -> int:
    value = found.get(key)
    if not is_integer(value) or not least <= value <= most:
        raise Junk(f"{key} must be a number from {least}, not {quoted(value)}")
    return value


def _number_or_none(found: Mapping[str, Any], key: str, least: int, most: int) -> int | None:
    return None if found.get(key) is None else _number(found, key, least, most)
