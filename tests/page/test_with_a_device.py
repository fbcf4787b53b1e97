"""The page of a real companion, in two processes: what is pressed there is shown here."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.face.words import texts
from companion.journal.reader import GamesReader
from companion.journal.store import Store
from companion.settings import view_socket_beside
from tests.rig.backups import games_of, played, restored
from tests.rig.daemons import Daemon, daemon
from tests.rig.endurance import endure
from tests.rig.page_guests import enter, invite, page_of
from tests.rig.running import Script
from tests.rig.samples import fewer

REQUESTS, BROWSERS = fewer(20_000, 50), 12


@pytest.fixture
def device(tmp_path) -> Iterator[Daemon]:
    with daemon(tmp_path) as running:
        yield running


def test_what_is_pressed_on_the_device_is_shown(device, tmp_path):
    with page_of(device, tmp_path) as browser, Script(device.sock) as table:
        reader = browser.open()
        assert reader.until("table")["status"] == "none"
        table.ask(do="new", players=["Ann", "Ben"], detail="colours")
        assert reader.table(status="playing")["players"][0]["called"] == "Ann"
        table.press("clue")
        told = reader.table(turn=2)
        state = table.ask(get="state")["state"]
        assert (told["clues"], told["deck"]) == (state["clues"], state["deck"])
        assert told["turns"][0]["what"] == "a clue"
        assert told["saved"] is True
        table.press("play")
        while not (choice := reader.table(turn=2)["choice"]):
            pass
        assert choice["question"] == "Which firework?"
        assert [one["item"] for one in choice["options"]] == ["W", "R", "B", "Y", "G"]
        table.press("discard")
        assert reader.table(turn=3)["fireworks"][2]["height"] == 1
        table.ask(do="undo")
        while not (notice := reader.table(turn=2)["notice"]):
            pass
        assert "Undone" in notice["text"]


def test_a_whole_game_ends_with_its_verdict_and_is_among_the_past_ones(
    device, tmp_path, monkeypatch
):
    (tmp_path / "open.toml").write_text("[page]\nopen = true")
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "open.toml"))
    with page_of(device, tmp_path) as browser, Script(device.sock) as table:
        reader = browser.open()
        table.ask(do="new", players=["Ann", "Ben"], detail="colours")
        for _ in range(3):
            table.ask(do="action", action={"do": "misfire"})
        end = reader.table(status="lost")["end"]
        assert (end["verdict"], end["reason"]) == ("Lost", "The last fuse is gone")
        (game,) = browser.ask("GET", "/games?lang=en").json["games"]
        assert (game["players"], game["verdict"]) == (["Ann", "Ben"], "Lost")
        told = browser.ask("GET", "/games/1?lang=en").json
        assert [one["fuses"] for one in told["tables"]] == [3, 2, 1, 0]
        assert browser.ask("GET", "/games/1.json").json == table.ask(get="record")["record"]
        assert browser.ask("GET", "/standings").json["groups"][0]["games"] == 1
        assert browser.ask("GET", "/games/2").status == 404


def test_a_guest_plays_and_the_device_and_all_pages_say_so(device, tmp_path):
    view = view_socket_beside(device.sock)
    with page_of(device, tmp_path) as browser, Script(device.sock) as table, Script(view) as other:
        told = browser.ask("POST", "/enter?lang=en", {"token": "K7Q2X9MP"})
        assert told.status in (403, 409)
        token = invite(table, other)
        cookie = enter(browser, f" {token.lower()} ")
        phone, television = browser.open(cookie=cookie), browser.open()
        scene = phone.until("scene")
        assert (scene["guest"], scene["draft"]["preset"]) == (True, "classic")
        wish = {"players": ["Ann", "Владимир"], "edition": {"preset": "grand"}, "first": 2}
        begun = browser.ask("POST", "/ask", {"do": "new", **wish}, cookie)
        assert (begun.status, begun.json["unshown"]) == (200, ["Владимир"])
        state = table.ask(get="state")["state"]
        assert (state["names"], state["preset"]) == (["Владимир", "Ann"], "grand")
        while not (scene := phone.until("scene"))["table"]["game"]:
            pass
        late = browser.ask("POST", "/ask?lang=en", {"do": "new", "players": 4}, cookie).json
        assert (late["ok"], late["phrase"]) == (False, texts("en")["guests_playing"])
        play = {"do": "answer", "purpose": "play", "path": ["R"], "place": 1}
        assert browser.ask("POST", "/ask", {**play, "seen": scene["mark"]}, cookie).json["ok"]
        assert table.ask(get="state")["state"]["turn"] == 2
        for reader, event in ((phone, "scene"), (television, "table")):
            drawn = {}
            while drawn.get("turn") != 2:
                drawn = reader.until(event)
                drawn = drawn.get("table", drawn)
            assert drawn["notice"]["text"] == "Ann's phone: red\xa01"
            reader.close()
        assert token not in browser.log.read_text()
        assert token.lower() not in browser.log.read_text()


def test_a_guest_gets_all_games_and_names_in_a_backup_and_no_settings(device, tmp_path):
    view = view_socket_beside(device.sock)
    with page_of(device, tmp_path) as browser:
        assert browser.ask("GET", "/backup").status == 403
        with Script(device.sock) as table, Script(view) as other:
            cookie = enter(browser, invite(table, other))
            table.ask(do="enrol", id="04e141124c2880", deck="blue", card="R1")
            for names in (["Ann", "Ben"], ["Zoé", "李小龙", "🎆"]):
                table.ask(do="new", players=names)
                table.ask(do="action", action={"do": "misfire"})
            assert not other.tell(get="backup", token="K7Q2X9MX")["ok"]
            answer = browser.ask("GET", "/backup", cookie=cookie)
            assert answer.headers["Content-Disposition"].endswith('"hanabi-backup.txt"')
            text = answer.body.decode()
            assert " prefer " not in text
            assert " sticker " not in text
            table.ask(get="stats")
    with closing(Store(tmp_path / "other")) as other:
        restored(other, text)
        assert played(other) == games_of(tmp_path)
        assert set(other.kept.offered) == {"Ann", "Ben", "Zoé", "李小龙", "🎆"}
    with closing(GamesReader(tmp_path)) as store:
        assert store.what_is_kept().preferences["backup"].split()[1] == "2"


def test_whatever_is_asked_a_guest_is_answered_and_the_process_stays_as_it_is(device, tmp_path):
    with page_of(device, tmp_path) as browser:
        print(endure(device, browser, REQUESTS, BROWSERS, 1))
    assert "Traceback" not in device.log
