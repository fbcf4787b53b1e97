"""The display: sends what changed of a picture, and recovers from errors of its bus."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from PIL import Image

from companion.errors import PanelError
from companion.panel import Clock
from hardware.buses.ports import QUIET_S, Port
from hardware.display.changes import HEIGHT, WIDTH, pack_picture
from hardware.display.luma_oled import DEVICES, Undisturbed
from hardware.display.wire import Wires
from hardware.gpio.board import GpioChip, Output
from wiring.spec import Display


class Oled:
    """A display of 128x64 pixels (see `companion.panel.Screen`)."""

    def __init__(self, display: Display, wires: Wires, clock: Clock) -> None:
        rotate = display.rotate
        self._wires: Final = wires
        self._clock: Final = clock
        self._rotate: Final = rotate
        self._brightest: Final = display.contrast
        self._device: Final = DEVICES[display.controller](
            wires, rotate, display.contrast, display.first_column
        )
        self.size: Final = (HEIGHT, WIDTH) if rotate % 2 else (WIDTH, HEIGHT)
        """Width and height in pixels, as seen by the viewer."""
        self._picture = Image.new("1", self.size)
        self._lock: Final = Lock()
        self._shift = 0
        self._sent_at = 0.0
        self._open = True

    def show(self, picture: Image.Image) -> None:
        """Send what changed since the last picture.

        After a `PanelError` the next call sends everything.
        """
        if picture.size != self.size or picture.mode != "1":
            raise ValueError(f"a picture must be 1 {self.size}, not {picture.mode} {picture.size}")
        with self._exclusive_use():
            now = self._clock()
            picture = self._visible_part(picture)
            sent = self._device.send(
                pack_picture(picture, self._rotate), afresh=now - self._sent_at > QUIET_S
            )
            if sent:
                self._sent_at = now
                self._picture = picture.copy()

    def refresh(self, undisturbed: Undisturbed) -> bool:
        """Send set-up and picture again, in pieces while `undisturbed`.

        Return True if all went out. After a `PanelError` the next picture sends everything.
        """
        with self._exclusive_use():
            return self._device.refresh(undisturbed)

    def set_brightness(self, level: float) -> None:
        """Set the brightness, 0 (dimmest) to 1 (the build's contrast). After a `PanelError` the
        next picture sets it.
        """
        with self._exclusive_use():
            self._device.contrast(round(level * self._brightest))

    def shift_picture(self, rows: int) -> None:
        """Move the picture down, and rows out of it; `PanelError` if the display does not answer.

        The controller begins to scan its memory at another row (SSD1306 datasheet, 10.1.6; SH1106
        datasheet, 40H to 7FH). A display mounted on end does not move: its rows are the viewer's
        columns.
        """
        if self._rotate % 2:
            return
        with self._exclusive_use():
            # Upside down, the glass scans the viewer's rows from below.
            self._device.scan_from(rows if self._rotate else -rows % HEIGHT)
            self._shift = rows

    def sleep(self) -> None:
        """Switch the display off until its next picture; `PanelError` if it does not answer."""
        with self._exclusive_use():
            self._device.sleep()

    def held_picture(self) -> Image.Image:
        """Return the last picture sent, upright: the display's memory cannot be read."""
        with self._lock:
            return self._picture.copy()

    def close(self, keep: bool = False) -> None:
        """Blank the display, or keep its picture, and release the bus; never raise."""
        with self._lock:
            if self._open:
                self._open = False
                if not keep:  # a released reset line could blank the display
                    self._device.blank_glass()
                    self._wires.close()

    def _visible_part(self, picture: Image.Image) -> Image.Image:
        """Return the picture without the rows moved out of it: they would reappear at the top.

        Lit from edge to edge they do, since they belong to a flash of all of the glass, which is a
        single command.
        """
        moved_out = (0, picture.height - self._shift, *picture.size)
        if not self._shift or picture.crop(moved_out).getextrema()[0]:
            return picture
        visible_part = picture.copy()
        visible_part.paste(0, moved_out)
        return visible_part

    @contextmanager
    def _exclusive_use(self) -> Iterator[None]:
        """Lock the open display; turn the errors of its bus into a `PanelError`."""
        with self._lock:
            if not self._open:
                raise PanelError("the display is switched off")
            try:
                yield
            except OSError as error:
                raise PanelError(self._wires.explain_error(error)) from error


def open_screen(display: Display, board: GpioChip, port: Port, clock: Clock) -> Oled:
    """Return the display of a build on its bus; it need not answer yet."""
    reset = None if display.reset is None else Output(board, display.reset)
    dc = None if display.dc is None else Output(board, display.dc)
    wires = Wires(port, reset, dc)
    return Oled(display, wires, clock)
