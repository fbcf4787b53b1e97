"""The companion that `make bench` presses still answers, in each of its kinds."""

import pytest

from tests.bench.pressed import Options, all_pressed


@pytest.mark.parametrize(
    "options", [Options(), Options(stock=True), Options(shows=True)], ids=["ours", "luma's", "in a show"]
)
def test_each_press_is_timed_from_the_edge_to_the_glass(options: Options) -> None:
    with all_pressed(options) as (table,):
        times = table.presses(2)
        assert all(len(seconds) == 2 for seconds in times)
        assert min(map(min, times)) > 0
        assert table.received() > 0
