"""A request means the table that was seen: on another one it is refused, and changes nothing."""

import pytest

from companion.daemon.door import Door
from companion.daemon.interfaces import Request
from companion.daemon.requests import DECLARATIONS
from tests.rig.rig import Rig
from tests.tools.request_table import example
from wiring.reading.build import load

WENT_ON = {"key": "went_on", "facts": {}}
CLUE = {"do": "action", "action": {"do": "clue"}}
PEOPLES_TABLE = {"prefer", "remove", "subscribe", "watch", "enrol", "forget", "backup", "restore"}
PEOPLES_TABLE |= {"rename", "trial", "invite", "withdraw"}
"""What changes nothing of the game that lies there."""
CHANGES = [one for one in DECLARATIONS if one.verb == "do" and Door.CONTROL in one.doors]
CHANGES = [one for one in CHANGES if one.word not in PEOPLES_TABLE]


@pytest.fixture
def rig():
    with Rig(build=load("emulator-keys"), blind=True) as made:
        made.ask(do="new", players=3)
        yield made


def mark(rig):
    return rig.ask(get="state")["state"]["mark"]


@pytest.mark.parametrize("declared", CHANGES, ids=lambda one: one.word)
def test_each_request_that_changes_a_table_is_refused_on_another_one(rig, declared):
    old = mark(rig)
    rig.ask(**CLUE)
    before = rig.core.sitting, rig.core.dialogue.face.screen
    assert rig.ask(**example(declared), seen=old)["phrase"] == WENT_ON
    assert (rig.core.sitting, rig.core.dialogue.face.screen) == before


def test_steps_that_take_no_turn_make_another_table(rig):
    rig.ask(do="new", players=3, detail="cards")
    rig.ask(**CLUE)
    marks = [mark(rig)]
    for body in (
        {"do": "action", "action": {"do": "discard"}},
        {"do": "answer", "purpose": "name", "path": ["R", "3"]},
        {"do": "action", "action": {"do": "mix", "hand": 2}},
        {"do": "correct", "counters": [["clues", "", 5]]},
        {"do": "repair", "turn": 1, "as": "insert", "action": {"do": "clue"}},
        {"do": "action", "action": {"do": "concede", "reason": "conceded"}},
    ):
        assert rig.ask(**body, seen=marks[-1])["ok"], body
        marks.append(mark(rig))
    assert len({*marks}) == len(marks)
    while mark(rig) != marks[0]:
        assert rig.ask(do="undo", seen=mark(rig))["ok"]


def test_a_hold_is_refused_where_the_table_changes_under_it(rig):
    rig.ask(**CLUE)
    seen = mark(rig)
    held = []
    body = {"do": "hold", "control": "clue", "seconds": 0.8, "seen": seen}
    rig.inbox.append(Request(body, held.append))
    rig.wait(0.4)
    rig.ask(**CLUE)
    rig.wait(1)
    assert held[0]["phrase"] == WENT_ON
    assert len(rig.core.sitting.steps) == 2
