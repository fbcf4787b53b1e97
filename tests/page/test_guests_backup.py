"""The backup of a device for a guest: all games and names, and no settings."""

import http.client
from contextlib import closing

import pytest

from companion.journal.reader import GamesReader
from companion.journal.store import Store
from companion.settings import beside
from tests.rig.backups import games_of, played, restored
from tests.rig.daemons import daemon
from tests.rig.page_guests import enter, invite, page_of
from tests.rig.page_sessions import enter as enter_made_up
from tests.rig.running import Script


def test_a_guest_gets_all_games_and_names_of_a_device(tmp_path):
    with daemon(tmp_path) as device, page_of(device, tmp_path) as browser:
        view = beside(device.sock)
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


def test_a_device_that_goes_away_meanwhile_breaks_the_download_off(guests):
    pieces = iter(
        [
            {"ok": True, "tag": "6f1c20aa", "last": 5, "text": "a\n"},
            {"ok": True, "lines": ["a\n"], "after": 1},
            {"ok": False, "error": "the games were mended"},
        ]
    )
    guests.device.answers["backup"] = lambda body: next(pieces)
    cookie = enter_made_up(guests)
    with pytest.raises((http.client.HTTPException, OSError)):
        guests.get("/backup", Cookie=cookie)
