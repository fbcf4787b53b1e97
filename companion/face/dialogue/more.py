"""*More*: what holding DISCARD opens on a question about a bonus tile, beside the answers.

It commits nothing, and leads back to the question.
"""

from companion.face.dialogue import repairs
from companion.face.state import Choice, Face, Purpose, ScreenName, home
from companion.table.sitting import Sitting


def opened(face: Face) -> Face:
    """Return the face at *more*; what is chosen of the tile so far stays."""
    path = face.choice.path if face.choice else ()
    return face._replace(scene=Choice(Purpose.MORE, path))


def closed(face: Face, sitting: Sitting) -> Face:
    """Return the face at what *more* was opened on; the same face where it is not open."""
    if face.screen != ScreenName.MORE:
        return face
    entry = repairs.entering(face)
    return home(face, sitting) if entry is None else repairs.shown(face, entry)
