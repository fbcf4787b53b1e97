"""Displays that lose their power at any moment of a game: whole soon after the last press."""

import random

import pytest

from companion.daemon.drawing import REFRESH_S
from companion.daemon.outputs import RETRY_S
from hardware.emulator.models.oled import ModelOled
from tests.rig.rig import Rig
from tests.rig.samples import paired
from wiring.reading.build import load

ALLOWED_S = 3.0
BUILDS = ("emulator", "bonnet", "oled-hat", "deluxe")


def cut(model: ModelOled, rig: Rig, dice: random.Random) -> None:
    """Take the power away for 0.2 to 90 s, in which people may press."""
    model.unplug()
    end = rig.now + dice.choice((0.2, dice.uniform(0.2, 3.0), dice.uniform(3.0, 90.0)))
    while rig.now < end:
        if dice.random() < 0.3:
            rig.tap(dice.choice(("clue", "discard")))
        rig.wait(min(RETRY_S, end - rig.now) if rig.now < end else 0.0)
        rig.stage.drawing.retry(rig.now)
    model.plug_in()
    rig.wait(dice.uniform(0.0, RETRY_S))
    rig.stage.drawing.retry(rig.now)


@pytest.mark.parametrize(("build", "seed"), paired(BUILDS, range(3)))
def test_it_is_whole_three_seconds_after_the_last_press_or_two_presses(build, seed):
    dice = random.Random(f"{build} {seed}")
    with Rig(build=load(build), frames=True) as rig:
        model = rig.device.model
        rig.ask(do="new", players=3)
        for _ in range(12):
            rig.wait(dice.uniform(0.0, 20.0))
            if dice.random() < 0.5:
                cut(model, rig, dice)
            else:
                model.brown_out()
            for _ in range(2):
                rig.tap(dice.choice(("clue", "discard")))
                rig.wait(dice.uniform(REFRESH_S, ALLOWED_S))
            rig.wait(ALLOWED_S - REFRESH_S)
            assert model.lit
            rig.check()


def test_it_is_sent_nothing_more_after_the_refresh():
    with Rig(frames=True) as rig:
        model = rig.device.model
        rig.ask(do="new", players=3)
        rig.wait(30)
        for _ in range(5):
            rig.tap("clue")
            rig.wait(1)
            sent = model.bytes_received
            rig.wait(1)
            assert 1024 < model.bytes_received - sent < 1400, "once, and all of it"
            rig.wait(20)  # a notice may go, the seat may blink
            sent = model.bytes_received
            rig.wait(10)
            assert model.bytes_received - sent < 100, "only what changed"
