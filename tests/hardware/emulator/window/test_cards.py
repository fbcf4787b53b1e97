"""Cards of the fan on the pads: dragged there, or clicked and then the pad."""

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

from hardware.emulator.fan import FanCard
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.layout import WindowLayout
from hardware.emulator.window.window import Window


class Fan:
    """A window with a fan, a pointer, and what the readers say."""

    def __init__(self) -> None:
        self.panel, emulated = emulate_build(load("emulator-pads"))
        self.window = Window(emulated)
        self.fan = WindowLayout(emulated.build).fan
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
def fan(large: None) -> Iterator[Fan]:
    fan = Fan()
    fan.listen()
    yield fan
    for link in fan.panel.links:
        link.close()


def test_a_card_that_is_clicked_goes_onto_the_pad_that_is_clicked(fan):
    def act() -> None:
        fan.click(fan.fan.pads["play"].center)
        fan.click(fan.fan.cards[FanCard("R", 1)].center)
        fan.click(fan.fan.pads["play"].center)
        until(lambda: fan.cards() == [("play", "R1")])
        fan.click(fan.fan.pads["discard"].center)
        fan.click(fan.fan.cards[FanCard("B", 3)].center)
        fan.click(fan.fan.cards[FanCard("G", 5)].center)
        fan.click(fan.fan.pads["discard"].center)
        until(lambda: fan.cards() == [("play", "R1"), ("discard", "G5")])

    run_with(fan.window, act)


def test_a_card_is_dragged_onto_a_pad_and_seen_on_its_way(fan):
    between = (fan.fan.box.centerx, fan.fan.pads["play"].bottom + 10)

    def act() -> None:
        fan.pointer(pygame.MOUSEBUTTONDOWN, fan.fan.cards[FanCard("Y", 2)].center)
        fan.pointer(pygame.MOUSEMOTION, between)
        until(lambda: fan.window._cards.dragged_to is not None)
        fan.pointer(pygame.MOUSEMOTION, fan.fan.pads["play"].center)
        assert fan.cards() == []
        fan.pointer(pygame.MOUSEBUTTONUP, fan.fan.pads["play"].center)
        until(lambda: fan.cards() == [("play", "Y2")])

    run_with(fan.window, act)


@pytest.mark.parametrize("leave", [pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST])
def test_a_card_that_is_dragged_out_of_the_window_goes_back(fan, leave):
    def act() -> None:
        fan.pointer(pygame.MOUSEBUTTONDOWN, fan.fan.cards[FanCard("Y", 2)].center)
        fan.pointer(pygame.MOUSEMOTION, (5, 5))
        pygame.event.post(pygame.event.Event(leave))
        fan.pointer(pygame.MOUSEBUTTONUP, fan.fan.pads["play"].center)
        until(lambda: pygame.event.peek(pygame.MOUSEBUTTONUP) is False)
        time.sleep(0.2)

    run_with(fan.window, act)
    assert fan.cards() == []


def test_the_only_copy_of_a_card_can_be_laid_again_once_it_was_taken_off(fan):
    def act() -> None:
        for number in (1, 2):
            fan.click(fan.fan.cards[FanCard("W", 5)].center)
            fan.click(fan.fan.pads["discard"].center)
            until(lambda number=number: len(fan.cards()) == number)
            until(lambda: not fan.window._cards.lying)
            time.sleep(1.0)  # until the reader has missed it

    run_with(fan.window, act)
    assert fan.cards() == [("discard", "W5")] * 2
