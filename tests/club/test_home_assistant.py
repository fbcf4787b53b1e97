"""What Home Assistant is told, and when; test_with_home_assistant.py asks a real one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club import link, topics
from companion.club.events import EventKind, events
from companion.club.home_assistant import discovery
from companion.club.topics import Topics
from companion.onlooking.look import Look
from companion.onlooking.settings import BridgeSettings, Broker
from tests.club.bridges import (
    DISCOVERY,
    TABLE,
    WHOLE,
    Bridged,
    after,
    online,
    without_home_assistant,
)
from tests.rig.mosquitto import CLUB, Listener, Mosquitto, with_passwords
from tests.rig.waiting import until

TOLD = json.loads(discovery(Topics(TABLE), "Table 7"))
PARTS = TOLD["components"]


@pytest.mark.parametrize(
    ("name", "told"), [("", "Hanabi"), ("Table 7", "Table 7"), ('$ "Bar" \\', '$ "Bar" \\')]
)
def test_a_table_has_its_name_and_without_one_is_called_hanabi(name, told):
    assert json.loads(discovery(Topics("x"), name))["device"]["name"] == told


def test_all_is_read_from_the_tables_own_topics_and_nothing_is_commanded():
    said = {part.get("state_topic") or part["topic"] for part in PARTS.values()}
    assert said == {f"hanabi/{TABLE}/state", f"hanabi/{TABLE}/event"}
    assert TOLD["availability"][0]["topic"] == f"hanabi/{TABLE}/availability"
    assert "command" not in json.dumps(TOLD)
    assert PARTS["event"]["event_types"] == list(EventKind)


def test_no_two_entities_of_two_tables_have_one_id():
    ids = [part["unique_id"] for part in PARTS.values() if "unique_id" in part]
    ids += [
        part["unique_id"]
        for part in json.loads(discovery(Topics("other"), "Table 7"))["components"].values()
        if "unique_id" in part
    ]
    assert len(set(ids)) == len(ids) == 18


def test_each_key_that_an_entity_reads_is_told():
    state = topics.state(Look(WHOLE), "", True)
    (event, *_) = events(after(0), WHOLE)
    told = {"state": state.keys(), "event": {*event, "start", "number", "age"}}
    for key, part in PARTS.items():
        topic = part.get("state_topic") or part["topic"]
        read = re.findall(
            r"(?:value_json|state|\(value_json \| default\({}\)\))\.(\w+)", part["value_template"]
        )
        assert read, key
        assert set(read) <= told[topic.rpartition("/")[2]], key


def test_each_verdict_has_its_words():
    template = PARTS["verdict"]["value_template"]
    verdicts = json.loads(re.search(r"verdicts = (.*?) %}", template)[1])
    assert verdicts["lost"] == "Lost"
    assert (verdicts["ratings"][0], verdicts["ratings"][6]) == ("Damp squib", "Beyond the stars")
    assert len(verdicts["ratings"]) == 7


class TestWithABroker:
    """The bridge and a real Mosquitto."""

    pytestmark = CLUB

    @pytest.fixture
    def guarded(self, tmp_path) -> Iterator[Mosquitto]:
        users = {TABLE: "right", "homeassistant": "house", "reader": "reads"}
        running = with_passwords(tmp_path / "guarded", **users)
        running.start()
        yield running
        running.stop()

    @staticmethod
    def table(folder: Path, broker: Mosquitto, **settings: object) -> Bridged:
        given = BridgeSettings(Broker("127.0.0.1", broker.port, user=TABLE, password="right"))
        return Bridged(folder, given._replace(**settings), TABLE, after(2), (), WHOLE)

    @pytest.fixture
    def house(self, guarded) -> Iterator[Listener]:
        reading = Listener(guarded.port, "homeassistant", "house", "homeassistant/#", "hanabi/#")
        yield reading
        reading.stop()

    def test_by_the_access_list_it_is_told_and_told_again_after_a_birth_alone(
        self, tmp_path, guarded, house, monkeypatch
    ):
        monkeypatch.setattr(link, "AGAIN_S", 1.0)
        one = self.table(tmp_path, guarded, name="Table 7")
        try:
            assert house.kind(DISCOVERY).body == TOLD
            endless = b"x" * (1 << 20)
            for junk in (b"offline", b"", b'{"state":"online"}', b"\xff" * 100_000, endless):
                house.client.publish(topics.HOME_ASSISTANT, junk, 1)
            assert [told for told in house.rest() if told.topic == DISCOVERY] == []
            for _ in range(9):
                house.client.publish(topics.HOME_ASSISTANT, b"online", 1)
            assert house.kind(DISCOVERY).body == TOLD
            assert len([told for told in house.rest() if told.topic == DISCOVERY]) <= 1
            late = Listener(guarded.port, "homeassistant", "house", DISCOVERY)
            assert late.until(lambda told: True).retained
            late.stop()
        finally:
            one.stop()

    def test_junk_at_its_status_topic_and_at_those_of_the_table_is_not_worth_a_word(
        self, tmp_path, guarded, house, caplog
    ):
        table = Listener(guarded.port, TABLE, "right", f"hanabi/{TABLE}/state")
        later = b'{"v":2,"online":true,"start":{"of":"a later version"}}'
        for topic in ("availability", "state", "event", "result/7", "set"):
            table.client.publish(f"hanabi/{TABLE}/{topic}", later, 1, retain=True)
        house.client.publish(
            topics.HOME_ASSISTANT, b"\xff" * 100_000, 1, retain=True
        ).wait_for_publish(10)
        one = self.table(tmp_path, guarded)
        try:
            house.kind("availability", lambda body: body["v"] == 1 and body["online"])
            for junk in (b"", b"[" * 100_000, later, b"\x00", b"1e999"):
                house.client.publish(topics.HOME_ASSISTANT, junk, 1)
                table.client.publish(f"hanabi/{TABLE}/availability", junk, 1).wait_for_publish(10)
            one.tell(after(3))
            house.kind("/state", lambda body: body["v"] == 1 and body["turn"] == 4)
            assert [
                record.getMessage() for record in caplog.records if record.levelname != "INFO"
            ] == []
        finally:
            one.stop()
            table.stop()

    def test_where_the_broker_takes_nothing_for_it_the_rest_is_told(self, tmp_path, caplog):
        broker = without_home_assistant(tmp_path / "guarded")
        broker.start()
        reader = Listener(broker.port, "reader", "reads")
        one = self.table(tmp_path, broker)
        try:
            reader.kind("/state")
            until(lambda: "or set home_assistant = false" in caplog.text)
            broker.stop()
            until(lambda: not one.bridge.link.connected)
            broker.start()
            reader.kind("/state")
            one.tell(after(3))
            reader.kind("/state", lambda body: body["turn"] == 4)
            assert caplog.text.count(f"let {TABLE} write there, or set home_assistant = false") == 1
        finally:
            one.stop()
            reader.stop()
            broker.stop()

    def test_switched_off_it_is_told_nothing_and_asked_for_nothing(self, tmp_path, guarded, house):
        one = self.table(tmp_path, guarded, home_assistant=False)
        try:
            house.kind("availability", online)
            house.client.publish(topics.HOME_ASSISTANT, b"online", 1)
            assert [told.topic for told in house.rest() if told.topic == DISCOVERY] == []
            (asked,) = re.findall(
                rf"SUBSCRIBE from hanabi-{TABLE}\n(.*?)Sending", guarded.log, re.DOTALL
            )
            assert "homeassistant" not in asked
        finally:
            one.stop()
