"""The pod's program under MicroPython: only this uses pins, pixels, clock and link.

The link is the USB lead, which is its standard input and output; Ctrl-C ends the program.
"""

import select
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

try:
    from hardware.pods.firmware import config, lights, protocol
except ImportError:  # on the board, where these files lie side by side
    import config  # type: ignore[import-not-found, no-redef]
    import lights  # type: ignore[import-not-found, no-redef]
    import protocol  # type: ignore[import-not-found, no-redef]

_PAUSE_MS = 1
"""Between two readings of the controls."""
_AFTER_CRASH_S = 2
_WATCHDOG_MS = 8000


class PodPins:
    """The pins and pixels of a microcontroller."""

    def __init__(self) -> None:
        from machine import Pin  # type: ignore[import-not-found]

        self._pins = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in config.CONTROLS.values()]
        self._pixels = None
        if config.PIXELS:
            from neopixel import NeoPixel  # type: ignore[import-not-found]

            self._pixels = NeoPixel(Pin(config.PIXEL_PIN, Pin.OUT), config.PIXELS)
            self.show([(0, 0, 0)] * config.PIXELS)
        self._watchdog = None
        if config.WATCHDOG:
            from machine import WDT

            self._watchdog = WDT(timeout=_WATCHDOG_MS)

    def levels(self) -> list[bool]:
        """Return the state of each control; one that is down connects its pin to ground."""
        if self._watchdog:
            self._watchdog.feed()
        return [not pin.value() for pin in self._pins]

    def show(self, colours: list[tuple[int, int, int]]) -> None:
        """Set the pixels."""
        if self._pixels:
            for index, colour in enumerate(colours):
                self._pixels[index] = colour
            self._pixels.write()


def run(board: PodPins, read: "Callable[[int], bytes]", write: "Callable[[bytes], object]") -> None:
    """Be a pod for ever; `read` waits at most this many milliseconds for bytes, `write` sends."""

    def ticks() -> int:
        # They wrap at 2^30 on small boards, and later on others.
        return int(time.ticks_ms() % protocol.TICKS)  # type: ignore[attr-defined]

    def show(text: str, brightness: int) -> None:
        cap = int(config.BRIGHTNESS * lights.FULL)
        board.show(lights.decode_lights(text, brightness, config.PIXELS, cap))

    controls = list(config.CONTROLS)
    session = protocol.PodSession(
        config.NAME, controls, config.PIXELS, show, board.levels(), ticks()
    )
    while True:
        output = session.take_output()
        if output:
            write(output)
        chunk = read(_PAUSE_MS)
        if chunk:
            session.receive(chunk, ticks())
        session.step(board.levels(), ticks())


def reader() -> "Callable[[int], bytes]":
    """Return the function that reads from the link."""
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)

    def read(wait_ms: int) -> bytes:
        chunk = b""
        while len(chunk) < protocol.LONGEST and poll.poll(0 if chunk else wait_ms):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            chunk += byte
        return chunk

    return read


def main() -> None:
    """Be a pod; an exception restarts the board."""
    import machine

    try:
        run(PodPins(), reader(), sys.stdout.buffer.write)
    except Exception as error:
        sys.print_exception(error)  # type: ignore[attr-defined]
        time.sleep(_AFTER_CRASH_S)
        machine.reset()


if __name__ == "__main__":
    main()
