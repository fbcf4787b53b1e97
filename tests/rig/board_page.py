"""A board in a browser, with clubs to show."""

from companion.words.texts import texts
from tests.rig.chromium import Chromium, own_address
from tests.rig.clubs import Club

COUNT = 20


def url(club: Club, fragment: str = "") -> str:
    return f"http://{own_address()}:{club.server.port}/{fragment}"


def show(browser: Chromium, club: Club, width: int, height: int, language: str = "en") -> None:
    browser.open(url(club), width, height, language)
    browser.until(
        "#heading", texts(language, "board").fill_in("tables_count", {"count": len(club.tables)})
    )
    browser.until(".tiles", lambda said: said != "")
