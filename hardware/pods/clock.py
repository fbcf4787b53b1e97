"""A pod's milliseconds as the host's time: delays of the link do not change a hold's length."""

from collections import deque
from typing import Final

from hardware.pods.firmware.protocol import TICKS

BUCKET_S: Final = 10.0
BUCKETS: Final = 6
"""The shortest delay of the last minute counts; over longer times the two clocks drift apart."""


class PodClock:
    """The time of one pod. No line arrives before it is sent: the least delay gives the offset."""

    def __init__(self, ms: int, arrival: float) -> None:
        """Begin with a hello sent at `ms` of the pod; `arrival` is in seconds of the host."""
        self._last_ms = ms
        self._seconds = 0.0
        self._least: deque[tuple[int, float]] = deque(maxlen=BUCKETS + 1)
        self._offset = arrival
        self._newest = float("-inf")

    def note_stamp(self, ms: int, arrival: float, settled: bool) -> None:
        """Take a line stamped at `ms`; adjust the offset if `settled`, not during a press."""
        seconds = self._pod_seconds(ms)
        if seconds > self._seconds:
            self._last_ms = ms
            self._seconds = seconds
        bucket = int(arrival // BUCKET_S)
        offset = arrival - seconds
        if self._least and self._least[-1][0] == bucket:
            offset = min(offset, self._least.pop()[1])
        self._least.append((bucket, offset))
        while self._least[0][0] < bucket - BUCKETS:
            self._least.popleft()
        if settled:
            # Exactly the least, and not one that ages with each line: where a report comes late,
            # that moved the beginning of a hold by up to 0.4 ms.
            self._offset = min(least for _, least in self._least)

    def host_time(self, ms: int, arrival: float) -> float:
        """Return the host's time of a stamp that arrived now, never earlier than the one before."""
        self._newest = min(arrival, max(self._newest, self._pod_seconds(ms) + self._offset))
        return self._newest

    def _pod_seconds(self, ms: int) -> float:
        """Return the seconds since the pod's hello; its milliseconds wrap at `TICKS`."""
        return self._seconds + ((ms - self._last_ms + TICKS // 2) % TICKS - TICKS // 2) / 1000
