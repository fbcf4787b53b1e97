"""What goes away by itself: notices, menus, pages, an answer that is not given.

What people entered and does not count yet stays: `Face.is_unfinished`.
"""

from typing import Final

from companion.face.dialogue import guests, intents, practice
from companion.face.state import Face, Purpose, ScreenName, face_at_home
from companion.journal.sitting import Sitting

NAMING_CLOSES_S: Final = 8.0
MENUS_CLOSE_S: Final = 20.0
MORE_CLOSES_S: Final = 8.0
TURNS_CLOSE_S: Final = 60.0
PRACTICE_CLOSES_S: Final = 120.0
MARK_FADES_S: Final = 10.0
"""Seconds without a press after which these go away."""


_CLOSES_S: Final = {
    ScreenName.NAMING: NAMING_CLOSES_S,
    ScreenName.MENU: MENUS_CLOSE_S,
    ScreenName.AUDIT: MENUS_CLOSE_S,
    ScreenName.ABOUT: MENUS_CLOSE_S,
    ScreenName.EDITION: MENUS_CLOSE_S,
    ScreenName.PHONE: 120.0,
    ScreenName.LOOK: 60.0,
}


def expiry(face: Face) -> float | None:
    """Return the time at which something on the screen goes away by itself."""
    patience_s = _patience_of_face(face)
    times = (
        face.notice and face.notice.until,
        face.laid and face.laid.until,
        face.guests.until,
        None if patience_s is None else face.touched + patience_s,
    )
    return min((time for time in times if time is not None), default=None)


def _patience_of_face(face: Face) -> float | None:
    """Return the seconds without a press after which the screen goes away; None where it stays."""
    if face.practice is not None:
        return PRACTICE_CLOSES_S
    if face.screen == ScreenName.MORE:
        return MORE_CLOSES_S
    # Counting a pile takes longer than a menu stays: what was set is not dropped by a clock.
    if face.is_unfinished:
        return None
    if face.visit is not None:
        return TURNS_CLOSE_S
    # A question that was opened from the menu closes with it; the first one ever stays.
    asks_language = face.screen == ScreenName.LANGUAGE and face.preferences.language
    if asks_language or face.purpose == Purpose.NAME_LATE:
        return MENUS_CLOSE_S
    return _CLOSES_S.get(face.screen, MARK_FADES_S if face.marked else None)


def expire(face: Face, sitting: Sitting, now: float) -> Face:
    """Remove what has had its time on the screen. Return the face, the same one if nothing has."""
    due = expiry(face)
    if due is None or now < due:
        return face
    # One thing at a time: what else is over is due at once again.
    if face.notice and _is_over(face.notice.until, now):
        return face._replace(notice=None)
    if face.laid and _is_over(face.laid.until, now):
        return face._replace(laid=None)
    if _is_over(face.guests.until, now):
        return guests.withdraw_at_once(face, sitting)
    return _leave_screen(face, sitting)


def _is_over(until: float | None, now: float) -> bool:
    return until is not None and now >= until


def _leave_screen(face: Face, sitting: Sitting) -> Face:
    if face.practice is not None:
        return practice.leave_practice(face)
    if face.screen == ScreenName.MORE:
        return intents.close_more(face, sitting)
    if face.screen == ScreenName.TABLE:
        return face._replace(marked=None)
    return face_at_home(face, sitting)
