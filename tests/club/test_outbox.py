"""The outbox: what a broker must have that may have forgotten everything."""

import json

from companion.club.outbox import MOST_EVENTS, Outbox


def outbox() -> Outbox:
    return Outbox("event", 77)


def due(box: Outbox, now: float) -> list[tuple[str, bytes, bool, int | None]]:
    return [message[:4] for message in box.due(now)]


def test_what_is_retained_is_due_at_each_connection_with_its_newest_words():
    box = outbox()
    box.keep("state", b"1", 0)
    box.keep("state", b"2", 1)
    assert due(box, 2) == due(box, 3) == [("state", b"2", True, None)]


def test_what_a_topic_says_already_is_no_message():
    box = outbox()
    assert box.keep("state", b"1", 0) is not None
    assert box.keep("state", b"1", 1) is None
    assert box.keep("state", b"2", 1) is not None
    assert box.keep("state", b"1", 1) is not None


def test_a_result_is_told_with_the_time_that_is_left_and_then_no_more():
    box = outbox()
    first = box.keep("result", b"1", 100, 60)
    assert first is not None
    assert first.expires == 60
    assert due(box, 130.5) == [("result", b"1", True, 30)]
    assert due(box, 159.9) == [("result", b"1", True, 1)]
    assert due(box, 160) == []
    assert box.keep("result", b"", 161) is not None
    assert due(box, 999) == [("result", b"", True, None)]


def test_events_wait_until_they_are_acknowledged_in_their_order_and_grow_older():
    box = outbox()
    first = box.add_event({"event": "turn"}, 10)
    box.add_event({"event": "misfire"}, 12)
    assert (first.retain, json.loads(first.payload)) == (
        False,
        {"v": 1, "event": "turn", "start": 77, "number": 1, "age": 0},
    )
    told = [json.loads(message.payload) for message in box.due(15.4)]
    assert [(one["event"], one["number"], one["age"]) for one in told] == [
        ("turn", 1, 5),
        ("misfire", 2, 3),
    ]
    box.on_acknowledged(first)
    assert [message.number for message in box.due(16)] == [2]


def test_the_oldest_events_give_way_and_what_is_unknown_is_acknowledged_in_vain():
    box = outbox()
    first = box.add_event({}, 0)
    for _ in range(MOST_EVENTS):
        box.add_event({}, 0)
    box.on_acknowledged(first)
    numbers = [message.number for message in box.due(1)]
    assert (len(numbers), numbers[0], numbers[-1]) == (MOST_EVENTS, 2, MOST_EVENTS + 1)
