"""The practice: a newcomer is taken through it by presses, and nothing of it is kept."""

from functools import partial

import pytest

from companion.daemon.interfaces import Request
from companion.face import words
from companion.face.dialogue.practice import WAYS
from companion.face.effects.sounds import REFUSED
from companion.panel import BUTTONS
from tests.rig.menu_lines import select
from tests.rig.real_builds import PRESSED
from tests.rig.rig import Rig
from tests.rig.samples import SOME_LANGUAGES, paired, sample
from wiring.reading.build import load

LESSONS = {
    "clue": lambda rig: rig.tap("clue"),
    "discard": lambda rig: rig.tap("discard"),
    "play": lambda rig: rig.play("Y"),
    "undo": lambda rig: rig.hold("clue"),
    "done": lambda rig: rig.tap("discard"),
}


@pytest.fixture
def rig():
    with Rig() as rig:
        yield rig


def lesson(rig):
    practice = rig.core.view.face.practice
    return practice.lesson if practice else None


def begin(rig, upto="clue"):
    """Open the practice, and go on to this lesson."""
    select(rig, "practice")
    for name, act in LESSONS.items():
        assert lesson(rig) == name
        if name == upto:
            return
        act(rig)


def shown(rig):
    """The game that is practised."""
    return rig.core.view.sitting.state


def said(rig, key):
    """What a key of the words says in the lesson, with the button's name."""
    language = rig.core.view.language
    texts = words.texts(language)
    line = texts[key].format(button=texts[f"control_{WAYS[lesson(rig)].control}"])
    return " ".join(line.split())


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_the_screen_says_what_to_do_next_and_labels_only_that_button(language):
    with Rig(language=language) as rig:
        begin(rig)
        for name, way in WAYS.items():
            screen = rig.ask(get="screen")["screen"]
            assert (screen["name"], screen["practice"]) == ("table", name)
            assert said(rig, f"practice_{name}") in screen["texts"], name
            assert [control for control, label in screen["keys"].items() if label] == [way.control]
            rig.check()
            LESSONS[name](rig)


@pytest.mark.parametrize(
    ("name", "language"), paired(["clue", "discard", "play", "undo"], SOME_LANGUAGES)
)
def test_a_wrong_press_says_the_lesson_in_other_words(language, name):
    with Rig(language=language) as rig:
        begin(rig, name)
        way = WAYS[lesson(rig)]
        presses = [
            *(partial(rig.tap, control) for control in BUTTONS),
            *(partial(rig.hold, control) for control in ("discard", "play")),
            partial(rig.chord, "clue", "play"),
            partial(rig.chord, "clue", "discard", "play"),
            partial(rig.touch, "R"),
        ]
        if not way.held:
            del presses[BUTTONS.index(way.control)]
        if name == "play":
            presses.pop()
        for press in presses:
            before = shown(rig)
            press()
            assert rig.notice == f"practice_{name}_again"
            again = said(rig, f"practice_{name}_again")
            assert again in rig.ask(get="screen")["screen"]["texts"]
            assert again != said(rig, f"practice_{name}")
            assert rig.stage.sounds[-1][0] == REFUSED
            assert (lesson(rig), shown(rig), rig.screen) == (name, before, "table")
            rig.check()
            rig.wait(5)
            assert said(rig, f"practice_{name}") in rig.ask(get="screen")["screen"]["texts"]


@pytest.mark.parametrize("name", sample(WAYS, 2))
def test_it_can_be_left_at_any_moment_and_the_game_on_the_table_is_untouched(rig, name):
    rig.tap("play")
    rig.tap("clue")
    rig.play("R")
    rig.hold("clue")
    before, kept = rig.core.sitting, rig.store.story(rig.core.sitting.game)
    begin(rig, name)
    assert rig.core.sitting is before
    for _ in range(3):
        if lesson(rig):
            rig.hold("clue")
    assert (rig.screen, lesson(rig)) == ("table" if name in ("undo", "done") else "menu", None)
    assert rig.core.view.sitting is before
    assert rig.store.story(before.game) == kept
    rig.check()
    rig.ask(do="redo")
    assert rig.state.fireworks["R"] == 1, "and can be redone"


def test_scripts_see_the_screen_of_the_practice_and_the_state_of_the_game(rig):
    lines = []
    rig.tap("play")
    rig.tap("clue")
    state, record = rig.ask(get="state")["state"], rig.ask(get="record")
    rig.inbox.append(_subscription(lines))
    rig.settle()
    begin(rig, "play")
    assert rig.ask(do="press", control="play")["ok"]
    assert rig.ask(get="screen")["screen"]["options"]["clue"] == ["W"]
    assert rig.ask(do="press", control="clue")["ok"]
    assert lesson(rig) == "undo"
    assert {**rig.ask(get="state")["state"], "serial": 0} == {**state, "serial": 0}
    assert rig.ask(get="record") == record
    assert len(rig.ask(get="history")["history"]) == 1
    assert lines == [{"ok": True}], "no change of the game is told"
    refused = rig.ask(do="press", control="discard")
    assert not refused["ok"]
    assert refused["error"].startswith("Keep Clue down")


def _subscription(lines):
    return Request({"do": "subscribe"}, lines.append)


@pytest.mark.parametrize("build", PRESSED)
def test_every_build_can_practise(build):
    with Rig(build=load(build)) as rig:
        select(rig, "practice")
        while name := rig.ask(get="screen")["screen"]["practice"]:
            way = WAYS[name]
            if way.held:
                assert rig.ask(do="hold", control=way.control, seconds=0.8)["ok"]
            else:
                assert rig.ask(do="press", control=way.control)["ok"]
            if name == "play":
                assert rig.ask(do="press", control="clue")["ok"]
        assert rig.screen == "start"
