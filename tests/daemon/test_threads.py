"""What the threads are given of a build."""

import pytest

from companion.daemon.threads import _lacks
from hardware.build import load
from hardware.panel import emulate


@pytest.mark.parametrize(
    ("build", "lacks"),
    [
        ("deluxe", set()),
        ("emulator-pod", set()),
        ("emulator", {"colours"}),
        ("bonnet", {"colours", "lights"}),
    ],
)
def test_the_menu_lacks_what_means_nothing_on_a_build(build, lacks):
    panel, _ = emulate(load(build))
    assert _lacks(panel) == lacks
