"""Tips: a line in a prompt in the first three games, and none after that or where help is off."""

import pytest

from companion.face import screens
from companion.face.dialogue import tips
from companion.face.preferences import Preferences
from companion.face.state import Choice, Purpose, face_at_start
from companion.game.edition import PRESETS
from companion.panel import BUTTONS
from tests.rig.rig import Rig
from tests.rig.views import game, show
from wiring.reading.build import load


def at_table(sitting, **face):
    view = show(sitting, newcomers=True, **face)
    found = tips.at_table(view.face, view.sitting)
    return found.key if found else None


def in_question(sitting, purpose=Purpose.PLAY):
    view = show(sitting, newcomers=True)
    found = tips.in_question(view.face._replace(scene=Choice(purpose)), view.sitting)
    return found.key if found else None


def test_the_first_turn_says_what_to_press_and_the_next_three_what_holding_does():
    found = [at_table(game("clue " * turns)) for turns in range(5)]
    holds = [f"tip_hold_{button}" for button in BUTTONS]
    assert found == ["tip_press", *holds, None]


@pytest.mark.parametrize("shortcut", ["keys", "pads"])
def test_a_build_that_has_more_than_buttons_names_that_first(shortcut):
    assert at_table(game(""), shortcut=shortcut) == f"tip_{shortcut}"
    assert at_table(game("clue"), shortcut=shortcut) == "tip_hold_clue"


@pytest.mark.parametrize(
    ("build", "shortcut"), [("table", ""), ("emulator-keys", "keys"), ("emulator-pads", "pads")]
)
def test_what_a_build_has_is_found_among_its_parts(build, shortcut):
    with Rig(build=load(build)) as rig:
        assert rig.core.view.face.shortcut == shortcut


def test_the_second_question_for_a_firework_says_what_to_do_with_a_card_that_does_not_fit():
    asked = [
        in_question(game(script)) for script in ("", "W", "W R", "misfire", "W misfire", "clue W")
    ]
    assert asked == [None, "tip_misfire", None, None, None, "tip_misfire"]
    assert in_question(game("W"), Purpose.NAME) is None


@pytest.mark.parametrize("edition", PRESETS)
def test_it_hides_no_firework(edition):
    """Every figure of the table stands there too."""
    view = show(game("", PRESETS[edition], 4), newcomers=True)
    plain = view._replace(face=view.face._replace(newcomers=False))
    page, without = screens.draw(view), screens.draw(plain)
    assert tips.at_table(view.face, view.sitting).key == "tip_press"
    assert not page.cut
    assert sorted(filter(str.isdigit, page.texts)) == sorted(filter(str.isdigit, without.texts))


@pytest.mark.parametrize("help", ["off", "counts", "outlook"])
def test_help_that_is_off_gives_none(help):
    face = face_at_start(game(""), Preferences("en", help))._replace(newcomers=True)
    assert tips.welcome(face, game("")) == (help != "off")
    assert (tips.at_table(face, game("")) is None) == (help == "off")
