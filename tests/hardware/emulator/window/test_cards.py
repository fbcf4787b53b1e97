"""Cards of the card_deck on the pads: dragged there, or clicked and then the pad."""

import os
import time
from collections.abc import Iterator

import pytest

from companion.panel import Tagged
from hardware.emulator.opening import emulate_build
from tests.rig.waiting import until
from tests.rig.windows import run_with
from wiring.reading.build import load

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from hardware.emulator.card_deck import DeckCard
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.layout import WindowLayout
from hardware.emulator.window.window import Window


class CardDeck:
    """A window with a card_deck, a pointer, and what the readers say."""

    def __init__(self) -> None:
        self.panel, emulated = emulate_build(load("emulator-pads"))
        self.window = Window(emulated)
        self.card_deck = WindowLayout(emulated.build).card_deck
        self.tags: list[Tagged] = []

    def _hear(self, message: object) -> None:
        if isinstance(message, Tagged):
            self.tags.append(message)

    def listen(self) -> None:
        for link in self.panel.links:
            link.listen(self._hear)

    def pointer(self, kind: int, at: PixelPoint) -> None:
        scale = pygame.display.get_window_size()[0] / self.window._layout.size[0]
        pos = (round(at[0] * scale), round(at[1] * scale))
        pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))

    def click(self, at: PixelPoint) -> None:
        self.pointer(pygame.MOUSEBUTTONDOWN, at)
        self.pointer(pygame.MOUSEBUTTONUP, at)

    def cards(self) -> list[tuple[str, str]]:
        known = self.panel.stickers
        return [(tagged.reader, known[tag]) for tagged in self.tags for tag in tagged.ids]


@pytest.fixture
def card_deck(large: None) -> Iterator[CardDeck]:
    card_deck = CardDeck()
    card_deck.listen()
    yield card_deck
    for link in card_deck.panel.links:
        link.close()


def test_a_card_that_is_clicked_goes_onto_the_pad_that_is_clicked(card_deck):
    def act() -> None:
        card_deck.click(card_deck.card_deck.pads["play"].center)
        card_deck.click(card_deck.card_deck.cards[DeckCard("R", 1)].center)
        card_deck.click(card_deck.card_deck.pads["play"].center)
        until(lambda: card_deck.cards() == [("play", "R1")])
        card_deck.click(card_deck.card_deck.pads["discard"].center)
        card_deck.click(card_deck.card_deck.cards[DeckCard("B", 3)].center)
        card_deck.click(card_deck.card_deck.cards[DeckCard("G", 5)].center)
        card_deck.click(card_deck.card_deck.pads["discard"].center)
        until(lambda: card_deck.cards() == [("play", "R1"), ("discard", "G5")])

    run_with(card_deck.window, act)


def test_a_card_is_dragged_onto_a_pad_and_seen_on_its_way(card_deck):
    between = (card_deck.card_deck.box.centerx, card_deck.card_deck.pads["play"].bottom + 10)

    def act() -> None:
        card_deck.pointer(
            pygame.MOUSEBUTTONDOWN, card_deck.card_deck.cards[DeckCard("Y", 2)].center
        )
        card_deck.pointer(pygame.MOUSEMOTION, between)
        until(lambda: card_deck.window._cards.dragged_to is not None)
        card_deck.pointer(pygame.MOUSEMOTION, card_deck.card_deck.pads["play"].center)
        assert card_deck.cards() == []
        card_deck.pointer(pygame.MOUSEBUTTONUP, card_deck.card_deck.pads["play"].center)
        until(lambda: card_deck.cards() == [("play", "Y2")])

    run_with(card_deck.window, act)


@pytest.mark.parametrize("leave", [pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST])
def test_a_card_that_is_dragged_out_of_the_window_goes_back(card_deck, leave):
    def act() -> None:
        card_deck.pointer(
            pygame.MOUSEBUTTONDOWN, card_deck.card_deck.cards[DeckCard("Y", 2)].center
        )
        card_deck.pointer(pygame.MOUSEMOTION, (5, 5))
        pygame.event.post(pygame.event.Event(leave))
        card_deck.pointer(pygame.MOUSEBUTTONUP, card_deck.card_deck.pads["play"].center)
        until(lambda: pygame.event.peek(pygame.MOUSEBUTTONUP) is False)
        time.sleep(0.2)

    run_with(card_deck.window, act)
    assert card_deck.cards() == []


def test_the_only_copy_of_a_card_can_be_laid_again_once_it_was_taken_off(card_deck):
    def act() -> None:
        for number in (1, 2):
            card_deck.click(card_deck.card_deck.cards[DeckCard("W", 5)].center)
            card_deck.click(card_deck.card_deck.pads["discard"].center)
            until(lambda number=number: len(card_deck.cards()) == number)
            until(lambda: not card_deck.window._cards.lying)
            time.sleep(1.0)  # until the reader has missed it

    run_with(card_deck.window, act)
    assert card_deck.cards() == [("discard", "W5")] * 2
