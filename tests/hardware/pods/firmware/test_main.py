"""The firmware as it is on a board, under MicroPython, speaks with the driver over a pty."""

from pathlib import Path

import pytest

from hardware.buses import serial_link
from tests.hardware.pods.firmware import micropython
from tests.rig.samples import fewer

pytestmark = pytest.mark.skipif(
    micropython.MICROPYTHON is None,
    reason="MicroPython is not installed (Debian 13: apt install micropython)",
)


def test_every_step_of_a_long_exchange_is_heard_on_both_sides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_link, "RETRY_S", 0.02)
    micropython.run(tmp_path, fewer(10_000, 50))
