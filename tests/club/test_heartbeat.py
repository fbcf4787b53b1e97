"""What the service manager hears of the bridge: when it feeds the watchdog, and when it
does not.
"""

import asyncio
import logging
import signal
from collections.abc import Iterator

import pytest

from companion.club import bridge, heartbeat
from companion.club.heartbeat import ATTEMPT_S, SILENT_S, BridgeHeartbeat, alive
from companion.club.link import LASTING_PAUSE_S
from companion.club.pulse import Pulse
from companion.onlooking.settings import BridgeSettings, Broker
from companion.service_manager import ServiceManager
from tests.rig.mosquitto import CLUB, Mosquitto
from tests.rig.service_managers import Manager

OPEN = Pulse("pi:1883", True, 100.0, "")
AWAY = Pulse("pi:1883", False, 100.0, "no broker at pi:1883")
NOWHERE = BridgeSettings(Broker("127.0.0.1", 1))


@pytest.fixture
def manager(tmp_path) -> Iterator[Manager]:
    heard = Manager(str(tmp_path / "notify"))
    yield heard
    heard.stop()


def told(manager: Manager, seconds: float = 30) -> ServiceManager:
    return ServiceManager(
        {"NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": str(round(seconds * 1e6))}
    )


@pytest.mark.parametrize(
    ("pulse", "after", "well"),
    [
        (OPEN, SILENT_S - 1, True),
        (OPEN, SILENT_S + 1, False),
        (AWAY, SILENT_S + 1, True),
        (AWAY, LASTING_PAUSE_S + ATTEMPT_S + 1, False),
    ],
)
def test_the_watchdog_is_fed_for_what_came_back_of_late(manager, caplog, pulse, after, well):
    beating = BridgeHeartbeat(told(manager))
    for _ in range(2):
        beating.beat(pulse, pulse.at + after)
    assert alive(pulse, pulse.at + after) == well
    assert manager.stop() == (["WATCHDOG=1"] * 2 if well else [])
    with caplog.at_level(logging.CRITICAL, "companion.club"):
        assert caplog.text.count("the link to pi:1883 does nothing any more") == (0 if well else 1)


def test_a_broker_that_is_away_is_no_reason_to_be_restarted(manager, tmp_path, monkeypatch):
    monkeypatch.setenv("NOTIFY_SOCKET", manager.name)
    monkeypatch.setenv("WATCHDOG_USEC", "300000")

    async def run() -> None:
        serving = asyncio.ensure_future(
            bridge.serve(NOWHERE, "0123456789ab", tmp_path / "none.sock")
        )
        while heard.count("WATCHDOG=1") < 4 or not any("not connected" in each for each in heard):
            heard.append(await asyncio.to_thread(manager.hear))
        signal.raise_signal(signal.SIGTERM)
        await serving

    heard: list[str] = []
    asyncio.run(run())
    heard += manager.stop()
    assert heard.count("READY=1") == 1
    (line,) = (each for each in heard if "not connected" in each)
    assert line.startswith("STATUS=not connected: no broker at 127.0.0.1:1 (Connection refused)")
    assert heard[-1] == "STOPPING=1"


def test_a_mistake_in_a_callback_of_the_loop_ends_the_bridge_and_is_told(tmp_path):
    async def run() -> None:
        serving = asyncio.ensure_future(
            bridge.serve(NOWHERE, "0123456789ab", tmp_path / "none.sock")
        )
        await asyncio.sleep(0.1)
        asyncio.get_running_loop().call_soon(lambda: 1 / 0)
        await asyncio.wait_for(serving, 10)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(run())


class TestWithABroker:
    """What the service manager hears while there is a real one."""

    pytestmark = CLUB

    def test_each_answer_of_the_broker_counts(self, manager, tmp_path, monkeypatch):
        """The broker is asked more often here than it would be, and stops to answer."""
        monkeypatch.setattr("companion.club.broker.KEEPALIVE_S", 1)
        monkeypatch.setattr("companion.club.broker.TICK_S", 0.1)
        monkeypatch.setattr(heartbeat, "SILENT_S", 1.5)
        broker = Mosquitto(tmp_path / "broker")
        broker.start()
        try:
            asyncio.run(self.listened(manager, broker, tmp_path))
        finally:
            broker.stop()

    async def listened(self, manager: Manager, broker: Mosquitto, folder) -> None:
        hearing = asyncio.get_running_loop().run_in_executor
        one = bridge.Bridge(
            BridgeSettings(Broker("127.0.0.1", broker.port)),
            "0123456789ab",
            folder / "none.sock",
            told(manager, 0.6),
        )
        running = asyncio.ensure_future(one.run())
        await hearing(None, manager.until, f"STATUS=connected to 127.0.0.1:{broker.port}")
        for _ in range(9):  # nothing is told meanwhile, but the broker is asked
            await hearing(None, manager.until, "WATCHDOG=1")
        broker.process.send_signal(signal.SIGSTOP)
        try:
            await hearing(None, manager.until, "STATUS=not connected")
        finally:
            broker.process.send_signal(signal.SIGCONT)
        await hearing(None, manager.until, "STATUS=connected")
        running.cancel()
        await asyncio.wait([running])
