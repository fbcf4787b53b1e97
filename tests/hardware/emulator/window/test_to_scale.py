"""The window shows a build's panel to scale: every part at the place that the build names."""

import os

import pytest

from tests.rig.windows import mine
from wiring import builds
from wiring.panel.fitting import above
from wiring.reading.build import load, parse_build
from wiring.spec import SCREEN

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")

from hardware.emulator.opening import emulate
from hardware.emulator.window.layout import WindowLayout
from hardware.emulator.window.picture import DevicePicture

REAL = [name for name in builds.build_names() if load(name).panel]
CASE = """
[panel]
width = 120
height = 110
computer = "raspberry-pi-zero"
clue = { part = "button-12", at = [30, 80] }
discard = { part = "button-12", at = [60, 80] }
play = { part = "button-12", at = [90, 80] }
"""


def factor(layout: WindowLayout, width: float) -> float:
    """The pixels of a millimetre."""
    return layout.body.width / width


@pytest.mark.parametrize("name", REAL)
def test_every_part_is_where_the_build_says_within_a_pixel(name: str) -> None:
    build = load(name)
    layout = WindowLayout(build)
    assert build.panel
    scale = factor(layout, build.panel.width)
    above = 0.0  # of a board's case, where nothing is, less is drawn
    if build.panel.board:
        screen = next(part for part in build.panel.parts if part.name == SCREEN)
        above = layout.body.top + screen.y * scale - layout.glass.centery
        assert 0 < above < layout.body.height / 2
    else:
        assert layout.body.height == pytest.approx(build.panel.height * scale, abs=1)
    for part in build.panel.parts:
        if part.light:
            seen = (layout.lights | layout.strip.pixels)[part.light]
        elif part.name == SCREEN:
            seen = (layout.lens_of or layout.glass).center
        else:
            seen = layout.centre(part.name)
        at = (layout.body.left + part.x * scale, layout.body.top + part.y * scale - above)
        assert seen == pytest.approx(at, abs=1), part


@pytest.mark.parametrize("name", REAL)
def test_every_part_is_as_large_as_it_is(name: str) -> None:
    build = load(name)
    layout = WindowLayout(build)
    assert build.panel
    scale = factor(layout, build.panel.width)
    for part in build.panel.parts:
        if part.name in layout.controls:
            assert 2 * layout.controls[part.name].radius == pytest.approx(
                above(part).outline.width * scale, abs=2
            )
        elif part.name == SCREEN:
            glass = layout.lens_of or layout.glass
            assert glass.size == pytest.approx(
                [side * scale for side in above(part).outline.size], abs=1
            )


@pytest.mark.parametrize("name", REAL)
def test_a_display_that_is_small_beside_its_panel_is_shown_enlarged_too(name: str) -> None:
    build = load(name)
    layout = WindowLayout(build)
    assert (layout.lens_of is None) == (name in ("bonnet", "oled-hat"))
    assert layout.glass.width >= 3 * 128
    if layout.lens_of:
        assert layout.body.contains(layout.lens_of)
        assert not layout.body.colliderect(layout.pane)
        surface = DevicePicture(emulate(build)[1]).paint()
        assert surface.get_size() == layout.size


def test_a_part_that_moves_in_the_build_moves_in_the_window() -> None:
    before, after = (
        WindowLayout(parse_build(builds.text("table").replace("[32, 48]", at), "mine", "mine.toml"))
        for at in ("[32, 48]", "[36, 50]")
    )
    scale = factor(before, 160)
    (x, y), (new_x, new_y) = before.centre("encoder"), after.centre("encoder")
    assert (new_x - x, new_y - y) == pytest.approx((4 * scale, 2 * scale), abs=1)
    assert before.centre("play") == after.centre("play")


def test_a_panel_without_a_display_has_none_in_the_window() -> None:
    layout = WindowLayout(mine(CASE))
    assert set(layout.controls) == {"clue", "discard", "play"}
    assert layout.lens_of is None


def test_a_board_of_pixels_that_is_not_on_the_panel_is_below_it() -> None:
    strip = 'strip = { controller = "led-shim", lights = { seat = "0-4" } }\n'
    layout = WindowLayout(mine(strip + CASE))
    assert len(layout.strip.pixels) == 5
    assert all(y > layout.body.bottom for _, y in layout.strip.pixels.values())
