"""The end of a game: its pages, and what the result means to those who played."""

from companion.face.on_table import on_table
from companion.face.state import Phrase
from companion.game.outlook import score
from companion.game.sunk import Sunk, sunk
from companion.table.sitting import Sitting
from companion.table.statistics.standings import Standing

RESULT, BOARD, SUNK, CURVE, CODE = "result", "board", "sunk", "curve", "code"
STREAK = 3
"""So many good games in a row are worth a word."""


def pages(sitting: Sitting) -> tuple[str, ...]:
    """The pages of a game that is over; nothing sank where every firework is complete."""
    return (RESULT, BOARD, *((SUNK,) if lost(sitting) else ()), CURVE, CODE)


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
        return Phrase("first_game", {"who": who}) if standing.ever.games == 1 else Phrase("first_alike")
    if state.setup.edition.flourish:
        return Phrase("won_so_far", {"won": before.perfect, "games": before.games + 1})
    if before.best <= 0:
        return None
    if points == before.best:
        return Phrase("best_again")
    return Phrase("best_is", {"who": who, "best": before.best})
