"""The emulator's window: it shows the device, works its buttons, and sleeps in between."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops

from companion.errors import PanelError
from companion.panel import Edge, LightPlan, Panel, Rotated
from hardware.emulator.device import PLUG, Emulated, on_pod
from hardware.emulator.opening import emulate
from hardware.emulator.pod import EmulatedLink
from hardware.emulator.window.presses import Presses
from hardware.emulator.window.window import Window
from tests.rig.windows import BUILDS, RESTS, mine, run_with, until
from wiring import builds
from wiring.reading.build import Build, load
from wiring.spec import Place

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
    return emulate(load("emulator"))


@pytest.fixture
def keys() -> tuple[Panel, Emulated]:
    return emulate(load("emulator-keys"))


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desktop on which a window of the widest build is as large as its layout."""
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1366, 768)])


def colour(surface: pygame.Surface, point: tuple[int, int]) -> int:
    """How bright a pixel is, 0 to 765."""
    return sum(surface.get_at(point)[:3])


def changed_box(before: pygame.Surface, after: pygame.Surface) -> pygame.Rect | None:
    """What differs between two pictures."""
    pictures = (pygame.image.tobytes(surface, "RGB") for surface in (before, after))
    box = ImageChops.difference(
        *(Image.frombytes("RGB", before.get_size(), data) for data in pictures)
    ).getbbox()
    return pygame.Rect(box[0], box[1], box[2] - box[0], box[3] - box[1]) if box else None


def test_the_window_shows_glass_lights_and_buttons(device: tuple[Panel, Emulated]) -> None:
    from hardware.emulator.window import picture as device_picture

    opened, emulated = device
    picture = device_picture.DevicePicture(emulated)
    surface = picture.paint()
    assert surface.get_size() == (900, 700)
    seat = picture.layout.lights[Place("seat", "", 1)]
    firework = picture.layout.lights[Place("firework", "G", 4)]
    middle = picture.layout.glass.center
    button = picture.layout.centre("play")
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


@pytest.mark.parametrize("rest", RESTS)
def test_any_build_can_be_drawn(rest: str) -> None:
    from hardware.emulator.window.picture import DevicePicture

    opened, emulated = emulate(mine(rest))
    if opened.screen:
        opened.screen.show(Image.new("1", opened.screen.size, 1))
    picture = DevicePicture(emulated)
    assert picture.paint().get_size() == picture.layout.size


@pytest.mark.parametrize("build", BUILDS)
def test_everything_has_a_place_of_its_own(build: Build) -> None:
    from hardware.emulator.window.layout import Layout

    layout = Layout(build)
    lights = build.lights.places() if build.lights else {}
    assert set(layout.lights) == set(lights)
    assert set(layout.strip.pixels) == set(build.strip.colours if build.strip else ())
    things = [(place, 12) for place in layout.lights.values()]
    things += [(place, 8) for place in layout.strip.pixels.values()]
    elsewhere = {key for box in layout.pods for key in box.keys} | ({"play"} if build.press_plays else set())
    things += [spot for control, spot in layout.controls.items() if control not in elsewhere]
    for number, ((x, y), radius) in enumerate(things):
        assert layout.body.inflate(-2 * radius, -2 * radius).collidepoint(x, y)
        assert not layout.glass.inflate(2 * radius, 2 * radius).collidepoint(x, y)
        for (other_x, other_y), other in things[:number]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 >= (radius + other) ** 2, "they overlap"


@pytest.mark.parametrize("build", BUILDS)
def test_the_mouse_finds_every_control_where_it_is_drawn(build: Build) -> None:
    from hardware.emulator.window.layout import Layout

    layout = Layout(build)
    for control in (*build.buttons, *(("encoder",) if build.encoder else ())):
        assert layout.control_at(layout.centre(control)) == control
    assert layout.control_at((5, 5)) is None
    if "up" in build.buttons:
        x, y = layout.centre("joystick")
        assert layout.control_at((x, y)) == ("play" if build.press_plays else None)
        assert layout.control_at((x + 40, y + 30)) == "right"
        assert layout.control_at((x + 55, y + 55)) is None


@pytest.mark.parametrize("name", builds.names())
def test_every_light_of_every_build_is_seen(name: str) -> None:
    from hardware.emulator.window.picture import DevicePicture

    opened, emulated = emulate(load(name))
    if opened.lights is None:
        return
    picture = DevicePicture(emulated)
    places = picture.layout.lights | picture.layout.strip.pixels
    dark = picture.paint().copy()
    rows = dict.fromkeys("WRBYGMK", (1.0,) * 5)
    press = dict.fromkeys(("clue", "discard", "play"), 1.0)
    opened.lights.show(LightPlan((1,) * 8, (1,) * 4, rows, (1,) * 30, (1,) * 5, press))
    lit = picture.paint()
    for place, at in places.items():
        assert colour(lit, at) > colour(dark, at) + 100, place


def test_a_share_of_the_deck_is_a_pixel_that_is_less_bright() -> None:
    from hardware.emulator.window.picture import DevicePicture

    opened, emulated = emulate(load("deluxe"))
    picture = DevicePicture(emulated)
    assert opened.lights
    opened.lights.show(LightPlan(deck=(1,) * 12 + (0,) * 4))
    surface = picture.paint()
    seen = [colour(surface, picture.layout.strip.pixels[Place("deck", "", at)]) for at in (0, 5, 6, 7)]
    assert seen[0] == seen[1] > seen[2] == seen[3]
    opened.lights.show(LightPlan(deck=(1,) * 13 + (0,) * 3))
    surface = picture.paint()
    half = colour(surface, picture.layout.strip.pixels[Place("deck", "", 6)])
    assert seen[0] > half > seen[2]


@pytest.fixture
def pod() -> Iterator[tuple[Panel, Emulated]]:
    """A device whose pod is plugged in, and known to its host."""
    panel, emulated = emulate(load("emulator-pod"))
    (link,) = panel.links
    assert isinstance(link, EmulatedLink)
    link.listen(lambda news: None)
    until(lambda: link.inside.there)
    yield panel, emulated
    link.close()


def test_a_pod_is_below_the_device_and_its_keys_and_pixels_are_its_own(pod: tuple[Panel, Emulated]) -> None:
    from hardware.emulator.window.picture import DevicePicture

    panel, emulated = pod
    picture = DevicePicture(emulated)
    (box,) = picture.layout.pods
    assert box.body.top > picture.layout.body.bottom
    for key in box.keys:
        at = picture.layout.centre(key)
        assert box.body.inflate(-50, -50).collidepoint(at)
        assert picture.layout.control_at(at) == key
    dark = picture.paint().copy()
    assert panel.lights
    rows = dict.fromkeys("WRBYG", (1.0,) * 5)
    press = dict.fromkeys(("clue", "discard", "play"), 1.0)
    panel.lights.show(LightPlan((1,) * 8, (1,) * 3, rows, (), (1,) * 5, press))
    until(lambda: all(map(any, emulated.pods["far end"].colours[:24])))
    lit = picture.paint()
    for place, at in box.strip.pixels.items():
        assert colour(lit, at) > colour(dark, at) + 100, place


def test_a_pod_is_pressed_and_its_plug_is_pulled_with_the_mouse(pod: tuple[Panel, Emulated]) -> None:
    from hardware.emulator.window.picture import DevicePicture

    _, emulated = pod
    far = emulated.pods["far end"]
    picture = DevicePicture(emulated)
    clue, plug = on_pod("clue", "far end"), on_pod(PLUG, "far end")
    for thing, whole in ((clue, far.is_down("clue")), (plug, not far.plugged)):
        assert not whole
        before = picture.paint().copy()
        emulated.press(thing)
        assert emulated.is_down(thing)
        changed = changed_box(before, picture.paint())
        assert changed
        assert changed.collidepoint(picture.layout.centre(thing))
        emulated.release(thing)
    assert (far.is_down("clue"), emulated.is_down("clue"), far.plugged) == (False, False, False)
    emulated.press(plug)
    assert far.plugged


def test_a_real_pod_at_the_emulated_device_is_not_drawn() -> None:
    from hardware.emulator.window.layout import Layout

    pods = '[[pods]]\nname = "far"\nport = "/dev/ttyACM0"\n'
    assert not Layout(mine(pods)).pods


def test_the_keys_of_a_hat_are_beside_its_glass() -> None:
    from hardware.emulator.window.layout import Layout

    layout = Layout(load("oled-hat"))
    assert layout.centre("joystick")[0] < layout.glass.left
    heights = [layout.centre(control)[1] for control in ("clue", "discard", "play")]
    assert heights == sorted(heights)
    assert all(layout.centre(control)[0] > layout.glass.right for control in ("clue", "discard", "play"))


def test_further_controls_are_drawn_up_and_down(keys: tuple[Panel, Emulated]) -> None:
    from hardware.emulator.window.picture import DevicePicture

    _, emulated = keys
    picture = DevicePicture(emulated)
    surface = picture.paint()
    for control in emulated.build.buttons:
        before = surface.copy()
        emulated.press(control)
        picture.paint(surface)
        changed = changed_box(before, surface)
        assert changed, control
        around = pygame.Rect(0, 0, 140, 140)
        around.center = picture.layout.centre(control)
        assert around.contains(changed), control
        emulated.release(control)
        picture.paint(surface)
        assert changed_box(before, surface) is None
    before = surface.copy()
    emulated.rotate(1)
    changed = changed_box(before, picture.paint())
    assert changed
    assert changed.centerx > picture.layout.centre("encoder")[0], "the mark turns clockwise"
    emulated.rotate(-1)
    assert changed_box(before, picture.paint()) is None


def test_a_key_has_the_colour_of_its_suit(keys: tuple[Panel, Emulated]) -> None:
    from hardware.emulator.window.picture import DevicePicture

    picture = DevicePicture(keys[1])
    surface = picture.paint()
    x, y = picture.layout.centre("R")
    red, green, blue, _ = surface.get_at((x - 14, y + 4))
    assert red > 2 * green
    assert red > 2 * blue


def test_a_dimmed_glass_is_darker_but_not_dark(device: tuple[Panel, Emulated]) -> None:
    from hardware.emulator.window.picture import DevicePicture

    opened, emulated = device
    picture = DevicePicture(emulated)
    assert opened.screen
    shining = []
    for level in (1.0, 0.5, 0.0):
        opened.screen.show(Image.new("1", (128, 64), 1))
        opened.screen.brightness(level)
        shining.append(colour(picture.paint(), picture.layout.glass.center))
    assert shining[0] > shining[1] > shining[2] > 150


@pytest.mark.parametrize(
    ("key", "place", "control"),
    [
        (pygame.K_c, 0, "clue"),
        (pygame.K_d, 0, "discard"),
        (pygame.K_p, 0, "play"),
        (pygame.K_u, 0, "undo"),
        (pygame.K_BACKSPACE, 0, "undo"),
        (pygame.K_1, 0, "W"),
        (pygame.K_7, 0, "K"),
        (pygame.K_KP5, 0, "G"),
        (pygame.K_AMPERSAND, pygame.KSCAN_1, "W"),
        (232, pygame.KSCAN_7, "K"),
        (pygame.K_UP, pygame.KSCAN_UP, "up"),
        (pygame.K_RIGHT, 0, "right"),
        (pygame.K_8, pygame.KSCAN_8, None),
        (pygame.K_x, pygame.KSCAN_X, None),
        (pygame.K_LEFTBRACKET, 0, None),
    ],
)
def test_each_control_has_its_key(key: int, place: int, control: str | None) -> None:
    from hardware.emulator.window import keyboard

    assert keyboard.control(key, place) == control
    assert keyboard.steps(key) == (-1 if key == pygame.K_LEFTBRACKET else 0)


def test_the_mouse_presses_a_button_for_as_long_as_it_stays_on_it(device: tuple[Panel, Emulated]) -> None:
    opened, emulated = device
    posted: list[Edge] = []
    window = Window(emulated, cancel=Presses(opened.controls, posted.append).cancel)
    from hardware.emulator.window.layout import Layout

    at = Layout(emulated.build).centre
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
    assert [(edge.control, edge.down, edge.cancelled) for edge in posted] == [
        ("clue", True, False),
        ("clue", False, False),
        ("play", True, False),
        ("play", False, True),
        ("discard", True, False),
        ("discard", False, True),
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
    from hardware.emulator.window.layout import Layout

    _, emulated = device
    at = Layout(emulated.build).centre("clue")

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


def test_keys_and_joystick_are_held_by_mouse_and_keyboard(keys: tuple[Panel, Emulated], large: None) -> None:
    from hardware.emulator.window.layout import Layout

    opened, emulated = keys
    posted: list[Edge | Rotated] = []
    opened.controls.listen(posted.append)
    at = Layout(emulated.build).centre

    def post(kind: int, **facts: object) -> None:
        pygame.event.post(pygame.event.Event(kind, **facts))

    def act() -> None:
        for control, code in (("B", pygame.K_3), ("undo", pygame.K_BACKSPACE), ("left", pygame.K_LEFT)):
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


def test_the_knob_is_turned_by_wheel_keys_and_clicks(keys: tuple[Panel, Emulated], large: None) -> None:
    from hardware.emulator.window.layout import Layout

    opened, emulated = keys
    posted: list[Rotated] = []
    opened.controls.listen(posted.append)
    x, y = Layout(emulated.build).centre("encoder")

    def click(button: int, across: int = 0) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x + across, y), button=button))

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


def test_keys_of_controls_that_the_build_lacks_do_nothing(device: tuple[Panel, Emulated]) -> None:
    opened, emulated = device
    posted: list[Edge | Rotated] = []
    opened.controls.listen(posted.append)

    def act() -> None:
        for code in (pygame.K_1, pygame.K_u, pygame.K_UP, pygame.K_RIGHTBRACKET, pygame.K_c):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, scancode=pygame.KSCAN_1))
        until(lambda: emulated.is_down("clue"))

    run_with(Window(emulated), act)
    assert {edge.control for edge in posted if isinstance(edge, Edge)} == {"clue"}


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
