"""Who holds the GPIO lines: the companion itself, another program, the kernel."""

import pytest

from companion.errors import PanelError
from hardware.gpio.lines import OWN, LineUse
from hardware.health.lines import lines, parts_by_line
from hardware.health.machine import Machine
from hardware.health.table import NOTE, OK, WRONG, CheckResult
from wiring.reading.build import load

BONNET = load("bonnet")
EVERY = parts_by_line(BONNET)
FIRST = BONNET.buttons["clue"]


def look(held: dict[int, str], runs: bool = True) -> list[CheckResult]:
    """Return what is said where lines are held by those who call themselves so."""
    uses = {each: LineUse(each in held, held.get(each, "")) for each in EVERY}
    return list(lines(Machine(lines=lambda board, numbers: uses), BONNET, runs))


def test_every_line_of_a_build_has_the_name_that_its_table_of_wires_has():
    assert EVERY[FIRST] == "Buttons: CLUE"
    assert set(BONNET.buttons.values()) <= EVERY.keys()
    assert 2 not in EVERY, "the bus's lines are the kernel's"
    table, hat = load("table"), load("oled-hat")
    assert {light.pin for light in table.lights.all()} <= parts_by_line(table).keys()
    assert "Clue tokens: token 1" in parts_by_line(table).values()
    assert parts_by_line(hat)[hat.screen.dc or 0] == "Display SH1106: D/C"


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
    def refuse(*_: object) -> dict[int, LineUse]:
        raise error

    (result,) = lines(Machine(tmp_path, lines=refuse), BONNET, True)
    assert (result.state, str(error) in result.sentence) == (NOTE, True)
