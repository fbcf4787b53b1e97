"""Pods for hours, on a link that is bad; `tests/hardware/pods` pulls them a thousand times."""

import random
import time

import pytest

from companion.panel import Edge
from hardware.buses import serial_link
from hardware.pods.firmware.protocol import TICKS
from tests.hardware.pods.firmware import micropython
from tests.rig.daemons import FAULTS, SECONDS, SEED
from tests.rig.pods import CONTROLS, Joined

pytestmark = FAULTS


@pytest.mark.skipif(micropython.MICROPYTHON is None, reason="MicroPython is not installed")
def test_a_pod_under_micropython_shows_the_right_lights_two_seconds_after_it_was_plugged_in(
    tmp_path,
):
    link, posted = micropython.pod(tmp_path)
    link.listen(lambda news: None)
    chance = random.Random(SEED)
    took = []
    try:
        for _ in range(10):
            link._host.send(micropython.colours(0), 1.0, afresh=False)
            time.sleep(chance.random() * serial_link.RETRY_S)
            began = time.monotonic()
            with micropython.board(tmp_path / "pod"):
                # It moves a control once it shows the right picture.
                assert posted.get(timeout=5)[:2] == ("clue", True)
                took.append(time.monotonic() - began)
            assert posted.get(timeout=5)[:2] == ("clue", False)
    finally:
        link.close()
    print(f"right lights after {max(took):.2f} s at most")
    assert max(took) < 2.0


def damaged(payload: bytes, chance: random.Random) -> bytes:
    """A payload that was lost, cut, doubled, or changed in one bit."""
    at = chance.randrange(len(payload))
    fates = (
        b"",
        payload[:at],
        payload + payload,
        payload[:at] + bytes([payload[at] ^ 1 << chance.randrange(8)]) + payload[at + 1 :],
    )
    return chance.choice(fates)


def presses(edges: list[Edge]) -> dict[str, int]:
    """How often each control went down, where edges are in order, alternate, and leave all controls
    up.
    """
    down: set[str] = set()
    counted = dict.fromkeys(CONTROLS, 0)
    before = float("-inf")
    for edge in edges:
        assert edge.down != (edge.control in down)
        down ^= {edge.control}
        counted[edge.control] += edge.down
        assert edge.at >= before
        before = edge.at
    assert not down
    return counted


@pytest.mark.parametrize("share", [0.0, 0.01, 0.2, 0.5])
def test_whatever_happens_to_a_pod_no_press_is_invented_and_none_is_stuck(share):
    """An hour on a link that damages this share of the bytes' lines, with resets, pulled plugs and
    drift.
    """
    chance = random.Random(f"{SEED} {share}")
    joined = Joined(began=TICKS - 600_000)

    def damage(payload: bytes) -> bytes:
        return damaged(payload, chance) if chance.random() < share else payload

    joined.up = joined.down = damage
    joined.plug_in()
    pressed = dict.fromkeys(CONTROLS, 0)
    for _ in range(int(SECONDS * 100)):
        control = chance.choice(CONTROLS)
        fate = chance.random()
        if fate < 0.9:
            joined.levels[control] = not joined.levels[control]
            pressed[control] += joined.levels[control]
        elif fate < 0.93:
            joined.switch_on()
        elif fate < 0.96 and joined.there:
            joined.unplug()
        elif not joined.there:
            joined.plug_in()
        joined.host.send([(chance.randrange(256), 0, 0)] * 8, 1.0, afresh=False)
        joined.run(chance.choice([1, 5, 20, 100, 500]))
        if chance.random() < 0.01:
            joined.run(40_000)
    # In the end the link is well again, and everything agrees.
    joined.up = joined.down = lambda payload: payload
    for control in CONTROLS:
        joined.levels[control] = False
    if not joined.there:
        joined.plug_in()
    joined.run(70_000)
    assert not any(map(joined.host.is_down, CONTROLS))
    counted = presses(joined.edges)
    assert all(counted[control] <= pressed[control] for control in CONTROLS)
    if share == 0.0:
        assert sum(counted.values()) > 0.5 * sum(pressed.values())
    joined.press("clue")
    assert [edge[:2] for edge in joined.edges[-2:]] == [("clue", True), ("clue", False)]
