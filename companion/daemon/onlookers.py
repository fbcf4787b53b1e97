"""Onlookers: programs at the view socket that show the table elsewhere, such as the page.

Each is told the whole table once, and then what of it changed. They see the game, what is being
chosen and what is said; never the picture on the display, nor the token that it may show.
"""

from itertools import chain
from typing import Final

from companion.daemon.interfaces import Reply
from companion.face.dialogue import choices, labels
from companion.face.phrase_json import phrase_json
from companion.face.state import Choice, ScreenName
from companion.face.view import View
from companion.journal.sitting import Sitting
from companion.numbers import Json


class Onlookers:
    """The clients that look on, and what each was told."""

    def __init__(self) -> None:
        self.told: Final[dict[Reply, tuple[Sitting, Json]]] = {}
        """What each client was told last."""
        self.serving: Final[dict[Reply, tuple[str, ...]]] = {}
        """Where the page is found, as each client that serves it says."""

    @property
    def urls(self) -> tuple[str, ...]:
        """Where the page is found, as the clients that serve it say."""
        return tuple(dict.fromkeys(chain.from_iterable(self.serving.values())))

    def drop_client(self, reply: Reply) -> None:
        """Unsubscribe a client that disconnected, and drop its addresses."""
        self.told.pop(reply, None)
        self.serving.pop(reply, None)

    def subscribe(self, reply: Reply, serial: int, view: View) -> None:
        """Subscribe a client: it gets the whole view, then each change."""
        self.told.pop(reply, None)
        self.notify_clients((reply,), serial, view)

    def notify_clients(self, replies: tuple[Reply, ...], serial: int, view: View) -> None:
        """Send clients the changes since the last time, or at first the whole view."""
        aspect = _told_aspect(view)
        lines = {}
        for reply in replies:
            sitting, before = self.told.get(reply, (None, None))
            whole = sitting is not view.group
            if not whole and before == aspect:
                continue
            if whole not in lines:
                lines[whole] = _told_line(serial, view, aspect, whole)
            self.told[reply] = (view.group, aspect)
            reply(lines[whole])


def _told_aspect(view: View) -> Json:
    """Return what is told beside the game, the question and the notice as the face has them. Of
    preferences only these.
    """
    face = view.face
    aspect = {
        "screen": face.screen,
        "practice": face.practice is not None,
        "saved": view.saved,
        "language": view.language,
        "help": face.preferences.help,
        "clues": face.preferences.clues,
        "guests": bool(face.guests.sums),
        "clock": view.clock,
        "choice": face.choice,
        "marked": face.marked,
        "notice": face.notice,
    }
    # What is asked in a practice or among the turns is not of the group's table.
    elsewhere = face.practice is not None or face.visit is not None
    if elsewhere or face.screen in (ScreenName.PHONE, ScreenName.MORE):
        aspect |= dict.fromkeys(("choice", "marked", "notice"))
    return aspect


def _told_line(serial: int, view: View, aspect: Json, whole: bool) -> Json:
    from companion.daemon.socket import questions  # few tables have an onlooker
    from companion.journal import past_games

    notice = aspect["notice"]
    game = {}
    if whole:
        state = questions.table_state_json(view.group, view.saved, serial)
        game = {"state": state, "record": past_games.game_record(view.group)}
    return {
        "serial": serial,
        **game,
        **aspect,
        "clock": view.clock and view.clock._asdict(),
        "choice": _choice_json(aspect["choice"], view),
        "notice": notice and {"phrase": phrase_json(notice.phrase), "refusal": notice.refusal},
    }


def _choice_json(choice: Choice | None, view: View) -> Json | None:
    if choice is None:
        return None
    rows = choices.items_by_press(view.face, view.sitting).values()
    return {
        "purpose": choice.purpose,
        "question": phrase_json(labels.question_phrase(view.face, view.sitting)),
        "path": list(choice.path),
        "options": list(dict.fromkeys(chain.from_iterable(rows))),
    }
