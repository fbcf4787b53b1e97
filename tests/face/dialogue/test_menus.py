"""The menu, the look pages and the screens that they open, by the buttons."""

import pytest

from companion.daemon.door import Door
from companion.face import words
from companion.face.dialogue import guests
from companion.face.editions import EDITIONS
from companion.face.preferences import CHOICES
from companion.face.state import Menu, MenuName, ScreenName, Token
from companion.game.edition import PRESETS
from tests.rig.menu_lines import labels
from tests.rig.real_builds import PRESSED
from tests.rig.rig import Rig
from tests.rig.samples import paired
from wiring.reading.build import load


@pytest.fixture
def rig():
    with Rig() as rig:
        yield rig


def choose_language(rig, language):
    """By the button that has it, among several at first."""
    while rig.screen == "language":
        options = rig.ask(get="screen")["screen"]["options"]
        (control,) = [control for control, items in options.items() if language in items]
        rig.tap(control)


@pytest.mark.parametrize(("language", "build"), paired(words.LANGUAGES, PRESSED))
def test_on_every_build_and_in_every_language_the_first_start_leads_to_the_lesson(build, language):
    with Rig(language="", build=load(build)) as rig:
        choose_language(rig, language)
        screen = rig.ask(get="screen")["screen"]
        assert {words.texts(language)[key] for key in ("item_learn", "item_play")} <= set(
            screen["keys"].values()
        )
        rig.check()
        rig.wait(600)
        rig.tap("clue")  # it lights the display
        if rig.screen == "welcome":
            rig.tap("clue")
        assert rig.core.view.face.practice is not None
        rig.hold("clue")
        assert rig.screen == "start"


@pytest.mark.parametrize("preset", EDITIONS)
def test_another_edition_is_at_most_eight_presses_from_power_on(rig, preset):
    place = EDITIONS.index(preset)
    way, times = (
        ("discard", place) if place <= len(EDITIONS) / 2 else ("clue", len(EDITIONS) - place)
    )
    rig.hold("play")
    for _ in range(times):
        rig.tap(way)
    assert rig.ask(get="screen")["screen"]["options"] == {"play": [preset]}
    rig.check()
    rig.tap("play")
    rig.tap("play")
    assert rig.core.sitting.setup.edition == PRESETS[preset]
    assert rig.presses <= 8


def test_every_edition_is_offered_once_whatever_it_is_called():
    offered = [PRESETS[name] for name in EDITIONS]
    assert len(set(offered)) == len(offered)
    assert set(offered) == set(PRESETS.values())


def test_the_list_of_a_place_closes_when_a_guest_begins_the_game(rig):
    rig.ask(Door.VIEW, do="serve", urls=["http://a.local"])
    rig.core.dialogue.face = guests.invite(rig.core.dialogue.face, Token("ABCDEFGH"), rig.now)
    menu = Menu(MenuName.SEAT, place=2)
    rig.core.dialogue.face = rig.core.dialogue.face._replace(
        scene=ScreenName.MENU, menu=menu, origin=ScreenName.START
    )
    rig.wait(1)
    assert rig.screen == "menu"
    assert rig.ask(Door.VIEW, do="new", token="ABCDEFGH", players=["Ann", "Ben"])["ok"]
    assert rig.screen == "table"
    rig.check()


NO_PAGE = {f"menu_{key}" for key in CHOICES} | {"menu_last_game"}
"""Lines that change a value, or lead to the end, which is left by a button of its own."""
UNDER_WAY = [{"do": "clue"}, {"do": "discard"}, {"do": "play", "suit": "R"}]
LOST = [{"do": "misfire"}] * 3


@pytest.mark.parametrize("actions", [None, UNDER_WAY, LOST], ids=["first", "under way", "over"])
def test_going_back_from_any_page_of_the_menu_marks_its_line(actions):
    with Rig(known=("Ann", "Ben")) as rig:
        rig.ask(Door.VIEW, do="serve", urls=["http://a.local"])
        if actions:
            rig.ask(do="new", players=3)
        for action in actions or ():
            rig.ask(do="action", action=action)
        rig.wait(1)
        if actions is LOST:
            rig.tap("play")
        rig.more("menu")
        pages = set()
        for number, label in enumerate(labels(rig)):
            while rig.core.view.face.menu.cursor != number:
                rig.tap("discard")
            if label in NO_PAGE:
                continue
            rig.tap("play")
            page = rig.core.view.face
            assert (page.screen, page.menu.name) != ("menu", "main"), label
            pages.add(label)
            rig.hold("clue")
            face = rig.core.view.face
            found = face.screen, face.menu.name, face.practice
            assert found == ("menu", "main", None), label
            assert labels(rig)[face.menu.cursor] == label
        assert {"menu_practice", "menu_about", "menu_language", "menu_phone"} < pages
        in_game = {"menu_turns", "menu_new_game", "menu_correct", "menu_audit", "menu_cannot_win"}
        assert not actions or (in_game if actions is UNDER_WAY else {"menu_turns"}) < pages
