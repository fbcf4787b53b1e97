"""Spikes on the wires: what no hand does counts nothing, and a real press beside it counts."""

import pytest

from companion.panel import BUTTONS, POWER, UNDO
from tests.rig.rig import Rig
from tests.rig.samples import paired
from wiring.reading.build import load

SECONDS = (20e-6, 100e-6, 0.001, 0.005, 0.012)
CONTROLS = (*BUTTONS, UNDO, POWER, "up", "left", "W", "R")


def spike(rig: Rig, *controls: str, seconds: float = 0.005) -> None:
    """Pull lines low for an instant."""
    for control in controls:
        rig.down(control)
    rig.wait(seconds)
    for control in controls:
        rig.device.release(control)
        rig.settle()


@pytest.fixture
def rig():
    with Rig(build=load("emulator-keys")) as rig:
        rig.ask(do="new", players=3)
        rig.tap("clue")
        rig.wait(1)
        yield rig


@pytest.mark.parametrize(("seconds", "open_question"), paired(SECONDS, [False, True]))
def test_a_spike_counts_nothing_on_any_control(rig, seconds, open_question):
    if open_question:
        rig.tap("play")
    rig.wait(9)  # what was said goes away
    face, sitting = rig.core.view.face, rig.core.sitting
    lines = [(control,) for control in rig.panel.controls.names if control != "encoder"]
    for controls in (*lines, ("clue", "play"), BUTTONS):
        spike(rig, *controls, seconds=seconds)
        rig.wait(0.8)
        assert rig.core.view.face == face, controls
    assert rig.core.sitting is sitting
    rig.check()


@pytest.mark.parametrize(("seconds", "beside"), paired(SECONDS, ["play", "W", "power", "clue"]))
def test_a_spike_in_a_hold_breaks_no_hold(rig, seconds, beside):
    for at in (0.2, 0.4, 0.695, 0.75):
        rig.tap("clue")
        clues = rig.state.clues
        rig.down("clue")
        rig.wait(at)
        if beside == "clue":
            rig.device.release("clue")
            rig.settle()
            rig.wait(seconds)
            rig.down("clue")
        else:
            spike(rig, beside, seconds=seconds)
        rig.wait(1 - at)
        rig.up("clue")
        rig.wait(0.5)
        assert rig.state.clues == clues + 1, "it was undone"


@pytest.mark.parametrize("gap", [0.005, 0.012, 0.02, 0.05])
def test_a_press_soon_after_a_spike_or_beside_one_counts(rig, gap):
    clues = rig.state.clues
    spike(rig, "clue")
    rig.wait(gap)
    rig.tap("clue")
    assert rig.state.clues == clues - 1
    rig.down("clue")
    rig.wait(gap)
    spike(rig, "play", "discard")
    rig.wait(0.05)
    rig.up("clue")
    rig.wait(0.5)
    assert rig.state.clues == clues - 2
    assert rig.screen == "table"


def test_taps_as_short_as_a_finger_is_and_bouncing_ones_count(rig):
    clues = rig.state.clues
    rig.hold("clue", 0.03)
    rig.down("clue")
    for pause in (0.002, 0.003, 0.004):
        rig.wait(pause)
        rig.device.release("clue")
        rig.settle()
        rig.wait(0.001)
        rig.down("clue")
    rig.wait(0.023)
    rig.up("clue")
    rig.wait(0.5)
    assert rig.state.clues == clues - 2
