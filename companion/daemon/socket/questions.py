"""Questions of scripts about the game, the screen and the stickers: their answers as JSON."""

from companion.daemon.interfaces import Reply
from companion.face import screens, seats, words
from companion.face.dialogue import labels, repairs
from companion.face.glyphs import shown_name
from companion.face.state import Face, ScreenName
from companion.face.view import View
from companion.game.names import Names
from companion.game.record import edition_json
from companion.game.view import state_json
from companion.journal.sitting import Sitting
from companion.journal.stickers import Stickers
from companion.numbers import Json


def state(sitting: Sitting, saved: bool, serial: int) -> Json | None:
    """Return the state of the game on the table; None before the first game ever."""
    began = sitting.began
    if sitting.state is None or began is None:
        return None
    setup = began.setup
    return {
        **state_json(sitting.state),
        "game": sitting.game,
        "edition": edition_json(setup.edition),
        "preset": began.preset,
        "players": setup.players,
        "names": list(began.names),
        "place": [seats.place_of(sitting, seat) + 1 for seat in range(setup.players)],
        "detail": setup.detail,
        "saved": saved,
        "serial": serial,
    }


def stickers(known: Stickers) -> dict[str, dict[str, str]]:
    """Return the deck and the card of every known sticker, by its tag."""
    return {
        tag: {"deck": sticker.deck, "card": str(sticker.card)} for tag, sticker in known.items()
    }


def _cursor(face: Face) -> int | None:
    """Return the line that is chosen in a menu, or marked among the turns, from 0."""
    if face.screen == ScreenName.MENU:
        return face.menu.cursor
    if face.screen == ScreenName.TURNS and face.visit is not None:
        return face.visit.mark
    return None


def _entering(face: Face) -> Json | None:
    """Return the turn that is entered, while presses are about it and not about the game now."""
    entry = face.entry
    return None if entry is None else {"turn": repairs.turn_number(entry), "as": entry.kind}


def screen(view: View | None) -> Json | None:
    """Return what the screen says, and what each button stands for."""
    if view is None:
        return None
    face = view.face
    phrases = labels.key_phrases(face, view.sitting)
    return {
        "name": face.screen,
        "practice": face.practice.lesson if face.practice else None,
        "entering": _entering(face),
        "texts": screens.texts(view),
        "cursor": _cursor(face),
        "keys": {
            control: words.say(view.language, phrase) if phrase else ""
            for control, phrase in phrases.items()
        },
        "options": labels.options(face, view.sitting),
    }


def naming(reply: Reply, names: Names) -> Reply:
    """Return a reply that tells, too, which of these names the display shows by their places."""
    lacking = [name for name in names if name and not shown_name(name, names)]
    if not lacking:
        return reply
    return lambda answer: reply({**answer, "unshown": lacking} if answer["ok"] else answer)
