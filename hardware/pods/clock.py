"""A pod's milliseconds as the host's time: delays of the link do not change a hold's length."""

from typing import Final

from hardware.pods.firmware.protocol import TICKS

DRIFT: Final = 0.0002
"""What the two clocks drift apart at most, of the time: the least delay counts less by it."""


class PodClock:
    """The time of one pod. No line arrives before it is sent: the least delay gives the offset."""

    def __init__(self, ms: int, arrival: float) -> None:
        """Begin with a hello sent at `ms` of the pod; `arrival` is in seconds of the host."""
        self._last_ms = ms
        self._seconds = 0.0
        self._offset = self._least = self._heard_at = arrival
        self._newest = float("-inf")

    def hear(self, ms: int, arrival: float, settled: bool) -> None:
        """Take a line stamped at `ms`; adjust the offset if `settled`, not during a press."""
        seconds = self._pod_seconds(ms)
        if seconds > self._seconds:
            self._last_ms = ms
            self._seconds = seconds
        drifted = self._least + DRIFT * (arrival - self._heard_at)
        self._least = min(arrival - seconds, drifted)
        self._heard_at = arrival
        if settled:
            self._offset = self._least

    def at(self, ms: int, arrival: float) -> float:
        """Return the host's time of a stamp that arrived now, never earlier than the one before."""
        self._newest = min(arrival, max(self._newest, self._pod_seconds(ms) + self._offset))
        return self._newest

    def _pod_seconds(self, ms: int) -> float:
        """Return the seconds since the pod's hello; its milliseconds wrap at `TICKS`."""
        return self._seconds + ((ms - self._last_ms + TICKS // 2) % TICKS - TICKS // 2) / 1000
