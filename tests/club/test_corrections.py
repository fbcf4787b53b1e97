"""What strangers write at a table's topics does not stay there, and a forger in a loop makes no
storm.
"""

import asyncio
import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest

from companion.club import corrections
from companion.club.broker import Heard
from companion.club.corrections import AT_ONCE, MOST_TOPICS, Corrections
from companion.club.outbox import Publication
from companion.club.topics import Topics
from tests.rig.bridge_game import TABLE, WHOLE, after
from tests.rig.discovery import DISCOVERY
from tests.rig.mosquitto import CLUB, Listener, Mosquitto
from tests.rig.waiting import until

pytestmark = CLUB
OWN = Topics(TABLE)
RESULT = OWN.result(7)


@pytest.fixture
def told(bridged, broker) -> Iterator[dict[str, Any]]:
    """What the broker keeps of a bridge that told of a whole game."""
    bridge = bridged(after(len(WHOLE.steps) - 1))
    until(lambda: bridge.bridge.connected)
    bridge.tell(WHOLE)
    until(lambda: RESULT in kept(broker))
    until(lambda: kept(broker).get(OWN.availability, {}).get("online"))
    return kept(broker)


def kept(broker: Mosquitto) -> dict[str, Any]:
    """All that is retained."""
    reading = Listener(broker.port, "", "", "hanabi/#", "homeassistant/#")
    try:
        return {one.topic: one.body for one in reading.kept() if one.retained}
    finally:
        reading.stop()


FORGED = {
    "cleared": lambda body: b"",
    "junk": lambda body: b"junk",
    "another game": lambda body: json.dumps(
        {**body, "game": 99, "score": 25, "online": False}
    ).encode(),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
@pytest.mark.parametrize("topic", [OWN.state, OWN.availability, RESULT, DISCOVERY])
def test_what_was_cleared_or_forged_says_the_truth_again(told, broker, listener, topic, forge):
    listener.client.publish(topic, forge(told[topic]), 1, retain=True).wait_for_publish(10)
    until(lambda: kept(broker) == told, 10, 0.1)


def test_what_a_stranger_says_without_having_it_kept_is_contradicted(told, listener):
    listener.rest()
    listener.client.publish(OWN.state, json.dumps({**told[OWN.state], "score": 25}), 1)
    assert listener.kind("/state").body["score"] == 25
    assert listener.kind("/state").body == told[OWN.state]


def test_an_event_that_a_stranger_has_kept_goes_away(told, broker, listener):
    listener.client.publish(OWN.event, b'{"event":"misfire"}', 1, retain=True).wait_for_publish(10)
    until(lambda: kept(broker) == told, 10, 0.1)


def test_what_it_did_not_tell_is_none_of_its_business(told, broker, listener):
    others = {
        f"hanabi/{'0' * 12}/state": b"junk",
        OWN.result(99): b"of a game that it knows nothing of",
    }
    for topic, payload in others.items():
        listener.client.publish(topic, payload, 1, retain=True).wait_for_publish(10)
    time.sleep(0.5)
    assert kept(broker) == {**told, **others}


def test_its_goodbye_is_no_word_of_somebody_else(bridged, broker, caplog):
    caplog.set_level(logging.INFO, "companion.club")
    bridge = bridged(after(1))
    until(lambda: bridge.bridge.connected)
    until(lambda: kept(broker).get(OWN.availability, {}).get("online"))
    bridge.end()
    time.sleep(0.3)
    assert kept(broker)[OWN.availability]["online"] is False
    assert "somebody else" not in caplog.text


def published(broker: Mosquitto, topic: str) -> int:
    """How often a bridge wrote at a topic."""
    return sum(
        f"Received PUBLISH from hanabi-{TABLE} " in line and f"'{topic}'" in line
        for line in broker.log.splitlines()
    )


def test_a_forger_in_a_loop_makes_no_storm_and_the_truth_is_there_soon_after(
    told, broker, listener, caplog, monkeypatch
):
    monkeypatch.setattr(corrections, "EVERY_S", 0.5)
    caplog.set_level(logging.INFO, "companion.club")
    before = published(broker, OWN.state)
    began = time.monotonic()
    while time.monotonic() < began + 3:
        listener.client.publish(OWN.state, b"{}", 1, retain=True)
        listener.client.publish(OWN.state, b"", 1, retain=True)
        time.sleep(0.002)
    until(lambda: kept(broker) == told, 10, 0.1)
    wrote = published(broker, OWN.state) - before
    took = time.monotonic() - began  # a busy computer hears the last of it later
    assert AT_ONCE <= wrote <= AT_ONCE + took / 0.5 + 3
    assert caplog.text.count("another client wrote") == 1


def test_there_is_an_end_to_what_one_correction_is_about():
    async def forge() -> list[Publication]:
        sent: list[Publication] = []
        ours = Corrections(OWN, lambda topic: Publication(topic, b""), sent.append)
        for game in range(5 * MOST_TOPICS):
            ours.on_message(Heard(OWN.result(game), b"{}", True))
        await asyncio.sleep(0.01)
        assert len(sent) == MOST_TOPICS
        for _ in range(5 * AT_ONCE):
            ours.on_message(Heard(OWN.result(1), b"{}", True))
            await asyncio.sleep(0.001)
        ours.end()
        return sent[MOST_TOPICS:]

    assert len(asyncio.run(forge())) == AT_ONCE - 1


def test_what_it_said_itself_is_no_word_of_somebody_else(bridged, broker, caplog):
    caplog.set_level(logging.INFO, "companion.club")
    bridge = bridged(after(1))
    until(lambda: bridge.bridge.connected)
    for number in range(5):
        bridge.do(bridge.device.stop())
        until(lambda: bridge.bridge.device.left is not None)
        bridge.do(bridge.device.start())
        until(lambda: bridge.bridge.device.left is None)
        bridge.tell(after(number + 2), number + 2)
    until(lambda: kept(broker).get(OWN.availability, {}).get("online"))
    time.sleep(0.5)
    assert "somebody else" not in caplog.text
    assert published(broker, OWN.availability) <= 2 + 2 * 5
