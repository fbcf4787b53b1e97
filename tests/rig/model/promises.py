"""What holds after every message, whatever came before."""

import json
import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.daemon.core import Core
from companion.daemon.interfaces import Reply
from companion.face.dialogue.grammar import ROWS
from companion.face.state import ScreenName
from companion.face.view import View
from companion.game.actions import Action
from companion.game.outlook import score
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.state import State
from companion.journal import past_games
from companion.journal.reader import FILE, GamesReader
from companion.journal.sitting import Sitting
from companion.journal.statistics import tables
from tests.rig.model.disk import Kept

MISTAKE: Final = "made a mistake"
"""How the companion says that it caught an exception of its own."""


class Broken(BaseException):
    """A promise is broken; no part of the program contains it."""


def require(holds: object, promise: str, *facts: object) -> None:
    """Raise `Broken` unless the promise holds; `facts` are told after it."""
    if not holds:
        raise Broken(": ".join([promise, *map(str, facts)]))


class Replayed:
    """The games by the rules alone, from the actions that count."""

    def __init__(self) -> None:
        self._setup: Setup | None = None
        self._actions: tuple[Action, ...] = ()
        self._state: State | None = None

    def state(self, sitting: Sitting) -> State | None:
        """Return the state that the actions of a sitting lead to."""
        if sitting.began is None:
            return None
        actions = sitting.actions
        further = (
            self._setup is sitting.began.setup and actions[: len(self._actions)] == self._actions
        )
        if self._state is None or not further:
            self._setup, self._actions, self._state = (
                sitting.began.setup,
                (),
                start(sitting.began.setup),
            )
        for action in actions[len(self._actions) :]:
            self._state = apply(self._state, action)
        self._actions = actions
        return self._state


def check_state(sitting: Sitting, replayed: Replayed) -> None:
    """Check that the game is the one that its actions lead to, and a legal one."""
    state = sitting.state
    require(
        state == replayed.state(sitting), "the state is what the rules make of the actions", sitting
    )
    if state is None:
        return
    fuses = state.setup.edition.fuses
    require(state.card_total == state.setup.box.total, "the cards add up to the box", state)
    require(0 <= state.clues <= 8 and 0 <= state.errors <= fuses, "tokens are within bounds", state)
    require(
        all(0 <= height <= 5 for height in state.fireworks.values()), "fireworks have 0 to 5", state
    )
    counts = (*state.hands, state.deck, state.unnamed, state.missing, state.unplaced)
    require(min(counts) >= 0, "nothing is less than none", state)


def check_screen(core: Core) -> None:
    """Check that the screen is one that fits the game that the buttons act on."""
    view = core.view
    if view is None or core.dialogue.pending.under_way:
        return  # a repair that is on its way to disk still shows the turn as it was entered
    screen, state = view.face.screen, view.sitting.state
    require(screen in ROWS, "the screen takes gestures", screen)
    stage = _stage(state)
    if screen in (ScreenName.TABLE, ScreenName.CHOOSING):
        promise = "the table is shown where a turn can be taken"
        require(stage == "turn", promise, screen, state)
    if screen == ScreenName.TILE:
        require(stage == "tile", "a tile is asked for where one is turned", state)
    if screen == ScreenName.END:
        require(stage == "over", "the end is shown where a game is over", state)


def _stage(state: State | None) -> str:
    if state is None:
        return "no game"
    if state.over:
        return "over"
    return "tile" if state.bonus_pending else "turn"


IDLES: Final = frozenset(
    {
        *(ScreenName.TABLE, ScreenName.START, ScreenName.END),
        *(ScreenName.CHOOSING, ScreenName.TILE, ScreenName.LANGUAGE),
    }
)
"""The screens that stay for good when nothing is done."""


def check_idle(view: View) -> None:
    """Check that a screen that closes by itself has closed, but for unfinished entries."""
    face = view.face
    require(face.screen in IDLES or face.is_unfinished, "a screen closes by itself", face.screen)


def check_told(told: dict[str, Any], core: Core, state: dict[str, Any] | None) -> None:
    """Check that a listener was told the game on the table, as a script is told its state."""
    if not told or core.dialogue.pending.under_way:
        return  # for a moment nothing is told, as what comes of the step is told next
    same = _of_the_game(told["state"]) == _of_the_game(state)
    require(same, "who listens is told the game", told["state"], state)
    if "record" in told:
        record = past_games.game_record(core.sitting)
        require(told["record"] == record, "who looks on is told the record", told["record"], record)
        screen = core.dialogue.face.screen
        require(told["screen"] == screen, "who looks on is told the screen", told["screen"], screen)


def _of_the_game(state: dict[str, Any] | None) -> dict[str, Any] | None:
    return state and {key: value for key, value in state.items() if key not in ("saved", "serial")}


def check_lost(core: Core, kept: Kept) -> None:
    """Check that what the screen says would be lost is what the disk lacks."""
    step = core.dialogue.pending
    state, there = step.sitting.state, kept.sitting
    if state is None or step.under_way is not None:
        return
    if step.saved:
        require(step.lost_turn is None, "what is saved is not lost", step.lost_turn)
        return
    expected: int | None = 0
    if there.game == step.sitting.game:
        expected = _differs(there, step.sitting)
    require(step.lost_turn == expected, "what would be lost is said", step.lost_turn, expected)


def _differs(there: Sitting, now: Sitting) -> int | None:
    """Return the turn from which on two sittings of a game differ; None where they do not."""
    states = [now.opening, *(step.state for step in now.steps)]
    did = [step.did for step in now.steps], [step.did for step in there.steps]
    if did[0] == did[1]:
        return None
    same = 0
    while same < min(map(len, did)) and did[0][same] == did[1][same]:
        same += 1
    first = states[same]
    assert first is not None
    return first.turn


def registered(core: Core) -> list[Reply]:
    """Return the clients that the core would still tell something, or holds something for."""
    publisher = core._publisher
    return [
        *publisher.answers.subscribers,
        *publisher.onlookers.told,
        *publisher.onlookers.serving,
        *core.enrolment._watching,
        *core._fingers._scripts,
        *core._requests._asking,
        *(reply for _, reply in core._queue if reply is not None),
    ]


def check_deadline(deadline: float | None) -> None:
    """Check that a deadline is a time."""
    require(deadline is None or abs(deadline) < float("inf"), "a deadline is a time", deadline)


def check_history(store: GamesReader, kept: Kept) -> None:
    """Check that the history has each game as it was kept, and the statistics are its own."""
    listed: dict[int, dict[str, Any]] = {game["game"]: game for game in store.history(1000)}
    games = {
        number: sitting for number, sitting in kept.games.items() if number not in kept.withdrawn
    }
    games.pop(0, None)
    require(
        listed.keys() == games.keys(),
        "the history has the games that were not withdrawn",
        listed,
        games,
    )
    for number, sitting in games.items():
        state = sitting.state
        assert state is not None
        was = {
            "turn": state.turn,
            "score": score(state),
            "status": state.status,
            "reason": state.reason,
        }
        summary = {key: listed[number][key] for key in was}
        require(summary == was, "the history has each game as it was left", number, summary, was)
    counted = _sorted(store.consult(tables.standings))
    with TemporaryDirectory() as folder:  # without the index they follow from the rows
        shutil.copy(store.path, Path(folder, FILE))
        with closing(GamesReader(Path(folder))) as alone:
            again = _sorted(alone.consult(tables.standings))
    require(counted == again, "the statistics are those of the games", counted, again)


def _sorted(standings: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in standings)
