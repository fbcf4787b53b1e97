"""The emulator's window at every size: all of it is seen, sharp, and pressed where it is seen."""

import os

import pytest
from PIL import Image, ImageChops, ImageStat

from hardware.emulator.opening import emulate_build
from tests.rig.samples import paired, sample
from tests.rig.sound_card import MADE_OF_SDL_3, made_of_sdl_3
from tests.rig.waiting import until
from tests.rig.windows import BUILDS, mine, run_with
from wiring.reading.build import load

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from hardware.emulator.window.layout import WindowLayout
from hardware.emulator.window.parts import TABLE
from hardware.emulator.window.picture import DevicePicture
from hardware.emulator.window.scale import first_size
from hardware.emulator.window.window import Window

LAPTOP = (1366, 768)
DESKTOPS = [(800, 480), (1024, 768), LAPTOP, (1920, 1080), (2560, 1440), (3840, 2160)]
SIZES = sample(
    [(603, 470), (450, 350), (700, 1200), (1000, 500), (900, 700), (1131, 877), (2475, 1925)], 3
)

THUMBS = [(1, 1), (2, 3), (60, 5), (7, 80), (90, 70)]


def scale(layout: WindowLayout, size: tuple[int, int]) -> tuple[float, int, int]:
    """How large the device is in a window of this size, as large as fits, and where it begins."""
    factor = min(size[0] / layout.size[0], size[1] / layout.size[1])
    left, top = (
        (room - round(length * factor)) // 2 for room, length in zip(size, layout.size, strict=True)
    )
    return factor, left, top


def seen_at(layout: WindowLayout, size: tuple[int, int], point: tuple[int, int]) -> tuple[int, int]:
    """Where a point of the layout is in a window of this size."""
    factor, left, top = scale(layout, size)
    return round(left + point[0] * factor), round(top + point[1] * factor)


def pane_at(layout: WindowLayout, size: tuple[int, int]) -> pygame.Rect:
    """The room of the display's picture in a window of this size."""
    topleft = seen_at(layout, size, layout.room.topleft)
    right, bottom = seen_at(layout, size, layout.room.bottomright)
    return pygame.Rect(topleft, (right - topleft[0], bottom - topleft[1]))


NEEDS_EVENTS = pytest.mark.skipif(made_of_sdl_3(), reason=MADE_OF_SDL_3)


def image(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def resize(size: tuple[int, int]) -> None:
    """Give the window another size, as its user does: what was on it is gone."""
    pygame.display.set_mode(size, pygame.RESIZABLE)


@pytest.mark.parametrize(("build", "desktop"), paired(BUILDS, DESKTOPS), indirect=["build"])
def test_a_new_window_has_room_on_the_desktop(build, desktop):
    layout = WindowLayout(build)
    size = first_size(layout, desktop)
    assert size[0] <= desktop[0]
    assert size[1] <= desktop[1] * 700 // 768, "with its title bar, beside a panel"
    assert size[0] / layout.size[0] == pytest.approx(size[1] / layout.size[1], abs=0.01)
    most = min(desktop[0] / layout.size[0], desktop[1] * 700 / 768 / layout.size[1])
    assert size[0] / layout.size[0] > 0.7 * most, "there would be room for a larger one"


@pytest.mark.parametrize(
    "name", ["bonnet", "deluxe", "emulator", "emulator-keys", "oled-hat", "table"]
)
def test_a_point_of_the_display_is_three_pixels_wide_on_a_small_screen(name):
    layout = WindowLayout(load(name))
    pane = pane_at(layout, first_size(layout, (800, 480)))
    assert min(pane.width // 128, pane.height // 64) == 3


def test_the_window_opens_as_large_as_it_may(monkeypatch):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [LAPTOP])
    _, emulated = emulate_build(load("emulator-pads"))
    Window(emulated)
    surface = pygame.display.get_surface()
    assert surface.get_size() == first_size(WindowLayout(emulated.build), LAPTOP)
    assert surface.get_flags() & pygame.RESIZABLE


@pytest.mark.parametrize(
    ("driver", "chosen", "kept"),
    [
        ("x11", None, "0"),
        ("x11", "opengl", "opengl"),
        ("wayland", None, None),
        ("dummy", None, None),
    ],
)
def test_a_window_on_x11_is_shown_without_opengl(driver, chosen, kept, monkeypatch):
    name = "SDL_FRAMEBUFFER_ACCELERATION"
    monkeypatch.setenv(name, chosen or "")
    if chosen is None:
        monkeypatch.delenv(name)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    Window(emulate_build(load("emulator"))[1])
    assert os.environ.get(name) == kept


@pytest.mark.parametrize("size", SIZES)
def test_all_of_the_device_is_scaled(keys, size):
    picture = DevicePicture(keys[1])
    layout = picture.layout
    usual, other = image(picture.paint()), image(picture.paint(pygame.Surface(size)))
    factor, left, top = scale(layout, size)
    wanted = Image.new("RGB", size, TABLE)
    shown = (round(layout.size[0] * factor), round(layout.size[1] * factor))
    wanted.paste(usual.resize(shown, Image.Resampling.LANCZOS), (left, top))
    pane = pane_at(layout, size)
    for seen in (wanted, other):  # the pixels of the display are whole, at any scale
        seen.paste(TABLE, (*pane.topleft, *pane.bottomright))
    differs = ImageChops.difference(wanted, other)
    assert max(ImageStat.Stat(differs).mean) < 2, "edges in small windows differ most"
    for corner in ((0, 0), (size[0] - 1, 0), (0, size[1] - 1), (size[0] - 1, size[1] - 1)):
        assert other.getpixel(corner) == TABLE


@pytest.mark.parametrize(("size", "rest"), paired(SIZES, ["", "rotate = 1"]))
def test_each_pixel_of_the_display_is_a_square_of_whole_pixels(size, rest):
    opened, emulated = emulate_build(
        mine(f'screen = {{ controller = "ssd1306"{"," if rest else ""} {rest} }}')
    )
    shown = (
        Image.effect_noise(opened.screen.size, 100)
        .point(lambda value: value > 127 and 255)
        .convert("1")
    )
    shown.paste(1, (0, 0, *shown.size), Image.new("1", shown.size, 0))
    opened.screen.show(shown)
    picture = DevicePicture(emulated)
    surface = picture.paint(pygame.Surface(size))
    pane = pane_at(picture.layout, size)
    step = min(pane.width // shown.width, pane.height // shown.height)
    assert step >= 1
    glass = pygame.Rect(0, 0, shown.width * step, shown.height * step)
    glass.center = pane.center
    for x in range(shown.width):
        for y in range(shown.height):
            # The first of its pixels is the last to get a line of the grid.
            red = surface.get_at((glass.left + x * step, glass.top + y * step))[0]
            assert (red > 150) == bool(shown.getpixel((x, y))), (x, y)


@pytest.mark.parametrize(("build", "size"), sample(paired(BUILDS, THUMBS), 6), indirect=["build"])
def test_a_window_as_small_as_a_thumb_can_be_drawn(build, size):
    _, emulated = emulate_build(build)
    DevicePicture(emulated).paint(pygame.Surface(size))


@pytest.mark.parametrize("size", SIZES)
def test_the_mouse_presses_what_is_seen_there(keys, size):
    _, emulated = keys
    layout = WindowLayout(emulated.build)
    window = Window(emulated)
    resize(size)

    def mouse(kind: int, at: tuple[int, int]) -> None:
        pygame.event.post(pygame.event.Event(kind, pos=at, button=1))

    def act() -> None:
        for control in emulated.build.buttons:
            at = seen_at(layout, size, layout.press_point(control))
            mouse(pygame.MOUSEBUTTONDOWN, at)
            until(lambda control=control: emulated.is_down(control))
            mouse(pygame.MOUSEBUTTONUP, at)
            until(lambda control=control: not emulated.is_down(control))
        knob = seen_at(layout, size, layout.press_point("encoder"))
        for side in (1, -1, 1):
            mouse(pygame.MOUSEBUTTONDOWN, (knob[0] + side * 8, knob[1]))
        until(lambda: emulated.knob.position == 1)

    run_with(window, act)


@NEEDS_EVENTS
def test_a_resized_window_is_drawn_at_once(keys):
    _, emulated = keys
    window = Window(emulated)
    surface = window._picture.paint(pygame.display.get_surface())
    wanted = image(DevicePicture(emulated).paint(pygame.Surface(SIZES[0])))
    resize(SIZES[0])
    run_with(window, lambda: until(lambda: image(surface) == wanted))
