"""The board without a broker: what it keeps of what it is told, and what its pages are told."""

import asyncio
import json
import tracemalloc
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.club.board.board import ClubBoard
from companion.club.broker import Incoming
from companion.club.topics import Topics
from companion.onlooking.settings import BoardSettings, Broker
from tests.club.board.clubs import heard
from tests.club.board.told import ENDED, result, state, there
from tests.games import three_players
from tests.rig.moments import moments, sitting
from tests.rig.samples import fewer

WHOLE = sitting(three_players())
MOMENTS = moments(WHOLE)
COUNT = 2000
MANY = fewer(100, 4)
MOST_KEPT = 300_000
"""Bytes that the board may keep of so many messages that are none of its business."""


def opened(language: str) -> Any:
    """Return an open page to which all is new."""
    return SimpleNamespace(language=language, about="", has=None)


def with_board(act: Callable[[ClubBoard], object]) -> None:
    async def run() -> None:
        act(ClubBoard(BoardSettings(Broker("127.0.0.1"))))

    asyncio.run(run())


def test_a_board_with_a_title_has_it_in_each_language_and_other_pages_load_it_anew():
    async def run() -> tuple[ClubBoard, ClubBoard]:
        broker = Broker("127.0.0.1")
        named = BoardSettings(broker, title="Spielekreis Nord")
        return ClubBoard(BoardSettings(broker)), ClubBoard(named)

    plain, named = asyncio.run(run())
    assert {texts["title"] for texts in named.texts.values()} == {"Spielekreis Nord"}
    assert plain.texts["fr"]["title"] == "Soirée Hanabi"
    assert [texts["fuses"] for texts in named.texts.values()] == [
        texts["fuses"] for texts in plain.texts.values()
    ], "the page of one table lends its words"
    assert named.version != plain.version


def hear(board: ClubBoard, messages: Iterable[tuple[str, bytes]]) -> None:
    for topic, payload in messages:
        board.on_message(Incoming(topic, payload, True))
    board._wake_pages()


def kept(messages: Iterable[tuple[str, bytes]]) -> int:
    """The bytes that a board keeps of messages."""
    sizes: list[int] = []

    def act(board: ClubBoard) -> None:
        hear(board, [(f"hanabi/before/{kind}", b"junk") for kind in ("state", "availability")])
        tracemalloc.start()
        hear(board, messages)
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()

    with_board(act)
    return sizes[0]


def changed(message: bytes, **fields: object) -> bytes:
    return json.dumps({**json.loads(message), **fields}).encode()


def test_nothing_is_kept_of_tables_that_come_and_go():
    def act(board: ClubBoard) -> None:
        for number in range(COUNT):
            own = Topics(f"t{number}")
            told = [
                (own.state, state(MOMENTS[2])),
                (own.availability, there()),
                (own.result(7), result(WHOLE)),
            ]
            hear(board, told)
            hear(board, [(topic, b"") for topic, _ in told])
        assert (len(board.club.tables), len(board.club.results)) == (0, 0)
        board.refresh()
        assert not board._expiry
        assert not board._lines

    with_board(act)


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("hanabi/t{}/state", changed(state(MOMENTS[2]), preset="x" * 50_000, more="x" * 10_000)),
        ("hanabi/t{}/state", changed(state(MOMENTS[2]), tiles=["clue"] * 8000)),
        ("hanabi/t{}/result/7", changed(result(WHOLE), preset="x" * 60_000)),
        ("hanabi/t{}/availability", changed(there(), start=10**4000)),
    ],
    ids=["an edition's name", "tiles", "of a result", "a number"],
)
def test_of_a_message_no_more_is_kept_than_a_table_needs(topic, payload):
    assert len(payload) < 1 << 16
    assert kept((topic.format(number), payload) for number in range(MANY)) < MANY * 8000


def test_a_result_more_is_told_as_that_and_to_every_page():
    def act(board: ClubBoard) -> None:
        pages = [opened(language) for language in ("en", "en", "de", "fr")]
        hear(
            board,
            (
                (Topics(f"t{n % 9}").result(n), result(WHOLE, at=ENDED + n, game=n))
                for n in range(1, 400)
            ),
        )
        whole = [board.events_for(page) for page in pages]
        hear(board, [(Topics("t1").result(400), result(WHOLE, at=ENDED, game=400))])
        news = [board.events_for(page) for page in pages]
        assert all(len(one) > 50_000 for one in whole)
        assert all(0 < len(one) < 1000 for one in news)
        assert news[0] == news[1] != news[2]
        assert [board.events_for(page) for page in pages] == [board._away_event()] * 4

    with_board(act)


def test_a_game_whose_end_is_undone_leaves_the_ranking_and_comes_back():
    def act(board: ClubBoard) -> None:
        own, page, known = Topics("7"), opened("en"), {}
        messages = [(own.result(7), result(WHOLE))]
        for then, counts in ((WHOLE, True), (MOMENTS[-2], False), (WHOLE, True), (None, True)):
            messages.append((own.state, b"" if then is None else state(then)))
            hear(board, messages)
            news = json.loads(board.events_for(page).split(b"data: ")[1].split(b"\n\n")[0])
            known = heard(known, news["ranking"]) if "ranking" in news else known
            assert (("7", 7) in known) is counts
            messages = []

    with_board(act)
