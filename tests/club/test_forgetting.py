"""`companion mqtt --forget`: what a table left on a Mosquitto is gone, and a bridge that runs is
let be.
"""

import asyncio
from collections.abc import Iterator

import pytest

from companion.club import broker as brokers
from companion.club.broker import Trouble
from companion.club.forgetting import BridgeRuns, forget
from companion.club.topics import availability, versioned_json
from companion.onlooking.settings import BridgeSettings, Broker
from tests.rig.bridge_game import TABLE, WHOLE, after, online, there
from tests.rig.bridges import Bridged
from tests.rig.discovery import DISCOVERY, without_home_assistant
from tests.rig.mosquitto import ACCESS, CLUB, Listener, Mosquitto, with_passwords
from tests.rig.waiting import until

pytestmark = CLUB
USERS = {TABLE: "right", "other": "right", "homeassistant": "house"}


@pytest.fixture
def broker(tmp_path) -> Iterator[Mosquitto]:
    running = with_passwords(tmp_path / "guarded", **USERS)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def house(broker) -> Iterator[Listener]:
    reading = Listener(broker.port, "homeassistant", "house", "homeassistant/#", "hanabi/#")
    yield reading
    reading.stop()


def settings(broker: Mosquitto, user: str = TABLE) -> BridgeSettings:
    return BridgeSettings(Broker("127.0.0.1", broker.port, user=user, password="right"))


def kept(broker: Mosquitto) -> set[str]:
    """The topics of which the broker tells whoever comes now."""
    late = Listener(broker.port, "homeassistant", "house", "homeassistant/#", "hanabi/#")
    try:
        return {told.topic for told in late.rest(1) if told.retained}
    finally:
        late.stop()


def played(folder, broker: Mosquitto, house: Listener) -> Bridged:
    """A bridge that told of a whole game."""
    bridge = Bridged(folder, settings(broker), TABLE, after(0), (), WHOLE)
    house.kind("availability", online)
    bridge.tell(WHOLE)
    house.kind("/result/7", there)
    return bridge


def forgotten(given: BridgeSettings, table: str = TABLE) -> str:
    return asyncio.run(forget(given, table))


def test_all_that_it_left_is_gone_and_what_another_table_told_stays(tmp_path, broker, house):
    other = Listener(broker.port, "other", "right", "hanabi/other/#")
    other.client.publish("hanabi/other/state", b"{}", 1, retain=True).wait_for_publish(10)
    other.stop()
    played(tmp_path, broker, house).stop()
    assert kept(broker) == {
        "hanabi/other/state",
        DISCOVERY,
        *(f"hanabi/{TABLE}/{name}" for name in ("availability", "state", "result/7")),
    }
    where = (
        f"127.0.0.1:{broker.port} keeps nothing any more of hanabi/{TABLE}/# and {DISCOVERY};"
        " there was"
    )
    assert forgotten(settings(broker)) == f"{where} availability, state, 1 result"
    assert kept(broker) == {"hanabi/other/state"}
    assert forgotten(settings(broker)) == f"{where} nothing"


def test_while_the_bridge_runs_nothing_is_cleared_and_it_goes_on(tmp_path, broker, house):
    bridge = played(tmp_path, broker, house)
    before = kept(broker)
    try:
        with pytest.raises(
            BridgeRuns, match="nothing is cleared, since the bridge of this table runs"
        ) as error:
            forgotten(settings(broker))
        assert "\n" not in str(error.value)
        assert not bridge.bridge._namesakes.exist
        until(lambda: bridge.bridge.connected)
        house.kind("availability", online)
        assert kept(broker) == before
    finally:
        bridge.stop()


def test_a_bridge_that_seems_to_be_there_since_the_broker_was_killed_is_forgotten_too(broker):
    table = Listener(broker.port, TABLE, "right", f"hanabi/{TABLE}/#")
    told = versioned_json(availability(True, 7))
    table.client.publish(f"hanabi/{TABLE}/availability", told, 1, retain=True).wait_for_publish(10)
    table.stop()
    assert forgotten(settings(broker)).endswith("there was availability")
    assert kept(broker) == set()


def test_many_results_and_junk_are_gone_too(broker):
    table = Listener(broker.port, TABLE, "right", f"hanabi/{TABLE}/#")
    for game in range(300):
        last = table.client.publish(f"hanabi/{TABLE}/result/{game}", b"{}", 1, retain=True)
    last = table.client.publish(f"hanabi/{TABLE}/availability", b"\xff", 1, retain=True)
    last.wait_for_publish(20)
    table.stop()
    assert forgotten(settings(broker)).endswith("there was availability, 300 results")
    assert kept(broker) == set()


def test_a_broker_that_has_nothing_of_home_assistant_forgets_the_rest(tmp_path):
    broker = without_home_assistant(tmp_path / "other")
    broker.start()
    try:
        told = forgotten(settings(broker))
        assert (
            told == f"127.0.0.1:{broker.port} keeps nothing any more of hanabi/{TABLE}/#; there was"
            " nothing"
        )
    finally:
        broker.stop()


def test_who_may_not_read_is_told_what_the_access_list_lacks(tmp_path, broker, monkeypatch):
    monkeypatch.setattr("companion.club.forgetting.CONNECT_S", 0.5)
    assert "pattern readwrite hanabi" in ACCESS
    access = broker.folder / "access"
    access.write_text(ACCESS.replace("pattern readwrite hanabi", "pattern write hanabi"))
    broker.stop()
    broker.start()
    with pytest.raises(Trouble, match=f"its access list must let {TABLE} read there"):
        forgotten(settings(broker))


def test_who_may_not_write_is_told_so(broker):
    with pytest.raises(Trouble, match="its access list must let other write there"):
        forgotten(settings(broker, "other"))


def test_a_broker_that_stops_to_answer_is_one_sentence(broker, monkeypatch):
    monkeypatch.setattr(brokers, "CONNECT_S", 0.5)
    broker.stop()
    with pytest.raises(Trouble, match="no broker at"):
        forgotten(settings(broker))
