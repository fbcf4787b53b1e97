"""A board in a browser, with clubs to show."""

from companion.words.texts import texts
from tests.rig.chromium import Chromium, own_address
from tests.rig.clubs import Club

COUNT = 20


def url(club: Club, fragment: str = "") -> str:
    return f"http://{own_address()}:{club.server.port}/{fragment}"


def show(
    browser: Chromium, club: Club, width: int, height: int, language: str = "en", count: int = 0
) -> None:
    """Open the board, which has so many tables: those of the club, or others."""
    browser.open(url(club), width, height, language)
    tables = {"count": count or len(club.tables)}
    browser.until("#heading", texts(language, "board").fill_in("tables_count", tables))
    browser.until(".tiles", lambda said: said != "")
