"""The emulator's window shows the device, sleeps in between, and ends; `hands.txt` has presses."""

import os
import signal
import sys
import threading
import time
from importlib import import_module

import pytest
from PIL import Image

from companion.errors import PanelError
from tests.rig.waiting import until
from tests.rig.windows import run_with

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from hardware.emulator.window.guide import Guide
from hardware.emulator.window.window import Window


def test_it_draws_when_something_changed_and_only_then(device, monkeypatch):
    opened, emulated = device
    window = Window(emulated)
    drawn: list[float] = []
    paint = window._picture.paint

    def counted(surface: pygame.Surface) -> pygame.Surface:
        drawn.append(time.monotonic())
        return paint(surface)

    monkeypatch.setattr(window._picture, "paint", counted)

    def act() -> None:
        until(lambda: len(drawn) == 1)
        time.sleep(0.1)
        assert len(drawn) == 1
        opened.screen.show(Image.new("1", (128, 64), 1))
        until(lambda: len(drawn) >= 2)

    run_with(window, act)
    assert len(drawn) < 8, "the several transactions of a frame are drawn together"


def test_closing_the_window_ends_it(device):
    window = Window(device[1])
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.run()
    window.redraw()
    window.stop()


def test_a_signal_is_handled_while_the_window_waits(device):
    window = Window(device[1])
    before = signal.signal(signal.SIGUSR1, lambda number, frame: window.stop())
    try:
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        window.run()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert signal.set_wakeup_fd(-1) == -1
    assert all(thread.name != "signals to window" for thread in threading.enumerate())


def test_without_a_screen_there_is_a_sentence(device, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")
    with pytest.raises(PanelError, match="there is no screen for the emulator's window: "):
        Window(device[1])
    monkeypatch.delenv("SDL_VIDEODRIVER")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(PanelError, match="no display was found"):
        Window(device[1])


def test_without_pygame_there_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    monkeypatch.delitem(sys.modules, Window.__module__)
    with pytest.raises(PanelError, match="the emulator's window needs pygame"):
        import_module(Window.__module__)


def test_the_window_speaks_the_language_of_the_device(device):
    language = ["en"]
    window = Window(device[1], guide=Guide(language=lambda: language[-1]))

    def pixels() -> bytes:
        return pygame.image.tobytes(window._surface, "RGB")

    def captions() -> list[str]:
        return [caption.text for caption in window._picture.layout.captions]

    def act() -> None:
        until(lambda: window._picture._easel is not None)
        time.sleep(0.3)  # until all of it is drawn
        english = pixels()
        language.append("de")
        window.redraw()  # as when the display shows another picture
        until(lambda: "Hinweise" in captions())
        until(lambda: pixels() != english)

    run_with(window, act)
