"""`companion mqtt --check` and `--forget`: what is right or cleared is said, and nothing stays.

test_broker.py has what a broker may say against it.
"""

import asyncio
import os
from pathlib import Path

import pytest

from companion.club import visits
from companion.club.refusals import Trouble
from companion.club.settings import BridgeSettings
from companion.club.topics import versioned_json
from companion.club.visits import BridgeRuns, NoCompanion, check_bridge, clear_table
from tests.club.bridges import (
    DISCOVERY,
    TABLE,
    WHOLE,
    WITHOUT_HOUSE,
    Bridged,
    after,
    login,
    online,
    there,
    with_access,
)
from tests.rig.mosquitto import ACCESS, CLUB, Listener, Mosquitto
from tests.rig.waiting import until

pytestmark = CLUB
TAKES = [f"it takes what is told {place}" for place in (f"below hanabi/{TABLE}", f"at {DISCOVERY}")]
AVAILABILITY = f"hanabi/{TABLE}/availability"


def settings(broker: Mosquitto, user: str = TABLE) -> BridgeSettings:
    return BridgeSettings(login(broker)._replace(user=user))


def kept(broker: Mosquitto) -> dict[str, object]:
    """Return what the broker tells whoever comes now, by topic."""
    late = Listener(broker.port, "homeassistant", "house", "homeassistant/#", "hanabi/#")
    try:
        return {told.topic: told.body for told in late.rest(1) if told.retained}
    finally:
        late.stop()


def said(given: BridgeSettings, view: Path, into: list[str]) -> list[str]:
    async def run() -> None:
        async for sentence in check_bridge(given, TABLE, view):
            into.append(sentence)  # noqa: PERF401 - what was said before a failure stays

    asyncio.run(run())
    return into


@pytest.fixture
def played(bridged, guarded, house) -> Bridged:
    """A bridge that told of a whole game."""
    bridge = bridged(after(0), broker=login(guarded), name="")
    house.kind("availability", online)
    bridge.tell(WHOLE)
    house.kind("/results", there)
    return bridge


def test_all_is_right_and_a_bridge_that_runs_is_not_disturbed(played, guarded, house, caplog):
    before = kept(guarded)
    house.rest()
    assert said(settings(guarded), played.device.path, []) == [
        f"127.0.0.1:{guarded.port} lets this device in, with its last will",
        *TAKES,
        f"the companion at {played.device.path} answers",
    ]
    told = [one.topic for one in house.rest(1.0) if not one.topic.endswith("/mark")]
    assert told == [DISCOVERY]
    assert kept(guarded) == before
    assert "another" not in caplog.text


def test_a_check_has_something_kept_for_a_moment_and_leaves_nothing(tmp_path, guarded):
    with pytest.raises(NoCompanion, match="does it run"):
        said(settings(guarded), tmp_path / "none.sock", [])
    wrote = [
        line for line in guarded.log.split("\n") if f"hanabi-{TABLE}-ck (d0, q1, r1, m" in line
    ]
    assert len([line for line in wrote if f"'hanabi/{TABLE}/mark'" in line]) == 2
    assert kept(guarded) == {}


def test_who_may_not_look_on_is_told_what_to_do(tmp_path, guarded):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o000)
    me = os.geteuid()
    try:
        if me == 0:  # Root may enter any folder.
            os.seteuid(65534)
        with pytest.raises(NoCompanion, match=r"may not look on at .*; put sudo before"):
            said(settings(guarded), closed / "view.sock", [])
    finally:
        os.seteuid(me)


def forgotten(given: BridgeSettings) -> str:
    return asyncio.run(clear_table(given, TABLE))


def test_all_that_it_left_is_gone_and_what_another_table_told_stays(played, guarded):
    other = Listener(guarded.port, "other", "right", "hanabi/other/#")
    other.client.publish("hanabi/other/state", b"{}", 1, retain=True).wait_for_publish(10)
    other.stop()
    played.end()
    assert len(kept(guarded)) == 6
    where = (
        f"127.0.0.1:{guarded.port} keeps nothing any more of hanabi/{TABLE}/# and {DISCOVERY}:"
        " it kept"
    )
    assert forgotten(settings(guarded)) == f"{where} 4 topics"
    assert kept(guarded) == {"hanabi/other/state": {}}
    assert forgotten(settings(guarded)) == f"{where} 0 topics"


def test_while_the_bridge_runs_nothing_is_cleared_and_it_goes_on(played, guarded, house):
    before = kept(guarded)
    with pytest.raises(BridgeRuns, match="nothing is cleared, since the bridge of this table"):
        forgotten(settings(guarded))
    until(lambda: kept(guarded) == before)


def test_many_results_junk_and_what_seems_to_be_there_are_gone_too(guarded):
    table = Listener(guarded.port, TABLE, "right", f"hanabi/{TABLE}/#")
    for game in range(300):
        table.client.publish(f"hanabi/{TABLE}/result/{game}", b"{}", 1, retain=True)
    table.client.publish(f"hanabi/{TABLE}/state", b"\xff", 1, retain=True)
    told = versioned_json({"online": True, "start": 7})
    table.client.publish(AVAILABILITY, told, 1, retain=True).wait_for_publish(20)
    table.stop()
    assert forgotten(settings(guarded)).endswith(": it kept 302 topics")
    assert kept(guarded) == {}


def test_a_broker_that_has_nothing_of_home_assistant_forgets_the_rest(guarded):
    told = forgotten(settings(with_access(guarded, WITHOUT_HOUSE)))
    assert told.endswith(f"keeps nothing any more of hanabi/{TABLE}/#: it kept 0 topics")


def test_who_may_not_read_or_write_is_told_what_the_access_list_lacks(guarded, monkeypatch):
    monkeypatch.setattr(visits, "ANSWER_S", 0.5)
    with pytest.raises(Trouble, match="its access list must let other read there"):
        forgotten(settings(guarded, "other"))
    with_access(guarded, ACCESS.replace("pattern readwrite hanabi", "pattern write hanabi"))
    with pytest.raises(Trouble, match=f"its access list must let {TABLE} read there"):
        forgotten(settings(guarded))
