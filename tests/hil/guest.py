"""Runs inside the virtual Raspberry Pi: a whole game on a build, by lines pulled from outside.

Everything is real there but the board: libgpiod, luma, the kernel's GPIO, I2C and SPI, systemd.
LEDs are read back from the kernel, and the picture is rebuilt from the bytes that the bus recorded.
"""

import io
import os
import subprocess
import sys
import tempfile
import time
from base64 import b64decode
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageChops

from companion.commands.ctl import stream_answers
from companion.daemon.screensaver import ORBIT
from hardware.emulator.models.oled import ModelSsd1306
from tests.games import real_games, turns
from wiring.reading.build import Build, load
from wiring.spec import I2c

SOCKET = Path(os.environ.get("COMPANION_SOCKET", "/root/companion.sock"))
SINK = Path("/dev/hil-sink")
NAK = Path("/sys/module/hil_sink/parameters/nak")
LATE = 30.0
"""Seconds after which a press has no effect any more: the emulated computer is slow."""
BOUNCE = 0.004
"""Seconds after a flank in which its contact bounces."""
DICE = Random(1)
SHOW = 10.0
"""Seconds after which no show plays on the lights any more."""
LINE = next(Path("/sys/devices/platform").glob("gpio-sim*/gpiochip*"))


def line(number: int, level: str = "") -> int:
    """Pull a line up or down, or read it."""
    folder = LINE / f"sim_gpio{number}"
    if level:
        (folder / "pull").write_text(f"pull-{level}")
    return int((folder / "value").read_text())


def press(build: Build, buttons: str, seconds: float = 0.12) -> None:
    """Press a button, or several joined by `+`, as fingers would, and wait for its effect."""
    before = seen()
    fingers(build, buttons, seconds)
    patience = time.monotonic() + LATE
    while seen() == before:
        assert time.monotonic() < patience, f"{buttons} had no effect on {before[0]}"
        time.sleep(0.2)
    time.sleep(0.4)


def fingers(build: Build, buttons: str, seconds: float) -> None:
    """Press with sloppy fingers, one after the other, whose contacts bounce at both flanks."""
    pins = [build.buttons[button] for button in buttons.split("+")]
    for pin in pins:
        bounce(pin, "down")
        time.sleep(DICE.uniform(0, 0.1) if len(pins) > 1 else 0)
    time.sleep(seconds)
    for pin in DICE.sample(pins, len(pins)):
        bounce(pin, "up")
        time.sleep(DICE.uniform(0, 0.05) if len(pins) > 1 else 0)


def bounce(pin: int, level: str) -> None:
    """Bring a line to a level; its contact bounces while the device is deaf to it anyway."""
    until = time.monotonic() + BOUNCE
    line(pin, level)
    for _ in range(DICE.randrange(3)):
        if time.monotonic() > until:
            return
        line(pin, "up" if level == "down" else "down")
        line(pin, level)


def seen() -> tuple[Any, ...]:
    """Return what a press changes: the screen and what its buttons stand for, or the game."""
    screen, state = get("screen")["screen"], get("state")["state"]
    return screen["name"], screen["options"], state["turn"], state["status"], state["errors"]


def get(what: str) -> Any:
    """Ask the companion."""
    return next(stream_answers(SOCKET, {"get": what}))


def texts() -> str:
    """Return all that the display says."""
    return " ".join(get("screen")["screen"]["texts"])


def framed() -> Image.Image:
    """Return the picture that the companion says is on the display."""
    return Image.open(io.BytesIO(b64decode(get("frame")["png"]))).convert("1")


def settled() -> dict[str, Any]:
    """Wait until nothing is under way any more. Return the state."""
    serial = -1
    while True:
        state: dict[str, Any] = get("state")["state"]
        if state["serial"] == serial and state["saved"]:
            return state
        serial = state["serial"]
        time.sleep(0.3)


def lit(build: Build, group: str) -> int:
    """Return how many LEDs of a group the kernel drives."""
    return sum(line(light.pin) for light in getattr(build.lights, group))


def glass(build: Build, sink: Path = SINK) -> Image.Image:
    """Return the picture that the bytes on the bus amount to."""
    records = [record.split() for record in sink.read_text().splitlines()]
    if isinstance(build.screen.bus, I2c):
        model = ModelSsd1306()
        for kind, _, address, way, payload in records:
            if (kind, address, way) == ("i", "3c", "w"):
                model.write(bytes.fromhex(payload))
        return model.glass_picture()
    return _of_windows([bytes.fromhex(record[4]) for record in records if record[0] == "s"])


def _is_window(payload: bytes) -> bool:
    """Return True for three commands: a page, and the two halves of a column."""
    return [byte >> 4 for byte in payload] == [0xB, 0, 1]


def _of_windows(transfers: list[bytes]) -> Image.Image:
    """Return the upright picture of an SH1106 on SPI, from pages, columns and bytes that go there.

    The record has no data/command line; a window's three command bytes tell themselves apart.
    """
    memory = [bytearray(132) for _ in range(8)]
    place: tuple[int, int] | None = None
    for payload in transfers:
        if place is not None:
            page, column = place
            memory[page][column : column + len(payload)] = payload
            place = None
        elif _is_window(payload):
            place = payload[0] & 7, payload[1] | (payload[2] & 15) << 4
    picture = Image.new("1", (128, 64))
    for page, row in enumerate(memory):
        for column, bit in product(range(128), range(8)):
            picture.putpixel((column, 8 * page + bit), row[column + 2] >> bit & 1)
    return picture


def _is_turned_on_spi(build: Build) -> bool:
    if build.screen is None or isinstance(build.screen.bus, I2c):
        return False
    return build.screen.rotate == 2


def is_on_glass(build: Build) -> bool:
    """Return True if the bytes on the bus make the picture that is said to be there, or moved."""
    while True:
        before = framed()
        rebuilt = glass(build)
        shown = framed()
        if before.tobytes() == shown.tobytes():  # else something moved meanwhile
            break
    if _is_turned_on_spi(build):
        rebuilt = rebuilt.transpose(Image.Transpose.ROTATE_180)
    moved = [ImageChops.offset(shown, 0, rows).tobytes() for rows in ORBIT]
    return rebuilt.tobytes() in moved


def check(build: Build, expected: Any = None) -> None:
    """Check that the rules, the LEDs and the glass agree."""
    state = settled()
    if expected is not None:
        told = (state["turn"], state["clues"], state["errors"], state["fireworks"], state["status"])
        ours = (
            expected.turn,
            expected.clues,
            expected.errors,
            dict(expected.fireworks),
            expected.status,
        )
        assert told == ours, f"{told} instead of {ours}"
    if build.lights and build.lights.clue:
        wanted, patience = (state["clues"], state["fuses"]), time.monotonic() + SHOW
        while (seen := (lit(build, "clue"), lit(build, "fuse"))) != wanted:
            assert time.monotonic() < patience, f"{seen} LEDs are lit instead of {wanted}"
    assert is_on_glass(build), "the glass shows another picture"
    print(f"turn {state['turn']}: well", flush=True)


def take(build: Build, do: str, suit: str | None) -> None:
    """Enter a turn of the game."""
    if do == "misfire":
        press(build, "play", 1.2)
    elif do == "play":
        press(build, "play")
        while (screen := get("screen")["screen"])["name"] == "choosing":
            press(
                build,
                next(buttons for buttons, suits in screen["options"].items() if suit in suits),
            )
    else:
        press(build, do)


def started(build: Build, players: int) -> "subprocess.Popen[bytes]":
    """Start the companion with an empty store, and begin a game."""
    command = [sys.executable, "-m", "companion", "run", "--panel", build.name]
    folder = tempfile.mkdtemp(dir=".")
    companion = subprocess.Popen([*command, "--state-dir", folder, "--socket", str(SOCKET)])
    while not SOCKET.exists():
        assert companion.poll() is None, "the companion does not start"
        time.sleep(0.1)
    next(stream_answers(SOCKET, {"do": "new", "players": players}))
    time.sleep(1)
    return companion


def main(name: str, most: int) -> None:
    """Play so many turns at most; pull the panel out in the middle, and put it back."""
    os.chdir("/root")
    build, record = load(name), real_games()[3]
    companion = started(build, record.setup.players)
    check(build)
    for number, (do, suit, expected) in enumerate(turns(record)):
        if number == most:
            break
        can_be_pulled_out = build.screen and isinstance(build.screen.bus, I2c)
        if number == 5 and can_be_pulled_out:
            NAK.write_text("1")
            take(build, do, suit)
            NAK.write_text("0")
            time.sleep(3)
        else:
            take(build, do, suit)
        check(build, expected)
    companion.terminate()
    assert companion.wait(30) == 0
    if build.lights and build.lights.clue:
        assert lit(build, "clue") == 0
    print(f"all well on {name}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
