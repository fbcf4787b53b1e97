"""Whether start and press become slower with what the store holds."""

from contextlib import ExitStack
from itertools import chain
from pathlib import Path

from tests.bench.figures import Figure, Sample, beside, blocks
from tests.bench.games import long_game, many_games
from tests.bench.pressed import Options, all_pressed
from tests.bench.processes import companion

AT_MOST = 1.2


def growth(most_games: int, actions: int, rounds: int, presses: int) -> list[Figure]:
    """Measure with a thousand games at most, and with more, beside a single one.

    Then with a game of so many actions beside one of a single one.
    """
    some_games = min(1000, most_games)
    with ExitStack() as stores:
        few, some, many = (
            stores.enter_context(many_games(count)) for count in (1, some_games, most_games)
        )
        short, long = (stores.enter_context(long_game(count)) for count in (1, actions))
        stores_of_games = {some_games: some, most_games: many}
        return [
            *chain.from_iterable(
                _growth(f"{count:,} games", store, few, "1 game", rounds, presses)
                for count, store in stores_of_games.items()
            ),
            *_growth(f"{actions:,} actions", long, short, "1 action", rounds, presses),
        ]


def _growth(
    what: str, big: Path, small: Path, against: str, rounds: int, presses: int
) -> list[Figure]:
    on = "actions" in what
    listened, answered = _starts(big, small, rounds)
    figures = [
        beside(f"start to the first press taken, {what}", *listened, against, "ms", AT_MOST),
        _until_shown(
            beside(f"start to the game and the socket, {what}", *answered, against, "ms"), on
        ),
    ]
    options = [Options(directory=str(directory), on=on) for directory in (big, small)]
    with all_pressed(*options) as tables:
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(presses // 4):
            for table, found in zip(tables, times, strict=True):
                found += [seconds * 1e3 for seconds in table.presses(4).sent]
    mine, others = times
    press = beside(
        f"let go to the last byte, {what}", blocks(mine), blocks(others), against, "ms", AT_MOST
    )
    return [
        *figures,
        press._replace(ours=Sample(tuple(mine), "ms"), theirs=Sample(tuple(others), "ms")),
    ]


def _until_shown(figure: Figure, long: bool) -> Figure:
    """Judge the time until a game is shown, unless it is long: each of its steps is read."""
    if long:
        return figure._replace(note="each step is read and followed again")
    return figure._replace(at_most=AT_MOST)


def _starts(big: Path, small: Path, rounds: int) -> tuple[list[list[float]], list[list[float]]]:
    """Return milliseconds until no press is lost, and until a script is answered, side by side."""
    listened: list[list[float]] = [[], []]
    answered: list[list[float]] = [[], []]
    for _ in range(rounds):
        for number, directory in enumerate((big, small)):
            with companion("--headless", directory=directory) as running:
                listened[number].append(running.listened.clock * 1e3)
                answered[number].append(running.answered * 1e3)
    return listened, answered
