"""The messages of a pod, parsed from the text of a line (see `hardware.pods.firmware.protocol`)."""

from typing import NamedTuple

from hardware.pods.firmware.protocol import TICKS, VERSION, number_of
from wiring.spec import Pod


class Hello(NamedTuple):
    """The pod starts again, at `at_ms` of its clock; other versions have no fields but theirs."""

    version: int
    name: str = ""
    firmware: str = ""
    controls: tuple[str, ...] = ()
    pixels: int = 0
    at_ms: int = 0


class Moved(NamedTuple):
    """A control went down or up; reports are numbered from 1 after each hello."""

    number: int
    at_ms: int
    control: str
    down: bool


class Beat(NamedTuple):
    """A sign of life."""

    at_ms: int


class Lit(NamedTuple):
    """The lights of that turn are shown."""

    turn: int


def missing_parts(hello: Hello, pod: Pod) -> str:
    """Return the parts of the build that the pod lacks, "" for none."""
    missing = [f"no control {control}" for control in pod.controls if control not in hello.controls]
    if pod.strip and pod.strip.pixels > hello.pixels:
        missing.append(f"{hello.pixels} pixels and not {pod.strip.pixels}")
    return " and ".join(missing)


PodMessage = Hello | Moved | Beat | Lit


def parse_message(text: str) -> PodMessage | None:
    """Return the message of a line, None for one that no pod says."""
    match text.split(" "):
        case ["H", version, *_] if 0 <= number_of(version) != VERSION:
            return Hello(number_of(version))
        case ["H", version, name, firmware, names, pixels, at] if _are_numbers(version, pixels, at):
            controls = () if names == "-" else tuple(names.split(","))
            return Hello(int(version), name, firmware, controls, int(pixels), int(at) % TICKS)
        case ["D" | "U" as kind, count, at, control] if _are_numbers(count, at):
            return Moved(int(count), int(at) % TICKS, control, kind == "D")
        case ["T", at] if _are_numbers(at):
            return Beat(int(at) % TICKS)
        case ["L", turn] if _are_numbers(turn):
            return Lit(int(turn))
    return None


def _are_numbers(*fields: str) -> bool:
    return all(number_of(field) >= 0 for field in fields)
