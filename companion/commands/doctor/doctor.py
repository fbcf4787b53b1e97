"""`companion doctor`: why it does not work, a line for each thing, with what mends it.

`table.toml` says what is looked at, by which probe, what is said of what it finds, and what to do.
"""

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any, Final, TextIO

from companion import __version__, settings
from companion.commands.doctor import program, service
from companion.errors import CompanionError, PanelError
from hardware.health.machine import Machine
from hardware.health.table import DOCTOR_TABLE, CheckResult, is_well, result_of, result_of_error
from hardware.opening import open_panel
from wiring.reading.build import build_text
from wiring.spec import REAL

PATIENCE_S: Final = 30.0
"""A probe that hangs is not waited for longer."""

Case = dict[str, Any]
"""What the probes take, by the names that the rows have for it; None for what is not there."""


def _examine_device(machine: Machine, name: str | None) -> tuple[Case, list[CheckResult]]:
    """Return what is looked at, and what is found in settings and build.

    Where the settings are those of the installed service, it is the service that must be able to
    use the parts and the folder of the games. Only root sees that.
    """
    served = service.query_service(machine)
    if served.installed and settings.own_file(os.environ) == settings.INSTALLED:
        if os.geteuid() != 0:
            raise CompanionError("only root sees all of an installed device: sudo companion doctor")
        user = service.USER
        groups = ",".join((user, *served.value("SupplementaryGroups").split()))
        as_user = ("setpriv", f"--reuid={user}", f"--regid={user}", f"--groups={groups}")
        machine = replace(machine, as_driver=as_user)
    chosen, begun = program.check_settings(machine)
    build, of_build = program.check_build(machine, name, chosen)
    kind = build.board.kind if build else REAL  # which may want a Raspberry Pi
    has_pins = kind == REAL and (machine.model or machine.matching_files("/dev/gpiochip*"))
    answer = program.ask_companion(chosen.socket) if chosen else ""
    runs = served.runs or not isinstance(answer, str)
    case = {"machine": machine, "served": served, "settings": chosen, "build": build}
    case |= {"board": kind, "pins": build if has_pins else None, "bench": None}
    case |= {"answer": answer, "runs": runs}
    return case, [*begun, *of_build]


def _walk_rows(case: Case) -> Iterator[CheckResult]:
    """Yield what each row finds that has all that its probe takes; on the bench that it needs."""
    for probe, takes in DOCTOR_TABLE["rows"].items():
        values = [case[name] for name in takes.split()]
        if None not in values and (takes == "bench") == bool(case["bench"]):
            yield from run_probe(probe, values, None if case["bench"] else PATIENCE_S)


def run_probe(probe: str, values: list[Any], limit: float | None) -> list[CheckResult]:
    """Return what a probe finds; one that fails or does not end within a limit is told as that."""
    seen: list[CheckResult] = []
    module, _, title = probe.rpartition(".")

    def look() -> None:
        try:
            seen.extend(getattr(import_module(module), title)(*values))
        except PanelError as error:
            seen.append(result_of_error("unread.broken", error, title=title))
        except Exception as error:
            seen.append(result_of("unread.error", title=title, why=repr(error)))

    # A daemon, so that one that hangs keeps nobody from the end of the program.
    thread = threading.Thread(target=look, name=title, daemon=True)
    thread.start()
    thread.join(limit)
    if thread.is_alive():
        return [*seen, result_of("unread.late", title=title, seconds=f"{limit:g}")]
    return seen


def run(
    name: str | None,
    as_json: bool,
    interactive: bool,
    out: TextIO,
    err: TextIO,
    machine: Machine | None = None,
) -> int:
    """Print what is right and what is wrong. Return the exit status, 0 if nothing is wrong.

    With `as_json` what is said to the person who tries the parts goes to `err`.
    """
    if name:
        build_text(name)  # else there is no such build; each mistake in it is a result
    case, begun = _examine_device(machine or Machine(), name)
    everything = chain(begun, _walk_rows(case))
    if interactive and case["build"]:
        everything = chain(everything, _try_parts(case, err if as_json else out))
    seen = []
    for result in everything:
        seen.append(result)
        if not as_json:
            print(result.as_line(), file=out, flush=True)
    if as_json:
        content = {
            "version": __version__,
            "build": case["build"] and case["build"].name,
            "well": is_well(seen),
            "findings": [result._asdict() for result in seen],
        }
        print(json.dumps(content, indent=1, ensure_ascii=False), file=out)
    return int(not is_well(seen))


def _try_parts(case: Case, to: TextIO) -> Iterator[CheckResult]:
    """Walk the rows that need a person, unless there are no parts, or a companion has them."""
    from companion.commands.doctor.trial import Bench

    build = case["build"]
    if build.is_emulated or case["runs"]:
        yield result_of("parts.emulated" if build.is_emulated else "parts.taken")
        return
    try:
        panel = open_panel(build._replace(keypads=()))  # whose keys are heard by name
    except PanelError as error:
        yield result_of_error("parts.broken", error)
        return
    say = partial(print, "     ", file=to, flush=True)
    with closing(Bench(panel, build, say, partial(ask_person, to))) as bench:
        yield from _walk_rows({**case, "bench": bench})


def ask_person(to: TextIO, question: str) -> bool | None:
    """Ask the person at the terminal, who cannot answer if there is none."""
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    print(f"      {question} [Y/n] ", end="", file=to, flush=True)
    return not sys.stdin.readline().strip().lower().startswith("n")
