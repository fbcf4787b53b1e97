"""The SSD1306 display: luma's driver, which here sends only what changed and survives its bus.

This is the one module that knows luma.
"""

import atexit
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from types import FunctionType
from typing import Final

from luma.oled.device import ssd1306  # type: ignore[import-untyped]
from PIL import Image

from companion.errors import PanelError
from hardware.changes import HEIGHT, WHOLE, WIDTH, Window, changed_windows, cut, pack
from hardware.wire import Bus, Recorder

QUIET_S: Final = 60.0
"""After this long without a byte, the next change sends everything: a brown-out blanks a panel
without any error that the bus could tell."""


class Ssd1306:
    """A display of 128x64 pixels on an I2C bus (see `companion.panel.Screen`).

    `glass` gives the picture that the panel really shows, where that can be known.
    """

    def __init__(
        self,
        bus: Bus,
        rotate: int,
        contrast: int,
        clock: Callable[[], float] = time.monotonic,
        glass: Callable[[], Image.Image] | None = None,
    ) -> None:
        self._bus: Final = bus
        self._clock: Final = clock
        self._glass: Final = glass
        self._rotate: Final = rotate
        self._brightest: Final = contrast
        self._device: Final = _Luma(Recorder(bus.write), rotate, contrast)
        self._picture = Image.new("1", self.size)
        self._lock: Final = Lock()
        self._sent_at = 0.0
        self._open = True

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, as the viewer sees them."""
        return (HEIGHT, WIDTH) if self._rotate % 2 else (WIDTH, HEIGHT)

    def show(self, picture: Image.Image) -> None:
        """Send what changed since the last picture.

        Raises:
            PanelError: the display does not answer; the next call sends set-up and a full frame.
        """
        if picture.size != self.size or picture.mode != "1":
            raise ValueError(f"a picture must be 1 {self.size}, not {picture.mode} {picture.size}")
        with self._reached():
            now = self._clock()
            sent = self._device.send(pack(picture, self._rotate), afresh=now - self._sent_at > QUIET_S)
            if sent:
                self._sent_at = now
                self._picture = picture.copy()

    def brightness(self, level: float) -> None:
        """How bright the display shines, from 0 (as dim as it goes) to 1 (the contrast of its build).

        A display that is not reached yet, or no more, takes the level with its next picture.

        Raises:
            PanelError: the display does not answer.
        """
        if not 0 <= level <= 1:
            raise ValueError(f"a brightness must be from 0 to 1, not {level}")
        with self._reached():
            self._device.contrast(round(level * self._brightest))

    def held(self) -> Image.Image:
        """What the panel shows or, where that cannot be known, was last sent; upright for the viewer."""
        if self._glass is not None:
            return _upright(self._glass(), self._rotate)
        with self._lock:
            return self._picture.copy()

    def close(self) -> None:
        """Blank the display and let the bus go; never raises."""
        with self._lock:
            if self._open:
                self._open = False
                self._device.blank()
                self._bus.close()

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """The display for oneself, its errors told in a sentence."""
        with self._lock:
            if not self._open:
                raise PanelError("the display is switched off")
            try:
                yield
            except OSError as error:
                self._bus.close()
                raise PanelError(self._bus.explain(error)) from error


class _Luma(ssd1306):  # type: ignore[misc]
    """Luma's driver with a display() of our own; constructed once, whatever becomes of the bus."""

    def __init__(self, wire: Recorder, rotate: int, contrast: int) -> None:
        self._wire = wire
        self._frame: bytes | None = None
        self._contrast = contrast
        super().__init__(wire, WIDTH, HEIGHT, rotate)
        wire.stop()
        self.persist = True
        # Tables for luma's own display(), a third of a megabyte, and a hook that would keep this
        # object alive and write to the bus when the program ends.
        self._mask = self._offsets = ()
        atexit.unregister(_HookOf(self))  # type: ignore[arg-type]

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255, now and after each set-up, whose recording has none."""
        if self._wire.recording or level == self._contrast:
            return
        self._contrast = level
        if self._frame is not None:
            held, self._frame = self._frame, None
            self._send_contrast()
            self._frame = held

    def display(self, image: Image.Image) -> None:
        """Send what changed; while the set-up is recorded, only remember where a picture belongs."""
        if self._wire.recording:
            self._wire.picture()
        else:
            self.send(pack(image, self.rotate))

    def send(self, frame: bytes, afresh: bool = False) -> bool:
        """Send what differs from the frame that the display holds, and say whether there was anything.

        `afresh` sends set-up and the full frame even so, once anything differs.
        """
        if frame == self._frame:
            return False
        # After an error in the middle nobody knows what the display holds.
        held, self._frame = self._frame, None
        if held is None or afresh:
            # One that most likely shines is not switched off for the tenth of a second this takes.
            self._wire.play_before(without=b"" if held is None else bytes([self._const.DISPLAYOFF]))
            self._send_contrast()
            self._send_windows(frame, [WHOLE])
            self._wire.play_after()
        else:
            self._send_windows(frame, changed_windows(held, frame))
        self._frame = frame
        return True

    def blank(self) -> None:
        """Switch the display off, if it was ever reached; never raises."""
        if self._frame is not None:
            self._frame = None
            with suppress(OSError):
                self.hide()

    def _send_contrast(self) -> None:
        self.command(self._const.SETCONTRAST, self._contrast)

    def _send_windows(self, frame: bytes, windows: list[Window]) -> None:
        """Send the bytes of the windows.

        A window that was filled leaves the controller at its beginning again (datasheet, 10.1.3), so
        the next one need not repeat the columns or pages that are the same. Each frame begins afresh,
        so that a byte lost on the wire cannot put more than one frame out of place.
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


class _HookOf:
    """Equal to the exit hook that luma registered for a device, and so a way to take it back."""

    def __init__(self, device: object) -> None:
        self._device = device

    def __eq__(self, hook: object) -> bool:
        return (
            isinstance(hook, FunctionType)
            and hook.__module__ == "luma.core.device"
            and any(cell.cell_contents is self._device for cell in hook.__closure__ or ())
        )


def _upright(glass: Image.Image, rotate: int) -> Image.Image:
    if rotate == 0:
        return glass
    back = (Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_270)
    return glass.transpose(back[rotate - 1])
