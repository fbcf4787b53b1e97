"""Whether the GPIO lines of a build are free, or held by the companion itself; and who else holds them."""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from companion.errors import PanelError, one_line
from hardware.gpio.lines import LGPIO, LineUse
from hardware.health.check_result import CheckResult, note, ok, wrong
from hardware.health.machine import Machine
from hardware.health.mending import AS_ROOT, SERVICE
from wiring.spec import Build

_OVERLAYS: Final = "grep -n -e dtoverlay -e dtparam /boot/firmware/config.txt"


_OLD: Final = ("anon_inode:gpio-linehandle", "anon_inode:gpio-event")
"""What a program has open that asked in the kernel's first way, which does not tell for which line."""
_LONGEST: Final = 60
"""Letters of a program's command that are told."""


class PinHolder(NamedTuple):
    """The running companion: its processes, and whether it has got all of its lines, or is at it."""

    processes: Collection[int] = ()
    ready: bool = False
    starting: bool = False


class Holder(NamedTuple):
    """A program that holds a line, and the unit of systemd that it belongs to, "" for none."""

    process: int
    name: str
    unit: str


def used(build: Build) -> dict[int, str]:
    """What a build has on each of its lines."""
    parts: dict[int, str] = {}
    if build.screen and build.screen.dc is not None:
        parts[build.screen.dc] = "the display's D/C"
    if build.screen and build.screen.reset is not None:
        parts[build.screen.reset] = "the display's reset"
    if build.lights:
        for place, light in build.lights.places().items():
            parts[light.pin] = " ".join(filter(None, ("a light of", place.group, place.part)))
    if build.encoder:
        parts |= dict.fromkeys(build.encoder, "the encoder")
    return parts | {pin: control for control, pin in build.buttons.items()}


def lines(machine: Machine, build: Build, companion: PinHolder) -> Iterator[CheckResult]:
    """Whether each line is free, or the companion's own."""
    wanted = used(build)
    if not wanted:
        return
    try:
        seen = machine.lines(build.board, sorted(wanted))
    except (OSError, PanelError) as error:
        mend = "" if machine.user() == "root" else AS_ROOT
        yield note("lines", f"who holds the lines could not be asked ({error})", mend)
        return
    held = {number: line for number, line in seen.items() if line.used}
    holders = _holders(machine, held) if held else {}
    others = [
        _result(machine, number, wanted[number], line, companion, holders.get(number, []))
        for number, line in held.items()
        if not _own(line, companion, holders.get(number, []))
    ]
    yield from others
    if not others:
        whose = "free"
        if held:
            known = all(holders.get(number) for number in held)
            whose = (
                "the companion's own"
                if known
                else "held as the companion does, and only root sees by whom"
            )
        yield ok("lines", f"the {len(wanted)} GPIO lines of the build are {whose}")


def _own(line: LineUse, companion: PinHolder, holders: list[Holder]) -> bool:
    """Whether the companion holds a line."""
    if holders:
        return all(each.process in companion.processes or each.unit == SERVICE for each in holders)
    return line.consumer == LGPIO and companion.ready


def _result(
    machine: Machine,
    number: int,
    what: str,
    line: LineUse,
    companion: PinHolder,
    holders: list[Holder],
) -> CheckResult:
    """Who else holds a line, and how it gets free."""
    name, held = f"GPIO {number}", f"GPIO {number}, the build's for {what}, is held"
    others = [
        each for each in holders if each.process not in companion.processes and each.unit != SERVICE
    ]
    if others:
        process, program, unit = others[0]
        told = f"{held} by {program} (process {process})"
        if unit:
            return wrong(name, f"{told} of {unit}", f"sudo systemctl disable --now {unit}")
        return wrong(name, told, f"sudo kill {process}")
    by = f'something that calls itself "{line.consumer}"' if line.consumer else "the kernel"
    if machine.user() == "root":
        return wrong(name, f"{held} by {by}, and by no program: an overlay has it", _OVERLAYS)
    if line.consumer == LGPIO and companion.starting:
        return note(
            name,
            f"{held} by a program with lgpio: the companion, which starts, or another",
            AS_ROOT,
        )
    return wrong(name, f"{held} by {by}, not by the companion", AS_ROOT)


def _holders(machine: Machine, held: Mapping[int, LineUse]) -> dict[int, list[Holder]]:
    """The programs that hold lines, as far as this user may see them: root sees all."""
    found: dict[int, list[Holder]] = {}
    old: list[Holder] = []
    for folder in machine.found("/proc/[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            for file in machine.found(f"{folder}/fdinfo/*"):
                for number in re.findall(
                    r"^gpio-line:\s*(\d+)", machine.text(file) or "", re.MULTILINE
                ):
                    found.setdefault(int(number), []).append(_holder(machine, folder))
                if machine.link(file.replace("/fdinfo/", "/fd/")) in _OLD:
                    old.append(_holder(machine, folder))
    for number in held.keys() - found.keys():
        # These are told apart by the name that they gave the kernel, which is mostly their own.
        if mine := [
            each for each in old if held[number].consumer and held[number].consumer in each.name
        ]:
            found[number] = mine[:1]
    return found


def _holder(machine: Machine, folder: str) -> Holder:
    process = int(folder.rpartition("/")[2])
    words = (machine.text(f"{folder}/cmdline") or "").replace("\0", " ").strip()
    place = machine.text(f"{folder}/cgroup") or ""
    unit = place.rpartition("/")[2] if "/system.slice/" in place else ""
    return Holder(process, one_line(words[:_LONGEST]) or "a program", unit)
