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
from companion.face.voice.aloud import speaking_seconds
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
    ScreenName.PHONE: "the code letter by letter, the address without what every address has",
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
        for text in screens.texts(with_voice(view, "full", "en")):
            unheard = spelt(text) - said - ON_THE_TABLE
            if view.face.choice is not None:
                unheard -= SHORT
            assert "…" in text or not unheard, f"{name} has {text!r}, and says {spoken(view)}"


@pytest.mark.parametrize("name", COVERED)
def test_what_stands_over_a_screen_is_heard(name):
    view = with_voice(VIEWS[name], "full", "en")
    labels = set(screens.texts(view._replace(held=None, face=view.face._replace(notice=None))))
    said = spelt(spoken(view))
    for text in screens.texts(view):
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


class Table:
    """A game with a voice; `after` gives what is said of the gestures in it."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig

    def after(self, *gestures: str) -> list[str]:
        """Taps, `hold x`, and chords joined by +."""
        begin = len(self.rig.stage.heard)
        for gesture in gestures:
            if gesture.startswith("hold "):
                self.rig.hold(gesture.removeprefix("hold "))
            else:
                self.rig.press(gesture)
        return self.rig.stage.heard[begin:]


@pytest.fixture(params=["full"])
def table(request):
    with Rig(voice=request.param) as rig:
        rig.core.dialogue._finished = 3
        rig.core.dialogue.face = rig.core.dialogue.face._replace(
            newcomers=False
        )  # no tips any more
        rig.tap("play")
        yield Table(rig)


short = pytest.mark.parametrize("table", ["short"], indirect=True)
STATE = (
    "White none, red none, blue none, yellow none, green none. 7 clue tokens left, 3 fuses left, "
    "35 cards in the deck. 0 points. Player 2 to act."
)


@pytest.mark.parametrize("table", ["short", "full"], indirect=True)
def test_next_page_speaks_the_page_that_it_opens_and_then_the_table(table):
    table.after("clue")
    table.after("hold discard")
    pages = [table.after("discard")[0], *(table.after("hold discard")[-1] for _ in range(5))]
    assert pages == [
        f"{STATE} In the pile: 0.",
        "25 points possible. 13 discards left before points are lost. "
        "Last copy: white 5, red 5, blue 5, yellow 5, green 5.",
        "The beginning of the game. Efficiency needed: 1.04. Efficiency reached: 0.00.",
        "Latest turns. Player 1: a clue.",
        "7 clue tokens left. To one teammate: a colour or a number, all such cards. "
        '"You have none": as agreed.',
        STATE,
    ]


ANSWERS = (
    "Clue: white 1. Clue, Discard at once: red 1. Discard: blue 1. "
    "Discard, Play at once: yellow 1. Play: green 1. Player 1 to act."
)


def test_the_answers_of_a_question_that_waits_are_spoken_once_with_their_buttons(table):
    table.after("play")
    heard = table.rig.stage.heard
    table.rig.wait(ANSWERS_S)
    assert heard[-1] == "Which firework?", "they come only after the question has ended"
    table.rig.wait(speaking_seconds("Which firework?", "en"))
    assert heard[-2:] == ["Which firework?", ANSWERS]
    table.rig.wait(60)
    assert heard[-1] == ANSWERS
    assert heard.count(ANSWERS) == 1


def test_a_question_stays_awake_until_what_was_spoken_has_ended(table):
    table.after("play")
    begin = table.rig.now
    table.rig.wait(
        ANSWERS_S
        + speaking_seconds("Which firework?", "en")
        + speaking_seconds(ANSWERS, "en")
        + ASLEEP_S
        - 1
    )
    assert table.rig.now > begin + 2 * ASLEEP_S, "the answers take their time"
    assert table.after("discard") == ["1, blue 1. 2."]
    table.after("play")
    table.rig.wait(
        ANSWERS_S
        + speaking_seconds("Which firework?", "en")
        + speaking_seconds(ANSWERS, "en")
        + ASLEEP_S
        + 3
    )
    assert table.after("discard") == ["Still choosing: press again."]


@pytest.mark.parametrize("table", ["short", "off"], indirect=True)
def test_a_question_that_nobody_hears_falls_asleep_as_ever(table):
    table.after("play")
    table.rig.wait(ASLEEP_S + 1)
    table.rig.tap("discard")
    assert table.rig.notice == "awake"


def test_what_closes_by_itself_waits_until_what_was_spoken_has_ended(table):
    table.rig.ask(do="new", players=3, detail="cards")
    table.rig.wait(1)
    asked = table.after("clue", "discard")[-1]
    assert asked == "2, a discard. 3. Discarded: which?"
    table.rig.wait(NAMING_CLOSES_S)
    answers = table.rig.stage.heard[-1]
    assert answers.startswith("Clue: white.")
    table.rig.wait(speaking_seconds(answers, "en"))
    assert table.rig.screen == "naming"
    table.rig.wait(NAMING_CLOSES_S)
    assert table.rig.screen == "table"


def test_a_menu_that_is_closed_leads_back_to_who_acts(table):
    table.after("hold discard", "play")
    assert table.after("hold discard")[-1] == "Player 1 to act."


@pytest.mark.parametrize("table", ["short", "full"], indirect=True)
def test_the_last_card_and_the_end_are_spoken(table):
    rig = table.rig
    rig.ask(do="action", action={"do": "correct", "deck": 1, "missing": 34})
    rig.wait(1)
    last = table.after("clue", "discard")[-1]
    assert last == "2 a discard, last card, 3."
    who = "Still to play: player 3, player 1, player 2."
    assert f"3 turns left. 0 points. {who}" in table.after("hold discard", "discard")[-1]
    table.after("clue", "clue")
    end = table.after("clue")[-1]
    assert end.endswith("0 of 25 points. Damp squib.")


@pytest.mark.parametrize("table", ["short", "full"], indirect=True)
def test_a_repair_is_spoken(table):
    table.after("clue", "clue")
    said = table.after("hold discard", "clue", "hold discard", "clue")[-1]
    assert said.startswith("Put in as turn 2: a clue.")


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
    chosen = [f"{texts['menu_voice']}: {texts[f'voice_{level}']}." for level in ("short", "full")]
    assert rig.stage.heard == chosen


@pytest.mark.parametrize("start", ["welcome", "start"])
def test_by_the_fourth_press_after_the_first_power_on_all_is_spoken(start):
    with Rig(language="") as rig:
        rig.tap("clue")
        rig.tap("discard")  # English, among those of the first button
        if start == "start":
            rig.tap("play")
        before = rig.presses
        rig.hold("discard")
        rig.tap("clue")
        assert rig.presses == before + 2
        assert rig.screen == start
        assert rig.core.view.face.preferences.voice == "full"
        said = "Play, or learn it first?" if start == "welcome" else "50 cards, 5 each"
        assert said in rig.stage.heard[-1]
        rig.more("voice")
        assert rig.core.view.face.preferences.voice == "off"
