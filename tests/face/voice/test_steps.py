"""Steps: what is said of each step of a game, by the buttons."""

import pytest

from tests.rig.rig import Rig


def heard(rig: Rig, level: str) -> list[str]:
    """What is said of a short game by the buttons, at that level of the voice."""
    face = rig.core.dialogue.face
    rig.core.dialogue.face = face._replace(preferences=face.preferences._replace(voice=level))
    rig.tap("play")
    rig.tap("clue")
    rig.play("B")
    rig.hold("play")
    rig.hold("clue")
    return rig.stage.heard


@pytest.mark.parametrize(
    ("language", "level", "said"),
    [
        ("en", "off", []),
        (
            "en",
            "short",
            ["A new game.", "A clue.", "Blue 1.", "A misfire, 2 fuses left.", "Undone: a misfire."],
        ),
    ],
)
def test_each_step_is_spoken(language, level, said):
    with Rig(language=language) as rig:
        assert heard(rig, level) == said
