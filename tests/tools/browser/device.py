"""The device as the page draws it: the window's layout, and pictures of the window's parts."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

# Pygame reads these as it is imported.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from pygame import SRCALPHA, Rect, Surface, font, image

from companion.browser.parts import name as light_name
from companion.panel import CARD_READER, COLOUR_KEYS, DISCARD_PAD, ENCODER, PLAY, PLAY_PAD
from companion.words.texts import LANGUAGES, texts
from hardware.emulator.window import parts
from hardware.emulator.window.easel import Easel
from hardware.emulator.window.keyboard import JOYSTICK, LABELS
from hardware.emulator.window.layout import WAYS, WindowLayout
from hardware.emulator.window.scene import Caption, Spot
from wiring.reading.build import load
from wiring.spec import Build, LightPlace

SCALE = 2
"""The pixels of a picture for each of the layout's."""
_HINT_HEIGHT = 19
"""The height of the lines of a sentence beside the device."""
_SYMBOL = 20
"""The side of a suit's sign."""
CONTROLS = tuple(LABELS)
PADS = (PLAY_PAD, DISCARD_PAD, CARD_READER)
Sprite = tuple[str, parts.DrawnPart]


def draw_device(build_name: str, folder: Path) -> None:
    """Write the two pictures of a build's device: what never changes, and its parts."""
    font.init()
    layout = WindowLayout(load(build_name), LANGUAGES[0])
    image.save(_background(layout), folder / f"{build_name}.png")
    image.save(
        _draw_sprites(list(_sprites(layout, load(build_name)))), folder / f"{build_name}-parts.png"
    )


def describe_device(build_name: str) -> dict[str, Any]:
    """Return the places of a build's parts, in the layout's pixels, and of their pictures."""
    build = load(build_name)
    layout = WindowLayout(build, LANGUAGES[0])
    return {
        "name": build_name,
        "size": layout.size,
        "glass": _box(layout.glass),
        "small": _box(layout.lens_of) if layout.lens_of else None,
        "keys": {control: LABELS[control] for control in build.buttons if control in LABELS},
        "pixel": parts.PIXEL_SIZE,
        "press_plays": build.press_plays,
        "sprites": dict(_sprite_places(list(_sprites(layout, build)))),
        **_controls(layout),
        **_lights(layout),
        **_fan(layout),
        "light_names": {language: _light_names(layout, language) for language in LANGUAGES},
        "names": {language: _names(language) for language in LANGUAGES},
        **_texts(build),
    }


def _controls(layout: WindowLayout) -> dict[str, Any]:
    controls = _spots(layout.controls)
    return {
        "controls": controls,
        "ways": {way: layout.centre(way) for way in WAYS} if JOYSTICK in controls else {},
        "encoder": ENCODER in controls,
    }


def _spots(spots: Mapping[str, Spot]) -> dict[str, list[int]]:
    return {control: [*spot.centre, spot.radius] for control, spot in spots.items()}


def _lights(layout: WindowLayout) -> dict[str, Any]:
    return {
        "lights": {light_name(place): [*at, _light(place)] for place, at in layout.lights.items()},
        "pixels": {light_name(place): at for place, at in layout.strip.pixels.items()},
        "fireworks": [[suit, _box(rect)] for suit, rect in layout.fireworks],
    }


def _fan(layout: WindowLayout) -> dict[str, Any]:
    return {
        "pads": {pad: _box(rect) for pad, rect in layout.fan.pads.items()},
        "cards": [[*card, _box(rect)] for card, rect in layout.fan.cards.items()],
    }


def _texts(build: Build) -> dict[str, Any]:
    """Return the captions of the device, and the hints beside it, in each language."""
    captions: dict[str, Any] = {}
    hints: dict[str, Any] = {}
    for language in LANGUAGES:
        layout = WindowLayout(build, language)
        captions[language] = [_written(text) for text in layout.captions if not _is_hint(text)]
        hints[language] = _hints(layout)
    return {"captions": captions, "hints": hints}


def _written(caption: Caption) -> list[Any]:
    return [caption.text, caption.height, *caption.at, caption.colour, caption.left]


def _is_hint(caption: Caption) -> bool:
    """Return True for a line of a sentence, which the page breaks as it needs."""
    return caption.left and caption.height == _HINT_HEIGHT


def _hints(layout: WindowLayout) -> list[list[Any]]:
    """Return each sentence, the height of its lines, its left column, its top row and its width."""
    sentences: dict[int, list[Caption]] = {}
    for caption in filter(_is_hint, layout.captions):
        sentences.setdefault(caption.at[0], []).append(caption)
    return [_hint(layout, lines) for lines in sentences.values()]


def _hint(layout: WindowLayout, lines: list[Caption]) -> list[Any]:
    left, y = lines[0].at
    boxes = (layout.fan.box, layout.pane, layout.body)
    right = next(box.right for box in boxes if box.left <= left < box.right)
    text = " ".join(line.text for line in lines)
    return [text, _HINT_HEIGHT, left, y - _HINT_HEIGHT // 2, right - left]


def _light_names(layout: WindowLayout, language: str) -> dict[str, str]:
    """Return what the groups of lights are called."""
    groups = dict.fromkeys(place.group for place in _places(layout) if place.group != "press")
    said = texts(language, "window", "wiring")
    return {group: said[f"lights_{group}"] for group in groups}


def _places(layout: WindowLayout) -> tuple[LightPlace, ...]:
    return (*layout.lights, *layout.strip.pixels)


def _background(layout: WindowLayout) -> Surface:
    surface = Surface([SCALE * side for side in layout.size])
    captions = layout.captions.copy()
    layout.captions.clear()
    Easel(surface, layout.size).draw(layout)
    layout.captions.extend(captions)
    return surface


def _names(language: str) -> dict[str, str]:
    """Return what controls and pads are called."""
    keys = (*CONTROLS, ENCODER)
    said = texts(language, "window", "wiring", "glass")
    names = {
        control: said[f"label_{control}" if control in COLOUR_KEYS else f"control_{control}"]
        for control in keys
    }
    pads = {
        f"pad_{pad}": said["pad_card" if pad == CARD_READER else f"control_{pad}"] for pad in PADS
    }
    return names | pads


def _sprites(layout: WindowLayout, build: Build) -> Iterator[Sprite]:
    """Yield every part that changes, in each of its states, by its name."""
    whole = {JOYSTICK, ENCODER, *((PLAY,) if build.press_plays else ())}
    for control, spot in layout.controls.items():
        if control not in whole:
            yield f"{control}-up", parts.key(control, down=False, radius=spot.radius)
            yield f"{control}-down", parts.key(control, down=True, radius=spot.radius)
    if JOYSTICK in layout.controls:
        yield "stick-up", parts.stick_cap(build.press_plays, down=False)
        yield "stick-down", parts.stick_cap(build.press_plays, down=True)
    if ENCODER in layout.controls:
        yield "knob", parts.knob_mark()
    yield from _light_sprites(layout)
    for card, place in layout.fan.cards.items():
        name = f"{card.suit}{card.rank}"
        yield name, parts.card(*card, place.height, chosen=False)
        yield f"{name}-chosen", parts.card(*card, place.height, chosen=True)


def _light_sprites(layout: WindowLayout) -> Iterator[Sprite]:
    for light in {_light(light): light for light in layout.lights}.values():
        yield f"{_light(light)}-lit", parts.light(light, lit=True)
        yield f"{_light(light)}-dark", parts.light(light, lit=False)
    for suit in dict.fromkeys(light.part for light in _places(layout) if light.group == "firework"):
        yield f"suit-{suit}", parts.symbol(suit, _SYMBOL)


def _light(place: LightPlace) -> str:
    """Return the name of a light's picture; those of a group look alike."""
    return f"{place.group}-{place.part}" if place.group == "firework" else place.group


ACROSS = 1200
"""The width of the sheet of parts, in the layout's pixels."""


def _sprite_places(sprites: list[Sprite]) -> Iterator[tuple[str, list[int]]]:
    """Yield the left column, the top row and the side of each part's picture on the sheet."""
    x = 0
    y = 0
    high = 0
    for sprite, part in sprites:
        if x + part.size > ACROSS:
            x = 0
            y += high
            high = 0
        yield sprite, [x, y, part.size]
        x += part.size
        high = max(high, part.size)


def _draw_sprites(sprites: list[Sprite]) -> Surface:
    places = dict(_sprite_places(sprites))
    height = max((y + side for _, y, side in places.values()), default=1)
    sheet = Surface((SCALE * ACROSS, SCALE * height), SRCALPHA)
    for sprite, part in sprites:
        x, y, side = places[sprite]
        sheet.blit(part.picture(SCALE * side), (SCALE * x, SCALE * y))
    return sheet


def _box(rect: Rect) -> list[int]:
    return [rect.left, rect.top, rect.width, rect.height]
