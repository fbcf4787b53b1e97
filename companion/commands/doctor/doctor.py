"""`companion doctor`: why it does not work, a line for each thing, with what mends it.

`ROWS` is what is looked at, and how; `table.toml` is what is said, and what to do.
"""

import json
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple, TextIO

from companion import __version__
from companion.commands.doctor import program, service, trial
from companion.commands.doctor.service import Service
from companion.commands.doctor.table import CheckResult, is_well, told
from companion.commands.doctor.trial import Bench, Person, Timing
from companion.errors import PanelError, WiringError
from companion.settings import DEFAULT, Settings
from hardware.emulator.opening import emulate
from hardware.emulator.window.window import Window
from hardware.health import computer, lines, pins, serial
from hardware.health.found import Found, Probe, fault, found
from hardware.health.machine import Machine
from hardware.health.mending import MQTT, WEB, restart
from hardware.opening import open_panel
from wiring.reading.build import Build, NoSuchBuild, load
from wiring.spec import REAL

PATIENCE_S: Final = 30.0
"""A probe that hangs is not waited for longer."""


class Case(NamedTuple):
    """What is looked at; None for settings or a build with mistakes."""

    machine: Machine
    keeper: Machine
    """The same computer, driven by the user that keeps the games."""
    served: Service
    settings: Settings | None
    build: Build | None
    pins: Build | None
    """The build, if it has a board with pins, and the computer may have them."""
    bench: Bench | None = None
    """The device with its parts open, and the person that tries it."""


class DoctorRow(NamedTuple):
    """A row of the table: what is looked at, and how."""

    title: str
    probe: Callable[..., Probe]
    takes: str = "machine"
    """What of the case the probe takes."""
    needs: str = ""
    """What of the case has to be there, if it is not all that the probe takes."""


def _lines(machine: Machine, build: Build, served: Service, chosen: Settings) -> Probe:
    ready = served.runs or program.runs(chosen.socket)
    holder = lines.PinHolder(served.number("MainPID"), ready, served.starting)
    return lines.lines(machine, build, holder)


ROWS: Final = (
    DoctorRow("computer", computer.model, "machine build", needs="machine"),
    DoctorRow("system", computer.system, "machine build", needs="machine"),
    DoctorRow("power", computer.power),
    DoctorRow("clock", computer.clock),
    DoctorRow("pygame", computer.pygame, "machine build", needs="machine"),
    DoctorRow("sound", computer.sound),
    DoctorRow("voice", program.voice, "machine settings"),
    DoctorRow("service", service.state, "machine served"),
    DoctorRow("page", partial(service.beside, unit=WEB)),
    DoctorRow("bridge", partial(service.beside, unit=MQTT)),
    DoctorRow("broker", program.broker),
    DoctorRow("games", program.games, "keeper settings"),
    DoctorRow("journal", program.journal, "keeper settings"),
    DoctorRow("socket", program.socket, "machine settings"),
    DoctorRow("libgpiod", pins.library, needs="pins"),
    DoctorRow("GPIO", pins.chip, needs="pins"),
    DoctorRow("lines", _lines, "machine pins served settings"),
    DoctorRow("buses", pins.buses, "machine pins"),
    DoctorRow("scan", pins.scan, "machine pins"),
    DoctorRow("card readers", serial.readers, "machine build"),
    DoctorRow("pods", serial.pods, "machine build"),
    DoctorRow("lights", trial.lights, "bench"),
    DoctorRow("order", trial.order, "bench"),
    DoctorRow("picture", trial.picture, "bench"),
    DoctorRow("buttons", trial.buttons, "bench"),
    DoctorRow("cards", trial.cards, "bench"),
)


def results(
    machine: Machine, name: str | None
) -> tuple[Settings | None, Build | None, list[CheckResult]]:
    """Return settings and build (None with mistakes), and the results of all rows without a person.

    Where the settings are those of the installed service, it is the service that must be able to
    use the parts and the folder of the games, for any user.
    """
    case, begun = _case(machine, name)
    everything = chain((_told(case, what) for what in begun), _walk(case, ROWS))
    return case.settings, case.build, list(everything)


def _case(asked_by: Machine, name: str | None) -> tuple[Case, list[Found]]:
    """Return what is looked at, and what is found in settings and build."""
    served = service.look(asked_by)
    chosen, of_settings = program.configured(asked_by)
    machine = asked_by
    if not program.is_own(chosen):
        machine = asked_by.driven_by(service.account(asked_by, served))
    build, of_build = program.built(machine, name, chosen)
    case = Case(machine, machine, served, chosen, build, None)
    if chosen and chosen.sources["state_dir"] == DEFAULT:
        # A folder that no settings name is in the home of the user, and not the service's.
        case = case._replace(keeper=asked_by)
    # On a computer that has no pins one line says all.
    is_real = build is not None and build.board.kind == REAL
    has_pins = machine.model or machine.files("/dev/gpiochip*")
    if is_real and has_pins:
        case = case._replace(pins=build)
    return case, [*of_settings, *of_build]


def _walk(case: Case, rows: Iterable[DoctorRow]) -> Iterator[CheckResult]:
    """Yield the results of the rows that have all that they take."""
    for row in rows:
        needed: list[Any] = [getattr(case, name) for name in (row.needs or row.takes).split()]
        if None not in needed:
            values = [getattr(case, name) for name in row.takes.split()]
            limit = None if case.bench else PATIENCE_S
            for what in carefully(row.title, partial(row.probe, *values), limit):
                yield _told(case, what)


def _told(case: Case, what: Found) -> CheckResult:
    """Return what the table says of this, in the words for who drives the parts."""
    driver = case.machine.driver
    who, by = ("the service", " by the service") if driver else ("this user", "")
    name = driver.name if driver else ""
    return told(what, restart=restart(case.machine), who=who, by=by, driver=name)


def carefully(title: str, probe: Callable[[], Probe], limit: float | None = None) -> list[Found]:
    """Return what a probe finds; one that fails or does not end within a limit is told as that."""
    seen: list[Found] = []

    def look() -> None:
        try:
            seen.extend(probe())
        except Exception as error:
            kind = type(error).__name__
            seen.append(found("unread.error", title=title, kind=kind, why=str(error) or kind))

    if limit is None:
        look()
        return seen
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
        try:
            load(name)
        except NoSuchBuild:
            raise
        except WiringError:
            pass  # each of its mistakes is a result
    case, begun = _case(machine or Machine(), name)
    everything = chain((_told(case, what) for what in begun), _walk(case, ROWS))
    if interactive and case.build:
        everything = chain(everything, _tried(case, person(err if as_json else out)))
    seen = []
    for result in everything:
        seen.append(result)
        if not as_json:
            print(result.line(), file=out, flush=True)
    if as_json:
        print(report(case.build, seen), file=out)
    return 0 if is_well(seen) else 1


def report(build: Build | None, seen: list[CheckResult]) -> str:
    """Return everything as a JSON object."""
    content = {
        "version": __version__,
        "build": build.name if build else None,
        "well": is_well(seen),
        "findings": [result._asdict() for result in seen],
    }
    return json.dumps(content, indent=1, ensure_ascii=False)


def person(to: TextIO, answers: TextIO | None = None) -> Person:
    """Return the person at the terminal, who cannot answer if there is none."""
    answers = answers or sys.stdin

    def say(text: str) -> None:
        print(f"      {text}", file=to, flush=True)

    def confirm(question: str) -> bool | None:
        if answers is None or not answers.isatty():
            return None
        print(f"      {question} [Y/n] ", end="", file=to, flush=True)
        return not answers.readline().strip().lower().startswith("n")

    return Person(say, confirm)


def _tried(case: Case, who: Person) -> Iterator[CheckResult]:
    """Walk the rows that need a person, unless a companion has the parts."""
    assert case.build
    is_taken = case.served.runs
    if case.settings and not is_taken:
        is_taken = program.runs(case.settings.socket)
    if is_taken and not case.build.is_emulated:
        yield _told(case, found("parts.taken"))
        return
    try:
        if case.build.is_emulated:
            yield from _tried_in_window(case, who)
            return
        panel = open_panel(case.build)
    except PanelError as error:
        yield _told(case, fault("parts.broken", error))
        return
    try:
        with trial.opened(panel, case.build, who, Timing()) as bench:
            yield from _walk_bench(case, bench)
    finally:
        for part in (panel.lights, panel.screen, panel.controls):
            if part:
                part.close()


def _walk_bench(
    case: Case, bench: Bench, rows: Iterable[DoctorRow] = ROWS
) -> Iterator[CheckResult]:
    """Yield the results of the rows that need a person."""
    with_person = [row for row in rows if row.takes == "bench"]
    return _walk(case._replace(bench=bench), with_person)


def _tried_in_window(case: Case, who: Person) -> list[CheckResult]:
    """Try the parts of an emulated device in its window, which needs the main thread."""
    assert case.build
    build = case.build
    panel, emulated = emulate(build)
    try:
        window = Window(emulated)
    except PanelError:
        nobody = who._replace(confirm=lambda question: None)
        sights = [row for row in ROWS if row.probe in (trial.lights, trial.order, trial.picture)]
        with trial.opened(panel, build, nobody, Timing(light=0.0)) as bench:
            return [*_walk_bench(case, bench, sights), _told(case, found("parts.blind"))]
    seen: list[CheckResult] = []

    def work() -> None:
        try:
            with trial.opened(panel, build, who, Timing()) as bench:
                seen.extend(_walk_bench(case, bench))
        finally:
            window.stop()

    thread = threading.Thread(target=work, name="trial", daemon=True)
    thread.start()
    window.run()
    return [*seen] if not thread.is_alive() else [*seen, _told(case, found("parts.closed"))]
