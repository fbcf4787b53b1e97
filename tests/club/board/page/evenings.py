"""An evening of a club: tables of many editions, in mid-game, at their ends, away,
without a game.
"""

from companion.journal.sitting import EMPTY, Sitting
from companion.words.texts import texts
from tests.club.board.clubs import Club
from tests.page.television.scenes import PEOPLE, WIDE, game
from tests.rig.chromium import Chromium, own_address
from tests.rig.waiting import until

PRESETS = (
    "classic",
    "grand",
    "flamboyants",
    "black-powder",
    "classic",
    "rr-variant-1",
    "final-flourish",
    "classic",
)
NAMES = {5: "", 7: "Le Grand Salon du fond à gauche"}
"""What some of the tables are called, by their number."""
WITHOUT, AWAY = 9, 12
"""The number of the table that has no game, and of the one that goes away."""


def whole(number: int) -> Sitting:
    """Return the game of a table, at its end."""
    names = WIDE if number % 3 == 0 else (*PEOPLE, "Dan", "Eve")
    return game(PRESETS[number % len(PRESETS)], names[: 2 + number % 4], number + 3)


def cut(sitting: Sitting, steps: int) -> Sitting:
    return sitting._replace(steps=sitting.steps[:steps])


def ends(number: int) -> bool:
    """Whether the game of a table comes to its end."""
    return number % 4 == 2


def open_tables(club: Club, count: int) -> list[Sitting]:
    """So many tables that play; gives the whole game of each."""
    games = [whole(number) for number in range(count)]
    for number, one in enumerate(games):
        first = EMPTY if number == WITHOUT else cut(one, 2)
        club.open(NAMES.get(number, f"Table {number + 1}"), first)
    for number, one in enumerate(games):
        if number != WITHOUT:
            last = len(one.steps)
            now = last - 1 if ends(number) else min(last - 1, 8 + 3 * number)
            club.tables[number].tell(cut(one, now))
            if ends(number):
                club.tables[number].tell(one)
    until(lambda: len(club.board.club.tables) == count, 20)
    until(lambda: len(club.board.club.results) == sum(map(ends, range(count))), 20)
    if count > AWAY:
        club.tables[AWAY].end()
        until(lambda: not club.board.club.tables[club.tables[AWAY].id].online, 20)
    return games


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
