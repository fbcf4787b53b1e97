"""A real Home Assistant, a real Mosquitto with the access list, and the bridge."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from companion import __version__
from companion.club.events import events_between
from companion.club.settings import BridgeSettings
from companion.club.visits import clear_table
from companion.game.actions import Concede
from companion.game.outlook import possible_score, score
from companion.journal.events import Did
from companion.journal.sitting import follow
from systemd.making.roots import opened_root
from tests.club.bridges import MISFIRE, TABLE, WHOLE, Bridged, after, login
from tests.club.home_assistant import HOME_ASSISTANT, HomeAssistant, system
from tests.rig.mosquitto import CLUB, Listener, Mosquitto, with_passwords
from tests.rig.waiting import until

pytestmark = [*HOME_ASSISTANT, CLUB[1]]
LAMP = "lamp/set"
CLUB_TABLES = [f"{number:012x}" for number in range(1, 13)]
LOST = follow(WHOLE._replace(steps=WHOLE.steps[:-2]), Did(Concede("conceded")))
FIREWORKS = sum(one["event"] == "firework" for one in events_between(after(MISFIRE + 1), WHOLE))


@pytest.fixture(scope="module")
def broker(tmp_path_factory) -> Iterator[Mosquitto]:
    access = f"\nuser homeassistant\ntopic readwrite {LAMP}\n"
    users = {**dict.fromkeys([TABLE, *CLUB_TABLES], "right"), "homeassistant": "house"}
    running = with_passwords(tmp_path_factory.mktemp("ha") / "guarded", access, **users)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def home(broker) -> Iterator[HomeAssistant]:
    with opened_root(system()) as root:
        running = HomeAssistant(
            root, broker="127.0.0.1", port=broker.port, username="homeassistant", password="house"
        )
        try:
            running.start()
            yield running
        finally:
            running.kill()


@pytest.fixture
def listener(broker) -> Iterator[Listener]:
    filters = (LAMP, "homeassistant/#", "hanabi/#")
    reading = Listener(broker.port, "homeassistant", "house", *filters)
    yield reading
    reading.stop()


@pytest.fixture
def bridge(broker, tmp_path) -> Iterator[Bridged]:
    given = BridgeSettings(login(broker), "Table 7", players=True)
    running = Bridged(tmp_path, given, after(0))
    yield running
    running.stop()


def states(home: HomeAssistant) -> dict[str, str]:
    """What each entity of the table says."""
    found = {state["entity_id"]: state["state"] for state in home.ask("/api/states")}
    return {
        name.replace("table_7_", ""): said for name, said in found.items() if ".table_7_" in name
    }


def last_event(home: HomeAssistant) -> dict[str, Any]:
    """All that is told of it."""
    return home.ask("/api/states/event.table_7_event")["attributes"]


def device(home: HomeAssistant) -> str:
    """The table among the devices."""
    until(lambda: states(home).get("sensor.score", "unavailable") != "unavailable")
    return home.says("{{ device_id('sensor.table_7_score') | to_json }}")


def automate(home: HomeAssistant, kind: str) -> None:
    """Have the lamp shine at an event."""
    trigger = {"trigger": "device", "domain": "mqtt", "type": kind, "subtype": "game"}
    shine = {"action": "mqtt.publish", "data": {"topic": LAMP, "payload": kind}}
    home.automate(
        kind, triggers=[{**trigger, "device_id": device(home)}], actions=[shine], mode="queued"
    )


def test_the_table_is_a_device_whose_entities_say_what_is_on_it(home, bridge):
    said = "{{ [device_attr('%s', 'name'), device_attr('%s', 'sw_version')] | to_json }}"
    assert home.says(said.replace("%s", device(home))) == ["Table 7", __version__]
    assert states(home) == {
        "sensor.score": "0",
        "sensor.points_possible": "25",
        "sensor.clue_tokens": "8",
        "sensor.fuses": "3",
        "sensor.cards_in_the_deck": "35",
        "sensor.turn": "1",
        "sensor.turns_left": "unknown",
        "sensor.last_result": "unknown",
        "sensor.who_acts": "Ann",
        "sensor.status": "playing",
        "sensor.verdict": "unknown",
        "event.event": "unknown",
    }
    bridge.tell(after(len(WHOLE.steps) - 1))
    until(lambda: states(home)["sensor.turns_left"] == "1")
    bridge.tell(WHOLE)
    until(lambda: last_event(home).get("event_type") == "end")
    until(lambda: states(home)["sensor.last_result"] == "24/25")
    assert last_event(home)["turn"] == 56
    over = states(home)
    del over["event.event"]  # when it was
    assert over == {
        "sensor.score": "24",
        "sensor.points_possible": "unknown",
        "sensor.clue_tokens": "3",
        "sensor.fuses": "2",
        "sensor.cards_in_the_deck": "0",
        "sensor.turn": "56",
        "sensor.turns_left": "unknown",
        "sensor.last_result": "24/25",
        "sensor.who_acts": "unknown",
        "sensor.status": "finished",
        "sensor.verdict": "A splendid show",
    }


def test_an_automation_runs_at_a_misfire_a_firework_and_the_end(home, bridge, listener):
    for kind in ("misfire", "firework", "end"):
        automate(home, kind)
    bridge.tell(after(MISFIRE + 1))
    assert listener.kind(LAMP).body == b"misfire"
    bridge.tell(WHOLE)
    lit = [listener.kind(LAMP).body for _ in range(FIREWORKS + 1)]
    assert sorted(lit) == [b"end", *[b"firework"] * FIREWORKS]


def test_what_happened_long_ago_starts_no_automation(home, bridge, listener, broker):
    automate(home, "misfire")
    table = Listener(broker.port, TABLE, "right")
    try:
        for age in (3600, 0):
            body = {
                "v": 1,
                "event": "misfire",
                "game": 7,
                "turn": 1,
                "seat": 1,
                "number": 1,
                "at": round(time.time() - age),
            }
            table.client.publish(f"hanabi/{TABLE}/event", json.dumps(body), 1).wait_for_publish(10)
    finally:
        table.stop()
    assert listener.kind(LAMP).body == b"misfire"
    assert [told for told in listener.rest(2) if told.topic == LAMP] == []


def test_without_the_bridge_the_table_is_unavailable(home, bridge):
    device(home)
    bridge.tell(WHOLE)
    until(lambda: states(home).get("sensor.last_result") == "24/25")
    bridge.end()
    until(
        lambda: (
            {name for name, said in states(home).items() if said != "unavailable"}
            == {"sensor.last_result"}
        )
    )


def test_the_dashboard_of_the_page_shows_twelve_tables_and_the_evenings_results(
    home, broker, tmp_path
):
    """Its YAML is read by Home Assistant itself, and drawn as its cards do."""
    with ExitStack() as club:
        bridges = []
        for number, table in enumerate(CLUB_TABLES, 1):
            given = BridgeSettings(login(broker)._replace(user=table), f"Bar {number}")
            bridges.append(Bridged(tmp_path, given, after(0), table=table))
            club.callback(bridges[-1].stop)
        until(lambda: all(one.ready for one in bridges))
        for number, one in enumerate(bridges, 1):
            one.tell(after(number))
        for number in (3, 11):
            bridges[number - 1].tell(after(len(WHOLE.steps) - 2))
        bridges[1].tell(LOST)
        bridges[11].tell(WHOLE)
        tables, evening = (part["cards"][0] for part in home.dashboard()["views"][0]["sections"])
        until(lambda: cells(home, tables)[-1][1] == "**24**", 30)
        until(lambda: len(cells(home, evening)) == 2, 30)
        found = cells(home, tables)
        assert [row[0] for row in found] == [f"Bar {number}" for number in range(1, 13)]
        playing = after(4).state
        assert found[3][1:] == [
            *(f"**{score(playing)}**", str(possible_score(playing))),
            *(str(playing.fuses), str(playing.deck), ""),
        ]
        assert [found[number - 1][5] for number in (2, 3, 11, 12)] == [
            *("lost", "2 turns left", "2 turns left", "finished"),
        ]
        assert [row[:2] for row in cells(home, evening)] == [
            ["**24** / 25", "Bar 12"],
            ["**0** / 25", "Bar 2"],
        ]
        bridges[11].end()
        until(lambda: cells(home, tables)[-1][1:] == ["**–**", "–", "–", "–", "away"], 30)
        assert len(cells(home, evening)) == 2, "a table that went home keeps its results"


def cells(home: HomeAssistant, card: dict[str, Any]) -> list[list[str]]:
    """The rows of a card with a table that are about the bar."""
    rows = home.ask("/api/template", {"template": card["content"]}).strip().splitlines()[2:]
    found = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return [row for row in found if any(cell.startswith("Bar ") for cell in row)]


def test_after_its_start_it_has_the_table_again(home, bridge):
    device(home)
    home.stop()
    bridge.tell(after(MISFIRE))
    home.start()
    until(lambda: states(home).get("sensor.score") == "12")
    assert device(home)


def test_a_table_that_is_forgotten_is_gone(home, bridge, broker):
    device(home)
    bridge.end()
    asyncio.run(clear_table(BridgeSettings(login(broker)), TABLE))
    until(lambda: states(home) == {})


def test_nothing_that_it_was_told_makes_it_complain(home):
    complaints = ("mqtt", "value_json", "hanabi")
    assert [
        line for line in home.log.splitlines() if any(word in line for word in complaints)
    ] == []
