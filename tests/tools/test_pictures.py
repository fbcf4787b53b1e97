"""The pictures in the pages are those that `make pictures` and `make screens` would draw now."""

import json

import pytest
from PIL import Image, ImageChops, ImageSequence

import companion
from companion.commands.window_guide import _caps_of
from hardware.emulator.window.guide import Guide
from tests.rig.real_builds import REAL
from tests.rig.rig import Rig
from tests.rig.views import VERSION
from tests.tools import pictures
from wiring.reading.build import load

BLOCK = 8
"""Letters look a little different with each FreeType; blocks of so many points are alike."""
ALIKE = 32
"""How far apart the colours of such blocks may be, which reach to 255: palettes have 256
colours."""


def difference(kept: Image.Image, made: Image.Image, block: int = 1) -> int:
    """Return how far apart two pictures are where they are most so."""
    assert kept.size == made.size
    apart = ImageChops.difference(
        *(picture.convert("RGB").reduce(block) for picture in (kept, made))
    )
    return max(most for _, most in apart.getextrema())


SHEETS = sorted(file.suffixes[0][1:] for file in pictures.PICTURES.glob("screens.*.png"))


@pytest.mark.parametrize("language", SHEETS)
def test_the_sheet_of_a_language_is_of_today(language, monkeypatch):
    """People look at it; that each text fits is measured elsewhere."""
    monkeypatch.setattr(companion, "__version__", VERSION)
    made = pictures.screens(language)
    with Image.open(pictures.PICTURES / f"screens.{language}.png") as kept:
        assert kept.size == made.size, "run `make screens`, and look at the sheet"
        same = ImageChops.difference(kept.convert("L"), made)
    places = json.loads(made.info["places"])
    old = [
        name
        for name, place in places.items()
        if same.crop([pictures.TIMES * side for side in place]).getbbox()
    ]
    assert not old, f"run `make screens`, and look at these: {old}"


def test_the_picture_has_each_build_for_a_real_device():
    assert set(pictures.SHEET) == set(REAL), (
        "name the build in SHEET of tests/tools/pictures.py, and run `make pictures`"
    )


def test_the_builds_look_as_their_picture():
    pytest.importorskip("pygame")
    kept = Image.open(pictures.PICTURES / "builds.png")
    assert difference(kept, pictures.devices(), BLOCK) < ALIKE, (
        "run `make pictures`, and look at it"
    )


def test_the_moving_picture_begins_and_ends_as_the_device_does():
    pytest.importorskip("pygame")
    from hardware.emulator.window.picture import DevicePicture

    kept = Image.open(pictures.PICTURES / "turn.gif")
    first, *_, last = (frame.convert("RGB") for frame in ImageSequence.Iterator(kept))
    with Rig(build=load("emulator"), frames=True) as rig:
        pictures.begun(rig)
        picture = DevicePicture(rig.device, Guide(caps=lambda: _caps_of(rig.core.view)))
        made = [pictures.painted(picture)]
        pictures.turn(rig, rig.wait)
        made.append(pictures.painted(picture))
    for frame, now in zip((first, last), made, strict=True):
        small = now.resize(pictures.MOVING, Image.Resampling.LANCZOS)
        assert difference(frame, small, BLOCK) < ALIKE, "run `make pictures`, and look at it"


@pytest.mark.parametrize("build", pictures.SHEET)
def test_the_first_start_of_a_build_looks_as_its_picture(build):
    pytest.importorskip("pygame")
    with Image.open(pictures.PICTURES / f"{build}.start.png") as kept:
        apart = difference(kept, pictures.first_start(build), BLOCK)
    assert apart < ALIKE, "run `make pictures`, and look at it"
