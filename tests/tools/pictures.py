"""`make pictures` and `make screens`: the pictures of the README, from what runs on the table."""

import sys
from pathlib import Path

from PIL import Image

import companion
from companion.face import screens as drawn
from companion.face import words
from companion.face.glyphs import Canvas, face
from companion.face.screens.page import best
from tests.rig.views import VERSION, translated, views

PICTURES = Path(__file__).parents[2] / "wiring" / "pictures"
TURNS = "clue R W clue B R clue Y Y misfire clue B Y R G clue"


TABLE = (41, 66, 55)
"""The colour of the cloth, round a device that is smaller than its neighbour."""


def device(build: str) -> Image.Image:
    """An emulated build in the middle of a game."""
    import pygame  # the screens are drawn without it

    from hardware.emulator.window.picture import DevicePicture
    from tests.rig.rig import Rig
    from wiring.reading.build import load

    with Rig(build=load(build)) as rig:
        rig.tap("play")
        for turn in TURNS.split():
            if turn == "misfire":
                rig.hold("play")
            elif turn == "clue":
                rig.tap("clue")
            else:
                rig.play(turn)
        rig.wait(10)
        painted = DevicePicture(rig.device).paint()
        return Image.frombytes("RGB", painted.get_size(), pygame.image.tobytes(painted, "RGB"))


def devices() -> None:
    """The emulated device, and the builds for a real one on one sheet."""
    device("emulator").save(PICTURES / "emulator.png", optimize=True)
    rows = [[device("bonnet"), device("oled-hat")], [device("table"), device("deluxe")]]
    highs = [max(picture.height for picture in row) for row in rows]
    sheet = Image.new("RGB", (max(sum(p.width for p in row) for row in rows), sum(highs)), TABLE)
    y = 0
    for row, high in zip(rows, highs, strict=True):
        x = 0
        for picture in row:
            sheet.paste(picture, (x, y))
            x += picture.width
        y += high
    half = sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.LANCZOS)
    half.convert("P", palette=Image.Palette.ADAPTIVE).save(PICTURES / "builds.png", optimize=True)


COLUMNS = 6
GAP = 4
CAPTION = 13
PAPER, INK = 96, 255


def screens() -> None:
    """Every screen in its typical states, by name: one sheet a language, twice as large."""
    companion.__version__ = VERSION  # type: ignore[misc]
    for language in words.LANGUAGES:
        pictures = [(name, drawn.draw(translated(view, language)).image) for name, view in views().items()]
        rows = -(-len(pictures) // COLUMNS)
        wide, high = drawn.WIDTH + GAP, drawn.HEIGHT + CAPTION
        sheet = Image.new("L", (GAP + wide * COLUMNS, GAP + high * rows), PAPER)
        for number, (name, picture) in enumerate(pictures):
            x, y = GAP + wide * (number % COLUMNS), GAP + high * (number // COLUMNS)
            sheet.paste(picture.convert("L"), (x, y))
            sheet.paste(INK, (x, y + drawn.HEIGHT + 2), _caption(name))
        sheet = sheet.resize((sheet.width * 2, sheet.height * 2), Image.Resampling.NEAREST)
        colours = sheet.convert("P", palette=Image.Palette.ADAPTIVE, colors=4)
        colours.save(PICTURES / f"screens.{language}.png", optimize=True)


def _caption(name: str) -> Image.Image:
    """A view's name in the letters of the screens, as a mask."""
    canvas = Canvas(drawn.WIDTH, CAPTION - 4)
    letters = best(name, drawn.WIDTH)
    canvas.text(0, face("small").cap - face(letters).cap, name, letters)
    return canvas.image


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    screens() if sys.argv[1:] == ["screens"] else devices()
