"""The places of the parts in the window: each has its own, and the mouse finds it there."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import LANGUAGES
from tests.rig.goldens import text_differences
from tests.rig.samples import paired
from tests.rig.windows import BUILDS
from wiring import builds
from wiring.reading.build import load
from wiring.spec import SCREEN

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from hardware.emulator.opening import emulate_build
from hardware.emulator.window.easel import _text_picture
from hardware.emulator.window.layout import WindowLayout
from hardware.emulator.window.parts import TABLE
from hardware.emulator.window.picture import DevicePicture
from hardware.emulator.window.scale import Scale
from hardware.emulator.window.scene import Caption

CONTRAST = 4.5
"""Of text that everybody can read (WCAG 2, 1.4.3)."""


@pytest.mark.parametrize("build", BUILDS, indirect=True)
def test_everything_has_a_place_of_its_own(build):
    layout = WindowLayout(build)
    lights = build.lights.places() if build.lights else {}
    assert set(layout.lights) == set(lights)
    assert set(layout.strip.pixels) == set(build.strip.colours if build.strip else ())
    things = list(layout.lights.values())
    things += layout.strip.pixels.values()
    elsewhere = {"play"} if build.press_plays else set()
    things += [spot for control, spot in layout.controls.items() if control not in elsewhere]
    bodies = [layout.body, layout.strip.panel]
    for number, ((x, y), radius) in enumerate(things):
        assert any(body.inflate(-2 * radius, -2 * radius).collidepoint(x, y) for body in bodies)
        assert not layout.glass.inflate(2 * radius, 2 * radius).collidepoint(x, y)
        for (other_x, other_y), other in things[:number]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 >= (radius + other) ** 2, "they overlap"


@pytest.mark.parametrize("build", BUILDS, indirect=True)
def test_the_mouse_finds_every_control_where_it_is_drawn(build):
    layout = WindowLayout(build)
    for control in (*build.buttons, *(("encoder",) if build.encoder else ())):
        assert layout.control_at(layout.press_point(control)) == control
    assert layout.control_at((5, 5)) is None
    if "up" in build.buttons:
        x, y = layout.press_point("joystick")
        assert layout.control_at((x, y)) == ("play" if build.press_plays else None)
        reach = layout.controls["joystick"].radius
        assert layout.control_at((x + round(0.7 * reach), y + reach // 2)) == "right"
        assert layout.control_at((x + round(0.9 * reach), y + round(0.9 * reach))) is None


def placed(layout: WindowLayout) -> Iterator[str]:
    """Everything that has a place, a line each; the words of the captions may change."""
    deck = layout.card_deck
    found = {**vars(layout), "pads": deck.pads, "cards": deck.cards}
    for name in sorted(found.keys() - {"_language", "card_deck"}):
        value = found[name]
        items = value.items() if isinstance(value, dict) else value
        for item in items if isinstance(value, dict | list) else [value]:
            bare = item._replace(text="") if isinstance(item, Caption) else item
            yield f"{name} {bare}".replace("<rect(", "Rect(").replace(")>", ")")


def test_everything_stands_at_its_golden_place():
    builds = ("bonnet", "deluxe", "emulator-keys", "emulator-pads")
    places = {name: "\n".join(placed(WindowLayout(load(name)))) for name in builds}
    told = text_differences(Path(__file__).with_name("places.txt"), places)
    assert not told, "\n".join(told)


def rect_of(caption: Caption) -> pygame.Rect:
    """Where a caption is written."""
    pygame.font.init()
    picture = _text_picture(Scale(1.0), caption)
    place = {"midleft" if caption.left else "center": caption.at}
    return picture.get_rect(**place).inflate(0, -4)  # without the room of letters with a tail


def background(layout: WindowLayout, at: tuple[int, int]) -> tuple[int, int, int]:
    """The colour behind a point."""
    boxes = [*layout.cases, *layout.panels]
    return next((colour for rect, colour, _ in reversed(boxes) if rect.collidepoint(at)), TABLE)


def luminance(colour: tuple[int, int, int]) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    dark, bright = sorted(map(luminance, (one, other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("build", "language"), paired(BUILDS, LANGUAGES), indirect=["build"])
def test_every_text_is_readable(build, language):
    layout = WindowLayout(build, language)
    window = pygame.Rect((0, 0), layout.size)
    texts = [(caption, rect_of(caption)) for caption in layout.captions]
    for number, (caption, rect) in enumerate(texts):
        assert window.contains(rect), caption.text
        grounds = {background(layout, at) for at in (rect.midleft, rect.center, rect.midright)}
        assert min(contrast(caption.colour, ground) for ground in grounds) >= CONTRAST, caption.text
        assert len(grounds) == 1, f"{caption.text} is written over an edge"
        assert rect.collidelist([other for _, other in texts[:number]]) < 0, (
            f"{caption.text} overlaps"
        )
        for (x, y), radius in layout.controls.values():
            reach = round(radius * 0.9)
            control = pygame.Rect(x - reach, y - reach, 2 * reach, 2 * reach)
            assert not rect.colliderect(control), f"{caption.text} is over a control"


@pytest.mark.parametrize("build", BUILDS, indirect=True)
def test_a_firework_is_found_at_its_lights(build):
    layout = WindowLayout(build)
    for place, (at, _) in (layout.lights | layout.strip.pixels).items():
        assert layout.firework_at(at) == (place.part if place.group == "firework" else None)


# To scale

REAL = [name for name in builds.build_names() if load(name).panel]


def factor(layout: WindowLayout, width: float) -> float:
    """The pixels of a millimetre."""
    return layout.body.width / width


@pytest.mark.parametrize("name", REAL)
def test_every_part_is_where_the_build_says_within_a_pixel(name):
    build = load(name)
    layout = WindowLayout(build)
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
            seen = (layout.lights | layout.strip.pixels)[part.light].centre
        elif part.name == SCREEN:
            seen = (layout.lens_of or layout.glass).center
        else:
            seen = layout.press_point(part.name)
        at = (layout.body.left + part.x * scale, layout.body.top + part.y * scale - above)
        assert seen == pytest.approx(at, abs=1), part


def test_a_label_at_the_right_stands_beside_its_key_to_a_pixel():
    build = load("oled-hat")
    layout = WindowLayout(build)
    for button, row in zip(build.labels.order, build.labels.rows, strict=True):
        _, y = layout.press_point(button)
        assert 64 * (y - layout.glass.top) / layout.glass.height == pytest.approx(row, abs=1), (
            button
        )


@pytest.mark.parametrize("name", REAL)
def test_a_display_that_is_small_beside_its_panel_is_shown_enlarged_too(name):
    build = load(name)
    layout = WindowLayout(build)
    assert (layout.lens_of is None) == (name in ("bonnet", "oled-hat"))
    assert layout.glass.width >= 3 * 128
    if layout.lens_of:
        assert layout.body.contains(layout.lens_of)
        assert not layout.body.colliderect(layout.pane)
        surface = DevicePicture(emulate_build(build)[1]).paint()
        assert surface.get_size() == layout.size
