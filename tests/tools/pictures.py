"""`make pictures` and `make screens`: the pictures of the README, from what runs on the table."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PIL import Image

from companion.commands.window_guide import _caps_of
from companion.face import screens as drawn
from hardware.emulator.window.guide import Guide
from tests.rig.chromium import chromium
from tests.rig.goldens import sheet
from tests.rig.rig import Rig
from tests.rig.touch_tables import touch_device
from tests.rig.touch_tables import touch_table as touch_table_of
from tests.rig.try_page import TryPage
from tests.rig.views import translated, views
from wiring.reading.build import load

if TYPE_CHECKING:
    from hardware.emulator.window.picture import DevicePicture

PICTURES = Path(__file__).parents[2] / "wiring" / "pictures"
TURNS = "clue R W clue B R clue Y Y misfire clue B Y R G clue"


TABLE = (41, 66, 55)
"""The colour of the cloth, round a device that is smaller than its neighbour."""


def begun(rig: Rig) -> None:
    """Play to the middle of a game."""
    rig.tap("play")
    for turn in TURNS.split():
        if turn == "misfire":
            rig.hold("play")
        elif turn == "clue":
            rig.tap("clue")
        else:
            rig.play(turn)
    rig.wait(10)


def device(build: str) -> Image.Image:
    """Return an emulated build in the middle of a game."""
    from hardware.emulator.window.picture import (
        DevicePicture,
    )  # pygame: the screens are drawn without it

    with Rig(build=load(build)) as rig:
        begun(rig)
        return painted(DevicePicture(rig.device, Guide(caps=lambda: _caps_of(rig.core.view))))


def first_start(build: str) -> Image.Image:
    """Return an emulated build that asks for the language."""
    from hardware.emulator.window.picture import DevicePicture

    with Rig(build=load(build), language="") as rig:
        rig.wait(3)
        picture = painted(DevicePicture(rig.device, Guide(caps=lambda: _caps_of(rig.core.view))))
    return _as_high(picture, HIGH)


def painted(picture: "DevicePicture") -> Image.Image:
    """Return the emulated device as it looks now."""
    import pygame

    surface = picture.paint()
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


FRAME_S = 0.06
"""The time of a picture of the moving one, in seconds."""
MOVING = (600, 449)
"""Its size in pixels."""


def turn(rig: Rig, film: Callable[[float], None]) -> None:
    """Press two turns: a clue, and a card that fits.

    `film` is handed the seconds that pass.
    """

    def press(*controls: str, after: float) -> None:
        for control in controls:
            rig.down(control)
        film(0.4)
        for control in controls:
            rig.up(control)
        film(after)

    film(1.5)
    press("clue", after=2.0)
    press("play", after=1.4)
    press("discard", "play", after=3.0)  # the yellow firework's buttons


def moving() -> None:
    """Film two turns on the emulated device."""
    from hardware.emulator.window.picture import DevicePicture

    with Rig(build=load("emulator"), frames=True) as rig:
        begun(rig)
        picture = DevicePicture(rig.device, Guide(caps=lambda: _caps_of(rig.core.view)))
        frames: list[Image.Image] = []

        def film(seconds: float) -> None:
            for _ in range(round(seconds / FRAME_S)):
                rig.wait(FRAME_S)
                frames.append(painted(picture).resize(MOVING, Image.Resampling.LANCZOS))

        turn(rig, film)
    ends = Image.new("RGB", (MOVING[0], 2 * MOVING[1]))
    ends.paste(frames[0], (0, 0))
    ends.paste(frames[-1], (0, MOVING[1]))
    colours = ends.quantize(256, kmeans=1)
    first, *rest = [frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
    first.save(
        PICTURES / "turn.gif",
        save_all=True,
        append_images=rest,
        duration=round(1000 * FRAME_S),
        loop=0,
        optimize=True,
    )


TOUCH_SIZE = (1280, 800)
SHOWN = (800, 500)
"""The size of the browser's window, and of its picture, in pixels."""


def touch_table() -> Image.Image:
    """Return the touch table in the middle of the same game, in a real browser."""
    with (
        TemporaryDirectory() as name,
        touch_device(Path(name)) as device,
        touch_table_of(Path(name), device.sock) as table,
        chromium(Path(name)) as browser,
    ):
        table.do(do="prefer", key="language", value="en")
        table.do(do="new", players=["Ann", "Ben", "Cleo"])
        for turn in TURNS.split():
            played = {"do": turn} if len(turn) > 1 else {"do": "play", "suit": turn}
            assert table.do(do="action", action=played)["ok"]
        dark = {"name": "prefers-color-scheme", "value": "dark"}
        browser.do("Emulation.setEmulatedMedia", features=[dark])
        TryPage(browser, table.url).open(*TOUCH_SIZE)
        browser.until(".news", lambda said: "Ann" in said)
        browser.shot("touch")
        picture = Image.open(Path(name) / "touch.png").convert("RGB")
    return picture.resize(SHOWN, Image.Resampling.LANCZOS)


SHEET = ("bonnet", "oled-hat", "table", "deluxe")
"""The builds for a real device, each in a row: finished, and emulated."""
HIGH = 280
"""The height of a row, in pixels."""


def devices() -> Image.Image:
    """Return the builds for a real device on one sheet, each finished and emulated."""
    rows = [(_finished(build), _as_high(device(build), HIGH)) for build in SHEET]
    width = max(finished.width + emulated.width for finished, emulated in rows)
    sheet = Image.new("RGB", (width, HIGH * len(rows)), TABLE)
    for row, (finished, emulated) in enumerate(rows):
        sheet.paste(finished, (0, row * HIGH))
        sheet.paste(emulated, (finished.width, row * HIGH))
    return sheet


def _finished(build: str) -> Image.Image:
    """Return the drawing of a finished device, which `python -m tests.tools.render` keeps."""
    path = PICTURES / f"{build}.case.png"
    if not path.exists():
        raise SystemExit(f"{path.name} is missing: run `python -m tests.tools.render` first")
    with Image.open(path) as picture:
        return _as_high(picture.convert("RGB"), HIGH)


def _as_high(picture: Image.Image, high: int) -> Image.Image:
    """Return a picture of this height."""
    size = (round(picture.width * high / picture.height), high)
    return picture.resize(size, Image.Resampling.LANCZOS)


TIMES = 2
"""How large a pixel of a display is on a sheet of screens."""


def screens(language: str) -> Image.Image:
    """Return every screen in its typical states, by name, on one enlarged sheet."""
    pictures = {
        name: drawn.draw(translated(view, language)).image for name, view in views().items()
    }
    made = sheet(pictures)
    return made.resize((made.width * TIMES, made.height * TIMES), Image.Resampling.NEAREST)


def save(picture: Image.Image, name: str) -> None:
    picture.quantize(kmeans=1, dither=Image.Dither.NONE).save(PICTURES / name, optimize=True)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    save(devices(), "builds.png")
    for build in SHEET:
        save(first_start(build), f"{build}.start.png")
    save(touch_table(), "touch.png")
    moving()
