"""Clients of the socket that come and go."""

import multiprocessing
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.rig.fickle import Fickle


def process(target: Callable[..., None], *args: object) -> Any:
    """Return a process that has begun to do this."""
    started = multiprocessing.get_context("spawn").Process(target=target, args=args, daemon=True)
    started.start()
    return started


def come_and_go(sockets: Mapping[str, Path], seed: int, times: int) -> None:
    Fickle(dict(sockets), seed).come_and_go(times)
