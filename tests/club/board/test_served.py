"""The board with a real broker and real bridges: what its pages are told."""

import resource
import time
from collections.abc import Iterator
from typing import Any

import pytest
from paho.mqtt import publish

from companion.club.board import board as board_module
from companion.club.topics import Topics
from tests.club.board.clubs import Club, heard, ranked
from tests.club.board.told import result
from tests.games import three_players
from tests.rig.moments import NAMES, moments, sitting
from tests.rig.mosquitto import CLUB, Listener
from tests.rig.pages import Pages
from tests.rig.samples import within
from tests.rig.waiting import until

pytestmark = CLUB
WHOLE = sitting(three_players(), NAMES)
MOMENTS = moments(WHOLE)


@pytest.fixture
def club(tmp_path) -> Iterator[Club]:
    with Club(tmp_path) as running:
        yield running


@pytest.fixture
def page(club) -> Pages:
    club.start_board()
    until(lambda: club.board.link.connected)
    return Pages(club.server.port)


def hear(reader, true) -> dict:
    """The tables and the ranking once a page knows that much."""
    known: dict = {"tables": {}, "games": {}, "ranking": [], "away": None}
    while not true(known):
        name, told = reader.event()
        if name == "away":
            known["away"] = told["since"]
            continue
        known["away"] = None
        if told["whole"]:
            known["tables"] = {}
        for gone in told["gone"]:
            del known["tables"][gone]
        known["tables"] |= {one["id"]: one for one in told["tables"]}
        if "ranking" in told:
            known["games"] = heard(known["games"], told["ranking"])
            known["ranking"] = ranked(known["games"])
    return known


def test_a_page_has_all_tables_at_once_and_each_change(club, page):
    first, second = club.open("Table 1", MOMENTS[3]), club.open("Table 2", MOMENTS[0])
    reader = page.open()
    names = {"Table 1", "Table 2"}  # a table may be there before its state
    hear(reader, lambda known: {one["name"] for one in known["tables"].values()} == names)
    second.tell(MOMENTS[1])
    changed: dict[str, Any] = {}
    while changed.get("turn") != 2:  # a table's availability may still be on its way
        name, told = reader.event()
        assert (name, told["whole"], told["gone"]) == ("club", False, [])
        assert "ranking" not in told
        changed = next((one for one in told["tables"] if one["id"] == second.id), {})
    assert (changed["online"], changed["acts"]) == (True, "Ben")
    first.end()
    hear(reader, lambda known: not known["tables"].get(first.id, {"online": True})["online"])


def test_it_takes_as_many_browsers_as_it_is_set_to(club):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
    try:
        club.start_board(browsers=80)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 4 * 80
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    page = Pages(club.server.port)
    readers = [page.open() for _ in range(80)]
    assert page.get("/words").status == 200
    assert all(reader.event() for reader in readers)
    for reader in readers:
        reader.close()


def test_one_table_is_told_alone(club, page):
    table = club.open("Table 1", MOMENTS[3])
    club.open("Table 2", MOMENTS[5])
    until(lambda: len(club.board.club.tables) == 2)
    reader = page.open(f"/live?lang=en&about={table.id}")
    name, told = reader.event()
    assert (name, told["id"], told["turn"], told["version"]) == (
        "table",
        table.id,
        4,
        club.board.version,
    )
    assert told["pile"]["suits"] != []
    assert told["beside"] == 2 * [club.tables[1].id]
    table.tell(MOMENTS[4])
    assert reader.until("table")["turn"] == 5
    assert page.open("/live?lang=en&about=none").until("table")["gone"] is True


def test_a_board_that_is_started_again_has_everything_from_the_broker(club, page):
    table = club.open("Table 1", MOMENTS[-2])
    table.tell(WHOLE)
    away = club.open("Table 2", MOMENTS[3])
    before = hear(page.open(), lambda known: known["ranking"] and len(known["tables"]) == 2)
    away.end()
    club.stop_board()
    club.start_board()
    after = hear(
        Pages(club.server.port).open(), lambda known: known["ranking"] and len(known["tables"]) == 2
    )
    assert after["ranking"] == before["ranking"]
    assert after["tables"][table.id] == before["tables"][table.id]
    assert after["tables"][away.id]["online"] is False
    assert after["tables"][away.id]["turn"] == 4


def test_a_broker_that_is_killed_and_comes_back_leaves_nothing_wrong(club, page):
    tables = [club.open(f"Table {number}", MOMENTS[number]) for number in range(1, 5)]
    tables[3].tell(MOMENTS[-2])
    tables[3].tell(WHOLE)
    reader = page.open()
    hear(reader, lambda known: len(known["tables"]) == 4 and known["ranking"])
    club.broker.stop()
    hear(reader, lambda known: known["away"] is not None)
    tables[0].tell(MOMENTS[9])
    tables[2].tell(MOMENTS[-2])
    tables[2].tell(WHOLE)
    club.broker.start()
    back = time.monotonic()
    until(lambda: len(club.board.club.results) == 2)
    turns = {table.id: turn for table, turn in zip(tables, (10, 3, 56, 56), strict=True)}
    until(
        lambda: (
            {key: one.position.state.turn for key, one in club.board.club.tables.items()} == turns
            and all(one.online for one in club.board.club.tables.values())
        )
    )
    assert time.monotonic() - back < within(5)
    known = hear(page.open(), lambda known: len(known["games"]) == 2)
    assert known["away"] is None
    assert sorted(one["name"] for one in known["games"].values()) == ["Table 3", "Table 4"]


def test_what_was_cleared_while_the_board_was_away_is_forgotten(club, monkeypatch):
    monkeypatch.setattr(board_module, "SETTLE_S", 4.0)
    club.start_board()
    until(lambda: club.board.link.connected)
    writer = Listener(club.broker.port)
    table = club.open("Table 1", MOMENTS[3])
    seven = Topics(table.id)
    writer.client.publish(seven.result(5), result(WHOLE, game=5), 1, True)
    until(lambda: len(club.board.club.results) == 1)
    club.broker.stop()  # it forgets what it kept
    club.broker.start()
    until(lambda: club.board.link.connected and table.bridge.link.connected, 20)
    until(lambda: not club.board.club.results, 20)
    assert club.board.club.tables[table.id].online
    writer.stop()


def test_results_are_forgotten_when_the_broker_forgets_them(club, page):
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    writer = Listener(club.broker.port)
    properties = Properties(PacketTypes.PUBLISH)
    properties.MessageExpiryInterval = 1
    writer.client.publish(Topics("7").result(7), result(WHOLE), 1, True, properties)
    until(lambda: len(club.board.club.results) == 1)
    time.sleep(1.1)
    club.loop.call_soon_threadsafe(club.board.refresh)
    until(lambda: not club.board.club.results)
    writer.stop()


def test_junk_is_a_sentence_for_each_topic_and_harms_nobody(club, page, caplog):
    table = club.open("Table 1", MOMENTS[3])
    junk = [b"\x00\xff", b"[]", b'{"v":2,"name":"Later"}', b'{"v":1,"game":%d}' % 10**30]
    topics = ("junk/state", f"{table.id}/result/1")
    messages = [(f"hanabi/{topic}", payload) for payload in junk for topic in topics]
    publish.multiple([(*message, 1, True) for message in messages], port=club.broker.port)
    reader = page.open()
    table.tell(MOMENTS[4])
    hear(reader, lambda known: known["tables"].get(table.id, {}).get("turn") == 5)
    assert "junk" not in club.board.club.tables
    said = [one.getMessage() for one in caplog.records if one.getMessage().startswith("club:")]
    assert sorted(one.split(" ")[1] for one in said) == [f"hanabi/{topics[1]}", "hanabi/junk/state"]


def test_the_board_tells_the_broker_nothing(club, page):
    club.open("Table 1", MOMENTS[3])
    hear(page.open(), lambda known: known["tables"])
    (board,) = {word for word in club.broker.log.split() if word.startswith("hanabi-board-")}
    assert f"Received SUBSCRIBE from {board}" in club.broker.log
    assert f"Received PUBLISH from {board}" not in club.broker.log


def test_many_changes_at_once_are_told_together(club, page):
    table = club.open("Table 1", MOMENTS[0])
    reader = page.open()
    hear(reader, lambda known: known["tables"])
    for then in MOMENTS[1:41]:
        table.tell(then)
    told = []
    while not told or told[-1]["tables"][0]["turn"] != 41:
        told.append(reader.event()[1])
    assert len(told) <= 20


def test_its_own_words_and_files_are_served_and_no_other_site_may_ask(page, club):
    words = page.get("/words").json["fr"]
    assert (words["words"]["title"], words["version"]) == ("Soirée Hanabi", club.board.version)
    assert b"board.js" in page.get("/").body
    assert page.get("/page/rocket.js").status == page.get("/page/tile.js").status == 200
    assert page.get("/page/main.js").status == 404
    assert page.get("/games").status == 404
    refused = page.get("/", Host="evil.example")
    assert (refused.status, "the board's" in refused.json["error"]) == (421, True)
    assert page.get("/live", Origin="http://evil.example").status == 403
    assert page.post("/live", {}).status == 405
