"""What the companion stands beside: luma as it comes, which draws with FreeType and sends whole
frames.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, get_args

from luma.core.render import canvas  # type: ignore[import-untyped]
from luma.oled.device import ssd1306  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont

from companion.commands.run import CompanionThreads
from companion.face import screens
from companion.face.glyphs import canvas as glyphs
from companion.face.glyphs.letters import FaceName, face
from companion.face.view import View
from companion.panel import Screen
from hardware.emulator.models.part import ModelPart

FONTS: Final = {name: ImageFont.load_default(face(name).cap * 1.4) for name in get_args(FaceName)}
"""FreeType's fonts of about the sizes of ours, loaded once, as an application would."""


class Serial:
    """A serial interface of luma's over a modelled part, or one that only counts bytes."""

    def __init__(self, part: ModelPart | None = None) -> None:
        """Count bytes and transactions, those of control bytes too."""
        self._part: Final = part
        self.bytes = 0

    def command(self, *values: int) -> None:
        """Send a command."""
        self._send(b"\x00", values)

    def data(self, values: Sequence[int]) -> None:
        """Send data."""
        self._send(b"\x40", values)

    def cleanup(self) -> None:
        """Do nothing: nothing is open."""

    def _send(self, control: bytes, values: Sequence[int]) -> None:
        self.bytes += 1 + len(values)
        if self._part is not None:
            self._part.write(control + bytes(values))  # type: ignore[attr-defined]


class LumaScreen:
    """A display with luma's own display(), in the place of ours."""

    size = (128, 64)

    def __init__(self, part: ModelPart | None) -> None:
        """Open a display on the bus of a modelled one."""
        self._device: Final = ssd1306(Serial(part))
        self._device.persist = True
        self._picture = Image.new("1", self.size)

    def show(self, picture: Image.Image) -> None:
        """Send the whole frame."""
        self._picture = picture
        self._device.display(picture)

    def refresh(self, undisturbed: Callable[[], bool]) -> bool:
        """Do nothing: luma sends nothing again."""
        return True

    def held_picture(self) -> Image.Image:
        """Return the last picture."""
        return self._picture

    def brightness(self, level: float) -> None:
        """Do nothing."""

    def shift(self, rows: int) -> None:
        """Do nothing."""

    def sleep(self) -> None:
        """Do nothing."""

    def close(self, keep: bool = False) -> None:
        """Do nothing."""


def _redraw(drawer: screens.Drawer, view: View) -> Image.Image:
    """Return the picture of a view, drawn from its beginning."""
    return screens.draw(view).image


def instead_of(companion: CompanionThreads) -> None:
    """Have this process draw with FreeType, and the companion send whole frames."""
    assert companion.emulated is not None
    screen: Screen = LumaScreen(companion.emulated.model)
    outputs = companion.threads._outputs
    outputs._screen = outputs._drawing._screen = screen
    screens.Drawer.picture = _redraw  # type: ignore[method-assign]
    glyphs.Canvas.text = _FreeType.text  # type: ignore[method-assign]


class _FreeType(glyphs.Canvas):
    """A canvas on which FreeType draws texts."""

    def text(
        self,
        x: int,
        y: int,
        string: str,
        name: FaceName,
        anchor: str = "left",
        ink: int = 1,
    ) -> int:
        width = int(FONTS[name].getlength(string))
        left = x - {"left": 0, "centre": width // 2, "right": width}[anchor]
        ImageDraw.Draw(self.image).text((left, y), string, fill=ink, font=FONTS[name])
        return width


class Mark(NamedTuple):
    """Something on a picture: a line of text, a bitmap, or a filled rectangle."""

    corner: tuple[int, int]
    what: str | Image.Image | tuple[int, int]
    ink: int
    font: FaceName = "small"


def marks(view: View) -> list[Mark]:
    """Return everything that the companion draws for a view."""
    canvas = glyphs.Canvas
    text, stamp, fill = canvas.text, canvas._stamp_mask, canvas.fill
    found: list[Mark] = []
    in_text: list[str] = []

    class Watched(glyphs.Canvas):
        def text(
            self,
            x: int,
            y: int,
            string: str,
            name: FaceName,
            anchor: Any = "left",
            ink: int = 1,
        ) -> int:
            in_text.append(string)
            width = text(self, x, y, string, name, anchor, ink)
            in_text.pop()
            left = x - {"left": 0, "centre": width // 2, "right": width}[anchor]
            found.append(Mark((left, y), string, ink, name))
            return width

        def _stamp_mask(self, x: int, y: int, glyph: Any, ink: int, what: str) -> int:
            if not in_text:
                found.append(Mark((x, y + glyph.top), glyph.mask, ink))
            return stamp(self, x, y, glyph, ink, what)

        def fill(self, rect: glyphs.Rect, ink: int = 1) -> None:
            fill(self, rect, ink)
            x, y, width, height = rect
            found.append(Mark((x, y), (x + width - 1, y + height - 1), ink))

    for name in ("text", "_stamp_mask", "fill"):
        setattr(canvas, name, getattr(Watched, name))
    try:
        screens.draw(view)
    finally:
        canvas.text, canvas._stamp_mask, canvas.fill = text, stamp, fill  # type: ignore[method-assign]
    return found


def draw(device: Any, wanted: Sequence[Mark]) -> None:
    """Draw the picture as luma's examples do: on its canvas, which then sends the whole frame."""
    with canvas(device) as pen:
        for corner, what, ink, font in wanted:
            if isinstance(what, str):
                pen.text(corner, what, fill=ink, font=FONTS[font])
            elif isinstance(what, Image.Image):
                pen.bitmap(corner, what, fill=ink)
            else:
                pen.rectangle((*corner, *what), fill=ink)
