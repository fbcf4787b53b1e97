"""*More*: what holding DISCARD opens at the table, between games, and on questions about tiles.

It commits nothing, and leads back to where it was opened.
"""

from companion.face.dialogue import repairs
from companion.face.dialogue.choices import MENU
from companion.face.state import Choice, Face, Phrase, Purpose, ScreenName, face_at_home
from companion.journal.sitting import Sitting


def open_more(face: Face) -> Face:
    """Return the face at *more*; what is chosen of a tile so far stays."""
    starts = face.screen in (ScreenName.START, ScreenName.WELCOME)
    origin = face.screen if starts else face.origin
    return face._replace(
        scene=Choice(Purpose.MORE, face.path), origin=origin, marked=None, laid=None
    )


def item_purpose(face: Face, item: str) -> Phrase:
    """Return the purpose of an item; the menu before a game has other lines."""
    starting = item == MENU and face.origin in (ScreenName.START, ScreenName.WELCOME)
    return Phrase("more_menu_start" if starting else f"more_{item}")


def close_more(face: Face, sitting: Sitting) -> Face:
    """Return the face at what *more* was opened on; the same face where it is not open."""
    if face.screen != ScreenName.MORE:
        return face
    entry = face.entry
    if entry is not None:
        return repairs.ask_rest(face, entry)
    return face_at_home(face, sitting)._replace(page=face.page)
