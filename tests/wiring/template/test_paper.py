"""The template as PDF is on A4, and its circles measured on the paper are the drills."""

import re

import pytest

from tests.rig.real_builds import REAL
from wiring.making import diagrams
from wiring.panel.fitting import needed_hole
from wiring.reading.build import load
from wiring.template.paper import A4_MM, POINTS, template_pdf
from wiring.template.sheet import screw_holes, template_sheet

pytest.importorskip("reportlab", reason="needs reportlab (`make pictures` installs it)")

NUMBER = r"(-?[\d.]+) (-?[\d.]+)"
CIRCLE = re.compile(rf"{NUMBER} m((?: {NUMBER} {NUMBER} {NUMBER} c){{4}})")


def pages(name: str) -> list[str]:
    """The drawing of each page."""
    build = load(name)
    assert build.panel
    text = template_pdf(template_sheet(build, build.panel)).decode("latin-1")
    boxes = re.findall(r"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", text)
    for width, height in boxes:
        assert float(width) / POINTS == pytest.approx(A4_MM[0], abs=0.01)
        assert float(height) / POINTS == pytest.approx(A4_MM[1], abs=0.01)
    drawn = re.findall(r"stream\n(.*?)endstream", text, re.DOTALL)
    assert len(drawn) == len(boxes)
    return drawn


def circles(page: str) -> list[tuple[float, float, float]]:
    """The middle of each circle, and its diameter, in millimetres of the paper."""
    matrix = re.search(r"([\d.]+) 0 0 [\d.]+ (\S+) (\S+) cm\n", page)
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


def seams(page: str) -> list[tuple[float, float, float]]:
    """The two ends of each seam across a page, and how far it is from the paper's upper edge."""
    matrix = re.search(r"([\d.]+) 0 0 [\d.]+ (\S+) (\S+) cm\n", page)
    assert matrix
    scale, _, up = (float(number) / POINTS for number in matrix.groups())
    dashed = re.findall(rf"\[3 2\] 0 d\nn {NUMBER} m {NUMBER} l S", page)
    return [
        (float(x1) * scale, float(x2) * scale, A4_MM[1] - (float(y1) * scale + up))
        for x1, y1, x2, _ in dashed
    ]


@pytest.mark.parametrize("name", REAL)
def test_the_circles_are_the_drills_at_their_places(name: str) -> None:
    build = load(name)
    panel = build.panel
    assert panel
    measured = circles(pages(name)[0])
    wanted = [needed_hole(part) for part in panel.parts if needed_hole(part).outline.is_round]
    wanted += screw_holes(panel)
    assert len(measured) == len(wanted)
    edge = template_sheet(build, panel).outlines[0]
    for x, y, diameter in measured:
        at = (x - edge.left, A4_MM[1] - y - edge.top)
        (near,) = [each for each in wanted if (each.x, each.y) == pytest.approx(at, abs=0.02)]
        assert diameter == pytest.approx(near.outline.width, abs=0.02)


def test_a_panel_larger_than_a_sheet_takes_several() -> None:
    assert len(pages("table")) == 1
    assert len(pages("deluxe")) == 2


def test_the_seams_of_two_sheets_are_at_the_same_places_of_the_template() -> None:
    upper, lower = pages("deluxe")
    step = A4_MM[1] - 2 * 6 - 12  # what both leave white, and what both have
    (first,), (second,) = seams(upper), seams(lower)
    assert first == pytest.approx((6, A4_MM[0] - 6, A4_MM[1] - 12), abs=0.05)
    assert second == pytest.approx((first[0], first[1], first[2] - step), abs=0.05)
    for page, number in ((upper, 1), (lower, 2)):
        for name in ("Sheet {} of 2", "Blatt {} von 2", "Feuille {} sur 2"):
            assert name.format(number) in page
        assert len(re.findall(r" h f\*?\b", " ".join(page.split()))) == 2, "a mark at each end"


@pytest.mark.parametrize("name", REAL)
def test_what_a_printer_leaves_white_is_cut_off_where_sheets_are_joined(name: str) -> None:
    for page in pages(name):
        clips = re.findall(r"n (\S+) \S+ (\S+) (\S+) re W", page)
        assert bool(clips) == bool(seams(page))
        for _, across, along in clips:
            assert (float(across), float(along)) == (A4_MM[0] - 12, A4_MM[1] - 12)


@pytest.mark.parametrize("name", REAL)
def test_each_opening_is_whole_on_a_sheet_or_crosses_a_seam(name: str) -> None:
    build = load(name)
    assert build.panel
    edge = template_sheet(build, build.panel).outlines[0]
    sheets = len(pages(name))
    for shape in (*map(needed_hole, build.panel.parts), *screw_holes(build.panel)):
        top, bottom = edge.top + shape.top, edge.top + shape.bottom
        assert 0 < edge.left + shape.left < edge.left + shape.right < A4_MM[0] - 6
        assert 6 < top < bottom < (sheets - 1) * (A4_MM[1] - 24) + A4_MM[1] - 6


def drawn(pdf: bytes) -> list[str]:
    """What a file draws, and the size of its pages; the rest names the version of reportlab."""
    return re.findall(r"/MediaBox \[.*?\]|stream\n.*?endstream", pdf.decode("latin-1"), re.DOTALL)


def test_the_templates_that_are_kept_are_those_of_the_builds() -> None:
    stale = [
        str(file)
        for file, content in diagrams._paper_files().items()
        if not file.exists() or drawn(file.read_bytes()) != drawn(content)
    ]
    assert not stale, "run `make pictures`"
