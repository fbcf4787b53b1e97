"""A plan becomes the value of each light that a build has."""

import pytest

from companion.errors import PanelError
from companion.panel import LightLevels, LightPlan
from hardware.lights.all_lights import AllLights, join_levels
from hardware.lights.values import resample


@pytest.mark.parametrize(
    ("values", "count", "shares"),
    [
        ((), 5, ()),
        ((1, 1, 0, 0), 0, ()),
        ((1, 1, 0, 0), 4, (1, 1, 0, 0)),
        ((1, 1, 0, 0), 2, (1, 0)),
        ((1, 1, 1, 0), 2, (1, 0.5)),
        ((1, 0), 4, (1, 1, 0, 0)),
        ((1,) * 3 + (0,) * 2, 2, (1, 0.2)),
        ((1,) * 1 + (0,) * 34, 7, (0.2, 0, 0, 0, 0, 0, 0)),
        ((1,) * 34 + (0,) * 1, 7, (1, 1, 1, 1, 1, 1, 0.8)),
        ((0.5,), 1, (0.5,)),
    ],
)
def test_values_are_shared_out(
    values: tuple[float, ...], count: int, shares: tuple[float, ...]
) -> None:
    assert resample(values, count) == pytest.approx(shares, abs=0.001)


def test_a_deck_is_full_at_the_start_and_never_empty_before_its_end() -> None:
    for cards in range(1, 51):
        for count in range(1, 61):
            assert resample((1.0,) * cards, count) == (1.0,) * count
            one_left = resample((1.0,) + (0.0,) * (cards - 1), count)
            assert one_left[0] > 0
            assert not any(resample((0.0,) * cards, count))


class Fake:
    """Lights that remember, and may fail."""

    def __init__(self, levels: LightLevels, fails: bool = False) -> None:
        self.shown: list[LightPlan] = []
        self._levels = levels
        self._fails = fails
        self.closed = 0

    def show(self, plan: LightPlan) -> None:
        if self._fails:
            raise PanelError("gone")
        self.shown.append(plan)

    def levels(self) -> LightLevels:
        return self._levels

    def close(self) -> None:
        self.closed += 1


def test_lights_go_on_when_others_of_the_build_fail() -> None:
    broken, well = Fake({"clue": [0.0]}, fails=True), Fake({"fuse": [1.0]})
    lights = AllLights([broken, well])
    with pytest.raises(PanelError, match="gone"):
        lights.show(LightPlan(clue=(1,)))
    assert well.shown == [LightPlan(clue=(1,))]
    assert lights.levels() == {"clue": [0.0], "fuse": [1.0]}
    lights.close()
    assert (broken.closed, well.closed) == (1, 1)


def test_fireworks_may_be_shared_out_among_lights() -> None:
    assert join_levels([{"firework": {"R": [1.0]}}, {"firework": {"W": [0.0]}, "deck": [1.0]}]) == {
        "firework": {"R": [1.0], "W": [0.0]},
        "deck": [1.0],
    }
