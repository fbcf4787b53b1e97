"""`companion wiring`: what goes to which pin of a build, what to buy, and the diagram."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from companion.commands.effective import build_of, effective_settings
from companion.commands.whole_file import save_result
from companion.errors import BadInput
from wiring.diagram import pin_table
from wiring.diagram.diagram import wiring_diagram
from wiring.reading.build import Build, load


def run(name: str | None, svg: str | None, template: str | None, out: TextIO) -> int:
    """Print the tables of a build, by default the one of this machine. Return the exit status."""
    build = load(name) if name else build_of(effective_settings().settings)
    print(f"{build.name}: {build.about}\n" if build.about else f"{build.name}\n", file=out)
    if rows := pin_table.pin_rows(build):
        _print_columns([pin_table.HEAD, *(row.cells() for row in rows)], out)
        print(file=out)
    for note in pin_table.wire_notes(build):
        print(note, file=out)
    if parts := pin_table.component_parts(build):
        print(file=out)
        _print_columns([pin_table.PARTS_HEAD, *parts], out)
    if svg is not None:
        save_result(Path(svg), wiring_diagram(build).encode())
        print(f"\nThe diagram is in {svg}", file=out)
    if template is not None:
        save_result(Path(template), _drilling_template(build, Path(template)))
        print(f"\nThe drilling template is in {template}; print it at 100 %", file=out)
    return 0


def _drilling_template(build: Build, file: Path) -> bytes:
    from wiring.template.drawing import template_svg
    from wiring.template.paper import template_pdf
    from wiring.template.sheet import template_sheet

    if build.panel is None:
        raise BadInput(
            f"{build.name} has no [panel], so nothing is known of its case; wiring/table.toml"
            " has one to copy"
        )
    if file.suffix not in (".svg", ".pdf"):
        raise BadInput(f"{file} ends with neither .svg nor .pdf, which are what can be written")
    drawn = template_sheet(build, build.panel)
    return template_svg(drawn).encode() if file.suffix == ".svg" else template_pdf(drawn)


def _print_columns(rows: Sequence[Sequence[str]], out: TextIO) -> None:
    """Columns as wide as their widest cell; the first one is numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [first.rjust(widths[0]), *map(str.ljust, others, widths[1:])]
        print("  ".join(cells).rstrip(), file=out)
