"""Publishing: what the speaker is asked for, by sound and voice, and the clock of the turn."""

import pytest

from companion.daemon.door import Door
from companion.daemon.interfaces import Request
from companion.daemon.screensaver import BLANK_AFTER_S, DIM_AFTER_S
from companion.face.dialogue import tips
from tests.rig.printed import printed_by
from tests.rig.rig import Rig


@pytest.fixture
def asked(monkeypatch):
    """What the speaker was asked for, in order."""
    found: list[str] = []

    def rig(sound: str, voice: str) -> Rig:
        one = Rig(voice=voice)
        face = one.core.dialogue.face
        chosen = face.preferences._replace(sound=sound, voice=voice, help="off")
        one.core.dialogue.face = face._replace(preferences=chosen)
        one.tap("play")
        one.stage.play_sound = lambda name, step: found.append(name)
        one.stage.end_sounds = lambda: found.append("hush")
        one.stage.speak_words = lambda words, sound, step: found.append(
            f"{sound}+words" if words() else sound
        )
        return one

    return found, rig


@pytest.mark.parametrize(
    ("sound", "voice", "wanted"),
    [
        ("2", "off", ["click", "grow_1"]),
        ("2", "short", ["click", "grow_1+words"]),
        ("off", "short", ["hush", "+words"]),
        ("off", "off", []),
    ],
)
def test_a_press_ends_what_is_heard_and_its_step_is_heard(asked, sound, voice, wanted):
    found, rig = asked
    with rig(sound, voice) as table:
        table.tap("play")
        found.clear()
        table.tap("discard")
    assert [one for one in found if one] == wanted


def test_a_step_that_counts_while_a_finger_is_down_is_spoken_all_the_same(asked):
    found, rig = asked
    with rig("2", "short") as table:
        table.tap("clue", after=0.0)
        table.wait(0.5)
        table.down("play")
        found.clear()
        table.ask(do="action", action={"do": "clue"})
    assert "+words" in found


def test_who_wants_no_voice_does_not_wait_for_its_modules():
    code = (
        "import sys; from tests.rig.rig import Rig\n"
        "with Rig(blind=True) as rig: rig.tap('play'); rig.tap('clue')\n"
        "print([name for name in sys.modules if name.startswith('companion.face.voice')])"
    )
    assert printed_by(code) == "[]\n"


def test_after_a_mistake_in_the_words_the_screen_is_read_aloud(monkeypatch, caplog):
    from companion.face.voice import heard

    def wrong(*_: object) -> str:
        raise ValueError("a mistake")

    monkeypatch.setattr(heard, "spoken_text", wrong)
    with Rig(voice="short") as rig:
        rig.tap("play")
        rig.tap("clue")
        assert rig.state.clues == 7
        assert rig.stage.heard[-1] == "Hold CLUE: undo. Player 2's turn."
    assert caplog.text.count("a mistake of the program: speaking of the screen table") == 1


def test_a_mistake_in_the_screen_too_costs_the_words_alone(monkeypatch, caplog):
    from companion.face.voice import heard

    def wrong(*_: object) -> str:
        raise ValueError("a mistake")

    monkeypatch.setattr(heard, "spoken_text", wrong)
    monkeypatch.setattr(heard, "screen_text", wrong)
    with Rig(voice="short") as rig:
        rig.tap("play")
        rig.tap("clue")
        assert rig.state.clues == 7
        assert rig.stage.heard == []
    assert caplog.text.count("a mistake of the program: reading the screen table aloud") == 1


@pytest.fixture
def timed():
    """A table whose turns have a minute each, just after a turn."""
    with Rig(clock="60") as rig:
        for _ in range(tips.GAMES):  # of people who know it: no tip takes its place
            rig.ask(do="new", players=3)
            rig.ask(do="action", action={"do": "concede", "reason": "conceded"})
        rig.ask(do="new", players=3)
        rig.wait(20.0)
        rig.tap("clue")
        yield rig


def sent_in(rig, seconds):
    """Bytes on the display's bus while time passes."""
    before = rig.device.model.bytes_received
    rig.wait(seconds)
    rig.check()
    return rig.device.model.bytes_received - before


def test_the_clock_counts_on_below_zero_in_steps_and_ends_nothing(timed):
    timed.stage.sounds.clear()
    sitting = timed.core.sitting
    seen = [timed.core.view.left]
    show = timed.stage.show_view

    def shown(serial, view):
        seen.append(view.left)
        show(serial, view)

    timed.stage.show_view = shown
    timed.wait(90.0)
    assert seen == list(range(60, -35, -5))
    assert (timed.stage.sounds, timed.core.sitting) == ([], sitting)
    timed.tap("clue")
    assert timed.state.clues == 6


def test_a_figure_of_the_clock_is_a_few_bytes_and_none_while_the_glass_is_dark(timed):
    timed.wait(11.0)
    assert 0 < sent_in(timed, 30.0) < 6 * 60
    timed.wait(DIM_AFTER_S)
    assert sent_in(timed, 30.0) < 6 * 70
    timed.wait(BLANK_AFTER_S)
    assert sent_in(timed, 600.0) == 0


def test_each_turn_that_is_taken_undone_or_repaired_starts_the_clock_anew(timed):
    def begun(do):
        timed.wait(33.0)
        assert timed.core.view.left < 40
        do()
        timed.wait(1.0)
        return timed.core.view.left >= 55

    assert begun(lambda: timed.tap("clue"))
    assert begun(lambda: timed.hold("clue"))
    assert begun(lambda: timed.ask(do="redo"))
    replaced = {"turn": 1, "as": "replace", "action": {"do": "misfire"}}
    assert begun(lambda: timed.ask(do="repair", **replaced))
    # Nothing of that is a turn.
    timed.wait(33.0)
    timed.tap("play")
    timed.hold("clue")
    timed.more("look")
    timed.hold("clue")
    assert timed.screen == "table"
    assert timed.core.view.left <= 25


def test_the_clock_starts_anew_after_the_dark_and_a_restart(tmp_path):
    with Rig(tmp_path, clock="30") as rig:
        rig.tap("play")
        rig.wait(BLANK_AFTER_S + 60)
        rig.tap("clue", after=0.0)
        rig.wait(1.0)
        assert rig.core.view.left == 30
        rig.wait(20)
    with Rig(tmp_path) as rig:
        rig.wait(1.0)
        assert rig.core.view.left == 30


@pytest.mark.parametrize("where", ["off", "question", "over", "practice"])
def test_no_clock_is_on_the_glass_without_a_turn_to_take(timed, where):
    if where == "off":
        timed.ask(do="prefer", key="clock", value="off")
    if where == "question":
        timed.tap("play")
    if where == "over":
        timed.ask(do="action", action={"do": "concede", "reason": "conceded"})
    if where == "practice":
        timed.more("menu")
        timed.select("menu_practice")
    timed.wait(1.0)
    assert timed.core.view.left is None
    assert (timed.core.view.clock is None) == (where in ("off", "over"))


def test_who_looks_on_is_told_of_the_clock_once_a_turn(timed):
    told = []
    timed.wait(5.0)
    timed.inbox.append(Request({"do": "subscribe"}, told.append, Door.VIEW))
    timed.settle()
    clock = told[1]["clock"]
    assert clock["limit"] == 60
    assert 5 <= timed.now - clock["since"] < 6
    told.clear()
    timed.wait(90.0)
    assert told == []
    timed.tap("clue")
    assert timed.now - told[-1]["clock"]["since"] < 1
