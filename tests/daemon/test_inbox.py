"""The inbox: what people did is in the order in which they did it."""

from operator import itemgetter

import pytest

from companion.daemon.inbox import Inbox, take_waiting
from companion.panel import Edge, Rotated, Supplied, Tagged, Touched


@pytest.mark.parametrize(
    "late", [Rotated(1, 1.5), Touched("R", 1.5), Tagged(("04",), "card", 1.5), Edge("W", True, 1.5)]
)
def test_what_is_posted_late_comes_when_it_was_done(late):
    inbox = Inbox(lambda: 2.0)
    for message in (Edge("play", True, 1.6), late, Supplied(low=True), Edge("clue", True, 1.4)):
        inbox.post(message)
    batch = sorted(take_waiting(inbox.queue, 0), key=itemgetter(0))
    assert [type(message).__name__ for _, message in batch].index(type(late).__name__) in (0, 1)
    assert batch[1][1] is late
