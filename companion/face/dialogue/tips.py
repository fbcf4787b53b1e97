"""Tips: in the first games, a line in a prompt about what cannot be found out by looking.

A tip follows from the game alone. It stands above the fireworks in the first turn, or in a question
until that is answered, and each comes once a game. Once many games have no backup, a tip says that
there should be one.
"""

from collections.abc import Mapping
from typing import Final

from companion.clock import day_of
from companion.face.command import Prefer
from companion.face.preferences import Help
from companion.face.state import Face, LastBackup, Phrase, Purpose, ScreenName
from companion.journal.kept import LAST_BACKUP
from companion.journal.sitting import Sitting

GAMES: Final = 3
"""The number of finished games after which no tips come."""
UNSAVED: Final = 10
"""After so many games without a backup comes the tip."""
_FIRST: Final = {"": "tip_press", "keys": "tip_keys", "pads": "tip_pads"}
"""The tip of the first turn, by what a build has beside the three buttons."""

_HOLDS: Final = {2: "tip_hold_clue", 3: "tip_hold_discard", 4: "tip_hold_play"}
"""The tips of the turns after it: what a hold does is told nowhere else while nothing is down."""


def welcome(face: Face) -> bool:
    """Return True if tips help: the group may be new to the device, and wants help."""
    return face.newcomers and face.preferences.help != Help.OFF


def at_table(face: Face, sitting: Sitting) -> Phrase | None:
    """Return the tip above the table's fireworks, if there is one."""
    state = sitting.state
    if state is None or state.over:
        return None
    if face.screen != ScreenName.TABLE or not _in_game(face):
        return None
    if state.turn == 1:
        return Phrase(_FIRST[face.shortcut])
    return Phrase(_HOLDS[state.turn]) if state.turn in _HOLDS else None


def in_question(face: Face, sitting: Sitting) -> Phrase | None:
    """Return the tip of the second question for a firework: what to do with a card that misfits."""
    state = sitting.state
    if state is None or face.purpose != Purpose.PLAY:
        return None
    second = state.cards_played == 1 and not state.errors
    return Phrase("tip_misfire") if second and _in_game(face) else None


def _in_game(face: Face) -> bool:
    """Return True if tips help, and presses act on the game of the group."""
    return welcome(face) and face.practice is None and face.visit is None


# Backups: games count by their numbers, since the clock of a device may stand in 1970


def read_last_backup(kept: Mapping[str, str]) -> LastBackup:
    """Return the last backup, as the preferences have it."""
    try:
        at, game, tipped = map(int, kept.get(LAST_BACKUP, "").split())
    except ValueError:
        return LastBackup()
    return LastBackup(at, game, bool(tipped))


def keep_backup(backup: LastBackup) -> Prefer:
    """Return the preference that keeps a backup."""
    return Prefer(LAST_BACKUP, f"{backup.at:.0f} {backup.game} {backup.tipped:d}")


def backup_tip(face: Face, game: int) -> tuple[Face, Phrase | None]:
    """Return the tip, once, where many games have no backup.

    game: the highest number of a game.
    """
    backup = face.backup
    wanted = face.preferences.help != Help.OFF and not backup.tipped
    if not wanted or game - backup.game < UNSAVED:
        return face, None
    return face._replace(backup=backup._replace(tipped=True)), Phrase("tip_backup")


def last_backup_phrase(face: Face, game: int) -> Phrase:
    """Return the time of the last backup: its day, or else the number of games since."""
    backup = face.backup
    if not backup.at:
        return Phrase("about_no_backup")
    if made := day_of(backup.at):
        return Phrase("about_backup", {"day": made})
    return Phrase("about_backup_games", {"games": max(game - backup.game, 0)})
