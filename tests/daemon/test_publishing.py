"""Publishing: what the speaker is asked for, by sound and voice."""

from unittest.mock import Mock

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


@pytest.mark.parametrize(
    ("mistaken", "said", "told"),
    [
        (["spoken_text"], ["Hold CLUE: undo. Player 2's turn."], "speaking of the screen table"),
        (["spoken_text", "screen_text"], [], "reading the screen table aloud"),
    ],
)
def test_after_a_mistake_in_the_words_the_screen_is_read_aloud_if_that_can_be(
    monkeypatch, caplog, mistaken, said, told
):
    from companion.face.voice import heard

    for name in mistaken:
        monkeypatch.setattr(heard, name, Mock(side_effect=ValueError("a mistake")))
    with Rig(voice="short") as rig:
        rig.tap("play")
        rig.tap("clue")
        assert rig.state.clues == 7
        assert rig.stage.heard[-1:] == said
    assert caplog.text.count(f"a mistake of the program: {told}") == 1
