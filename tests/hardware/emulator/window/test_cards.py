"""Cards of the deck on the pads: dragged there, or clicked and then the pad."""

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


class Desk:
    """A window with a deck, a pointer, and what the readers say."""

    def __init__(self) -> None:
        self.panel, emulated = emulate_build(load("emulator-pads"))
        self.window = Window(emulated)
        self.deck = WindowLayout(emulated.build).card_deck
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
def desk(large: None) -> Iterator[Desk]:
    desk = Desk()
    desk.listen()
    yield desk
    for link in desk.panel.links:
        link.close()


def test_a_card_that_is_clicked_goes_onto_the_pad_that_is_clicked(desk):
    def act() -> None:
        desk.click(desk.deck.pads["play"].center)
        desk.click(desk.deck.cards[DeckCard("R", 1)].center)
        desk.click(desk.deck.pads["play"].center)
        until(lambda: desk.cards() == [("play", "R1")])
        desk.click(desk.deck.pads["discard"].center)
        desk.click(desk.deck.cards[DeckCard("B", 3)].center)
        desk.click(desk.deck.cards[DeckCard("G", 5)].center)
        desk.click(desk.deck.pads["discard"].center)
        until(lambda: desk.cards() == [("play", "R1"), ("discard", "G5")])

    run_with(desk.window, act)


def test_a_card_is_dragged_onto_a_pad_and_seen_on_its_way(desk):
    between = (desk.deck.box.centerx, desk.deck.pads["play"].bottom + 10)

    def act() -> None:
        desk.pointer(pygame.MOUSEBUTTONDOWN, desk.deck.cards[DeckCard("Y", 2)].center)
        desk.pointer(pygame.MOUSEMOTION, between)
        until(lambda: desk.window._cards.dragged_to is not None)
        desk.pointer(pygame.MOUSEMOTION, desk.deck.pads["play"].center)
        assert desk.cards() == []
        desk.pointer(pygame.MOUSEBUTTONUP, desk.deck.pads["play"].center)
        until(lambda: desk.cards() == [("play", "Y2")])

    run_with(desk.window, act)


@pytest.mark.parametrize("leave", [pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST])
def test_a_card_that_is_dragged_out_of_the_window_goes_back(desk, leave):
    def act() -> None:
        desk.pointer(pygame.MOUSEBUTTONDOWN, desk.deck.cards[DeckCard("Y", 2)].center)
        desk.pointer(pygame.MOUSEMOTION, (5, 5))
        pygame.event.post(pygame.event.Event(leave))
        desk.pointer(pygame.MOUSEBUTTONUP, desk.deck.pads["play"].center)
        until(lambda: pygame.event.peek(pygame.MOUSEBUTTONUP) is False)
        time.sleep(0.2)

    run_with(desk.window, act)
    assert desk.cards() == []


def test_the_only_copy_of_a_card_can_be_laid_again_once_it_was_taken_off(desk):
    def act() -> None:
        for number in (1, 2):
            desk.click(desk.deck.cards[DeckCard("W", 5)].center)
            desk.click(desk.deck.pads["discard"].center)
            until(lambda number=number: len(desk.cards()) == number)
            until(lambda: not desk.window._cards.lying)
            time.sleep(1.0)  # until the reader has missed it

    run_with(desk.window, act)
    assert desk.cards() == [("discard", "W5")] * 2
