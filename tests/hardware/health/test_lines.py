"""Who holds the GPIO lines: the companion itself, another program, the kernel."""

from collections.abc import Collection
from pathlib import Path

import pytest

from companion.commands.doctor.table import NOTE, OK, WRONG, CheckResult, told
from companion.errors import PanelError
from hardware.gpio.lines import OWN, LineUse
from hardware.health.lines import lines, parts_by_line
from hardware.health.machine import CommandOutput, Machine
from hardware.health.mending import SERVICE
from wiring.reading.build import load

BONNET = load("bonnet")
EVERY = parts_by_line(BONNET)
FIRST = BONNET.buttons["clue"]
OURS, THEIRS = 50, 51
OUR_GROUP = f"/system.slice/{SERVICE}"
BY_ROOT = "sudo companion doctor"


class Lines:
    """A computer whose lines are held, by processes that root sees."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.user = "root"
        self.seen: dict[int, LineUse] = {}

    def hold(
        self, process: int, numbers: Collection[int], consumer: str = OWN, group: str = OUR_GROUP
    ) -> None:
        folder = self.root / f"proc/{process}"
        (folder / "fdinfo").mkdir(parents=True)
        (folder / "fdinfo/3").write_text("pos:\t0\nflags:\t02\n")
        for number in numbers:
            (folder / f"fdinfo/{number + 4}").write_text(f"pos:\t0\ngpio-line:\t{number}\n")
            self.seen[number] = LineUse(True, consumer)
        (folder / "cmdline").write_text(f"program-{process}\0--loud\0")
        (folder / "cgroup").write_text(f"0::{group}\n")

    def look(self, unit: str = SERVICE, runs: bool = True) -> CheckResult:
        free = LineUse(False, "")
        machine = Machine(
            self.root,
            run=lambda words: CommandOutput(0, self.user),
            lines=lambda board, numbers: {each: self.seen.get(each, free) for each in numbers},
        )
        (result,) = (told(each) for each in lines(machine, BONNET, unit, runs))
        return result


@pytest.fixture
def pi(tmp_path: Path) -> Lines:
    return Lines(tmp_path)


def test_every_line_of_a_build_has_the_name_that_its_table_of_wires_has() -> None:
    assert EVERY[FIRST] == "Buttons: CLUE"
    assert set(BONNET.buttons.values()) <= EVERY.keys()
    assert 2 not in EVERY, "the bus's lines are the kernel's"
    table, hat = load("table"), load("oled-hat")
    assert table.lights
    assert {light.pin for light in table.lights.all()} <= parts_by_line(table).keys()
    assert "Clue tokens: token 1" in parts_by_line(table).values()
    assert hat.screen
    assert parts_by_line(hat)[hat.screen.dc or 0] == "Display SH1106: D/C"


def test_lines_that_nobody_holds_are_free(pi: Lines) -> None:
    told = f"the {len(EVERY)} GPIO lines of the build are free"
    assert pi.look("", runs=False) == CheckResult("lines", OK, told)


@pytest.mark.parametrize(("group", "unit"), [("/", ""), (OUR_GROUP, ""), (OUR_GROUP, SERVICE)])
def test_the_companions_own_lines_are_right(pi: Lines, group: str, unit: str) -> None:
    pi.hold(OURS, EVERY, group=group)
    result = pi.look(unit)
    assert (result.state, "the companion's own" in result.sentence) == (OK, True)


@pytest.mark.parametrize("consumer", [OWN, "gpiomon"])
def test_another_program_is_named_with_the_command_that_ends_it(pi: Lines, consumer: str) -> None:
    pi.hold(OURS, EVERY.keys() - {FIRST})
    pi.hold(THEIRS, [FIRST], consumer, group="/")
    result = pi.look()
    told = f"GPIO {FIRST} (Buttons: CLUE) is held by program-51 --loud (process 51)"
    assert result == CheckResult(f"GPIO {FIRST}", WRONG, told, "sudo kill 51")


def test_another_service_is_stopped_for_good(pi: Lines) -> None:
    pi.hold(THEIRS, [FIRST], "x", group="/system.slice/thief.service")
    assert pi.look("").mend == "sudo systemctl disable --now thief.service"


@pytest.mark.parametrize(("consumer", "by"), [("spi0 CS1", '"spi0 CS1"'), ("", '"the kernel"')])
def test_what_no_program_shows_is_looked_for_in_the_kernels_settings(
    pi: Lines, consumer: str, by: str
) -> None:
    pi.seen = {FIRST: LineUse(True, consumer)}
    result = pi.look()
    assert (result.state, by in result.sentence, "config.txt" in result.mend) == (WRONG, True, True)


@pytest.mark.parametrize(
    ("consumer", "runs", "state"),
    [(OWN, True, OK), (OWN, False, WRONG), ("gpiomon", True, WRONG), ("gpiomon", False, WRONG)],
)
def test_who_sees_no_other_processes_goes_by_what_the_holder_calls_itself(
    pi: Lines, consumer: str, runs: bool, state: str
) -> None:
    pi.user = "ada"
    pi.seen = {FIRST: LineUse(True, consumer)}
    result = pi.look(runs=runs)
    assert (result.state, result.mend) == (state, "" if state == OK else BY_ROOT)


@pytest.mark.parametrize(
    "error", [PermissionError(13, "no"), PanelError("/dev/gpiochip0 may not be used")]
)
def test_who_may_not_ask_is_told_who_may(tmp_path: Path, error: Exception) -> None:
    def refuse(*_: object) -> dict[int, LineUse]:
        raise error

    for user, mend in (("ada", BY_ROOT), ("root", "")):
        answer = CommandOutput(0, user)
        machine = Machine(tmp_path, run=lambda words, answer=answer: answer, lines=refuse)  # type: ignore[misc]
        (result,) = map(told, lines(machine, BONNET, SERVICE, True))
        assert (result.state, result.mend, str(error) in result.sentence) == (NOTE, mend, True)


def test_a_process_that_ends_meanwhile_is_no_error(
    pi: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    pi.hold(THEIRS, [FIRST])
    found = Machine.files

    def gone(self: Machine, pattern: str) -> list[str]:
        if "fdinfo" in pattern:
            raise FileNotFoundError(2, "gone")
        return found(self, pattern)

    monkeypatch.setattr(Machine, "files", gone)
    assert pi.look().state == OK
