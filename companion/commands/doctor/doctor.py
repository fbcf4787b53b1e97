"""`companion doctor`: why it does not work, a line for each thing, with the command that
mends it.
"""

import json
import sys
import threading
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Final, TextIO

from companion import __version__
from companion.commands.doctor import program, service
from companion.commands.doctor.trial import Person, Timing, trial, try_sights
from companion.commands.effective import machine_build
from companion.errors import PanelError, WiringError
from companion.settings import DEFAULT, Settings
from hardware.emulator.opening import emulate
from hardware.emulator.window.window import Window
from hardware.health import lines, pi, pins
from hardware.health.check_result import NOTE, OK, WRONG, Check, CheckResult, carefully, fault, note
from hardware.health.machine import Machine
from hardware.health.mending import MQTT, SERVICE, WEB
from hardware.opening import open_panel
from wiring.reading.build import Build, NoSuchBuild, load
from wiring.spec import REAL

_WIDTH: Final = max(map(len, (OK, WRONG, NOTE)))


def results(
    machine: Machine, name: str | None
) -> tuple[Settings | None, Build | None, list[CheckResult]]:
    """Return settings and build (None with mistakes), and the results of all checks.

    Where the settings are those of the installed service, it is the service that must be able to
    use the parts and the folder of the games, for any user.
    """
    served = service.look(machine)
    chosen, found = program.configured(machine)
    asked_by = machine
    if not program.own(chosen):
        machine = machine.driven_by(service.account(machine, served))
    build, of_build = program.built(
        machine, name or (chosen and chosen.panel) or machine_build(), chosen
    )
    found += of_build
    checks: dict[str, Check] = {
        "computer": partial(pi.model, machine, build),
        "system": partial(pi.system, machine, build),
        "Python": partial(pi.python, machine),
        "power": partial(pi.power, machine),
        "pygame": partial(pi.window, machine, build),
        "sound": partial(pi.sound, machine),
        "service": partial(service.state, machine, served),
        "page": partial(service.beside, machine, WEB),
        "bridge": partial(service.beside, machine, MQTT),
    }
    if chosen:
        # A folder that no settings name is in the home of the user, and not the service's.
        keeper = asked_by if chosen.sources["state_dir"] == DEFAULT else machine
        checks["games"] = partial(program.games, keeper, chosen.state_dir)
        checks["voice"] = partial(program.voice, machine, chosen.state_dir)
        checks["socket"] = partial(program.socket, machine, chosen.socket)
    if build and build.board.kind == REAL:
        checks |= {
            "libgpiod": partial(pins.library, machine),
            "GPIO": partial(pins.chip, machine),
            "groups": partial(pins.groups, machine, build),
            "lines": partial(_lines, machine, build, served, chosen),
            "buses": partial(pins.buses, machine, build),
            "scan": partial(pins.scan, machine, build),
        }
    if build:
        checks["card readers"] = partial(_readers, machine, build)
        checks["pods"] = partial(_pods, machine, build)
    for title, check in checks.items():
        found += carefully(title, check)
    return chosen, build, found


def _lines(
    machine: Machine, build: Build, served: service.Service, chosen: Settings | None
) -> Iterable[CheckResult]:
    listens = program.peer(chosen.socket) if chosen else 0
    processes = {process for process in (served.process, listens) if process}
    ready = served.runs or listens > 0
    return lines.lines(machine, build, lines.PinHolder(processes, ready, served.starting))


def _readers(machine: Machine, build: Build) -> Iterable[CheckResult]:
    if not build.readers:
        return ()
    from hardware.health import readers  # only builds with parts on links need what knows them

    return readers.readers(machine, build)


def _pods(machine: Machine, build: Build) -> Iterable[CheckResult]:
    if not build.pods:
        return ()
    from hardware.health import pods

    return pods.pods(machine, build)


def well(found: Iterable[CheckResult]) -> bool:
    """Return True if nothing is wrong; a note is well."""
    return all(result.state != WRONG for result in found)


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
    machine = machine or Machine()
    chosen, build, looked = results(machine, name)
    tried: Iterable[CheckResult] = ()
    if interactive and build:
        who = person(err if as_json else out)
        tried = carefully("parts", partial(_try_out, machine, build, chosen, who))
    found = []
    for result in chain(looked, tried):
        found.append(result)
        if not as_json:
            print(line(result), file=out, flush=True)
    if as_json:
        print(report(build, found), file=out)
    return 0 if well(found) else 1


def line(result: CheckResult) -> str:
    """Return a result as a line, with the command that mends it."""
    mend = f" -> {result.mend}" if result.mend else ""
    return f"{result.state:{_WIDTH}}  {result.name}: {result.sentence}{mend}"


def report(build: Build | None, found: list[CheckResult]) -> str:
    """Return everything as a JSON object."""
    return json.dumps(
        {
            "version": __version__,
            "build": build.name if build else None,
            "well": well(found),
            "findings": [result._asdict() for result in found],
        },
        indent=1,
        ensure_ascii=False,
    )


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


def _try_out(
    machine: Machine, build: Build, chosen: Settings | None, who: Person
) -> Iterator[CheckResult]:
    """Try the parts, unless a companion has them, whose socket this user may not be
    allowed to ask.
    """
    runs = service.look(machine).runs or (chosen is not None and program.runs(chosen.socket))
    if runs and not build.is_emulated:
        stop = f"sudo systemctl stop {SERVICE}"
        yield note("parts", "not tried, since the companion runs and has them", stop)
        return
    try:
        if build.is_emulated:
            yield from _in_window(build, who)
            return
        panel = open_panel(build)
    except PanelError as error:
        yield fault("parts", error)
        return
    try:
        yield from trial(panel, build, who, Timing())
    finally:
        for part in (panel.lights, panel.screen, panel.controls):
            if part:
                part.close()


def _in_window(build: Build, who: Person) -> list[CheckResult]:
    """Try the parts of an emulated device in its window, which needs the main thread."""
    panel, emulated = emulate(build)
    try:
        window = Window(emulated)
    except PanelError:
        nobody = Person(who.say, lambda question: None)
        blind = note("buttons", "not tried: there is no window here to press them in")
        return [*try_sights(panel, build, nobody, Timing(light=0.0)), blind]
    found: list[CheckResult] = []

    def work() -> None:
        try:
            found.extend(carefully("parts", partial(trial, panel, build, who, Timing())))
        finally:
            window.stop()

    thread = threading.Thread(target=work, name="trial", daemon=True)
    thread.start()
    window.run()
    return [*found] if not thread.is_alive() else [*found, note("parts", "the window was closed")]
