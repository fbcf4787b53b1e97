"""What the page of `make try` keeps: through reloads, kills and full disks."""

import time
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path

import pytest

from companion.game.view import state_json
from tests.games import real_games, turns
from tests.rig.chromium import BROWSERS, Chromium, chromium
from tests.rig.samples import EVERY_CASE
from tests.rig.try_page import TryPage

pytestmark = BROWSERS

GAMES = range(len(real_games())) if EVERY_CASE else [21]


class Tablets:
    """A page whose tab and whose browser die and come again, with the same profile."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.url = url
        self.stack = ExitStack()
        self.page = self.start()

    def start(self) -> TryPage:
        browser: Chromium = self.stack.enter_context(chromium(self.folder, self.folder / "profile"))
        page = TryPage(browser, self.url)
        page.open()
        return page

    def reload(self) -> None:
        self.page.browser.driver.refresh()
        self.page.open()

    def kill_tab(self) -> None:
        from selenium.common.exceptions import WebDriverException  # only these tests need it

        driver = self.page.browser.driver
        playing = driver.current_window_handle
        driver.switch_to.new_window("tab")
        other = driver.current_window_handle
        driver.switch_to.window(playing)
        with suppress(WebDriverException):
            self.page.browser.do("Page.crash")
        driver.switch_to.window(other)
        self.page.open()

    def kill_browser(self) -> None:
        self.page.browser.kill()
        self.stack.close()
        self.page = self.start()


@pytest.mark.parametrize("game", GAMES)
def test_what_was_shown_is_there_after_a_reload_a_killed_tab_and_a_killed_browser(
    server, tmp_path, game
):
    """Of each ten turns, three are followed by such an end; by day a reload is left out."""
    tablets = Tablets(tmp_path, f"http://localhost:{server.server_port}/")
    ends = {7: tablets.kill_browser, 8: tablets.kill_tab}
    if EVERY_CASE:
        ends[9] = tablets.reload
    with tablets.stack:
        tablets.page.begin()
        played = islice(turns(real_games()[game]), None if EVERY_CASE else 10)
        for number, (do, suit, state) in enumerate(played):
            wanted = state_json(state)
            tablets.page.enter(do, suit)
            assert tablets.page.comes_to(wanted)
            if number % 10 in ends:
                ends[number % 10]()
                assert tablets.page.comes_to(wanted, 0), f"turn {number + 1}"


def quota(tablet: TryPage, **size: int) -> None:
    """Give the page so much room, or as much as there is."""
    tablet.browser.do("Storage.overrideQuotaForOrigin", origin=tablet.url.rstrip("/"), **size)


def play_on(tablet: TryPage) -> dict:
    """Enter a turn. Return the state that it leads to."""
    before = tablet.state
    do = "clue" if before["clues"] else "discard"
    tablet.enter(do, None)
    after = {"turn": before["turn"] + 1, "clues": before["clues"] + (-1 if do == "clue" else 1)}
    assert tablet.comes_to(after)
    return after


MEMORY = (
    "return indexedDB.databases().then((all) =>"
    " all.some(({ name }) => name === 'hanabi-companion-memory'))"
)


def test_a_full_disk_is_told_of_and_once_there_is_room_all_is_kept(tablet):
    tablet.open()
    tablet.begin()
    tablet.enter("clue", None)
    tablet.until(MEMORY)
    quota(tablet, quotaSize=1)
    end = time.monotonic() + 120  # Chromium asks for the quota anew now and then
    try:
        while "cannot save the games" not in tablet.news:
            assert time.monotonic() < end
            if tablet.state["turn"] > 50:  # the game may be over before it does
                tablet.ask({"do": "new", "players": 2})
            play_on(tablet)
        play_on(tablet)
        assert not tablet.browser.run(MEMORY), "the games have its room"
        state = play_on(tablet)
        assert "cannot save the games" in tablet.news
    finally:
        quota(tablet)
    tablet.browser.until(".news", lambda said: "cannot save" not in said, 60)
    tablet.saved()
    tablet.open()
    assert tablet.comes_to(state, 0)


def test_games_that_the_browser_deletes_are_written_anew(tablet):
    tablet.open()
    tablet.begin()
    for _ in range(60):  # more than a block of them
        tablet.ask({"do": "new", "players": 2})
    tablet.saved()
    origin = tablet.url.rstrip("/")
    tablet.browser.do("Storage.clearDataForOrigin", origin=origin, storageTypes="indexeddb")
    play_on(tablet)
    tablet.saved()
    tablet.open()
    assert len(tablet.ask({"get": "history"})["history"]) == 61


def test_a_file_that_shrinks_or_goes_does_so_on_disk_too(tablet):
    tablet.open()
    for change in (
        "FS.writeFile('/games/shrinks', new Uint8Array(40000)); FS.writeFile('/games/goes', '')",
        "FS.writeFile('/games/shrinks', 'x'); FS.unlink('/games/goes')",
    ):
        tablet.saved()
        tablet.browser.run(f"const {{ FS, disk }} = companion; {change}; return disk.keep(FS)")
    tablet.open()
    left = "return companion.FS.readdir('/games').filter((name) => /s$/.test(name))"
    assert tablet.browser.run(left) == ["shrinks"]
    assert tablet.browser.run("return companion.FS.stat('/games/shrinks').size") == 1


def test_a_page_that_begins_without_room_plays(tablet):
    quota(tablet, quotaSize=1)
    try:
        tablet.open()
        tablet.browser.until(".news", "cannot save the games")
        tablet.begin()
        tablet.enter("clue", None)
        assert tablet.comes_to({"clues": 7})
    finally:
        quota(tablet)


def test_storage_that_is_forbidden_is_told_of_and_it_plays_on(tablet):
    source = (
        "Object.defineProperty(window, 'indexedDB', { get() { throw new Error('forbidden'); } });"
    )
    with tablet.browser.before(source):
        tablet.open()
        tablet.browser.until(".news", "forbidden")
        tablet.speak("en")
