"""The touch table of a device in a real browser: `make test-browser ARGS=tests/page/kiosk`."""

from itertools import islice

import pytest

from tests.games import real_games, turns
from tests.page.kiosk.conftest import SCREENS, shot
from tests.rig.chromium import BROWSERS
from tests.rig.running import Script
from tests.rig.touch_tables import touch_device

pytestmark = BROWSERS
GAME = 24


def test_a_companion_that_is_killed_is_told_and_the_game_goes_on_by_itself(kiosk, device, tmp_path):
    kiosk.open(800, 480)
    kiosk.begin()
    kiosk.enter("clue", None)
    assert kiosk.comes_to({"turn": 2})
    device.process.kill()
    kiosk.until("return document.querySelector('.news').textContent.includes('is away')")
    kiosk.enter("clue", None)
    kiosk.until("return document.querySelector('.news').textContent.includes('does not answer')")
    with touch_device(tmp_path):
        kiosk.until("return !document.querySelector('.news').classList.contains('noticed')", 30)
        kiosk.enter("clue", None)
        assert kiosk.comes_to({"turn": 3, "clues": 6})


def test_what_a_script_does_is_shown_and_past_games_are_listed_without_a_backup(kiosk, device):
    kiosk.open(1280, 720)
    kiosk.begin()
    with Script(device.sock) as script:
        script.ask(do="action", action={"do": "play", "suit": "R"})
        kiosk.until(
            "return document.querySelector('.rocket[data-suit=R]').textContent.includes('1')"
        )
        script.ask(do="action", action={"do": "concede", "reason": "no_more_points"})
    kiosk.tap('.keys [data-act="more"]')
    kiosk.tap("""[data-to='{"name":"menu"}']""")
    assert kiosk.browser.run("return document.querySelector('[data-act=save]')") is None
    kiosk.tap('[data-act="past"][data-view="games"]')
    kiosk.until("return document.querySelectorAll('.past-view li').length === 1")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_screen_of_it_has_room_on_both_displays(kiosk, axe, language, size):
    kiosk.open(*size)
    kiosk.until("return document.querySelector('.languages') !== null")
    shot(kiosk, axe, "first", language, size)
    kiosk.speak(language)
    shot(kiosk, axe, "start", language, size)
    kiosk.tap(".begin")
    kiosk.until("return document.querySelector('.rocket') !== null")
    for do, suit, state in islice(turns(real_games()[GAME]), 12):
        kiosk.enter(do, suit)
        assert kiosk.comes_to({"turn": state.turn, "clues": state.clues})
    shot(kiosk, axe, "table", language, size)
    kiosk.tap(".news")
    shot(kiosk, axe, "turns", language, size)
    kiosk.tap('.keys [data-act="more"]')
    shot(kiosk, axe, "more", language, size)
    kiosk.tap("""[data-to='{"name":"menu"}']""")
    shot(kiosk, axe, "menu", language, size)
