"""Values of different kinds with the same fields are different."""

import pytest

from companion.game.actions import Clue, Discard, Misfire
from companion.game.cards import CARDS
from companion.journal.events import Amended, Did, Redid, Undid
from tests.rig.printed import printed_by


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Misfire(CARDS["R1"]), Discard(CARDS["R1"])),
        (Undid(), Redid()),
        (Did(Clue()), Amended(Clue())),
        (Did(Misfire()), Did(Discard())),
        (Clue(), ()),
    ],
    ids=repr,
)
def test_values_of_two_kinds_are_never_equal(one: object, other: object) -> None:
    assert one != other
    assert not one == other  # noqa: SIM201 - both ways of asking
    assert len({one, other}) == 2


def test_values_of_a_kind_are_equal_by_their_fields() -> None:
    assert Discard(CARDS["R1"]) == Discard(CARDS["R1"]) != Discard(CARDS["R2"])
    assert len({Did(Clue()), Did(Clue())}) == 1


def test_a_value_without_fields_is_true() -> None:
    assert Clue()
    assert not Clue() != Clue()  # noqa: SIM202 - both ways of asking


def test_the_first_picture_waits_for_no_dataclass() -> None:
    """Each takes as long to make as half an import of a module, and the first imports `inspect`."""
    code = (
        "import sys, companion.commands.run, companion.daemon.threads\n"
        "made = {value for name, module in sys.modules.items() if name.startswith('companion')"
        " for value in vars(module).values() if hasattr(value, '__dataclass_fields__')}\n"
        "print(*sorted(value.__qualname__ for value in made))"
    )
    assert printed_by(code) == "\n"
