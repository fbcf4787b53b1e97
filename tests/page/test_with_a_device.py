"""The page of a real companion, in two processes: what is pressed there is shown here."""

from collections.abc import Iterator

import pytest

from companion.face.words import texts
from companion.settings import beside
from tests.rig.daemons import Daemon, daemon
from tests.rig.page_guests import enter, invite, page_of
from tests.rig.pages import Reader
from tests.rig.running import Script
from tests.rig.waiting import until


@pytest.fixture
def device(tmp_path) -> Iterator[Daemon]:
    with daemon(tmp_path) as running:
        yield running


def last(reader: Reader, true: str) -> dict:
    """The next table for which an expression of its keys is true."""
    while not eval(true, {}, told := reader.until("table")):
        pass
    return told


def test_what_is_pressed_on_the_device_is_shown(device, tmp_path):
    with page_of(device, tmp_path) as browser, Script(device.sock) as table:
        reader = browser.open()
        assert reader.until("table")["status"] == "none"
        table.ask(do="new", players=["Ann", "Ben"], detail="colours")
        assert last(reader, "status == 'playing'")["players"][0]["called"] == "Ann"
        table.press("clue")
        told = last(reader, "turn == 2")
        state = table.ask(get="state")["state"]
        assert (told["clues"], told["deck"]) == (state["clues"], state["deck"])
        assert told["turns"][0]["what"] == "a clue"
        assert told["saved"] is True
        table.press("play")
        choice = last(reader, "choice is not None")["choice"]
        assert choice["question"] == "Which firework?"
        assert [one["item"] for one in choice["options"]] == ["W", "R", "B", "Y", "G"]
        table.press("discard")
        assert last(reader, "turn == 3")["fireworks"][2]["height"] == 1
        table.ask(do="undo")
        assert "Undone" in last(reader, "notice is not None")["notice"]["text"]


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
        end = last(reader, "end is not None")["end"]
        assert (end["verdict"], end["reason"]) == ("Lost", "The last fuse is gone")
        (game,) = browser.ask("GET", "/games?lang=en").json["games"]
        assert (game["players"], game["verdict"]) == (["Ann", "Ben"], "Lost")
        told = browser.ask("GET", "/games/1?lang=en").json
        assert [one["fuses"] for one in told["tables"]] == [3, 2, 1, 0]
        assert browser.ask("GET", "/games/1.json").json == table.ask(get="record")["record"]
        assert browser.ask("GET", "/standings").json["groups"][0]["games"] == 1
        assert browser.ask("GET", "/games/2").status == 404


def test_a_guest_begins_the_next_game_and_is_out_when_the_device_starts_again(device, tmp_path):
    view = beside(device.sock)
    with page_of(device, tmp_path) as browser, Script(device.sock) as table, Script(view) as other:
        told = browser.ask("POST", "/enter?lang=en", {"token": "K7Q2X9MP"})
        assert told.status in (403, 409)
        token = invite(table, other)
        cookie = enter(browser, f" {token.lower()} ")
        proposed = browser.ask("GET", "/new", cookie=cookie).json
        assert (proposed["players"], proposed["preset"]) == (3, "classic")
        wish = {"players": ["Ann", "Ben"], "edition": {"preset": "grand"}, "first": 2}
        begun = browser.ask("POST", "/new", wish, cookie)
        assert (begun.status, begun.json) == (200, {"unshown": []})
        state = table.ask(get="state")["state"]
        assert (state["names"], state["preset"]) == (["Ben", "Ann"], "grand")
        late = browser.ask("POST", "/new?lang=en", {"players": 4}, cookie)
        assert (late.status, late.json["error"]) == (409, texts("en")["guests_playing"])
        assert table.ask(get="state")["state"] == state
        after = browser.ask("GET", "/new", cookie=cookie).json
        assert (after["names"], after["first"], after["preset"]) == (
            ["Ann", "Ben", "", "", ""],
            2,
            "grand",
        )
        device.process.kill()
        with daemon(tmp_path) as again:
            until(lambda: browser.ask("GET", "/standings", cookie=cookie).status == 403)
            assert again.process.poll() is None
        assert token not in browser.log.read_text()
        assert token.lower() not in browser.log.read_text()
