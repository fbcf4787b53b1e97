"""The command behind `make bench`: measure, print a table, and write it with its machine."""

import argparse
import os
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.bench.bus import bus
from tests.bench.drawing import drawing
from tests.bench.figures import Figure, table
from tests.bench.idle import idle
from tests.bench.instructions import instructions, starts
from tests.bench.journal import journal
from tests.bench.memory import memory
from tests.bench.presses import burdens, presses
from tests.bench.processes import memory_disk
from tests.bench.rules import rules
from tests.bench.touch import touch

FIGURES: Final = Path(__file__).with_name("figures.md")
"""All of them at once, in full."""
Amount = tuple[float | None, ...]
"""How much of everything a part measures: its arguments, in their order."""


class Part(NamedTuple):
    """A part of the table: its name, its title, how it is measured, and how much of it.

    moment: so little that no figure means anything; it only shows that all still runs.
    """

    name: str
    title: str
    measure: Callable[..., list[Figure]]
    moment: Amount
    quick: Amount
    full: Amount


PARTS = (
    Part("press", "A press, bus and disk apart", presses, (1,), (60,), (300,)),
    Part("burdens", "A press under burdens", burdens, (1, 4), (20, 1000), (60, 1000)),
    Part("journal", "The journal of the games", journal, (5,), (60,), (400,)),
    Part("touch", "The touch table in a browser", touch, (1,), (1,), (5,)),
    Part("bus", "The display's bus", bus, (1, 4), (2, None), (40, None)),
    Part("drawing", "Drawing", drawing, (1, 4, 1), (1, None, 5), (2, None, 15)),
    Part("start", "Start", starts, (1,), (3,), (9,)),
    Part("instructions", "Instructions", instructions, (1,), (1,), (2,)),
    Part("memory", "Memory", memory, (1,), (1,), (3,)),
    Part("idle", "Idling", idle, (1,), (5,), (60,)),
    Part("rules", "Rules", rules, (1, 0), (3, 0.5), (7, 0.5)),
)


def machine() -> str:
    """Return the computer that the figures are of, and how busy it is."""
    processor = re.search(r"(?:model name|Model)\s*: (.+)", Path("/proc/cpuinfo").read_text())
    return (
        f"{os.cpu_count()} processors, {processor[1] if processor else platform.machine()}, with a"
        f" load of {os.getloadavg()[0]:.1f}; Python {platform.python_version()},"
        f" {platform.system()} {platform.release()}"
    )


def main(argv: Sequence[str]) -> None:
    """Measure what is asked for, one part after the other."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", help="only these: " + ", ".join(part.name for part in PARTS)
    )
    parser.add_argument(
        "--quick", action="store_true", help="fewer of everything, in about a minute"
    )
    parser.add_argument("--file", type=Path, help="write the figures there; a whole run needs none")
    args = parser.parse_args(argv)
    if unknown := set(args.parts) - {part.name for part in PARTS}:
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    tempfile.tempdir = memory_disk()
    told = [f"# Figures of {machine()}\n"]
    for part in PARTS:
        if args.parts and part.name not in args.parts:
            continue
        figures = part.measure(*(part.quick if args.quick else part.full))
        told.append(table(part.title, figures))
        print(told[-1], flush=True)
    file = args.file or (None if args.parts or args.quick else FIGURES)
    if file:
        file.write_text("\n".join(told))


if __name__ == "__main__":
    main(sys.argv[1:])
