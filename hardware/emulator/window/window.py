"""The window of the emulated device, on the main thread: shows the device and works its controls.

It draws only when something changed. Where pygame is missing, its import is a `PanelError`.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping
from math import inf
from operator import sub
from typing import Final

from companion.errors import PanelError
from companion.panel import ENCODER
from hardware.emulator.device import Emulated
from hardware.emulator.window.guide import NO_GUIDE, Guide, PixelPoint
from hardware.emulator.window.hands import KEYBOARD, MOUSE, WindowHands

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    import pygame
    from pygame.event import Event

    from hardware.emulator.window import keyboard, parts, scale
    from hardware.emulator.window.layout import WindowLayout
    from hardware.emulator.window.picture import DevicePicture
except ImportError as error:
    raise PanelError(
        f"the emulator's window needs pygame ({error}): `pip install pygame-ce`,"
        " or `sudo apt install python3-pygame`"
    ) from error

_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""One of these is set where there is a screen for windows."""

_LEFT: Final = 1
_LIES_S: Final = 1.5
"""Time for which a card of the deck lies on a pad."""
_PAUSE_MS: Final = 10
"""Between two looks for events. The wait of pygame itself looks each millisecond."""
_WHEEL: Final = {4: 1, 5: -1}
"""The mouse's buttons as pygame numbers them; rolling the wheel up turns a knob clockwise."""
_SLIP: Final = 12
"""Pixels of the window by which a click may move on what is touched."""


class Window:
    """The emulated device on the screen of this computer; made, run and closed on the main thread.

    `cancel` is called with a control that goes up without a press, `touch` with a point of the
    display or the suit of a firework's lights that was clicked. `guide` knows what stands on the
    display.
    """

    def __init__(
        self,
        emulated: Emulated,
        cancel: Callable[[str], None] = lambda control: None,
        touch: Callable[[PixelPoint | str], None] = lambda place: None,
        guide: Guide = NO_GUIDE,
    ) -> None:
        """Open the window; `PanelError` without a screen for it."""
        self._emulated = emulated
        self._guide = guide
        self._hands = WindowHands(emulated, cancel)
        self._touch = touch
        self._held = ""
        """The control that the mouse holds."""
        self._clicked: PixelPoint | None = None
        """Where the mouse went down on something to touch."""
        self._stale = True
        """Whether the picture has to be drawn."""
        self._lift_at = inf
        """When the cards on the pads are taken off."""
        self._stopping = False
        self._picture = DevicePicture(emulated, guide)
        self._layout = self._picture.layout  # a language moves nothing
        self._cards = self._picture.cards
        self._surface = _open_screen(self._layout)
        self._handlers: Mapping[int, Callable[[Event], None]] = {
            pygame.WINDOWSIZECHANGED: lambda event: self._on_resized(),
            pygame.WINDOWEXPOSED: lambda event: self.redraw(),
            pygame.QUIT: lambda event: self.stop(),
            pygame.MOUSEBUTTONDOWN: self._on_button_down,
            pygame.MOUSEMOTION: lambda event: self._move_mouse(event.pos),
            pygame.MOUSEBUTTONUP: self._on_button_up,
            pygame.KEYDOWN: self._on_key_down,
            pygame.KEYUP: self._on_key_up,
            # A press is cancelled when the mouse leaves the control or the window.
            pygame.WINDOWLEAVE: lambda event: self._let_mouse_go(cancelled=True),
            pygame.WINDOWFOCUSLOST: lambda event: self._let_all_go(),
        }

    def redraw(self) -> None:
        """Draw the device again soon; any thread, and a signal's handler, may call this."""
        self._stale = True

    def stop(self) -> None:
        """End `run`; any thread, and a signal's handler, may call this."""
        self._stopping = True

    def run(self) -> None:
        """Show the device until the window is closed or stopped; it cannot be shown again."""
        self._emulated.watch_changes(self.redraw)
        try:
            while not self._stopping:
                self._take_events()
                if time.monotonic() >= self._lift_at:
                    self._lift_at = inf
                    self._cards.lift_cards()
                    self.redraw()
                if self._stale:
                    self._stale = False  # before, since a change meanwhile wants another picture
                    self._picture.paint(self._surface)
                    pygame.display.flip()
                pygame.time.wait(_PAUSE_MS)
        finally:
            self._let_all_go()
            self._emulated.watch_changes(lambda: None)
            pygame.display.quit()

    def _take_events(self) -> None:
        for event in pygame.event.get():
            on_event = self._handlers.get(event.type)
            if on_event:
                on_event(event)

    def _on_resized(self) -> None:
        self._picture.redraw_all()
        self.redraw()

    def _on_button_down(self, event: Event) -> None:
        button = event.button
        at = self._on_layout(event.pos)
        control = self._layout.control_at(at)
        if button in _WHEEL and control == ENCODER:
            self._emulated.rotate(_WHEEL[button])
        elif button != _LEFT:
            return
        elif self._cards.press_at(at):
            self._show_cards()
        elif control == ENCODER:  # a click turns the knob towards its side
            self._emulated.rotate(1 if at[0] >= self._layout.press_point(ENCODER)[0] else -1)
        elif control := self._control_at(event.pos):
            self._held = control
            self._hands.hold_control(MOUSE, control)
        else:
            self._clicked = event.pos

    def _on_button_up(self, event: Event) -> None:
        if event.button != _LEFT:
            return
        if self._cards.release_at(self._on_layout(event.pos)):
            self._show_cards()
        self._move_mouse(event.pos)
        clicked = self._clicked
        self._let_mouse_go(cancelled=False)
        if clicked:
            suit = self._layout.firework_at(self._on_layout(clicked))
            place = suit or self._picture.on_glass(self._surface.get_size(), clicked)
            if place is not None:
                self._touch(place)

    def _on_layout(self, at: PixelPoint) -> PixelPoint:
        return scale.scale_to_fit(self._layout.size, self._surface.get_size()).layout_point(at)

    def _control_at(self, pos: PixelPoint) -> str:
        """Return the control at a pixel of the window, or whose label the display has there."""
        if control := self._layout.control_at(self._on_layout(pos)):
            return control
        point = self._picture.on_glass(self._surface.get_size(), pos)
        return self._guide.label(point) if point else ""

    def _show_cards(self) -> None:
        """Draw the cards where they are now; those on the pads are taken off in a while."""
        if self._cards.lying:
            self._lift_at = time.monotonic() + _LIES_S
        self.redraw()

    def _move_mouse(self, pos: PixelPoint) -> None:
        """Drag a card along; cancel the press of what the mouse has left."""
        if self._cards.drag_to(self._on_layout(pos)):
            self.redraw()
        if self._clicked and max(map(abs, map(sub, pos, self._clicked))) > _SLIP:
            self._clicked = None
        if self._held and self._control_at(pos) != self._held:
            self._let_mouse_go(cancelled=True)

    def _let_mouse_go(self, cancelled: bool) -> None:
        self._held = ""
        self._clicked = None
        self._cards.drop_card()
        self._hands.let_all_go(MOUSE, cancelled=cancelled)

    def _let_all_go(self) -> None:
        """Let go of everything without a press: the user has left the window."""
        self._hands.let_all_go(KEYBOARD, cancelled=True)
        self._let_mouse_go(cancelled=True)
        self.redraw()

    def _on_key_up(self, event: Event) -> None:
        if control := self._control_of(event):
            self._hands.release_control(KEYBOARD, control)

    def _on_key_down(self, event: Event) -> None:
        modifiers = getattr(event, "mod", 0)
        if event.key == pygame.K_c and modifiers & pygame.KMOD_CTRL:  # as in a terminal
            self.stop()
        if modifiers & keyboard.COMMAND_KEYS:
            return
        if control := self._control_of(event):
            self._hands.hold_control(KEYBOARD, control)
        elif event.key in keyboard.STEPS and self._emulated.knob:
            self._emulated.rotate(keyboard.STEPS[event.key])

    def _control_of(self, event: Event) -> str | None:
        control = keyboard.control_of_key(event.key, getattr(event, "scancode", 0))
        return control if control and self._emulated.has_control(control) else None


def _open_screen(layout: WindowLayout) -> pygame.Surface:
    """Open the window, as large as the desktop's size allows; it may be resized."""
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
        size = scale.first_size(layout, pygame.display.get_desktop_sizes()[0])
        pygame.display.set_icon(parts.DrawnPart("icon").drawn_at(64))
        surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.display.set_caption("Hanabi companion")
    except pygame.error as error:
        pygame.display.quit()
        raise PanelError(f"there is no screen for the emulator's window: {error}") from error
    return surface
