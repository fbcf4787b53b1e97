"""A build for a real board is opened whole: buttons are needed, the rest may come later."""

import fcntl
import os
import random
import time

import pytest
from PIL import Image

from companion.errors import PanelError
from companion.panel import LightPlan
from hardware import opening
from hardware.buses import ports
from hardware.emulator.board import EmulatedBoard
from hardware.emulator.models.oled import ModelSh1106, OverSpi
from hardware.gpio import board
from hardware.opening import open_panel
from wiring.reading.build import load


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("oled-hat", "no device 0 on SPI bus 0"),
        ("deluxe", "no I2C bus 1"),
        ("table", "no I2C bus 1"),
    ],
)
def test_a_real_build_without_its_buses_still_opens(name, told, tmp_path, monkeypatch):
    monkeypatch.setattr(ports, "_DEV", str(tmp_path))
    monkeypatch.setattr(opening, "open_board", lambda spec: EmulatedBoard(time.monotonic))
    opened = open_panel(load(name))
    for _ in range(3):
        with pytest.raises(PanelError, match=told):
            opened.screen.show(Image.new("1", (128, 64)))
        if name == "table":
            opened.lights.show(LightPlan(clue=(1,) * 8))  # each on a line of its own
        elif opened.lights:
            with pytest.raises(PanelError, match="no device 0 on SPI bus 0 for the strip"):
                opened.lights.show(LightPlan(clue=(1,) * 8))
    for part in (opened.screen, opened.lights, opened.controls):
        if part:
            part.close()


def test_a_real_build_on_spi_writes_what_a_model_understands(tmp_path, monkeypatch):
    model = ModelSh1106(reset_wired=True)
    model.first_column = 2  # as most makers have it
    made = EmulatedBoard(lambda: 0.0)
    bus = OverSpi(model, lambda: made.driven_level(24) is True)
    made.connect(25, model.reset_line)
    (tmp_path / "spidev0.0").touch()
    monkeypatch.setattr(ports, "_DEV", str(tmp_path))
    monkeypatch.setattr(opening, "open_board", lambda spec: made)
    monkeypatch.setattr(fcntl, "ioctl", lambda fd, request, value: 0)

    def write(fd: int, payload: bytes) -> int:
        bus.write(payload)
        return len(payload)

    monkeypatch.setattr(os, "write", write)
    opened = open_panel(load("oled-hat"))
    picture = Image.frombytes("1", (128, 64), random.Random(1).randbytes(1024))
    opened.screen.show(picture)
    assert opened.screen.held_picture().tobytes() == picture.tobytes()
    # The HAT's display is mounted upside down.
    assert (
        model.glass_picture().transpose(Image.Transpose.ROTATE_180).tobytes() == picture.tobytes()
    )
    opened.screen.close()
    opened.controls.close()
    assert (model.lit, model.faults) == (False, [])


def test_buttons_that_do_not_open_stop_the_opening(tmp_path, monkeypatch):
    monkeypatch.setattr(board, "_DEV", str(tmp_path))
    with pytest.raises(PanelError, match="this computer has no GPIO chip"):
        open_panel(load("table"))
