"""What a probe finds: a line of the doctor's table, and what its sentence names."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Found(NamedTuple):
    """A line of the table (`computer.pi`: its section and its key), and the facts in it."""

    line: str
    facts: Mapping[str, object]


Probe = Iterator[Found]


def found(line: str, **facts: object) -> Found:
    """Return that a line of the table is so."""
    return Found(line, facts)
