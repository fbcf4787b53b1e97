"""Tips: a line on the table in the first three games, and none after that or where help is off."""

import pytest

from companion.face import screens
from companion.face.dialogue import tips
from companion.face.preferences import Preferences
from companion.face.state import wake
from tests.face.dialogue.test_menus import select
from tests.rig.rig import Rig
from tests.rig.views import game


def tip(sitting):
    found = tips.tip(sitting)
    return found.key if found else None


@pytest.fixture
def rig():
    with Rig() as rig:
        yield rig


def lose(rig):
    """A game from its start to its end."""
    rig.tap("play")
    for _ in range(3):
        rig.hold("play")
    assert rig.screen == "end"


def told(rig):
    """Whether a tip is said at the table."""
    return rig.screen == "table" and (rig.notice or "").startswith("tip_")


def test_each_of_the_first_turns_has_its_own():
    found = [tip(game("clue " * turns)) for turns in range(5)]
    assert found == [*tips.TURNS, None]


def test_without_a_token_it_says_how_to_get_one_in_any_turn():
    assert tip(game("clue " * 8)) == "tip_no_token"
    assert tip(game("clue " * 8 + "discard")) is None
    assert tip(game("clue " * 8 + "discard clue")) is None, "once a game"


def test_it_goes_by_itself_and_the_table_is_as_it_is_without(rig):
    rig.tap("play")
    rig.tap("clue")
    assert rig.notice == "tip_undo"
    rig.wait(5)
    assert rig.notice is None
    view = rig.core.view
    plain = screens.draw(view._replace(face=view.face._replace(newcomers=False))).image
    assert screens.draw(view).image.tobytes() == plain.tobytes()


def test_what_is_said_besides_goes_first(rig):
    rig.tap("play")
    rig.hold("play")
    assert rig.notice == "misfired"


@pytest.mark.parametrize("help", ["off", "counts", "outlook"])
def test_help_that_is_off_gives_none(help):
    face = wake(game("clue"), Preferences("en", help))._replace(newcomers=True)
    assert tips.welcome(face) == (help != "off")
    said = tips.told(face, game("clue"), 0.0).notice
    assert (said is None) == (help == "off")


def test_after_several_undos_it_says_how_to_redo_and_after_a_correction_not(rig):
    rig.tap("play")
    for _ in range(3):
        rig.tap("clue")
    rig.hold("clue")
    assert rig.notice == "undid"
    rig.hold("clue")
    assert rig.notice == "undid_many"
    assert "Undone: a clue. To redo: Discard + Play" in rig.ask(get="screen")["screen"]["texts"]
    rig.play("R")
    assert rig.notice == "tip_misfire"


def test_three_games_have_them_and_the_fourth_one_none(rig):
    for _ in range(tips.GAMES):
        rig.tap("play")
        assert told(rig)
        for _ in range(3):
            rig.hold("play")
        rig.tap("play")
    rig.tap("play")
    assert rig.screen == "table"
    assert not told(rig)


def test_a_restart_remembers_how_many_games_were_finished(tmp_path):
    for _ in range(tips.GAMES):
        with Rig(tmp_path) as rig:
            assert rig.core.view.face.newcomers
            lose(rig)
    with Rig(tmp_path) as rig:
        assert not rig.core.view.face.newcomers


def test_an_end_that_is_undone_does_not_count(rig):
    for _ in range(2):
        lose(rig)
        rig.tap("play")
    rig.tap("play")
    for _ in range(2):
        rig.hold("play")
    for _ in range(4):
        rig.hold("play")
        assert not rig.core.view.face.newcomers
        rig.hold("clue")
        assert rig.core.view.face.newcomers


def test_newcomers_find_the_practice_first_in_the_menu_and_on_the_start_screen(rig):
    texts = rig.ask(get="screen")["screen"]["texts"]
    assert any("practice" in text for text in texts)
    rig.more("menu")
    rig.tap("play")
    assert rig.core.view.face.practice is not None


def test_without_help_the_start_screen_says_only_what_is_played(rig):
    select(rig, "help")
    rig.hold("discard")
    texts = rig.ask(get="screen")["screen"]["texts"]
    assert rig.screen == "start"
    assert "Five colours, no extras" in texts
