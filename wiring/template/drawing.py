"""A template as an SVG file, whose units are millimetres: printed at 100 % it has its real size."""

from typing import Final
from xml.sax.saxutils import escape

from wiring.panel.shapes import PanelShape
from wiring.template.sheet import SheetText, TemplateSheet

_STYLE: Final = (
    "text{font-family:Helvetica,Arial,sans-serif;fill:#000}"
    ".c{fill:none;stroke:#000;stroke-width:.25}.m{stroke:#000;stroke-width:.1}"
    ".r{stroke:#000;stroke-width:.3}"
)


def template_svg(sheet: TemplateSheet) -> str:
    """Return a template as the text of an SVG file."""
    width, height = mm(sheet.width), mm(sheet.height)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *map(_outline_element, sheet.outlines),
        f'<path d="{"".join(map(_filled_path, sheet.signs))}"/>',
    ]
    for x1, y1, x2, y2, thick in sheet.lines:
        style = "r" if thick else "m"
        drawn.append(
            f'<line class="{style}" x1="{mm(x1)}" y1="{mm(y1)}" x2="{mm(x2)}" y2="{mm(y2)}"/>'
        )
    drawn += [*map(_text_element, sheet.texts), "</svg>\n"]
    return "\n".join(drawn)


def _outline_element(shape: PanelShape) -> str:
    if shape.outline.is_round:
        radius = mm(shape.outline.width / 2)
        return f'<circle class="c" cx="{mm(shape.x)}" cy="{mm(shape.y)}" r="{radius}"/>'
    width, height = map(mm, shape.outline.size)
    place = f'x="{mm(shape.left)}" y="{mm(shape.top)}"'
    return f'<rect class="c" {place} width="{width}" height="{height}"/>'


def _filled_path(shape: PanelShape) -> str:
    width, height = map(mm, shape.outline.size)
    return f"M{mm(shape.left)} {mm(shape.top)}h{width}v{height}h-{width}z"


def _text_element(text: SheetText) -> str:
    anchor = ' text-anchor="middle"' if text.centred else ""
    place = f'x="{mm(text.x)}" y="{mm(text.y)}" font-size="{mm(text.height)}"'
    return f"<text {place}{anchor}>{escape(text.text)}</text>"


def mm(number: float) -> str:
    """Return millimetres to the hundredth, without needless digits."""
    return f"{round(number, 2):g}"
