"""The printed case: whole solids with the build's openings, in which nothing meets anything.

Needs build123d, and prusa-slicer for what is sliced (`make test-case`).
"""

import json
import re
import struct
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import hypot
from pathlib import Path

import pytest

from tests.rig.real_builds import REAL
from wiring import builds
from wiring.making import build_page, case, slicer
from wiring.panel.fitting import body_of, face_of, needed_hole
from wiring.panel.shapes import PanelShape
from wiring.reading.build import load
from wiring.spec import SCREEN, FrontPanel
from wiring.template.sheet import screw_holes

pytest.importorskip("build123d", reason="needs build123d (`make test-case` installs it)")

from build123d import Box, Part, Pos, Rot

from wiring.case.base import base_piece
from wiring.case.pieces import hung_bodies, standing_bodies
from wiring.case.shell import _pilots, _wall_openings, shell_piece
from wiring.case.solids import GAUGE_MM, UNDER, face_thickness
from wiring.case.wedge import FAR, back_wall, base_plane, outline

pytestmark = pytest.mark.case

Vertex = tuple[float, float, float]
TOUCH_MM3 = 0.01
"""What two bodies may have in common where they touch."""
PLASTIC_MM = 0.9
"""What is all round a screw's pilot: two lines of a 0.4 mm nozzle."""
STEPS = (0.5, 2.0, 5.0, 10.0, 15.0, 20.0, 40.0)
"""How far below its place a base is seen on its way up."""
PIECES = [(name, piece) for name in REAL for piece in case.PIECES]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("case")


def panel_of(name: str) -> FrontPanel:
    panel = load(name).panel
    assert panel
    return panel


@cache
def made(name: str, piece: str, folder: Path) -> Path:
    """The folder with a piece's files."""
    own = folder / name
    own.mkdir(exist_ok=True)
    case._export_solids(load(name), panel_of(name), piece, own)
    return own


def triangles(stl: Path) -> list[tuple[Vertex, Vertex, Vertex]]:
    """The mesh of a file."""
    data = stl.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    read = []
    for number in range(count):
        values = struct.unpack_from("<12f", data, 84 + 50 * number)[3:]
        rounded = [round(value, 4) for value in values]
        a, b, c = (tuple(rounded[at : at + 3]) for at in (0, 3, 6))
        read.append((a, b, c))
    return read  # type: ignore[return-value]


def bodies_in(mesh: list[tuple[Vertex, Vertex, Vertex]]) -> int:
    """How many pieces that are not joined a mesh has."""
    parent: dict[Vertex, Vertex] = {}

    def root(vertex: Vertex) -> Vertex:
        while parent.setdefault(vertex, vertex) != vertex:
            parent[vertex] = parent[parent[vertex]]
            vertex = parent[vertex]
        return vertex

    for a, b, c in mesh:
        parent[root(a)] = root(b)
        parent[root(b)] = root(c)
    return len({root(vertex) for vertex in parent})


@pytest.mark.parametrize(("name", "piece"), PIECES)
def test_a_piece_is_watertight_and_one_body(name: str, piece: str, folder: Path) -> None:
    own = made(name, piece, folder)
    mesh = triangles(own / f"{piece}.stl")
    edges = Counter(
        edge for a, b, c in mesh for edge in ((a, b), (b, c), (c, a)) if len({a, b, c}) == 3
    )
    assert all(edges[edge[1], edge[0]] == count == 1 for edge, count in edges.items())
    assert bodies_in(mesh) == 1
    assert (own / f"{piece}.step").read_text("utf-8").startswith("ISO-10303-21")


def measured(
    mesh: list[tuple[Vertex, Vertex, Vertex]], at: PanelShape, y: float, thickness: float
) -> list[float]:
    """The width and the height of the opening around a point of the mesh, above its lower side."""
    width, height = at.outline.size
    points = {
        (x - at.x, middle - y) for triangle in mesh for x, middle, z in triangle if z < thickness
    }
    if at.outline.is_round:
        return 2 * [2 * max(hypot(*point) for point in points if hypot(*point) < width / 2 + 0.5)]
    near = [
        (x, along)
        for x, along in points
        if abs(x) < width / 2 + 0.5 and abs(along) < height / 2 + 0.5
    ]
    xs, ys = zip(*near, strict=True)
    return [max(xs) - min(xs), max(ys) - min(ys)]


def openings(panel: FrontPanel, piece: str) -> Iterator[tuple[PanelShape, float]]:
    """Each opening of a shell or a gauge, and its middle from the front, as it is printed."""
    on_face = piece == "shell"
    for shape in (*map(needed_hole, panel.parts), *(() if on_face else screw_holes(panel))):
        yield shape, shape.y if on_face else panel.height - shape.y


@pytest.mark.parametrize("piece", ["shell", "gauge"])
@pytest.mark.parametrize("name", REAL)
def test_each_opening_in_the_mesh_is_as_large_as_its_part_wants(
    name: str, piece: str, folder: Path
) -> None:
    panel = panel_of(name)
    mesh = triangles(made(name, piece, folder) / f"{piece}.stl")
    thickness = (face_thickness(panel) if piece == "shell" else GAUGE_MM) - 0.1
    for shape, y in openings(panel, piece):
        assert measured(mesh, shape, y, thickness) == pytest.approx(shape.outline.size, abs=0.1), (
            shape
        )


@pytest.mark.parametrize(("name", "piece"), PIECES)
def test_a_piece_lies_on_the_bed(name: str, piece: str, folder: Path) -> None:
    corners = [
        corner for face in triangles(made(name, piece, folder) / f"{piece}.stl") for corner in face
    ]
    assert min(z for _, _, z in corners) == pytest.approx(0, abs=0.001)
    assert min(x for x, _, _ in corners) >= -0.001
    assert min(y for _, y, _ in corners) >= -0.001


@cache
def shell_of(name: str) -> Part:
    return shell_piece(load(name), panel_of(name))


def common(one: object, other: object) -> float:
    """The volume that two solids share."""
    shared = one & other  # type: ignore[operator]
    pieces = shared if isinstance(shared, list) else [shared]
    return sum(abs(piece.volume) for piece in pieces if piece is not None)


@pytest.mark.parametrize("name", REAL)
def test_a_display_is_seen_from_in_front(name: str) -> None:
    panel = panel_of(name)
    (screen,) = [part for part in panel.parts if part.name == SCREEN]
    shape = face_of(screen)
    front = panel.height - shape.bottom
    level = 0.0 if panel.board else 0.001
    for away in (0.8, 2.0):  # a line that rises by 45 degrees from its lowest row
        eye = Pos(shape.x, front - away, level + away) * Box(1, 0.01, 0.01)
        assert common(eye, shell_of(name)) == 0


def test_a_label_at_the_right_is_within_half_a_millimetre_of_the_middle_of_its_printed_hole() -> (
    None
):
    build = load("oled-hat")
    panel = panel_of("oled-hat")
    (screen,) = [part for part in panel.parts if part.name == SCREEN]
    pitch = face_of(screen).outline.size[1] / 64
    for button, row in zip(build.labels.order, build.labels.rows, strict=True):
        (key,) = [part for part in panel.parts if part.name == button]
        at = Pos(key.x, panel.height - screen.y - (row - 32) * pitch, 0)
        high = needed_hole(key).outline.size[1]
        assert common(at * Box(0.1, high - 1.0, 10), shell_of("oled-hat")) == 0
        assert common(at * Box(0.1, high + 1.0, 10), shell_of("oled-hat")) > 0


@pytest.mark.parametrize("name", REAL)
def test_nothing_in_a_closed_case_meets_another(name: str) -> None:
    panel = panel_of(name)
    everything = [
        shell_of(name),
        base_piece(panel),
        *hung_bodies(panel),
        *standing_bodies(panel),
    ]
    boxes = [body.bounding_box() for body in everything]
    for (one, first), (other, second) in combinations(zip(everything, boxes, strict=True), 2):
        if first.overlaps(second):
            assert common(one, other) < TOUCH_MM3


@pytest.mark.parametrize("name", REAL)
def test_nothing_leaves_the_outline(name: str) -> None:
    panel = panel_of(name)
    outer = outline(panel, 0.0, 2 * FAR, -FAR)
    within = [shell_of(name), base_piece(panel), *hung_bodies(panel), *standing_bodies(panel)]
    for body in within:
        assert common(body, outer) == pytest.approx(body.volume, abs=TOUCH_MM3)


@pytest.mark.parametrize("name", REAL)
def test_a_pilot_has_plastic_all_round(name: str) -> None:
    panel = panel_of(name)
    for hole, around in zip(_pilots(panel), _pilots(panel, PLASTIC_MM), strict=True):
        assert common(around, shell_of(name)) == pytest.approx(
            around.volume - hole.volume, rel=0.005
        )


def moved(body: Part, down: float) -> Part:
    return Pos(0, 0, -down) * body


@pytest.mark.parametrize("name", REAL)
def test_a_case_is_put_together_in_the_order_of_its_page(name: str) -> None:
    """What hangs at the face goes up from below, or down through its own hole; then the base."""
    panel = panel_of(name)
    hung = hung_bodies(panel)
    loose = [
        body
        for part, body in zip(panel.parts, hung, strict=False)
        if not part.kind.startswith("arcade")
    ] + hung[len(panel.parts) :]
    for body in loose:
        box = body.bounding_box()
        way = Pos(box.center().X, box.center().Y, box.min.Z) * Box(
            box.size.X, box.size.Y, FAR, align=UNDER
        )
        assert common(way, shell_of(name)) < TOUCH_MM3
    for part in panel.parts:
        if part.kind.startswith("arcade"):
            assert body_of(part).outline.width < needed_hole(part).outline.width
    closing = [base_piece(panel), *standing_bodies(panel)]
    for down in () if panel.board else STEPS:
        for body in closing:
            for other in (shell_of(name), *hung):
                lower = moved(body, down)
                if lower.bounding_box().overlaps(other.bounding_box()):
                    assert common(lower, other) < TOUCH_MM3, down


@pytest.mark.parametrize("name", ["bonnet", "oled-hat"])
def test_a_base_with_tongues_is_hung_in_at_the_back_and_swung_up(name: str) -> None:
    panel = panel_of(name)
    place = base_plane(panel)
    hinge = place * Pos(0, back_wall(panel), 0)
    for angle, forward in ((4.0, 0.3), (8.0, 0.6), (14.0, 1.4), (20.0, 3.0)):
        swung = hinge * Pos(0, -forward, 0) * Rot(angle, 0, 0) * hinge.inverse() * base_piece(panel)
        assert common(swung, shell_of(name)) < TOUCH_MM3, angle


@pytest.mark.parametrize("name", REAL)
def test_the_plug_and_the_card_come_through_a_wall(name: str) -> None:
    panel = panel_of(name)
    for opening in _wall_openings(panel):
        assert common(opening, shell_of(name)) < TOUCH_MM3
        outer = outline(panel, 0.0, 2 * FAR, -FAR)
        assert 0 < common(opening, outer) <= opening.volume


@pytest.mark.skipif(bool(slicer.missing_slicer()), reason=slicer.missing_slicer() or "it is here")
@pytest.mark.parametrize(("name", "piece"), PIECES)
def test_a_piece_is_sliced_without_supports_and_warnings(
    name: str, piece: str, folder: Path
) -> None:
    own = made(name, piece, folder)
    sliced = slicer.slice_part(own / f"{piece}.stl", own / f"{piece}.gcode")
    assert sliced.warnings == ()
    assert not sliced.supports
    kept = json.loads(build_page.FIGURES.read_text("utf-8"))[name][piece]
    grams, time, unit = re.findall(r"([\d.]+) g, ([\d.]+) (h|min)", kept)[0]
    hours = float(time) / (60 if unit == "min" else 1)
    assert sliced.grams == pytest.approx(float(grams), rel=0.15, abs=1), "run `make case`"
    assert sliced.hours == pytest.approx(hours, rel=0.15, abs=0.1), "run `make case`"
    if piece == "gauge":
        assert sliced.hours <= 20 / 60, "it is printed to save the long print"


def test_a_build_of_ones_own_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build = tmp_path / "mine.toml"
    text = builds.build_toml("table").replace('"oled-0.96"', '"oled-1.3"', 1)
    build.write_text(text.replace("[25, 38]", "[24, 38]"), "utf-8")
    assert case.main([str(build)], tmp_path / "made") == 0
    files = {file.name for file in (tmp_path / "made" / "mine").iterdir()}
    assert files == {
        *(f"{piece}.{kind}" for piece in case.PIECES for kind in ("stl", "step")),
        "template.svg",
        "template.pdf",
    }
    told = capsys.readouterr().out
    assert "No size has been checked against a real part" in told
    assert "many printers" not in told


def test_a_panel_that_is_larger_than_a_printer_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")  # without a slicer it is quick
    build = tmp_path / "mine.toml"
    build.write_text(builds.build_toml("bonnet").replace("width = 74", "width = 230"), "utf-8")
    assert case.main([str(build)], tmp_path / "made") == 0
    assert "The face is 230 x 55 mm, and many printers" in capsys.readouterr().out
