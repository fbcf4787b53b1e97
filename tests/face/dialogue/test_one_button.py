"""One button at a time: all that a chord reaches is reached without one."""

import pytest

from companion.face.dialogue import menus
from companion.face.dialogue.grammar import GRAMMAR, ONE_BUTTON
from companion.face.look_pages import PAGES
from companion.game.actions import Discard
from companion.game.cards import Card
from companion.game.edition import PRESETS
from tests.face.dialogue.test_menus import move_to
from tests.rig.rig import Rig
from wiring.reading.build import load


@pytest.fixture
def rig():
    with Rig(buttons="single") as rig:
        rig.chord = None  # none of these tests needs two buttons
        yield rig


@pytest.fixture
def game(rig):
    rig.tap("play")
    rig.tap("clue")
    rig.wait(5)
    return rig


def choose(rig, *keys):
    """Open the menu by holding DISCARD, and choose these lines."""
    rig.hold("discard")
    assert rig.screen == "menu"
    for key in keys:
        move_to(rig, key)
        rig.tap("play")


@pytest.mark.parametrize("page", PAGES["outlook"])
def test_each_look_page_has_its_line(game, page):
    choose(game, f"page_{page}")
    assert game.screen == "look"
    assert PAGES["outlook"][game.core.view.face.page] == page
    game.look()
    game.hold("discard")
    assert game.screen == "menu"
    game.hold("clue")
    assert game.screen == "table"


def test_without_help_the_outlook_has_no_line(game):
    choose(game, "help")
    face = game.core.view.face
    assert face.preferences.help == "off"
    assert menus.lines(face, game.core.sitting)[face.menu.cursor].label.key == "menu_help"
    keys = [line.label.key for line in menus.lines(face, game.core.sitting)]
    assert [key for key in keys if key.startswith("menu_page")] == [
        "menu_page_pile",
        "menu_page_actions",
        "menu_page_clue",
    ]


def test_the_turns_are_reached_and_repaired(game):
    game.tap("clue")
    choose(game, "turns")
    assert game.screen == "turns"
    game.hold("discard")
    assert game.screen == "table"
    game.hold("discard")
    assert game.screen == "naming", "while a turn is entered there is no menu, so it is a named discard"


@pytest.mark.parametrize(("detail", "line"), [("colours", "discard_named"), ("cards", "discard_unnamed")])
def test_the_other_discard_is_a_line(rig, detail, line):
    rig.ask(do="new", players=3, detail=detail)
    rig.wait(1)
    rig.tap("clue")
    rig.wait(5)
    choose(rig, line)
    assert rig.screen == ("naming" if detail == "colours" else "table")
    assert rig.core.sitting.actions[-1] == Discard()
    if detail == "colours":
        rig.tap("discard")
        rig.tap("clue")
        assert rig.core.sitting.actions[-1] == Discard(Card("R", 1))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_start_screen_has_the_editions_in_its_menu(rig, preset):
    choose(rig, "edition")
    while rig.screen == "edition":
        options = rig.ask(get="screen")["screen"]["options"]
        rig.tap(next(control for control, items in options.items() if preset in items))
    rig.tap("play")
    assert rig.core.sitting.setup.edition == PRESETS[preset]


def test_the_end_has_the_menu_and_in_it_the_turns(game):
    choose(game, "cannot_win")
    assert game.screen == "end"
    choose(game, "turns")
    assert game.screen == "turns"


def test_the_group_chooses_and_the_next_press_is_the_other_way(game):
    choose(game, "buttons")
    assert game.store.preferences()["buttons"] == "together"
    game.hold("clue")
    game.tap("play")
    assert "clue+discard" in game.ask(get="screen")["screen"]["options"]


@pytest.mark.parametrize("build", ["bonnet", "oled-hat"])
def test_where_the_buttons_are_not_below_the_display_it_is_the_default(tmp_path, build):
    with Rig(tmp_path, load(build)) as rig:
        assert rig.core.view.face.preferences.single
        rig.store.prefer("buttons", "together")
    with Rig(tmp_path, load(build)) as rig:
        assert not rig.core.view.face.preferences.single


def test_holding_discard_says_that_it_opens_the_menu(game):
    game.down("discard")
    game.wait(1)
    assert "Let go: the menu" in game.ask(get="screen")["screen"]["texts"]
    game.up("discard")


def test_tips_name_no_chord(rig):
    rig.tap("play")
    for _ in range(6):
        rig.tap("clue")
        assert not any("+" in text for text in rig.ask(get="screen")["screen"]["texts"]), rig.notice


def test_every_row_of_a_screen_that_chords_lead_from_has_the_menu():
    assert {row for row, meant in GRAMMAR.items() if meant.get("CLUE+PLAY") == "menu"} == set(ONE_BUTTON)
