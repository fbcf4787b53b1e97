"""The link of a bridge to a real Mosquitto: connecting, telling, waiting."""

import asyncio
import json
import logging
import signal
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from companion.club import bridge as bridges
from companion.club import link
from companion.club.broker import Connection
from companion.club.link import ATTEMPT_S, LASTING_PAUSE_S, MOST_EVENTS, SILENT_S, BrokerLink
from companion.club.topics import Topics
from companion.onlooking.settings import BridgeSettings, Broker
from companion.service_manager import ServiceManager
from tests.rig.bridge_game import TABLE, WHOLE, after
from tests.rig.discovery import DISCOVERY
from tests.rig.mosquitto import CLUB, Listener, Mosquitto
from tests.rig.service_managers import Manager
from tests.rig.waiting import until

OWN = Topics(TABLE)
RESULT = OWN.result(7)
NOWHERE = BridgeSettings(Broker("127.0.0.1", 1))


@pytest.fixture
def manager(tmp_path) -> Iterator[Manager]:
    heard = Manager(str(tmp_path / "notify"))
    yield heard
    heard.stop()


def told_of(manager: Manager, seconds: float = 30) -> ServiceManager:
    return ServiceManager(
        {"NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": str(round(seconds * 1e6))}
    )


def kept(broker: Mosquitto) -> dict[str, Any]:
    """All that is retained."""
    reading = Listener(broker.port, "", "", "hanabi/#", "homeassistant/#")
    try:
        return {one.topic: one.body for one in reading.kept() if one.retained}
    finally:
        reading.stop()


def published(broker: Mosquitto, topic: str) -> int:
    """How often a bridge wrote at a topic."""
    return sum(
        f"Received PUBLISH from hanabi-{TABLE} " in line and f"'{topic}'" in line
        for line in broker.log.splitlines()
    )


@pytest.mark.club
@CLUB[1]
class TestWhatOthersSay:
    """Of its topics; whoever may not write there is kept out by the access list."""

    @pytest.fixture
    def told(self, bridged, broker, monkeypatch) -> dict[str, Any]:
        """What the broker keeps of a bridge that told of a whole game."""
        bridge = bridged(after(len(WHOLE.steps) - 1))
        until(lambda: bridge.bridge.link.state == "waiting")
        bridge.tell(WHOLE)
        until(lambda: RESULT in kept(broker))
        until(lambda: kept(broker).get(OWN.availability, {}).get("online"))
        return kept(broker)

    @pytest.mark.parametrize("forged", [b"", b"junk", b'{"v":1,"game":99,"online":false}'])
    @pytest.mark.parametrize("topic", [OWN.state, OWN.availability, RESULT, DISCOVERY])
    def test_what_contradicts_it_is_said_again(self, told, broker, listener, topic, forged):
        listener.client.publish(topic, forged, 1, retain=True).wait_for_publish(10)
        until(lambda: kept(broker) == told, 10, 0.1)

    def test_what_it_did_not_tell_is_none_of_its_business(self, told, broker, listener):
        others = {f"hanabi/{'0' * 12}/state": b"junk", OWN.result(999): b"junk"}
        for topic, payload in others.items():
            listener.client.publish(topic, payload, 1, retain=True).wait_for_publish(10)
        time.sleep(0.5)
        assert kept(broker) == {**told, **others}

    def test_it_is_said_again_once_a_minute_and_no_forger_makes_a_storm(
        self, told, broker, listener, caplog, monkeypatch
    ):
        monkeypatch.setattr(link, "AGAIN_S", 1.5)
        caplog.set_level(logging.INFO, "companion.club")
        before = published(broker, OWN.state)
        began = time.monotonic()
        while time.monotonic() < began + 2:
            listener.client.publish(OWN.state, b"{}", 1, retain=True)
            time.sleep(0.002)
        assert 1 <= published(broker, OWN.state) - before <= 2 + (time.monotonic() - began) / 1.5
        until(lambda: kept(broker) == told, 10, 0.1)
        assert 1 <= caplog.text.count("others wrote at") <= 2 + (time.monotonic() - began) / 1.5

    def test_what_it_said_itself_is_no_word_of_others(self, bridged, broker, caplog):
        caplog.set_level(logging.INFO, "companion.club")
        bridge = bridged(after(1))
        for number in range(5):
            until(lambda: bridge.bridge.device.left is None)
            bridge.do(bridge.device.stop())
            until(lambda: bridge.bridge.device.left is not None)
            bridge.do(bridge.device.start())
            until(lambda: bridge.bridge.device.left is None)
            bridge.tell(after(number + 2), number + 2)
        until(lambda: kept(broker).get(OWN.availability, {}).get("online"))
        bridge.end()
        assert kept(broker)[OWN.availability]["online"] is False
        assert "others wrote" not in caplog.text
        assert "another device" not in caplog.text


class TestWhatIsSent:
    """What a link says of itself; the connection notes it."""

    @pytest.fixture
    def sent(self, monkeypatch) -> list[Any]:
        sent: list[Any] = []

        async def opened(self: Connection) -> None:
            return None

        monkeypatch.setattr(Connection, "open", opened)
        monkeypatch.setattr(Connection, "send", lambda self, message: sent.append(message))
        return sent

    @staticmethod
    async def connected(box: BrokerLink) -> None:
        running = asyncio.ensure_future(box.run())
        await asyncio.sleep(0.05)
        running.cancel()
        box._connection = None

    def test_what_is_kept_is_said_at_each_connection_for_the_time_that_is_left(
        self, sent, monkeypatch
    ):
        async def run() -> None:
            clock = SimpleNamespace(monotonic=lambda: now + later)
            monkeypatch.setattr(link, "time", clock)
            now, later = 1000.0, 0.0
            box = BrokerLink(Broker("nowhere"), "x", link.LinkCallbacks(), ())
            box.keep("state", b"1")
            box.keep("state", b"2")
            box.keep("result", b"3", 60)
            for later in (0, 30.5, 59.9, 60.1):  # noqa: B007 - the clock's
                await self.connected(box)

        asyncio.run(run())
        told = [(one.topic, one.payload, one.retain, one.expires) for one in sent]
        state = ("state", b"2", True, None)
        left = [("result", b"3", True, seconds) for seconds in (60, 30, 1)]
        assert told == [state, left[0], state, left[1], state, left[2], state]

    def test_events_wait_until_they_are_acknowledged_in_their_order_and_the_oldest_give_way(
        self, sent
    ):
        async def run() -> None:
            box = BrokerLink(Broker("nowhere"), "x", link.LinkCallbacks(), ())
            for _ in range(MOST_EVENTS + 1):
                box.tell("event", {"event": "turn"})
            await self.connected(box)
            assert len(sent) == MOST_EVENTS
            box._connection = Connection(Broker("nowhere"), "x")
            box._on_answer(sent[0], None)
            sent.clear()
            await self.connected(box)

        asyncio.run(run())
        numbers = [json.loads(one.payload)["number"] for one in sent]
        assert numbers == list(range(3, MOST_EVENTS + 2))
        assert not any(one.retain for one in sent)


@pytest.mark.parametrize(
    ("open_", "after_s", "alive"),
    [
        (True, SILENT_S - 1, True),
        (True, SILENT_S + 1, False),
        (False, SILENT_S + 1, True),
        (False, LASTING_PAUSE_S + ATTEMPT_S + 1, False),
    ],
)
def test_a_link_is_alive_for_what_came_back_of_late(monkeypatch, open_, after_s, alive):
    async def run() -> None:
        now = time.monotonic()
        box = BrokerLink(Broker("nowhere"), "x", link.LinkCallbacks(), ())
        if open_:
            box._connection = Connection(Broker("nowhere"), "x")
        monkeypatch.setattr(link, "time", SimpleNamespace(monotonic=lambda: now + after_s))
        assert box.alive is alive

    asyncio.run(run())


def test_a_broker_that_is_away_is_no_reason_to_be_restarted(manager, tmp_path, monkeypatch):
    monkeypatch.setenv("NOTIFY_SOCKET", manager.name)
    monkeypatch.setenv("WATCHDOG_USEC", "300000")

    async def run() -> None:
        serving = asyncio.ensure_future(bridges.serve(NOWHERE, TABLE, tmp_path / "none.sock"))
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
        serving = asyncio.ensure_future(bridges.serve(NOWHERE, TABLE, tmp_path / "none.sock"))
        await asyncio.sleep(0.1)
        asyncio.get_running_loop().call_soon(lambda: 1 / 0)
        await asyncio.wait_for(serving, 10)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(run())


@pytest.mark.club
@CLUB[1]
def test_the_watchdog_is_fed_for_each_answer_of_the_broker(manager, tmp_path, monkeypatch, broker):
    """The broker is asked more often here than it would be, and stops to answer."""
    monkeypatch.setattr("companion.club.broker.KEEPALIVE_S", 1)
    monkeypatch.setattr("companion.club.broker.TICK_S", 0.1)
    monkeypatch.setattr(link, "SILENT_S", 1.5)

    async def run() -> None:
        hearing = asyncio.get_running_loop().run_in_executor
        settings = BridgeSettings(Broker("127.0.0.1", broker.port))
        one = bridges.Bridge(settings, TABLE, tmp_path / "none.sock", told_of(manager, 0.6))
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

    asyncio.run(run())
