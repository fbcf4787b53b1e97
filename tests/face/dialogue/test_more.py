"""*More*: what holding DISCARD opens on a question about a bonus tile."""

import pytest

from companion.daemon import pending
from companion.game.actions import TILES, Bonus
from companion.game.cards import Card
from companion.journal.stickers import Sticker
from tests.rig.rig import Rig
from wiring.reading.build import load


@pytest.fixture
def tiles(monkeypatch):
    """Shuffles the tiles so that these come first."""

    def shuffle(*first):
        order = (*first, *(tile for tile in TILES if tile not in first))
        monkeypatch.setattr(pending, "shuffle_tiles", lambda: order)

    return shuffle


def begin(rig, *actions, **setup):
    """A game whose first firework is complete after these actions, so that a tile is asked for."""
    rig.ask(do="new", players=3, edition={"flamboyants": True}, **setup)
    whites = ({"do": "play", "card": f"W{rank}"} for rank in range(1, 6))
    for action in (*actions, *whites):
        assert rig.ask(do="action", action=action)["ok"]
    rig.wait(1)


@pytest.fixture
def rig(tiles):
    tiles("recycle")
    with Rig() as rig:
        begin(rig)
        yield rig


def options(rig):
    return rig.ask(get="screen")["screen"]["options"]


def test_it_offers_the_turns_no_card_and_the_menu(rig):
    rig.hold("discard")
    assert rig.screen == "more"
    assert options(rig) == {"clue": ["turns"], "discard": ["none"], "play": ["menu"]}


def test_no_card_answers_the_question(rig):
    rig.hold("discard")
    rig.tap("discard")
    assert (rig.screen, rig.core.sitting.actions[-1]) == ("table", Bonus("recycle"))
    rig.check()


def test_an_unnamed_card_goes_back_into_the_deck(tiles):
    tiles("recycle")
    with Rig() as rig:
        begin(rig, {"do": "clue"}, {"do": "discard"})
        rig.hold("discard")
        assert options(rig)["discard"] == ["unnamed"]
        rig.tap("discard")
        assert rig.core.sitting.actions[-1] == Bonus("recycle", unnamed=True)
        rig.check()


@pytest.mark.parametrize("way", ["hold clue", "hold discard", "wait"])
def test_it_leads_back_to_the_question_and_commits_nothing(rig, way):
    before = rig.core.sitting
    rig.hold("discard")
    rig.wait(7) if way == "wait" else rig.hold(way.removeprefix("hold "))
    rig.wait(1)
    assert (rig.screen, rig.core.sitting) == ("tile", before)


def to_the_end_of_the_turns(rig):
    """The last line of what was undone."""
    assert rig.screen == "turns"
    while rig.ask(get="screen")["screen"]["keys"]["discard"]:
        rig.tap("discard")


def test_what_was_undone_is_redone_from_the_question(rig):
    rig.hold("discard")
    rig.tap("discard")
    rig.tap("clue")
    after = rig.core.sitting
    rig.hold("clue")
    rig.hold("clue")
    assert (rig.screen, len(rig.core.sitting.undone)) == ("tile", 2)
    rig.hold("discard")
    rig.tap("clue")
    to_the_end_of_the_turns(rig)
    rig.tap("play")
    assert rig.core.sitting.steps == after.steps
    rig.check()


def test_the_list_of_turns_and_the_menu_lead_back_to_the_question(rig):
    before = rig.core.sitting
    rig.hold("discard")
    rig.tap("clue")
    assert rig.screen == "turns"
    rig.hold("clue")
    assert (rig.screen, rig.core.sitting) == ("tile", before)
    rig.hold("discard")
    rig.tap("play")
    assert rig.screen == "menu"
    rig.hold("clue")
    assert (rig.screen, rig.core.sitting) == ("tile", before)
    rig.hold("discard")
    rig.tap("play")
    rig.wait(21)
    assert (rig.screen, rig.core.sitting) == ("tile", before)


def test_of_a_turn_that_is_entered_it_has_only_what_belongs_to_that_turn(rig):
    rig.hold("clue")
    rig.tap("clue")
    rig.more("turns")
    rig.hold("discard")
    rig.play("W")
    assert rig.screen == "tile"
    rig.hold("discard")
    assert {key: items for key, items in options(rig).items() if items} == {"discard": ["none"]}
    rig.wait(9)
    assert rig.screen == "tile", "it closes by itself, the turn does not"
    assert rig.core.view.face.visit.entry is not None


def test_readers_and_colour_keys_count_through_it(tiles):
    tiles("replay")
    with Rig(build=load("deluxe")) as rig:
        rig.core.enrolment.stickers = {"aa": Sticker("ours", Card("R", 1))}
        begin(rig, {"do": "clue"}, {"do": "discard", "card": "R1"}, detail="cards")
        for count in (rig.tap, lambda suit: rig.lay("aa")):
            assert rig.screen == "tile"
            rig.hold("discard")
            assert rig.screen == "more"
            count("R")
            assert rig.state.fireworks["R"] == 1
            rig.hold("clue")
            rig.wait(1)


def test_two_quick_presses_of_the_button_that_opened_it_take_nothing(rig):
    before = rig.core.sitting
    rig.hold("discard", after=0.05)
    rig.tap("discard", after=0.05)
    assert (rig.screen, rig.notice, rig.core.sitting) == ("more", "too_soon", before)
