"""Cards that say who they are: one reader with PLAY and DISCARD, or two pads and no button."""

import pytest

from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.journal.stickers import Sticker
from companion.panel import DISCARD_PAD, PLAY_PAD
from tests.rig.rig import Rig


def tag(card: str, copy: int = 0, deck: str = "ours") -> str:
    """The tag of a copy of a card, such as the second red 1."""
    return f"{deck}/{card}{copy}".encode().hex()


def stickers(preset: str = "classic", deck: str = "ours") -> dict[str, Sticker]:
    box = Setup(3, PRESETS[preset]).box.copies
    return {
        tag(str(card), copy, deck): Sticker(deck, card)
        for card, count in box.items()
        for copy in range(count)
    }


@pytest.fixture
def rig():
    with Rig() as rig:
        rig.core.enrolment.stickers = {**stickers("grand"), **stickers(deck="theirs")}
        rig.ask(do="new", players=3)
        rig.wait(1)
        yield rig


def new(rig, **setup):
    rig.ask(do="new", **{"players": 3, **setup})
    rig.wait(1)


# One reader


@pytest.mark.parametrize("first", ["tap", "button"])
def test_play_and_a_tap_in_either_order_is_a_play(rig, first):
    if first == "tap":
        rig.lay(tag("R1"))
        rig.tap("play")
    else:
        rig.tap("play")
        rig.lay(tag("R1"))
    assert (rig.state.fireworks["R"], rig.state.turn, rig.screen) == (1, 2, "table")


def test_the_device_judges_a_misfire_and_knows_its_name(rig):
    rig.lay(tag("R2"))
    rig.tap("play")
    assert (rig.state.errors, rig.state.discards) == (1, {Card("R", 2): 1})


def test_a_tap_names_the_discard(rig):
    rig.tap("clue")
    rig.lay(tag("B4"))
    rig.tap("discard")
    assert (rig.state.discards, rig.state.turn) == ({Card("B", 4): 1}, 3)


def test_after_a_discard_whose_name_is_asked_for_a_tap_is_the_name(rig):
    new(rig, detail="cards")
    rig.tap("clue")
    rig.tap("discard")
    assert rig.screen == "naming"
    rig.lay(tag("B4"))
    assert (rig.state.discards, rig.screen) == ({Card("B", 4): 1}, "table")


def test_a_tap_without_a_button_does_nothing_after_ten_seconds(rig):
    rig.lay(tag("R1"))
    rig.wait(10)
    assert (rig.state.turn, rig.notice, rig.core.view.face.laid) == (1, None, None)
    rig.tap("play")
    assert rig.screen == "choosing"


def test_the_last_tap_counts(rig):
    rig.lay(tag("R1"))
    rig.lay(tag("W1"))
    rig.tap("play")
    assert rig.state.fireworks["W"] == 1


def test_a_clue_forgets_a_tap(rig):
    rig.lay(tag("R1"))
    rig.tap("clue")
    rig.tap("play")
    assert (rig.screen, rig.state.cards_played) == ("choosing", 0)


# Two pads


def test_laying_a_card_on_a_pad_is_the_turn(rig):
    rig.tap("clue")
    rig.lay(tag("R1"), reader=PLAY_PAD)
    rig.lay(tag("B4"), reader=DISCARD_PAD)
    assert (rig.state.fireworks["R"], rig.state.discards, rig.state.turn) == (
        1,
        {Card("B", 4): 1},
        4,
    )


def test_a_pad_closes_what_was_open(rig):
    rig.tap("clue")
    rig.more("menu")
    rig.lay(tag("R1"), reader=PLAY_PAD)
    assert (rig.screen, rig.state.turn) == ("table", 3)
    rig.tap("play")
    rig.lay(tag("B4"), reader=DISCARD_PAD)
    assert (rig.screen, rig.state.turn) == ("table", 4)


def test_a_card_on_the_wrong_pad_is_undone_and_laid_on_the_right_one(rig):
    rig.tap("clue")
    rig.lay(tag("R1"), reader=PLAY_PAD)
    rig.lay(tag("R1"), reader=DISCARD_PAD)
    assert (rig.notice, rig.state.turn) == ("lies_on_firework", 3), "it counts once"
    rig.hold("clue")
    rig.lay(tag("R1"), reader=DISCARD_PAD)
    assert (rig.state.fireworks["R"], rig.state.discards) == (0, {Card("R", 1): 1})


def test_a_card_that_misfired_and_goes_to_the_pile_over_the_other_pad_counts_once(rig):
    rig.tap("clue")
    rig.lay(tag("R3"), reader=PLAY_PAD)
    rig.lay(tag("R3"), reader=DISCARD_PAD)
    assert (rig.state.errors, rig.state.pile, rig.notice) == (1, 1, "lies_on_pile")


# What is refused changes nothing


@pytest.mark.parametrize(
    ("ids", "notice"),
    [
        ((tag("R1"), tag("W1")), "two_cards"),
        (("00000000",), "unknown_sticker"),
        ((tag("R1", deck="theirs"),), "other_deck"),
        ((tag("M1"),), "suit_absent"),
        ((tag("W1"),), "lies_on_firework"),
        ((tag("B4"),), "lies_on_pile"),
    ],
)
@pytest.mark.parametrize("reader", [PLAY_PAD, DISCARD_PAD, "card"])
def test_what_cannot_be_is_told_and_nothing_counts(rig, ids, notice, reader):
    rig.lay(tag("W1"), reader=PLAY_PAD)
    rig.tap("clue")
    rig.lay(tag("B4"), reader=DISCARD_PAD)
    before = rig.state
    rig.lay(*ids, reader=reader)
    assert (rig.notice, rig.state) == (notice, before)
    rig.tap("play")
    assert rig.screen == "choosing", "no card waits for a button"


def test_two_cards_on_two_pads_at_once_count_as_none_but_the_first(rig):
    rig.lay(tag("R1"), reader=PLAY_PAD, after=0.1)
    rig.lay(tag("W1"), reader=DISCARD_PAD)
    assert (rig.notice, rig.state.turn) == ("two_cards", 2)


def test_every_copy_has_its_own_sticker(rig):
    rig.tap("clue")
    rig.tap("clue")
    rig.lay(tag("R1", 0), reader=DISCARD_PAD)
    rig.lay(tag("R1", 1), reader=DISCARD_PAD)
    rig.lay(tag("R1", 1), reader=DISCARD_PAD)
    assert rig.state.discards == {Card("R", 1): 2}


def test_between_games_a_tap_says_which_card_it_is():
    with Rig() as rig:
        rig.core.enrolment.stickers = stickers()
        rig.lay(tag("R1"))
        assert (rig.screen, rig.notice) == ("start", "this_is")


# Undo, restart, bonus tiles


def test_a_card_laid_down_is_undone_and_redone_like_any_action(rig):
    rig.lay(tag("R1"), reader=PLAY_PAD)
    rig.hold("clue")
    assert rig.state.cards_played == 0
    rig.ask(do="redo")
    rig.wait(1)
    rig.lay(tag("R1"), reader=PLAY_PAD)
    assert (rig.state.cards_played, rig.notice) == (1, "lies_on_firework")


def test_after_a_restart_the_tapped_cards_are_known(tmp_path):
    with Rig(tmp_path) as rig:
        rig.core.enrolment.stickers = stickers()
        rig.ask(do="new", players=3)
        rig.lay(tag("R1"), reader=PLAY_PAD)
        rig.store.close()
    with Rig(tmp_path) as rig:
        rig.core.enrolment.stickers = stickers()
        rig.lay(tag("R1"), reader=PLAY_PAD)
        assert (rig.notice, rig.state.cards_played) == ("lies_on_firework", 1)


def tile(rig, wanted):
    """Complete red, so that the next bonus tile is the wanted one."""
    new(rig, edition={"preset": "flamboyants"})
    began = rig.core.sitting.began
    order = (wanted, *(name for name in began.tiles if name != wanted))
    rig.core.dialogue.pending.sitting = rig.core.sitting._replace(
        began=type(began)(began.setup, tiles=order)
    )


def complete_red(rig):
    for rank in range(1, 6):
        rig.lay(tag(f"R{rank}"), reader=PLAY_PAD)
    assert rig.screen == "tile"


def test_a_recycled_card_may_come_again(rig):
    tile(rig, "recycle")
    rig.lay(tag("W1"), reader=PLAY_PAD)
    rig.tap("clue")
    rig.lay(tag("B4"), reader=DISCARD_PAD)
    complete_red(rig)
    rig.lay(tag("B4"))
    assert (rig.state.discards, rig.screen) == ({}, "table")
    rig.tap("clue")
    rig.lay(tag("B4"), reader=DISCARD_PAD)
    assert rig.state.discards == {Card("B", 4): 1}


@pytest.mark.parametrize(("reader", "fireworks", "deck"), [(PLAY_PAD, 6, 0), (DISCARD_PAD, 5, 1)])
def test_with_an_empty_deck_the_pad_says_where_a_recycled_card_goes(rig, reader, fireworks, deck):
    empty_deck_with_a_tile(rig)
    rig.lay(tag("W1"), reader=reader)
    state = rig.state
    assert (state.cards_played, state.discards, rig.screen) == (fireworks, {}, "table")
    assert sum(state.hands) == 14 + deck


def test_with_an_empty_deck_one_reader_asks_where_a_recycled_card_goes(rig):
    empty_deck_with_a_tile(rig)
    rig.lay(tag("W1"))
    assert (rig.notice, rig.screen) == ("use_first", "tile")
    rig.tap("play")
    rig.lay(tag("W1"))
    assert (rig.state.fireworks["W"], rig.screen) == (1, "table")


def empty_deck_with_a_tile(rig):
    """A white 1 in the pile, the deck empty in the last round, and the tile that may use it."""
    tile(rig, "recycle")
    rig.tap("clue")
    rig.lay(tag("W1"), reader=DISCARD_PAD)
    for rank in range(1, 5):
        rig.lay(tag(f"R{rank}"), reader=PLAY_PAD)
    missing = rig.state.deck
    rig.ask(do="action", action={"do": "correct", "deck": 0, "missing": missing})
    rig.lay(tag("R5"), reader=PLAY_PAD)
    assert rig.screen == "tile"


def test_a_tile_takes_no_card_that_does_not_lie_in_the_pile(rig):
    tile(rig, "recycle")
    rig.tap("clue")
    rig.lay(tag("B4"), reader=DISCARD_PAD)
    complete_red(rig)
    rig.lay(tag("G1"))
    assert (rig.notice, rig.screen) == ("not_in_pile", "tile")
    rig.lay(tag("R1"))
    assert rig.notice == "lies_on_firework"


def test_a_replayed_card_is_tapped_too(rig):
    tile(rig, "replay")
    rig.tap("clue")
    rig.lay(tag("W1"), reader=DISCARD_PAD)
    complete_red(rig)
    rig.lay(tag("W1"))
    assert (rig.state.fireworks["W"], rig.state.discards) == (1, {})
    rig.lay(tag("W1"), reader=PLAY_PAD)
    assert rig.notice == "lies_on_firework"


def test_cards_that_a_script_lays_one_right_after_the_other_all_count(rig):
    for card in ("R1", "R2", "R3"):
        assert rig.ask(do="tag", id=tag(card), reader=PLAY_PAD)["ok"]
    assert (rig.state.fireworks["R"], rig.state.turn) == (3, 4)
