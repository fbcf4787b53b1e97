"""A disk that takes its time: what was pressed meanwhile counts, in order, and only once."""

import pytest

from companion.game.actions import Clue, Discard
from tests.rig import Rig


@pytest.fixture
def slow():
    """A game, and what its disk has not written yet."""
    with Rig() as rig:
        rig.ask(do="new", players=3)
        rig.wait(1)
        write, held = rig.books.write, []
        rig.books.write = lambda ticket, row: held.append((ticket, row))

        def catch_up():
            while held:
                write(*held.pop(0))
                rig.settle()

        yield rig, catch_up


def test_the_next_press_counts_though_the_disk_still_has_the_one_before(slow):
    rig, catch_up = slow
    rig.tap("clue", after=0.35)
    rig.tap("discard", after=1.0)
    assert rig.core.sitting.actions == ()
    catch_up()
    assert rig.core.sitting.actions == (Clue(), Discard())


def test_the_next_press_counts_right_after_the_disk_has_the_one_before(slow):
    rig, catch_up = slow
    rig.tap("clue", after=0.35)
    catch_up()
    rig.tap("discard")
    catch_up()
    assert rig.core.sitting.actions == (Clue(), Discard())


def test_a_double_press_counts_once_however_slow_the_disk_is(slow):
    rig, catch_up = slow
    rig.tap("clue", after=0.1)
    rig.tap("clue", after=1.0)
    catch_up()
    assert rig.core.sitting.actions == (Clue(),)
