"""Whatever comes, in whatever order, and whenever the device stops: its promises hold."""

import pytest

from companion.daemon.socket.declarations import FIELDS
from tests.rig.model import asking
from tests.rig.model.plan import Plan
from tests.rig.model.runs import LENGTH, play, report, run, shrunk

SEEDS = range(1, 17)
SHRINKING_S = 20.0


@pytest.mark.parametrize("seed", SEEDS)
def test_what_must_hold_holds_after_any_messages_and_any_stop(seed):
    plan, finding = run(seed, LENGTH)
    if finding is not None:
        pytest.fail(report(seed, *shrunk(plan, finding, SHRINKING_S)), pytrace=False)


def test_the_requests_that_are_made_have_every_field_that_there_is():
    assert asking.RIGHT.keys() == FIELDS.keys()


# Every question is open when the device stops

COMPLETED = [("ask", "player", {"do": "action", "action": {"do": "play", "suit": "W"}})] * 5
"""A firework grows to its top."""
LOST = [("ask", "player", {"do": "action", "action": {"do": "misfire"}})] * 3


def begun(**how: object) -> tuple:
    return ("ask", "player", {"do": "new", "players": 3, **how})


AT = {
    "the first start": [],
    "the table": [begun()],
    "a firework is chosen": [begun(), ("wait", 1.0), ("press", "play")],
    "half of a chord": [begun(), ("wait", 1.0), ("press", "play"), ("wait", 0.5), ("down", "clue")],
    "a discard is named": [
        begun(detail="cards"),
        ("ask", "player", {"do": "action", "action": {"do": "clue"}}),
        ("wait", 1.0),
        ("press", "discard"),
    ],
    "a tile is asked for": [begun(edition={"preset": "flamboyants"}), *COMPLETED],
    "the end": [begun(), *LOST],
    "the end is undone": [begun(), *LOST, ("ask", "player", {"do": "undo"})],
    "a game was undone": [begun(), *LOST, begun(), ("ask", "player", {"do": "undo"})],
    "the turns": [begun(), ("ask", "player", {"do": "undo"}), ("wait", 1.0), ("press", "discard", "play")],
    "the menu": [begun(), ("wait", 1.0), ("press", "clue", "play")],
    "a step is on its way": [begun(), ("disk", 3.0, False), ("wait", 1.0), ("press", "clue")],
    "nothing is saved": [begun(), ("disk", 0.0, True), ("wait", 1.0), ("press", "clue"), ("wait", 3.0)],
}
"""Where a device can be, and what leads there."""


@pytest.mark.parametrize("kind", ["kill", "clean", "reboot"])
@pytest.mark.parametrize("script", AT.values(), ids=AT)
def test_a_start_goes_on_wherever_the_device_stopped(script, kind):
    after = [("stop", kind, 2.0), *(("wait", seconds) for seconds in (0.1, 1.0, 20.0, 125.0))]
    finding = play(Plan(), [*script, *after, ("press", "clue"), ("wait", 1.0), ("finish", True)])
    assert finding is None, report(0, Plan(), finding)


# What the model found


def do(**action: object) -> tuple:
    return ("ask", "player", {"do": "action", "action": action})


DOWN = [("press", "discard"), ("wait", 0.6)]
PHONE = ("ask", "view-1", {"do": "serve", "urls": ["http://hanabi.local"]})
REPAIR = {"do": "repair", "turn": 1, "as": "insert", "action": {"do": "play", "card": "M1"}}
FOUND = {
    "a new game leaves an undone end undone": [*AT["the end is undone"], begun()],
    "a repair names a suit that the game lacks": [begun(), ("ask", "player", REPAIR)],
    "a client leaves that subscribes while a step is on its way": [
        *(begun(), ("disk", 0.5, False), do(do="clue")),
        *(("ask", "view-1", {"do": "subscribe"}), ("leave", "view-1"), ("wait", 1.0)),
    ],
    "two buttons roll over the line of the practice": [
        ("wait", 1.0),
        *(("press", "clue", "play"), ("wait", 1.0), ("press", "play", "discard")),
    ],
    "the page ends while the last line of the menu is marked": [
        *(("wait", 1.0), PHONE, ("press", "clue", "play"), *DOWN * 10),
        *(("leave", "view-1"), ("press", "play")),
    ],
    "a game that was given up at once is spoken of": [
        *(begun(), ("wait", 1.0), do(do="concede", reason="conceded")),
        *(("press", "clue"), ("wait", 1.0), ("press", "clue"), ("wait", 1.0)),
    ],
    "the end of a first game beside the sign of a weak supply": [
        *(("supplied", True), begun(players=["Ann", "Ben"]), do(do="concede", reason="no_more_points")),
    ],
}


@pytest.mark.parametrize("script", FOUND.values(), ids=FOUND)
def test_what_was_found_once_is_mended(script):
    finding = play(Plan(), script)
    assert finding is None, report(0, Plan(), finding)


def test_a_script_holds_an_optional_control_for_too_long():
    plan = Plan(build="deluxe")
    held = ("ask", "player", {"do": "hold", "control": "undo", "seconds": 4})
    finding = play(plan, [("wait", 1.0), begun(), ("wait", 1.0), held, ("wait", 5.0)])
    assert finding is None, report(0, plan, finding)
