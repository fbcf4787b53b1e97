"""Debounce of raw edges."""

from companion.face.gestures.debounce import DEAF_S, clean, deadline, reread
from companion.panel import Edge


def test_the_first_edge_counts_and_its_bounces_do_not():
    contacts, edge = clean({}, Edge("clue", True, 1.0))
    assert edge == Edge("clue", True, 1.0)
    for step, down in enumerate((False, True, False, True)):
        contacts, edge = clean(contacts, Edge("clue", down, 1.001 + step / 1000))
        assert edge is None


def test_each_button_is_deaf_on_its_own():
    contacts, _ = clean({}, Edge("clue", True, 1.0))
    _, edge = clean(contacts, Edge("play", True, 1.001))
    assert edge == Edge("play", True, 1.001)


def test_a_button_let_go_while_deaf_is_noticed_when_the_level_is_read_again():
    contacts, _ = clean({}, Edge("clue", True, 1.0))
    contacts, lost = clean(contacts, Edge("clue", False, 1.01))
    assert lost is None
    assert deadline(contacts) == 1.0 + DEAF_S
    contacts, edges = reread(contacts, 1.0 + DEAF_S, lambda control: False)
    assert edges == (Edge("clue", False, 1.0 + DEAF_S),)


def test_a_level_that_agrees_needs_no_more_reading():
    contacts, _ = clean({}, Edge("clue", True, 1.0))
    contacts, edges = reread(contacts, 1.02, lambda control: True)
    assert edges == ()
    assert deadline(contacts) is None


def test_nothing_is_read_before_its_time():
    contacts, _ = clean({}, Edge("clue", True, 1.0))

    def never(control: str) -> bool:
        raise AssertionError("read too early")

    assert reread(contacts, 1.01, never)[1] == ()


def test_a_cancelled_press_is_heard_even_while_deaf():
    contacts, _ = clean({}, Edge("clue", True, 1.0))
    gone = Edge("clue", False, 1.005, cancelled=True)
    contacts, edge = clean(contacts, gone)
    assert edge == gone
    assert reread(contacts, 2.0, lambda control: False)[1] == ()
