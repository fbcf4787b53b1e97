"""`companion doctor`: why it does not work, a line for each thing, with what mends it.

`table.toml` says what is looked at, by which probe, what is said of what it finds, and what to do.
"""

import json
import os
import queue
import sys
import threading
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any, Final, TextIO

from companion import __version__, settings
from companion.commands.doctor import program, service
from companion.commands.doctor.table import CheckResult, fault, is_well, table, told
from companion.errors import PanelError
from companion.settings import Settings
from hardware.health.found import Found, found
from hardware.health.machine import Machine
from hardware.health.mending import SERVICE, restart
from hardware.opening import open_panel
from wiring.reading.build import Build, build_text
from wiring.spec import REAL

PATIENCE_S: Final = 30.0
"""A probe that hangs is not waited for longer."""


Case = dict[str, Any]
"""What the probes take, by the names that the rows have for it; None for what is not there."""


def results(
    machine: Machine, name: str | None
) -> tuple[Settings | None, Build | None, list[CheckResult]]:
    """Return settings and build (None with mistakes), and the results of all rows without a person.

    Where the settings are those of the installed service, it is the service that must be able to
    use the parts and the folder of the games, for any user.
    """
    case, seen = _examine(machine, name)
    return case["settings"], case["build"], list(seen)


def _examine(machine: Machine, name: str | None) -> tuple[Case, Iterator[CheckResult]]:
    """Return what is looked at, and what is found there."""
    served = service.look(machine)
    chosen, begun = program.configured(machine)
    if settings.own_file(os.environ) == settings.INSTALLED:
        machine = machine.driven_by(service.account(machine, served))
    build, of_build = program.built(machine, name, chosen)
    case = {
        "machine": machine,
        "served": served,
        "settings": chosen,
        "build": build,
        "board": REAL,
        "pins": None,
        "unit": "",
        "runs": served.value("ActiveState") in ("active", "activating"),
        "bench": None,
    }
    if build:  # else it may want a Raspberry Pi
        case["board"] = build.board.kind
    has_pins = machine.model or machine.files("/dev/gpiochip*")
    if has_pins and case["board"] == REAL:
        case["pins"] = build
    if served.number("MainPID"):
        case["unit"] = SERVICE
    if chosen and not case["runs"]:
        case["runs"] = program.runs(chosen.socket)
    return case, _walk(case, [*begun, *of_build])


def _walk(case: Case, begun: list[Found]) -> Iterator[CheckResult]:
    """Yield what is said of what was found already, and of what each row finds.

    A row counts that has all that its probe takes, on the bench only one that needs it.
    """
    for what in begun:
        yield _told(case, what)
    for probe, takes in table()["rows"].items():
        values = [case[name] for name in takes.split()]
        if None not in values and (takes == "bench") == bool(case["bench"]):
            for what in carefully(probe, values, None if case["bench"] else PATIENCE_S):
                yield _told(case, what)


def _told(case: Case, what: Found) -> CheckResult:
    """Return what the table says of this, in the words for who drives the parts."""
    driver = case["machine"].driver
    by = " by the service" if driver else ""
    name = driver.name if driver else ""
    return told(what, restart=restart(case["machine"]), by=by, driver=name)


def carefully(probe: str, values: list[Any], limit: float | None) -> list[Found]:
    """Return what a probe finds; one that fails or does not end within a limit is told as that."""
    seen: list[Found] = []
    module, _, title = probe.rpartition(".")

    def look() -> None:
        try:
            seen.extend(getattr(import_module(module), title)(*values))
        except PanelError as error:
            seen.append(fault("unread.broken", error, title=title))
        except Exception as error:
            kind = type(error).__name__
            seen.append(found("unread.error", title=title, kind=kind, why=str(error) or kind))

    thread = threading.Thread(target=look, name=title, daemon=True)
    thread.start()
    thread.join(limit)
    if thread.is_alive():
        return [*seen, found("unread.late", title=title, seconds=f"{limit:g}")]
    return seen


def run(
    name: str | None,
    as_json: bool,
    interactive: bool,
    out: TextIO,
    err: TextIO,
    machine: Machine | None = None,
) -> int:
    """Print what is right and what is wrong; gives the exit status, 0 if nothing is wrong.

    With `as_json` what is said to the person who tries the parts goes to `err`.
    """
    if name:
        build_text(name)  # else there is no such build; each mistake in it is a result
    case, everything = _examine(machine or Machine(), name)
    if interactive and case["build"]:
        everything = chain(everything, _tried(case, err if as_json else out))
    seen = []
    for result in everything:
        seen.append(result)
        if not as_json:
            print(result.line(), file=out, flush=True)
    if as_json:
        content = {
            "version": __version__,
            "build": case["build"] and case["build"].name,
            "well": is_well(seen),
            "findings": [result._asdict() for result in seen],
        }
        print(json.dumps(content, indent=1, ensure_ascii=False), file=out)
    return int(not is_well(seen))


def _tried(case: Case, to: TextIO) -> Iterator[CheckResult]:
    """Walk the rows that need a person, unless there are no parts, or a companion has them."""
    from companion.commands.doctor.trial import Bench, opened

    build = case["build"]
    if build.is_emulated or case["runs"]:
        yield _told(case, found("parts.emulated" if build.is_emulated else "parts.taken"))
        return
    try:
        panel = open_panel(build)
    except PanelError as error:
        yield _told(case, fault("parts.broken", error))
        return
    say = partial(print, "     ", file=to, flush=True)
    with opened(Bench(panel, build, say, partial(confirm, to), queue.SimpleQueue())) as bench:
        yield from _walk({**case, "bench": bench}, [])


def confirm(to: TextIO, question: str) -> bool | None:
    """Ask the person at the terminal, who cannot answer if there is none."""
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    print(f"      {question} [Y/n] ", end="", file=to, flush=True)
    return not sys.stdin.readline().strip().lower().startswith("n")
