"""Counters that were set and do not count yet: no clock drops them, and nothing does in silence."""

import pytest

from companion.face.dialogue import menus
from companion.face.state import Counter, CounterName
from companion.game.actions import Correct
from companion.game.cards import Card
from companion.journal.stickers import Sticker
from companion.panel import PLAY_PAD
from tests.rig.menu_lines import labels, move_to, select
from tests.rig.rig import Rig

CLUES = Counter(CounterName.CLUES)


@pytest.fixture
def game():
    with Rig() as rig:
        rig.tap("play")
        for _ in range(3):
            rig.tap("clue")
        yield rig


def staged(rig):
    return rig.core.view.face.menu.staged


def said(rig):
    return " ".join(rig.ask(get="screen")["screen"]["texts"])


def set_clues(rig):
    """Two clue tokens less than now."""
    select(rig, "correct", "counter_clues")
    rig.tap("clue")
    rig.tap("clue")
    rig.tap("play")


def few_in_deck(rig, deck):
    missing = rig.state.deck - deck
    rig.ask(do="action", action={"do": "correct", "deck": deck, "missing": missing})


def test_a_deck_without_a_card_has_turns_left_in_the_same_visit(game):
    few_in_deck(game, 1)
    select(game, "correct", "counter_deck")
    assert "counter_turns_left" not in labels(game)
    game.tap("clue")
    game.tap("play")
    move_to(game, "counter_turns_left")
    game.tap("play")
    game.tap("clue")
    assert f"{game.state.setup.players}→{game.state.setup.players - 1}" in said(game)
    game.tap("play")
    move_to(game, "counter_missing")
    game.tap("play")
    game.tap("discard")
    game.tap("play")
    move_to(game, "apply")
    game.tap("play")
    assert (game.state.deck, game.state.turns_left) == (0, game.state.setup.players - 1)


def test_a_deck_that_has_cards_again_has_no_turns_left(game):
    few_in_deck(game, 0)
    select(game, "correct", "counter_turns_left")
    game.tap("clue")
    game.tap("play")
    move_to(game, "counter_deck")
    game.tap("play")
    game.tap("discard")
    assert "counter_turns_left" not in labels(game)
    assert staged(game) == {Counter(CounterName.DECK): 1}


def test_a_black_firework_is_told_by_its_top_card():
    with Rig() as rig:
        rig.ask(do="new", edition={"preset": "black-powder"})
        for rank in (5, 4):
            rig.ask(do="action", action={"do": "play", "card": f"K{rank}"})
        select(rig, "correct")
        black = Counter(CounterName.FIREWORKS, "K")
        lines = menus.menu_lines(rig.core.view.face, rig.core.sitting)
        edits = {line.act: line.value for line in lines if isinstance(line.act, Counter)}
        assert edits[black].facts == {"number": 4}


def test_what_was_set_stays_for_as_long_as_people_count(game):
    set_clues(game)
    game.wait(4 * 3600)
    assert (game.screen, staged(game)) == ("menu", {CLUES: 3})
    game.tap("discard")
    assert (game.screen, staged(game)) == ("menu", {CLUES: 3}), "the display wakes"
    game.wait(11)
    cursor = game.core.view.face.menu.cursor
    game.tap("discard")
    assert (game.notice, game.core.view.face.menu.cursor) == ("awake_correct", cursor)
    move_to(game, "apply")
    game.tap("play")
    assert (game.screen, game.state.clues) == ("table", 3)
    assert game.notice != "correct_dropped"


def test_a_press_soon_after_another_one_needs_no_waking(game):
    set_clues(game)
    game.wait(9)
    cursor = game.core.view.face.menu.cursor
    game.tap("discard")
    assert game.core.view.face.menu.cursor == cursor + 1


def test_the_list_closes_by_itself_where_nothing_was_set(game):
    select(game, "correct", "counter_clues")
    game.wait(21)
    assert (game.screen, game.notice) == ("table", None)


def test_a_counter_that_was_set_back_is_not_set(game):
    set_clues(game)
    game.tap("play")
    game.tap("discard")
    game.tap("discard")
    game.tap("play")
    assert staged(game) == {}
    game.hold("clue")
    assert game.notice is None
    game.wait(21)
    assert game.screen == "table"


@pytest.mark.parametrize("way", ["back", "close"])
def test_who_leaves_the_list_is_told_what_was_dropped(game, way):
    set_clues(game)
    if way == "back":
        game.hold("clue")
    else:
        game.hold("discard")
    assert "Not corrected: Clue tokens 3" in said(game)
    game.wait(60)
    assert "Not corrected: Clue tokens 3" in said(game), "until the next press"
    assert game.state.clues == 5
    game.tap("discard")
    assert game.notice != "correct_dropped"


def test_several_counters_that_are_dropped_are_counted(game):
    set_clues(game)
    for name in ("counter_deck", "counter_missing"):
        move_to(game, name)
        game.tap("play")
        game.tap("discard")
        game.tap("play")
    game.hold("clue")
    assert "Not corrected: Clue tokens 3, and 2 more" in said(game)


def test_a_refused_correction_keeps_them(game):
    set_clues(game)
    move_to(game, "counter_deck")
    game.tap("play")
    game.tap("discard")
    game.tap("play")
    move_to(game, "apply")
    game.tap("play")
    assert (game.screen, game.notice) == ("menu", "cards_do_not_sum")
    assert len(staged(game)) == 2
    assert not any(isinstance(action, Correct) for action in game.core.sitting.actions)


def test_a_card_that_is_laid_meanwhile_takes_no_turn(game):
    game.core.enrolment.stickers = {"aa": Sticker("ours", Card("R", 1))}
    set_clues(game)
    turn = game.state.turn
    game.lay("aa", reader=PLAY_PAD)
    assert (game.notice, game.state.turn, staged(game)) == ("correct_first", turn, {CLUES: 3})
