"""Luma's display drivers, changed to send only what changed and to set a display up again at any time."""

from abc import abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from luma.core.device import device as LumaDevice  # type: ignore[import-untyped]
from luma.oled import device as luma  # type: ignore[import-untyped]
from PIL import Image

from companion.errors import PanelError
from hardware.buses import luma_exit
from hardware.display.changes import (
    HEIGHT,
    WHOLE,
    WIDTH,
    Region,
    changed_runs,
    changed_windows,
    cut,
    pack,
    turned_over,
)
from hardware.display.wire import Recorder, Wires
from wiring.spec import SH1106, SSD1306, SSD1309


class BareDevice(LumaDevice):  # type: ignore[misc]
    """A driver of luma with its own display(); constructed once, even if the bus fails later."""

    def __init__(self, wires: Wires, rotate: int, contrast: int) -> None:
        self._wires = wires
        self._tape = Recorder(wires.write)
        self._frame: bytes | None = None
        self._contrast = contrast
        self._line = 0
        self._turned_over = False
        """Whether the glass shows what its memory holds with light and dark swapped."""
        self._asleep = False
        super().__init__(self._tape, WIDTH, HEIGHT, rotate)
        self._tape.stop()
        self.persist = True
        # Tables for luma's own display(): a third of a megabyte.
        self._mask = self._offsets = ()
        luma_exit.forget(self)

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255, now and after each set-up; the recording leaves it out."""
        if self._tape.recording or level == self._contrast:
            return
        self._contrast = level
        if self._frame is not None:
            held, self._frame = self._frame, None
            self._send_contrast()
            self._frame = held

    def scan_from(self, line: int) -> None:
        """Begin to scan the memory at this row, now and after each set-up."""
        if line == self._line:
            return
        self._line = line
        if self._frame is not None:
            held, self._frame = self._frame, None
            self._send_line()
            self._frame = held

    def sleep(self) -> None:
        """Switch the display off; the next frame sends the set-up and everything, and switches it on."""
        if not self._asleep:
            held, self._frame = self._frame, None
            if held is None:  # a display that has just got power may need its reset first
                self._wires.reset()
            self.hide()
            self._asleep = True

    def display(self, image: Image.Image) -> None:
        """Send what changed; during the recording, only note where a picture belongs."""
        if self._tape.recording:
            self._tape.picture()
        else:
            self.send(pack(image, self.rotate))

    def send(self, frame: bytes, afresh: bool = False) -> bool:
        """Send what changed, or if `afresh` set-up and everything; gives whether anything had changed."""
        if frame == self._frame:
            return False
        # After an error in the middle it is unknown what the display holds.
        held, self._frame = self._frame, None
        self._asleep = False
        if held is None or afresh:
            # A display that acknowledges and so is known to be on is not switched off during the tenth of
            # a second that this takes.
            shines = held is not None and self._wires.answers
            if not shines:
                self._wires.reset()
            self._tape.play_before(without=bytes([self._const.DISPLAYOFF]) if shines else b"")
            self._send_contrast()
            if self._line:
                self._send_line()
            self._send_windows(frame, [WHOLE])
            self._tape.play_after()
            self._turned_over = False
        elif frame == turned_over(held):
            self._turn_over()
        else:
            if self._turned_over:
                self._turn_over()
                held = turned_over(held)
            self._send_windows(frame, self._changed(held, frame))
        self._frame = frame
        return True

    def _turn_over(self) -> None:
        """Swap light and dark on the glass: a flash is a single command."""
        self.command(self._const.NORMALDISPLAY if self._turned_over else self._const.INVERTDISPLAY)
        self._turned_over = not self._turned_over

    def blank(self) -> None:
        """Switch the display off, if it ever answered; never raises."""
        if self._frame is not None:
            self._frame = None
            with suppress(OSError, PanelError):
                self.hide()

    def _send_contrast(self) -> None:
        self.command(self._const.SETCONTRAST, self._contrast)

    def _send_line(self) -> None:
        self.command(self._const.SETSTARTLINE | self._line)

    @abstractmethod
    def _changed(self, held: bytes, frame: bytes) -> list[Region]:
        """The windows that turn one frame into another at the least cost."""

    @abstractmethod
    def _send_windows(self, frame: bytes, windows: list[Region]) -> None:
        """Send the bytes of the windows."""


class _Windowed(BareDevice):
    """A controller that is addressed by the columns and pages of a window."""

    def _changed(self, held: bytes, frame: bytes) -> list[Region]:
        return changed_windows(held, frame)

    def _send_windows(self, frame: bytes, windows: list[Region]) -> None:
        """After a full window the controller is at its beginning again (SSD1306 datasheet, 10.1.3).

        So the next one need not repeat equal columns or pages; each frame sends its own: a byte may be lost.
        """
        columns = pages = (-1, -1)
        for window in windows:
            commands: list[int] = []
            if columns != (columns := (window.left, window.right)):
                commands += (self._const.COLUMNADDR, *columns)
            if pages != (pages := (window.top, window.bottom)):
                commands += (self._const.PAGEADDR, *pages)
            self.command(*commands)
            self.data(cut(frame, window))


class _Paged(BareDevice):
    """A controller that is addressed by a page and the column where the bytes begin."""

    _SETPAGE: Final = 0xB0
    _MARGIN: Final = 2
    """Columns before the glass, which shows the middle of the 132 columns of the memory."""

    def _changed(self, held: bytes, frame: bytes) -> list[Region]:
        return changed_runs(held, frame)

    def _send_windows(self, frame: bytes, windows: list[Region]) -> None:
        for window in windows:
            column = window.left + self._MARGIN
            low = self._const.SETLOWCOLUMN | column & 0x0F
            high = self._const.SETHIGHCOLUMN | column >> 4
            for page in range(window.top, window.bottom + 1):
                self.command(self._SETPAGE | page, low, high)
                self.data(cut(frame, window._replace(top=page, bottom=page)))


class _Ssd1306(_Windowed, luma.ssd1306):  # type: ignore[misc]
    pass


class _Ssd1309(_Windowed, luma.ssd1309):  # type: ignore[misc]
    pass


class _Sh1106(_Paged, luma.sh1106):  # type: ignore[misc]
    pass


_DEVICES: Final[Mapping[str, type[BareDevice]]] = {
    SSD1306: _Ssd1306,
    SSD1309: _Ssd1309,
    SH1106: _Sh1106,
}


def device(controller: str, wires: Wires, rotate: int, contrast: int) -> BareDevice:
    """The driver of a display with this controller; it sends nothing before its first picture."""
    return _DEVICES[controller](wires, rotate, contrast)
