"""A template as a PDF on A4, at its real size.

A large panel takes several sheets. Two neighbours share a strip, in which both have the same dashed
line, with marks at its ends: one is cut there, and laid on the other. It needs reportlab, the extra
`template`.
"""

from collections.abc import Iterator
from io import BytesIO
from itertools import product
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.errors import CompanionError
from wiring.template.sheet import SheetLine, SheetText, TemplateSheet, part_texts

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

A4_MM: Final = (297.0, 210.0)
"""A sheet across."""
POINTS: Final = 72 / 25.4
"""Points of a PDF in a millimetre."""
_MARGIN: Final = 6.0
"""What a printer leaves white at each edge."""
_SHARED: Final = 12.0
"""How much of a sheet is on the next one too."""
_STEP: Final = (A4_MM[0] - 2 * _MARGIN - _SHARED, A4_MM[1] - 2 * _MARGIN - _SHARED)
"""How far apart two neighbouring sheets begin on the template."""
_MARK: Final = 1.6
"""Half the size of the mark at the end of a seam."""
_NOTE_MM: Final = 2.4
"""The height of the letters that say which sheet it is."""
_NEEDED: Final = "a template as PDF needs reportlab: `pip install reportlab`, or write it as .svg"


def template_pdf(sheet: TemplateSheet) -> bytes:
    """Return a template as a PDF file, the same bytes each time."""
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise CompanionError(_NEEDED) from None
    file = BytesIO()
    width, height = A4_MM
    size = (width * POINTS, height * POINTS)
    # `invariant` leaves out the date, and what is not compressed is the same by every zlib.
    canvas = Canvas(
        file, pagesize=size, invariant=1, pageCompression=0, initialFontName="Helvetica"
    )
    canvas.setTitle("Template")
    rows, columns = _sheet_count(sheet.height, 1), _sheet_count(sheet.width, 0)
    for row, column in product(range(rows), range(columns)):
        part = SheetPart(row, column, rows, columns)
        canvas.scale(POINTS, POINTS)
        canvas.translate(-part.left, height + part.top)
        if rows * columns > 1:
            _draw_seams(canvas, part)
        _draw_template(canvas, sheet)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


class SheetPart(NamedTuple):
    """One of several sheets: its row and column, and how many there are."""

    row: int
    column: int
    rows: int
    columns: int

    @property
    def left(self) -> float:
        """Where the paper's left edge is on the template."""
        return self.column * _STEP[0]

    @property
    def top(self) -> float:
        """Where the paper's upper edge is on the template."""
        return self.row * _STEP[1]

    @property
    def number(self) -> int:
        """Its number, from 1 on."""
        return self.row * self.columns + self.column + 1

    def seams(self) -> Iterator[SheetLine]:
        """Yield the lines at which it is joined to its neighbours."""
        middle = _MARGIN + _SHARED / 2
        right, bottom = self.left + A4_MM[0] - _MARGIN, self.top + A4_MM[1] - _MARGIN
        for row in {self.row, self.row + 1} - {0, self.rows}:
            y = row * _STEP[1] + middle
            yield SheetLine(self.left + _MARGIN, y, right, y)
        for column in {self.column, self.column + 1} - {0, self.columns}:
            x = column * _STEP[0] + middle
            yield SheetLine(x, self.top + _MARGIN, x, bottom)


def _sheet_count(length: float, side: int) -> int:
    """Return the sheets that a template takes; its own edges are white, as those of the paper."""
    return max(1, ceil((length - A4_MM[side]) / _STEP[side]) + 1)


def _draw_seams(canvas: "Canvas", part: SheetPart) -> None:
    """Leave the edges of a sheet white, and draw where it is joined to the others."""
    path = canvas.beginPath()
    width, height = A4_MM
    across, along = width - 2 * _MARGIN, height - 2 * _MARGIN
    path.rect(part.left + _MARGIN, -part.top - height + _MARGIN, across, along)
    canvas.clipPath(path, stroke=0)
    canvas.setLineWidth(0.2)
    for x1, y1, x2, y2, _ in part.seams():
        canvas.setDash(3, 2)
        canvas.line(x1, -y1, x2, -y2)
        canvas.setDash()
        _draw_seam_mark(canvas, x1, y1)
        _draw_seam_mark(canvas, x2, y2)
    beside = 100.0 + part.left
    above = part.top + (_MARGIN + 2 if part.row == 0 else height - _MARGIN - 8)
    for number, said in enumerate(part_texts()):
        facts = {"number": str(part.number), "count": str(part.rows * part.columns)}
        text = said.fill_in("seam", facts)
        _draw_text(canvas, SheetText(beside, above + 3 * number, _NOTE_MM, text))


def _draw_seam_mark(canvas: "Canvas", x: float, y: float) -> None:
    """Draw the mark at the end of a seam; half of it is cut off by the white edge."""
    path = canvas.beginPath()
    path.moveTo(x - 2 * _MARK, -y)
    path.lineTo(x, -y - _MARK)
    path.lineTo(x + 2 * _MARK, -y)
    path.lineTo(x, -y + _MARK)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def _draw_template(canvas: "Canvas", sheet: TemplateSheet) -> None:
    """Draw a template; the paper cuts off the rest."""
    for x1, y1, x2, y2, thick in sheet.lines:
        canvas.setLineWidth(0.3 if thick else 0.1)
        canvas.line(x1, -y1, x2, -y2)
    canvas.setLineWidth(0.25)
    for shape in sheet.outlines:
        width, height = shape.outline.size
        if shape.outline.is_round:
            canvas.circle(shape.x, -shape.y, width / 2)
        else:
            canvas.rect(shape.left, -shape.bottom, width, height)
    for shape in sheet.signs:
        canvas.rect(shape.left, -shape.bottom, *shape.outline.size, stroke=0, fill=1)
    for text in sheet.texts:
        _draw_text(canvas, text)


def _draw_text(canvas: "Canvas", text: SheetText) -> None:
    canvas.setFont("Helvetica", text.height)
    draw = canvas.drawCentredString if text.centred else canvas.drawString
    draw(text.x, -text.y, text.text)
