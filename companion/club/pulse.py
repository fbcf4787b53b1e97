"""How a link to a broker is, and the line that says so."""

from typing import Final, NamedTuple

AWAY: Final = "not connected"
"""So begins the line where the broker was tried in vain."""


class Pulse(NamedTuple):
    """How a link is."""

    broker: str
    """Where the broker is."""
    connected: bool
    at: float
    """When the broker answered last or, while it is away, was tried last, by the
    monotonic clock."""
    problem: str
    """Why it is away; empty before that is known."""


def status(pulse: Pulse, there: bool) -> str:
    """Return one line for `systemctl status`; there: whether the companion answers."""
    if pulse.connected:
        line = f"connected to {pulse.broker}"
    elif pulse.problem:
        line = f"{AWAY}: {pulse.problem}"
    else:
        line = f"connecting to {pulse.broker}"
    return line if there else f"{line}; the companion is away"
