"""The bytes of a strip's frames are those that an APA102 and an SK9822 ask for."""

import pytest

from hardware.emulator.models.strip import ModelStrip
from hardware.lights.apa102 import ApaStrip
from wiring.spec import ORDERS, Colour


class Bus:
    """A port that keeps what was written."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def write(self, payload: bytes) -> None:
        self.frames.append(payload)

    def explain(self, error: OSError) -> str:
        return str(error)

    def close(self) -> None:
        pass


def frame(colours: list[Colour], steps: int, brightness: float = 1.0) -> bytes:
    bus = Bus()
    ApaStrip(bus, len(colours), steps).send(colours, brightness, afresh=False)
    (sent,) = bus.frames
    return sent


def test_a_frame_is_zeros_each_pixels_steps_blue_green_and_red_and_zeros() -> None:
    sent = frame([(255, 120, 0), (1, 2, 3)], 5)
    assert sent == bytes.fromhex("00000000 e50078ff e5030201 00 00000000")


@pytest.mark.parametrize(("pixels", "end"), [(1, 1), (16, 1), (17, 2), (32, 2), (33, 3), (300, 19)])
def test_behind_the_pixels_come_a_clock_for_every_two_and_the_latch(pixels: int, end: int) -> None:
    sent = frame([(0, 0, 255)] * pixels, 31)
    assert sent == bytes(4) + b"\xff\xff\x00\x00" * pixels + bytes(end + 4)


def test_a_strip_is_dimmed_by_its_colours() -> None:
    assert frame([(255, 120, 0)], 15, 0.5)[4:8] == bytes((0xE0 | 15, 0, 60, 128))


@pytest.mark.parametrize("order", ORDERS)
def test_a_strip_is_sent_the_colours_in_the_order_that_it_takes(order: str) -> None:
    bus = Bus()
    ApaStrip(bus, 1, 31, order).send([(255, 120, 60)], 1.0, afresh=False)
    model = ModelStrip(1, order=order)
    model.write(bus.frames[0])
    assert model.colours == [(255, 120, 60)]
    assert dict(zip(order, bus.frames[0][5:8], strict=True)) == {"r": 255, "g": 120, "b": 60}
