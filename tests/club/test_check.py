"""`companion mqtt --check`: what is right is said, and the first thing that is not in one
sentence.
"""

import asyncio
import os
from pathlib import Path

import pytest

from companion.club.broker import Trouble
from companion.club.broker_settings import Broker
from companion.club.check import NoCompanion, check
from companion.club.settings import BridgeSettings
from tests.rig.bridge_game import TABLE, WHOLE, online
from tests.rig.bridges import Bridged
from tests.rig.discovery import without_home_assistant
from tests.rig.mosquitto import CLUB, Listener, Mosquitto, with_passwords

pytestmark = CLUB


def said(settings: BridgeSettings, view: Path, into: list[str]) -> list[str]:
    async def run() -> None:
        nonlocal into
        async for sentence in check(settings, TABLE, view):
            into += (sentence,)  # what was said before a failure stays

    asyncio.run(run())
    return into


def test_all_is_right_and_a_bridge_that_runs_is_not_disturbed(tmp_path):
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    settings = BridgeSettings(Broker("127.0.0.1", broker.port))
    listener = Listener(broker.port)
    bridge = Bridged(tmp_path, settings, TABLE, WHOLE, (), WHOLE)
    try:
        listener.kind("availability", online)
        listener.rest()
        assert said(settings, bridge.device.path, []) == [
            f"127.0.0.1:{broker.port} lets this device in",
            f"it takes what is told of the table, below hanabi/{TABLE}",
            f"it takes what is told to Home Assistant, at homeassistant/device/{TABLE}/config",
            f"the companion at {bridge.device.path} answers",
        ]
        assert {(one.topic, one.retained) for one in listener.rest()} == {
            (f"hanabi/{TABLE}/check", False)
        }
    finally:
        bridge.stop()
        listener.stop()
        broker.stop()


def test_a_topic_that_is_denied_is_told(tmp_path):
    broker = with_passwords(tmp_path / "guarded", other="right")
    broker.start()
    settings = BridgeSettings(Broker("127.0.0.1", broker.port, user="other", password="right"))
    into: list[str] = []
    try:
        with pytest.raises(Trouble, match="its access list must let other write there"):
            said(settings, tmp_path / "none.sock", into)
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
    assert into[-1] == f"it takes what is told of the table, below hanabi/{TABLE}"


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
