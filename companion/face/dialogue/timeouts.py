"""What goes away by itself: notices, menus, pages, an answer that is not given.

What people entered and does not count yet stays: `Face.unfinished`.
"""

from typing import Final

from companion.face.dialogue import guests, more, practice
from companion.face.state import Face, Purpose, ScreenName, home
from companion.table.sitting import Sitting

NAMING_CLOSES_S: Final = 8.0
MENUS_CLOSE_S: Final = 20.0
PAGES_CLOSE_S: Final = 60.0
MORE_CLOSES_S: Final = 8.0
TURNS_CLOSE_S: Final = 60.0
PRACTICE_CLOSES_S: Final = 120.0
PHONE_CLOSES_S: Final = 120.0
MARK_FADES_S: Final = 10.0
"""Seconds without a press after which these go away."""


def expiry(face: Face) -> float | None:
    """When something on the screen goes away by itself."""
    times = [
        face.notice.until if face.notice else None,
        face.laid.until if face.laid else None,
        face.guests.until,
    ]
    if face.practice is not None:
        times.append(face.touched + PRACTICE_CLOSES_S)
    elif face.screen == ScreenName.MORE:
        times.append(face.touched + MORE_CLOSES_S)
    elif face.unfinished:
        pass
    elif face.visit is not None:
        times.append(face.touched + TURNS_CLOSE_S)
    elif face.screen == ScreenName.NAMING:
        times.append(face.touched + (MENUS_CLOSE_S if _from_menu(face) else NAMING_CLOSES_S))
    elif face.screen in (
        ScreenName.MENU,
        ScreenName.AUDIT,
        ScreenName.ABOUT,
        ScreenName.EDITION,
    ) or _from_menu(face):
        times.append(face.touched + MENUS_CLOSE_S)
    elif face.screen == ScreenName.PHONE:
        times.append(face.touched + PHONE_CLOSES_S)
    elif face.screen == ScreenName.LOOK:
        times.append(face.touched + PAGES_CLOSE_S)
    elif face.marked:
        times.append(face.touched + MARK_FADES_S)
    return min((time for time in times if time is not None), default=None)


def _from_menu(face: Face) -> bool:
    """Whether a choice was opened from the menu and so closes with it."""
    late = face.choice is not None and face.choice.purpose == Purpose.NAME_LATE
    return late or (face.screen == ScreenName.LANGUAGE and bool(face.preferences.language))


def expire(face: Face, sitting: Sitting, now: float) -> Face:
    """Remove what has had its time on the screen. Return the face, the same one if nothing has."""
    due = expiry(face)
    if due is None or now < due:
        return face
    if face.notice and face.notice.until is not None and now >= face.notice.until:
        return face._replace(notice=None)
    if face.laid and now >= face.laid.until:
        return face._replace(laid=None)
    if face.guests.until is not None and now >= face.guests.until:
        face = guests.withdrawn(face)
        return home(face, sitting) if face.screen == ScreenName.PHONE else face
    if face.practice is not None:
        return practice.left(face)
    if face.screen == ScreenName.MORE:
        return more.closed(face, sitting)
    if face.screen == ScreenName.TABLE:
        return face._replace(marked=None)
    return home(face, sitting)
