"""The template as SVG is as large as the panel, with every opening where the build says."""

from collections.abc import Iterator
from math import hypot
from xml.etree import ElementTree

import pytest

from companion.panel import BUTTONS, Labels, Side
from tests.rig.real_builds import REAL
from wiring import builds
from wiring.panel.fitting import face_height, needed_hole, size_of
from wiring.panel.shapes import overlap, rectangle
from wiring.reading.build import Build, load, parse_build
from wiring.spec import SCREEN
from wiring.template.drawing import template_svg
from wiring.template.sheet import _free_corner, _list_entries, screw_holes, template_sheet

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
    assert (width, height) == (panel.width, face_height(panel))
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


LABEL_MM = 0.5
"""How far a label's row is at most from the middle of its key."""
OWN = """
[screen]
controller = "ssd1306"
labels = "right"
[buttons]
clue.pin = 5
discard.pin = 6
play.pin = 13
[panel]
width = 120
height = 98
computer = "raspberry-pi-zero"
screen = { part = "oled-2.42", at = [45, 52] }
play = { part = "button-12", at = [104, 36] }
discard = { part = "button-12", at = [104, 54.3] }
clue = { part = "button-12", at = [104, 73] }
"""


def beside_keys() -> Iterator[Build]:
    """The builds whose labels stand at the right, and one of one's own with PLAY at the top."""
    yield from (build for name in REAL if (build := load(name)).labels.side == Side.RIGHT)
    yield parse_build('about = "mine"\nboard = "raspberry-pi"\n' + OWN, "own", "own.toml")


@pytest.mark.parametrize("build", list(beside_keys()), ids=lambda build: build.name)
def test_a_label_at_the_right_stands_beside_its_key(build: Build) -> None:
    panel = build.panel
    assert panel
    left, top, *_ = numbers(
        next(each for each in drawn(build) if each.get("class") == "c"), "x", "y"
    )
    holes = [
        (x + width / 2 - left, y + height / 2 - top)
        for each in drawn(build).iter(f"{SVG}rect")
        if each.get("class") == "c"
        for x, y, width, height in [numbers(each, "x", "y", "width", "height")]
    ][1:]  # the first one is the panel's edge
    holes += [
        (x - left, y - top)
        for each in drawn(build).iter(f"{SVG}circle")
        for x, y in [numbers(each, "cx", "cy")]
    ]

    def cut(name: str) -> float:
        """How far from the back edge the drawing has the opening of a part."""
        (part,) = (part for part in panel.parts if part.name == name)
        return min(holes, key=lambda hole: hypot(hole[0] - part.x, hole[1] - part.y))[1]

    (glass,) = (part for part in panel.parts if part.name == SCREEN)
    pitch = size_of(glass).top.height / 64
    assert sorted(build.labels.order) == sorted(BUTTONS)
    for button, row in zip(build.labels.order, build.labels.rows, strict=True):
        assert cut(SCREEN) + (row - 32) * pitch == pytest.approx(cut(button), abs=LABEL_MM), button


def test_labels_without_keys_on_a_panel_keep_even_distances() -> None:
    text = builds.build_toml("oled-hat")
    without = text[: text.index("[panel]")] + text[text.index("[[parts]]") :]
    assert parse_build(without, "own", "own.toml").labels == Labels(Side.RIGHT)


@pytest.mark.parametrize("name", REAL)
def test_the_number_of_a_drill_lies_beside_it_and_in_no_opening(name: str) -> None:
    panel = load(name).panel
    assert panel
    openings = [needed_hole(part) for part in panel.parts]
    for opening in openings:
        x, y = _free_corner(opening, openings)
        digit = rectangle(x, y - 2, x + 1, y)
        beside = openings if max(opening.outline.size) <= 10 else set(openings) - {opening}
        assert all(overlap(digit, other) < 0 for other in beside)


@pytest.mark.parametrize("name", REAL)
def test_every_part_is_in_the_list_in_three_languages(name: str) -> None:
    build = load(name)
    assert build.panel
    listed = _list_entries(build.panel)
    assert sum(len(entry.parts) for entry in listed) == len(build.panel.parts)
    texts = [each.text or "" for each in drawn(build).iter(f"{SVG}text")]
    for entry in listed:
        assert str(entry.number) in texts
        assert " / ".join(entry.names) in texts
    assert any("No size has been checked against a real part" in text for text in texts)
    assert any("kein Maß" in text for text in texts)
    assert any("Aucune cote" in text for text in texts)
    width, height = (float(drawn(build).get(side, "")[:-2]) for side in ("width", "height"))
    for each in drawn(build).iter(f"{SVG}text"):
        x, y, size = numbers(each, "x", "y", "font-size")
        assert 0 < x + 0.45 * size * len(each.text or "") < width, each.text
        assert 0 < y < height, each.text
