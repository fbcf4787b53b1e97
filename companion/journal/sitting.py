"""A sitting: the game on the table with its steps, what was undone, and the games around it.

Undo and redo move by one step of this game (an action or a whole repair), and beyond its start by
the game itself. A new step forgets what was undone.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from zlib import crc32

from companion.errors import CompanionError, Damaged
from companion.game.actions import Action, Tile, action_json
from companion.game.cards import Card
from companion.game.places import HandRows, rows_after
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.state import State
from companion.journal.events import (
    Amended,
    Began,
    Did,
    Dids,
    Event,
    Redid,
    Repaired,
    Undid,
    Withdrew,
)


class TakenAction(NamedTuple):
    """An action and the state after it; `tag` and `said` as in `Did`."""

    action: Action
    state: State
    tag: str = ""
    said: Card | None = None

    @property
    def did(self) -> Did:
        """The step as an event."""
        return Did(self.action, self.tag, self.said)


class UndoableRepair(NamedTuple):
    """A repair that was not undone."""

    before: tuple[TakenAction, ...]
    """The steps before it."""
    left: int
    """How many steps there were after it."""


class Sitting(NamedTuple):
    """The game that the group sits at; never changed, only replaced."""

    game: int
    """Its number in the store, 0 before the first game."""
    began: Began | None
    opening: State | None
    steps: tuple[TakenAction, ...] = ()
    repairs: tuple[UndoableRepair, ...] = ()
    """The repairs that can be undone, the latest one last."""
    undone: tuple[Did | Repaired, ...] = ()
    """What can be redone, the next one first."""
    successor: int = 0
    """A later game that was withdrawn and can be redone, 0 for none."""

    @property
    def state(self) -> State | None:
        """The state now; None before the first game."""
        return self.steps[-1].state if self.steps else self.opening

    @property
    def before(self) -> State | None:
        """The state before the last step."""
        return self.steps[-2].state if len(self.steps) > 1 else self.opening

    @property
    def setup(self) -> Setup | None:
        """The set-up of the game; None before the first game."""
        return self.began.setup if self.began else None

    @property
    def previous(self) -> int:
        """The game that this one took the place of, 0 for none."""
        return self.began.previous if self.began else 0

    @property
    def playing(self) -> bool:
        """Whether a game is in progress."""
        return self.state is not None and not self.state.over

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that were not undone."""
        return tuple(step.action for step in self.steps)

    @property
    def dids(self) -> Dids:
        """The same as events."""
        return tuple(step.did for step in self.steps)

    @property
    def mark(self) -> str:
        """What names this table to those who saw it: the game, and a checksum of its actions.

        The number of a turn does not: after an undo another turn leads to it, as in another game.
        """
        told = json.dumps([action_json(action) for action in self.actions], sort_keys=True)
        return f"{self.game}-{crc32(told.encode()):08x}"

    @property
    def rows(self) -> HandRows:
        """The hands as clues have marked them, by seat; worked out from the actions each time."""
        if self.opening is None:
            return ()
        return rows_after(self.opening, ((step.action, step.state) for step in self.steps))

    @property
    def ends_with_repair(self) -> bool:
        """Whether the last step is a repair."""
        return bool(self.repairs) and self.repairs[-1].left == len(self.steps)

    @property
    def has_steps(self) -> bool:
        """Whether a step of this game can be undone."""
        return bool(self.steps or self.repairs)

    @property
    def redoable(self) -> bool:
        """Whether anything can be redone."""
        return bool(self.undone or self.successor)


EMPTY: Final = Sitting(0, None, None)


def begin(game: int, event: Began) -> Sitting:
    """Return the sitting at the start of a game."""
    return Sitting(game, event, start(event.setup))


def follow(sitting: Sitting, event: Event) -> Sitting:
    """Return the sitting after an event of its game. Raises CompanionError."""
    after = sitting
    # A new step forgets what was undone.
    forgetful = sitting._replace(undone=(), successor=0)
    match event:
        case Did():
            after = _take_action(forgetful, event)
        case Amended(action, tag):
            # The last action is entered again with more in it.
            last = sitting.steps[-1].action if sitting.steps else None
            if sitting.ends_with_repair or type(last) is not type(action):
                raise CompanionError("there is no such step to name", "nothing_to_name")
            before = forgetful._replace(steps=sitting.steps[:-1])
            after = _take_action(before, Did(action, tag))
        case Withdrew(game):
            after = forgetful._replace(successor=game)
        case Repaired(turns, redone):
            after = _repair_turns(sitting, turns)
            if redone:
                after = after._replace(undone=sitting.undone[redone:], successor=sitting.successor)
        case Undid():
            after = _undo_step(sitting)
        case Redid():
            after = _redo_step(sitting)
    return after


def _take_action(sitting: Sitting, did: Did) -> Sitting:
    """Return the sitting with one step more. Raises ActionRefused where the rules refuse it."""
    if sitting.state is None:
        raise CompanionError("no game has begun", "no_game")
    step = TakenAction(did.action, apply(sitting.state, did.action), did.tag, did.said)
    return sitting._replace(steps=(*sitting.steps, step))


def _repair_turns(sitting: Sitting, turns: Dids) -> Sitting:
    """Return the game with these turns; the unchanged ones at its start keep their states."""
    same = common_start(sitting.dids, turns)
    after = sitting._replace(steps=sitting.steps[:same])
    for did in turns[same:]:
        after = _take_action(after, did)
    repair = UndoableRepair(sitting.steps, len(turns))
    return after._replace(repairs=(*sitting.repairs, repair), undone=(), successor=0)


def common_start(before: Sequence[object], after: Sequence[object]) -> int:
    """Return the number of items at the start that are the same."""
    for number, (one, other) in enumerate(zip(before, after, strict=False)):
        if one != other:
            return number
    return min(len(before), len(after))


def _undo_step(sitting: Sitting) -> Sitting:
    """Return the sitting without its last step, an action or a whole repair."""
    if sitting.ends_with_repair:
        repair = sitting.repairs[-1]
        undone = (Repaired(sitting.dids), *sitting.undone)
        return sitting._replace(steps=repair.before, repairs=sitting.repairs[:-1], undone=undone)
    if not sitting.steps:
        raise CompanionError("nothing to undo", "nothing_to_undo")
    *steps, last = sitting.steps
    return sitting._replace(steps=tuple(steps), undone=(last.did, *sitting.undone))


def _redo_step(sitting: Sitting) -> Sitting:
    if not sitting.undone:
        raise CompanionError("nothing to redo", "nothing_to_redo")
    first, *rest = sitting.undone
    if isinstance(first, Did):
        after = _take_action(sitting, first)
    else:
        after = _repair_turns(sitting, first.turns)
    return after._replace(undone=tuple(rest), successor=sitting.successor)


def rebuild_sitting(game: int, events: Iterable[Event]) -> Sitting:
    """Return the sitting that these events of a game led to; game 0 has only withdrawals.

    Raises Damaged.
    """
    sitting = EMPTY
    try:
        for event in events:
            sitting = begin(game, event) if isinstance(event, Began) else follow(sitting, event)
    except CompanionError as error:
        raise Damaged(f"game {game} cannot be followed: {error}") from None
    if game and sitting.began is None:
        raise Damaged(f"game {game} has no beginning")
    return sitting


def renamed_sitting(sitting: Sitting, named: Sitting) -> Sitting:
    """Return the game with the players' names that another sitting of it has."""
    if sitting.game != named.game or sitting.began is None:
        return sitting
    names = named.began.names if named.began else ()
    return sitting._replace(began=sitting.began._replace(names=names))


def with_tiles(sitting: Sitting, tiles: tuple[Tile, ...]) -> Sitting:
    """Return the same game with its bonus tiles coming in this order."""
    assert sitting.began is not None
    return sitting._replace(began=sitting.began._replace(tiles=tiles))
