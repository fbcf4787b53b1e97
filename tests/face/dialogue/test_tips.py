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


def texts(rig):
    return rig.ask(get="screen")["screen"]["texts"]


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


@pytest.mark.parametrize("help", ["off", "counts", "outlook", "full"])
def test_help_that_is_off_gives_none(help):
    face = face_at_start(game(""), Preferences("en", help))._replace(newcomers=True)
    assert tips.welcome(face, game("")) == (help != "off")
    assert (tips.at_table(face, game("")) is None) == (help == "off")


def test_the_tip_of_a_hold_does_not_come_once_the_hold_was_made():
    with Rig() as rig:
        rig.tap("play")
        rig.hold("discard")
        rig.wait(9)
        rig.tap("clue")
        rig.wait(1)
        assert "Hold CLUE: undo" in texts(rig)
        rig.tap("clue")
        rig.wait(1)
        assert "Hold DISCARD: more" not in texts(rig)
        rig.tap("clue")
        rig.wait(1)
        assert "Hold PLAY: a misfire" in texts(rig)


@pytest.mark.parametrize("help", ["outlook", "off"])
def test_on_an_old_device_a_new_name_or_the_lesson_brings_the_tips_back(help):
    with Rig() as rig:
        for _ in range(tips.GAMES + 1):
            rig.ask(do="new", players=["Ada", "Bo"])
            rig.ask(do="action", action={"do": "concede", "reason": "conceded"})
        rig.core.dialogue.face = rig.core.dialogue.face._replace(
            preferences=rig.core.dialogue.face.preferences._replace(help=help)
        )
        for players, comes in (
            (["Ada", "Bo"], False),
            (["Ada", "Cy"], True),
            (["Cy", "Bo"], False),
        ):
            rig.ask(do="new", players=players)
            rig.wait(1)
            rig.tap("clue")
            rig.wait(1)
            assert ("Hold CLUE: undo" in texts(rig)) == comes, players
        rig.more("menu")
        rig.select("menu_practice")
        rig.hold("clue")
        rig.ask(do="new", players=["Ada", "Bo"])
        rig.wait(1)
        rig.tap("clue")
        rig.wait(1)
        assert "Hold CLUE: undo" in texts(rig)


def test_the_first_misfire_of_an_evening_names_the_undo_and_a_blank_label_its_hold():
    with Rig() as rig:
        for _ in range(tips.GAMES + 1):
            rig.ask(do="new")
            rig.ask(do="action", action={"do": "concede", "reason": "conceded"})
        rig.ask(do="new")
        rig.wait(1)
        rig.tap("discard")
        assert rig.core.view.face.notice.hold == "discard"
        assert "Hold DISCARD: more" in " ".join(texts(rig))
        rig.wait(6)
        for named in ("clue", ""):
            rig.hold("play")
            assert rig.core.view.face.notice.hold == named
            rig.wait(6)
