"""The pictures of the finished devices are those that `tests.tools.render` would draw now."""

import pytest
from PIL import Image, ImageChops

from tests.rig.real_builds import REAL
from wiring.reading.build import load

pytest.importorskip("build123d", reason="needs build123d (`make test-case` installs it)")

from tests.tools import render

pytestmark = pytest.mark.case
BLOCK = 8
ALIKE = 32
"""How far apart the colours of blocks of so many points may be: palettes have 256 colours."""


@pytest.mark.parametrize("name", REAL)
def test_the_finished_device_looks_as_its_picture(name: str) -> None:
    build = load(name)
    assert build.panel
    made = render.render(build, build.panel)
    with Image.open(render.path(name)) as kept:
        assert kept.size == made.size
        apart = ImageChops.difference(kept.convert("RGB").reduce(BLOCK), made.reduce(BLOCK))
    assert max(most for _, most in apart.getextrema()) < ALIKE, (
        "run `python -m tests.tools.render` and `make pictures`, and look at them"
    )
