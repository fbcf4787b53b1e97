"""A gauge has every opening of its build at its place, and is in one piece."""

import pytest

from tests.rig.real_builds import REAL
from wiring.case.gauge import joined_openings, rimmed_openings
from wiring.panel.fitting import needed_hole
from wiring.panel.shapes import PanelShape, overlap
from wiring.panel.sizes import Outline
from wiring.reading.build import load
from wiring.spec import FrontPanel
from wiring.template.sheet import panel_openings


def panel_of(name: str) -> FrontPanel:
    panel = load(name).panel
    assert panel
    return panel


@pytest.mark.parametrize("name", REAL)
def test_every_opening_is_there(name: str) -> None:
    panel = panel_of(name)
    shapes = panel_openings(panel)
    assert [needed_hole(part) for part in panel.parts] == shapes[: len(panel.parts)]
    assert len(shapes[len(panel.parts) :]) == (4 if panel.board else 0), "the screws of a board"


@pytest.mark.parametrize("name", REAL)
def test_all_openings_are_joined(name: str) -> None:
    shapes = panel_openings(panel_of(name))
    joined = {shapes[0]}
    pairs = joined_openings(shapes)
    assert len(pairs) == len(shapes) - 1
    for one, other in pairs:
        assert one in joined
        joined.add(other)
    assert joined == set(shapes)


@pytest.mark.parametrize("name", REAL)
def test_no_rim_just_touches_another(name: str) -> None:
    rimmed = rimmed_openings(panel_openings(panel_of(name)))
    for number, rim in enumerate(rimmed):
        assert all(abs(overlap(rim, other)) >= 0.03 for other in rimmed[:number])


def test_the_rims_of_two_openings_that_would_touch_differ() -> None:
    apart = 10 + 2 * 0.9
    first, second = rimmed_openings(
        [PanelShape(0, 0, Outline(10)), PanelShape(apart, 0, Outline(10))]
    )
    assert first.outline.width == pytest.approx(11.8)
    assert second.outline.width == pytest.approx(12.0)


def test_a_rim_is_of_the_shape_of_its_opening() -> None:
    (rim,) = rimmed_openings([PanelShape(0, 0, Outline(10, 4))])
    assert rim.outline == pytest.approx(Outline(11.8, 5.8))
