"""A pod's milliseconds as the host's time: delays of the link do not change the length of a hold."""

from collections import deque
from typing import Final

from hardware.pods.firmware.protocol import TICKS

BUCKET_S: Final = 10.0
BUCKETS: Final = 6
"""The shortest delay of the last minute counts; over longer times the two clocks drift apart."""


class PodClock:
    """The time of one pod. No line arrives before it is sent: the least delay gives the clocks' offset."""

    def __init__(self, ms: int, arrival: float) -> None:
        """The clock of a pod that said hello at `ms` of its own; it arrived at `arrival`, in seconds here."""
        self._last_ms = ms
        self._seconds = 0.0
        self._least: deque[tuple[int, float]] = deque(maxlen=BUCKETS + 1)
        self._offset = arrival
        self._newest = float("-inf")

    def hear(self, ms: int, arrival: float, settled: bool) -> None:
        """Take a line stamped at `ms`; the offset may change only if `settled`, so not during a press."""
        stamped = self._stamped(ms)
        if stamped > self._seconds:
            self._last_ms, self._seconds = ms, stamped
        self._note(int(arrival // BUCKET_S), arrival - stamped)
        if settled:
            self._offset = min(least for _, least in self._least)

    def at(self, ms: int, arrival: float) -> float:
        """The host's time of a stamp that arrived now; never earlier than the previous result."""
        self._newest = min(arrival, max(self._newest, self._stamped(ms) + self._offset))
        return self._newest

    def _stamped(self, ms: int) -> float:
        """Seconds since the pod's hello; its milliseconds wrap at `TICKS`."""
        return self._seconds + ((ms - self._last_ms + TICKS // 2) % TICKS - TICKS // 2) / 1000

    def _note(self, bucket: int, offset: float) -> None:
        if self._least and self._least[-1][0] == bucket:
            offset = min(offset, self._least.pop()[1])
        self._least.append((bucket, offset))
        while self._least[0][0] < bucket - BUCKETS:
            self._least.popleft()
