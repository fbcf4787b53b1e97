"""What Home Assistant is told, and when; test_with_home_assistant.py asks a real one."""

import json
import re

import pytest

from companion.club import topics
from companion.club.events import KINDS, TURN, events_between
from companion.club.home_assistant import discovery_message
from companion.club.topics import Topics
from companion.onlooking.look import Look
from tests.club.bridges import (
    DISCOVERY,
    TABLE,
    WHOLE,
    WITHOUT_HOUSE,
    after,
    login,
    online,
    with_access,
)
from tests.rig.mosquitto import CLUB, Listener
from tests.rig.waiting import until

TOLD = json.loads(discovery_message(Topics(TABLE), "Table 7"))
PARTS = TOLD["components"]


@pytest.mark.parametrize(
    ("name", "told"), [("", "Hanabi"), ("Table 7", "Table 7"), ('$ "Bar" \\', '$ "Bar" \\')]
)
def test_a_table_has_its_name_and_without_one_is_called_hanabi(name, told):
    assert json.loads(discovery_message(Topics("x"), name))["device"]["name"] == told


def test_all_is_read_from_the_tables_own_topics_and_nothing_is_commanded():
    said = {part.get("state_topic") or part["topic"] for part in PARTS.values()}
    assert said == {f"hanabi/{TABLE}/{topic}" for topic in ("state", "event", "results")}
    assert TOLD["availability"][0]["topic"] == f"hanabi/{TABLE}/availability"
    assert "command" not in json.dumps(TOLD)
    assert PARTS["event"]["event_types"] == [TURN, *KINDS.values()]


def test_no_two_entities_of_two_tables_have_one_id():
    ids = [part["unique_id"] for part in PARTS.values() if "unique_id" in part]
    ids += [
        part["unique_id"]
        for part in json.loads(discovery_message(Topics("other"), "Table 7"))["components"].values()
        if "unique_id" in part
    ]
    assert len(set(ids)) == len(ids) == 24


def test_each_key_that_an_entity_reads_is_told():
    state = topics.state_body(Look(WHOLE), "", True)
    (event, *_) = events_between(after(0), WHOLE)
    result = topics.result_body(WHOLE, "", False, "", 0.0)
    results = topics.results_body([result])
    told = {
        "state": state.keys(),
        "event": {*event, "start", "number", "at"},
        "results": {*results, *results["results"][0]},
    }
    for key, part in PARTS.items():
        topic = part.get("state_topic") or part["topic"]
        read = re.findall(
            r"(?:value_json|state|\(value_json \| default\({}\)\)|results\[-1\])\.(\w+)",
            part["value_template"],
        )
        assert read, key
        assert set(read) <= told[topic.rpartition("/")[2]], key


def test_each_verdict_has_its_words():
    template = PARTS["verdict"]["value_template"]
    verdicts = json.loads(re.search(r"verdicts = (.*?) %}", template)[1])
    assert verdicts["lost"] == "Lost"
    assert (verdicts["ratings"][0], verdicts["ratings"][6]) == ("All smoke", "Beyond the stars")
    assert len(verdicts["ratings"]) == 7


# The bridge and a real Mosquitto


@pytest.mark.club
@CLUB[1]
def test_by_the_access_list_it_is_told_and_told_again_after_a_birth_alone(bridged, guarded, house):
    bridged(after(2), broker=login(guarded))
    assert house.kind(DISCOVERY).body == TOLD
    endless = b"x" * (1 << 20)
    for junk in (b"offline", b"", b'{"state":"online"}', b"\xff" * 100_000, endless):
        house.client.publish(topics.HOME_ASSISTANT, junk, 1)
    assert [told for told in house.rest() if told.topic == DISCOVERY] == []
    house.client.publish(topics.HOME_ASSISTANT, b"online", 1)
    assert house.kind(DISCOVERY).body == TOLD
    late = Listener(guarded.port, "homeassistant", "house", DISCOVERY)
    assert late.until(lambda told: True).retained
    late.stop()


@pytest.mark.club
@CLUB[1]
def test_junk_at_its_status_topic_is_not_worth_a_word(bridged, guarded, house, caplog):
    house.client.publish(topics.HOME_ASSISTANT, b"\xff" * 100_000, 1, retain=True).wait_for_publish(
        10
    )
    one = bridged(after(2), broker=login(guarded))
    house.kind("availability", lambda body: body["v"] == 1 and body["online"])
    for junk in (b"", b"[" * 100_000, b"\x00", b"1e999"):
        house.client.publish(topics.HOME_ASSISTANT, junk, 1)
    one.tell(after(3))
    house.kind("/state", lambda body: body["v"] == 1 and body["turn"] == 4)
    assert [record.getMessage() for record in caplog.records if record.levelname != "INFO"] == []


@pytest.mark.club
@CLUB[1]
def test_where_the_broker_takes_nothing_for_it_the_rest_is_told(bridged, guarded, caplog):
    broker = with_access(guarded, WITHOUT_HOUSE)
    reader = Listener(broker.port, "reader", "reads")
    one = bridged(after(2), broker=login(broker))
    reader.kind("/state")
    until(lambda: "or set home_assistant = false" in caplog.text)
    broker.stop()
    until(lambda: not one.bridge.connected)
    broker.start()
    reader.kind("/state")
    one.tell(after(3))
    reader.kind("/state", lambda body: body["turn"] == 4)
    assert caplog.text.count(f"let {TABLE} write there, or set home_assistant = false") == 1
    reader.stop()


@pytest.mark.club
@CLUB[1]
def test_switched_off_it_is_told_nothing_and_asked_for_nothing(bridged, guarded, house):
    bridged(after(2), broker=login(guarded), home_assistant=False)
    house.kind("availability", online)
    house.client.publish(topics.HOME_ASSISTANT, b"online", 1)
    assert [told.topic for told in house.rest() if told.topic == DISCOVERY] == []
    (asked,) = re.findall(rf"SUBSCRIBE from hanabi-{TABLE}\n(.*?)Sending", guarded.log, re.DOTALL)
    assert "homeassistant" not in asked
