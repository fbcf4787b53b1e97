"""The window of the emulated device, on the main thread: it shows the device and works its controls.

It draws only when something changed and sleeps otherwise. pygame is imported when a window is made.
"""

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.errors import PanelError
from companion.panel import ENCODER
from hardware.emulator.device import Emulated
from hardware.emulator.window.hands import KEYBOARD, MOUSE, WindowHands, can_latch

if TYPE_CHECKING:
    import pygame

    from hardware.emulator.window.guide import Guide
    from hardware.emulator.window.layout import WindowLayout
    from hardware.emulator.window.scene import PixelPoint

_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""One of these is set where there is a screen for windows."""

_LEFT: Final = 1
_RIGHT: Final = 3
_TAP_MS: Final = 500
"""Longest time for which a click on a firework or a cell holds its buttons, in milliseconds.

It is shorter than a hold: a slow finger chooses what it lies on, and nothing else.
"""
_LIES_MS: Final = 1500
"""Time for which a card of the fan lies on a pad, in milliseconds."""
_WHEEL: Final = {4: 1, 5: -1}
"""The mouse's buttons as pygame numbers them; rolling the wheel up turns a knob clockwise."""
_END: Final = b"\xff"


class _Touch(NamedTuple):
    """The controls at a point of the window; what is tapped there is never held."""

    controls: tuple[str, ...] = ()
    tapped: bool = False


_NOTHING: Final = _Touch()


class Window:
    """The emulated device on the screen of this computer; made, run and closed on the main thread.

    `on_close` is called when the user closes it; `cancel` with a control that goes up without a press.
    `guide` knows what stands on the display.
    """

    def __init__(
        self,
        emulated: Emulated,
        title: str = "Hanabi companion",
        on_close: Callable[[], None] | None = None,
        cancel: Callable[[str], None] | None = None,
        guide: "Guide | None" = None,
    ) -> None:
        """Open the window; `PanelError` without pygame, or without a screen to show the window on."""
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        try:
            import pygame

            from hardware.emulator.window.guide import Guide
            from hardware.emulator.window.picture import DevicePicture
        except ImportError as error:
            told = f"the emulator's window needs pygame ({error}): `pip install pygame-ce`"
            raise PanelError(told) from error
        self._emulated = emulated
        self._on_close = on_close
        self._guide = guide or Guide()
        self._hands = WindowHands(emulated, cancel)
        self._touched = _NOTHING
        self._posted = False
        self._stopping = False
        self._picture = DevicePicture(emulated, self._guide.language)
        self._layout = self._picture.layout  # a language moves nothing
        self._cards = self._picture.cards
        self._surface = _open_screen(self._layout, title)
        self._repaint = pygame.event.Event(pygame.event.custom_type())
        self._tap_ends = pygame.event.Event(pygame.event.custom_type())
        self._lift = pygame.event.Event(pygame.event.custom_type())
        self._wake: Callable[[], object] = partial(pygame.event.post, self._repaint)

    def changed(self) -> None:
        """Draw the device again; without a lock, so that threads and signal handlers may call it."""
        if not self._posted:
            self._posted = True
            try:
                self._wake()
            except (
                Exception
            ):  # pygame.error: the window is gone, or the queue is full and wakes it anyway
                self._posted = False

    def stop(self) -> None:
        """Have `run` return; may be called from any thread, and from a signal's handler."""
        self._stopping = True
        self.changed()

    def run(self) -> None:
        """Show the device until the window is closed or stopped; it cannot be shown again."""
        import pygame

        wait = _sleeping_wait()
        self._emulated.watch(self.changed)
        try:
            with _signals_wake(self.changed):
                self.changed()
                while not self._stopping:
                    wait()
                    for event in pygame.event.get():
                        self._take(event)
        finally:
            self._let_all_go()
            pygame.time.set_timer(self._tap_ends, 0)
            pygame.time.set_timer(self._lift, 0)
            self._emulated.watch(lambda: None)
            pygame.display.quit()

    def _take(self, event: "pygame.event.Event") -> None:
        import pygame

        if event.type == self._repaint.type:
            self._posted = False
            self._picture.latched = self._hands.latched
            self._picture.paint(self._surface)
            pygame.display.flip()
        elif event.type == pygame.WINDOWSIZECHANGED:
            self._picture.forget()
            self.changed()
        elif event.type == pygame.WINDOWEXPOSED:
            self.changed()
        elif event.type == pygame.QUIT:
            self._close()
        else:
            self._work_controls(event)

    def _close(self) -> None:
        self._stopping = True
        if self._on_close:
            self._on_close()

    def _work_controls(self, event: "pygame.event.Event") -> None:
        """Press and release; a press is cancelled when the mouse leaves the control or the window."""
        import pygame

        match event.type:
            case pygame.MOUSEBUTTONDOWN:
                self._button_down(event.button, event.pos)
            case pygame.MOUSEMOTION:
                self._move(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == _LEFT:
                self._button_up(event.pos)
            case self._tap_ends.type if self._touched.tapped:
                self._let_mouse_go(cancelled=False)
            case self._lift.type:
                self._cards.lift()
                self.changed()
            case pygame.KEYDOWN:
                self._key_down(event)
            case pygame.KEYUP:
                if control := self._control_of(event):
                    self._hands.let_go(KEYBOARD, control)
            case pygame.WINDOWLEAVE:
                self._let_mouse_go(cancelled=True)
            case pygame.WINDOWFOCUSLOST:
                self._let_all_go()

    def _button_down(self, button: int, pos: "PixelPoint") -> None:
        at = self._on_layout(pos)
        if button == _RIGHT:
            self._latch(self._layout.control_at(at))
        elif button in _WHEEL:
            self._turn(_WHEEL[button], at)
        elif button == _LEFT and self._cards.press(at):
            self._show_cards()
        elif button == _LEFT:
            self._press(pos)

    def _button_up(self, pos: "PixelPoint") -> None:
        if self._cards.release(self._on_layout(pos)):
            self._show_cards()
        self._move(pos)
        self._let_mouse_go(cancelled=False)

    def _on_layout(self, at: "PixelPoint") -> "PixelPoint":
        """The point of the layout at a pixel of the window."""
        from hardware.emulator.window.scale import fitted

        return fitted(self._layout.size, self._surface.get_size()).back(at)

    def _press(self, pos: "PixelPoint") -> None:
        """Press what is at a pixel of the window; on the knob a click turns it towards its side."""
        at = self._on_layout(pos)
        control = self._layout.control_at(at)
        if control == ENCODER:
            self._turn(1 if at[0] >= self._layout.centre(ENCODER)[0] else -1, at)
        elif latch := self._layout.latch_at(at):
            self._latch(latch)
        elif control in self._hands.latched:
            self._latch(control)
        else:
            self._touch(self._at(pos))

    def _touch(self, touched: _Touch) -> None:
        """Press controls together; a column or a cell says by itself which ones, so no latch joins them."""
        import pygame

        self._touched = touched
        if touched.tapped:
            self._hands.unlatch()
            pygame.time.set_timer(self._tap_ends, _TAP_MS, 1)
        for control in touched.controls:
            self._hands.hold(MOUSE, control)

    def _at(self, pos: "PixelPoint") -> _Touch:
        """What a pixel of the window presses: a control, or what the display or a firework's lights show."""
        at = self._on_layout(pos)
        if control := self._layout.control_at(at):
            return _Touch((control,))
        if suit := self._layout.firework_at(at):
            return self._tapped(self._guide.firework(suit))
        point = self._picture.on_glass(self._surface.get_size(), pos)
        if point is None:
            return _NOTHING
        if item := self._guide.item(point):
            return self._tapped(item)
        return _Touch(self._guide.label(point))

    def _tapped(self, controls: tuple[str, ...]) -> _Touch:
        return _Touch(controls, bool(controls))

    def _show_cards(self) -> None:
        """Draw the cards where they are now, and have those on the pads taken off in a while."""
        import pygame

        if self._cards.lying:
            pygame.time.set_timer(self._lift, _LIES_MS, 1)
        self.changed()

    def _latch(self, control: str | None) -> None:
        if control and can_latch(control):
            self._hands.latch(control)
            self.changed()

    def _turn(self, steps: int, at: "PixelPoint") -> None:
        """Turn the knob, if it is at this point of the layout."""
        if self._layout.control_at(at) == ENCODER:
            self._emulated.rotate(steps)

    def _move(self, pos: "PixelPoint") -> None:
        """Drag a card along; cancel the press of what the mouse has left."""
        if self._cards.move(self._on_layout(pos)):
            self.changed()
        if self._touched.controls and self._at(pos) != self._touched:
            self._let_mouse_go(cancelled=True)

    def _let_mouse_go(self, cancelled: bool) -> None:
        self._touched = _NOTHING
        self._cards.drop()
        self._hands.let_all_go(MOUSE, cancelled=cancelled)

    def _let_all_go(self) -> None:
        """Let go of everything without a press: nobody is at the window any more."""
        self._touched = _NOTHING
        self._cards.drop()
        self._hands.unlatch()
        self._hands.let_all_go(MOUSE, KEYBOARD, cancelled=True)
        self.changed()

    def _key_down(self, event: "pygame.event.Event") -> None:
        from hardware.emulator.window import keyboard

        modifiers = getattr(event, "mod", 0)
        if keyboard.ends(event.key, modifiers):
            self._close()
        if keyboard.is_command(modifiers):
            return
        if control := self._control_of(event):
            self._hands.hold(KEYBOARD, control)
        elif (steps := keyboard.steps(event.key)) and self._emulated.knob:
            self._emulated.rotate(steps)

    def _control_of(self, event: "pygame.event.Event") -> str | None:
        """The control of this build that a key works."""
        from hardware.emulator.window import keyboard

        control = keyboard.control(event.key, getattr(event, "scancode", 0))
        return control if control and self._emulated.has(control) else None


def _open_screen(layout: "WindowLayout", title: str) -> "pygame.Surface":
    """Open the window, which may be resized; at first it is as large as the desktop's size allows."""
    import pygame

    from hardware.emulator.window.scale import first_size

    try:
        if sys.platform == "linux" and not any(map(os.environ.get, _SCREENS)):
            raise pygame.error("no display was found")  # SDL would also print a complaint
        # Not pygame.init(), which would open sound and joysticks too.
        pygame.display.init()
        driver = pygame.display.get_driver()
        # Without a screen SDL chooses one of these, and the window would be invisible.
        if driver in ("dummy", "offscreen") and not os.environ.get("SDL_VIDEODRIVER"):
            raise pygame.error("no display was found")
        if driver == "x11":
            # Otherwise SDL uses OpenGL, which needs more memory than the whole companion.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        size = first_size(layout, pygame.display.get_desktop_sizes()[0])
        surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.display.set_caption(title)
    except pygame.error as error:
        pygame.display.quit()
        raise PanelError(f"there is no screen for the emulator's window: {error}") from error
    return surface


def _sleeping_wait() -> Callable[[], object]:
    """A function that waits until there is an event, and takes none.

    `pygame.event.wait` polls a thousand times a second. SDL, which is loaded already, can sleep; if it cannot
    be found, this polls a hundred times a second.
    """
    import pygame

    def nap() -> None:
        pygame.time.wait(10)

    try:
        maps = Path("/proc/self/maps").read_text()
        path = next(line.split(maxsplit=5)[-1] for line in maps.splitlines() if "/libSDL2-" in line)
        sdl_wait = ctypes.CDLL(path).SDL_WaitEvent
    except (OSError, StopIteration, AttributeError):
        return nap
    sdl_wait.argtypes = [ctypes.c_void_p]
    sdl_wait.restype = ctypes.c_int

    def sleep() -> None:
        if not sdl_wait(None):  # an error, which must not become a busy loop
            nap()

    return sleep


@contextmanager
def _signals_wake(wake: Callable[[], object]) -> Iterator[None]:
    """Call `wake` when a signal arrives: its Python handler only runs once the wait for events ends."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)

    def listen() -> None:
        while _END not in os.read(reading, 64):
            wake()

    listener = threading.Thread(target=listen, name="signals to window", daemon=True)
    listener.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.write(writing, _END)
        listener.join()
        os.close(reading)
        os.close(writing)
