"""Golden files: what pictures or texts were when somebody looked at them last.

Pictures stand by name on sheets of many. `UPDATE_GOLDEN=1` takes what is made now.
"""

import difflib
import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from PIL import Image, ImageChops
from PIL.PngImagePlugin import PngInfo

from companion.face.glyphs.canvas import Canvas
from companion.face.glyphs.letters import face
from companion.face.screens.typography import best

HOW = (
    "look at the difference; where the new one is right, take it: UPDATE_GOLDEN=1"
    " .venv/bin/python -m pytest tests/face tests/hardware -k golden"
)
COLUMNS = 6
"""How many pictures stand side by side on a sheet."""
GAP, CAPTION = 4, 13
"""Pixels between two pictures, and those of a name below one."""
PAPER, INK = 96, 255

Pictures = Mapping[str, Image.Image]


def sheet(pictures: Pictures) -> Image.Image:
    """Return pictures by name on one sheet, in rows; its `info` has the place of each."""
    places: dict[str, tuple[int, int, int, int]] = {}
    names = list(pictures)
    y = GAP
    for row in range(0, len(names), COLUMNS):
        x = GAP
        for name in names[row : row + COLUMNS]:
            wide, high = pictures[name].size
            places[name] = (x, y, x + wide, y + high)
            x += wide + GAP
        y = max(places[name][3] for name in names[row : row + COLUMNS]) + CAPTION
    width = max(right for _, _, right, _ in places.values()) + GAP
    made = Image.new("L", (width, y), PAPER)
    for name, (left, top, right, bottom) in places.items():
        made.paste(pictures[name].convert("L"), (left, top))
        made.paste(INK, (left, bottom + 2), _caption(name, right - left))
    made.info["places"] = json.dumps(places)
    return made


def _caption(name: str, width: int) -> Image.Image:
    """Return a name in the letters of the screens, as a mask."""
    canvas = Canvas(width, CAPTION - 4)
    letters = best(name, width)
    canvas.text(0, face("small").cap - face(letters).cap, name, letters)
    return canvas.image


def picture_differences(path: Path, made: Pictures, folder: Path) -> list[str]:
    """Compare pictures with those of a golden sheet. Return what differs by name.

    A picture that differs is drawn into `folder`: the golden one, the new one, and how they differ.
    """
    told = list(_differences(path, made, folder))
    if told and os.environ.get("UPDATE_GOLDEN"):
        drawn = sheet(made)
        more = PngInfo()
        more.add_text("places", drawn.info["places"])
        drawn.quantize(kmeans=1, dither=Image.Dither.NONE).save(path, optimize=True, pnginfo=more)
        return list(_differences(path, made, folder))
    return told


def _differences(path: Path, made: Pictures, folder: Path) -> Iterator[str]:
    if not path.exists():
        yield f"{path} is missing; {HOW}"
        return
    with Image.open(path) as golden:
        places = json.loads(golden.info["places"])
        whole = golden.convert("L")
    kept = {name: whole.crop(place) for name, place in places.items()}
    for name in kept.keys() - made.keys():
        yield f"{name} stands in {path}, and is gone; {HOW}"
    for name, picture in made.items():
        if name not in kept:
            yield f"{name} is missing in {path}; {HOW}"
        elif told := _difference(kept[name], picture.convert("L"), folder / f"{name}.png"):
            yield f"{name} {told}; {HOW}"


def _difference(kept: Image.Image, now: Image.Image, drawn: Path) -> str:
    """Return how two pictures differ, "" where they do not."""
    if kept.size != now.size:
        return f"has {now.size} pixels, the golden one {kept.size}"
    apart = ImageChops.difference(kept, now)
    if apart.getbbox() is None:
        return ""
    sheet({"golden": kept, "new": now, "difference": apart}).save(drawn)
    return f"differs in {apart.getbbox()}, drawn in {drawn}"


def text_differences(path: Path, made: Mapping[str, str]) -> list[str]:
    """Compare texts with those of a golden file. Return the lines that differ, by name."""
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text("".join(f"{name}:\n{text}\n" for name, text in made.items()))
    if not path.exists():
        return [f"{path} is missing; {HOW}"]
    _, *parts = re.split(r"(?m)^(\S+):\n", path.read_text())
    kept = dict(zip(parts[::2], parts[1::2], strict=True))
    told = []
    for name in kept | dict(made):
        was, now = (texts.get(name, "").strip().splitlines() for texts in (kept, made))
        lines = difflib.unified_diff(was, now, f"{name} in {path}", "made now", lineterm="")
        told += ["\n".join([*lines, HOW])] if was != now else []
    return told
