"""prusa-slicer: what a printed part takes of filament, time and money, by its own figures."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

PROGRAM = "prusa-slicer"
EUR_A_KILO = 25.0
"""What a kilogram of PLA costs, about."""
BED_MM = 220
"""The breadth of a common printer's bed."""
SETTINGS = {
    "layer-height": "0.2",
    "first-layer-height": "0.2",
    "nozzle-diameter": "0.4",
    "perimeters": "3",
    "fill-density": "15%",
    "bed-shape": f"0x0,{BED_MM}x0,{BED_MM}x{BED_MM},0x{BED_MM}",
    "center": f"{BED_MM // 2},{BED_MM // 2}",
    "filament-type": "PLA",
    "filament-diameter": "1.75",
    "filament-density": "1.24",
    "filament-cost": str(EUR_A_KILO),
    "temperature": "210",
    "bed-temperature": "60",
    "perimeter-speed": "45",
    "infill-speed": "80",
}
"""A common printer; nothing is supported."""

_HOURS = {"d": 24.0, "h": 1.0, "m": 1 / 60, "s": 1 / 3600}
_COMPLAINT = re.compile("warning|error|stability|empty", re.IGNORECASE)


class Sliced(NamedTuple):
    """What a slicer says of a part: grams, hours, euros, and what it warns of."""

    grams: float
    hours: float
    euros: float
    warnings: tuple[str, ...]
    supports: bool


def missing_slicer() -> str:
    """Return the reason why nothing can be sliced here, "" if it can."""
    return "" if shutil.which(PROGRAM) else f"needs {PROGRAM} (`apt install {PROGRAM}`)"


def slice_part(stl: Path, gcode: Path) -> Sliced:
    """Slice a part as it lies."""
    words = [f"--{name}={value}" for name, value in SETTINGS.items()]
    run = subprocess.run(
        [PROGRAM, "--export-gcode", *words, "--output", str(gcode), str(stl)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    told = (run.stdout + run.stderr).splitlines()
    text = gcode.read_text("utf-8")
    (time,) = re.findall(r"estimated printing time \(normal mode\) = (.+)", text)
    return Sliced(
        _figure_of(r"filament used \[g\] = ([\d.]+)", text),
        sum(float(count) * _HOURS[unit] for count, unit in re.findall(r"(\d+)([dhms])", time)),
        _figure_of(r"filament cost = ([\d.]+)", text),
        tuple(line for line in told if _COMPLAINT.search(line)),
        ";TYPE:Support" in text,
    )


def _figure_of(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    assert found, pattern
    return float(found[1])
