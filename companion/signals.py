"""Signals: which ones end a program that runs until it is told to stop."""

import signal
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio


def ending_signals() -> tuple[signal.Signals, ...]:
    """Return the signals that end a program; SIGHUP is none of them where nohup ignores it."""
    if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        return signal.SIGTERM, signal.SIGINT
    return signal.SIGTERM, signal.SIGINT, signal.SIGHUP


def cancel_at_signal(task: "asyncio.Future[Any]") -> None:
    """Cancel a task at the first signal that ends a program.

    Those that follow change nothing: a closed terminal sends several, and the task needs time to
    end well.
    """
    ended = False

    def end() -> None:
        nonlocal ended
        if not ended:
            ended = True
            task.cancel()

    for number in ending_signals():
        task.get_loop().add_signal_handler(number, end)


def run_and_exit(program: Coroutine[Any, Any, None]) -> None:
    """Run a program of asyncio. Ignore signals after it: none may change the exit status."""
    import asyncio  # `companion run` does without it

    asyncio.run(program)
    for number in ending_signals():
        signal.signal(number, signal.SIG_IGN)
