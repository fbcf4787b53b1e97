"""Events: everything that ever happens to the games, each one a row of the journal."""

import json
from collections.abc import Callable
from typing import Final, NamedTuple

from companion.errors import CompanionError, Damaged
from companion.game.actions import TILES, Action, Tile, action_json, parse_action, parse_card
from companion.game.cards import NAMES, Card
from companion.game.kinds import distinct_type
from companion.game.names import Names
from companion.game.record import named_preset, parse_setup, setup_json
from companion.game.setup import Setup
from companion.numbers import Json, is_integer


@distinct_type
class Began(NamedTuple):
    """A game began."""

    setup: Setup
    names: Names = ()
    """The players' names by seat, or none."""
    first: int = 0
    """The place at the table (0-based, clockwise) of seat 1."""
    tiles: tuple[Tile, ...] = TILES
    """The bonus tiles in the order in which they will be turned."""
    previous: int = 0
    """The game that was on the table before, 0 for none."""
    preset: str = ""
    """The edition's name, where it was chosen by its name."""


@distinct_type
class Did(NamedTuple):
    """An action happened."""

    action: Action
    tag: str = ""
    """The tag of the sticker that named the card, if one did."""
    said: Card | None = None
    """The card of a misfire that stayed one in a repair, although it would fit; its name follows,
    where the rules take that."""


Dids = tuple[Did, ...]


@distinct_type
class Amended(NamedTuple):
    """The last action was entered again with more in it, such as its card by a sticker."""

    action: Action
    tag: str = ""


@distinct_type
class Undid(NamedTuple):
    """The last step was undone: an action, or a whole repair."""


@distinct_type
class Redid(NamedTuple):
    """The step that was undone last was redone."""


@distinct_type
class Repaired(NamedTuple):
    """The turns of the game were entered again."""

    turns: Dids
    """All of them, from the first one on."""
    redone: int = 0
    """How many undone steps are among them; 0 where what was undone is forgotten."""


@distinct_type
class Withdrew(NamedTuple):
    """A later game was undone as a whole, and this one is on the table again."""

    game: int


@distinct_type
class Returned(NamedTuple):
    """The game, withdrawn before, is on the table again."""


Event = Began | Did | Amended | Undid | Redid | Repaired | Withdrew | Returned


def event_row(event: Event) -> tuple[str, str]:
    """Return an event as a row: its kind and its data (JSON)."""
    data: Json = {}
    match event:
        case Began(setup, names, first, tiles, previous, preset):
            data = {
                **setup_json(setup, names),
                "first": first,
                "tiles": list(tiles),
                "previous": previous,
                **({"preset": preset} if preset else {}),
            }
        case Did() | Amended():
            data = _did_json(event)
        case Repaired(turns=turns, redone=redone):
            data = {"turns": list(map(_did_json, turns)), "redone": redone}
        case Withdrew(game=game):
            data = {"game": game}
    return _KINDS[type(event)], json.dumps(data)


def _did_json(did: Did | Amended) -> Json:
    """Return an action as in a record, with what this game knows beside it."""
    fields = action_json(did.action)
    if did.tag:
        fields["tag"] = did.tag
    # Only a turn of a repair has it.
    if isinstance(did, Did) and did.said:
        fields["said"] = NAMES[did.said]
    return fields


def _did_of(fields: Json) -> tuple[Action, str]:
    tag = fields.pop("tag", "")
    return parse_action(fields), str(tag)


def _turn_of(fields: Json) -> Did:
    said = fields.pop("said", None)
    return Did(*_did_of(fields), None if said is None else parse_card(said))


def _count_of(value: object) -> int:
    if not is_integer(value) or value < 0:
        raise ValueError("a number is none")
    return value


def _began_of(fields: Json) -> Began:
    setup, names = parse_setup(fields["edition"], fields["players"], fields["detail"])
    first, tiles, previous = fields["first"], fields["tiles"], fields["previous"]
    if not (isinstance(first, int) and 0 <= first < setup.players and isinstance(previous, int)):
        raise ValueError("the place of seat 1, or the game before, is no number that can be")
    if not isinstance(tiles, list) or sorted(tiles) != list(TILES):
        raise ValueError("the bonus tiles are not the six that there are")
    preset = named_preset(fields, setup.edition)
    return Began(setup, names, first, tuple(tiles), previous, preset)


_ROWS: Final[dict[str, tuple[type[Event], Callable[[Json], Event]]]] = {
    "new": (Began, _began_of),
    "do": (Did, lambda fields: Did(*_did_of(fields))),
    "amend": (Amended, lambda fields: Amended(*_did_of(fields))),
    "repair": (
        Repaired,
        lambda fields: Repaired(tuple(map(_turn_of, fields["turns"])), _count_of(fields["redone"])),
    ),
    "withdraw": (Withdrew, lambda fields: Withdrew(_count_of(fields["game"]))),
    "undo": (Undid, lambda _: Undid()),
    "redo": (Redid, lambda _: Redid()),
    "return": (Returned, lambda _: Returned()),
}
"""The event of each kind of row, and what reads it from the data."""
_KINDS: Final = {event: kind for kind, (event, _) in _ROWS.items()}


def read_event(kind: str, data: str) -> Event:
    """Return an event from its row. Raises Damaged if the row makes no sense."""
    if kind not in _ROWS:
        raise Damaged(f"a row has the unknown kind {kind!r}")
    try:
        fields = json.loads(data)
        return _ROWS[kind][1](fields)
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        OverflowError,
        RecursionError,
        CompanionError,
    ) as error:
        raise Damaged(f"a row of the kind {kind!r} cannot be read: {error}") from None
