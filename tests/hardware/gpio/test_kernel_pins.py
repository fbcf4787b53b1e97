"""Pins over the kernel's own interface: gpiozero's devices on lines that a test pulls."""

import errno
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator

import pytest
from gpiozero.exc import PinUnknownPi  # type: ignore[import-untyped]

from companion.errors import PanelError
from companion.panel import Edge, Rotated, Unusable
from hardware.gpio.board import Output, PinBusy, open_board
from hardware.gpio.buttons import GpioControls
from tests.rig.kernel import PI_4, Detection, Direction, Kernel, Line, Request, Value, modules
from tests.rig.waiting import until
from wiring.spec import ChipSpec

BOARD = ChipSpec("raspberry-pi", 0)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    """A kernel whose lines libgpiod opens, on a Raspberry Pi 4."""
    kernel = Kernel()
    for name, module in modules(kernel).items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "hardware.gpio.kernel_pins", raising=False)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: PI_4)
    yield kernel
    sys.modules.pop("hardware.gpio.kernel_pins", None)
    assert kernel.requests == {}, "a line is left held"
    assert "edges" not in {thread.name for thread in threading.enumerate()}


Posted = list[Edge | Rotated | Unusable]


@pytest.fixture
def controls(kernel: Kernel) -> Iterator[Callable[..., tuple[GpioControls, Posted]]]:
    """Open the controls of these pins, and listen to them."""
    opened: list[GpioControls] = []

    def listen(**pins: int) -> tuple[GpioControls, Posted]:
        posted: Posted = []
        opened.append(GpioControls(open_board(BOARD), pins))
        opened[0].listen(posted.append)
        return opened[0], posted

    yield listen
    for one in opened:
        one.close()


def test_presses_come_with_the_kernels_time_in_its_order(kernel, controls):
    _, posted = controls(clue=5, play=6)
    start = time.monotonic()
    edges = threading.Event()
    pin = kernel.requests[6]
    read = pin.read_edge_events
    pin.read_edge_events = lambda most: (edges.wait(5), read(most))[1]
    kernel.pull(6, 0, start + 0.002)
    kernel.pull(5, 0, start + 0.001)
    kernel.pull(6, 1, start + 0.003)
    edges.set()
    until(lambda: len(posted) == 3)
    kernel.pull(5, 1, start + 0.004)
    until(lambda: len(posted) == 4)
    in_order = sorted(posted, key=lambda edge: edge.at)
    assert [(edge.control, edge.down) for edge in in_order] == [
        ("clue", True),
        ("play", True),
        ("play", False),
        ("clue", False),
    ]
    assert [edge.at for edge in in_order] == pytest.approx(
        [start + 0.001, start + 0.002, start + 0.003, start + 0.004], abs=1e-4
    )


def test_the_watermark_waits_for_no_thread(kernel, controls):
    buttons, posted = controls(clue=5, play=6)
    for down in (True, False) * 100:
        for line in (6, 5):
            kernel.pull(line, int(not down), time.monotonic())
        mark = buttons.watermark()
        assert [edge.down for edge in posted[-2:]] == [down, down]
        assert all(edge.at <= mark for edge in posted)


def test_edges_that_the_kernel_lost_cancel_the_press_and_are_told(kernel, controls, caplog):
    _, posted = controls(clue=5)
    kernel.pull(5, 0, time.monotonic())
    until(lambda: len(posted) == 1)
    kernel.requests[5].number += 3
    kernel.pull(5, 1, at := time.monotonic())
    until(lambda: len(posted) == 3)
    gone, up = posted[1:]
    assert (gone.down, gone.cancelled, up.down, up.cancelled) == (False, True, False, False)
    assert gone.at == up.at == pytest.approx(at)
    assert "GPIO 5: 3 edges are lost" in caplog.text


def test_a_button_has_its_pull_up_before_an_edge_counts(kernel, controls):
    controls(clue=5)
    for settings in kernel.requests[5].history:
        assert settings.direction is Direction.INPUT
        assert settings.edge_detection is Detection.NONE or settings.bias is Line.PULL_UP
    assert kernel.requests[5].settings.edge_detection is Detection.BOTH


@pytest.mark.parametrize(("active_high", "dark"), [(True, 0), (False, 1)])
def test_a_light_is_dark_from_the_first_moment(kernel, active_high, dark):
    light = Output(open_board(BOARD), 17, active_high)
    light.set(False)
    assert [one.output_value.value for one in kernel.requests[17].history] == [dark]
    light.set(True)
    assert kernel.levels[17] == 1 - dark
    light.set(False)
    assert kernel.levels[17] == dark
    light.close()
    assert (kernel.opened, kernel.closed) == (["/dev/gpiochip0"], 1)


def test_a_busy_line_is_told_by_who_has_it_and_opened_once_it_is_free(
    kernel, controls, monkeypatch
):
    monkeypatch.setattr("hardware.gpio.buttons.RETRY_S", (0.01,))
    kernel.holders[5] = "rotary"
    _, posted = controls(clue=5, play=6)
    assert posted == [Unusable("clue", "GPIO 5 is in use by rotary; free it or use another pin")]
    del kernel.holders[5]
    until(lambda: len(posted) == 2)
    assert posted[1] == Unusable("clue", "")
    kernel.pull(5, 0, time.monotonic())
    until(lambda: len(posted) == 3)
    assert (posted[2].control, posted[2].down) == ("clue", True)


def test_a_line_of_the_kernel_is_told_as_its_own(kernel):
    kernel.holders[5] = ""
    board = open_board(BOARD)
    board.hold_chip()
    with pytest.raises(PinBusy, match=r"^GPIO 5 is in use by the kernel; free it"):
        board.open_input(5, active_high=False)
    board.release_chip()


def test_a_pin_that_was_released_can_be_opened_again(kernel):
    board = open_board(BOARD)
    board.hold_chip()
    for _ in range(3):
        button = board.open_input(5, active_high=False)
        heard: list[bool] = []
        button.listen(lambda edge, heard=heard: heard.append(edge.down), "clue")
        kernel.pull(5, 0, time.monotonic())
        until(lambda heard=heard: heard == [True])
        kernel.levels[5] = 1
        button.close()
        assert kernel.requests == {}
    board.release_chip()


def test_an_edge_that_waits_while_its_pin_closes_is_dropped(kernel):
    board = open_board(BOARD)
    board.hold_chip()
    first, second = board.open_input(5, active_high=False), board.open_input(6, active_high=False)
    heard: list[bool] = []

    def close_the_other(edge: Edge) -> None:
        heard.append(edge.down)
        second.close()

    first.listen(close_the_other, "clue")
    second.listen(lambda edge: heard.append(edge.down), "play")
    poll = kernel.requests[5].read_edge_events
    ready = threading.Event()
    kernel.requests[5].read_edge_events = lambda most: (ready.wait(5), poll(most))[1]
    now = time.monotonic()
    kernel.pull(5, 0, now)
    kernel.pull(6, 0, now + 0.001)
    ready.set()
    until(lambda: heard)
    first.close()
    board.release_chip()
    assert heard == [True]


def test_boards_of_one_process_do_not_share_pins(kernel):
    for level in (0, 1):
        light = Output(open_board(BOARD), 5, bool(level))
        light.set(False)
        light.close()
        GpioControls(open_board(ChipSpec("raspberry-pi", 4)), {"clue": 5}).close()
    assert kernel.opened == ["/dev/gpiochip0", "/dev/gpiochip4"] * 2
    assert kernel.closed == 4


def test_an_edge_in_the_moment_of_opening_does_not_turn_a_button_around(
    kernel, controls, monkeypatch
):
    read, stale = Request.get_value, [Value.ACTIVE]

    def old_level(request, line):
        # The level changes right behind gpiozero's back, once: its event is still to come.
        if request.settings.edge_detection is Detection.BOTH and stale:
            kernel.levels[line] = 0
            return stale.pop()
        return read(request, line)

    monkeypatch.setattr(Request, "get_value", old_level)
    buttons, posted = controls(clue=5)
    assert buttons.is_down("clue")
    kernel.pull(5, 1, time.monotonic())
    until(lambda: [edge.down for edge in posted][-1:] == [False])


def test_a_board_that_cannot_be_used_is_let_go(kernel):
    with pytest.raises(PanelError, match="GPIO 99 cannot be used"):
        GpioControls(open_board(BOARD), {"clue": 5, "play": 99})
    assert kernel.closed == 1


def test_a_computer_that_hides_its_revision_is_told_so(kernel, monkeypatch):
    def unknown():
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", unknown)
    with pytest.raises(
        PanelError, match="does not say which Raspberry Pi it is; without a Raspberry Pi, use"
    ):
        GpioControls(open_board(BOARD), {"clue": 5})


def test_a_chip_that_does_not_open_is_one_sentence(kernel, monkeypatch):
    def refuse(path):
        raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr(sys.modules["gpiod"], "Chip", refuse)
    with pytest.raises(
        PanelError, match=r"/dev/gpiochip0 cannot be opened .*; see that no other program uses it"
    ):
        open_board(BOARD)


def test_the_older_interface_of_the_same_name_is_not_taken(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiod", types.ModuleType("gpiod"))
    monkeypatch.delitem(sys.modules, "gpiod.line", raising=False)
    monkeypatch.delitem(sys.modules, "hardware.gpio.kernel_pins", raising=False)
    with pytest.raises(PanelError, match="libgpiod 2, which drives the pins, is not installed"):
        open_board(BOARD)
