import hashlib
import subprocess
import sys

import pytest
from PIL import Image

from companion.browser import bitmap
from companion.face import screens
from tests.rig.views import views

DRAW = """
from companion.browser import bitmap
bitmap.install()
import hashlib
from companion.face import screens
from tests.rig.views import views
for name, view in views().items():
    print(name, hashlib.sha256(screens.draw(view).image.tobytes()).hexdigest())
"""


def test_every_screen_is_the_same_picture_to_the_point():
    done = subprocess.run([sys.executable, "-c", DRAW], capture_output=True, text=True, check=True)
    with_bitmap = done.stdout.splitlines()
    with_pillow = [
        f"{name} {hashlib.sha256(screens.draw(view).image.tobytes()).hexdigest()}"
        for name, view in views().items()
    ]
    assert len(with_pillow) > 100
    assert with_bitmap == with_pillow


@pytest.mark.parametrize("at", [(-3, -2), (2, 1), (9, 6), (30, 30)])
def test_what_reaches_past_an_edge_is_drawn_as_far_as_it_goes(at):
    data = bytes(range(1, 13))
    ours, theirs = bitmap.new("1", (13, 8)), Image.new("1", (13, 8))
    ours.paste(bitmap.frombytes("1", (11, 6), data), at)
    theirs.paste(Image.frombytes("1", (11, 6), data), at)
    assert ours.tobytes() == theirs.tobytes()


def test_a_part_that_is_cut_out_and_turned_is_the_same():
    data = bytes(range(1, 13))
    ours, theirs = bitmap.frombytes("1", (11, 6), data), Image.frombytes("1", (11, 6), data)
    turned = theirs.crop((2, 1, 13, 7)).transpose(Image.Transpose.ROTATE_180)
    part = ours.crop((2, 1, 13, 7)).transpose(bitmap.Transpose.ROTATE_180)
    assert part.tobytes() == turned.tobytes()
