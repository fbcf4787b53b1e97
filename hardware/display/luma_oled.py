"""Luma's display drivers: they send only changes, and set a display up again at any time."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import SimpleNamespace
from typing import Final

from luma.core import device as luma_core  # type: ignore[import-untyped]
from luma.oled import device as luma  # type: ignore[import-untyped]
from PIL import Image

from companion.errors import PanelError
from hardware.display.changes import (
    HEIGHT,
    WHOLE,
    WIDTH,
    Region,
    changed_runs,
    changed_windows,
    cut_picture,
    pack_picture,
)
from hardware.display.wire import Recorder, Wires
from wiring.spec import SH1106, SSD1306, SSD1309

# Luma would write to each device's bus when the program ends, and keep the device for ever.
luma_core.atexit = SimpleNamespace(register=lambda hook: None)

_UPSIDE_DOWN: Final = 2
"""Quarter turns of a display whose memory begins with the last row of the picture."""
_PIECE: Final = WIDTH // 2
"""The bytes after which another picture may go first: 2 ms on I2C at 400 kHz."""


_NOTHING: Final = (0xE3, 0xE3)
"""Commands that do nothing. Where an error broke off the last one, they are the arguments that it
waits for, of which none has more."""

Undisturbed = Callable[[], bool]
"""Returns False once something else is to be sent."""


class BareDevice(luma_core.device):  # type: ignore[misc]
    """A driver of luma with its own display(); constructed once, even if the bus fails later."""

    # What turns one frame into another at the least cost.
    _cheapest_windows = staticmethod(changed_windows)

    def __init__(self, wires: Wires, rotate: int, contrast: int, first_column: int = 0) -> None:
        self._wires = wires
        self._first_column = first_column
        self._tape = Recorder(wires.write)
        self._frame: bytes | None = None
        self._contrast = contrast
        self._line = 0
        self._asleep = False
        super().__init__(self._tape, WIDTH, HEIGHT, rotate)
        self._tape.stop()
        # Tables for luma's own display(): a third of a megabyte.
        self._mask = self._offsets = ()

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255, now and after each set-up; the recording leaves it out."""
        if not self._tape.recording and level != self._contrast:
            self._contrast = level
            self._apply_setting(self._send_contrast)

    def scan_from(self, line: int) -> None:
        """Begin to scan the memory at this row, now and after each set-up."""
        if line != self._line:
            self._line = line
            self._apply_setting(self._send_line)

    def sleep(self) -> None:
        """Switch the display off; the next frame sends the set-up and everything."""
        if not self._asleep:
            held = self._frame
            self._frame = None
            if held is None:  # a display that has just got power may need its reset first
                self._wires.reset()
            self.hide()
            self._asleep = True

    def display(self, image: Image.Image) -> None:
        """Send what changed; during the recording, only note where a picture belongs."""
        if self._tape.recording:
            self._tape.mark_picture()
        else:
            self.send(pack_picture(image, self.rotate))

    def send(self, frame: bytes, afresh: bool = False) -> bool:
        """Send what changed, or the set-up and everything if `afresh`. Return True if anything had
        changed.
        """
        held = self._frame
        if frame == held:
            return False
        self._frame = None  # until all is sent it is unknown what the display holds
        self._asleep = False
        if held is None or afresh:
            # A display that acknowledges is known to be on.
            self._send_set_up(frame, shines=held is not None and self._wires.answers)
        else:
            windows = self._cheapest_windows(held, frame)
            # From the last row on, so that dots and labels answer a finger before the rest.
            self._send_windows(frame, windows if self.rotate == _UPSIDE_DOWN else windows[::-1])
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
            self._send_set_up(frame, shines=False)
            complete = True
        self._frame = frame
        return complete

    def _send_again(self, frame: bytes, undisturbed: Undisturbed) -> bool:
        """Send what a display that shines holds. Return False once `undisturbed` does."""
        self._tape.play_before(without=bytes([self._const.DISPLAYOFF]))
        self._send_contrast()
        if self._line:
            self._send_line()
        for begin in range(0, len(frame), _PIECE):
            if not undisturbed():
                return False
            page, column = divmod(begin, WIDTH)
            if not column:  # a byte may be lost: the next page has its own place again
                self._address_page(page)
            self.data(frame[begin : begin + _PIECE])
        self._tape.play_after()
        return True

    def _send_set_up(self, frame: bytes, shines: bool) -> None:
        """Send the set-up and a whole frame; leave a display on that `shines`."""
        if not shines:
            self._wires.reset()
            self.command(*_NOTHING)
        self._tape.play_before(without=bytes([self._const.DISPLAYOFF]) if shines else b"")
        self._send_contrast()
        if self._line:
            self._send_line()
        self._send_windows(frame, [WHOLE])
        self._tape.play_after()

    def _apply_setting(self, send: Callable[[], None]) -> None:
        held = self._frame
        if held is not None:
            self._frame = None  # an error leads to a new set-up
            send()
            self._frame = held

    def blank_glass(self) -> None:
        """Switch the display off, if it ever answered; never raise."""
        if self._frame is not None:
            self._frame = None
            with suppress(OSError, PanelError):
                self.hide()

    def _send_contrast(self) -> None:
        self.command(self._const.SETCONTRAST, self._contrast)

    def _send_line(self) -> None:
        self.command(self._const.SETSTARTLINE | self._line)

    @abstractmethod
    def _send_windows(self, frame: bytes, windows: list[Region]) -> None:
        """Send the bytes of the windows."""

    @abstractmethod
    def _address_page(self, page: int, left: int = 0) -> None:
        """Have the bytes that follow go to a page, from a column on."""


class _Windowed(BareDevice):
    """A controller that is addressed by the columns and pages of a window."""

    def _send_windows(self, frame: bytes, windows: list[Region]) -> None:
        """Send the bytes of the windows, and columns or pages that the window before does not have.

        After a full window the controller is at its beginning again (SSD1306 datasheet, 10.1.3).
        Each frame sends its own columns and pages: a byte may be lost.
        """
        before = Region(-1, -1, -1, -1)
        for window in windows:
            commands: list[int] = []
            if window[:2] != before[:2]:
                commands += (self._const.COLUMNADDR, window.left, window.right)
            if window[2:] != before[2:]:
                commands += (self._const.PAGEADDR, window.top, window.bottom)
            self.command(*commands)
            self.data(cut_picture(frame, window))
            before = window

    def _address_page(self, page: int, left: int = 0) -> None:
        columns = (self._const.COLUMNADDR, left, WIDTH - 1)
        self.command(*columns, self._const.PAGEADDR, page, page)


class _Paged(BareDevice):
    """A controller that is addressed by a page and the column where the bytes begin."""

    _SETPAGE: Final = 0xB0

    _cheapest_windows = staticmethod(changed_runs)

    def _send_windows(self, frame: bytes, windows: list[Region]) -> None:
        for window in windows:
            for page in range(window.top, window.bottom + 1):
                self._address_page(page, window.left)
                self.data(cut_picture(frame, window._replace(top=page, bottom=page)))

    def _address_page(self, page: int, left: int = 0) -> None:
        column = left + self._first_column
        low = self._const.SETLOWCOLUMN | column & 0x0F
        high = self._const.SETHIGHCOLUMN | column >> 4
        self.command(self._SETPAGE | page, low, high)


class _Ssd1306(_Windowed, luma.ssd1306):  # type: ignore[misc]
    pass


class _Ssd1309(_Windowed, luma.ssd1309):  # type: ignore[misc]
    pass


class _Sh1106(_Paged, luma.sh1106):  # type: ignore[misc]
    pass


DEVICES: Final[Mapping[str, type[BareDevice]]] = {
    SSD1306: _Ssd1306,
    SSD1309: _Ssd1309,
    SH1106: _Sh1106,
}
"""The driver of a display by its controller; the first picture sends its set-up."""
