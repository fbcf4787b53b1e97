"""`python -m tests.tools.render`: each build's finished device, drawn from its case's solids."""

from collections.abc import Iterator
from math import cos, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from PIL import Image, ImageChops, ImageFilter

from companion.face import screens
from companion.panel import Labels
from tests.rig.views import labelled, views
from wiring.making.diagrams import WIRING, wired_builds
from wiring.panel.fitting import body_of, face_of, size_of
from wiring.panel.sizes import WALL_MM
from wiring.spec import SCREEN, Build, FrontPanel, PlacedPart

if TYPE_CHECKING:
    from build123d import Part

Colour = tuple[int, int, int]
Array = Any

SIZE = (720, 560)
_SMOOTH = 2
_SLACK = 0.5
"""How far something may lie over the glass without hiding it, in pixels."""
_TURNED = radians(-18)
_ABOVE = radians(52)
_LIGHT = np.array([-0.35, -0.45, 0.82])
_TABLE = (41, 66, 55)
_LID = (92, 96, 106)
_BOX = (62, 65, 73)
_DARK = (14, 16, 22)
_LIT = (214, 236, 255)
_GREY = (150, 154, 166)
COLOURS: dict[str, Colour] = {
    "clue": (58, 118, 214),
    "discard": (214, 140, 44),
    "play": (52, 158, 88),
    "fuse": (255, 82, 66),
    "seat": (255, 176, 64),
    "deck": (206, 188, 160),
    "W": (238, 238, 230),
    "R": (235, 72, 58),
    "B": (70, 130, 235),
    "Y": (250, 205, 60),
    "G": (70, 190, 100),
    "M": (222, 118, 232),
    "K": (96, 99, 108),
}


class View(NamedTuple):
    """How millimetres become pixels: turned, tilted, and as large as fits."""

    scale: float
    middle: Array

    def seen(self, points: Array) -> Array:
        """Return columns, rows and nearness of points."""
        turned = (points - self.middle) @ _turn().T
        pixels = turned * self.scale
        pixels[:, 0] += SIZE[0] * _SMOOTH / 2
        pixels[:, 1] = SIZE[1] * _SMOOTH / 2 - pixels[:, 1]
        return pixels


def render(panel: FrontPanel, labels: Labels) -> Image.Image:
    """Return a picture of the finished device."""
    from wiring.case import solids

    tall = WALL_MM + solids.inner_depth(panel)
    things: list[tuple[Array, Colour]] = [
        (_mesh(solids.case_box(panel)), _BOX),
        (np.add(_mesh(solids.lid_plate(panel)), (0, 0, tall)), _LID),
    ]
    tall += solids.lid_thickness(panel)
    for part in panel.parts:
        for solid, colour in _tops(part, panel, tall):
            things.append((_mesh(solid), colour))
    view = _view([mesh for mesh, _ in things])
    size = (SIZE[1] * _SMOOTH, SIZE[0] * _SMOOTH)
    picture = np.full((*size, 3), _TABLE, float)
    near = np.full(size, -np.inf)
    for mesh, colour in things:
        _fill(
            picture, near, view.seen(mesh.reshape(-1, 3)).reshape(-1, 3, 3), _shades(mesh, colour)
        )
    drawn = Image.fromarray(picture.clip(0, 255).astype(np.uint8))
    for part in panel.parts:
        if part.name == SCREEN:
            glass = view.seen(_glass(part, panel, tall - solids.lid_thickness(panel)))
            _show(drawn, near, glass, labels)
    return drawn.resize(SIZE, Image.Resampling.LANCZOS)


def _tops(part: PlacedPart, panel: FrontPanel, tall: float) -> Iterator[tuple["Part", Colour]]:
    """Yield what is seen of a part, a solid and its colour each."""
    from build123d import Align, Box, Cylinder, Pos

    on = (Align.CENTER, Align.CENTER, Align.MIN)
    seen = face_of(part)
    at = Pos(seen.x, panel.height - seen.y, tall)
    width, height = seen.outline.size
    rise = size_of(part).rise
    at = Pos(0, 0, min(rise, 0.0)) * at
    key = part.name if part.light is None else part.light.part or part.light.group
    colour = COLOURS.get(key, _GREY)
    if part.name == SCREEN:
        hidden = body_of(part).outline.size
        under = size_of(part)
        middle = Pos(seen.x + under.body_x, panel.height - seen.y - under.body_y, tall - 3)
        yield middle * Box(*hidden, 0.4, align=on), _DARK
    elif not seen.outline.is_round:
        yield at * Box(width, height, 0.3, align=on), colour
    else:
        if part.light is None:
            collar = min(max(rise / 2, 0.2), 1.5)
            yield at * Cylinder(width / 2, collar, align=on), _mixed(colour, 0.6)
        yield at * Cylinder(width / 2 * 0.82, max(rise, 0.4), align=on), colour


def _mixed(colour: Colour, share: float) -> Colour:
    red, green, blue = (round(part * share) for part in colour)
    return red, green, blue


def _mesh(solid: "Part") -> Array:
    """Return a solid's triangles."""
    points, faces = solid.tessellate(0.1, 0.2)
    corners = np.array([[point.X, point.Y, point.Z] for point in points])
    return corners[np.array(faces)]


def _turn() -> Array:
    """Return the way that the device is turned and tilted."""
    across = np.array(
        [[cos(_TURNED), -sin(_TURNED), 0], [sin(_TURNED), cos(_TURNED), 0], [0, 0, 1]]
    )
    up = np.array([[1, 0, 0], [0, sin(_ABOVE), cos(_ABOVE)], [0, -cos(_ABOVE), sin(_ABOVE)]])
    return up @ across


def _view(meshes: list[Array]) -> View:
    points = np.concatenate([mesh.reshape(-1, 3) for mesh in meshes])
    turned = points @ _turn().T
    low, high = turned.min(0), turned.max(0)
    room = np.array(SIZE) * _SMOOTH * 0.92
    scale = float((room / (high - low)[:2]).min())
    return View(scale, np.linalg.inv(_turn()) @ ((low + high) / 2))


def _shades(mesh: Array, colour: Colour) -> Array:
    """Return the colour of each triangle in the light."""
    normals = np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    facing = (normals / np.maximum(lengths, 1e-9)) @ (_LIGHT / np.linalg.norm(_LIGHT))
    return np.array(colour) * (0.45 + 0.6 * facing.clip(0))[:, None]


def _fill(picture: Array, near: Array, triangles: Array, shades: Array) -> None:
    """Draw triangles where nothing is nearer."""
    for corners, shade in zip(triangles, shades, strict=True):
        left, top = np.maximum(np.floor(corners[:, :2].min(0)).astype(int), 0)
        right, bottom = np.ceil(corners[:, :2].max(0)).astype(int) + 1
        rows, columns = np.mgrid[top:bottom, left:right]
        (x1, y1, z1), (x2, y2, z2), (x3, y3, z3) = corners
        area = (x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)
        if abs(area) < 1e-9:
            continue
        second = ((columns - x1) * (y3 - y1) - (x3 - x1) * (rows - y1)) / area
        third = ((x2 - x1) * (rows - y1) - (columns - x1) * (y2 - y1)) / area
        first = 1 - second - third
        depth = first * z1 + second * z2 + third * z3
        inside = (first >= 0) & (second >= 0) & (third >= 0)
        part = near[top:bottom, left:right]
        wins = inside & (depth > part)
        part[wins] = depth[wins]
        picture[top:bottom, left:right][wins] = shade


def _glass(part: PlacedPart, panel: FrontPanel, level: float) -> Array:
    """Return the corners of a display's picture: at the upper left, upper right, lower left."""
    shape = face_of(part)
    left, right = shape.left, shape.right
    back, front = panel.height - shape.top, panel.height - shape.bottom
    return np.array([[left, back, level], [right, back, level], [left, front, level]])


def _show(drawn: Image.Image, near: Array, glass: Array, labels: Labels) -> None:
    """Draw the display's picture on its glass, where no edge of the lid hides it."""
    view_of = screens.draw(labelled(views()["table"], labels)).image.convert("L").resize((512, 256))
    origin, right, below_it = glass
    across, down = (right - origin) / 512, (below_it - origin) / 256
    back = np.linalg.inv(np.array([across, down]).T[:2])
    shift = -back @ origin[:2]
    terms = (*back[0], shift[0], *back[1], shift[1])
    mask = view_of.transform(drawn.size, Image.Transform.AFFINE, terms, Image.Resampling.BILINEAR)
    rows, columns = np.mgrid[: drawn.height, : drawn.width]
    places = np.tensordot(back, np.array([columns, rows]), 1) + shift[:, None, None]
    depth = origin[2] + across[2] * places[0] + down[2] * places[1]
    free = Image.fromarray(np.where(near <= depth + _SLACK, 255, 0).astype(np.uint8))
    soft = mask.filter(ImageFilter.GaussianBlur(0.4))
    drawn.paste(_LIT, (0, 0), ImageChops.multiply(soft, free))


def path(name: str) -> Path:
    """Return the file of a build's picture."""
    return WIRING / "pictures" / f"{name}.case.png"


def save(build: Build, panel: FrontPanel) -> None:
    """Draw the finished device of a build, and keep the picture."""
    picture = render(panel, build.labels).quantize(kmeans=1, dither=Image.Dither.NONE)
    picture.save(path(build.name), optimize=True)


if __name__ == "__main__":
    for build in wired_builds():
        if build.panel:
            save(build, build.panel)
