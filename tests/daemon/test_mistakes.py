"""Mistakes of the program: whatever the face raises, no game ends, and every start succeeds."""

import pytest
from PIL import ImageChops

from companion.daemon import dialogue, publishing
from companion.daemon.interfaces import Shown
from companion.daemon.mistakes import Mistakes
from companion.daemon.socket import questions
from companion.face import screens
from companion.face.dialogue import (
    choices,
    grammar,
    guests,
    intents,
    names,
    outcomes,
    presses,
    repairs,
    timeouts,
)
from companion.face.effects import lights, motion, sounds
from companion.face.state import ScreenName, face_at_start
from tests.rig.rig import Rig
from tests.rig.samples import sample
from wiring.reading.build import load


class Mistake(Exception):
    """What a part of the face raises here."""


def raises(*_given, **_named):
    raise Mistake("a mistake")


# The mistakes


def test_a_mistake_is_told_once_by_work_and_place(caplog):
    mistakes = Mistakes()
    for _ in range(3):
        assert mistakes.contain("drawing", raises) is None
    assert mistakes.contain("speaking", raises) is None
    assert mistakes.contain("drawing", lambda: 1) == 1
    mistakes.contain("drawing", raises)
    told = caplog.messages
    assert told == ["a mistake of the program: drawing", "a mistake of the program: speaking"]
    assert "Mistake: a mistake" in caplog.text, "with its traceback"


# What may raise on the way of a press, of time, and of a view

ON_THE_WAY = {
    "a press": (presses, "press"),
    "how presses are told apart": (presses, "manner_of"),
    "the times of the face": (timeouts, "expiry"),
    "what time takes away": (timeouts, "expire"),
    "what a step did": (dialogue, "effects_of"),
    "the face after a step": (outcomes, "face_after_step"),
    "the sound of a step": (sounds, "sound"),
    "the blinking": (publishing, "_half_blinks"),
    "the view": (publishing.Publisher, "complete_view"),
    "a question": (choices, "open_question"),
    "guests": (guests, "set_urls"),
}


def as_the_outputs(rig):
    """Draw as the outputs do: a mistake is contained there, too."""
    draw = rig.stage.drawing.draw
    rig.stage.show_view = lambda serial, view: rig.inbox.append(Shown(serial, draw(view, rig.now)))


@pytest.mark.parametrize("where", sample(ON_THE_WAY, 3))
def test_a_mistake_ends_no_game_and_the_next_start_is_well(tmp_path, monkeypatch, caplog, where):
    module, name = ON_THE_WAY[where]
    with Rig(tmp_path) as rig:
        as_the_outputs(rig)
        rig.tap("play")
        rig.tap("clue")
        with monkeypatch.context() as context:
            context.setattr(module, name, raises)
            for gesture in ("clue", "play", "discard"):
                rig.tap(gesture)
                rig.wait(30)
            counted = rig.core.sitting
        told = [
            record for record in caplog.records if "a mistake of the program" in record.getMessage()
        ]
        assert len(told) == len({record.getMessage() for record in told}), "each once"
        rig.wait(2)
        rig.tap("clue", after=2)
        assert not rig.core.view.mistaken, "the sign goes once a press works"
        assert rig.screen in (ScreenName.TABLE, ScreenName.CHOOSING)
        before = rig.core.sitting
    assert before.actions[: len(counted.actions)] == counted.actions
    with Rig(tmp_path) as rig:
        assert rig.core.sitting == before
        rig.check()


@pytest.mark.parametrize("where", ["a press", "a question", "the view"])
def test_after_a_mistake_the_picture_is_the_last_good_one_with_a_sign(monkeypatch, where):
    module, name = ON_THE_WAY[where]
    with Rig() as rig:
        rig.tap("play")
        rig.tap("clue", after=30)
        good = rig.glass.convert("L")
        as_the_outputs(rig)
        with monkeypatch.context() as context:
            context.setattr(presses if name == "press" else module, name, raises)
            rig.tap("play")
            changed = ImageChops.difference(rig.glass.convert("L"), good).getbbox()
        assert changed is not None
        assert changed[0] > 110, "only the sign is new"
        assert changed[3] < 16


def test_holding_clue_leads_out_of_a_screen_of_which_the_face_makes_nothing(monkeypatch, caplog):
    with Rig() as rig:
        rig.tap("play")
        rig.tap("clue")
        monkeypatch.setattr(grammar, "meaning", raises)
        rig.tap("clue")
        assert rig.state.clues == 7
        rig.hold("clue")
        assert rig.state.clues == 8
        assert rig.core.view.mistaken
        monkeypatch.undo()
        rig.tap("clue")
        rig.check()


def test_a_mistake_answers_the_script_that_waits(monkeypatch):
    with Rig() as rig:
        rig.tap("play")
        monkeypatch.setitem(intents.HANDLERS, "clue", raises)
        assert "made a mistake" in rig.ask(do="press", control="clue")["error"]
        monkeypatch.setattr(questions, "table_state_json", raises)
        assert "made a mistake" in rig.ask(get="state")["error"]
        monkeypatch.undo()
        assert rig.ask(do="press", control="clue")["ok"]


def test_a_mistake_in_what_a_script_asks_closes_nothing_that_people_have_open(monkeypatch):
    with Rig() as rig:
        rig.tap("play")
        rig.tap("clue")
        rig.more("menu")
        before = rig.core.view.face
        monkeypatch.setattr(repairs, "repair_command", raises)
        assert "made a mistake" in rig.ask(do="repair", turn=1, **{"as": "remove"})["error"]
        assert rig.core.view.face == before


def test_a_start_of_which_the_face_makes_nothing_shows_the_table(tmp_path, monkeypatch, caplog):
    with Rig(tmp_path) as rig:
        rig.tap("play")
        rig.tap("clue")
        before = rig.core.sitting
    with monkeypatch.context() as context:
        context.setattr(names, "face_with_names", raises)
        with Rig(tmp_path) as rig:
            assert rig.core.sitting == before
            assert (rig.screen, rig.core.view.mistaken) == ("table", True)
    with monkeypatch.context() as context:
        context.setattr(
            dialogue,
            "face_at_start",
            lambda sitting, *more: raises() if sitting.game else face_at_start(sitting),
        )
        with Rig(tmp_path) as rig:
            assert (rig.core.sitting, rig.screen) == (before, "table")
            rig.tap("clue")
            assert rig.state.clues == 6


# A picture that cannot be drawn


@pytest.mark.parametrize(("build", "top", "bottom"), [("emulator", 0, 16), ("oled-hat", 8, 21)])
def test_a_picture_that_cannot_be_drawn_is_the_last_one_with_a_sign_and_play_goes_on(
    monkeypatch, caplog, build, top, bottom
):
    with Rig(build=load(build)) as rig:
        rig.tap("play")
        rig.tap("clue")
        good = rig.glass
        monkeypatch.setitem(screens._DRAWERS, ScreenName.TABLE, raises)
        monkeypatch.setattr(
            rig.stage, "show_view", lambda serial, view: rig.stage.drawing.draw(view, rig.now)
        )
        for _ in range(3):
            rig.tap("clue")
        assert rig.state.clues == 4
        left, above, _, below = ImageChops.difference(
            rig.glass.convert("L"), good.convert("L")
        ).getbbox()
        assert left > 110, "only the sign is new"
        assert top <= above < below <= bottom, "it hides no label"
        assert caplog.text.count("a mistake of the program: drawing the screen table") == 1
        assert "a mistake" in rig.ask(get="screen")["error"]
        monkeypatch.undo()
        rig.tap("clue")
        rig.tap("clue")
        assert rig.screen == "table"
        rig.check()


def test_lights_and_frames_that_cannot_be_made_end_nothing_either(monkeypatch, caplog):
    with Rig(frames=True) as rig:
        rig.tap("play")
        monkeypatch.setattr(motion, "moving_picture", raises)
        rig.play("R")
        rig.wait(2)
        monkeypatch.setattr(lights, "plan", raises)
        rig.tap("clue")
        rig.tap("clue")
        assert rig.state.clues == 6
        assert caplog.text.count("a mistake of the program: the lights") == 1
        assert caplog.text.count("a mistake of the program: a frame") == 1
        monkeypatch.undo()
        rig.tap("clue")
        rig.wait(2)
        rig.check()


# A stop while something is open


def test_a_stop_while_a_bonus_tile_is_open_is_followed_by_its_question(tmp_path):
    with Rig(tmp_path) as rig:
        rig.ask(do="new", players=3, edition={"flamboyants": True})
        for rank in range(1, 6):
            rig.ask(do="action", action={"do": "play", "card": f"R{rank}"})
        assert rig.screen == "tile"
        before = rig.core.sitting
    with Rig(tmp_path) as rig:
        assert (rig.screen, rig.core.sitting) == ("tile", before)
        for seconds in (0.3, 0.5, 20, 300, 3600):
            rig.wait(seconds)
        rig.tap("play")
        rig.tap("play")
        rig.tap("play")
        rig.check()
