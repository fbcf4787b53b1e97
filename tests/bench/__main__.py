"""The command behind `make bench`: measure, print a table, and write a file where one is named."""

import argparse
import json
import platform
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench.bus import bus, press_to_glass
from tests.bench.copied import copied
from tests.bench.drawing import drawing
from tests.bench.figures import Figure, table
from tests.bench.growth import growth
from tests.bench.idle import idle, idle_on_lines
from tests.bench.instructions import instructions
from tests.bench.memory import memory
from tests.bench.page import page
from tests.bench.presses import burdens, presses
from tests.bench.processes import memory_disk
from tests.bench.rules import rules
from tests.bench.starts import starts
from tests.bench.voice import voice


class Part(NamedTuple):
    """A part of the table: its name, its title, and how it is measured, quickly or in full."""

    name: str
    title: str
    measure: Callable[[bool], list[Figure]]


def _press(quick: bool) -> list[Figure]:
    figures = presses(60 if quick else 300)
    acknowledged, _, sent = (figure.ours.median for figure in figures)
    return [*figures, *press_to_glass(1 if quick else 3, acknowledged, sent)]


PARTS = (
    Part("press", "A press, bus and disk apart; then with the bus", _press),
    Part("burdens", "A press under burdens", lambda quick: burdens(20 if quick else 60)),
    Part("copy", "The text copy of the games", lambda quick: copied(60 if quick else 400)),
    Part("page", "The page", lambda quick: page(40 if quick else 200)),
    Part("bus", "The display's bus", lambda quick: bus(2 if quick else 40)),
    Part("drawing", "Drawing", lambda quick: drawing(1 if quick else 2, 5 if quick else 15)),
    Part("start", "Start", lambda quick: starts(3 if quick else 9)),
    Part("instructions", "Instructions", lambda quick: instructions(1 if quick else 2)),
    Part("memory", "Memory", lambda quick: memory(1 if quick else 3)),
    Part("idle", "Idling", lambda quick: idle(5 if quick else 60)),
    Part("lines", "Idling on real lines", lambda quick: idle_on_lines(5 if quick else 60)),
    Part("voice", "The voice", lambda quick: voice(12 if quick else 60, 5 if quick else 60)),
    Part("rules", "Rules", lambda quick: rules(3 if quick else 7)),
    Part(
        "growth",
        "Growth",
        lambda quick: growth(10_000, 3, 40) if quick else growth(100_000, 7, 60),
    ),
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
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there too")
    args = parser.parse_args(argv)
    if unknown := set(args.parts) - {part.name for part in PARTS}:
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    tempfile.tempdir = memory_disk()
    told: dict[str, Any] = {"machine": f"{platform.machine()}, Python {platform.python_version()}"}
    for part in PARTS:
        if args.parts and part.name not in args.parts:
            continue
        figures = part.measure(args.quick)
        print(table(part.title, figures), flush=True)
        told[part.name] = [figure.json() for figure in figures]
    if args.json:
        args.json.write_text(json.dumps(told, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
