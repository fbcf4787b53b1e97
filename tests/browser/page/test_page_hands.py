"""Sloppy hands on the page of `make try`: what fingers do reaches the companion as on the device.

The models of hands say when each finger goes down and up. Each of that is a touch event. What the
page made of it is played once more to the companion in CPython, which has to come to the same.
"""

import random
import time
from collections.abc import Iterator, Sequence

import pytest

from companion.game.view import state_json
from tests.rig.chromium import BROWSERS
from tests.rig.hands import CLEAN, HANDS, Edge, chord, tap
from tests.rig.samples import fewer
from tests.rig.tablets import Finger
from tests.rig.try_page import TryPage

pytestmark = BROWSERS

TURNS = 40
FEEL = """
window.felt = [];
const fingers = new Map();
addEventListener("pointerdown", ({ pointerId, target, timeStamp }) => {
  fingers.set(pointerId, target.closest("[data-control]").dataset.control);
  felt.push([fingers.get(pointerId), true, timeStamp]);
}, true);
addEventListener("pointerup", ({ pointerId, timeStamp }) => {
  felt.push([fingers.get(pointerId), false, timeStamp]);
}, true);
"""
"""Notes what the browser feels: on which control a finger goes down and up, and when."""


def touch(tablet: TryPage, edges: Sequence[Edge]) -> None:
    """Put fingers down and up when the hands do."""
    spots = {edge.control: tablet.middle(edge.control) for edge in edges}
    numbers = {control: number for number, control in enumerate(spots)}
    began = time.monotonic()
    for edge in edges:
        time.sleep(max(0.0, edge.at - (time.monotonic() - began)))
        x, y = spots[edge.control]
        finger = {"x": x, "y": y, "id": numbers[edge.control]}
        kind = "touchStart" if edge.down else "touchEnd"
        tablet.browser.do("Input.dispatchTouchEvent", type=kind, touchPoints=[finger])


def gestures(tablet: TryPage, hands, dice: random.Random) -> Iterator[list[Edge]]:
    """Yield what the hands do, each gesture seen what the display asks."""
    for _ in range(fewer(TURNS, 5)):
        state = tablet.state
        do = "clue" if state["clues"] > 4 else dice.choice(("play", "discard"))
        yield tap(hands, do, 0, dice, CLEAN)
        options = tablet.ask({"get": "screen"})["screen"].get("options") or {}
        chords = [name.split("+") for name in options if "+" in name]
        if do == "play" and chords:
            yield chord(hands, dice.choice(chords), 0, dice, CLEAN)


@pytest.mark.parametrize("name", HANDS)
def test_what_sloppy_hands_do_is_read_as_on_the_device(tablet, tmp_path, name):
    tablet.open(820, 1180)
    tablet.note_moves()
    tablet.begin()
    device = Finger(tmp_path, "table", "")
    device.replay(*tablet.new_moves())
    tablet.browser.run(FEEL)
    dice = random.Random(name)
    made = 0
    chords = 0
    for edges in gestures(tablet, HANDS[name], dice):
        touch(tablet, edges)
        time.sleep(1.0)
        tablet.saved()
        moves, now = tablet.new_moves()
        device.replay(moves, now)
        felt = tablet.browser.run("return felt.splice(0)")
        assert [(edge.control, edge.down) for edge in edges] == [tuple(one[:2]) for one in felt]
        assert [move[:3] for move in moves] == felt
        assert not any(cancelled for *_, cancelled in moves)
        assert tablet.comes_to(state_json(device.state)), edges
        assert tablet.looks_like(device), edges
        made += 1
        chords += len({edge.control for edge in edges}) > 1
    assert made >= fewer(TURNS, 5)
    assert chords
    print(f"{name}: {made} gestures, {chords} of them chords, {tablet.state['turn']} turns")
