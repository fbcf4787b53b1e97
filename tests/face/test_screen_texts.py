"""The texts of each screen: what the drawer lays out is what the voice reads, without Pillow."""

import pytest

from companion.face import screens
from companion.face.screen_texts import screen_text_of
from companion.face.screens.page import Page
from companion.face.state import ScreenName
from companion.face.view import View
from tests.rig.printed import printed_by
from tests.rig.views import views

BLANKS = {ord("\N{NO-BREAK SPACE}"): " "}
OTHERWISE = {
    *(ScreenName.START, ScreenName.EDITION),  # rules in short where there is no room
    *(ScreenName.LOOK, ScreenName.END),  # some pages are pictures
    ScreenName.PHONE,  # what it is for stands beside it
    ScreenName.TILE,  # a question for a card has the sign of its tile
    ScreenName.CHOOSING,  # a lesson's task, where the question stands in cells
}
VIEWS = {
    name: view
    for name, view in views().items()
    if not (view.held or view.face.notice) and view.face.screen not in OTHERWISE
}


def drawn(view: View) -> str:
    """Return all that stands on a screen, in one line."""
    return " ".join(screens.draw(view).texts)


@pytest.mark.parametrize("name", VIEWS)
def test_the_title_of_a_screen_stands_on_it(name):
    view = VIEWS[name]
    title = screen_text_of(view).title
    assert title is None or Page(view).words(title).translate(BLANKS) in drawn(view)


def test_the_voice_speaks_without_pillow():
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "from companion.face.preferences import Preferences\n"
        "from companion.face.state import face_at_start\n"
        "from companion.face.view import View\n"
        "from companion.face.voice.heard import screen_text, spoken_text\n"
        "from companion.journal.sitting import EMPTY\n"
        "view = View(EMPTY, face_at_start(EMPTY, Preferences(language='en', voice='full')))\n"
        "print(spoken_text(None, view, None), screen_text(view))\n"
    )
    assert printed_by(code).count("Classic Hanabi") == 2
