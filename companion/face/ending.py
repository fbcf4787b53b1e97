"""The end of a game: its pages, and what the result means to those who played.

The table as it lay and two of the look pages are among them, so that nobody undoes an end to look at it.
"""

from typing import NamedTuple

from companion.face.look_pages import LookPage
from companion.face.on_table import on_table
from companion.face.state import Phrase
from companion.game.cards import BLACK, HIGHEST
from companion.game.kinds import kind
from companion.game.outlook import maximum, score
from companion.game.state import State
from companion.game.sunk import Sunk, sunk
from companion.game.verdict import rating
from companion.table.sitting import Sitting
from companion.table.statistics.standings import Standing

RESULT, BOARD, SUNK, CURVE, CODE = "result", "board", "sunk", "curve", "code"
STREAK = 3
"""So many good games in a row are worth a word."""


@kind
class GameEnd(NamedTuple):
    """A main figure, out of how many, and the verdict."""

    figure: int
    of: Phrase
    verdict: Phrase


def result(state: State) -> GameEnd:
    """What came of a game that is over: points, or with the Final Flourish cards."""
    if state.setup.edition.flourish:
        of = Phrase("cards_of", {"total": HIGHEST * len(state.fireworks)})
        return GameEnd(
            state.played, of, Phrase("flourish_won" if state.status == "won" else "lost")
        )
    grade = rating(state)
    return GameEnd(
        score(state), _out_of(state), Phrase("lost" if grade is None else f"rating_{grade}")
    )


def _out_of(state: State) -> Phrase:
    """The most that the edition scores, and what black took off."""
    most = maximum(state)
    if BLACK not in state.fireworks or state.unplaced:
        return Phrase("points_of", {"maximum": most})
    return Phrase("points_of_black", {"maximum": most, "missing": HIGHEST - state.fireworks[BLACK]})


def sank(state: State, one: Sunk) -> Phrase:
    """What is said of a firework that is not complete at the end of the game."""
    late = state.reason == "last_round" and not state.unnamed and not state.missing
    key = "sunk_gone" if one.turn is not None else "sunk_late" if late else "sunk_unseen"
    return Phrase(key, {"rank": one.card.rank, "turn": one.turn})


def pages(sitting: Sitting) -> tuple[str, ...]:
    """The pages of a game that is over; nothing sank where every firework is complete."""
    sank_pages = (SUNK,) if lost(sitting) else ()
    return (RESULT, BOARD, *sank_pages, CURVE, CODE, LookPage.PILE, LookPage.ACTIONS)


def page(sitting: Sitting, number: int) -> str:
    """The page that is open."""
    found = pages(sitting)
    return found[number % len(found)]


def lost(sitting: Sitting) -> tuple[Sunk, ...]:
    """What sank each firework that is not complete."""
    if sitting.opening is None:
        return ()
    return sunk(sitting.opening, [step.state for step in sitting.steps])


def meaning(standing: Standing, sitting: Sitting) -> Phrase | None:
    """What a result means beside the earlier games, the most remarkable thing; None for nothing."""
    state, before = on_table(sitting).state, standing.before
    points = score(state)
    who = Phrase("these_players" if standing.named else "so_many", {"players": state.setup.players})
    if state.reason == "perfect":
        count = standing.ever.perfect
        return Phrase("perfect_game", {"count": count}) if count > 1 else Phrase("perfect_first")
    if before.best is not None and points > before.best:
        return Phrase("best_new", {"who": who})
    if standing.ever.streak >= STREAK:
        return Phrase("streak", {"count": standing.ever.streak})
    if before.best is None:
        return (
            Phrase("first_game", {"who": who})
            if standing.ever.games == 1
            else Phrase("first_alike")
        )
    if state.setup.edition.flourish:
        return Phrase("won_so_far", {"won": before.perfect, "games": before.games + 1})
    if before.best <= 0:
        return None
    if points == before.best:
        return Phrase("best_again")
    return Phrase("best_is", {"who": who, "best": before.best})
