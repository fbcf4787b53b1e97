"""The emulator's window: it shows the device, works its buttons, and sleeps in between."""

import os
import signal
import sys
import threading
import time
from importlib import import_module

import pytest
from PIL import Image

from companion.errors import PanelError
from companion.panel import Edge, Rotated
from tests.rig.waiting import until
from tests.rig.windows import run_with

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from hardware.emulator.window.layout import WindowLayout
from hardware.emulator.window.window import Window


def test_keys_hold_buttons_and_make_chords(device):
    opened, emulated = device
    posted: list[Edge] = []
    opened.controls.listen(posted.append)

    def key(kind: int, code: int) -> None:
        pygame.event.post(pygame.event.Event(kind, key=code))

    def act() -> None:
        key(pygame.KEYDOWN, pygame.K_c)
        key(pygame.KEYDOWN, pygame.K_x)
        key(pygame.KEYDOWN, pygame.K_p)
        until(lambda: emulated.is_down("clue") and emulated.is_down("play"))
        key(pygame.KEYDOWN, pygame.K_c)  # the keyboard repeats
        key(pygame.KEYUP, pygame.K_c)
        until(lambda: not emulated.is_down("clue"))
        assert emulated.is_down("play")
        pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        until(lambda: not emulated.is_down("play"))

    run_with(Window(emulated), act)
    assert [(edge.control, edge.down) for edge in posted] == [
        ("clue", True),
        ("play", True),
        ("clue", False),
        ("play", False),
    ]


def test_a_button_held_by_mouse_and_key_goes_up_with_the_last(device):
    _, emulated = device
    at = WindowLayout(emulated.build).press_point("clue")

    def act() -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_c))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
        until(lambda: emulated.is_down("clue"))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_c))
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_d))
        until(lambda: emulated.is_down("discard"))
        assert emulated.is_down("clue")

    run_with(Window(emulated), act)
    assert not emulated.is_down("clue"), "a window that closes lets go of everything"
    assert not emulated.is_down("discard")


def test_keys_and_joystick_are_held_by_mouse_and_keyboard(keys, large):
    opened, emulated = keys
    posted: list[Edge | Rotated] = []
    opened.controls.listen(posted.append)
    at = WindowLayout(emulated.build).press_point

    def post(kind: int, **facts: object) -> None:
        pygame.event.post(pygame.event.Event(kind, **facts))

    def act() -> None:
        for control, code in (
            ("B", pygame.K_3),
            ("undo", pygame.K_BACKSPACE),
            ("left", pygame.K_LEFT),
        ):
            post(pygame.KEYDOWN, key=code)
            until(lambda control=control: emulated.is_down(control))
            post(pygame.KEYUP, key=code)
            until(lambda control=control: not emulated.is_down(control))
        post(pygame.MOUSEBUTTONDOWN, pos=at("up"), button=1)
        until(lambda: emulated.is_down("up"))
        post(pygame.MOUSEMOTION, pos=at("right"))
        until(lambda: not emulated.is_down("up"))
        post(pygame.MOUSEBUTTONDOWN, pos=at("K"), button=1)
        until(lambda: emulated.is_down("K"))
        post(pygame.MOUSEBUTTONUP, pos=at("K"), button=1)
        until(lambda: not emulated.is_down("K"))

    run_with(Window(emulated), act)
    assert [(edge.control, edge.down) for edge in posted if isinstance(edge, Edge)] == [
        (control, down) for control in ("B", "undo", "left", "up", "K") for down in (True, False)
    ]


def test_the_knob_is_turned_by_wheel_keys_and_clicks(keys, large):
    opened, emulated = keys
    posted: list[Rotated] = []
    opened.controls.listen(posted.append)
    x, y = WindowLayout(emulated.build).press_point("encoder")

    def click(button: int, across: int = 0) -> None:
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x + across, y), button=button)
        )

    def key(code: int) -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code))

    def act() -> None:
        click(4)
        click(4, -30)
        click(5)
        click(3)  # the right button
        click(4, 200)  # beside it
        click(1, -20)
        click(1, 20)
        key(pygame.K_RIGHTBRACKET)
        key(pygame.K_PAGEDOWN)
        key(pygame.K_LEFTBRACKET)
        key(pygame.K_PAGEUP)
        until(lambda: len(posted) == 9)

    run_with(Window(emulated), act)
    assert [turned.steps for turned in posted] == [1, 1, -1, -1, 1, 1, -1, -1, 1]


def test_keys_of_controls_that_the_build_lacks_do_nothing(device):
    opened, emulated = device
    posted: list[Edge | Rotated] = []
    opened.controls.listen(posted.append)

    def act() -> None:
        for code in (pygame.K_1, pygame.K_u, pygame.K_UP, pygame.K_RIGHTBRACKET, pygame.K_c):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, scancode=pygame.KSCAN_1))
        until(lambda: emulated.is_down("clue"))

    run_with(Window(emulated), act)
    assert {edge.control for edge in posted if isinstance(edge, Edge)} == {"clue"}


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
