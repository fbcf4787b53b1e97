"""The end of a game: what the result means to those who played, and the game in one line."""

import unicodedata
from typing import Final, NamedTuple

from companion.face.on_table import on_table
from companion.face.state import Phrase
from companion.game.cards import BLACK, HIGHEST
from companion.game.edition import presets
from companion.game.kinds import distinct_type
from companion.game.outlook import maximum, score
from companion.game.state import State
from companion.game.sunk import Sunk, sunk_fireworks
from companion.game.verdict import rating
from companion.journal.sitting import Sitting
from companion.journal.statistics.standings import Figures, Standing, people

STREAK = 3
"""So many good games in a row are worth a word."""
LONGEST: Final = 77
"""Letters and digits that a code of 29 by 29 modules holds (ISO/IEC 18004, version 3, level L)."""
# Letters that Unicode does not take apart.
_ALIKE: Final = str.maketrans(
    {" ": "-", "Æ": "AE", "Đ": "D", "Ł": "L", "Ø": "O", "Œ": "OE", "Þ": "TH"}
)


@distinct_type
class GameEnd(NamedTuple):
    """A main figure, out of how many, and the verdict."""

    figure: int
    of: Phrase
    """Of how many; aloud the figure too."""
    verdict: Phrase


def result(state: State) -> GameEnd:
    """Return the result of a game that is over: points, or with the Final Flourish cards."""
    if state.setup.edition.flourish:
        total = str(HIGHEST * len(state.fireworks))
        of = Phrase("cards_of", {"cards": state.cards_played, "total": total})
        key = "flourish_won" if state.status == "won" else "lost"
        return GameEnd(state.cards_played, of, Phrase(key))
    grade = rating(state)
    key = "lost" if grade is None else f"rating_{grade}"
    points = score(state)
    # The points alone choose the form of what is spoken.
    of = Phrase("points_of", {"points": points, "maximum": str(maximum(state))})
    missing = 0 if state.unplaced else HIGHEST - state.fireworks.get(BLACK, HIGHEST)
    if missing:  # it took points off
        of = Phrase("points_of_black", {**of.facts, "missing": str(missing)})
    return GameEnd(points, of, Phrase(key))


def end_reason(state: State) -> Phrase:
    """Return why a game that was not won is over, and where that takes its points away, so."""
    takes_points = state.reason == "fuses" and state.cards_played and not score(state)
    return Phrase("end_fuses_points" if takes_points else f"end_{state.reason}")


def sunk_said(sitting: Sitting) -> list[tuple[str, Phrase]]:
    """Return the suit of each firework that is not complete, and what sank it."""
    state = on_table(sitting).state
    # A card that nobody named or that is missing may have been the one.
    is_late = state.reason == "last_round" and not state.unnamed and not state.missing
    said = []
    for loss in sunk_in(sitting):
        key = "sunk_gone"
        if loss.turn is None:
            key = "sunk_late" if is_late else "sunk_unseen"
        said.append((loss.card.suit, Phrase(key, {"rank": loss.card.rank, "turn": loss.turn})))
    return said


def sunk_in(sitting: Sitting) -> tuple[Sunk, ...]:
    """Return each firework that is not complete, with what sank it."""
    return sunk_fireworks(on_table(sitting).opening, [step.state for step in sitting.steps])


def standing_phrase(standing: Standing | None, sitting: Sitting) -> Phrase | None:
    """Return the most remarkable thing about a result beside the earlier games, or None."""
    state = on_table(sitting).state
    if standing is None:
        won = state.status == "won" and BLACK in state.fireworks
        return Phrase("with_black") if won else None
    before = standing.before
    ever = standing.ever
    who = Phrase("these_players" if standing.named else "so_many", {"players": state.setup.players})
    if state.reason == "perfect":
        count = ever.perfect
        return Phrase("perfect_game", {"count": count}) if count > 1 else Phrase("perfect_first")
    if before.best is not None and score(state) > before.best:
        return Phrase("best_new", {"who": who})
    if ever.streak >= STREAK:
        return Phrase("streak", {"count": ever.streak})
    if before.best is None:
        return Phrase("first_game", {"who": who}) if ever.games == 1 else Phrase("first_alike")
    return _beside_best(state, before, who)


def _beside_best(state: State, before: Figures, who: Phrase) -> Phrase | None:
    """Return the words on a result that is no better than the best one."""
    if state.setup.edition.flourish:
        # The figures are those before this game.
        return Phrase("won_so_far", {"won": before.perfect, "games": before.games + 1})
    best = before.best or 0
    if best <= 0:
        return None
    if score(state) == best:
        return Phrase("best_again")
    return Phrase("best_is", {"who": who, "best": best})


# The game in one line


def summary(sitting: Sitting, day: str = "") -> str:
    """Return a finished game in one line of plain text, short enough for a small QR code.

    Fields are parted by a blank: `HANABI 23/25 2026-11-20 CLASSIC W5R4B5Y5G4 T57C2E1 ANN+BEN+CLEO`.
    They are the score and the most that this edition scores; `LOST` where the game was lost; the
    day, where the clock was set; the edition; the cards on each firework by its letter in records
    (`P` and their number where fireworks were not named); the turn that ended it, the clue tokens
    left, the errors; the players' names from seat 1 on, shortened until all of it is short enough,
    or how many played. Only what a code holds in its densest way: capitals and digits.
    """
    game = on_table(sitting)
    state = game.state
    names = presets(state.setup.edition)
    heights = [f"{suit}{height}" for suit, height in state.fireworks.items()]
    fields = [
        "HANABI",
        f"{score(state)}/{maximum(state)}",
        "LOST" if state.status == "lost" else "",
        day,
        names[-1].upper() if names else "OWN",
        f"P{state.cards_played}" if state.unplaced else "".join(heights),
        f"T{state.turn}C{state.clues}E{state.errors}",
    ]
    line = " ".join(filter(None, fields))
    players = [_ascii_text(name) for name in people(game.began.names)]
    if not all(players) or not players:
        return f"{line} {state.setup.players}P"
    room = LONGEST - len(line) - 1
    for longest in range(max(map(len, players)), 0, -1):
        joined = "+".join(name[:longest] for name in players)
        if len(joined) <= room:
            break
    return f"{line} {joined}"


def _ascii_text(name: str) -> str:
    """Return a name in capitals and digits without accents, in one word; empty if none is left."""
    letters = unicodedata.normalize("NFKD", name.strip().upper()).translate(_ALIKE)
    return "".join(
        letter for letter in letters if letter.isascii() and (letter.isalnum() or letter in "-.")
    )
