"""The diagram is a picture that can be drawn, with one wire to each pin that is used."""

import itertools
import re
from xml.etree import ElementTree

import pytest

from tests.wiring.diagram.wired_builds import ALL
from wiring import builds
from wiring.diagram import pin_table
from wiring.diagram.diagram import NO_HEADER, wiring_diagram
from wiring.diagram.layout import Wire, diagram_layout
from wiring.diagram.netlist import netlist
from wiring.reading.build import Build, load

SVG = "{http://www.w3.org/2000/svg}"
WITH_HEADER = {name: read for name, read in ALL.items() if not name.startswith("emulator")}
SIZES = {"t": 22, "a": 15, "h": 14, "d": 11, "n": 13, "p": 12}


def drawn(build: Build) -> ElementTree.Element:
    return ElementTree.fromstring(wiring_diagram(build))


def wires(build: Build) -> list[Wire]:
    return list(diagram_layout(netlist(build)).wires)


@pytest.mark.parametrize("build", WITH_HEADER.values(), ids=WITH_HEADER, indirect=True)
def test_all_forty_pins_are_numbered_and_each_that_is_used_has_one_wire(build: Build) -> None:
    picture = drawn(build)
    texts = [text.text for text in picture.iter(f"{SVG}text") if text.attrib["class"] == "x"]
    assert sorted(int(text) for text in texts if text and text.isdigit()) == list(range(1, 41))
    wired = [path.attrib.get("data-pin") for path in picture.iter(f"{SVG}path")]
    rows = pin_table.pin_rows(build)
    used = [row.pin for row in rows if row.pin is not None]
    assert sorted(int(pin) for pin in wired if pin) == used
    assert len(used) == len(set(used))
    if build.name in builds.build_names():  # the others have joints, which are not drawn
        soldered = [wire for wire in wires(build) if not wire.on_board]
        told = [row.wire for row in rows if row.wire != "–"]
        assert sorted(pin_table.WIRES[wire.kind] for wire in soldered) == sorted(told)


@pytest.mark.parametrize("build", WITH_HEADER.values(), ids=WITH_HEADER, indirect=True)
def test_no_two_wires_lie_on_each_other(build: Build) -> None:
    for one, other in itertools.combinations(wires(build), 2):
        for (a, b), (c, d) in itertools.product(
            itertools.pairwise(one.corners), itertools.pairwise(other.corners)
        ):
            for along in (0, 1):
                across = 1 - along
                if (
                    a[across] == b[across]
                    and c[across] == d[across]
                    and abs(a[across] - c[across]) < 3
                ):
                    overlap = min(max(a[along], b[along]), max(c[along], d[along])) - max(
                        min(a[along], b[along]), min(c[along], d[along])
                    )
                    assert overlap <= 0, f"the wires to pins {one.pin} and {other.pin}"


@pytest.mark.parametrize("build", ALL.values(), ids=ALL, indirect=True)
def test_no_label_lies_on_another_or_beyond_the_edge(build: Build) -> None:
    picture = drawn(build)
    boxes = []
    for group, shift in (
        (picture, (0.0, 0.0)),
        *((each, moved(each)) for each in picture.iter(f"{SVG}g")),
    ):
        for text in group.findall(f"{SVG}text"):
            size = SIZES.get(text.attrib["class"], 12)
            width = 0.52 * size * len(text.text or "")
            left = float(text.attrib["x"]) + shift[0]
            left -= {"start": 0.0, "middle": 0.5, "end": 1.0}[
                text.attrib.get("text-anchor", "start")
            ] * width
            top = float(text.attrib["y"]) + shift[1] - 0.8 * size
            boxes.append((left, top, left + width, top + size, text.text))
    for one, other in itertools.combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, f"{one[4]} on {other[4]}"
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    assert all(
        box[0] >= 0 and box[2] <= width and box[1] >= 0 and box[3] <= height for box in boxes
    )


def moved(group: ElementTree.Element) -> tuple[float, float]:
    x, y = re.findall(r"[-.0-9]+", group.attrib["transform"])
    return float(x), float(y)


@pytest.mark.parametrize("name", ["emulator", "emulator-keys"])
def test_a_board_without_the_header_has_a_sentence(name: str) -> None:
    assert NO_HEADER in [text.text for text in drawn(load(name)).iter(f"{SVG}text")]
