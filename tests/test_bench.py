"""What `make bench` measures still runs: each of its parts, and what is put in our parts' place."""

from types import SimpleNamespace

import pytest

from companion.panel import Screen
from tests.bench import __main__ as bench
from tests.bench import instructions
from tests.bench.__main__ import PARTS, Part
from tests.bench.figures import Figure, Sample
from tests.bench.pressed import Options, Times, all_pressed
from tests.bench.processes import RUN
from tests.bench.stock import LumaScreen
from tests.rig.samples import EVERY_CASE, fewer

RUN_APART = {
    "instructions": "its programs are run below, without Valgrind",
    "touch": "a browser is part of `make test-browser`",
}
HEAVY = {"burdens", "memory"}
"""They start a dozen programs: only `make test-faults` waits for them."""


@pytest.fixture(autouse=True)
def compiled(monkeypatch) -> None:
    """Have the programs read what is compiled: each run of a bench compiles all of it anew."""
    monkeypatch.setattr("tests.bench.processes._COMPILED", SimpleNamespace(name=""))


def parts() -> list[Part]:
    wanted = [part for part in PARTS if part.name not in RUN_APART]
    return [part for part in wanted if EVERY_CASE or part.name not in HEAVY]


@pytest.mark.parametrize("part", parts(), ids=lambda part: part.name)
def test_each_part_is_measured_for_a_moment(part, monkeypatch):
    monkeypatch.setattr("tests.bench.journal._GAMES", fewer(2000, 20))
    figures = part.measure(*part.moment)
    assert figures
    assert all(figure.ours.values or figure.note for figure in figures)


def test_a_whole_run_is_one_file_with_its_machine(tmp_path, monkeypatch):
    one = Part("one", "One", lambda count: [Figure("so many", Sample((count,)))], (1,), (2,), (3,))
    monkeypatch.setattr(bench, "PARTS", (one, one._replace(name="two", title="Two")))
    monkeypatch.setattr(bench, "FIGURES", tmp_path / "figures.md")
    bench.main(["--quick"])
    bench.main(["one"])
    assert not bench.FIGURES.exists()
    bench.main([])
    told = bench.FIGURES.read_text()
    assert [part in told for part in ("processors", "Python", "| One", "| Two", "| 3 ")] == [
        True
    ] * 5


def pressed(options: Options) -> tuple[Times, int]:
    """Return the times of presses that are one second apart, and the bytes of their pictures."""
    with all_pressed(options) as (table,):
        return table.presses(4), table.received()


def test_the_screen_in_the_place_of_ours_takes_all_that_ours_takes():
    wanted = {name for name in vars(Screen) if not name.startswith("_")}
    assert "refresh" in wanted
    assert wanted <= set(dir(LumaScreen))


def test_what_stands_beside_us_sends_whole_frames_and_draws_by_freetype():
    (ours, few), (theirs, many) = pressed(Options()), pressed(Options(stock=True))
    assert many > 8 * 1024 > few, "each picture is a whole frame"
    for times in (ours, theirs):
        assert all(0 < min(seconds) <= max(seconds) < 60 for seconds in times)


@pytest.mark.parametrize(
    "program",
    [
        (instructions.LISTENING, *RUN, "--headless"),
        (instructions.SHOWN, *RUN, "--headless"),
        (instructions.PRESSED, "2"),
        (instructions.ASKED, "2"),
    ],
    ids=["listening", "shown", "pressed", "asked"],
)
def test_each_program_that_is_counted_ends_by_itself(program):
    assert "Traceback" not in instructions.run([], *program)
