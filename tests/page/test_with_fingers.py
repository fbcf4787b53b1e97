"""The touch table of a device with a touch screen: its companion, and the page beside it."""

from collections.abc import Iterator

import pytest

from companion.game.view import state_json
from companion.page import addresses
from tests.games import real_games, turns
from tests.rig.daemons import Daemon
from tests.rig.pages import Pages
from tests.rig.samples import sample
from tests.rig.touch_tables import TouchTable, touch_device, touch_table
from tests.rig.waiting import until


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Iterator[TouchTable]:
    """A table at which one game after another is begun."""
    folder = tmp_path_factory.mktemp("played")
    with touch_device(folder) as device, touch_table(folder, device.sock) as served:
        yield served


@pytest.fixture
def device(tmp_path) -> Iterator[Daemon]:
    with touch_device(tmp_path) as running:
        yield running


@pytest.fixture
def table(device, tmp_path) -> Iterator[TouchTable]:
    with touch_table(tmp_path, device.sock) as served:
        yield served


def shows(table: TouchTable, **facts: object) -> dict:
    """Wait until an open page is told of a table with these facts. Return the scene."""
    reader = table.open("/live")
    while not facts.items() <= (scene := reader.until("scene"))["table"].items():
        pass
    reader.close()
    return scene


@pytest.mark.parametrize("number", sample(range(len(real_games())), 40))
def test_a_whole_game_is_played_by_requests(table, number):
    record = real_games()[number]
    assert table.scene()["language"] == "", "the first start asks for it"
    assert table.do(do="prefer", key="language", value="de")["ok"]
    begun = table.do(do="new", players=record.setup.players, detail="colours")
    assert begun["ok"]
    state = table.do(get="state")["state"]
    for do, suit, expected in turns(record):
        action = {"do": do, **({"suit": suit} if suit else {})}
        answer = table.do(do="action", action=action, seen=state["mark"])
        assert answer["ok"], answer
        state = table.do(get="state")["state"]
        assert {key: state[key] for key in state_json(expected)} == state_json(expected)
    drawn = shows(table, turn=state["turn"], language="de", status=state["status"])
    assert (drawn["table"]["end"] is not None) == expected.over
    assert drawn["draft"]["players"] == record.setup.players
    assert table.get("/games").json["games"][0]["game"] == 1


def test_what_is_offered_now_and_at_an_earlier_turn_comes_in_words(played):
    played.do(do="prefer", key="language", value="fr")
    played.do(do="new", players=2)
    played.do(do="action", action={"do": "clue"})
    earlier_mark = shows(played, turn=2)["mark"]
    played.do(do="action", action={"do": "play", "suit": "R"})
    now = shows(played, turn=3)
    assert now["offers"]["next"]["R"] == "R2"
    assert now["offers"]["undo"] == "1\xa0rouge"
    earlier = played.do(get="offers", turn=2)
    assert (earlier["table"]["turn"], earlier["offers"]["next"]["R"]) == (2, "R1")
    assert earlier["table"]["notice"] is None
    late = played.do(do="undo", seen=earlier_mark)
    assert (late["ok"], late["key"], late["phrase"]) == (
        False,
        "went_on",
        "La partie a avancé entre-temps",
    )
    assert played.do(get="turns")["turns"][0]["what"]
    assert played.do(get="offers", turn=9)["error"]


def test_a_companion_that_is_killed_is_told_and_comes_back_with_its_game(table, device, tmp_path):
    table.do(do="new", players=3)
    table.do(do="action", action={"do": "clue"})
    reader = table.open("/live")
    device.process.kill()
    assert "since" in reader.until("away")
    answer = table.post("/ask?lang=en", {"do": "action", "action": {"do": "clue"}})
    assert (answer.status, answer.json["error"]) == (503, "The companion does not answer.")
    with touch_device(tmp_path):
        while (scene := reader.until("scene"))["table"]["turn"] != 2:
            pass
        assert scene["offers"]["undo"]
        clue = {"do": "action", "action": {"do": "clue"}, "seen": scene["mark"]}
        until(lambda: table.do(**clue).get("ok"))
    reader.close()


def test_what_is_no_finger_of_the_touch_table_is_refused(played):
    bodies = [
        {"do": "press", "control": "clue"},
        {"do": "restore", "step": "begin"},
        {"do": ["action"]},
        {"get": "backup"},
        {"get": {}},
        {},
    ]
    assert [played.post("/ask", body).status for body in bodies] == [400] * len(bodies)


def test_no_other_site_takes_turns(played):
    clue = {"do": "action", "action": {"do": "clue"}}
    played.do(do="new", players=2)
    assert played.post("/ask", clue, Host="evil.example").status == 421
    assert played.post("/ask", clue, Origin="http://evil.example").status == 403
    assert played.post("/ask", clue, Sec_Fetch_Site="cross-site").status == 403
    assert played.post("/ask", clue, Content_Type="text/plain").status == 415
    assert played.get("/ask").status == 405
    assert played.do(get="state")["state"]["turn"] == 1


@pytest.mark.parametrize("header", ["Forwarded", "X_Forwarded_For", "X_Forwarded_Host", "Via"])
def test_whoever_comes_from_elsewhere_or_by_a_proxy_needs_the_code(played, header):
    played.do(do="new", players=2)
    clue = {"do": "action", "action": {"do": "clue"}}
    assert played.post("/ask", clue, **{header: "for=127.0.0.1"}).status == 403
    assert played.get("/games", **{header: "for=127.0.0.1"}).status == 403
    for address in addresses.own_addresses():
        if not address.startswith("127."):
            there = Pages(played.port)
            there.host = address
            assert there.post("/ask", clue).status == 403
            reader = there.open("/live")
            assert reader.event()[0] == "table"
            reader.close()
    assert played.do(get="state")["state"]["turn"] == 1


def test_a_name_of_any_letters_is_taken_where_no_display_lacks_them(played):
    answer = played.do(do="new", players=["Владимир", "Ann"])
    assert answer["ok"]
    assert "unshown" not in answer
