"""What the companion stands beside: luma with FreeType and whole frames."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, get_args
from unittest.mock import patch

from luma.core.render import canvas  # type: ignore[import-untyped]
from luma.oled.device import ssd1306  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont

from companion.commands import run
from companion.face import screens
from companion.face.glyphs import canvas as glyphs
from companion.face.glyphs.letters import FaceName, face
from companion.face.view import View
from companion.panel import Panel
from hardware.emulator.device import Emulated
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

    def set_brightness(self, level: float) -> None:
        """Do nothing."""

    def shift_picture(self, rows: int) -> None:
        """Do nothing."""

    def sleep(self) -> None:
        """Do nothing."""

    def close(self, keep: bool = False) -> None:
        """Do nothing."""


def _redraw(drawer: screens.Drawer, view: View) -> Image.Image:
    """Return the picture of a view, drawn from its beginning."""
    return screens.draw(view).image


def instead_of_ours() -> None:
    """Have the companions of this process draw with FreeType, and send whole frames."""
    emulate = run.emulate_build  # type: ignore[attr-defined]

    def emulate_luma(*given: Any) -> tuple[Panel, Emulated]:
        panel, emulated = emulate(*given)
        return panel._replace(screen=LumaScreen(emulated.model)), emulated

    run.emulate_build = emulate_luma  # type: ignore[attr-defined]
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
    text, symbol, icon, fill = canvas.text, canvas.symbol, canvas.icon, canvas.fill
    found: list[Mark] = []

    def mark(x: int, y: int, glyph: Any, ink: int) -> None:
        found.append(Mark((x, y + glyph.top), glyph.mask, ink))

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
            width = text(self, x, y, string, name, anchor, ink)
            left = x - {"left": 0, "centre": width // 2, "right": width}[anchor]
            found.append(Mark((left, y), string, ink, name))
            return width

        def symbol(self, x: int, y: int, suit: str, size: int = 11, ink: int = 1) -> int:
            mark(x, y, glyphs.symbol(suit, size), ink)
            return symbol(self, x, y, suit, size, ink)

        def icon(self, x: int, y: int, name: str, ink: int = 1, scale: int = 1) -> int:
            mark(x, y, glyphs.icon(name, scale), ink)
            return icon(self, x, y, name, ink, scale)

        def fill(self, rect: glyphs.Rect, ink: int = 1) -> None:
            fill(self, rect, ink)
            x, y, width, height = rect
            found.append(Mark((x, y), (x + width - 1, y + height - 1), ink))

    names = ("text", "symbol", "icon", "fill")
    with patch.multiple(canvas, **{name: getattr(Watched, name) for name in names}):
        screens.draw(view)
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
