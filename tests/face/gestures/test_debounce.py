"""Debounce of raw edges."""

from math import inf

import pytest

from companion.face.gestures.debounce import (
    Contacts,
    Spike,
    clean_edge,
    next_settling,
    settle_contacts,
)
from companion.panel import Edge

LAST = 9.0
"""When a contact is judged for the last time."""


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


def read(*moves: tuple[float, bool]) -> list[Edge | Spike]:
    """Return what counts of a button whose level changes at these times."""
    contacts: Contacts = {}
    told: list[Edge | Spike] = []
    for at, level in (*moves, (inf, False)):
        while (now := next_settling(contacts)) <= min(at, LAST):
            contacts, more = settle_contacts(contacts, now)
            told += more
        if at < inf:
            contacts, edge = clean_edge(contacts, Edge("clue", level, at))
            told += [edge] if edge else []
    return told


def down(at: float) -> Edge:
    return Edge("clue", True, at)


def up(at: float) -> Edge:
    return Edge("clue", False, at)


SHORT = (20e-6, 100e-6, 0.001, 0.005, 0.012)
BOUNCES = ((1.003, False), (1.004, True), (1.008, False), (1.009, True))


@pytest.mark.parametrize("seconds", SHORT)
def test_a_press_whose_level_is_up_when_it_is_read_was_a_spike(seconds):
    assert read((1.0, True), (1.0 + seconds, False)) == [down(1.0), Spike("clue")]
    for after in (0.02, 0.2, 0.69, 0.9):  # a contact that opens for an instant ends no press
        gap = (1.0 + after, False), (1.0 + after + seconds, True)
        assert read((1.0, True), *gap, (2.5, False)) == [down(1.0), up(2.5)], after


def test_a_press_that_bounces_or_comes_soon_after_a_spike_counts():
    assert read((1.0, True), *BOUNCES, (1.035, False)) == [down(1.0), up(1.035)]
    spike = (1.0, True), (1.005, False)
    found = read(*spike, (1.02, True), (1.1, False))
    assert found == [down(1.0), Spike("clue"), down(1.02), up(1.1)]


def pulses(count: int, closed: float, open_: float, at: float = 1.0) -> list[tuple[float, bool]]:
    """Return the levels of a contact that closes so often, and for how long each time."""
    begins = [at + number * (closed + open_) for number in range(count)]
    return [edge for began in begins for edge in ((began, True), (began + closed, False))]


@pytest.mark.parametrize("closed", [20e-6, 0.001, 0.005, 0.0149])
@pytest.mark.parametrize("open_", [20e-6, 0.001, 0.0041, 0.01, 0.015, 0.04])
def test_no_train_of_short_pulses_counts(closed, open_):
    told = read(*pulses(40, closed, open_))
    assert {type(one) for one in told[1::2]} == {Spike}
    assert all(isinstance(one, Edge) and one.down for one in told[::2])


@pytest.mark.parametrize("open_", [20e-6, 0.001, 0.005, 0.0149])
@pytest.mark.parametrize("closed", [20e-6, 0.001, 0.0041, 0.01, 0.0149])
def test_no_train_of_short_gaps_ends_a_hold(open_, closed):
    gaps = [(at, not level) for at, level in pulses(20, open_, closed, at=1.2)]
    assert read((1.0, True), *gaps, (2.5, False)) == [down(1.0), up(2.5)]


def test_a_press_amid_short_pulses_counts():
    levels = (*pulses(5, 0.001, 0.004), (1.03, True), (1.1, False))
    assert read(*levels)[-2:] == [down(pytest.approx(1.03, abs=0.016)), up(1.1)]


def test_a_report_that_comes_after_the_level_was_judged_is_judged_again():
    contacts, _ = clean_edge({}, down(1.0))
    contacts, _ = settle_contacts(contacts, 1.02)
    contacts, _ = clean_edge(contacts, up(1.005))
    assert settle_contacts(contacts, 1.02)[1] == (Spike("clue"),)


def test_a_level_that_stands_needs_no_more_judging():
    contacts, _ = clean_edge({}, down(1.0))
    contacts, edges = settle_contacts(contacts, 1.02)
    assert edges == ()
    assert next_settling(contacts) == inf


def test_nothing_is_judged_before_its_time():
    contacts, _ = clean_edge({}, down(1.0))
    contacts, _ = clean_edge(contacts, up(1.001))
    assert settle_contacts(contacts, 1.01) == (contacts, ())


def test_a_cancelled_press_is_heard_even_while_deaf():
    contacts, _ = clean_edge({}, Edge("clue", True, 1.0))
    gone = Edge("clue", False, 1.005, cancelled=True)
    contacts, edge = clean_edge(contacts, gone)
    assert edge == gone
    assert settle_contacts(contacts, 2.0)[1] == ()
