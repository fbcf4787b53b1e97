"""LEDs show the plan with what a build has, and write only what changed."""

import pytest

from companion.errors import PanelError
from companion.panel import DARK, LightLevels, LightPlan
from hardware.emulator.board import EmulatedBoard
from hardware.gpio.board import Output
from hardware.lights.all_lights import AllLights, join_levels
from hardware.lights.leds import Leds
from hardware.lights.values import _resample_values
from tests.rig.samples import sample
from wiring.reading.build import parse_build
from wiring.spec import Light, LightGroups


def groups(lights: str) -> LightGroups[Light]:
    text = f'board = "mock"\nbuttons = {{ clue.pin = 5, discard.pin = 6, play.pin = 13 }}\n{lights}'
    return parse_build(text, "mine", "mine.toml").lights


def board_and_leds(lights: str) -> tuple[EmulatedBoard, Leds]:
    board = EmulatedBoard(lambda: 0.0)
    return board, Leds(board, groups(lights))


def test_each_light_shows_its_value():
    board, leds = board_and_leds(
        "lights.seat = [16, 17, 18]\nlights.firework.R = [20, 21, 22, 23, 24]"
    )
    leds.show(LightPlan(seat=(0, 1, 0), firework={"R": (1, 1, 0.4, 0.5, 0)}))
    assert [board.driven_level(pin) for pin in (16, 17, 18)] == [False, True, False]
    assert [board.driven_level(pin) for pin in range(20, 25)] == [True, True, False, True, False]
    assert leds.held_levels() == {
        "seat": [0.0, 1.0, 0.0],
        "firework": {"R": [1.0, 1.0, 0.0, 1.0, 0.0]},
    }
    leds.show(DARK)
    assert leds.held_levels() == {"seat": [0.0] * 3, "firework": {"R": [0.0] * 5}}


@pytest.mark.parametrize(
    ("heights", "lit"),
    [((0, 0, 0, 0, 0), False), ((1, 0, 0, 0, 0), True), ((1, 1, 1, 1, 1), True), ((), False)],
)
def test_a_single_light_is_lit_once_a_card_lies_on_its_firework(heights, lit):
    _, leds = board_and_leds("lights.firework.R = [20]")
    leds.show(LightPlan(firework={"R": heights, "G": (1, 1, 1, 1, 1)}))
    assert leds.held_levels() == {"firework": {"R": [float(lit)]}}


def test_three_fuse_lights_never_show_more_fuses_than_are_left():
    _, leds = board_and_leds("lights.fuse = [16, 17, 18]")
    for left, lit in ((4, 3), (3, 3), (2, 2), (1, 1), (0, 0)):
        leds.show(LightPlan(fuse=(1.0,) * left + (0.0,) * (4 - left)))
        assert leds.held_levels() == {"fuse": [1.0] * lit + [0.0] * (3 - lit)}


def test_a_deck_with_a_few_cards_left_does_not_look_empty():
    _, leds = board_and_leds("lights.deck = [16, 17]")
    for left, lit in ((50, [1.0, 1.0]), (27, [1.0, 1.0]), (1, [1.0, 0.0]), (0, [0.0, 0.0])):
        leds.show(LightPlan(deck=(1.0,) * left + (0.0,) * (50 - left)))
        assert leds.held_levels() == {"deck": lit}


def test_an_active_low_light_is_lit_by_a_low_pin():
    board, leds = board_and_leds("lights = { active_high = false, seat = [16] }")
    assert board.driven_level(16) is True
    leds.show(LightPlan(seat=(1,)))
    assert board.driven_level(16) is False
    assert leds.held_levels() == {"seat": [1.0]}


def test_only_lights_that_change_are_written(monkeypatch):
    _, leds = board_and_leds("lights.seat = [16, 17, 18]")
    leds.show(LightPlan(seat=(1, 0, 0)))
    written: list[bool] = []
    monkeypatch.setattr(Output, "set", lambda self, lit: written.append(lit))
    leds.show(LightPlan(seat=(1, 0, 0)))
    assert written == []
    leds.show(LightPlan(seat=(0, 1, 0)))
    assert written == [False, True]


def test_a_light_that_does_not_open_leaves_the_others_lit_and_is_tried_again(monkeypatch):
    board = EmulatedBoard(lambda: 0.0)
    open_led = board.open_led
    broken = True

    def led(pin: int, active_high: bool) -> object:
        if broken and pin == 18:
            raise PanelError("GPIO 18 is in use")
        return open_led(pin, active_high)

    monkeypatch.setattr(board, "open_led", led)
    leds = Leds(board, groups("lights.seat = [16, 17, 18]"))
    assert leds.held_levels() == {"seat": [0.0, 0.0, 0.0]}
    for _ in range(2):
        with pytest.raises(PanelError, match="GPIO 18 is in use"):
            leds.show(LightPlan(seat=(1, 1, 1)))
        assert leds.held_levels() == {"seat": [1.0, 1.0, 0.0]}
        assert [board.driven_level(16), board.driven_level(17)] == [True, True]
    broken = False
    leds.show(LightPlan(seat=(1, 0, 1)))
    assert leds.held_levels() == {"seat": [1.0, 0.0, 1.0]}


def test_lights_that_break_are_all_set_again(monkeypatch):
    board, leds = board_and_leds("lights.seat = [16, 17]")
    leds.show(LightPlan(seat=(1, 0)))

    def fail(self: Output, lit: bool) -> None:
        raise PanelError("GPIO 17 cannot be used: gone")

    with monkeypatch.context() as patch:
        patch.setattr(Output, "set", fail)
        with pytest.raises(PanelError, match="gone"):
            leds.show(LightPlan(seat=(1, 1)))
    leds.show(LightPlan(seat=(1, 1)))
    assert [board.driven_level(16), board.driven_level(17)] == [True, True]


def test_closed_lights_are_dark_and_their_pins_free():
    board, leds = board_and_leds("lights.seat = [16, 17]")
    leds.show(LightPlan(seat=(1, 1)))
    leds.close()
    leds.close()
    assert [board.driven_level(16), board.driven_level(17)] == [None, None]
    with pytest.raises(PanelError, match="switched off"):
        leds.show(DARK)


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
def test_values_are_shared_out(values, count, shares):
    assert _resample_values(values, count) == pytest.approx(shares, abs=0.001)


def test_a_deck_is_full_at_the_start_and_never_empty_before_its_end():
    for cards in range(1, 51):
        for count in sample(range(1, 61), 7):
            assert _resample_values((1.0,) * cards, count) == (1.0,) * count
            one_left = _resample_values((1.0,) + (0.0,) * (cards - 1), count)
            assert one_left[0] > 0
            assert not any(_resample_values((0.0,) * cards, count))


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

    def held_levels(self) -> LightLevels:
        return self._levels

    def close(self) -> None:
        self.closed += 1


def test_lights_go_on_when_others_of_the_build_fail():
    broken, well = Fake({"clue": [0.0]}, fails=True), Fake({"fuse": [1.0]})
    lights = AllLights([broken, well])
    with pytest.raises(PanelError, match="gone"):
        lights.show(LightPlan(clue=(1,)))
    assert well.shown == [LightPlan(clue=(1,))]
    assert lights.held_levels() == {"clue": [0.0], "fuse": [1.0]}
    lights.close()
    assert (broken.closed, well.closed) == (1, 1)


def test_fireworks_may_be_shared_out_among_lights():
    assert join_levels([{"firework": {"R": [1.0]}}, {"firework": {"W": [0.0]}, "deck": [1.0]}]) == {
        "firework": {"R": [1.0], "W": [0.0]},
        "deck": [1.0],
    }
