"""Draws the emulated device on a surface, scaled to fill it; coordinates are those of the layout.

What never changes is drawn once. The rest is put over it and wiped off, by the pixels that were
under it.
"""

from functools import lru_cache, partial
from typing import Final

from PIL.Image import Image
from pygame import Rect, Surface, draw, image, transform

from hardware.emulator.window import parts
from hardware.emulator.window.scale import Scale, Size, glass_in, scale_to_fit
from hardware.emulator.window.scene import Caption, Scene
from wiring.spec import Colour

_BAND: Final = 50
"""The rows of the boxes that are drawn at a time."""

_EDGE: Final = 8
"""The dark edge of a glass, both sides of it together, in pixels of the layout."""
_LETTERS: Final = 4
"""How much larger than in the layout a text is drawn before it is scaled."""


class Easel:
    """Draws onto a surface that has this size and keeps its picture."""

    def __init__(self, surface: Surface, layout: Size) -> None:
        self._surface: Final = surface
        self._size: Final = surface.get_size()
        self._scale: Final = scale_to_fit(layout, self._size)
        # More drawn parts than a build has, its pixels in every colour.
        self._sprite: Final = lru_cache(256)(
            lambda part: part.drawn_at(self._scale.scaled_length(part.side))
        )
        self._letters: Final = lru_cache(64)(partial(_text_picture, self._scale))
        self._under: Final[list[tuple[Surface, Rect]]] = []

    def draws_on(self, surface: Surface) -> bool:
        """Return True if this is its surface, as large as it was."""
        return surface is self._surface and surface.get_size() == self._size

    def put_part(self, part: parts.DrawnPart, centre: tuple[float, float]) -> None:
        """Draw a part around its middle; `wipe_parts` takes it off."""
        sprite = self._sprite(part)
        self._stamp_spot(sprite, sprite.get_rect(center=self._scale.scaled_point(centre)))

    def put_caption(self, caption: Caption) -> None:
        """Write a text; `wipe_parts` takes it off."""
        if not caption.text:
            return  # pygame cannot scale what has no width
        sprite = self._letters(caption._replace(at=(0, 0)))
        at = self._scale.scaled_point(caption.at)
        self._stamp_spot(sprite, sprite.get_rect(**{"midleft" if caption.left else "center": at}))

    def _stamp_spot(self, sprite: Surface, spot: Rect) -> None:
        visible = spot.clip(self._surface.get_rect())
        if not visible:
            return  # a card that is dragged over the window's edge
        self._under.append((self._surface.subsurface(visible).copy(), visible))
        self._surface.blit(sprite, spot)

    def wipe_parts(self) -> None:
        """Take off what was put there last, the latest first."""
        while self._under:
            before, spot = self._under.pop()
            self._surface.blit(before, spot)

    def show_glass(self, picture: Image, pane: Rect, dark: Colour, lit: Colour) -> None:
        """Show a display's picture in the middle of its room, in whole points, as large as fits."""
        small = _coloured_picture(picture, dark, lit, self._surface)
        glass = glass_in(self._scale.scaled_rect(pane), picture.size)
        if not self._surface.get_rect().contains(glass):
            return  # a window that is a few pixels large
        edge = self._scale.scaled_length(_EDGE)
        around = self._scale.scaled_rect(pane).inflate(edge, edge)
        draw.rect(self._surface, parts.GLASS, around, border_radius=self._scale.scaled_length(8))
        transform.scale(small, glass.size, self._surface.subsurface(glass))
        parts.draw_grid(self._surface, glass, glass.width // picture.width)

    def show_small_glass(self, picture: Image, glass: Rect, dark: Colour, lit: Colour) -> None:
        """Show a display's picture on a glass of its own size, which pixels may not divide."""
        small = _coloured_picture(picture, dark, lit, 24)
        room = self._scale.scaled_rect(glass)
        within = small.get_rect().fit(room)
        self._surface.blit(transform.smoothscale(small, within.size), within)

    def draw_scene(self, scene: Scene) -> None:
        """Draw what never changes, over the whole surface."""
        self._draw_boxes(scene)
        for part, centre in scene.fixed:
            self.put_part(part, centre)
        for caption in scene.captions:
            self.put_caption(caption)
        self._under.clear()

    def _draw_boxes(self, scene: Scene) -> None:
        """Draw boxes with round corners, one over another, on the table.

        They are drawn twice as large and scaled down, a band after the other: all at once takes
        memory that does not come back.
        """
        width, height = self._size
        factor, left, above = self._scale
        for top in range(0, height, _BAND):
            band = Surface((2 * width, 2 * _BAND))
            band.fill(parts.TABLE)
            twice = Scale(2 * factor, 2 * left, 2 * (above - top))
            for rect, colour, radius in (*scene.cases, *scene.panels):
                draw.rect(
                    band, colour, twice.scaled_rect(rect), border_radius=twice.scaled_length(radius)
                )
            self._surface.blit(transform.smoothscale(band, (width, _BAND)), (0, top))


def _text_picture(scale: Scale, caption: Caption) -> Surface:
    """Return a caption's text at a scale, as wide in proportion at any."""
    large = parts.line_of_text(caption.text, _LETTERS * caption.height, caption.colour)
    size = large.get_size()
    shrunk = min(1.0, _LETTERS * caption.width / max(1, size[0])) if caption.width else 1.0
    return transform.smoothscale(
        large, [scale.scaled_length(side * shrunk / _LETTERS) for side in size]
    )


def _coloured_picture(picture: Image, dark: Colour, lit: Colour, format: Surface | int) -> Surface:
    values = image.frombuffer(picture.convert("L").tobytes(), picture.size, "P")
    values.set_palette([dark] * 255 + [lit])
    small = Surface(picture.size, 0, format)
    small.blit(values, (0, 0))
    return small
