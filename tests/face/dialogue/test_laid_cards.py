"""Cards that say who they are: one reader with PLAY and DISCARD, or two pads and no button."""

import pytest

from companion.panel import DISCARD_PAD, PLAY_PAD
from tests.rig.rig import Rig
from tests.rig.samples import paired
from tests.walks import stickers, tag


@pytest.fixture
def rig():
    with Rig() as rig:
        rig.core.enrolment.stickers = stickers("ours", "grand") | stickers("theirs", "classic")
        rig.ask(do="new", players=3)
        rig.wait(1)
        yield rig


@pytest.mark.parametrize(
    ("told", "reader"),
    paired(
        [
            ((tag("R1"), tag("W1")), "two_cards"),
            (("00000000",), "unknown_sticker"),
            ((tag("theirs:R1"),), "other_deck"),
            ((tag("M1"),), "suit_absent"),
            ((tag("W1"),), "lies_on_firework"),
            ((tag("B4"),), "lies_on_pile"),
        ],
        [PLAY_PAD, DISCARD_PAD, "card"],
    ),
)
def test_what_cannot_be_is_told_and_nothing_counts(rig, told, reader):
    ids, notice = told
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


def test_cards_that_a_script_lays_one_right_after_the_other_all_count(rig):
    for card in ("R1", "R2", "R3"):
        assert rig.ask(do="tag", id=tag(card), reader=PLAY_PAD)["ok"]
    assert (rig.state.fireworks["R"], rig.state.turn) == (3, 4)
