"""The status: one line about the game for `systemctl status`."""

from companion.table.sitting import Sitting


def status(sitting: Sitting, saved: bool) -> str:
    """Such as "game 14, turn 23, seat 2 to act"."""
    state = sitting.state
    if state is None:
        line = "no game yet"
    elif state.over:
        line = f"game {sitting.game}, {state.status} after turn {state.turn}"
    else:
        line = f"game {sitting.game}, turn {state.turn}, seat {state.seat + 1} to act"
    return line if saved else f"{line}, not saved"
