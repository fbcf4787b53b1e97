"""Figures: samples of the companion beside others, and what they may be at most."""

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Sample(NamedTuple):
    """Values of one kind that were measured one after the other, in `unit`."""

    values: tuple[float, ...]
    unit: str = ""

    @property
    def median(self) -> float:
        """The one in the middle."""
        return statistics.median(self.values)

    @property
    def p99(self) -> float:
        """Of a hundred values, ninety-nine are not above this one."""
        ordered = sorted(self.values)
        return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]

    def told(self) -> str:
        """Return the median, and the 99th percentile where there are values enough for one."""
        if not self.values:
            return ""
        tail = f", p99 {_rounded(self.p99)}" if len(self.values) >= 40 else ""
        return f"{_rounded(self.median)} {self.unit}".rstrip() + tail


class Figure(NamedTuple):
    """One line of the table.

    ours: of the companion. theirs: of what it stands beside, which `against` names. ratios: ours
    through theirs, one for each time that both were measured side by side. at_most: the target, of
    the `judged` ("ratio", or "value" for what is counted); None for a figure that is only told.
    note: what else is to be known.
    """

    name: str
    ours: Sample
    against: str = ""
    theirs: Sample = Sample(())
    ratios: tuple[float, ...] = ()
    at_most: float | None = None
    judged: str = "ratio"
    note: str = ""

    @property
    def value(self) -> float | None:
        """What is held against the target."""
        if self.judged == "ratio":
            return statistics.median(self.ratios) if self.ratios else None
        return self.ours.median if self.ours.values else None

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached; None where there is none, or nothing was measured."""
        if self.at_most is None or self.value is None:
            return None
        return self.value <= self.at_most


def beside(
    name: str,
    ours: Iterable[float],
    theirs: Iterable[float],
    against: str,
    unit: str,
    at_most: float | None = None,
) -> Figure:
    """Return a figure of two series that were measured in turn, one value of each at a time."""
    mine, others = tuple(ours), tuple(theirs)
    ratios = tuple(one / other for one, other in zip(mine, others, strict=True))
    return Figure(name, Sample(mine, unit), against, Sample(others, unit), ratios, at_most)


def series_beside(
    name: str, ours: Sequence[float], theirs: Sequence[float], against: str, at_most: float
) -> Figure:
    """Return a figure of two series of seconds, each judged by the medians of its stretches."""
    figure = beside(name, _blocks(ours), _blocks(theirs), against, "ms", at_most)
    return figure._replace(ours=_milliseconds(ours), theirs=_milliseconds(theirs))


def _milliseconds(seconds: Sequence[float]) -> Sample:
    return Sample(tuple(value * 1e3 for value in seconds), "ms")


def skipped(name: str, why: str) -> Figure:
    """Return a figure that cannot be measured here."""
    return Figure(name, Sample(()), note=f"not measured: {why}")


def _blocks(values: Sequence[float], count: int = 5) -> list[float]:
    """Return the medians of `count` stretches of a series, so that two series have a ratio with a
    spread.
    """
    size = max(1, len(values) // count)
    return [
        statistics.median(values[at : at + size])
        for at in range(0, size * min(count, len(values)), size)
    ]


def table(title: str, figures: Iterable[Figure]) -> str:
    """Return the figures as a table in Markdown, for people in a terminal too."""
    rows = [(title, "here", "beside it", "ratio", "at most", ""), *map(_row, figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    lines.insert(1, " | ".join("-" * max(3, width) for width in widths))
    return "\n".join(f"| {line} |" for line in lines) + "\n"


def _row(figure: Figure) -> tuple[str, ...]:
    ratio = theirs = limit = ""
    if figure.ratios:
        low, high = min(figure.ratios), max(figure.ratios)
        ratio = f"{_rounded(statistics.median(figure.ratios))}x"
        ratio += f" ({_rounded(low)} to {_rounded(high)})" if high > low else ""
        theirs = f"{figure.against}: {figure.theirs.told()}".removesuffix(": ")
    if figure.at_most is not None:
        unit = "x" if figure.judged == "ratio" else f" {figure.ours.unit}".rstrip()
        limit = f"{figure.at_most:.3g}{unit}"
        limit += {True: "", False: ": MISSED", None: ": ?"}[figure.reached]
    return figure.name, figure.ours.told(), theirs, ratio, limit, figure.note


def _rounded(value: float) -> str:
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3f}"
