"""The bridge between a device that says what a test has it say, and a real Mosquitto."""

import json
import re
import shlex
import subprocess
import threading
import time
from typing import Any

from companion.club import link
from tests.club.bridges import MISFIRE, TABLE, WHOLE, after, login, online, there
from tests.rig.moments import NAMES
from tests.rig.mosquitto import CLIENTS, CLUB, CLUB_FOLDER, Listener, Mosquitto
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


def test_a_turn_is_told_as_a_state_that_stays_and_an_event_that_does_not(bridged, broker, listener):
    bridge = bridged(after(0), players=True)
    assert listener.kind("availability", online).body["v"] == 1
    bridge.tell(after(1))
    told = listener.kind("/state", lambda body: body["turn"] == 2)
    assert told.topic == f"hanabi/{TABLE}/state"
    assert (told.body["name"], told.body["game"], told.body["players"]) == ("Table 7", 7, 3)
    assert told.body["names"] == list(NAMES)
    event = listener.kind("/event").body
    assert (event["event"], event["turn"], event["seat"], event["number"]) == ("turn", 1, 1, 1)
    kept = late(broker)
    assert {one.topic.rpartition("/")[2] for one in kept} == {"state", "availability"}
    assert all(one.retained for one in kept)


def test_a_misfire_and_the_end_are_events_and_the_result_stays_for_two_days(
    bridged, broker, listener
):
    bridge = bridged(after(MISFIRE))
    listener.kind("availability", online)
    bridge.tell(after(MISFIRE + 1))
    assert listener.kind("/event").body["event"] == "turn"
    assert listener.kind("/event").body["event"] == "misfire"
    bridge.tell(WHOLE)
    result = listener.kind("/result/7", there)
    assert result.expires == 48 * 3600
    assert (result.body["status"], result.body["score"]) == ("finished", 24)
    assert abs(result.body["ended"] - time.time()) < 60
    numbers = [one.body["number"] for one in listener.rest() if one.topic.endswith("/event")]
    assert numbers == list(range(3, 3 + len(numbers)))
    (kept,) = [one for one in late(broker) if one.topic.endswith("/result/7")]
    assert kept.expires in range(48 * 3600 - 60, 48 * 3600 + 1)


def test_what_was_missed_while_the_broker_was_away_is_told_once(bridged, broker, monkeypatch):
    bridge = bridged(after(MISFIRE))
    until(lambda: bridge.bridge.connected)
    listening = threading.Event()
    monkeypatch.setattr(bridge.bridge._client, "on_pre_connect", lambda *_: listening.wait(10))
    broker.stop()
    until(lambda: not bridge.bridge.connected)
    bridge.tell(after(MISFIRE + 1))
    bridge.tell(WHOLE)
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


def test_whether_the_table_is_there_is_told_whoever_goes_away(bridged, broker, listener, caplog):
    bridge = bridged(after(2))
    first = listener.kind("availability", online).body
    bridge.bridge._client.socket().shutdown(2)
    assert listener.kind("availability", offline).body["start"] == first["start"]
    assert listener.kind("availability", online).body == first
    listener.rest()
    bridge.do(bridge.device.stop())
    listener.kind("availability", offline)
    assert [one.body["turn"] for one in late(broker) if one.topic.endswith("/state")] == [3]
    bridge.do(bridge.device.start())
    listener.kind("availability", online)
    assert [one for one in listener.rest() if one.topic.endswith(("/event", "/state"))] == []
    bridge.end()
    listener.kind("availability", offline)
    until(lambda: f"Received DISCONNECT from hanabi-{TABLE}" in broker.log)
    bridged(after(2))
    assert listener.kind("availability", online).body["start"] != first["start"]
    listener.rest()
    assert "another device" not in caplog.text


def test_a_game_that_ended_while_nobody_told_of_it_has_its_result(bridged, listener):
    now = time.time()
    row = {"game": 7, "changed": now - 3600, "status": "finished", "preset": "classic"}
    bridged(WHOLE, [row, {**row, "game": 5, "changed": now - 49 * 3600}])
    told = listener.kind("/result/7", there)
    assert told.expires in range(47 * 3600 - 60, 47 * 3600 + 2)
    assert told.body["ended"] == round(now - 3600)
    assert [one.topic for one in listener.rest() if "/result/" in one.topic] == []


@CLIENTS
def test_the_line_in_a_shell_says_the_results_that_are_kept_and_each_new_one(
    bridged, guarded, house
):
    (line,) = re.findall(
        r"^    (mosquitto_sub .*)$", (CLUB_FOLDER / "README.md").read_text(), re.MULTILINE
    )
    line = line.replace("192.168.178.30", f"127.0.0.1 -p {guarded.port}").replace("secret", "reads")
    bridge = bridged(after(0), broker=login(guarded))
    house.kind("availability", online)
    bridge.tell(WHOLE)
    house.kind("/result/7", there)
    with subprocess.Popen(shlex.split(line), stdout=subprocess.PIPE, text=True) as shell:
        assert shell.stdout is not None
        kept = shell.stdout.readline()
        bridge.tell(WHOLE._replace(game=8, steps=()))
        bridge.tell(WHOLE._replace(game=8))
        new = [shell.stdout.readline() for _ in range(2)]
        shell.terminate()
    told = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S* hanabi/0123456789ab/result/(\d) (.*)\n"
    for line, game, score in ((kept, "7", 24), (new[1], "8", 24)):
        found = re.fullmatch(told, line)
        assert (found[1], json.loads(found[2])["score"]) == (game, score)
    assert re.fullmatch(told, new[0])[2] == ""


def test_of_two_devices_with_one_id_each_is_told_what_to_do(bridged, listener, caplog, monkeypatch):
    """Who lost its place waits, which takes less time here."""
    monkeypatch.setattr(link, "LONGEST_PAUSE_S", 2)
    bridged(after(1))
    first = listener.kind("availability", online).body["start"]
    bridged(after(2))
    for _ in range(2):
        listener.kind("availability", lambda body: body["online"] and body["start"] != first)
        listener.kind("availability", lambda body: body["online"] and body["start"] == first)
    found = f"another device tells of itself as hanabi/{TABLE}/# too: of a card that was copied"
    assert caplog.text.count(found) in (1, 2), "once by each"


def test_no_topic_is_obeyed(bridged, broker, listener):
    bridge = bridged(after(2))
    listener.kind("availability", online)
    for topic in ("state", "event", "availability", "set", "result/7"):
        listener.client.publish(f"hanabi/{TABLE}/{topic}", b'{"do":"undo"}', 1)
    bridge.tell(after(3))
    listener.kind("/state", lambda body: "do" not in body and body["turn"] == 4)
    asked = [body.get("do") or body["get"] for body in bridge.device.asked]
    assert all(word in ("subscribe", "history") for word in asked)
    (asked_for,) = re.findall(
        rf"Received SUBSCRIBE from hanabi-{TABLE}\n(.*?)Sending", broker.log, re.DOTALL
    )
    assert re.findall(r"\t(\S+) \(QoS", asked_for) == [
        f"hanabi/{TABLE}/availability",
        "homeassistant/status",
    ]
