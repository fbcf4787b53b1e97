"""What is said to a display: recorded, played again, and with the lines beside its bus."""

import pytest

from companion.errors import PanelError
from hardware.display.wire import Recorder, Wires
from hardware.emulator.board import EmulatedBoard
from hardware.gpio.board import Output


class Heard:
    """A port that notes what it is sent, and the level of a line at that time."""

    def __init__(self, board: EmulatedBoard) -> None:
        self.sent: list[tuple[bytes, bool | None]] = []
        self.board = board
        self.closed = 0

    def write(self, payload: bytes) -> None:
        self.sent.append((payload, self.board.driven_level(24)))

    def explain_error(self, error: OSError) -> str:
        return "told"

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def board() -> EmulatedBoard:
    made = EmulatedBoard(lambda: 0.0)
    made.hold_chip()
    return made


def test_on_spi_the_control_byte_is_the_level_of_a_line(board):
    port = Heard(board)
    wires = Wires(port, dc=Output(board, 24))
    assert board.driven_level(24) is None, "the pin is opened when it is needed"
    for payload in (b"\x00\xae\x20", b"\x40\x01", b"\x40\x02", b"\x00\xaf"):
        wires.write(payload)
    assert port.sent == [(b"\xae\x20", False), (b"\x01", True), (b"\x02", True), (b"\xaf", False)]
    assert wires.explain_error(OSError()) == "told"
    wires.reset()  # there is no line
    wires.close()
    assert (port.closed, board.driven_level(24)) == (1, None)


def test_a_line_that_failed_is_set_before_the_next_byte(board, monkeypatch):
    def fail(self: Output, level: bool) -> None:
        raise PanelError("gone")

    port = Heard(board)
    wires = Wires(port, dc=Output(board, 24))
    wires.write(b"\x00\xae")
    with monkeypatch.context() as patch:
        patch.setattr(Output, "set", fail)
        with pytest.raises(PanelError, match="gone"):
            wires.write(b"\x40\x01")
    wires.write(b"\x00\xaf")
    assert port.sent == [(b"\xae", False), (b"\xaf", False)]


def test_a_reset_is_a_pulse(board, monkeypatch):
    for wires in (
        Wires(Heard(board), Output(board, 25)),
        Wires(Heard(board), Output(board, 25), Output(board, 24)),
    ):
        levels: list[float] = []
        board.connect(25, levels.append)
        monkeypatch.setattr("time.sleep", levels.append)
        wires.reset()
        assert levels == [0.001, True, 0.001], "it began low"
        wires.reset()
        assert levels[3:] == [False, 0.001, True, 0.001]
        wires.close()
        wires.close()


def test_a_recording_is_sent_only_when_played():
    sent: list[bytes] = []
    recorder = Recorder(sent.append)
    recorder.command(0xAE, 0x20, 0x00)
    recorder.command(0x81, 0x10)
    recorder.mark_picture()
    recorder.command(0xAF)
    recorder.stop()
    assert sent == []
    recorder.play_before()
    recorder.data([1, 2])
    recorder.play_after()
    assert sent == [b"\x00\xae\x20\x00", b"\x00\x81\x10", b"\x40\x01\x02", b"\x00\xaf"]
    sent.clear()
    recorder.play_before(without=b"\xae")
    assert sent == [b"\x00\x20\x00", b"\x00\x81\x10"]
