"""The controllers of displays: they are sent only changes, and can be set up again at any time.

From the datasheets: Solomon Systech SSD1306, rev 1.1, and SSD1309, rev 1.1 (table 9-1), and Sino
Wealth SH1106, V2.3 ("Commands"). All set up the usual module of 128x64 pixels, upright.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import ClassVar, Final

from companion.errors import PanelError
from hardware.display.changes import (
    PAGES,
    WHOLE,
    WIDTH,
    Region,
    changed_runs,
    changed_windows,
    cut_picture,
    turned_over,
)
from hardware.display.wire import Wires
from wiring.spec import SH1106, SSD1306, SSD1309

_PIECES: Final = [
    Region(left, left + WIDTH // 2 - 1, page, page)
    for page in range(PAGES)
    for left in (0, WIDTH // 2)
]
"""The parts of a picture between which another one may go first: 2 ms each on I2C at 400 kHz."""

_SET_CONTRAST: Final = 0x81
_SET_LINE: Final = 0x40
_USUAL: Final = 0xA6
_INVERSE: Final = 0xA7
_OFF: Final = 0xAE
_ON: Final = 0xAF

Undisturbed = Callable[[], bool]
"""Returns False once something else is to be sent."""


class Controller(ABC):
    """A controller, which is told nothing before its first frame; the bus may fail at any time."""

    SET_UP: ClassVar[bytes]
    """The commands after power came, but for the contrast and the switch that turns it on."""

    def __init__(self, wires: Wires, contrast: int) -> None:
        self._wires = wires
        self._frame: bytes | None = None
        self._contrast = contrast
        self._line = 0
        self._turned_over = False
        """Whether the glass shows what its memory holds with light and dark swapped."""
        self._asleep = False

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255, now and after each set-up."""
        if level != self._contrast:
            self._contrast = level
            self._apply_setting(_SET_CONTRAST, level)

    def scan_from(self, line: int) -> None:
        """Begin to scan the memory at this row, now and after each set-up."""
        if line != self._line:
            self._line = line
            self._apply_setting(_SET_LINE | line)

    def sleep(self) -> None:
        """Switch the display off; the next frame sends the set-up and everything."""
        if not self._asleep:
            held = self._frame
            self._frame = None
            if held is None:  # a display that has just got power may need its reset first
                self._wires.reset()
            self._wires.command(_OFF)
            self._asleep = True

    def send(self, frame: bytes, afresh: bool = False) -> bool:
        """Send what changed, or the set-up and everything if `afresh`.

        Return True if anything had changed.
        """
        held = self._frame
        if frame == held:
            return False
        self._frame = None  # until all is sent it is unknown what the display holds
        self._asleep = False
        if held is None or afresh:
            # A display that acknowledges is known to be on.
            self._send_all(frame, shines=held is not None and self._wires.answers)
        elif frame == turned_over(held):
            self._turn_over()
        else:
            if self._turned_over:
                self._turn_over()
                held = turned_over(held)
            self._send_windows(frame, self._windows(held, frame))
        self._frame = frame
        return True

    def refresh(self, undisturbed: Undisturbed) -> bool:
        """Send the set-up and the frame again, without a flicker, in pieces while `undisturbed`.

        Return True if all went out. A display that acknowledges nothing may have to be reset, so it
        takes everything at once.
        """
        frame = self._frame
        if frame is None:  # asleep, or the next frame sends everything
            return True
        self._frame = None  # an error leads to a new set-up
        if self._wires.answers:
            complete = self._send_again(frame, undisturbed)
        else:
            self._send_all(frame, shines=False)
            complete = True
        self._frame = frame
        return complete

    def blank(self) -> None:
        """Switch the display off, if it ever answered; never raise."""
        if self._frame is not None:
            self._frame = None
            with suppress(OSError, PanelError):
                self._wires.command(_OFF)

    def _send_again(self, frame: bytes, undisturbed: Undisturbed) -> bool:
        """Send what a display that shines holds. Return False once `undisturbed` does."""
        self._send_set_up(shines=True)
        if self._turned_over:  # the set-up turns it back
            self._wires.command(_INVERSE)
            frame = turned_over(frame)
        for piece in _PIECES:
            if not undisturbed():
                return False
            self._send_windows(frame, [piece])
        self._wires.command(_ON)
        return True

    def _send_all(self, frame: bytes, shines: bool) -> None:
        """Send the set-up and a whole frame; leave a display on that `shines`."""
        if not shines:
            self._wires.reset()
        self._send_set_up(shines)
        self._send_windows(frame, [WHOLE])
        self._wires.command(_ON)
        self._turned_over = False

    def _send_set_up(self, shines: bool) -> None:
        off = () if shines else (_OFF,)
        line = (_SET_LINE | self._line,) if self._line else ()
        self._wires.command(*off, *self.SET_UP, _SET_CONTRAST, self._contrast, *line)

    def _apply_setting(self, *command: int) -> None:
        """Send a setting if the display is set up; the set-up sends it otherwise."""
        held = self._frame
        if held is not None:
            self._frame = None  # an error leads to a new set-up
            self._wires.command(*command)
            self._frame = held

    def _turn_over(self) -> None:
        """Swap light and dark on the glass: a flash of the display is a single command."""
        self._wires.command(_USUAL if self._turned_over else _INVERSE)
        self._turned_over = not self._turned_over

    @abstractmethod
    def _windows(self, held: bytes, frame: bytes) -> list[Region]:
        """Return the windows that turn one frame into another at the least cost."""

    @abstractmethod
    def _send_windows(self, frame: bytes, windows: list[Region]) -> None:
        """Send the bytes of the windows."""


class Ssd1306(Controller):
    """The controller of the usual 0.96 inch module, which is addressed by a window."""

    # fmt: off
    SET_UP = bytes((
        0xD5, 0x80,  # clock
        0xA8, 0x3F,  # 64 rows
        0xD3, 0x00, 0x40,  # without an offset, from the memory's first row on
        0x8D, 0x14,  # charge pump, which an SSD1309 has not
        0x20, 0x00,  # a window is filled row by row
        0xA1, 0xC8, 0xDA, 0x12,  # how the module's glass is wired
        0xD9, 0xF1, 0xDB, 0x40,  # charging and its level
        0xA4, _USUAL,  # the memory is shown
    ))
    # fmt: on
    _COLUMNS: Final = 0x21
    _PAGES: Final = 0x22

    def _windows(self, held: bytes, frame: bytes) -> list[Region]:
        return changed_windows(held, frame)

    def _send_windows(self, frame: bytes, windows: list[Region]) -> None:
        """Send the bytes of the windows, and columns or pages that the window before does not have.

        After a full window the controller is at its beginning again (SSD1306 datasheet, 10.1.3).
        Each frame sends its own columns and pages: a byte may be lost.
        """
        before = Region(-1, -1, -1, -1)
        for window in windows:
            commands: list[int] = []
            if window[:2] != before[:2]:
                commands += (self._COLUMNS, window.left, window.right)
            if window[2:] != before[2:]:
                commands += (self._PAGES, window.top, window.bottom)
            self._wires.command(*commands)
            self._wires.data(cut_picture(frame, window))
            before = window


class Sh1106(Controller):
    """The controller of the 1.3 inch module: a page is addressed, and where its bytes begin."""

    # fmt: off
    SET_UP = bytes((
        0xC8, 0xA1, 0xDA, 0x12,  # how the module's glass is wired
        0xA8, 0x3F,  # 64 rows
        0xD3, 0x00, 0x40,  # without an offset, from the memory's first row on
        0xD5, 0xF0,  # clock
        0xD9, 0x22, 0xDB, 0x20,  # charging and its level
        0x8D, 0x14,  # the charge pump of relatives that are sold as this; to it a column
        0xA4, _USUAL,  # the memory is shown
    ))
    # fmt: on
    _PAGE: Final = 0xB0
    _MARGIN: Final = 2
    """Columns before the glass, which shows the middle of the 132 columns of the memory."""

    def _windows(self, held: bytes, frame: bytes) -> list[Region]:
        return changed_runs(held, frame)

    def _send_windows(self, frame: bytes, windows: list[Region]) -> None:
        for window in windows:
            column = window.left + self._MARGIN
            for page in range(window.top, window.bottom + 1):
                self._wires.command(self._PAGE | page, column & 0x0F, 0x10 | column >> 4)
                self._wires.data(cut_picture(frame, window._replace(top=page, bottom=page)))


CONTROLLERS: Final[Mapping[str, type[Controller]]] = {
    SSD1306: Ssd1306,
    SSD1309: Ssd1306,
    SH1106: Sh1106,
}
