"""The template as SVG is as large as the panel, with every opening where the build says."""

from xml.etree import ElementTree

import pytest

from tests.rig.real_builds import REAL
from wiring.panel.fitting import needed_hole
from wiring.panel.shapes import overlap, rectangle
from wiring.reading.build import Build, load
from wiring.template.drawing import template_svg
from wiring.template.sheet import free_corner, list_entries, screw_holes, template_sheet

SVG = "{http://www.w3.org/2000/svg}"


def drawn(build: Build) -> ElementTree.Element:
    assert build.panel
    return ElementTree.fromstring(template_svg(template_sheet(build, build.panel)))


def numbers(element: ElementTree.Element, *names: str) -> tuple[float, ...]:
    return tuple(float(element.get(name, "nan")) for name in names)


@pytest.mark.parametrize("name", REAL)
def test_a_unit_is_a_millimetre(name: str) -> None:
    root = drawn(load(name))
    width, height = root.get("width", ""), root.get("height", "")
    assert root.get("viewBox") == f"0 0 {width.removesuffix('mm')} {height.removesuffix('mm')}"
    assert width.endswith("mm")
    assert height.endswith("mm")


@pytest.mark.parametrize("name", REAL)
def test_every_opening_is_there_at_its_size(name: str) -> None:
    build = load(name)
    panel = build.panel
    assert panel
    root = drawn(build)
    outlines = [each for each in root if each.get("class") == "c"]
    left, top, width, height = numbers(outlines[0], "x", "y", "width", "height")
    assert (width, height) == (panel.width, panel.height)
    circles = {
        (round(x - left, 1), round(y - top, 1)): 2 * radius
        for each in root.iter(f"{SVG}circle")
        for x, y, radius in [numbers(each, "cx", "cy", "r")]
    }
    windows = {
        (round(x + across / 2 - left, 1), round(y + down / 2 - top, 1)): (across, down)
        for each in outlines[1:]
        if each.tag == f"{SVG}rect"
        for x, y, across, down in [numbers(each, "x", "y", "width", "height")]
    }
    assert len(circles) + len(windows) == len(panel.parts) + len(screw_holes(panel))
    for part in panel.parts:
        opening = needed_hole(part).outline
        at = (round(part.x, 1), round(part.y, 1))
        if opening.is_round:
            assert circles[at] == pytest.approx(opening.width, abs=0.02)
        else:
            near = min(windows, key=lambda place: abs(place[0] - at[0]) + abs(place[1] - at[1]))
            assert near == pytest.approx(at, abs=0.11)
            assert windows[near] == pytest.approx(opening.size, abs=0.02)


@pytest.mark.parametrize("name", REAL)
def test_the_number_of_a_drill_lies_beside_it_and_in_no_opening(name: str) -> None:
    panel = load(name).panel
    assert panel
    openings = [needed_hole(part) for part in panel.parts]
    for opening in openings:
        x, y = free_corner(opening, openings)
        digit = rectangle(x, y - 2, x + 1, y)
        beside = openings if max(opening.outline.size) <= 10 else set(openings) - {opening}
        assert all(overlap(digit, other) < 0 for other in beside)


@pytest.mark.parametrize("name", REAL)
def test_every_part_is_in_the_list_in_three_languages(name: str) -> None:
    build = load(name)
    assert build.panel
    listed = list_entries(build.panel)
    assert sum(len(entry.parts) for entry in listed) == len(build.panel.parts)
    texts = [each.text or "" for each in drawn(build).iter(f"{SVG}text")]
    for entry in listed:
        assert str(entry.number) in texts
        assert " / ".join(entry.names) in texts
    assert any("No size was held against a real part" in text for text in texts)
    assert any("Kein Maß" in text for text in texts)
    assert any("Aucune cote" in text for text in texts)
    width, height = (float(drawn(build).get(side, "")[:-2]) for side in ("width", "height"))
    for each in drawn(build).iter(f"{SVG}text"):
        x, y, size = numbers(each, "x", "y", "font-size")
        assert 0 < x + 0.45 * size * len(each.text or "") < width, each.text
        assert 0 < y < height, each.text
