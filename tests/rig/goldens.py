"""Golden files: what a picture or a text was when somebody looked at it last.

`UPDATE_GOLDEN=1` takes what is made now.
"""

import difflib
import os
from pathlib import Path

from PIL import Image, ImageChops

HOW = (
    "look at the difference; where the new one is right, take it: UPDATE_GOLDEN=1"
    " .venv/bin/python -m pytest tests/face/screens tests/face/effects -k golden"
)
GAP = 4
"""Pixels between two pictures of a difference."""


def picture_difference(path: Path, made: Image.Image, folder: Path) -> str:
    """Compare a picture with its golden file. Return what differs, "" for nothing.

    The golden picture, the new one and their difference are drawn into `folder`, from top to
    bottom.
    """
    if os.environ.get("UPDATE_GOLDEN"):
        made.save(path)
    if not path.exists():
        return f"{path} is missing; {HOW}"
    with Image.open(path) as golden:
        kept = golden.convert("L")
    now = made.convert("L")
    if kept.size != now.size:
        return f"{path} has {kept.size} pixels, the new one {now.size}; {HOW}"
    apart = ImageChops.difference(kept, now)
    if apart.getbbox() is None:
        return ""
    sheet = Image.new("L", (kept.width, 3 * kept.height + 2 * GAP), 128)
    for number, picture in enumerate((kept, now, apart)):
        sheet.paste(picture, (0, number * (kept.height + GAP)))
    drawn = folder / path.name
    sheet.save(drawn)
    return f"{path} differs in {apart.getbbox()}, drawn in {drawn}; {HOW}"


def text_difference(path: Path, made: str) -> str:
    """Compare a text with its golden file. Return the lines that differ, "" for none."""
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(made)
    if not path.exists():
        return f"{path} is missing; {HOW}"
    lines = difflib.unified_diff(
        path.read_text().splitlines(), made.splitlines(), str(path), "made now", lineterm=""
    )
    text = "\n".join(lines)
    return f"{text}\n{HOW}" if text else ""
