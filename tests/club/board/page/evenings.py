"""An evening of a club: tables of many editions, under way, at their ends, away, not begun."""

from functools import cache

from paho.mqtt import publish

from companion.club.topics import Topics
from companion.journal.sitting import EMPTY, Sitting
from companion.words.texts import texts
from tests.club.board.clubs import Club
from tests.club.board.told import result, state, there
from tests.rig.chromium import Chromium, own_address
from tests.rig.scenes import PEOPLE, WIDE, game
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
COUNT = 20
"""After so many tables their games are the same again."""


@cache
def whole(number: int) -> Sitting:
    """Return the game of a table, at its end."""
    names = WIDE if number % 3 == 0 else (*PEOPLE, "Dan", "Eve")
    return game(PRESETS[number % len(PRESETS)], names[: 2 + number % 4], number + 3)


def cut(sitting: Sitting, steps: int) -> Sitting:
    return sitting._replace(steps=sitting.steps[:steps])


def ends(number: int) -> bool:
    """Whether the game of a table comes to its end."""
    return number % 4 == 2


def topics(number: int) -> Topics:
    return Topics(f"{number + 1:012x}")


def tell_tables(club: Club, count: int, first: int = 0) -> None:
    """Tell the board of the tables up to so many, as their bridges do."""
    messages = []
    for number in range(first, count):
        one, own, name = whole(number % COUNT), topics(number), NAMES.get(number)
        name = f"Table {number + 1}" if name is None else name
        now = one if ends(number) else cut(one, min(len(one.steps) - 1, 8 + 3 * (number % COUNT)))
        messages += [
            (own.state, state(EMPTY if number == WITHOUT else now, name), 1, True),
            (own.availability, there(online=number != AWAY), 1, True),
        ]
        if ends(number):
            messages.append((own.result(one.game), result(one, name), 1, True))
    publish.multiple(messages, port=club.broker.port)
    until(lambda: len(club.board.club.tables) == count, 20)
    until(lambda: len(club.board.club.results) == sum(map(ends, range(count))), 20)


def url(club: Club, fragment: str = "") -> str:
    return f"http://{own_address()}:{club.server.port}/{fragment}"


def show(browser: Chromium, club: Club, language: str = "en") -> None:
    """Open the board on a television, and wait for its tables."""
    browser.open(url(club), 1920, 1080, language)
    shown(browser, club, language)


def shown(browser: Chromium, club: Club, language: str = "en") -> None:
    """Wait until the page has all tables of the board."""
    told = texts(language, "board").fill_in("tables_count", {"count": len(club.board.club.tables)})
    browser.until("#heading", told)
    browser.until(".tiles", lambda said: said != "")
