"""Runs inside the virtual Raspberry Pi: turns of a game by lines pulled from outside.

Everything is real there but the board: lgpio, luma.oled, the kernel's GPIO, I2C and systemd. LEDs
are read back from the kernel, and the picture is rebuilt from the bytes that the bus recorded.
"""

import io
import os
import subprocess
import sys
import time
from base64 import b64decode
from pathlib import Path
from typing import Any

from PIL import Image

from companion.commands.ctl import ask
from hardware.build import Build, load
from hardware.model_ssd1306 import ModelSsd1306

SOCKET = Path("/root/companion.sock")
SINK = Path("/dev/hil-sink")


def line(number: int, level: str = "") -> str:
    """Pull a line up or down, or read it."""
    words = ["hil-pin", str(number), *([level] if level else [])]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def press(build: Build, control: str, seconds: float = 0.15) -> None:
    """Press a button as a finger would, and give the device time."""
    pin = build.buttons[control]
    line(pin, "down")
    time.sleep(seconds)
    line(pin, "up")
    time.sleep(1.5)


def get(what: str) -> Any:
    """Ask the companion."""
    return next(ask(SOCKET, {"get": what}))


def lit(build: Build, group: str) -> int:
    """How many LEDs of a group the kernel drives."""
    assert build.lights is not None
    return sum(int(line(light.pin)) for light in getattr(build.lights, group))


def glass() -> Image.Image:
    """The picture that the bytes on the bus amount to."""
    model = ModelSsd1306()
    for record in SINK.read_text().splitlines():
        kind, _, address, way, payload = record.split()
        if (kind, address, way) == ("i", "3c", "w"):
            model.write(bytes.fromhex(payload))
    return model.picture()


def check(build: Build, **expected: object) -> None:
    """The rules, the LEDs and the glass agree."""
    state = get("state")["state"]
    for key, value in expected.items():
        assert state[key] == value, f"{key}: {state[key]} instead of {value}"
    assert lit(build, "clue") == state["clues"]
    assert lit(build, "fuse") == state["fuses"]
    shown = Image.open(io.BytesIO(b64decode(get("frame")["png"])))
    assert glass().tobytes() == shown.convert("1").tobytes(), "the glass shows another picture"
    print(f"turn {state['turn']}: well", flush=True)


def main() -> None:
    """Play, pull the panel out, put it back."""
    os.chdir("/root")
    build = load("table")
    command = [sys.executable, "-m", "companion", "run", "--panel", "table", "--state-dir", "/root/games"]
    companion = subprocess.Popen([*command, "--socket", str(SOCKET)])
    while not SOCKET.exists():
        time.sleep(0.1)
    time.sleep(1)
    press(build, "play")
    check(build, turn=1, clues=8)
    press(build, "clue")
    check(build, turn=2, clues=7)
    press(build, "play")
    press(build, "clue")
    check(build, turn=3, score=1)
    press(build, "play", 1.2)
    check(build, turn=4, errors=1)
    press(build, "clue", 1.2)
    check(build, turn=3, errors=0)
    nak = Path("/sys/module/hil_sink/parameters/nak")
    nak.write_text("1")
    press(build, "clue")
    nak.write_text("0")
    time.sleep(4)
    check(build, turn=4, clues=6)
    companion.terminate()
    assert companion.wait(20) == 0
    assert lit(build, "clue") == 0
    print("all well", flush=True)


if __name__ == "__main__":
    main()
