"""Pods at the table: whole games by their buttons, while their links are pulled and put back."""

import random

import pytest

from companion.game.view import state_json
from hardware.buses import serial_link
from tests.games import real_games, turns
from tests.rig.pods import PodRig, is_there
from tests.rig.samples import sample
from tests.rig.waiting import until
from wiring.reading.build import Build, parse_build

SCREEN = """
[screen]
controller = "ssd1306"
"""
POD = """
[[pods]]
name = "{name}"
port = "emulated"
[pods.strip]
pixels = 11
[pods.strip.lights]
clue = "0-7"
fuse = "8-10"
"""


def table(*names: str) -> Build:
    """A device without a button of its own, and these pods."""
    text = 'board = "mock"\n' + SCREEN + "".join(POD.format(name=name) for name in names)
    return parse_build(text, "pods", "pods.toml")


def shows(rig: PodRig, name: str) -> bool:
    """Whether the pod shows the clue tokens and the fuses as they were set."""
    levels = rig.panel.lights.held_levels()
    pixels = rig.device.pods[name].colours
    return [any(colour) for colour in pixels] == [
        level > 0 for level in levels["clue"] + levels["fuse"]
    ]


def begin(rig: PodRig, players: int) -> None:
    while rig.core.view.face.draft.setup.players != players:
        rig.tap("clue")
    rig.tap("play")


class Ends(PodRig):
    """Two pods, each at an end of the table; whose end is pressed is chosen turn by turn."""

    end = "near"

    def pod_of(self, control):
        return self.device.pods[self.end]

    def there(self, name):
        return next(is_there(link.inside) for link in self.links if link.name == name)

    @property
    def present(self):
        return [name for name in self.device.pods if self.there(name)]

    def pull(self, name):
        self.device.pods[name].unplug()
        until(lambda: not self.there(name))
        self.told()

    def put_back(self, name):
        self.device.pods[name].plug_in()
        until(lambda: self.there(name))
        self.told()

    def told(self):
        """Let the companion take what it was told of that."""
        until(lambda: bool(self.inbox))
        self.wait(0.5)

    def shown(self, name):
        until(lambda: shows(self, name))


@pytest.mark.parametrize("seed", sample(range(2), 2))
def test_a_game_goes_on_while_its_pods_come_and_go_in_any_order(seed, monkeypatch):
    monkeypatch.setattr(serial_link, "RETRY_S", 0.005)
    chance = random.Random(seed)
    record = real_games()[seed]
    with Ends(table("near", "far")) as rig:
        begin(rig, record.setup.players)
        for do, suit, expected in turns(record):
            for name in chance.sample(["near", "far"], chance.randrange(3)):
                pressed = chance.random() < 0.5
                if not rig.there(name):
                    rig.put_back(name)
                elif pressed:
                    rig.end = name
                    rig.down("clue")
                    rig.pull(name)
                    rig.device.pods[name].release("clue")
                else:
                    rig.pull(name)
            if not rig.present:
                rig.put_back("far")
            rig.end = chance.choice(rig.present)
            rig.enter(do, suit)
            assert rig.json == state_json(expected), "a pod that went took a turn along"
            rig.check()
            for name in rig.present:
                rig.shown(name)
        assert rig.screen == "end"


def test_a_hold_on_a_pod_that_vanishes_undoes_nothing_and_burns_nothing():
    with PodRig(table("far")) as rig:
        begin(rig, 3)
        rig.tap("clue")
        before = rig.json
        for control, seconds in (("clue", 1.0), ("play", 1.0), ("discard", 0.1)):
            rig.down(control)
            rig.wait(seconds)
            rig.device.pods["far"].switch_on()
            until(lambda: bool(rig.inbox))
            rig.wait(5)
            assert rig.json == before
            rig.device.pods["far"].release(control)
            until(lambda: is_there(rig.links[0].inside))
            rig.rest()
            assert rig.json == before


def test_buttons_at_both_ends_of_the_table_make_a_chord():
    with Ends(table("near", "far")) as rig:
        begin(rig, 3)
        rig.end = "far"
        rig.tap("play")
        rig.down("clue")
        rig.wait(0.05)
        rig.end = "near"
        rig.down("discard")
        rig.wait(0.2)
        rig.up("discard")
        rig.end = "far"
        rig.up("clue")
        assert rig.state.fireworks["R"] == 1
