"""`companion mqtt --check`: what is right is said, and the first thing that is not in one
sentence.
"""

import asyncio
import os
from pathlib import Path

import pytest

from companion.club import check as checks
from companion.club.broker import Trouble
from companion.club.check import NoCompanion, check
from companion.club.packets import BrokerClient
from companion.onlooking.settings import BridgeSettings, Broker
from tests.rig.bridge_game import TABLE, WHOLE, online
from tests.rig.bridges import Bridged
from tests.rig.discovery import DISCOVERY, without_home_assistant
from tests.rig.mosquitto import CLUB, Listener, Mosquitto, with_passwords

pytestmark = CLUB
NAMES = ("availability", "state", "event", "result/0")
"""What the bridge writes to, below the table."""


def said(settings: BridgeSettings, view: Path, into: list[str]) -> list[str]:
    async def run() -> None:
        nonlocal into
        async for sentence in check(settings, TABLE, view):
            into += (sentence,)  # what was said before a failure stays

    asyncio.run(run())
    return into


def bodies_kept(port: int) -> dict[str, object]:
    """Return what a broker keeps, by topic."""
    listener = Listener(port)
    try:
        return {told.topic: told.body for told in listener.kept()}
    finally:
        listener.stop()


def test_all_is_right_and_a_bridge_that_runs_is_not_disturbed(tmp_path, caplog):
    topics = [*(f"hanabi/{TABLE}/{name}" for name in NAMES), DISCOVERY]
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    settings = BridgeSettings(Broker("127.0.0.1", broker.port))
    listener = Listener(broker.port)
    bridge = Bridged(tmp_path, settings, TABLE, WHOLE, (), WHOLE)
    try:
        listener.kind("availability", online)
        listener.rest()
        kept = bodies_kept(broker.port)
        assert len(kept) == 2
        listener.rest()
        assert said(settings, bridge.device.path, []) == [
            f"127.0.0.1:{broker.port} lets this device in",
            *(f"it takes what is told at {topic}" for topic in topics),
            "it tells the last will of a device that is gone",
            f"the companion at {bridge.device.path} answers",
        ]
        told = listener.rest(1.0)
        assert {one.topic for one in told} == {f"hanabi/{TABLE}/{name}" for name in NAMES}
        assert all(one.body == kept.get(one.topic, {"v": 1}) for one in told)
        assert bodies_kept(broker.port) == kept
        assert "another" not in caplog.text
    finally:
        bridge.stop()
        listener.stop()
        broker.stop()


@pytest.mark.parametrize("denied", [*NAMES, DISCOVERY])
def test_a_single_topic_that_is_denied_is_told(tmp_path, denied):
    broker = with_passwords(tmp_path / "guarded", **{TABLE: "right"})
    topics = {name: f"hanabi/{TABLE}/{name}" for name in NAMES} | {DISCOVERY: DISCOVERY}
    lines = [f"topic write {topic}" for name, topic in topics.items() if name != denied]
    (broker.folder / "access").write_text("\n".join((f"user {TABLE}", *lines)) + "\n")
    broker.start()
    settings = BridgeSettings(Broker("127.0.0.1", broker.port, user=TABLE, password="right"))
    into: list[str] = []
    try:
        with pytest.raises(Trouble, match=f"does not take {topics[denied]} ") as found:
            said(settings, tmp_path / "none.sock", into)
    finally:
        broker.stop()
    assert [line for line in into if "it takes" in line] == [
        f"it takes what is told at {topic}" for name, topic in topics.items() if name != denied
    ]
    assert str(found.value).count("does not take") == 1


def test_a_last_will_that_is_told_to_nobody_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(checks, "CONNECT_S", 1.0)
    monkeypatch.setattr(BrokerClient, "will_set", lambda *words: None)
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    try:
        with pytest.raises(Trouble, match="tells no last will"):
            said(BridgeSettings(Broker("127.0.0.1", broker.port)), tmp_path / "none.sock", [])
    finally:
        broker.stop()


def test_all_topics_that_are_denied_are_told(tmp_path):
    broker = with_passwords(tmp_path / "guarded", other="right")
    broker.start()
    settings = BridgeSettings(Broker("127.0.0.1", broker.port, user="other", password="right"))
    into: list[str] = []
    try:
        with pytest.raises(Trouble, match="its access list must let other write there") as found:
            said(settings, tmp_path / "none.sock", into)
        assert str(found.value).count("does not take") == len(NAMES) + 1
    finally:
        broker.stop()
    assert into == [f"127.0.0.1:{broker.port} lets this device in"]


def test_a_broker_that_has_nothing_of_home_assistant_is_told_of(tmp_path):
    broker = without_home_assistant(tmp_path / "guarded")
    broker.start()
    settings = BridgeSettings(Broker("127.0.0.1", broker.port, user=TABLE, password="right"))
    into: list[str] = []
    try:
        with pytest.raises(
            Trouble, match=f"let {TABLE} write there, or set home_assistant = false$"
        ):
            said(settings, tmp_path / "none.sock", into)
        with pytest.raises(NoCompanion):
            said(settings._replace(home_assistant=False), tmp_path / "none.sock", into)
    finally:
        broker.stop()
    assert into[-1] == "it tells the last will of a device that is gone"


def test_a_companion_that_is_away_is_told(tmp_path):
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    try:
        with pytest.raises(NoCompanion, match="does it run"):
            said(BridgeSettings(Broker("127.0.0.1", broker.port)), tmp_path / "none.sock", [])
    finally:
        broker.stop()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become somebody else")
def test_who_may_not_look_on_is_told_what_to_do(tmp_path):
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    try:
        os.seteuid(65534)
        with pytest.raises(
            NoCompanion, match=r"may not look on at .*; put sudo before the command"
        ):
            said(BridgeSettings(Broker("127.0.0.1", broker.port)), closed / "view.sock", [])
    finally:
        os.seteuid(0)
        broker.stop()


@pytest.mark.parametrize(
    ("line", "lacks"),
    [
        ("retain_available false", "Retain not supported.*it must keep messages"),
        ("max_qos 0", "QoS not supported.*it must take QoS 1"),
        ("max_packet_size 200", "takes 200 bytes at once: it must take 2048"),
    ],
)
def test_what_a_broker_lacks_for_the_bridge_is_told(tmp_path, line, lacks):
    broker = Mosquitto(tmp_path / "broker", "allow_anonymous true", line)
    broker.start()
    try:
        with pytest.raises(Trouble, match=lacks):
            said(BridgeSettings(Broker("127.0.0.1", broker.port)), tmp_path / "none.sock", [])
    finally:
        broker.stop()


def test_a_check_leaves_nothing(tmp_path):
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    try:
        with pytest.raises(NoCompanion):
            said(BridgeSettings(Broker("127.0.0.1", broker.port)), tmp_path / "none.sock", [])
        listener = Listener(broker.port)
        try:
            assert listener.rest() == []
        finally:
            listener.stop()
    finally:
        broker.stop()
