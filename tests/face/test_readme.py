"""What companion/face/README.md says of colours agrees with the code."""

import re
from itertools import combinations
from pathlib import Path

import pytest

import companion.face
from companion.panel import BLUE_YELLOW, RED_GREEN, USUAL
from tests.rig import colours
from wiring.reading.palettes import COLOURS
from wiring.spec import SUITS

PAGE = " ".join((Path(companion.face.__path__[0]) / "README.md").read_text("utf-8").split())


@pytest.mark.parametrize("palette", [USUAL, RED_GREEN, BLUE_YELLOW])
def test_suits_are_as_far_apart_as_the_table_says(palette):
    (cells,) = re.findall(
        rf"\| {palette.replace('_', '-')} \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|", PAGE
    )
    kinds = (colours.USUAL, colours.PROTAN, colours.DEUTAN, colours.TRITAN)
    own = COLOURS[palette]
    for cell, kind in zip(cells, kinds, strict=True):
        closest = min(
            colours.distance(own[one], own[other], kind) for one, other in combinations(SUITS, 2)
        )
        assert not cell.strip() or float(cell) == pytest.approx(closest, abs=0.051), kind
