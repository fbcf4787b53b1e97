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
from typing import TYPE_CHECKING, Final

from companion.errors import PanelError
from companion.panel import ENCODER
from hardware.emulator.device import PLUG, Emulated, at_panel

if TYPE_CHECKING:
    import pygame

    from hardware.emulator.window.layout import Layout
    from hardware.emulator.window.scene import Point

_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""One of these is set where there is a screen for windows."""

_MOUSE: Final = "mouse"
_KEYBOARD: Final = "keyboard"
_LEFT: Final = 1
_WHEEL: Final = {4: 1, 5: -1}
"""The mouse's buttons as pygame numbers them; rolling the wheel up turns a knob clockwise."""
_END: Final = b"\xff"


class Window:
    """The emulated device on the screen of this computer; made, run and closed on the main thread.

    `on_close` is called when the user closes it; `cancel` with a control that goes up without a press.
    """

    def __init__(
        self,
        emulated: Emulated,
        title: str = "Hanabi companion",
        on_close: Callable[[], None] | None = None,
        cancel: Callable[[str], None] | None = None,
    ) -> None:
        """Open the window; `PanelError` without pygame, or without a screen to show the window on."""
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        try:
            import pygame

            from hardware.emulator.window.picture import DevicePicture
        except ImportError as error:
            told = f"the emulator's window needs pygame ({error}): `pip install pygame-ce`"
            raise PanelError(told) from error
        self._emulated = emulated
        self._on_close = on_close
        self._cancel = cancel
        self._held: set[tuple[str, str]] = set()
        self._posted = False
        self._stopping = False
        self._picture = DevicePicture(emulated)
        self._layout = self._picture.layout
        self._surface = _open_screen(self._layout, title)
        self._repaint = pygame.event.Event(pygame.event.custom_type())
        self._wake: Callable[[], object] = partial(pygame.event.post, self._repaint)

    def changed(self) -> None:
        """Draw the device again; without a lock, so that threads and signal handlers may call it."""
        if not self._posted:
            self._posted = True
            try:
                self._wake()
            except Exception:  # pygame.error: the window is gone, or the queue is full and wakes it anyway
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
            self._let_all_go(_MOUSE, _KEYBOARD, cancelled=True)
            self._emulated.watch(lambda: None)
            pygame.display.quit()

    def _take(self, event: "pygame.event.Event") -> None:
        import pygame

        if event.type == self._repaint.type:
            self._posted = False
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
                self._click(event.button, self._on_layout(event.pos))
            case pygame.MOUSEMOTION:
                self._move(self._on_layout(event.pos))
            case pygame.MOUSEBUTTONUP if event.button == _LEFT:
                self._move(self._on_layout(event.pos))
                self._let_all_go(_MOUSE, cancelled=False)
            case pygame.KEYDOWN:
                self._key_down(event)
            case pygame.KEYUP:
                if control := self._control_of(event):
                    self._let_go(_KEYBOARD, control)
            case pygame.WINDOWLEAVE:
                self._let_all_go(_MOUSE, cancelled=True)
            case pygame.WINDOWFOCUSLOST:
                self._let_all_go(_MOUSE, _KEYBOARD, cancelled=True)

    def _on_layout(self, at: "Point") -> "Point":
        """The point of the layout at a pixel of the window."""
        from hardware.emulator.window.scale import fitted

        return fitted(self._layout.size, self._surface.get_size()).back(at)

    def _click(self, button: int, at: "Point") -> None:
        """Hold a control down; on the knob a click turns it towards its side, as the wheel does."""
        control = self._layout.control_at(at)
        if control == ENCODER:
            side = 1 if at[0] >= self._layout.centre(ENCODER)[0] else -1
            if steps := _WHEEL.get(button, side if button == _LEFT else 0):
                self._emulated.rotate(steps)
        elif control and button == _LEFT:
            self._hold(_MOUSE, control)

    def _move(self, at: "Point") -> None:
        """Cancel the press of a control that the mouse has left."""
        if (_MOUSE, self._layout.control_at(at)) not in self._held:
            self._let_all_go(_MOUSE, cancelled=True)

    def _key_down(self, event: "pygame.event.Event") -> None:
        from hardware.emulator.window import keyboard

        modifiers = getattr(event, "mod", 0)
        if keyboard.ends(event.key, modifiers):
            self._close()
        if keyboard.is_command(modifiers):
            return
        if control := self._control_of(event):
            self._hold(_KEYBOARD, control)
        elif (steps := keyboard.steps(event.key)) and self._emulated.knob:
            self._emulated.rotate(steps)

    def _control_of(self, event: "pygame.event.Event") -> str | None:
        """The control of this build that a key works."""
        from hardware.emulator.window import keyboard

        control = keyboard.control(event.key, getattr(event, "scancode", 0))
        return control if control and self._emulated.has(control) else None

    def _hold(self, hand: str, control: str) -> None:
        self._held.add((hand, control))
        self._emulated.press(control)

    def _let_go(self, hand: str, control: str, cancelled: bool = False) -> None:
        """Release a control unless something else holds it; a cancelled press has no effect."""
        self._held.discard((hand, control))
        held = {held for _, held in self._held}
        name = at_panel(control)
        if cancelled and self._cancel and name not in (PLUG, *map(at_panel, held)):
            self._cancel(name)
        if control not in held:
            self._emulated.release(control)

    def _let_all_go(self, *hands: str, cancelled: bool) -> None:
        """Release everything that these hold."""
        for hand, control in tuple(self._held):
            if hand in hands:
                self._let_go(hand, control, cancelled)


def _open_screen(layout: "Layout", title: str) -> "pygame.Surface":
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
