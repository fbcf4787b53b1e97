"""The bridge between a device that says what a test has it say, and a real Mosquitto."""

import logging
import re
import threading
import time
from typing import Any

import pytest

from companion.club import link
from companion.club.broker import Connection
from companion.onlooking.settings import BridgeSettings, Broker
from tests.rig.bridge_game import MISFIRE, TABLE, WHOLE, after, online, there
from tests.rig.bridges import Bridged
from tests.rig.moments import NAMES
from tests.rig.mosquitto import CLUB, Listener, Mosquitto, with_passwords
from tests.rig.view_socket import line
from tests.rig.waiting import until

pytestmark = CLUB


def offline(body: Any) -> bool:
    return not body["online"]


def late(broker: Mosquitto) -> list[Any]:
    """All that somebody is told who comes now."""
    listener = Listener(broker.port)
    try:
        return listener.kept()
    finally:
        listener.stop()


def test_a_turn_is_told_as_state_and_event(bridged, listener):
    bridge = bridged(after(0))
    assert listener.kind("availability", online).body["v"] == 1
    bridge.tell(after(1))
    told = listener.kind("/state", lambda body: body["turn"] == 2)
    assert told.topic == f"hanabi/{TABLE}/state"
    assert (told.body["name"], told.body["game"], told.body["players"]) == ("Table 7", 7, 3)
    assert "names" not in told.body
    event = listener.kind("/event").body
    assert (event["event"], event["turn"], event["seat"], event["number"]) == ("turn", 1, 1, 1)


def test_the_state_is_retained_and_the_event_is_not(bridged, broker, listener):
    bridge = bridged(after(0))
    listener.kind("availability", online)
    bridge.tell(after(1))
    listener.kind("/event")
    told = late(broker)
    assert {one.topic.rpartition("/")[2] for one in told} == {"state", "availability"}
    assert all(one.retained for one in told)


def test_names_are_told_where_the_owner_says_so(bridged, listener):
    bridged(after(1), players=True)
    assert listener.kind("/state").body["names"] == list(NAMES)


def test_a_misfire_and_the_end_are_events_and_the_result_stays_for_two_days(
    bridged, broker, listener
):
    bridge = bridged(after(MISFIRE))
    listener.kind("availability", online)
    bridge.tell(after(MISFIRE + 1))
    assert listener.kind("/event").body["event"] == "turn"
    assert listener.kind("/event").body["event"] == "misfire"
    bridge.tell(WHOLE, 3)
    result = listener.kind("/result/7", there)
    assert result.expires == 48 * 3600
    assert (result.body["status"], result.body["score"]) == ("finished", 24)
    assert abs(result.body["ended"] - time.time()) < 60
    numbers = [one.body["number"] for one in listener.rest() if one.topic.endswith("/event")]
    assert numbers == list(range(3, 3 + len(numbers)))
    (kept,) = [one for one in late(broker) if one.topic.endswith("/result/7")]
    assert kept.expires in range(48 * 3600 - 60, 48 * 3600 + 1)


def test_an_end_that_is_undone_clears_the_result(bridged, broker, listener):
    almost = after(len(WHOLE.steps) - 1)
    bridge = bridged(almost)
    listener.kind("availability", online)
    bridge.tell(WHOLE)
    listener.kind("/result/7", there)
    bridge.tell(almost, 3)
    listener.until(lambda told: told.topic.endswith("/result/7") and told.body is None)
    assert not [one for one in late(broker) if "/result/" in one.topic]


def test_practice_is_never_told(bridged, listener):
    bridge = bridged(after(3))
    listener.kind("availability", online)
    listener.rest()
    for serial, practice in ((2, True), (3, True), (4, False)):
        quiet = {**line(after(3), serial), "practice": practice, "screen": "lesson"}
        bridge.say({key: value for key, value in quiet.items() if key not in ("state", "record")})
    until(lambda: bridge.bridge.device.look.serial == 4)
    assert listener.rest() == []


def test_what_was_missed_while_the_broker_was_away_is_told_once(bridged, broker, monkeypatch):
    connect, listening = Connection._connect, threading.Event()
    monkeypatch.setattr(Connection, "_connect", lambda self: (listening.wait(10), connect(self))[1])
    listening.set()
    bridge = bridged(after(MISFIRE))
    until(lambda: bridge.bridge.link.connected)
    listening.clear()
    broker.stop()
    until(lambda: not bridge.bridge.link.connected)
    bridge.tell(after(MISFIRE + 1))
    bridge.tell(WHOLE, 3)
    until(lambda: bridge.bridge.device.look.serial == 3)
    broker.start()
    listener = Listener(broker.port)
    try:
        listening.set()
        found = [listener.until(lambda told: True)]
        while found[-1].body is None or found[-1].body.get("event") != "end":
            found.append(listener.until(lambda told: True))
        found += listener.rest()
    finally:
        listener.stop()
    latest = {one.topic: one.body for one in found if not one.topic.endswith("/event")}
    assert latest[f"hanabi/{TABLE}/state"]["status"] == "finished"
    assert latest[f"hanabi/{TABLE}/result/7"]["score"] == 24
    told = [one.body for one in found if one.topic.endswith("/event")]
    assert [one["number"] for one in told] == list(range(1, len(told) + 1))
    names = [one["event"] for one in told]
    assert (names.count("misfire"), names.count("turn")) == (1, len(WHOLE.steps) - MISFIRE)
    assert names[-1] == "end"


def test_a_broker_that_is_not_there_at_the_start_is_one_sentence_and_is_told_later(
    bridged, broker, caplog
):
    broker.stop()
    bridge = bridged(after(2))
    time.sleep(2.5)
    assert caplog.text.count("no broker at 127.0.0.1") == 1
    broker.start()
    until(lambda: bridge.bridge.link.connected)
    until(
        lambda: any(one.topic.endswith("/state") and one.body["turn"] == 3 for one in late(broker))
    )


def test_the_will_says_that_the_table_is_gone(bridged, listener):
    bridge = bridged(after(2))
    first = listener.kind("availability", online).body
    bridge.loop.call_soon_threadsafe(bridge.bridge.link._connection._client.socket().shutdown, 2)
    assert listener.kind("availability", offline).body["start"] == first["start"]
    assert listener.kind("availability", online).body == first


def test_the_end_of_the_bridge_is_told_before_it_hangs_up(bridged, broker, listener):
    bridge = bridged(after(2))
    listener.kind("availability", online)
    bridge.end()
    listener.kind("availability", offline)
    until(lambda: f"Received DISCONNECT from hanabi-{TABLE}" in broker.log)


def test_a_device_that_is_away_is_told_and_its_state_stays(bridged, broker, listener):
    bridge = bridged(after(2))
    listener.kind("availability", online)
    bridge.do(bridge.device.stop())
    listener.kind("availability", offline)
    assert [one.body["turn"] for one in late(broker) if one.topic.endswith("/state")] == [3]
    listener.rest()
    bridge.do(bridge.device.start())
    listener.kind("availability", online)
    assert [one for one in listener.rest() if one.topic.endswith(("/event", "/state"))] == []


def test_a_game_that_ended_while_nobody_told_of_it_has_its_result(bridged, listener):
    now = time.time()
    row = {"game": 7, "changed": now - 3600, "status": "finished", "preset": "classic"}
    bridged(WHOLE, [row, {**row, "game": 5, "changed": now - 49 * 3600}])
    told = listener.kind("/result/7", there)
    assert told.expires in range(47 * 3600 - 60, 47 * 3600 + 1)
    assert told.body["ended"] == round(now - 3600)
    assert [one.topic for one in listener.rest() if "/result/" in one.topic] == []


@pytest.mark.parametrize("user", [TABLE, "other"])
def test_by_the_access_list_a_table_tells_its_own_topics_alone(tmp_path, caplog, user):
    running = with_passwords(
        tmp_path / "guarded", **{TABLE: "right", "other": "right", "reader": "reads"}
    )
    running.start()
    settings = BridgeSettings(Broker("127.0.0.1", running.port, user=user, password="right"))
    reader = Listener(running.port, "reader", "reads")
    bridge = Bridged(tmp_path, settings, TABLE, after(2), (), WHOLE)
    try:
        if user == TABLE:
            assert reader.kind("/state").topic == f"hanabi/{TABLE}/state"
        else:
            until(lambda: "its access list must let other write there" in caplog.text)
            assert reader.rest() == []
    finally:
        bridge.stop()
        reader.stop()
        running.stop()


def test_two_devices_with_one_id_are_found_out(bridged, listener, caplog, monkeypatch):
    """Each names the other once; whoever lost its place waits, which takes less time here."""
    monkeypatch.setattr(link, "LASTING_PAUSE_S", 2.0)
    bridged(after(1))
    first = listener.kind("availability", online).body["start"]
    bridged(after(2))
    for _ in range(3):
        listener.kind("availability", lambda body: body["online"] and body["start"] != first)
        listener.kind("availability", lambda body: body["online"] and body["start"] == first)
    found = f"another device tells of itself as hanabi/{TABLE}/# too"
    until(lambda: caplog.text.count(found) == 2)


def test_no_topic_is_obeyed(bridged, broker, listener):
    bridge = bridged(after(2))
    listener.kind("availability", online)
    for topic in ("state", "event", "availability", "set", "result/7"):
        listener.client.publish(f"hanabi/{TABLE}/{topic}", b'{"do":"undo"}', 1)
    bridge.tell(after(3))
    listener.kind("/state", lambda body: "do" not in body and body["turn"] == 4)
    assert all(word in ("subscribe", "history") for word in asked(bridge))
    (asked_for,) = re.findall(
        rf"Received SUBSCRIBE from hanabi-{TABLE}\n(.*?)Sending", broker.log, re.DOTALL
    )
    assert re.findall(r"\t(\S+) \(QoS", asked_for) == [
        f"hanabi/{TABLE}/#",
        f"homeassistant/device/{TABLE}/config",
        "homeassistant/status",
    ]


def asked(bridge: Bridged) -> list[str]:
    return [body.get("do") or body["get"] for body in bridge.device.asked]


def test_the_log_says_once_whom_the_bridge_tells(bridged, caplog):
    with caplog.at_level(logging.INFO, "companion.club"):
        bridge = bridged(after(2))
        until(lambda: bridge.bridge.link.connected)
    assert caplog.text.count(f"knows hanabi-{TABLE}") == 1
