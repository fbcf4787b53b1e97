"""The emulator's window: it shows the device, works its buttons, and sleeps in between."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from companion.errors import PanelError
from companion.panel import Edge, LightPlan, Panel
from hardware.build import Build, load, parse
from hardware.leds import Place
from hardware.panel import Emulated, open_emulated
from hardware.window import Window

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame


@pytest.fixture(autouse=True)
def unseen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()


@pytest.fixture
def device() -> tuple[Panel, Emulated]:
    return open_emulated(load("emulator"))


def colour(surface: pygame.Surface, point: tuple[int, int]) -> int:
    """How bright a pixel is, 0 to 765."""
    return sum(surface.get_at(point)[:3])


def run_with(window: Window, act: Callable[[], None]) -> None:
    """Run the window here and let another thread act on it; then stop it."""

    def other() -> None:
        try:
            act()
        finally:
            window.stop()

    thread = threading.Thread(target=other)
    thread.start()
    window.run()
    thread.join()


def until(true: Callable[[], bool]) -> None:
    ends = time.monotonic() + 3
    while not true():
        assert time.monotonic() < ends, "nothing happened"
        time.sleep(0.002)


def test_the_window_shows_glass_lights_and_buttons(device: tuple[Panel, Emulated]) -> None:
    from hardware import device_picture

    opened, emulated = device
    picture = device_picture.DevicePicture(emulated)
    surface = picture.paint()
    assert surface.get_size() == device_picture.SIZE
    seat = picture.lights[Place("seat", "", 1)]
    firework = picture.lights[Place("firework", "G", 4)]
    middle = picture.glass.center
    button = picture.button_centre("play")
    dark = [colour(surface, at) for at in (seat, firework, middle, button)]

    assert opened.screen
    assert opened.lights
    opened.screen.show(Image.new("1", (128, 64), 1))
    opened.lights.show(LightPlan(seat=(0, 1), firework={"G": (1,) * 5}))
    emulated.press("play")
    picture.paint(surface)
    lit = [colour(surface, at) for at in (seat, firework, middle, button)]
    assert lit[0] > dark[0] + 200
    assert lit[1] > dark[1] + 200
    assert lit[2] > dark[2] + 200
    assert lit[3] < dark[3], "the pressed cap is darker"


def test_every_light_has_a_place_of_its_own(device: tuple[Panel, Emulated]) -> None:
    from hardware.device_picture import SIZE, DevicePicture

    places = DevicePicture(device[1]).lights
    assert len(places) == len(set(places.values())) == 41
    assert all(12 < x < SIZE[0] - 12 and 12 < y < SIZE[1] - 12 for x, y in places.values())


@pytest.mark.parametrize(
    "rest",
    [
        "",
        'screen = { controller = "ssd1306", rotate = 1 }',
        "lights = { firework.K = [7], firework.M = [8], press = { clue = 9, play = 10 } }",
    ],
)
def test_any_build_can_be_drawn(rest: str) -> None:
    from hardware.device_picture import SIZE, DevicePicture

    text = f'board = "mock"\nbuttons = {{ clue.pin = 5, discard.pin = 6, play.pin = 13 }}\n{rest}'
    build: Build = parse(text, "mine", "mine.toml")
    opened, emulated = open_emulated(build)
    if opened.screen:
        opened.screen.show(Image.new("1", opened.screen.size, 1))
    assert DevicePicture(emulated).paint().get_size() == SIZE


def test_the_mouse_presses_a_button_for_as_long_as_it_stays_on_it(device: tuple[Panel, Emulated]) -> None:
    opened, emulated = device
    posted: list[Edge] = []
    opened.controls.listen(posted.append)
    window = Window(emulated)
    from hardware.device_picture import DevicePicture

    at = DevicePicture(emulated).button_centre
    near = (at("clue")[0] + 20, at("clue")[1])
    away = (at("clue")[0] + 200, at("clue")[1])

    def mouse(kind: int, position: tuple[int, int], button: int = 1) -> None:
        pygame.event.post(pygame.event.Event(kind, pos=position, button=button))

    def act() -> None:
        mouse(pygame.MOUSEBUTTONDOWN, at("clue"))
        mouse(pygame.MOUSEMOTION, near)
        until(lambda: emulated.is_down("clue"))
        mouse(pygame.MOUSEBUTTONUP, near)
        until(lambda: not emulated.is_down("clue"))
        mouse(pygame.MOUSEBUTTONDOWN, at("play"))
        until(lambda: emulated.is_down("play"))
        mouse(pygame.MOUSEMOTION, away)
        until(lambda: not emulated.is_down("play"))
        mouse(pygame.MOUSEBUTTONDOWN, (5, 5))
        mouse(pygame.MOUSEBUTTONDOWN, at("play"), button=3)
        mouse(pygame.MOUSEBUTTONDOWN, at("discard"))
        until(lambda: emulated.is_down("discard"))
        pygame.event.post(pygame.event.Event(pygame.WINDOWLEAVE))
        until(lambda: not emulated.is_down("discard"))

    run_with(window, act)
    assert [(edge.control, edge.down) for edge in posted] == [
        ("clue", True),
        ("clue", False),
        ("play", True),
        ("play", False),
        ("discard", True),
        ("discard", False),
    ]


def test_keys_hold_buttons_and_make_chords(device: tuple[Panel, Emulated]) -> None:
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


def test_a_button_held_by_mouse_and_key_goes_up_with_the_last(device: tuple[Panel, Emulated]) -> None:
    from hardware.device_picture import DevicePicture

    _, emulated = device
    at = DevicePicture(emulated).button_centre("clue")

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


def test_it_draws_when_something_changed_and_only_then(
    device: tuple[Panel, Emulated], monkeypatch: pytest.MonkeyPatch
) -> None:
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
        assert opened.screen
        opened.screen.show(Image.new("1", (128, 64), 1))
        until(lambda: len(drawn) >= 2)

    run_with(window, act)
    assert len(drawn) < 8, "the several transactions of a frame are drawn together"


def test_closing_the_window_ends_it_and_is_told(device: tuple[Panel, Emulated]) -> None:
    told: list[str] = []
    window = Window(device[1], "title", on_close=lambda: told.append("closed"))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.run()
    assert told == ["closed"]
    window.changed()
    window.stop()


def test_a_stopped_window_does_not_run(device: tuple[Panel, Emulated]) -> None:
    window = Window(device[1], on_close=lambda: pytest.fail("nobody closed it"))
    window.stop()
    window.run()


def test_a_signal_is_handled_while_the_window_waits(device: tuple[Panel, Emulated]) -> None:
    window = Window(device[1])
    before = signal.signal(signal.SIGUSR1, lambda number, frame: window.stop())
    try:
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        window.run()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert signal.set_wakeup_fd(-1) == -1
    assert all(thread.name != "signals to window" for thread in threading.enumerate())


def test_without_a_screen_there_is_a_sentence(
    device: tuple[Panel, Emulated], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")
    with pytest.raises(PanelError, match="there is no screen for the emulator's window: "):
        Window(device[1])
    monkeypatch.delenv("SDL_VIDEODRIVER")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(PanelError, match="no display was found"):
        Window(device[1])


def test_without_pygame_there_is_a_sentence(
    device: tuple[Panel, Emulated], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(PanelError, match="the emulator's window needs pygame"):
        Window(device[1])
