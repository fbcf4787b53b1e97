"""What a made-up computer has: groups of users, and a clock that tests set."""

import grp

import pytest


class Clock:
    """Seconds of a monotonic clock, which only a test moves on."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def only_groups(monkeypatch: pytest.MonkeyPatch, names: set[str]) -> None:
    """Have this computer know these groups alone."""

    def named(name: str) -> grp.struct_group:
        if name not in names:
            raise KeyError(name)
        return grp.struct_group((name, "x", 900, []))

    monkeypatch.setattr(grp, "getgrnam", named)
