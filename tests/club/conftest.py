"""A bridge and its broker in one process."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.journal.sitting import Sitting
from companion.onlooking.settings import BridgeSettings, Broker
from tests.club.bridges import TABLE, WHOLE, Bridged, Start
from tests.rig.mosquitto import Listener, Mosquitto


@pytest.fixture
def broker(tmp_path) -> Iterator[Mosquitto]:
    running = Mosquitto(tmp_path / "broker")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def listener(broker) -> Iterator[Listener]:
    reading = Listener(broker.port)
    yield reading
    reading.stop()


@pytest.fixture
def bridged(tmp_path, broker) -> Iterator[Start]:
    """Start a bridge at a game; the other words are settings."""
    started: list[Bridged] = []

    def start(first: Sitting = WHOLE, history: Any = (), **settings: Any) -> Bridged:
        given = BridgeSettings(Broker("127.0.0.1", broker.port), name="Table 7")._replace(
            **settings
        )
        started.append(Bridged(tmp_path, given, TABLE, first, history, WHOLE))
        return started[-1]

    yield start
    for one in started:
        one.stop()
