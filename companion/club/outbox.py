"""The outbox: what a broker must have, and what it has not acknowledged yet.

A broker may forget everything when it restarts. It is told all that is retained at each connection;
events are told until each was acknowledged.
"""

from collections import deque
from collections.abc import Iterator
from math import ceil
from typing import Final, NamedTuple

from companion.club.topics import versioned_json
from companion.numbers import Json

MOST_EVENTS: Final = 1000
"""So many events wait for a broker; the oldest ones give way."""


class Publication(NamedTuple):
    """What is published once."""

    topic: str
    payload: bytes
    retain: bool = True
    expires: int | None = None
    """Time for which the broker keeps it, in seconds."""
    number: int | None = None
    """Of an event."""


class _KeptMessage(NamedTuple):
    payload: bytes
    until: float | None


class _QueuedEvent(NamedTuple):
    number: int
    at: float
    body: Json


class Outbox:
    """What is told of a table; times are those of the monotonic clock, in seconds."""

    def __init__(self, event_topic: str, start: int) -> None:
        """Make an empty one.

        start: the number that was drawn when the bridge started.
        """
        self._topic: Final = event_topic
        self._start: Final = start
        self._kept: Final[dict[str, _KeptMessage]] = {}
        self._events: Final[deque[_QueuedEvent]] = deque(maxlen=MOST_EVENTS)
        self._number = 0

    def __contains__(self, topic: str) -> bool:
        """Return True if something was said of a topic, be it that there is nothing."""
        return topic in self._kept

    def keep(
        self, topic: str, payload: bytes, now: float, lasts: float | None = None
    ) -> Publication | None:
        """Have a topic say this from now on, b"" for nothing. Return None if it says that already.

        lasts: how long the broker keeps it, in seconds; None for ever.
        """
        known = self._kept.get(topic)
        if known is not None and known.payload == payload:
            return None
        kept = self._kept[topic] = _KeptMessage(payload, None if lasts is None else now + lasts)
        return _message(topic, kept, now)

    def current(self, topic: str, now: float) -> Publication | None:
        """Return what a topic says now; None where nothing was said of it, or its time is over."""
        kept = self._kept.get(topic)
        if kept is None or _is_over(kept, now):
            return None
        return _message(topic, kept, now)

    def add_event(self, body: Json, now: float) -> Publication:
        """Add an event, which waits until it is acknowledged. Return it."""
        self._number += 1
        event = _QueuedEvent(self._number, now, body)
        self._events.append(event)
        return self._of(event, now)

    def on_acknowledged(self, message: Publication) -> None:
        """Note that the broker has a message."""
        for event in self._events:
            if event.number == message.number:
                self._events.remove(event)
                return

    def due(self, now: float) -> Iterator[Publication]:
        """Yield all that a new broker must be told: what is retained, then the events."""
        for topic in [topic for topic, kept in self._kept.items() if _is_over(kept, now)]:
            del self._kept[topic]
        for topic, kept in self._kept.items():
            yield _message(topic, kept, now)
        for event in tuple(self._events):
            yield self._of(event, now)

    def _of(self, event: _QueuedEvent, now: float) -> Publication:
        body = {
            **event.body,
            "start": self._start,
            "number": event.number,
            "age": round(now - event.at),
        }
        return Publication(self._topic, versioned_json(body), retain=False, number=event.number)


def _is_over(kept: _KeptMessage, now: float) -> bool:
    return kept.until is not None and kept.until <= now


def _message(topic: str, kept: _KeptMessage, now: float) -> Publication:
    left = None if kept.until is None else max(1, ceil(kept.until - now))
    return Publication(topic, kept.payload, expires=left if kept.payload else None)
