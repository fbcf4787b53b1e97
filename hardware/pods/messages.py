"""The messages of a pod, parsed from the text of a line (see `hardware.pods.firmware.protocol`)."""

from typing import Final, NamedTuple

from hardware.pods.firmware.protocol import TICKS, VERSION, number
from wiring.spec import Pod

_NONE: Final = "-"


class Hello(NamedTuple):
    """The pod starts again, at `at_ms` of its clock; with an unknown version the other fields are unknown."""

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


def lacks(hello: Hello, pod: Pod) -> str:
    """What the build says and the pod lacks, "" for nothing."""
    wrong = [f"no control {control}" for control in pod.controls if control not in hello.controls]
    if pod.strip and pod.strip.pixels > hello.pixels:
        wrong.append(f"{hello.pixels} pixels and not {pod.strip.pixels}")
    return " and ".join(wrong)


PodMessage = Hello | Moved | Beat | Lit


def parse(text: str) -> PodMessage | None:
    """The message of a line, None for one that no pod says."""
    match text.split(" "):
        case ["H", version, *_] if 0 <= number(version) != VERSION:
            return Hello(number(version))
        case ["H", version, name, firmware, controls, pixels, at] if _numbers(version, pixels, at):
            has = () if controls == _NONE else tuple(controls.split(","))
            return Hello(int(version), name, firmware, has, int(pixels), int(at) % TICKS)
        case ["D" | "U" as kind, count, at, control] if _numbers(count, at):
            return Moved(int(count), int(at) % TICKS, control, kind == "D")
        case ["T", at] if _numbers(at):
            return Beat(int(at) % TICKS)
        case ["L", turn] if _numbers(turn):
            return Lit(int(turn))
        case _:
            return None


def _numbers(*fields: str) -> bool:
    return all(number(field) >= 0 for field in fields)
