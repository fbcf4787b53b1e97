"""A hand at the emulator's window, and what the panel hears of it."""

import pygame

from companion.game.cards import CARDS
from companion.panel import Edge, Rotated, Tagged
from hardware.emulator.card_deck import DeckCard
from hardware.emulator.opening import emulate_build
from hardware.emulator.window.guide import Guide
from hardware.emulator.window.layout import WindowLayout
from hardware.emulator.window.scale import glass_in
from hardware.emulator.window.window import Window
from wiring.reading.build import load
from wiring.spec import LightPlace

AWAY = (5, 5)
LABEL = (110, 60)
"""The point of the display at which PLAY has its label."""
KINDS = {
    "key": pygame.KEYDOWN,
    "let": pygame.KEYUP,
    "mouse": pygame.MOUSEBUTTONDOWN,
    "to": pygame.MOUSEMOTION,
    "up": pygame.MOUSEBUTTONUP,
    "leave": pygame.WINDOWLEAVE,
    "blur": pygame.WINDOWFOCUSLOST,
}


class Hand:
    """A device in its window, a hand at mouse and keyboard, and what the panel hears of that."""

    def __init__(self, build: str) -> None:
        self.panel, emulated = emulate_build(load(build))
        self.heard: list[str] = []
        self.panel.controls.listen(self._hear)
        for link in self.panel.links:
            link.listen(self._hear)
        self.window = Window(
            emulated,
            cancel=lambda name: self.heard.append(f"{name} cancelled"),
            touch=lambda place: self.heard.append(f"touch {':'.join(map(str, place))}"),
            guide=Guide(label=lambda point: "play" if point == LABEL else ""),
        )
        self.layout = WindowLayout(emulated.build)

    def _hear(self, message: object) -> None:
        match message:
            case Edge(control, down):
                self.heard.append(f"{control}{'+' if down else '-'}")
            case Rotated(steps):
                self.heard.append(f"turn {steps}")
            case Tagged():
                cards = [self.panel.stickers[tag] for tag in message.ids]
                self.heard += [f"{card} on {message.reader}" for card in cards]

    def point(self, place: str, across: int = 0) -> tuple[int, int]:
        deck = self.layout.card_deck
        if place == "away":
            return AWAY
        what, _, where = place.partition(":")
        if what == "light":  # of a firework, by its suit and its number
            return self.layout.lights[LightPlace("firework", where[0], int(where[1:]))].centre
        if what == "glass":  # a point of the display
            glass = glass_in(self.layout.room, (128, 64))
            x, y = map(int, where.split(":"))
            pitch = glass.width // 128
            return glass.left + pitch * x + pitch // 2, glass.top + pitch * y + pitch // 2
        if place in deck.pads:
            return deck.pads[place].center
        if deck.cards and place in CARDS:
            return deck.cards[DeckCard(*CARDS[place])].center
        x, y = self.layout.press_point(place)
        return x + across, y

    def do(self, deed: str) -> None:
        """Post what a hand does, as `hands.txt` has it."""
        kind, *words = deed.split()
        facts: dict[str, object] = {}
        if kind in ("key", "let"):
            key, *modifiers = words[0].split("+")
            name, _, place = key.partition("@")
            facts = {
                "key": getattr(pygame, f"K_{name}", None) or int(name),
                "scancode": getattr(pygame, f"KSCAN_{place}") if place else 0,
                "mod": sum(getattr(pygame, f"KMOD_{one}") for one in modifiers),
            }
        elif words and words[0].isdigit():
            facts = {"pos": (int(words[0]), int(words[1])), "button": 1}
        elif words:
            place, button, across = (*words, *("1", "0")[len(words) - 1 :])
            facts = {"pos": self.point(place, int(across)), "button": int(button)}
        pygame.event.post(pygame.event.Event(KINDS[kind], facts))
