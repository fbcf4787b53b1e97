"""Who holds the GPIO lines: the companion itself, another program, the kernel."""

import re

import pytest

from companion.errors import PanelError
from hardware.gpio.lines import OWN
from hardware.health import pins
from hardware.health.machine import Machine
from hardware.health.table import NOTE, OK, WRONG, CheckResult
from wiring.reading.build import Build, load

BONNET = load("bonnet")
FIRST = BONNET.buttons["clue"]


def parts_of(build: Build) -> dict[int, str]:
    """The parts on the lines of a build, by what is said where the kernel holds each."""
    machine = Machine(lines=lambda board, numbers: dict.fromkeys(numbers, ""))
    results = pins.lines(machine, build, True)
    found = (re.match(r"GPIO (\d+) \((.*)\) is", result.sentence) for result in results)
    return {int(match[1]): match[2] for match in found}


EVERY = parts_of(BONNET)


def look(held: dict[int, str], runs: bool = True) -> list[CheckResult]:
    """Return what is said where lines are held by those who call themselves so."""
    return list(pins.lines(Machine(lines=lambda board, numbers: held), BONNET, runs))


def test_every_line_of_a_build_has_the_name_that_its_table_of_wires_has():
    assert EVERY[FIRST] == "Buttons: CLUE"
    assert set(BONNET.buttons.values()) <= EVERY.keys()
    assert 2 not in EVERY, "the bus's lines are the kernel's"
    table, hat = load("table"), load("oled-hat")
    assert {light.pin for light in table.lights.all()} <= parts_of(table).keys()
    assert "Clue tokens: token 1" in parts_of(table).values()
    assert parts_of(hat)[hat.screen.dc or 0] == "Display SH1106: D/C"


def test_lines_are_free_or_the_companions_own():
    free = f"the {len(EVERY)} GPIO lines of the build are free"
    assert look({}, runs=False) == [CheckResult("lines", OK, free)]
    (own,) = look(dict.fromkeys(EVERY, OWN))
    assert (own.state, "the companion's own" in own.sentence) == (OK, True)


@pytest.mark.parametrize(
    ("consumer", "runs", "told"),
    [
        ("gpiomon", True, 'calls itself "gpiomon"'),
        ("spi0 CS1", True, 'calls itself "spi0 CS1"'),
        ("", True, "is held by the kernel"),
        (OWN, False, f'calls itself "{OWN}"'),
    ],
)
def test_what_else_holds_a_line_is_told_with_the_part_and_how_it_is_found(consumer, runs, told):
    others = dict.fromkeys(EVERY.keys() - {FIRST}, OWN if runs else "") if runs else {}
    (result,) = look({**others, FIRST: consumer}, runs)
    assert (result.name, result.state) == (f"GPIO {FIRST}", WRONG)
    assert result.sentence.startswith(f"GPIO {FIRST} (Buttons: CLUE) is held by ")
    assert told in result.sentence
    assert ("fuser" in result.mend) == bool(consumer)
    assert "config.txt" in result.mend


@pytest.mark.parametrize(
    "error", [PermissionError(13, "no"), PanelError("/dev/gpiochip0 may not be used")]
)
def test_where_nobody_may_ask_that_is_told(tmp_path, error):
    def refuse(*_: object) -> dict[int, str]:
        raise error

    (result,) = pins.lines(Machine(tmp_path, lines=refuse), BONNET, True)
    assert (result.state, str(error) in result.sentence) == (NOTE, True)
