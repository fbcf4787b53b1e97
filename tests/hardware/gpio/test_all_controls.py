"""A control that several places have is down until it is up in all of them."""

from collections.abc import Callable

import pytest

from companion.panel import Edge, Rotated
from hardware.gpio.all_controls import AllControls


class Keys:
    """Controls that a test presses; `levels` is what asking them tells."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.levels = dict.fromkeys(names, False)
        self.open = True
        self._post: Callable[[Edge | Rotated], None]

    def listen(self, post: Callable[[Edge | Rotated], None]) -> None:
        self._post = post

    def is_down(self, control: str) -> bool:
        return self.levels.get(control, False)

    def close(self) -> None:
        self.open = False

    def move(self, control: str, down: bool, at: float = 0.0, cancelled: bool = False) -> None:
        self.levels[control] = down
        self.tell(control, down, at, cancelled)

    def tell(self, control: str, down: bool, at: float = 0.0, cancelled: bool = False) -> None:
        self._post(Edge(control, down, at, cancelled))

    def rotate(self, steps: int) -> None:
        self._post(Rotated(steps, 0.0))


class Table:
    def __init__(self) -> None:
        self.near, self.far = Keys("clue", "play", "encoder"), Keys("clue", "W")
        self.all = AllControls((self.near, self.far))
        self.posted: list[Edge | Rotated] = []
        self.all.listen(self.posted.append)


@pytest.fixture
def table() -> Table:
    return Table()


def test_what_only_one_has_passes_as_it_is(table):
    table.near.move("play", True, 1.0)
    table.far.move("W", True, 2.0)
    table.near.move("play", False, 3.0)
    table.near.rotate(-1)
    assert table.posted == [
        Edge("play", True, 1.0),
        Edge("W", True, 2.0),
        Edge("play", False, 3.0),
        Rotated(-1, 0.0),
    ]
    assert table.all.is_down("W")
    assert not table.all.is_down("play")


def test_a_button_that_two_press_is_down_until_both_let_go(table):
    table.near.move("clue", True, 1.0)
    table.far.move("clue", True, 2.0)
    table.near.move("clue", False, 3.0)
    assert table.all.is_down("clue")
    table.far.move("clue", False, 4.0)
    assert table.posted == [Edge("clue", True, 1.0), Edge("clue", False, 4.0)]
    assert not table.all.is_down("clue")


def test_two_that_press_at_the_same_moment_are_one_press(table):
    table.near.levels["clue"] = table.far.levels["clue"] = True
    table.near.tell("clue", True)
    table.far.tell("clue", True)
    assert table.posted == [Edge("clue", True, 0.0)]
    table.near.levels["clue"] = table.far.levels["clue"] = False
    table.near.tell("clue", False)
    table.far.tell("clue", False)
    assert table.posted[0] == Edge("clue", True, 0.0)
    assert set(table.posted[1:]) == {Edge("clue", False, 0.0)}


def test_an_edge_that_one_lost_does_not_silence_the_other(table):
    table.near.move("clue", True)
    table.near.levels["clue"] = False  # without an edge
    table.far.move("clue", True, 5.0)
    table.far.move("clue", False, 6.0)
    assert table.posted[1:] == [Edge("clue", True, 5.0), Edge("clue", False, 6.0)]
