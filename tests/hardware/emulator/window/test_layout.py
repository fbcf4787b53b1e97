"""The places of the parts in the window: each has its own, and the mouse finds it there."""

import os

import pytest

from tests.rig.windows import BUILDS, mine
from wiring.reading.build import Build, load

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
from hardware.emulator.window.layout import Layout


@pytest.mark.parametrize("build", BUILDS)
def test_everything_has_a_place_of_its_own(build: Build) -> None:
    layout = Layout(build)
    lights = build.lights.places() if build.lights else {}
    assert set(layout.lights) == set(lights)
    assert set(layout.strip.pixels) == set(build.strip.colours if build.strip else ())
    things = [(place, 12) for place in layout.lights.values()]
    things += [(place, 8) for place in layout.strip.pixels.values()]
    elsewhere = {key for box in layout.pods for key in box.keys} | ({"play"} if build.press_plays else set())
    things += [spot for control, spot in layout.controls.items() if control not in elsewhere]
    for number, ((x, y), radius) in enumerate(things):
        assert layout.body.inflate(-2 * radius, -2 * radius).collidepoint(x, y)
        assert not layout.glass.inflate(2 * radius, 2 * radius).collidepoint(x, y)
        for (other_x, other_y), other in things[:number]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 >= (radius + other) ** 2, "they overlap"


@pytest.mark.parametrize("build", BUILDS)
def test_the_mouse_finds_every_control_where_it_is_drawn(build: Build) -> None:
    layout = Layout(build)
    for control in (*build.buttons, *(("encoder",) if build.encoder else ())):
        assert layout.control_at(layout.centre(control)) == control
    assert layout.control_at((5, 5)) is None
    if "up" in build.buttons:
        x, y = layout.centre("joystick")
        assert layout.control_at((x, y)) == ("play" if build.press_plays else None)
        assert layout.control_at((x + 40, y + 30)) == "right"
        assert layout.control_at((x + 55, y + 55)) is None


def test_a_real_pod_at_the_emulated_device_is_not_drawn() -> None:
    pods = '[[pods]]\nname = "far"\nport = "/dev/ttyACM0"\n'
    assert not Layout(mine(pods)).pods


def test_the_keys_of_a_hat_are_beside_its_glass() -> None:
    layout = Layout(load("oled-hat"))
    assert layout.centre("joystick")[0] < layout.glass.left
    heights = [layout.centre(control)[1] for control in ("clue", "discard", "play")]
    assert heights == sorted(heights)
    assert all(layout.centre(control)[0] > layout.glass.right for control in ("clue", "discard", "play"))
