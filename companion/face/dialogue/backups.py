"""Backups: when the last one was made, and the tip that there should be one.

Games count by their numbers, since the clock of a device may stand in 1970.
"""

from collections.abc import Mapping
from typing import Final

from companion.clock import day
from companion.face.command import Prefer
from companion.face.preferences import Help
from companion.face.state import Face, LastBackup, Phrase
from companion.journal.kept import LAST_BACKUP

GAMES: Final = 10
"""After so many games without a backup comes the tip."""


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
    if not wanted or game - backup.game < GAMES:
        return face, None
    return face._replace(backup=backup._replace(tipped=True)), Phrase("tip_backup")


def last_backup_phrase(face: Face, game: int) -> Phrase:
    """Return the time of the last backup: its day, or else the number of games since."""
    backup = face.backup
    if not backup.at:
        return Phrase("about_no_backup")
    if made := day(backup.at):
        return Phrase("about_backup", {"day": made})
    return Phrase("about_backup_games", {"games": max(game - backup.game, 0)})
