"""Events: everything that ever happens to the games, each one row of the store.

A row says by which version of these meanings it was written: see `sitting`.
"""

import json
from dataclasses import dataclass
from typing import Any, Final

from companion.errors import CompanionError, Damaged
from companion.game.actions import TILES, Action, action_json, parse_action
from companion.game.names import cut
from companion.game.record import edition_json, named_preset, parse_setup
from companion.game.setup import Setup

VERSION: Final = 2
"""Of what the rows mean. In the first version, whose rows carry none, undone actions waited through later
ones until they were put back or dropped; since the second a new action forgets what was undone.
"""
FIRST: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Event:
    """What every event has: the version of the meanings by which it was written."""

    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Began(_Event):
    """A game began.

    names: of the players by seat, or empty. first: the place at the table (0-based, clockwise)
    of seat 1. tiles: the bonus tiles in the order in which they will be turned. previous: the
    game that it took the place of, 0 for none. preset: the edition's name, where it was chosen by that.
    """

    setup: Setup
    names: tuple[str, ...] = ()
    first: int = 0
    tiles: tuple[str, ...] = TILES
    previous: int = 0
    preset: str = ""


@dataclass(frozen=True, slots=True)
class Did(_Event):
    """An action happened; `tag` is that of the sticker which said which card it was, if one did."""

    action: Action
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Amended(_Event):
    """The last action was told again with more in it: which card it was, by a sticker perhaps."""

    action: Action
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Undid(_Event):
    """The last step was taken back: an action, or a repair as a whole."""


@dataclass(frozen=True, slots=True)
class Redid(_Event):
    """The step taken back last happened after all."""


@dataclass(frozen=True, slots=True)
class Dropped(_Event):
    """The action that would have been put back next never happened; only in rows of the first version."""

    version: int = FIRST


@dataclass(frozen=True, slots=True)
class Repaired(_Event):
    """The turns of the game were told anew: these are all of them, from the first one on.

    redone: so many steps that had been taken back are among them; 0 where what was taken back is forgotten.
    """

    turns: tuple[Did, ...]
    redone: int = 0


@dataclass(frozen=True, slots=True)
class Withdrew(_Event):
    """A later game was taken back as a whole, and this one is on the table again."""

    game: int


@dataclass(frozen=True, slots=True)
class Returned(_Event):
    """The game, withdrawn before, is on the table again."""


Event = Began | Did | Amended | Undid | Redid | Dropped | Repaired | Withdrew | Returned

_PLAIN: Final[dict[str, type[Undid | Redid | Dropped | Returned]]] = {
    "undo": Undid,
    "redo": Redid,
    "drop": Dropped,
    "return": Returned,
}
_KINDS: Final[dict[type, str]] = {kind: name for name, kind in _PLAIN.items()}


def write(event: Event) -> tuple[str, str]:
    """An event as a row: its kind and its data (JSON)."""
    kind, data = _written(event)
    return kind, json.dumps(data | ({"v": event.version} if event.version > FIRST else {}))


def _written(event: Event) -> tuple[str, dict[str, Any]]:
    match event:
        case Began(setup, names, first, tiles, previous, preset):
            data: dict[str, Any] = {
                "edition": edition_json(setup.edition),
                "players": list(names) or setup.players,
                "detail": setup.detail,
                "first": first,
                "tiles": list(tiles),
                "previous": previous,
            }
            return "new", data | ({"preset": preset} if preset else {})
        case Did():
            return "do", _did_json(event)
        case Amended():
            return "amend", _did_json(event)
        case Repaired(turns=turns, redone=redone):
            return "repair", {"turns": [_did_json(did) for did in turns], "redone": redone}
        case Withdrew(game=game):
            return "withdraw", {"game": game}
        case _:
            return _KINDS[type(event)], {}


def _did_json(did: Did | Amended) -> dict[str, Any]:
    return action_json(did.action) | ({"tag": did.tag} if did.tag else {})


def _did(fields: dict[str, Any]) -> tuple[Action, str]:
    tag = fields.pop("tag", "")
    return parse_action(fields), str(tag)


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("a number is none")
    return value


def _players(value: object) -> object:
    """The players as a row has them, names of earlier versions cut; a number where nothing is left."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return value
    return [cut(name) or str(seat + 1) for seat, name in enumerate(value)]


def _began(fields: dict[str, Any], version: int) -> Began:
    setup, names = parse_setup(fields["edition"], _players(fields["players"]), fields["detail"])
    first, tiles, previous = fields["first"], fields["tiles"], fields["previous"]
    if not (isinstance(first, int) and 0 <= first < setup.players and isinstance(previous, int)):
        raise ValueError("whoever began, or the game before, is no number that can be")
    if not isinstance(tiles, list) or sorted(tiles) != list(TILES):
        raise ValueError("the bonus tiles are not the six that there are")
    preset = named_preset(fields, setup.edition)
    return Began(setup, names, first, tuple(tiles), previous, preset, version=version)


def read(kind: str, data: str) -> Event:
    """An event from its row.

    Raises:
        Damaged: the row makes no sense.
    """
    try:
        fields = json.loads(data)
        version = fields.pop("v", FIRST)
        if version not in (FIRST, VERSION):
            raise ValueError("its version is none")
        if kind in _PLAIN:
            return _PLAIN[kind](version=version)
        match kind:
            case "new":
                return _began(fields, version)
            case "do":
                return Did(*_did(fields), version=version)
            case "amend":
                return Amended(*_did(fields), version=version)
            case "repair":
                turns = tuple(Did(*_did(turn)) for turn in fields["turns"])
                return Repaired(turns, _count(fields["redone"]), version=version)
            case "withdraw":
                return Withdrew(int(fields["game"]), version=version)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, CompanionError) as error:
        raise Damaged(f"a row of the kind {kind!r} cannot be read: {error}") from None
    raise Damaged(f"a row has the unknown kind {kind!r}")
