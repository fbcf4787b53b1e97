"""The picture of the emulated device at its surface's scale; a repaint draws possible changes."""

from collections.abc import Mapping
from typing import Final

from pygame import Surface, font

from companion.panel import ENCODER, PLAY
from hardware.emulator.card_deck import DeckCard
from hardware.emulator.device import Emulated, ShownPixel
from hardware.emulator.window import parts
from hardware.emulator.window.cards import CardHand
from hardware.emulator.window.easel import Easel
from hardware.emulator.window.guide import NO_GUIDE, Guide, PixelPoint
from hardware.emulator.window.keyboard import JOYSTICK
from hardware.emulator.window.layout import WAYS, WindowLayout
from hardware.emulator.window.scale import Size, glass_in, scale_to_fit
from hardware.emulator.window.scene import Caption
from hardware.emulator.window.strip import StripRows
from wiring.spec import LightPlace

_DARK_PIXEL: Final = (11, 14, 19)
_LIT_PIXEL: Final = (214, 236, 255)

_DIMMEST: Final = 0.35
"""How bright a lit pixel is at the lowest contrast, which is far from dark."""

_LEAN: Final = 9
"""How far the joystick's cap goes, in the layout's pixels."""


class DevicePicture:
    """Draws an emulated device; `layout` has the places of its parts, before they are scaled.

    The guide is asked at each paint for the language, with which all captions change, and for the
    words on the three buttons.
    """

    def __init__(self, emulated: Emulated, guide: Guide = NO_GUIDE) -> None:
        font.init()
        self._emulated = emulated
        self._guide: Final = guide
        self._written = guide.language()
        self.layout = WindowLayout(emulated.build, self._written)
        self.cards: Final = CardHand(emulated, self.layout.card_deck)
        self._keys = self.layout.controls.copy()
        for other in (JOYSTICK, ENCODER, *((PLAY,) if emulated.build.press_plays else ())):
            self._keys.pop(other, None)
        self._easel: Easel | None = None

    def redraw_all(self) -> None:
        """Draw all of it the next time: the surface has lost its picture."""
        self._easel = None

    def paint(self, surface: Surface | None = None) -> Surface:
        """Draw the device as it is now, onto a surface of any size or a new one of the layout's."""
        if self._guide.language() != self._written:
            self._written = self._guide.language()
            self.layout = WindowLayout(self._emulated.build, self._written)
            self.redraw_all()
        surface = surface or Surface(self.layout.size)
        easel = self._easel
        if easel is None or not easel.draws_on(surface):
            easel = self._easel = Easel(surface, self.layout.size)
            easel.draw_scene(self.layout)
        easel.wipe_parts()
        for control, (centre, radius) in self._keys.items():
            down = self._emulated.is_down(control)
            easel.put_part(parts.key_part(control, down, radius), centre)
        lit = self._emulated.lit_places()
        for place, (centre, radius) in self.layout.lights.items():
            easel.put_part(parts.light_part(place, place in lit, radius), centre)
        _paint_pixels(easel, self.layout.strip, self._emulated.strip_pixels())
        self._paint_stick(easel)
        self._write_words(easel)
        if self._emulated.knob is not None:
            centre, radius = self.layout.controls[ENCODER]
            easel.put_part(parts.knob_part(self._emulated.knob.position, radius), centre)
        self._paint_glass(easel)
        self._paint_cards(easel)
        return surface

    def on_glass(self, surface: Size, at: PixelPoint) -> PixelPoint | None:
        """Return the column and the row of the display at a pixel of a surface of this size."""
        picture = self._emulated.shown_picture()
        if picture is None:
            return None
        glass = glass_in(
            scale_to_fit(self.layout.size, surface).scaled_rect(self.layout.room), picture.size
        )
        if not glass.collidepoint(at):
            return None
        column = (at[0] - glass.left) * picture.width // glass.width
        return column, (at[1] - glass.top) * picture.height // glass.height

    def _write_words(self, easel: Easel) -> None:
        """Write what each button does now, and which key of the keyboard works a control."""
        caps = self._guide.caps()
        words = [
            (control, word._replace(text=caps.get(control, "")))
            for control, word in self.layout.words.items()
        ]
        for control, caption in (*words, *self.layout.letters.items()):
            (x, y), radius = self.layout.controls[control]
            across, down = caption.at
            if caption.on_cap and not self._emulated.is_down(control):
                down -= round(parts.RISE * radius / parts.BUTTON_RADIUS)
            easel.put_caption(caption._replace(at=(x + across, y + down)))

    def _paint_stick(self, easel: Easel) -> None:
        if JOYSTICK not in self.layout.controls:
            return
        centre, radius = self.layout.controls[JOYSTICK]
        x, y = map(float, centre)
        growth = radius / parts.STICK_RADIUS
        for way, (across, down) in WAYS.items():
            if self._emulated.is_down(way):
                x += across * _LEAN * growth
                y += down * _LEAN * growth
        plays = self._emulated.build.press_plays
        down = plays and self._emulated.is_down(PLAY)
        easel.put_part(parts.stick_cap(plays, down, growth), (x, y))

    def _paint_cards(self, easel: Easel) -> None:
        hand = self.cards
        for card, spot in self.layout.card_deck.cards.items():
            self._put_card(easel, card, spot.center, chosen=card == hand.chosen)
        for pad, card in hand.lying.items():
            x, y = self.layout.card_deck.pads[pad].center
            self._put_card(easel, card, (x, y + 10), chosen=False)
        if hand.chosen and hand.dragged_to:
            self._put_card(easel, hand.chosen, hand.dragged_to, chosen=True)

    def _put_card(self, easel: Easel, card: DeckCard, at: PixelPoint, chosen: bool) -> None:
        height = self.layout.card_deck.cards[card].height
        easel.put_part(parts.card_part(card.suit, height, chosen), at)
        colour = parts.SUIT_COLOURS[card.suit]
        easel.put_caption(Caption(str(card.rank), 40, (at[0] - 13, at[1]), colour))

    def _paint_glass(self, easel: Easel) -> None:
        picture = self._emulated.shown_picture()
        if picture is not None:
            shine = _DIMMEST + (1 - _DIMMEST) * self._emulated.screen_brightness()
            lit = parts.mix_colours(_LIT_PIXEL, _DARK_PIXEL, shine)
            easel.show_glass(picture, self.layout.room, _DARK_PIXEL, lit)
            if self.layout.lens_of:
                easel.show_small_glass(picture, self.layout.lens_of, _DARK_PIXEL, lit)


def _paint_pixels(easel: Easel, rows: StripRows, pixels: Mapping[LightPlace, ShownPixel]) -> None:
    for place, (centre, radius) in rows.pixels.items():
        easel.put_part(parts.pixel_part(*pixels[place], radius), centre)
