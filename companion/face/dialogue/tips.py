"""Tips: in the first games, a line in a prompt about what cannot be found out by looking.

A tip follows from the game and from the holds that were made. It stands above the fireworks in the
first four turns, or in a question until that is answered, and each comes once a game. Once many
games have no backup, a tip says that there should be one.
"""

from collections.abc import Mapping
from typing import Final

from companion.clock import day_of
from companion.face.command import Prefer
from companion.face.preferences import Help
from companion.face.state import (
    TABLES,
    Face,
    LastBackup,
    Notice,
    Phrase,
    Purpose,
    ScreenName,
    Taught,
)
from companion.game.names import real_names
from companion.journal.kept import LAST_BACKUP
from companion.journal.sitting import Sitting
from companion.panel import BUTTONS, CLUE

GAMES: Final = 3
"""The number of finished games after which no tips come."""
UNSAVED: Final = 10
"""After so many games without a backup comes the tip."""
_FIRST: Final = {"": "tip_press", "keys": "tip_keys", "pads": "tip_pads"}
"""The tip of the first turn, by what a build has beside the three buttons."""

EVENING_S: Final = 6 * 3600.0
"""After so long without a word of the undo another evening has begun."""


def welcome(face: Face, sitting: Sitting) -> bool:
    """Return True if tips help: to a group that may be new to the device, and wants help.

    A name that is new here, or a lesson, brings them back, also where help is off.
    """
    is_new = face.newcomers and face.preferences.help != Help.OFF
    return is_new or sitting.game <= face.taught.until


def at_table(face: Face, sitting: Sitting) -> Phrase | None:
    """Return the tip above the table's fireworks, if there is one.

    In the first turn it says what to press, then what each hold does that nobody has made yet.
    """
    state = sitting.state
    if state is None or state.over:
        return None
    if face.screen != ScreenName.TABLE or not _in_game(face, sitting):
        return None
    if state.turn == 1:
        return Phrase(_FIRST[face.shortcut])
    control = dict(enumerate(BUTTONS, 2)).get(state.turn, "")
    return None if not control or control in face.taught.held else _hold_phrase(control)


def _hold_phrase(control: str) -> Phrase:
    return Phrase(f"tip_hold_{control}")


def note_hold(face: Face, control: str) -> Face:
    """Return the face once a button was held for something at the table."""
    if face.screen not in TABLES or face.practice is not None:
        return face
    return face._replace(taught=face.taught._replace(held=face.taught.held | {control}))


def bring_back(face: Face, game: int) -> Face:
    """Return the face whose tips come until this game, for people who are new here."""
    return face._replace(taught=Taught(until=game))


def meet_players(face: Face, names: tuple[str, ...], game: int) -> Face:
    """Return the face at the beginning of a game: a name that is new here brings the tips back."""
    return bring_back(face, game) if set(real_names(names)) - set(face.known) else face


def naming_undo(face: Face, notice: Notice, now: float) -> Face:
    """Return the face with a notice, which once an evening names the undo."""
    if CLUE not in face.taught.held and now - face.taught.undo_at > EVENING_S:
        notice = notice._replace(hold=CLUE)
        face = face._replace(taught=face.taught._replace(undo_at=now))
    return face._replace(notice=notice)


def in_question(face: Face, sitting: Sitting) -> Phrase | None:
    """Return the tip of the second question for a firework: what to do with a card that misfits."""
    state = sitting.state
    if state is None or face.purpose != Purpose.PLAY:
        return None
    second = state.cards_played == 1 and not state.errors
    return Phrase("tip_misfire") if second and _in_game(face, sitting) else None


def _in_game(face: Face, sitting: Sitting) -> bool:
    """Return True if tips help, and presses act on the game of the group."""
    return welcome(face, sitting) and face.practice is None and face.visit is None


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
