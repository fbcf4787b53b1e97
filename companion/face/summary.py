"""The summary: a finished game in one line of plain text, short enough for a small QR code.

Fields are parted by a blank: `HANABI 23/25 2026-11-20 CLASSIC W5R4B5Y5G4 T57C2E1 ANN+BEN+CLEO`.
They are the score and the most that this edition scores; `LOST` where the game was lost; the day,
where the clock was set; the edition; the cards on each firework by its letter in records (`P` and
their number where fireworks were not named); the turn that ended it, the clue tokens left, the
errors; the players' names from seat 1 on, or how many played. Only what a code holds in its densest
way: capitals and digits.
"""

import unicodedata
from typing import Final

from companion.face.on_table import on_table
from companion.game.edition import presets
from companion.game.outlook import maximum, score
from companion.journal.sitting import Sitting
from companion.journal.statistics.standings import people

LONGEST: Final = 77
"""Letters and digits that a code of 29 by 29 modules holds (ISO/IEC 18004, version 3, level L)."""
# Letters that Unicode does not take apart.
_ALIKE: Final = str.maketrans(
    {" ": "-", "Æ": "AE", "Đ": "D", "Ł": "L", "Ø": "O", "Œ": "OE", "Þ": "TH"}
)


def summary(sitting: Sitting, day: str = "") -> str:
    """Return the game in one line; names are shortened until it is short enough."""
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
    players = [ascii_text(name) for name in people(game.began.names)]
    if not all(players) or not players:
        return f"{line} {state.setup.players}P"
    room = LONGEST - len(line) - 1
    for longest in range(max(map(len, players)), 0, -1):
        joined = "+".join(name[:longest] for name in players)
        if len(joined) <= room:
            break
    return f"{line} {joined}"


def ascii_text(name: str) -> str:
    """Return a name in capitals and digits without accents, in one word; empty if none is left."""
    letters = unicodedata.normalize("NFKD", name.strip().upper()).translate(_ALIKE)
    return "".join(
        letter for letter in letters if letter.isascii() and (letter.isalnum() or letter in "-.")
    )
