"""`make pictures`: the page of the builds in wiring/, with each one's wires and template."""

import json
from collections.abc import Sequence
from pathlib import Path

from wiring import builds
from wiring.diagram import pin_table
from wiring.diagram.diagram import wiring_diagram
from wiring.making.checklists import checklists_page
from wiring.panel.fitting import face_height
from wiring.panel.sizes import BOARDS, COMPUTERS, PARTS, BoardSize, ComputerSize, Outline
from wiring.reading.build import Build, load
from wiring.template.drawing import template_svg
from wiring.template.paper import template_pdf
from wiring.template.sheet import TemplateSheet, template_sheet

WIRING = Path(__file__).parents[1]
PAGE = WIRING / "README.md"
CHECKLISTS = WIRING / "checklists.md"
_INTRODUCTION = Path(__file__).with_name("building.txt").read_text("utf-8")


FIGURES = Path(__file__).with_name("printing.json")
"""What the slicer says of each build; `make case` writes it."""
_SIZES = (
    "All in millimetres; an opening has its tolerance in it. **Nobody has held a size against a"
    " real part yet**: the source\nsays whether it is from a board file, a drawing, a model that"
    " others print, memory, or an estimate. Modules without a brand\ndiffer by a millimetre: print"
    " the gauge first, and try the parts in.\n"
)


_TOUCH = """\
- Raspberry Pi OS finds Raspberry Pi's own screens, and those on HDMI and USB, by itself.
- [The kiosk](../systemd/README.md#a-touch-screen) says which Raspberry Pi has the memory for it.
"""


def _real_builds() -> list[Build]:
    """Return the builds that are made for a real board."""
    return [build for build in map(load, builds.build_names()) if not build.is_emulated]


def wired_builds() -> list[Build]:
    """Return those of which something goes to a header."""
    return [build for build in _real_builds() if not build.touch]


def _builds_page() -> str:
    builds = _real_builds()
    index = "\n".join(f"- [{build.name}](#{build.name}): {build.about}" for build in builds)
    sizes = ["## The sizes of parts\n", _SIZES, _sizes_table()]
    return "\n".join([_INTRODUCTION, index, "", *map(_build_section, builds), *sizes])


def _diagram_files() -> dict[Path, str]:
    """Return all that is generated as text, with what belongs in it."""
    texts = {PAGE: _builds_page(), CHECKLISTS: checklists_page(_real_builds())}
    for build in wired_builds():
        texts[WIRING / "pictures" / f"{build.name}.svg"] = wiring_diagram(build)
        texts[_template_path(build, "svg")] = template_svg(_sheet_of(build))
    return texts


def _paper_files() -> dict[Path, bytes]:
    """Return the templates as PDF; they need reportlab."""
    return {
        _template_path(build, "pdf"): template_pdf(_sheet_of(build)) for build in wired_builds()
    }


def _template_path(build: Build, suffix: str) -> Path:
    return WIRING / "templates" / f"{build.name}.{suffix}"


def _sheet_of(build: Build) -> TemplateSheet:
    assert build.panel, f"{build.name}.toml has no [panel]"
    return template_sheet(build, build.panel)


def _build_section(build: Build) -> str:
    """Return the steps of a build, each with its picture."""
    about = build.about[:1].upper() + build.about[1:]
    wires = [f"- {note}" for note in pin_table.wire_notes(build)]
    start = f"![The first start of {build.name}](pictures/{build.name}.start.png)\n"
    if build.touch:
        steps = ["**Connect**\n", *wires, _TOUCH]
        start = "![The touch table](pictures/touch.png)\n"
    else:
        rows = [row.cells() for row in pin_table.pin_rows(build)]
        steps = [
            "**Plug or solder**\n",
            f"![The wires of the build {build.name}](pictures/{build.name}.svg)\n",
            *wires,
            "",
            _markdown_table(pin_table.HEAD, rows),
            "**Case**\n",
            _case_lines(build),
        ]
    return "\n".join(
        [
            f"## {build.name}\n",
            f"{about} ([{build.name}.toml]({build.name}.toml)).\n",
            "**Buy**\n",
            _markdown_table(pin_table.PARTS_HEAD, pin_table.component_parts(build)),
            f"**Copy** what is in `card-{build.name}.zip` onto the card.\n",
            *steps,
            "**Switch on**\n",
            start,
        ]
    )


def _case_lines(build: Build) -> str:
    """Return the lines on a build's case: its picture, its template, what printing it takes."""
    assert build.panel
    panel = build.panel
    printing = json.loads(FIGURES.read_text("utf-8")).get(build.name)
    if printing is None:
        raise SystemExit(f"{build.name} was never sliced: run `make case` first, with prusa-slicer")
    rows = [(f"{piece}.stl", *figures.split(", ")) for piece, figures in printing.items()]
    return "\n".join(
        [
            f"![The finished {build.name}](pictures/{build.name}.case.png)\n",
            f"Its face is {panel.width:g} x {face_height(panel):g} mm. The drilling template:"
            f" [PDF](templates/{build.name}.pdf), [SVG](templates/{build.name}.svg).\n"
            f"`case-{build.name}.zip` of the release has what a printer needs.\n",
            f"![The drilling template of {build.name}](templates/{build.name}.svg)\n",
            _markdown_table(("Print", "Filament", "Time", "About"), rows),
        ]
    )


def _sizes_table() -> str:
    """Return the table of the sizes of parts, with their sources."""
    rows = [
        (
            f"`{kind}`",
            _outline_size(size.hole),
            _outline_size(size.body),
            f"{size.depth:g}",
            size.source,
        )
        for kind, size in PARTS.items()
    ]
    boards: dict[str, BoardSize | ComputerSize] = {**BOARDS, **COMPUTERS}
    rows += [
        (f"`{kind}`", "", _outline_size(one.size), "", one.source) for kind, one in boards.items()
    ]
    return _markdown_table(("Part", "Opening", "Body", "Depth", "Source"), rows)


def _outline_size(outline: Outline) -> str:
    if outline.is_round:
        return f"ø {outline.width:.1f}"
    return f"{outline.width:.1f} x {outline.height:.1f}"


def _markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return (
        "\n".join(
            "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
        )
        + "\n"
    )


if __name__ == "__main__":
    for path, text in _diagram_files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path, content in _paper_files().items():
        path.write_bytes(content)
