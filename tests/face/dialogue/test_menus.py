"""The menu, the look pages and the screens that they open, by the buttons."""

import pytest

from companion.daemon.interfaces import Door
from companion.face import seats, words
from companion.face.dialogue import guests, menus
from companion.face.editions import EDITIONS
from companion.face.state import Counter, CounterName, Menu, MenuName, ScreenName, Token
from companion.game.actions import Correct
from companion.game.corrections import counters_on
from companion.game.edition import PRESETS
from tests.rig.menu_lines import move_to, select
from tests.rig.real_builds import PRESSED
from tests.rig.rig import Rig
from tests.rig.samples import paired
from wiring.reading.build import load


@pytest.fixture
def rig():
    with Rig() as rig:
        yield rig


def test_a_counter_is_corrected_to_what_lies_on_the_table(rig):
    rig.tap("play")
    select(rig, "correct", "counter_clues")
    assert rig.core.view.face.menu.editing
    rig.tap("clue")
    rig.tap("clue")
    rig.tap("play")
    move_to(rig, "apply")
    rig.tap("play")
    assert (rig.screen, rig.state.clues) == ("table", 6)
    every = Correct(counters_on(rig.state))
    assert rig.core.sitting.actions[-1] == every, "every counter as it lies there"
    rig.hold("clue")
    assert rig.state.clues == 8


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


def test_correct_tells_players_by_their_place_wherever_the_first_one_sits(rig):
    rig.ask(do="new", players=["Ada", "Bo", "Cy", "Di"])
    rig.wait(1)
    rig.hold("clue")
    for _ in range(3):
        rig.tap("discard")
    rig.tap("play")
    state = rig.ask(get="state")["state"]
    assert (state["seat"], state["place"]) == (1, [4, 1, 2, 3])
    select(rig, "correct")
    texts = rig.ask(get="screen")["screen"]["texts"]
    assert "4" in texts, "as on the table"
    rig.tap("play")
    rig.tap("clue")
    rig.tap("clue")
    rig.tap("play")
    texts = rig.ask(get="screen")["screen"]["texts"]
    assert any("4→2" in text for text in texts)
    move_to(rig, "apply")
    rig.tap("play")
    assert rig.ask(get="state")["state"]["seat"] == 3
    assert seats.seat_place(rig.core.sitting) == 1
    rig.check()


def test_a_black_firework_is_told_by_its_top_card(rig):
    rig.ask(do="new", edition={"preset": "black-powder"})
    for rank in (5, 4):
        rig.ask(do="action", action={"do": "play", "card": f"K{rank}"})
    select(rig, "correct")
    black = Counter(CounterName.FIREWORKS, "K")
    lines = menus.menu_lines(rig.core.view.face, rig.core.sitting)
    edits = {line.act: line.value for line in lines if isinstance(line.act, Counter)}
    assert edits[black].facts == {"number": 4}


def test_a_hand_that_is_corrected_is_that_of_the_player_at_the_place(rig):
    rig.tap("discard")
    rig.tap("play")
    lines = menus.menu_lines(
        rig.core.view.face._replace(menu=Menu(MenuName.CORRECT)), rig.core.sitting
    )
    hands = [line for line in lines if line.label.key == "counter_hands"]
    assert [line.label.facts["place"] for line in hands] == [1, 2, 3]
    assert [line.act.part for line in hands] == ["2", "0", "1"]


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
