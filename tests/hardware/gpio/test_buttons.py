"""The buttons post every raw edge, stamped with its own time, and nothing else."""

from collections.abc import Iterator

import pytest

from companion.errors import PanelError
from companion.panel import Edge, Rotated, Unusable
from hardware.emulator.board import EmulatedBoard
from hardware.gpio import buttons as buttons_module
from hardware.gpio.board import Input, PinBusy
from hardware.gpio.buttons import GpioControls
from tests.rig.waiting import until
from wiring.spec import EncoderPins

PINS = {"clue": 5, "discard": 6, "play": 13}


@pytest.fixture
def buttons(board: EmulatedBoard) -> Iterator[GpioControls]:
    made = GpioControls(board, PINS)
    yield made
    made.close()


def test_every_edge_is_posted_with_its_time(buttons, board, clock):
    posted: list[Edge] = []
    buttons.listen(posted.append)
    for after, act, pin in (
        (0.5, board.pull_down, 5),
        (0.001, board.let_go, 5),  # a bounce
        (0.001, board.pull_down, 5),
        (0.02, board.pull_down, 13),
        (1.0, board.let_go, 5),
        (0.25, board.let_go, 13),
    ):
        clock.now += after
        act(pin)
    assert [(edge.control, edge.down) for edge in posted] == [
        ("clue", True),
        ("clue", False),
        ("clue", True),
        ("play", True),
        ("clue", False),
        ("play", False),
    ]
    assert [edge.at for edge in posted] == pytest.approx(
        [1000.5, 1000.501, 1000.502, 1000.522, 1001.522, 1001.772], abs=1e-9
    )


def test_a_button_that_is_down_already_is_posted_at_once(buttons, board, clock):
    board.pull_down(13)
    clock.now += 5
    posted: list[Edge] = []
    buttons.listen(posted.append)
    assert posted == [Edge("play", True, 1005.0)]
    board.let_go(13)
    assert posted[1:] == [Edge("play", False, 1005.0)]


def test_a_button_that_is_down_when_its_pin_is_opened_is_down(board):
    before = GpioControls(board, PINS)
    board.hold_chip()
    before.close()
    board.pull_down(5)
    after = GpioControls(board, PINS)
    board.pull_down(5)  # the finger is still on it when the pin's resistor is switched on
    posted: list[Edge] = []
    after.listen(posted.append)
    board.let_go(5)
    assert [(edge.control, edge.down) for edge in posted] == [("clue", True), ("clue", False)]
    after.close()
    board.release_chip()


def test_controls_with_an_encoder_that_does_not_open_let_everything_go(board):
    board.hold_chip()
    with pytest.raises(PanelError, match="GPIO 99 cannot be used"):
        GpioControls(board, PINS, EncoderPins(a=17, b=99))
    again = GpioControls(board, PINS, EncoderPins(a=17, b=18))
    again.close()
    board.release_chip()


def test_closed_buttons_post_nothing_and_are_up(board):
    posted: list[Edge] = []
    buttons = GpioControls(board, PINS)
    buttons.listen(posted.append)
    buttons.close()
    buttons.close()
    board.pull_down(5)
    assert posted == []
    assert not buttons.is_down("clue")


# Pins that something else has


@pytest.fixture
def taken(board: EmulatedBoard, monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The pins that another program has; they are tried again soon."""
    pins: set[int] = set()
    open_input = board.open_input

    def input_of(pin: int, active_high: bool) -> Input:
        if pin in pins:
            raise PinBusy(f"GPIO {pin} is in use")
        return open_input(pin, active_high)

    monkeypatch.setattr(board, "open_input", input_of)
    monkeypatch.setattr(buttons_module, "RETRY_S", (0.01, 0.02))
    return pins


def test_a_pin_that_something_else_has_costs_only_its_control(board, taken):
    taken.add(6)
    controls = GpioControls(board, PINS)
    assert controls.names == ("clue", "discard", "play")
    posted: list[object] = []
    controls.listen(posted.append)
    assert posted == [Unusable("discard", "GPIO 6 is in use")]
    board.pull_down(5)
    assert posted[1:] == [Edge("clue", True, 1000.0)]
    assert not controls.is_down("discard")
    controls.close()


def test_it_is_opened_once_it_is_let_go(board, taken):
    taken.update((6, 18))
    controls = GpioControls(board, PINS, EncoderPins(a=17, b=18))
    posted: list[object] = []
    controls.listen(posted.append)
    assert posted == [
        Unusable("discard", "GPIO 6 is in use"),
        Unusable("encoder", "GPIO 18 is in use"),
    ]
    taken.clear()
    until(lambda: len(posted) == 4)
    assert posted[2:] == [Unusable("discard", ""), Unusable("encoder", "")]
    board.pull_down(6)
    for act, pin in (
        (board.pull_down, 17),
        (board.pull_down, 18),
        (board.let_go, 17),
        (board.let_go, 18),
    ):
        act(pin)
    assert posted[4:] == [Edge("discard", True, 1000.0), Rotated(1, 1000.0)]
    assert controls.is_down("discard")
    controls.close()


def test_it_is_tried_more_and_more_seldom():
    assert list(buttons_module.RETRY_S) == sorted(buttons_module.RETRY_S)
    assert buttons_module.RETRY_S[-1] >= 30
