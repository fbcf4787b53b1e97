"""A pod on a pty: the firmware's program at one end, pyserial and the driver at the other."""

import logging
import os
import threading
import time
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from companion.panel import Edge, LightPlan, Plugged, Rotated
from hardware.buses import serial_link
from tests.rig.pods import a_pod, pod_link
from tests.rig.samples import fewer
from tests.rig.waiting import PATIENCE, until

OFF = (0, 0, 0)
ONE = LightPlan(clue=(1.0, *(0.0,) * 7))
FULL = LightPlan(clue=(1.0,) * 8)
BLUE = (0, 102, 255)
"""The colour of the clue tokens as four bits have it."""


class Table:
    """A pod, its link, and what is posted."""

    def __init__(self, name: str = "far") -> None:
        self.link = pod_link(a_pod(name=name))
        self.pod = self.link.outside
        self.controls = self.link.inside.controls
        self.posted: SimpleQueue[Edge | Rotated] = SimpleQueue()
        self.news: SimpleQueue[object] = SimpleQueue()
        self.controls.listen(self.posted.put)

    def listen(self) -> None:
        self.link.listen(self.news.put)
        self.ready()

    def ready(self) -> None:
        """Wait until the pod and its host know each other."""
        self.show(ONE)
        until(lambda: self.pod.colours == (BLUE, *(OFF,) * 7))

    def edge(self) -> tuple[str, bool, bool]:
        edge = self.posted.get(timeout=PATIENCE)
        assert isinstance(edge, Edge)
        return edge.control, edge.down, edge.cancelled

    def show(self, plan: LightPlan) -> None:
        self.link.inside.lights.show(plan)

    def close(self) -> None:
        self.link.close()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_link, "RETRY_S", 0.02)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()


def test_a_press_on_the_pod_is_a_press(table):
    table.listen()
    before = time.monotonic()
    table.pod.press("clue")
    edge = table.posted.get(timeout=PATIENCE)
    assert isinstance(edge, Edge)
    assert edge[:2] == ("clue", True)
    assert before - 0.002 <= edge.at <= time.monotonic()
    assert table.controls.is_down("clue")
    table.pod.release("clue")
    assert table.edge() == ("clue", False, False)
    assert not table.controls.is_down("clue")


def test_a_pod_that_vanishes_with_a_button_down_commits_nothing(table):
    table.listen()
    table.pod.press("clue")
    assert table.edge() == ("clue", True, False)
    table.pod.unplug()
    assert table.edge() == ("clue", False, True)
    assert not table.controls.is_down("clue")
    table.pod.plug_in()
    assert table.news.get(timeout=PATIENCE) == Plugged("far", False)
    assert table.news.get(timeout=PATIENCE) == Plugged("far", True)
    table.pod.release("clue")
    table.pod.press("play")
    assert table.edge() == ("play", True, False), "what was held through it is no press"


def test_the_pod_goes_dark_with_its_companion(table):
    table.listen()
    table.show(FULL)
    until(lambda: table.pod.colours == (BLUE,) * 8)
    table.link.inside.close()
    until(lambda: table.pod.colours == (OFF,) * 8)


def test_two_pods_know_nothing_of_each_other():
    near, far = Table("near"), Table("far")
    try:
        near.listen()
        far.listen()
        near.pod.unplug()
        far.pod.press("clue")
        assert far.edge() == ("clue", True, False)
        assert near.news.get(timeout=PATIENCE) == Plugged("near", False)
        assert far.news.empty()
        assert near.posted.empty()
    finally:
        near.close()
        far.close()


def test_a_control_that_the_pod_lacks_cannot_be_pressed(table):
    with pytest.raises(KeyError):
        table.pod.press("K")


def test_coming_and_going_leaves_nothing_open_and_little_in_the_log(caplog, monkeypatch):
    caplog.set_level(logging.INFO, "companion")
    monkeypatch.setattr(serial_link, "RETRY_S", 0.002)
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    table = Table()
    table.listen()
    for _ in range(fewer(1000, 50)):
        table.pod.unplug()
        assert table.news.get(timeout=PATIENCE) == Plugged("far", False)
        table.pod.plug_in()
        assert table.news.get(timeout=PATIENCE) == Plugged("far", True)
    table.close()
    assert threading.active_count() == threads
    assert len(os.listdir("/proc/self/fd")) == files
    assert caplog.messages == []
