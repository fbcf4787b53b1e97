"""The modelled strip takes a picture as its datasheet says, and notes what a real one would show
wrongly.
"""

import pytest

from hardware.emulator.models.strip import OFF, ModelStrip, Pixel

START = bytes(4)
RED = bytes([0xE5, 0, 0, 255])
BLUE = bytes([0xFF, 255, 0, 0])


def test_each_pixel_keeps_its_32_bits() -> None:
    strip = ModelStrip(3)
    strip.write(START + RED + BLUE + RED + bytes(1))
    assert strip.pixels == [Pixel(5, (255, 0, 0)), Pixel(31, (0, 0, 255)), Pixel(5, (255, 0, 0))]
    assert strip.colours == [(255, 0, 0), (0, 0, 255), (255, 0, 0)]
    assert strip.faults == []


@pytest.mark.parametrize(
    ("payload", "shown", "fault"),
    [
        (RED * 3, 0, "a picture begins with 32 zero bits"),
        (START + RED + bytes(8), 1, "only 1 pixel came"),
        (START * 2 + RED * 3, 1, "0 clocks after the last pixel are too few for 3"),
    ],
)
def test_what_a_strip_would_show_wrongly_is_noted(payload: bytes, shown: int, fault: str) -> None:
    strip = ModelStrip(3)
    strip.write(payload)
    assert strip.pixels == [Pixel(5, (255, 0, 0))] * shown + [OFF] * (3 - shown)
    assert strip.faults == [fault]


def test_an_sk9822_waits_for_another_32_zero_bits() -> None:
    payload = START + RED * 3 + bytes(1)
    strip = ModelStrip(3, latches=True)
    strip.write(payload)
    assert strip.pixels == [OFF] * 3
    strip.write(payload + bytes(4))
    assert strip.colours == [(255, 0, 0)] * 3


def test_faults_do_not_pile_up_for_ever() -> None:
    strip = ModelStrip(1)
    for _ in range(200):
        strip.write(b"x")
    assert len(strip.faults) == 100
    strip.close()
    assert "emulated strip" in strip.explain(OSError())
