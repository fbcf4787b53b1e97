"""A bridge and its broker in one process."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.club.settings import BridgeSettings, Broker
from companion.journal.sitting import Sitting
from tests.club.bridges import TABLE, WHOLE, Bridged, Start
from tests.rig.mosquitto import Listener, Mosquitto, with_passwords


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
def guarded(tmp_path) -> Iterator[Mosquitto]:
    """Start a broker with the access list, which lets in who has a password."""
    users = {TABLE: "right", "other": "right", "homeassistant": "house", "reader": "reads"}
    running = with_passwords(tmp_path / "guarded", **users)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def house(guarded) -> Iterator[Listener]:
    """Yield what Home Assistant hears."""
    reading = Listener(guarded.port, "homeassistant", "house", "homeassistant/#", "hanabi/#")
    yield reading
    reading.stop()


@pytest.fixture
def bridged(tmp_path, request) -> Iterator[Start]:
    """Start a bridge at a game; the other words are settings, such as another broker."""
    started: list[Bridged] = []

    def start(first: Sitting = WHOLE, history: Any = (), **settings: Any) -> Bridged:
        if "broker" not in settings:
            settings["broker"] = Broker("127.0.0.1", request.getfixturevalue("broker").port)
        given = BridgeSettings(**{"name": "Table 7", **settings})
        started.append(Bridged(tmp_path, given, first, history))
        return started[-1]

    yield start
    for one in started:
        one.stop()
