"""A template as a PDF on A4, at its real size; a large panel takes several sheets.

It needs reportlab, the extra `template`.
"""

from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from wiring.panel.shapes import PanelShape
from wiring.template.sheet import SheetText, TemplateSheet

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

A4_MM: Final = (297.0, 210.0)
"""A sheet across."""
POINTS: Final = 72 / 25.4
"""Points of a PDF in a millimetre."""
_OVERLAP: Final = 15.0
"""How much of a sheet is on the next one too, with the margins that a printer leaves white."""
_NEEDS: Final = "a template as PDF needs reportlab: `pip install reportlab`, or write it as .svg"


def template_pdf(sheet: TemplateSheet) -> bytes:
    """Return a template as a PDF file, the same bytes each time."""
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise CompanionError(_NEEDS) from None
    file = BytesIO()
    width, height = A4_MM
    size = (width * POINTS, height * POINTS)
    canvas = Canvas(
        file, pagesize=size, invariant=1, pageCompression=0, initialFontName="Helvetica"
    )
    canvas.setTitle("Template")
    columns = ceil((sheet.width - _OVERLAP) / (width - _OVERLAP))
    rows = ceil((sheet.height - _OVERLAP) / (height - _OVERLAP))
    for row in range(rows):
        for column in range(columns):
            _draw(canvas, sheet, column * (width - _OVERLAP), row * (height - _OVERLAP))
            canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw(canvas: "Canvas", sheet: TemplateSheet, left: float, top: float) -> None:
    """Draw what lies from this corner of a template on; the paper cuts off the rest."""
    canvas.scale(POINTS, POINTS)
    canvas.translate(-left, A4_MM[1] + top)
    for x1, y1, x2, y2, thick in sheet.lines:
        canvas.setLineWidth(0.3 if thick else 0.1)
        canvas.line(x1, -y1, x2, -y2)
    canvas.setLineWidth(0.25)
    for shape in sheet.outlines:
        _outline(canvas, shape)
    for text in sheet.texts:
        _text(canvas, text)


def _outline(canvas: "Canvas", shape: PanelShape) -> None:
    width, height = shape.outline.size
    if shape.outline.is_round:
        canvas.circle(shape.x, -shape.y, width / 2)
    else:
        canvas.rect(shape.left, -shape.bottom, width, height)


def _text(canvas: "Canvas", text: SheetText) -> None:
    canvas.setFont("Helvetica", text.height)
    draw = canvas.drawCentredString if text.centred else canvas.drawString
    draw(text.x, -text.y, text.text)
