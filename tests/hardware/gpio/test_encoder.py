"""The encoder posts one turn for each detent, even if its contacts bounce in between."""

import random
from collections.abc import Iterator

import pytest

from companion.errors import PanelError
from companion.panel import Rotated
from hardware.emulator.board import EmulatedBoard
from hardware.emulator.knob import Knob
from hardware.gpio.board import Input
from hardware.gpio.encoder import GpioEncoder, Quadrature
from wiring import spec

PINS = spec.EncoderPins(a=17, b=27)
CLOCKWISE = ((0, True), (1, True), (0, False), (1, False))
BACK = ((1, True), (0, True), (1, False), (0, False))


@pytest.fixture
def encoder(board: EmulatedBoard) -> Iterator[GpioEncoder]:
    made = GpioEncoder(board, PINS)
    yield made
    made.close()


def counted(
    edges: tuple[tuple[int, bool], ...], begin: tuple[bool, bool] = (False, False)
) -> list[int]:
    """The detents that edges amount to, those without any left out."""
    turning = Quadrature(*begin)
    return [
        steps for contact, closed in edges if (steps := turning.change_contact(contact, closed))
    ]


@pytest.mark.parametrize(
    ("edges", "steps"),
    [
        (CLOCKWISE, [1]),
        (BACK, [-1]),
        (CLOCKWISE * 3, [1, 1, 1]),
        (CLOCKWISE + BACK, [1, -1]),
        (CLOCKWISE[:3], []),
        (((0, True), (0, False)), []),
        (((0, True), (1, True), (1, False), (0, False)), []),
        (((0, True), (1, True), (0, False), (0, True), (1, False), (0, False)), []),
    ],
    ids=[
        "clockwise",
        "back",
        "three",
        "there and back",
        "not yet",
        "a nudge",
        "half",
        "almost, and back",
    ],
)
def test_a_detent_counts_once_it_is_reached(edges, steps):
    assert counted(edges) == steps


def test_bouncing_contacts_are_harmless():
    dice = random.Random(1)
    for way, steps in ((CLOCKWISE, [1]), (BACK, [-1])):
        for _ in range(200):
            edges = tuple(
                edge
                for contact, closed in way
                for edge in [(contact, closed), (contact, not closed)] * dice.randrange(3)
                + [(contact, closed)]
            )
            assert counted(edges) == steps, edges


PARTS = [(4, 0), (4, 2), (2, 0), (2, 2), (2, 1), (2, 3), (1, 0), (1, 1), (1, 2), (1, 3)]
"""The quarters in a detent, and the quarter at which the knob rests at first."""


def clicked(
    per_detent: int, rest: int, clicks: list[int], dice: random.Random | None = None
) -> list[list[int]]:
    """The steps that each click makes, of contacts that bounce with dice."""
    around = [(0, True), (1, True), (0, False), (1, False)]
    begin = [(False, False), (True, False), (True, True), (False, True)][rest]
    turning = Quadrature(*begin, per_detent)
    made = []
    for way in clicks:
        steps = []
        for _ in range(per_detent):
            contact, closes = around[rest % 4 if way > 0 else (rest - 1) % 4]
            rest += way
            level = closes == (way > 0)
            for bounce in range(dice.randrange(3) if dice else 0):
                steps += [turning.change_contact(contact, level ^ (bounce % 2 == 1))]
            steps += [turning.change_contact(contact, level)]
        made.append([step for step in steps if step])
    return made


@pytest.mark.parametrize(("per_detent", "rest"), PARTS)
def test_each_click_of_any_makers_knob_is_one_step_both_ways(per_detent, rest):
    ways = [1] * 10 + [-1] * 10 + [1, -1] * 3 + [-1, 1] * 3
    assert clicked(per_detent, rest, ways) == [[way] for way in ways]
    dice = random.Random(per_detent)
    bounced = clicked(per_detent, rest, ways * 20, dice)
    assert [sum(steps) for steps in bounced] == ways * 20
    if per_detent > 1:
        assert max(map(len, bounced)) <= 3


def test_one_edge_that_is_lost_costs_one_detent_and_none_turns_round():
    for lost in range(len(CLOCKWISE * 3)):
        edges = (CLOCKWISE * 5)[:lost] + (CLOCKWISE * 5)[lost + 1 :]
        assert counted(edges) in ([1] * 4, [1] * 5), lost


def test_a_knob_that_stands_between_two_detents_begins_to_count_at_the_next():
    for done in range(1, 4):
        closed = [False, False]
        for contact, level in CLOCKWISE[:done]:
            closed[contact] = level
        assert counted(CLOCKWISE[done:] + CLOCKWISE, (closed[0], closed[1])) == [1]


def test_the_time_is_that_of_the_edge_not_of_the_callback(encoder, board, clock):
    posted: list[Rotated] = []

    def slow(turned: Rotated) -> None:
        clock.now += 0.3
        posted.append(turned)

    encoder.listen(slow)
    Knob(board, PINS).rotate(2)
    assert posted == [Rotated(1, 1000.0), Rotated(1, 1000.3)]


def test_an_encoder_with_a_pin_that_cannot_be_used_lets_the_other_go(board, monkeypatch):
    closed: list[Input] = []

    def close(line: Input) -> None:
        closed.append(line)

    monkeypatch.setattr(Input, "close", close)
    with pytest.raises(PanelError, match="GPIO 99 cannot be used"):
        GpioEncoder(board, spec.EncoderPins(17, 99))
    assert len(closed) == 1
