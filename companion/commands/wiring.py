"""`companion wiring`: what goes to which pin of a build, what to buy, and the diagram."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from companion.commands.effective import build_of, effective
from companion.errors import CompanionError
from wiring.diagram import pin_table
from wiring.diagram.diagram import diagram
from wiring.reading.build import load


def run(name: str | None, svg: str | None, out: TextIO) -> int:
    """Print the tables of a build, by default the one of this machine; gives the exit status."""
    build = load(name) if name else build_of(effective().settings)
    print(f"{build.name}: {build.about}\n" if build.about else f"{build.name}\n", file=out)
    if rows := pin_table.rows(build):
        _print_table([pin_table.HEAD, *(row.cells() for row in rows)], out)
        print(file=out)
    for note in pin_table.notes(build):
        print(note, file=out)
    if parts := pin_table.parts(build):
        print(file=out)
        _print_table([pin_table.PARTS_HEAD, *parts], out)
    if svg is not None:
        _save(Path(svg), diagram(build))
        print(f"\nThe diagram is in {svg}", file=out)
    return 0


def _print_table(rows: Sequence[Sequence[str]], out: TextIO) -> None:
    """Columns as wide as their widest cell; the first one is numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [first.rjust(widths[0]), *map(str.ljust, others, widths[1:])]
        print("  ".join(cells).rstrip(), file=out)


def _save(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CompanionError(f"{file} cannot be written: {error.strerror or error}") from None
