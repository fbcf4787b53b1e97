"""The page of a build has all that is bought and soldered, and can be read."""

import re

import pytest

from tests.rig.real_builds import REAL
from wiring.diagram import pin_table
from wiring.making import diagrams
from wiring.making.build_page import build_page
from wiring.reading.build import load

PAGES = [diagrams.WIRING / f"{name}.md" for name in ("README", *REAL)]


@pytest.mark.parametrize("name", REAL)
def test_each_wire_and_each_part_has_a_box(name: str) -> None:
    build = load(name)
    page = " ".join(build_page(build).split())
    wires = [row for row in pin_table.pin_rows(build) if row.wire != "–"]
    for row in wires:
        begin = f"**{row.pin}** " if row.pin else f"{row.elsewhere} → "
        box = f"☐ {'' if row.elsewhere.startswith('piece') else begin}{row.terminal}"
        assert box in page
    joined = re.findall(r"\| (☐ [^|]+) \|", page)
    soldered = re.findall(r"☐ (?:\*\*\d+\*\*|[^☐.]+ →) ", page)
    assert sum(cell.count("☐") for cell in joined) + len(soldered) == len(wires)
    assert (f"You solder {len(wires)} wires." in page) == bool(wires)
    assert all(f"{part.name}, " in page for part in build.parts)


def test_a_bent_plug_is_put_in_where_one_is_bought() -> None:
    for name in REAL:
        build = load(name)
        bought = any("bent plug" in part.name for part in build.parts)
        assert ("Put the bent plug" in build_page(build)) == bought
