"""The deck of cards and the pads: where they are drawn, and how a pointer lays a card on a pad."""

from textwrap import wrap
from typing import Final

from pygame import Rect

from companion.panel import CARD_READER
from hardware.emulator.card_deck import CardDeck, DeckCard
from hardware.emulator.device import Emulated
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.parts import CARD_WIDTH
from hardware.emulator.window.scene import Scene, first_at

_MARGIN: Final = 20
_PITCH: Final = 74
_PAD_HEIGHT: Final = 124
_CARD_HEIGHT: Final = 78
_GAP: Final = 8
_HINT: Final = 66
_HINT_WIDTH: Final = 44
"""The width of the hint's lines, in letters."""


class DeckPlaces:
    """Where the pads and the cards are; the box around them is empty without an emulated reader."""

    def __init__(self, scene: Scene, deck: CardDeck, left: int, top: int, height: int) -> None:
        """Place them from `left` and `top` on, in a box of this height."""
        self.pads: Final[dict[str, Rect]] = {}
        self.cards: Final[dict[DeckCard, Rect]] = {}
        self.box: Final = Rect(left, top, 0, 0)
        if not deck.pads:
            return
        self.box.size = 5 * _PITCH - _GAP + 2 * _MARGIN, height
        scene.place_case(self.box, 5, 18, 18)
        inner = self.box.inflate(-2 * _MARGIN, -2 * _MARGIN)
        width = (inner.width - _MARGIN * (len(deck.pads) - 1)) // len(deck.pads)
        for number, pad in enumerate(deck.pads):
            left = inner.left + number * (width + _MARGIN)
            spot = Rect(left, inner.top, width, _PAD_HEIGHT)
            self.pads[pad] = spot
            scene.place_inlay(spot)
            name = scene.window_text("pad_card" if pad == CARD_READER else f"control_{pad}")
            scene.place_caption(name, 20, (spot.centerx, spot.top + 18))
        first = inner.top + _PAD_HEIGHT + _MARGIN
        pitch = min(_CARD_HEIGHT + _GAP, (inner.bottom - _HINT - first) // len(deck.rows))
        for row, cards in enumerate(deck.rows):
            for number, card in enumerate(cards):
                at = (inner.left + number * _PITCH, first + row * pitch)
                self.cards[card] = Rect(at, (CARD_WIDTH, pitch - _GAP))
        for line, text in enumerate(wrap(scene.window_text("cards_hint"), _HINT_WIDTH)):
            at = (inner.left, inner.bottom - _HINT + 26 + 20 * line)
            scene.place_caption(text, 19, at, left=True)


class CardHand:
    """A pointer that lays cards on pads: it drags them there, or clicks the card and the pad."""

    def __init__(self, emulated: Emulated, places: DeckPlaces) -> None:
        self._emulated: Final = emulated
        self._places: Final = places
        self.chosen: DeckCard | None = None
        """The card that goes onto the next pad."""
        self.dragged_to: PixelPoint | None = None
        """The place of the chosen card while it is dragged."""
        self.lying: Final[dict[str, DeckCard]] = {}
        """The card on each pad that has one."""
        self._dragging = False

    def press_at(self, at: PixelPoint) -> bool:
        """Pick a card up, or lay the chosen one down. Return True if there was a card or a pad."""
        if card := first_at(self._places.cards.items(), at):
            self.chosen = card
            self._dragging = True
            return True
        pad = first_at(self._places.pads.items(), at)
        if pad:
            self._lay_chosen(pad)
        return pad is not None

    def drag_to(self, at: PixelPoint) -> bool:
        """Drag the card along. Return True if there is one."""
        if self._dragging:
            self.dragged_to = at
        return self._dragging

    def release_at(self, at: PixelPoint) -> bool:
        """Let the dragged card go, over a pad or not. Return True if there was one."""
        dragging = self._dragging
        self.drop_card()
        pad = first_at(self._places.pads.items(), at)
        if dragging and pad:
            self._lay_chosen(pad)
        return dragging

    def drop_card(self) -> None:
        """Put a dragged card back into the deck."""
        self._dragging = False
        self.dragged_to = None

    def lift_cards(self) -> None:
        """Take the cards off the pads, as people put them where they belong."""
        for pad in self.lying:
            self._emulated.readers[pad].lift_tags()
        self.lying.clear()

    def _lay_chosen(self, pad: str) -> None:
        if self.chosen is not None:
            sticker = self._emulated.card_deck.take_copy(self.chosen, pad)
            self._emulated.readers[pad].lay_tags(sticker)
            self.lying[pad] = self.chosen
            self.chosen = None
