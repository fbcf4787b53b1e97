"""Who holds the GPIO lines: the companion itself, another program, the kernel."""

from collections.abc import Collection
from pathlib import Path

import pytest

from companion.commands.doctor.table import NOTE, OK, WRONG, CheckResult, told
from companion.errors import PanelError
from hardware.gpio.lines import OWN, LineUse
from hardware.health.lines import PinHolder, lines, parts_by_line
from hardware.health.machine import CommandOutput, Machine
from hardware.health.mending import SERVICE
from wiring.reading.build import load

BONNET = load("bonnet")
FIRST = BONNET.buttons["clue"]
OURS = 50
THEIRS = 51
READY = PinHolder(OURS, ready=True)


class Lines:
    """A computer whose lines are held, by processes that root sees."""

    def __init__(self, root: Path, user: str = "root") -> None:
        self.root = root
        self.user = user
        self.seen: dict[int, LineUse] = {}

    def hold(
        self, process: int, numbers: Collection[int], consumer: str = OWN, group: str = "/"
    ) -> None:
        folder = self.root / f"proc/{process}"
        (folder / "fdinfo").mkdir(parents=True)
        (folder / "fdinfo/3").write_text("pos:\t0\nflags:\t02\n")
        for number in numbers:
            (folder / f"fdinfo/{number + 4}").write_text(f"pos:\t0\ngpio-line:\t{number}\n")
            self.seen[number] = LineUse(True, consumer)
        (folder / "cmdline").write_text(f"program-{process}\0--loud\0")
        (folder / "cgroup").write_text(f"0::{group}\n")

    def look(self, companion: PinHolder = READY) -> list[CheckResult]:
        machine = Machine(
            self.root,
            run=lambda words: CommandOutput(0, self.user),
            lines=lambda board, numbers: {
                number: self.seen.get(number, LineUse(False, "")) for number in numbers
            },
        )
        return [told(each) for each in lines(machine, BONNET, companion)]


@pytest.fixture
def pi(tmp_path: Path) -> Lines:
    return Lines(tmp_path)


def test_every_line_of_a_build_has_the_name_that_its_table_of_wires_has() -> None:
    assert parts_by_line(BONNET)[FIRST] == "Buttons: CLUE"
    assert set(BONNET.buttons.values()) <= parts_by_line(BONNET).keys()
    table = load("table")
    assert table.lights
    assert {light.pin for light in table.lights.all()} <= parts_by_line(table).keys()
    assert "Clue tokens: token 1" in parts_by_line(table).values()
    hat = load("oled-hat")
    assert hat.screen
    assert parts_by_line(hat)[hat.screen.dc or 0] == "Display SH1106: D/C"
    assert 2 not in parts_by_line(BONNET), "the bus's lines are the kernel's"


def test_lines_that_nobody_holds_are_free(pi: Lines) -> None:
    (result,) = pi.look(PinHolder())
    assert result == CheckResult(
        "lines", OK, f"the {len(parts_by_line(BONNET))} GPIO lines of the build are free"
    )


@pytest.mark.parametrize("group", ["/", f"/system.slice/{SERVICE}"])
def test_the_companions_own_lines_are_right(pi: Lines, group: str) -> None:
    pi.hold(OURS, parts_by_line(BONNET), group=group)
    for companion in (
        READY,
        PinHolder(OURS, starting=True),
        *([PinHolder()] if len(group) > 1 else []),
    ):
        (result,) = pi.look(companion)
        assert (result.state, "the companion's own" in result.sentence) == (OK, True)


@pytest.mark.parametrize("consumer", [OWN, "gpiomon"])
def test_another_program_is_named_with_the_command_that_ends_it(pi: Lines, consumer: str) -> None:
    pi.hold(OURS, set(parts_by_line(BONNET)) - {FIRST})
    pi.hold(THEIRS, [FIRST], consumer)
    (result,) = pi.look()
    assert (result.name, result.state, result.mend) == (
        f"GPIO {FIRST}",
        WRONG,
        f"sudo kill {THEIRS}",
    )
    assert (
        f"GPIO {FIRST} (Buttons: CLUE) is held by program-{THEIRS} --loud (process {THEIRS})"
        in result.sentence
    )


def test_a_program_that_asked_in_the_first_way_is_known_by_its_name(pi: Lines) -> None:
    pi.hold(OURS, set(parts_by_line(BONNET)) - {FIRST})
    pi.seen[FIRST] = LineUse(True, "program-52")
    for process in (THEIRS, 52):
        pi.hold(process, [])
        (pi.root / f"proc/{process}/fd").mkdir()
        (pi.root / f"proc/{process}/fd/3").symlink_to("anon_inode:gpio-event")
    (result,) = pi.look()
    assert (result.name, result.mend) == (f"GPIO {FIRST}", "sudo kill 52")


def test_another_service_is_stopped_for_good(pi: Lines) -> None:
    pi.hold(THEIRS, [FIRST], group="/system.slice/thief.service")
    (result,) = pi.look(PinHolder())
    assert result.mend == "sudo systemctl disable --now thief.service"


def test_what_the_kernel_holds_itself_is_looked_for_in_its_settings(pi: Lines) -> None:
    pi.seen = {FIRST: LineUse(True, "spi0 CS1")}
    (result,) = pi.look()
    assert (result.state, '"spi0 CS1"' in result.sentence, "config.txt" in result.mend) == (
        WRONG,
        True,
        True,
    )
    pi.seen = {FIRST: LineUse(True, "")}
    assert "by the kernel" in pi.look()[0].sentence


@pytest.mark.parametrize(
    ("consumer", "companion", "state"),
    [
        ("hanabi-companion", READY, OK),
        ("hanabi-companion", PinHolder(OURS, starting=True), NOTE),
        ("hanabi-companion", PinHolder(), WRONG),
        ("gpiomon", READY, WRONG),
        ("gpiomon", PinHolder(), WRONG),
    ],
)
def test_who_sees_no_other_processes_goes_by_what_the_holder_calls_itself(
    pi: Lines, consumer: str, companion: PinHolder, state: str
) -> None:
    pi.user = "ada"
    pi.seen = {FIRST: LineUse(True, consumer)}
    (result,) = pi.look(companion)
    assert (result.state, result.mend) == (state, "" if state == OK else "sudo companion doctor")


@pytest.mark.parametrize(
    "error", [PermissionError(13, "no"), PanelError("/dev/gpiochip0 may not be used")]
)
def test_who_may_not_ask_is_told_who_may(tmp_path: Path, error: Exception) -> None:
    def refuse(*_: object) -> dict[int, LineUse]:
        raise error

    for user, mend in (("ada", "sudo companion doctor"), ("root", "")):
        machine = Machine(
            tmp_path, run=lambda words, user=user: CommandOutput(0, user), lines=refuse
        )  # type: ignore[misc]
        (result,) = map(told, lines(machine, BONNET, READY))
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
    assert pi.look()[0].state == OK
