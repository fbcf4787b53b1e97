"""Publishing: what the speaker is asked for, by sound and voice."""

import pytest

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
