"""The template as PDF is on A4, and its circles measured on the paper are the drills."""

import re

import pytest

from tests.rig.real_builds import REAL
from tests.tools import diagrams
from wiring.panel.fitting import hole
from wiring.reading.build import load
from wiring.template.paper import A4_MM, POINTS, template_pdf
from wiring.template.sheet import screw_holes, sheet

pytest.importorskip("reportlab", reason="needs reportlab (`make diagrams` installs it)")

NUMBER = r"(-?[\d.]+) (-?[\d.]+)"
CURVE = re.compile(rf"{NUMBER} {NUMBER} {NUMBER} c")
CIRCLE = re.compile(rf"{NUMBER} m((?: {NUMBER} {NUMBER} {NUMBER} c){{4}})")


def pages(name: str) -> list[str]:
    """The drawing of each page."""
    build = load(name)
    assert build.panel
    text = template_pdf(sheet(build, build.panel)).decode("latin-1")
    boxes = re.findall(r"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", text)
    for width, height in boxes:
        assert float(width) / POINTS == pytest.approx(A4_MM[0], abs=0.01)
        assert float(height) / POINTS == pytest.approx(A4_MM[1], abs=0.01)
    drawn = re.findall(r"stream\n(.*?)endstream", text, re.DOTALL)
    assert len(drawn) == len(boxes)
    return drawn


def circles(page: str) -> list[tuple[float, float, float]]:
    """The middle of each circle, and its diameter, in millimetres of the paper."""
    matrix = re.search(r"([\d.]+) 0 0 [\d.]+ (\S+) (\S+) cm\n\.", page)
    assert matrix
    scale, left, up = (float(number) / POINTS for number in matrix.groups())
    measured = []
    for found in CIRCLE.finditer(" ".join(page.split())):
        points = [tuple(map(float, point)) for point in re.findall(NUMBER, found[0])]
        xs = [point[0] for point in points]
        ys = [point[1] for point in points]
        measured.append(
            (
                (min(xs) + max(xs)) / 2 * scale + left,
                (min(ys) + max(ys)) / 2 * scale + up,
                (max(xs) - min(xs)) * scale,
            )
        )
    return measured


@pytest.mark.parametrize("name", REAL)
def test_the_circles_are_the_drills_at_their_places(name: str) -> None:
    build = load(name)
    panel = build.panel
    assert panel
    measured = circles(pages(name)[0])
    wanted = [hole(part) for part in panel.parts if hole(part).outline.is_round]
    wanted += screw_holes(panel)
    assert len(measured) == len(wanted)
    edge = sheet(build, panel).panel
    for x, y, diameter in measured:
        at = (x - edge.left, A4_MM[1] - y - edge.top)
        (near,) = [each for each in wanted if (each.x, each.y) == pytest.approx(at, abs=0.02)]
        assert diameter == pytest.approx(near.outline.width, abs=0.02)


def test_a_panel_larger_than_a_sheet_takes_several() -> None:
    assert len(pages("table")) == 1
    assert len(pages("deluxe")) == 2


def test_the_templates_that_are_kept_are_those_of_the_builds() -> None:
    stale = [
        str(file)
        for file, content in diagrams.papers().items()
        if not file.exists() or file.read_bytes() != content
    ]
    assert not stale, "run `make diagrams`"
