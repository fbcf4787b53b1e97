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
from wiring.panel.fitting import body_of, chin_of, face_of, size_of
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
_TURNED = radians(-20)
_ABOVE = radians(48)
_LIGHT = np.array([-0.55, -0.3, 0.95])
_SHADOW = 0.55
_SOFT = 2.5
"""How much of the light a shadow takes, and how soft its edge is, in pixels."""
_BIAS = 1.5
_FEET = 1.4
"""How high the base is over the table, on its rubber feet."""
_TABLE = (172, 120, 74)
_BOARD = 90.0
"""The breadth of the table's boards, in millimetres."""
_FACE = (240, 228, 205)
_WALL = (96, 91, 88)
"""The two colours of the print: bone and graphite."""
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
    """How millimetres become pixels: as large as fits, turned around a middle."""

    scale: float
    middle: Array
    turn: Array

    def seen(self, points: Array) -> Array:
        """Return columns, rows and nearness of points."""
        pixels = (points - self.middle) @ self.turn.T * self.scale
        pixels[:, 0] += SIZE[0] * _SMOOTH / 2
        pixels[:, 1] = SIZE[1] * _SMOOTH / 2 - pixels[:, 1]
        return pixels

    def points(self, columns: Array, rows: Array, near: Array) -> Array:
        """Return the points that are seen at these pixels, so near."""
        right = columns - SIZE[0] * _SMOOTH / 2
        up = SIZE[1] * _SMOOTH / 2 - rows
        return np.stack([right, up, near], -1) / self.scale @ self.turn + self.middle

    def on_table(self, columns: Array, rows: Array) -> tuple[Array, Array]:
        """Return where on the table, whose height is 0, each pixel looks."""
        eye = self.points(columns, rows, np.zeros(columns.shape))
        far = eye[..., 2] / self.turn[2, 2]
        return eye[..., 0] - far * self.turn[2, 0], eye[..., 1] - far * self.turn[2, 1]

    def nearness(self, across: Array, deep: Array) -> Array:
        """Return how near points of the table are."""
        points = np.stack([across, deep, np.zeros(across.shape)], -1)
        return self.seen(points.reshape(-1, 3))[:, 2].reshape(across.shape)


class Thing(NamedTuple):
    """What is drawn: its triangles, how high each corner is over the face's lower side, a colour.

    printed: in two colours, as the filament is changed. lit: it shines, and takes no shadow.
    """

    mesh: Array
    levels: Array
    colour: Colour
    printed: bool = False
    lit: bool = False


def render(build: Build, panel: FrontPanel) -> Image.Image:
    """Return a picture of the finished device on a table."""
    from wiring.case.shell import ENGRAVED_MM
    from wiring.case.solids import face_thickness

    thick = face_thickness(panel)
    things = list(_things(build, panel))
    view = _view([thing.mesh for thing in things])
    canvas = Canvas(view)
    for thing in things:
        canvas.fill(thing, thick - ENGRAVED_MM)
    canvas.shade([thing for thing in things if not thing.lit])
    drawn = Image.fromarray(canvas.picture.clip(0, 255).astype(np.uint8))
    for part in panel.parts:
        if part.name == SCREEN:
            glass = view.seen(_leaning(panel, _glass(part, panel, 0.0)))
            _show(drawn, canvas.near, glass, build.labels)
    return drawn.resize(SIZE, Image.Resampling.LANCZOS)


def _things(build: Build, panel: FrontPanel) -> Iterator[Thing]:
    """Yield the shell, and what is seen of each part."""
    from wiring.case.base import base_piece
    from wiring.case.shell import shell_piece
    from wiring.case.solids import face_thickness

    mesh = _mesh(shell_piece(build, panel))
    yield Thing(_leaning(panel, mesh), mesh[:, :, 2], _WALL, printed=True)
    mesh = _mesh(base_piece(panel))
    yield Thing(_leaning(panel, mesh), mesh[:, :, 2], _DARK)
    for part in panel.parts:
        for solid, colour in _tops(part, panel, face_thickness(panel)):
            mesh = _mesh(solid)
            yield Thing(_leaning(panel, mesh), mesh[:, :, 2], colour, lit=part.light is not None)


def _leaning(panel: FrontPanel, points: Array) -> Array:
    """Return points of a case as it stands on the table, on rubber feet."""
    from wiring.case.wedge import form_of, front_depth

    tilt = radians(form_of(panel).tilt)
    moved = points + np.array([0, chin_of(panel), front_depth(panel)])
    up = np.array([[1, 0, 0], [0, cos(tilt), -sin(tilt)], [0, sin(tilt), cos(tilt)]])
    return moved @ up.T + np.array([0, 0, WALL_MM + _FEET])


class Canvas:
    """A picture that is being drawn: colours, and how near each pixel's thing is."""

    def __init__(self, view: View) -> None:
        """Begin with an empty table."""
        self.view = view
        size = (SIZE[1] * _SMOOTH, SIZE[0] * _SMOOTH)
        rows, columns = np.mgrid[: size[0], : size[1]]
        self.columns, self.rows = columns, rows
        across, deep = self.view.on_table(columns, rows)
        self.picture = _wood(across, deep)
        self.near = self.view.nearness(across, deep)
        self.lit = np.zeros(size, bool)

    def fill(self, thing: Thing, second_colour: float) -> None:
        """Draw a thing's triangles where nothing is nearer."""
        seen = self.view.seen(thing.mesh.reshape(-1, 3)).reshape(-1, 3, 3)
        shades = _shades(thing.mesh, lit=thing.lit)
        for corners, shade, levels in zip(seen, shades, thing.levels, strict=True):
            spot = _spot(corners, self.near)
            if spot is None:
                continue
            place, wins, weights = spot
            level = np.tensordot(weights, levels, ([0], [0]))[wins]
            front = level > second_colour + 0.01 if thing.printed else np.zeros(level.shape, bool)
            self.picture[place][wins] = np.where(front[:, None], _FACE, thing.colour) * shade
            self.lit[place][wins] = thing.lit

    def shade(self, things: list[Thing]) -> None:
        """Darken what is in the shadow of something."""
        light = View(self.view.scale, self.view.middle, _sun())
        far = np.full(self.near.shape, -np.inf)
        for thing in things:
            for corners in light.seen(thing.mesh.reshape(-1, 3)).reshape(-1, 3, 3):
                _spot(corners, far)
        points = self.view.points(self.columns, self.rows, self.near)
        seen = light.seen(points.reshape(-1, 3))
        column = seen[:, 0].round().astype(int).clip(0, far.shape[1] - 1)
        row = seen[:, 1].round().astype(int).clip(0, far.shape[0] - 1)
        hidden = (far[row, column] > seen[:, 2] + _BIAS).reshape(far.shape) & ~self.lit
        soft = Image.fromarray(np.where(hidden, 255, 0).astype(np.uint8))
        dark = np.array(soft.filter(ImageFilter.GaussianBlur(_SOFT))) / 255
        self.picture *= (1 - _SHADOW * dark)[:, :, None]


def _wood(across: Array, deep: Array) -> Array:
    """Return the colours of a table of boards, which run from left to right."""
    board = np.floor(deep / _BOARD)
    grain = np.sin(deep * 1.9 + 2.2 * np.sin(across / 61 + board * 7) + np.sin(across / 17))
    tone = 1 + 0.035 * grain + 0.05 * np.sin(board * 12.9)
    seam = np.abs(deep / _BOARD - board - 0.004) < 0.005
    return np.array(_TABLE) * np.where(seam, 0.72, tone)[:, :, None]


def _sun() -> Array:
    """Return the way that the light looks at the device."""
    to_light = _LIGHT / np.linalg.norm(_LIGHT)
    right = np.cross((0, 1, 0), to_light)
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(to_light, right), to_light])


def _spot(corners: Array, near: Array) -> tuple[tuple[slice, slice], Array, Array] | None:
    """Return where a triangle is the nearest, with each corner's share, and keep how near it is."""
    left, top = np.maximum(np.floor(corners[:, :2].min(0)).astype(int), 0)
    right, bottom = np.ceil(corners[:, :2].max(0)).astype(int) + 1
    place = (slice(top, max(top, bottom)), slice(left, max(left, right)))
    part = near[place]
    rows, columns = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    (x1, y1, z1), (x2, y2, z2), (x3, y3, z3) = corners
    area = (x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)
    if abs(area) < 1e-9 or not part.size:
        return None
    second = ((columns - x1) * (y3 - y1) - (x3 - x1) * (rows - y1)) / area
    third = ((x2 - x1) * (rows - y1) - (columns - x1) * (y2 - y1)) / area
    weights = np.array([1 - second - third, second, third])
    depth = np.tensordot(weights, np.array([z1, z2, z3]), ([0], [0]))
    wins = (weights.min(0) >= 0) & (depth > part)
    part[wins] = depth[wins]
    return place, wins, weights


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
    elif not seen.outline.is_round:  # a pixel of the strip below the face
        yield Pos(0, 0, -tall) * at * Box(width, height, 0.3, align=on), colour
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
    """Return the way that the device is turned and seen from above."""
    across = np.array(
        [[cos(_TURNED), -sin(_TURNED), 0], [sin(_TURNED), cos(_TURNED), 0], [0, 0, 1]]
    )
    up = np.array([[1, 0, 0], [0, sin(_ABOVE), cos(_ABOVE)], [0, -cos(_ABOVE), sin(_ABOVE)]])
    return up @ across


def _view(meshes: list[Array]) -> View:
    points = np.concatenate([mesh.reshape(-1, 3) for mesh in meshes])
    turned = points @ _turn().T
    low, high = turned.min(0), turned.max(0)
    room = np.array(SIZE) * _SMOOTH * 0.8
    scale = float((room / (high - low)[:2]).min())
    return View(scale, np.linalg.inv(_turn()) @ ((low + high) / 2), _turn())


def _shades(mesh: Array, lit: bool) -> Array:
    """Return how bright each triangle is in the light."""
    normals = np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    facing = (normals / np.maximum(lengths, 1e-9)) @ (_LIGHT / np.linalg.norm(_LIGHT))
    return 0.9 + 0.2 * facing.clip(0) if lit else 0.4 + 0.66 * facing.clip(0)


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
    picture = render(build, panel).quantize(kmeans=1, dither=Image.Dither.NONE)
    picture.save(path(build.name), optimize=True)


if __name__ == "__main__":
    for build in wired_builds():
        if build.panel:
            save(build, build.panel)
