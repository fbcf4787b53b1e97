"""A clock that tests set."""


class Clock:
    """Seconds of a monotonic clock, which only a test moves on."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now
