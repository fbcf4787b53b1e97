"""Events: everything that ever happens to the games, each one row of the store."""

import json
from dataclasses import dataclass
from typing import Any, Final

from companion.errors import CompanionError, Damaged
from companion.game.actions import TILES, Action, action_json, parse_action
from companion.game.record import edition_json, parse_setup
from companion.game.setup import Setup


@dataclass(frozen=True, slots=True)
class Began:
    """A game began.

    names: of the players by seat, or empty. first: the place at the table (0-based, clockwise)
    of seat 1. tiles: the bonus tiles in the order in which they will be turned. previous: the
    game that it took the place of, 0 for none.
    """

    setup: Setup
    names: tuple[str, ...] = ()
    first: int = 0
    tiles: tuple[str, ...] = TILES
    previous: int = 0


@dataclass(frozen=True, slots=True)
class Did:
    """An action happened; `tag` is that of the sticker which said which card it was, if one did."""

    action: Action
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Amended:
    """The last action was told again with more in it: which card it was, by a sticker perhaps."""

    action: Action
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Undid:
    """The last action was taken back; it can be put back."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """The action taken back last happened after all."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The action that would be put back next never happened."""


@dataclass(frozen=True, slots=True)
class Withdrew:
    """A later game was taken back as a whole, and this one is on the table again."""

    game: int


@dataclass(frozen=True, slots=True)
class Returned:
    """The game, withdrawn before, was put back on the table."""


Event = Began | Did | Amended | Undid | PutBack | Dropped | Withdrew | Returned

_PLAIN: Final[dict[str, type[Undid | PutBack | Dropped | Returned]]] = {
    "undo": Undid,
    "redo": PutBack,
    "drop": Dropped,
    "return": Returned,
}
_KINDS: Final[dict[type, str]] = {kind: name for name, kind in _PLAIN.items()}


def write(event: Event) -> tuple[str, str]:
    """An event as a row: its kind and its data (JSON)."""
    match event:
        case Began(setup, names, first, tiles, previous):
            data: dict[str, Any] = {
                "edition": edition_json(setup.edition),
                "players": list(names) or setup.players,
                "detail": setup.detail,
                "first": first,
                "tiles": list(tiles),
                "previous": previous,
            }
            return "new", json.dumps(data)
        case Did(action, tag) | Amended(action, tag):
            kind = "do" if isinstance(event, Did) else "amend"
            return kind, json.dumps(action_json(action) | ({"tag": tag} if tag else {}))
        case Withdrew(game):
            return "withdraw", json.dumps({"game": game})
        case _:
            return _KINDS[type(event)], "{}"


def _began(setup: Setup, names: tuple[str, ...], fields: dict[str, Any]) -> Began:
    first, tiles, previous = fields["first"], fields["tiles"], fields["previous"]
    if not (isinstance(first, int) and 0 <= first < setup.players and isinstance(previous, int)):
        raise ValueError("whoever began, or the game before, is no number that can be")
    if not isinstance(tiles, list) or sorted(tiles) != list(TILES):
        raise ValueError("the bonus tiles are not the six that there are")
    return Began(setup, names, first, tuple(tiles), previous)


def read(kind: str, data: str) -> Event:
    """An event from its row.

    Raises:
        Damaged: the row makes no sense.
    """
    try:
        if kind in _PLAIN:
            plain: Event = _PLAIN[kind]()
            return plain
        fields = json.loads(data)
        match kind:
            case "new":
                setup, names = parse_setup(fields["edition"], fields["players"], fields["detail"])
                return _began(setup, names, fields)
            case "do" | "amend":
                tag = fields.pop("tag", "")
                return (Did if kind == "do" else Amended)(parse_action(fields), str(tag))
            case "withdraw":
                return Withdrew(int(fields["game"]))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, CompanionError) as error:
        raise Damaged(f"a row of the kind {kind!r} cannot be read: {error}") from None
    raise Damaged(f"a row has the unknown kind {kind!r}")
