"""What `make bench` measures still runs: the companion that it presses, and the programs that it
counts.
"""

import pytest

from tests.bench import instructions
from tests.bench.pressed import Options, all_pressed
from tests.bench.processes import RUN


@pytest.mark.parametrize(
    "options",
    [Options(), Options(stock=True), Options(shows=True)],
    ids=["ours", "luma's", "in a show"],
)
def test_each_press_is_timed_from_the_edge_to_the_glass(options: Options) -> None:
    with all_pressed(options) as (table,):
        times = table.presses(2)
        assert all(len(seconds) == 2 for seconds in times)
        assert min(map(min, times)) > 0
        assert table.received() > 0


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
def test_each_program_that_is_counted_ends_by_itself(program: tuple[str, ...]) -> None:
    assert "Traceback" not in instructions.run([], *program)
