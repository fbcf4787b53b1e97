"""Heard: whatever the screen says is heard, once, and of a screen that stays only what is new."""

import re

import pytest

from companion.daemon.publishing import ANSWERS_S
from companion.face import screens, words
from companion.face.dialogue import menus
from companion.face.dialogue.presses import ASLEEP_S
from companion.face.dialogue.timeouts import NAMING_CLOSES_S
from companion.face.state import ScreenName
from companion.face.view import View
from companion.face.voice.aloud import cleaned_text, speaking_seconds
from companion.face.voice.heard import spoken_text
from tests.rig.rig import Rig
from tests.rig.samples import SOME_LANGUAGES
from tests.rig.views import views

VIEWS = views()


def test_every_screen_is_among_the_views():
    """A screen that is missing there is neither drawn nor spoken by any test."""
    assert {view.face.screen for view in VIEWS.values()} == set(ScreenName), (
        "add one to tests/rig/views.py"
    )


def with_voice(view: View, level: str, language: str) -> View:
    chosen = view.face.preferences._replace(voice=level, language=language)
    return view._replace(face=view.face._replace(preferences=chosen))


def spelt(text: str) -> set[str]:
    """The words of a text, without figures and signs."""
    return set(re.findall(r"[^\W\d_]+", text.lower()))


def spoken(view: View, language: str = "en") -> str:
    """All that is said of a view, the answers of its question too."""
    shown = with_voice(view, "full", language)
    answers = spoken_text(shown, shown._replace(unanswered=True), None) if shown.face.choice else ""
    return f"{spoken_text(None, shown, None)} {answers}".strip()


NOT_ALL = {
    ScreenName.MENU: "of a list the line under the cursor",
    ScreenName.TURNS: "of a list the marked line",
    ScreenName.EDITION: "editions by their full names",
    ScreenName.LANGUAGE: "each language by its own name",
    ScreenName.START: "rules in full where the screen has them in short",
    ScreenName.TURN: "answers in full, not as labels",
    ScreenName.PHONE: "the code letter by letter",
    ScreenName.END: "no QR code, of the curve its end",
}
"""Screens of which not every text is spoken as it stands, and what is instead."""
ON_THE_TABLE = spelt("clue discard play") | spelt("to come played gone last")
"""Labels that never change, and the legend of the pile."""
SHORT = spelt("open whi red blu yel gre mul bla multi replay")
"""Labels of answers that are spoken in full."""


COVERED = {name: view for name, view in VIEWS.items() if view.held or view.face.notice}
WHOLE = {name: view for name, view in VIEWS.items() if view.face.screen not in NOT_ALL}


def test_all_that_a_screen_says_is_heard():
    for name in WHOLE.keys() - COVERED.keys():
        view = VIEWS[name]
        said = spelt(spoken(view))
        for text in screens.draw(with_voice(view, "full", "en")).texts:
            unheard = spelt(text) - said - ON_THE_TABLE
            if view.face.choice is not None:
                unheard -= SHORT
            assert "…" in text or not unheard, f"{name} has {text!r}, and says {spoken(view)}"


@pytest.mark.parametrize("name", COVERED)
def test_what_stands_over_a_screen_is_heard(name):
    view = with_voice(VIEWS[name], "full", "en")
    labels = set(screens.draw(view._replace(held=None, face=view.face._replace(notice=None))).texts)
    said = spelt(spoken(view))
    for text in screens.draw(view).texts:
        if text not in labels and view.face.notice is None and "Page" not in text:
            assert spelt(text) <= said, (
                f"{text!r} is on the screen, and this is said: {spoken(view)}"
            )
    if view.face.notice is not None and view.held is None:
        notice = words.say("en", view.face.notice.phrase)
        assert spelt(notice) - spelt("name") <= said | spelt("each")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_screen_is_spoken_in_every_language_with_nothing_but_words(language):
    said = {name: spoken(view, language) for name, view in VIEWS.items()}
    odd = re.compile(r"[][<>{}|\\▲▼←→·\n\t]|  ")
    assert {name: text for name, text in said.items() if not text or odd.search(text)} == {}


@pytest.mark.parametrize("level", ["short", "full"])
def test_of_a_screen_that_stays_nothing_is_said_twice(level):
    again = {}
    for name, shown in VIEWS.items():
        view = with_voice(shown, level, "en")
        pressed = view._replace(pressed=frozenset({"clue"}), dim_seat=True)
        again[name] = spoken_text(view, view, None) + spoken_text(view, pressed, None)
    assert {name: text for name, text in again.items() if text} == {}


def test_without_a_voice_nothing_is_said():
    for view in VIEWS.values():
        assert spoken_text(None, view, None) == ""


# By the buttons


@pytest.fixture
def rig():
    """Yield a game that is spoken of in full, without the tips of the first games."""
    with Rig(voice="full") as rig:
        rig.core.dialogue._finished = 3
        rig.core.dialogue.face = rig.core.dialogue.face._replace(newcomers=False)
        rig.tap("play")
        yield rig


def after(rig: Rig, *buttons: str) -> list[str]:
    """Tap buttons. Return what is said meanwhile."""
    begin = len(rig.stage.heard)
    for button in buttons:
        rig.tap(button)
    return rig.stage.heard[begin:]


ANSWERS = (
    "Clue: white 1. Clue, Discard at once: red 1. Discard: blue 1. "
    "Discard, Play at once: yellow 1. Play: green 1. Player 1's turn."
)


def test_the_answers_of_a_question_that_waits_are_spoken_once_with_their_buttons(rig):
    after(rig, "play")
    heard = rig.stage.heard
    rig.wait(ANSWERS_S)
    assert heard[-1] == "Which firework?", "they come only after the question has ended"
    rig.wait(speaking_seconds("Which firework?", "en"))
    assert heard[-2:] == ["Which firework?", ANSWERS]
    rig.wait(60)
    assert heard[-1] == ANSWERS
    assert heard.count(ANSWERS) == 1


def test_a_question_stays_awake_until_what_was_spoken_has_ended(rig):
    spoken = ANSWERS_S + sum(speaking_seconds(said, "en") for said in ("Which firework?", ANSWERS))
    assert spoken > ASLEEP_S, "the answers take their time"
    after(rig, "play")
    rig.wait(spoken + ASLEEP_S - 1)
    assert after(rig, "discard") == ["1, blue 1. 2."]
    after(rig, "play")
    rig.wait(spoken + ASLEEP_S + 3)
    assert after(rig, "discard") == ["Still choosing: press again."]


def test_what_closes_by_itself_waits_until_what_was_spoken_has_ended(rig):
    rig.ask(do="new", players=3, detail="cards")
    rig.wait(1)
    assert after(rig, "clue", "discard")[-1] == "2, a discard. 3. Discarded: which?"
    rig.wait(NAMING_CLOSES_S)
    answers = rig.stage.heard[-1]
    assert answers.startswith("Clue: white.")
    rig.wait(speaking_seconds(answers, "en"))
    assert rig.screen == "naming"
    rig.wait(NAMING_CLOSES_S)
    assert rig.screen == "table"


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_the_voice_says_that_it_is_there_when_it_is_chosen(language):
    with Rig(language=language) as rig:
        rig.more("menu")
        lines = [
            line.label.key for line in menus.menu_lines(rig.core.dialogue.face, rig.core.sitting)
        ]
        for _ in range(lines.index("menu_voice")):
            rig.tap("discard", after=0.1)
        assert rig.stage.heard == []
        for _ in ("short", "full", "off"):
            rig.tap("play")
    texts = words.texts(language)
    levels = (texts["voice_short"], texts["voice_full"])
    said = [texts["by"].format(who=texts["menu_voice"], what=level) for level in levels]
    chosen = [f"{cleaned_text(text)}." for text in said]
    assert rig.stage.heard == chosen
