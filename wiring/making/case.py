"""`make case`: the printed case of each build, or of the one that is named, in dist/case/."""

import json
import sys
from pathlib import Path

from companion.errors import WiringError
from wiring.making import slicer
from wiring.making.build_page import FIGURES
from wiring.making.diagrams import wired_builds
from wiring.panel.fitting import face_height
from wiring.reading.build import Build, load
from wiring.spec import FrontPanel
from wiring.template.drawing import template_svg
from wiring.template.paper import template_pdf
from wiring.template.sheet import template_sheet

FOLDER = Path(__file__).parents[2] / "dist" / "case"
PIECES = ("shell", "base", "gauge")
TOLERANCE_MM = 0.01
_TOO_LARGE = (
    "The face is {:g} x {:g} mm, and many printers print no more than {:g} x {:g} mm: cut the"
    " pieces in two in the slicer, or drill a bought box by the template."
)


def main(names: list[str], folder: Path = FOLDER) -> int:
    """Make the cases of these builds, of all without any. Return the exit status."""
    try:
        builds = [load(name) for name in names] if names else wired_builds()
    except WiringError as error:
        print(error, file=sys.stderr)
        return 2
    written = {}
    for build in builds:
        if build.panel is None:
            print(
                f"{build.name} has no [panel], so nothing is known of its case; wiring/table.toml"
                " has one to copy",
                file=sys.stderr,
            )
            return 2
        written[build.name] = _write_case(build, build.panel, folder / build.name)
    if not names and not slicer.missing_slicer():
        FIGURES.write_text(json.dumps(written, indent=1) + "\n", "utf-8")
    return 0


def _write_case(build: Build, panel: FrontPanel, folder: Path) -> dict[str, str]:
    """Write the files of a build, print what the slicer says of each, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = template_sheet(build, panel)
    (folder / "template.svg").write_text(template_svg(drawn), "utf-8")
    (folder / "template.pdf").write_bytes(template_pdf(drawn))
    said = {}
    for piece in PIECES:
        _export_solids(build, panel, piece, folder)
        said[piece] = _slicer_figures(folder, piece)
        print(f"{folder / piece}.stl  {said[piece]}")
    if max(panel.width, face_height(panel)) > slicer.BED_MM:
        print(_TOO_LARGE.format(panel.width, face_height(panel), slicer.BED_MM, slicer.BED_MM))
    print("No size has been checked against a real part: print the gauge first,")
    print("and try the parts in it.")
    return said


def _export_solids(build: Build, panel: FrontPanel, piece: str, folder: Path) -> None:
    """Write a piece as STL and as STEP."""
    from build123d import export_step, export_stl

    from wiring.case.pieces import printed_piece

    solid = printed_piece(build, panel, piece)
    stl = str(folder / f"{piece}.stl")
    export_stl(solid, stl, tolerance=TOLERANCE_MM, angular_tolerance=0.1)
    export_step(solid, str(folder / f"{piece}.step"))


def _slicer_figures(folder: Path, piece: str) -> str:
    """Return the slicer's figures of a piece, or why there are none."""
    if why := slicer.missing_slicer():
        return f"(its filament and hours: {why})"
    sliced = slicer.slice_part(folder / f"{piece}.stl", folder / f"{piece}.gcode")
    (folder / f"{piece}.gcode").unlink()
    return _told_sizes(sliced)


def _told_sizes(sliced: slicer.Sliced) -> str:
    """Return grams, time and price, none of which is ever nothing."""
    minutes = 60 * sliced.hours
    time = f"{sliced.hours:.1f} h" if minutes >= 60 else f"{max(1, minutes):.0f} min"
    weight = f"{sliced.grams:.0f} g" if sliced.grams >= 10 else f"{sliced.grams:.1f} g"
    return f"{weight}, {time}, {max(0.01, sliced.euros):.2f} EUR"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
