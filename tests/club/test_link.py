"""The link of a bridge to a real Mosquitto: connecting, telling, waiting."""

import asyncio
import signal
from typing import Any

import pytest

from companion.club import bridge as bridges
from companion.club import link
from companion.club.link import BrokerLink
from companion.club.settings import BridgeSettings, Broker
from companion.club.topics import Topics, versioned_json
from tests.club.bridges import TABLE, after
from tests.rig.mosquitto import CLUB, Listener, Mosquitto
from tests.rig.service_managers import Manager
from tests.rig.waiting import until

OWN = Topics(TABLE)
NOWHERE = BridgeSettings(Broker("127.0.0.1", 1))


def kept(broker: Mosquitto) -> dict[str, Any]:
    """All that is retained."""
    reading = Listener(broker.port, "", "", "hanabi/#", "homeassistant/#")
    try:
        return {one.topic: one.body for one in reading.kept() if one.retained}
    finally:
        reading.stop()


@pytest.mark.club
@CLUB[1]
def test_a_thousand_events_wait_for_a_broker_and_the_last_word_on_each_topic_is_true(
    broker, caplog
):
    away = Broker("127.0.0.1", broker.port)
    broker.stop()
    told: list[int] = []

    async def run() -> None:
        box = BrokerLink(away, "x", ("hanabi/x/availability", b""), ())
        box.open()
        box.keep_topic("hanabi/x/result/1", b"{}", 60)
        box.keep_topic("hanabi/x/result/2", b"{}", 0)
        for number in range(1, 1503):
            box.keep_topic("hanabi/x/state", versioned_json({"turn": number}))
            box.publish("hanabi/x/event", versioned_json({"number": number}), retain=False)
        broker.start()
        listener = Listener(broker.port)
        async with asyncio.timeout(30):
            while not box.is_waiting:
                await asyncio.sleep(0.01)
        found = listener.rest()
        told.extend(one.body["number"] for one in found if one.topic.endswith("event"))
        listener.stop()
        assert kept(broker) == {"hanabi/x/result/1": {}, "hanabi/x/state": {"v": 1, "turn": 1502}}
        await box.leave_in_order()

    asyncio.run(run())
    assert told == list(range(1, 1001))
    assert caplog.text.count("too many events wait for the broker: those that follow are") == 1


@pytest.mark.club
@CLUB[1]
def test_what_a_frozen_broker_was_told_at_last_is_what_it_keeps(
    bridged, broker, monkeypatch, caplog
):
    """What is sent again at the next connection is older than what is true."""
    monkeypatch.setattr(link, "KEEPALIVE_S", 1)
    bridge = bridged(after(0))
    until(lambda: bridge.bridge.is_waiting)
    broker.process.send_signal(signal.SIGSTOP)
    bridge.tell(after(1))
    until(lambda: len(bridge.bridge.sent) > 1)
    until(lambda: "is lost" in caplog.text)
    until(lambda: bridge.bridge.status.startswith("not connected: "))
    broker.process.send_signal(signal.SIGKILL)
    broker.stop()
    bridge.tell(after(2))
    until(lambda: bridge.bridge.device.look.serial == 3)
    broker.start()
    until(lambda: bridge.bridge.is_waiting)
    assert kept(broker)[OWN.state]["turn"] == 3
    assert bridge.bridge.status == f"connected to 127.0.0.1:{broker.port}"


@pytest.mark.club
@CLUB[1]
@pytest.mark.parametrize(
    "name", ["on_connection", "on_acknowledgement", "_on_connect", "_on_publish"]
)
def test_a_callback_that_fails_ends_the_bridge_and_is_told(tmp_path, broker, monkeypatch, name):
    monkeypatch.setattr(BrokerLink, name, lambda *given: 1 / 0)
    there = BridgeSettings(Broker("127.0.0.1", broker.port))

    async def run() -> None:
        async with asyncio.timeout(10):
            await bridges.serve(there, TABLE, tmp_path / "none.sock")

    with pytest.raises(ZeroDivisionError):
        asyncio.run(run())


def served(monkeypatch, tmp_path, settings: BridgeSettings, until_heard) -> list[str]:
    """What the service manager hears of a bridge, which is asked to end once this was heard."""
    manager = Manager(str(tmp_path / "notify"))
    monkeypatch.setenv("NOTIFY_SOCKET", manager.name)
    monkeypatch.setenv("WATCHDOG_USEC", "300000")
    heard: list[str] = []

    async def run() -> None:
        serving = asyncio.ensure_future(bridges.serve(settings, TABLE, tmp_path / "none.sock"))
        while not until_heard(heard):
            heard.append(await asyncio.to_thread(manager.hear))
        signal.raise_signal(signal.SIGTERM)
        await serving

    asyncio.run(run())
    return heard + manager.stop()


def test_a_broker_that_is_away_is_no_reason_to_be_restarted(tmp_path, monkeypatch):
    heard = served(
        *(monkeypatch, tmp_path, NOWHERE),
        lambda heard: heard.count("WATCHDOG=1") > 3 and any("not conn" in one for one in heard),
    )
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
