"""A sitting: the game on the table with its steps, what was undone, and the games around it."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.errors import CompanionError, Damaged
from companion.game.actions import Action
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.state import State
from companion.table.events import Amended, Began, Did, Dropped, Event, PutBack, Returned, Undid, Withdrew


class NothingThere(CompanionError):
    """Nothing can be undone or put back; `key` says which, for the screens."""

    def __init__(self, key: str, sentence: str) -> None:
        self.key = key
        super().__init__(sentence)


class Step(NamedTuple):
    """An action and the state after it; `tag` as in `Did`."""

    action: Action
    state: State
    tag: str = ""


class Sitting(NamedTuple):
    """What the group sits at; never changed, only replaced.

    game: its number in the store, 0 before the first game ever. undone: what can be put back, the
    next one first. successor: a later game that was withdrawn, 0 for none.
    """

    game: int
    began: Began | None
    opening: State | None
    steps: tuple[Step, ...] = ()
    undone: tuple[Did, ...] = ()
    successor: int = 0

    @property
    def state(self) -> State | None:
        """The state now; None before the first game ever."""
        return self.steps[-1].state if self.steps else self.opening

    @property
    def before(self) -> State | None:
        """The state before the last step."""
        return self.steps[-2].state if len(self.steps) > 1 else self.opening

    @property
    def setup(self) -> Setup | None:
        """The set-up of the game, if there is one."""
        return self.began.setup if self.began else None

    @property
    def playing(self) -> bool:
        """Whether a game is in progress."""
        return self.state is not None and not self.state.over

    @property
    def actions(self) -> tuple[Action, ...]:
        """What happened and was not undone."""
        return tuple(step.action for step in self.steps)


EMPTY: Final = Sitting(0, None, None)


def begin(game: int, event: Began) -> Sitting:
    """The sitting at the start of a game."""
    return Sitting(game, event, start(event.setup))


def follow(sitting: Sitting, event: Event) -> Sitting:
    """The sitting after an event of its game.

    Raises:
        IllegalAction: the rules refuse the action.
        NothingThere: there is nothing to undo, put back or drop.
    """
    match event:
        case Did():
            return _do(sitting, event)
        case Amended(action, tag):
            return _amend(sitting, Did(action, tag))
        case Undid():
            if not sitting.steps:
                raise NothingThere("nothing_to_undo", "nothing to undo")
            last = sitting.steps[-1]
            undone = (Did(last.action, last.tag), *sitting.undone)
            return sitting._replace(steps=sitting.steps[:-1], undone=undone)
        case PutBack():
            first, rest = _next_undone(sitting)
            return _do(sitting, first)._replace(undone=rest)
        case Dropped():
            return sitting._replace(undone=_next_undone(sitting)[1])
        case Withdrew(game):
            return sitting._replace(successor=game)
        case Returned() | Began():
            return sitting


def _do(sitting: Sitting, did: Did) -> Sitting:
    if sitting.state is None:
        raise NothingThere("no_game", "no game has begun")
    step = Step(did.action, apply(sitting.state, did.action), did.tag)
    return sitting._replace(steps=(*sitting.steps, step))


def _amend(sitting: Sitting, did: Did) -> Sitting:
    """The last step, told again with more in it."""
    if not sitting.steps or type(sitting.steps[-1].action) is not type(did.action):
        raise NothingThere("nothing_to_name", "there is no such step to name")
    return _do(sitting._replace(steps=sitting.steps[:-1]), did)


def _next_undone(sitting: Sitting) -> tuple[Did, tuple[Did, ...]]:
    if not sitting.undone:
        raise NothingThere("nothing_to_redo", "nothing to put back")
    return sitting.undone[0], sitting.undone[1:]


def rebuild(game: int, events: Iterable[Event]) -> Sitting:
    """The sitting that these events of a game led to; game 0 has only withdrawals.

    Raises:
        Damaged: they do not follow from each other.
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
