"""The page of checklists: for each build a sheet of A4 with what is bought, done and tried."""

from collections.abc import Iterator

from wiring.diagram import pin_table
from wiring.reading.build import Build

_HEAD = """\
<!-- Made by `make pictures` from the TOML files beside it; changes here are lost. -->

# Checklists

For each build a sheet of A4: print this page. [The builds](README.md) say how each step is done,
and [what to do when one fails](README.md#when-a-step-fails).

"""
BOX = "☐"
_CARD = (
    "Raspberry Pi OS Lite (Trixie, 64 bit) is written onto the card",
    "all that is in `card-{name}.zip` is copied onto its first partition, `bootfs`",
)
_CASE = (
    "the gauge is printed, and each part fits it",
    "shell and base are printed, the filament of the shell changed at 0.6 mm; or the template is"
    " printed at 100 %, and its line is 50 mm long",
)
_FIRST_START = (
    "the card is in, the power is on; after ten minutes and one restart it asks for the language",
    "*Learn*: a clue, a discard, a play and an undo",
    "the plug is pulled in a game: the same turn comes back",
)


def checklists_page(builds: list[Build]) -> str:
    """Return the page with a sheet for each build."""
    return _HEAD + "\n".join(map(_checklist_of, builds))


def _checklist_of(build: Build) -> str:
    """Return the sheet of a build."""
    groups = {
        "Bought": [f"{part.pieces} x {part.name}" for part in build.parts],
        "The card": [step.format(name=build.name) for step in _CARD],
        "The wires, with the power off": list(_wiring_steps(build)),
        "The case, if it gets one": [] if build.touch else _CASE,
        "The first start": _FIRST_START,
    }
    lines = [f"## {build.name}\n"]
    for title, steps in groups.items():
        if steps:
            lines += [f"**{title}**\n", *(f"- {BOX} {step}" for step in steps), ""]
    return "\n".join(lines)


def _wiring_steps(build: Build) -> Iterator[str]:
    """Yield the connections: a board, a screen, or each wire with its pin."""
    if build.touch:
        yield "the screen's flat cable, or HDMI and USB, and its power"
        return
    wires = [row for row in pin_table.pin_rows(build) if row.wire != "–"]
    if not wires:
        yield "the board sits on all 40 pins, and lies over the Raspberry Pi, not beside it"
        return
    parts = dict.fromkeys(row.part for row in wires)
    for part in parts:
        ends = (f"{_wire_end(row)} {row.terminal}" for row in wires if row.part == part)
        yield f"{part}: {f' {BOX} '.join(ends)}"
    yield "no wire of 3.3 V or 5 V touches ground"


def _wire_end(row: pin_table.PinRow) -> str:
    """Return the end of a wire: a pin of the header, or another part."""
    return f"**{row.pin}**" if row.pin else f"{row.elsewhere} →"
