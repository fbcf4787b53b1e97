"""One button at a time: everything is chosen by cells, and reached without a chord."""

import pytest

from tests.rig.menu_lines import select
from tests.rig.rig import Rig
from wiring.reading.build import load


@pytest.fixture
def rig():
    with Rig(buttons="single") as rig:
        rig.chord = None  # none of these tests needs two buttons
        yield rig


def test_each_firework_is_reached_and_the_turns_repaired(rig):
    rig.tap("play")
    for suit in "WRBYG":
        rig.play(suit)
    rig.more("turns")
    rig.hold("discard")
    rig.tap("clue")
    assert rig.state.cards_played == 5
    rig.check()


def test_the_group_chooses_and_the_next_press_is_the_other_way(rig):
    rig.tap("play")
    select(rig, "buttons")
    assert rig.store.kept.preferences["buttons"] == "together"
    rig.hold("discard")
    rig.tap("play")
    assert "clue+discard" in rig.ask(get="screen")["screen"]["options"]


@pytest.mark.parametrize("build", ["bonnet", "oled-hat"])
def test_where_the_buttons_are_not_below_the_display_it_is_the_default(tmp_path, build):
    with Rig(tmp_path, load(build)) as rig:
        assert rig.core.view.face.preferences.single
        rig.store.prefer("buttons", "together")
    with Rig(tmp_path, load(build)) as rig:
        assert not rig.core.view.face.preferences.single
