"""The window shows a build's panel to scale: every part at the place that the build names."""

import os

import pytest

from wiring import builds
from wiring.reading.build import load
from wiring.spec import SCREEN

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")

from hardware.emulator.opening import emulate
from hardware.emulator.window.layout import WindowLayout
from hardware.emulator.window.picture import DevicePicture

REAL = [name for name in builds.build_names() if load(name).panel]


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
