"""Runs inside the virtual Raspberry Pi: a companion that a keyboard of uinput plays, key by key."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import evdev

from companion.commands.ctl import stream_answers
from companion.panel import Edge
from hardware.health.keypads import keypads
from hardware.health.machine import Machine
from hardware.keypads.keypad import KeypadControls
from wiring.reading.build import parse_build
from wiring.reading.keypads import KEY_CODES

NAME = "A keypad of the kernel"
BUILD = f'board = "none"\n[[keypads]]\ndevice = "{NAME}"\n'
CLUE, PLAY, RED = (KEY_CODES[f"KEY_KP{number}"] for number in (1, 3, 5))
PATIENCE = 300.0
"""In seconds: the processor may be emulated."""


def plug_in(bus: int = 3) -> evdev.UInput:
    """Plug a keypad in."""
    keys = [code for name, code in KEY_CODES.items() if name.startswith("KEY_KP")]
    return evdev.UInput({evdev.ecodes.EV_KEY: keys}, name=NAME, bustype=bus)


def move(pad: evdev.UInput, code: int, value: int) -> float:
    """Press (1) or release (0) a key. Return when."""
    at = time.monotonic()
    pad.write(evdev.ecodes.EV_KEY, code, value)
    pad.syn()
    return at


def tap(pad: evdev.UInput, code: int, seconds: float = 0.08) -> None:
    """Tap a key."""
    time.sleep(0.6)
    move(pad, code, 1)
    time.sleep(seconds)
    move(pad, code, 0)


def until(true: Callable[[], object], what: str) -> None:
    """Wait until it is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def try_driver() -> None:
    """Try the driver alone, while the keypad comes and goes."""
    (keypad,) = parse_build(BUILD, "pad", "pad.toml").keypads
    controls = KeypadControls(keypad)
    posted: SimpleQueue[Any] = SimpleQueue()
    controls.listen(posted.put)
    assert not posted.get(timeout=PATIENCE).there
    pad = plug_in()
    assert posted.get(timeout=PATIENCE).there
    try_repeats(pad, posted)
    try_losses(pad, posted, controls)
    move(pad, PLAY, 1)
    posted.get(timeout=PATIENCE)
    pad.close()
    assert posted.get(timeout=PATIENCE).cancelled
    assert not posted.get(timeout=PATIENCE).there
    controls.close()
    try:
        raise AssertionError(f"{posted.get(timeout=0.2)} came after the end")
    except Empty:
        pass


def try_repeats(pad: evdev.UInput, posted: "SimpleQueue[Any]") -> None:
    """Hold a key for so long that the kernel repeats it, while another program listens."""
    devices = map(evdev.InputDevice, evdev.list_devices())
    other = next(device for device in devices if device.name == NAME)
    time.sleep(0.3)
    pressed = move(pad, CLUE, 1)
    time.sleep(1.5)
    released = move(pad, CLUE, 0)
    down, up = posted.get(timeout=PATIENCE), posted.get(timeout=PATIENCE)
    assert (down.control, down.down, up.down) == ("clue", True, False)
    assert 0 <= down.at - pressed < 0.05, down.at - pressed
    assert 0 <= up.at - released < 0.05
    assert posted.empty(), "an autorepeat came"
    try:
        typed = list(other.read())
    except BlockingIOError:
        typed = []
    assert not typed, "another program got what was typed"
    other.close()
    print(f"driver: a press came {1000 * (down.at - pressed):.2f} ms after it was written")


def try_losses(pad: evdev.UInput, posted: "SimpleQueue[Any]", controls: KeypadControls) -> None:
    """Press more than the kernel keeps while the driver is late: nothing stays down."""
    with controls._lock:
        for _ in range(200):
            move(pad, PLAY, 1)
            move(pad, PLAY, 0)
    time.sleep(0.3)
    while not posted.empty():
        assert isinstance(posted.get(), Edge)
    assert not controls.is_down("play")
    tap(pad, PLAY)
    assert posted.get(timeout=PATIENCE)[:2] == ("play", True)
    posted.get(timeout=PATIENCE)


def play(folder: Path) -> None:
    """Play by the keys alone, while the keypad is pulled out, and sleeps."""
    build = folder / "pad.toml"
    build.write_text(BUILD)
    socket = folder / "companion.sock"
    command = [sys.executable, "-m", "companion", "run", "--headless", "--panel", str(build)]
    places = ["--state-dir", str(folder), "--socket", str(socket)]
    pad = plug_in(bus=5)
    companion = subprocess.Popen([*command, *places])

    def ask(**words: Any) -> Any:
        return next(stream_answers(socket, words))

    def state(key: str) -> Any:
        return ask(get="state")["state"][key]

    try:
        until(socket.exists, "it does not start")
        until(lambda: ask(do="prefer", key="language", value="en")["ok"], "no language")
        ask(do="new", players=3)
        tap(pad, CLUE)
        until(lambda: state("clues") == 7, "a clue")
        tap(pad, RED)
        until(lambda: state("fireworks")["R"] == 1, "red 1 by its key")
        tap(pad, CLUE, 1.0)
        until(lambda: state("fireworks")["R"] == 0, "a hold takes it back")
        for _ in range(3):
            pad.close()
            time.sleep(1.5)
            pad = plug_in(bus=5)
            time.sleep(2.5)
            clues = state("clues")
            tap(pad, CLUE, 0.0)
            until(lambda before=clues: state("clues") == before - 1, "a press after it slept")
        (found,) = keypads(Machine(), parse_build(BUILD, "pad", "pad.toml"))
        assert found.state == "ok", found
    finally:
        companion.terminate()
        companion.wait(PATIENCE)
    assert companion.returncode == 0


if __name__ == "__main__":
    for module in ("evdev", "uinput"):
        subprocess.run(["modprobe", module], check=False)
    try_driver()
    with tempfile.TemporaryDirectory() as made:
        play(Path(made))
    print("all well")
