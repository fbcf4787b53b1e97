"""The picture of the emulated device: its glass, its lights, and its controls up and down."""

import os

import pytest
from PIL import Image, ImageChops

from companion.panel import LightPlan
from hardware.emulator.opening import emulate_build
from tests.rig.windows import BUILDS
from wiring.reading.build import load
from wiring.spec import LightPlace

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from hardware.emulator.window.guide import Guide
from hardware.emulator.window.picture import DevicePicture


def colour(surface: pygame.Surface, point: tuple[int, int]) -> int:
    """How bright a pixel is, 0 to 765."""
    return sum(surface.get_at(point)[:3])


def changed_box(before: pygame.Surface, after: pygame.Surface) -> pygame.Rect | None:
    """What differs between two pictures."""
    pictures = (pygame.image.tobytes(surface, "RGB") for surface in (before, after))
    box = ImageChops.difference(
        *(Image.frombytes("RGB", before.get_size(), data) for data in pictures)
    ).getbbox()
    return pygame.Rect(box[0], box[1], box[2] - box[0], box[3] - box[1]) if box else None


def test_the_cap_of_a_button_that_is_down_is_darker(device):
    picture = DevicePicture(device[1])
    surface = picture.paint()
    cap = picture.layout.press_point("play")
    up = colour(surface, cap)
    device[1].press("play")
    assert colour(picture.paint(surface), cap) < up


@pytest.mark.parametrize("build", BUILDS, indirect=True)
def test_any_build_can_be_drawn_and_every_light_of_it_is_seen(build):
    opened, emulated = emulate_build(build)
    if opened.screen:
        opened.screen.show(Image.new("1", opened.screen.size, 1))
    picture = DevicePicture(emulated)
    dark = picture.paint().copy()
    assert dark.get_size() == picture.layout.size
    if opened.screen:
        assert colour(dark, picture.layout.glass.center) > 300
    if opened.lights is None:
        return
    places = picture.layout.lights | picture.layout.strip.pixels
    rows = dict.fromkeys("WRBYGMK", (1.0,) * 5)
    press = dict.fromkeys(("clue", "discard", "play"), 1.0)
    opened.lights.show(LightPlan((1,) * 8, (1,) * 4, rows, (1,) * 30, (1,) * 5, press))
    lit = picture.paint()
    for place, (at, _) in places.items():
        assert colour(lit, at) > colour(dark, at) + 100, place


def test_a_share_of_the_deck_is_a_pixel_that_is_less_bright():
    opened, emulated = emulate_build(load("deluxe"))
    picture = DevicePicture(emulated)
    opened.lights.show(LightPlan(deck=(1,) * 12 + (0,) * 4))
    surface = picture.paint()
    seen = [
        colour(surface, picture.layout.strip.pixels[LightPlace("deck", "", at)].centre)
        for at in (0, 5, 6, 7)
    ]
    assert seen[0] == seen[1] > seen[2] == seen[3]
    opened.lights.show(LightPlan(deck=(1,) * 13 + (0,) * 3))
    surface = picture.paint()
    half = colour(surface, picture.layout.strip.pixels[LightPlace("deck", "", 6)].centre)
    assert seen[0] > half > seen[2]


def test_the_word_of_a_button_stands_on_its_cap(device):
    caps = {"clue": "Players", "discard": "First", "play": ""}
    picture = DevicePicture(device[1], Guide(caps=lambda: caps))
    before = picture.paint().copy()
    caps["play"] = "Begin"
    changed = changed_box(before, picture.paint())
    assert changed
    x, y = picture.layout.press_point("play")
    cap = pygame.Rect(x - 60, y - 60, 120, 120)
    assert cap.contains(changed)


@pytest.mark.parametrize("sign", "↶…✗←→▲▼–+")
def test_each_sign_of_a_label_is_drawn(device, sign):
    """What letters lack is a box, the same for all."""
    caps = {"clue": sign}
    picture = DevicePicture(device[1], Guide(caps=lambda: caps))
    before = picture.paint().copy()
    caps["clue"] = "\uffff"
    assert changed_box(before, picture.paint())
