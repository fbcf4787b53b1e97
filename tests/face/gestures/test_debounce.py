"""Debounce of raw edges."""

import pytest

from companion.face.gestures.debounce import Spike, clean_edge, next_reading, reread
from companion.panel import Edge


def test_the_first_edge_counts_and_its_bounces_do_not():
    contacts, edge = clean_edge({}, Edge("clue", True, 1.0))
    assert edge == Edge("clue", True, 1.0)
    for step, down in enumerate((False, True, False, True)):
        contacts, edge = clean_edge(contacts, Edge("clue", down, 1.001 + step / 1000))
        assert edge is None


def test_each_button_is_deaf_on_its_own():
    contacts, _ = clean_edge({}, Edge("clue", True, 1.0))
    _, edge = clean_edge(contacts, Edge("play", True, 1.001))
    assert edge == Edge("play", True, 1.001)


def read(*moves: tuple[float, bool], until: float = 9.0) -> list[Edge | Spike]:
    """Return what counts of a button whose level changes at these times."""
    contacts, told, levels = {}, [], dict(moves)

    def level(control: str) -> bool:
        return [down for at, down in moves if at <= now][-1]

    for at in (*levels, until):
        while (now := next_reading(contacts)) is not None and now <= at:
            contacts, more = reread(contacts, now, level)
            told += more
        if at in levels:
            contacts, edge = clean_edge(contacts, Edge("clue", levels[at], at))
            told += [edge] if edge else []
    return told


def down(at: float) -> Edge:
    return Edge("clue", True, at)


def up(at: float) -> Edge:
    return Edge("clue", False, at)


SPIKES = pytest.mark.parametrize("seconds", [20e-6, 100e-6, 0.001, 0.005, 0.012])


@SPIKES
def test_a_press_whose_level_is_up_when_it_is_read_was_a_spike(seconds):
    assert read((1.0, True), (1.0 + seconds, False)) == [down(1.0), Spike("clue")]


@SPIKES
@pytest.mark.parametrize("after", [0.02, 0.2, 0.69, 0.9])
def test_a_contact_that_opens_for_an_instant_ends_no_press(seconds, after):
    opened = 1.0 + after
    levels = (1.0, True), (opened, False), (opened + seconds, True), (2.5, False)
    assert read(*levels) == [down(1.0), up(2.5)]


def test_a_bouncing_press_counts():
    levels = (
        (1.0, True),
        (1.003, False),
        (1.004, True),
        (1.008, False),
        (1.009, True),
        (1.035, False),
    )
    assert read(*levels) == [down(1.0), up(1.035)]


def test_a_press_soon_after_a_spike_counts():
    assert read((1.0, True), (1.005, False), (1.02, True), (1.1, False)) == [
        down(1.0),
        Spike("clue"),
        down(1.02),
        up(1.1),
    ]


def test_a_tap_whose_level_is_read_late_counts_by_its_edges():
    contacts, _ = clean_edge({}, down(1.0))
    contacts, told = reread(contacts, 1.05, lambda control: False)
    assert told == ()
    assert clean_edge(contacts, up(1.04))[1] == up(1.04)


def test_a_report_that_comes_after_the_level_was_read_is_read_again():
    contacts, _ = clean_edge({}, down(1.0))
    contacts, _ = reread(contacts, 1.02, lambda control: True)
    contacts, _ = clean_edge(contacts, up(1.005))
    assert reread(contacts, 1.025, lambda control: False)[1] == (Spike("clue"),)


def test_a_level_that_agrees_needs_no_more_reading():
    contacts, _ = clean_edge({}, Edge("clue", True, 1.0))
    contacts, edges = reread(contacts, 1.02, lambda control: True)
    assert edges == ()
    assert next_reading(contacts) is None


def test_nothing_is_read_before_its_time():
    contacts, _ = clean_edge({}, Edge("clue", True, 1.0))

    def never(control: str) -> bool:
        raise AssertionError("read too early")

    assert reread(contacts, 1.01, never)[1] == ()


def test_a_cancelled_press_is_heard_even_while_deaf():
    contacts, _ = clean_edge({}, Edge("clue", True, 1.0))
    gone = Edge("clue", False, 1.005, cancelled=True)
    contacts, edge = clean_edge(contacts, gone)
    assert edge == gone
    assert reread(contacts, 2.0, lambda control: False)[1] == ()
