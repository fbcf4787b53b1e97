"""An emulated board on a clock that tests set."""

import pytest

from hardware.emulator.board import EmulatedBoard
from tests.hardware.made_up import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock(1000.0)


@pytest.fixture
def board(clock: Clock) -> EmulatedBoard:
    return EmulatedBoard(clock)
