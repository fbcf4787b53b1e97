"""The page of a build: what to buy, the diagram, and the order of work with boxes to tick."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import fill
from typing import Final

from wiring.diagram import pin_table
from wiring.diagram.components import SUIT_NAMES
from wiring.diagram.netlist import netlist
from wiring.panel.fitting import face_height, is_plugged_in_front, pixels_on
from wiring.reading.build import Build
from wiring.spec import FrontPanel, I2c, LightPlace, ShoppingItem

FIGURES: Final = Path(__file__).with_name("printing.json")
"""What the slicer says of each build; `make case` writes it."""

_NO_BREAK: Final = "\u00a0"
_KEPT: Final = re.compile(" (?!☐)")
_COLUMNS: Final = 118
_BENT_PLUG: Final = (
    "Put the bent plug into the power socket, which faces the players, and lay its cable to the"
    " back."
)
_I2C_MODULE: Final = (
    "Set the display to I2C as its back shows, on most modules by moving a resistor. Its CS and DC,"
    " if it has them, go to GND."
)
_SHIFTER: Final = (
    "Solder the socket of the shifter onto the stripboard. Join its legs 1, 4 and 7 there, with the"
    " unused 9, 10, 12 and 13. Put 100 nF between 14 and 7.",
    "Solder the capacitor of 1000 µF across +5 V and GND of piece 1, its stripe at GND.",
    "Lead the two wires of the supply through the opening at the back, above the plug.",
)
_FEED: Final = (
    "Screw the wires of the strip and the USB lead to the supply: red to +, black to –. The lead's"
    " plug goes into the Raspberry Pi. Never feed the strip from the header.",
)
_STRIP_CHECK: Final = (
    ", nor\n  between the two wires of the supply. The capacitor may make it beep for a moment"
)
_GROUPS: Final = {"clue": "clue tokens", "fuse": "fuses", "seat": "seats"}


def build_page(build: Build) -> str:
    """Return the page of a build."""
    values = {
        "name": build.name,
        "about": f"{_capitalized(build.about)} ([TOML]({build.name}.toml)).",
        "parts": _parts_list(build),
        "start": _text_of("start").rstrip(),
    }
    if build.panel is None:
        return _text_of("touch").format(**values)
    values["case"] = _case_lines(build, build.panel)
    wires = [row for row in pin_table.pin_rows(build) if row.wire != "–"]
    if not wires:
        plug = [_BENT_PLUG] if is_plugged_in_front(build.panel) else []
        return _text_of("board").format(**values, plug=_boxes(plug))
    return _text_of("wired").format(
        **values,
        count=len(wires),
        below=_from_below(build),
        strip=_strip_lines(build, build.panel),
        first=_boxes(_first_steps(build)),
        wires="\n".join(_wire_lines(build, wires)),
        supply_check=_STRIP_CHECK if build.strip else "",
        feed=_boxes(_FEED if build.strip else ()),
    )


def _markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of these rows."""
    lines = [head, ["---"] * len(head), *rows]
    cells = (" | ".join(cell.replace("|", "\\|") for cell in line) for line in lines)
    return "".join(f"| {line} |\n" for line in cells)


def _text_of(name: str) -> str:
    return Path(__file__).with_name(f"{name}.txt").read_text("utf-8")


def _capitalized(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _wrapped(item: str) -> str:
    """Return an item of a list in lines that are not too long."""
    return fill(item, _COLUMNS, subsequent_indent="  ", break_on_hyphens=False)


def _boxes(steps: Iterable[str]) -> str:
    """Return the lines of these steps, each with a box."""
    return "".join(f"{_wrapped(f'- ☐ {step}')}\n" for step in steps)


def _parts_list(build: Build) -> str:
    """Return what to buy, with a box for each part, and what all costs."""
    total = sum(part.pieces * part.price_eur for part in build.parts)
    parts = map(_part_line, build.parts)
    return f"{_boxes(parts)}\nTogether they cost about {total:.0f} EUR.\n"


def _part_line(part: ShoppingItem) -> str:
    count = f"{part.pieces} x " if part.pieces > 1 else ""
    price = f"{part.pieces * part.price_eur:.2f} EUR".replace(".00", "")
    note = f": {part.note}" if part.note else ""
    return f"{count}{part.name}, {price}{note}"


def _from_below(build: Build) -> str:
    """Return what goes into a face from below."""
    return "display, LEDs and knob" if build.lights else "display and keys"


def _first_steps(build: Build) -> Iterator[str]:
    """Yield what is done before the wires: to the display, and to what feeds a strip."""
    screen = build.screen
    if screen and (screen.controller, type(screen.bus)) == ("ssd1309", I2c):
        yield _I2C_MODULE
    if build.strip:
        yield from _SHIFTER


def _case_lines(build: Build, panel: FrontPanel) -> str:
    """Return the steps to make a case, what printing it takes, and its template."""
    printing = json.loads(FIGURES.read_text("utf-8")).get(build.name)
    if printing is None:
        raise SystemExit(f"{build.name} was never sliced: run `make case` first, with prusa-slicer")
    template = f"templates/{build.name}"
    pieces = {piece: f"{piece} ({figures})" for piece, figures in printing.items()}
    steps = (
        f"[Print](README.md#the-case) the {pieces['gauge']} out of `case-{build.name}.zip`, and try"
        " each part in it.",
        f"Print {pieces['shell']} and {pieces['base']}. They are made for `{panel.computer}`;"
        " another `computer` in the TOML file needs another case.",
        f"Or drill a box by the template: [PDF]({template}.pdf), [SVG]({template}.svg). The face is"
        f" {panel.width:g} x {face_height(panel):g} mm.",
    )
    return f"{_boxes(steps)}\n![The drilling template of {build.name}]({template}.svg)\n"


def _strip_lines(build: Build, panel: FrontPanel) -> str:
    """Return the steps that make pieces of a strip, and join them again; "" without any."""
    pieces = len(panel.pieces)
    if pieces < 2:
        return ""
    steps = (
        f"Cut the strip across its copper pads into {pieces} pieces, and number them. Piece 1"
        " begins where the arrows begin.",
        "Glue each piece below its windows. Its arrows point from the first pixel to the last. The"
        " table has their places in millimetres from the left and the back edge, seen from above.",
        "Join each piece to the one before by four wires, 3 cm longer than the way: DO goes to DI"
        " (DATA), CO to CI (CLOCK). Heat-shrink tube covers them.",
    )
    head = ("Piece", "Pixels", "They show", "First", "Last", "Wires from the piece before")
    table = _markdown_table(head, list(_piece_rows(build, panel)))
    return f"\n**The strip**\n\n{_boxes(steps)}\n{table}"


def _piece_rows(build: Build, panel: FrontPanel) -> Iterator[tuple[str, ...]]:
    numbers = pixels_on(build)
    where = {
        numbers[part.light]: f"{part.x:.1f}, {part.y:.1f}"
        for part in panel.parts
        if part.light in numbers
    }
    rows = pin_table.pin_rows(build)
    for number, (first, last) in enumerate(panel.pieces, 1):
        shown = [place for place, pixel in numbers.items() if first <= pixel <= last]
        what = ", ".join(dict.fromkeys(map(_shown_group, shown)))
        joins = " ".join(
            f"☐ {row.terminal}" for row in rows if row.part == pin_table.piece_name(number)
        )
        ends = where.get(first, "–"), where.get(last, "–")
        yield str(number), f"{last - first + 1}: {first} to {last}", what, *ends, joins


def _shown_group(place: LightPlace) -> str:
    return SUIT_NAMES.get(place.part) or _GROUPS.get(place.group, place.group)


def _wire_lines(build: Build, wires: Sequence[pin_table.PinRow]) -> Iterator[str]:
    """Yield for each part what it is, and a box for each of its wires."""
    details = {}
    for component in netlist(build):
        details[component.name] = component.detail
        details |= {part.name: part.detail for part in component.beyond}
    for part, detail in details.items():
        ends = " ".join(f"☐ {_wire_end(row)} {row.terminal}" for row in wires if row.part == part)
        # What belongs to one box stays in one line.
        yield _wrapped(f"- {part} ({detail}): {_KEPT.sub(_NO_BREAK, ends)}").replace(_NO_BREAK, " ")


def _wire_end(row: pin_table.PinRow) -> str:
    """Return the end of a wire: a pin of the header, or another part."""
    return f"**{row.pin}**" if row.pin else f"{row.elsewhere} →"
