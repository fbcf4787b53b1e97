"""Drawing a picture and packing it into a display's bytes, beside luma and FreeType."""

import time
from collections.abc import Callable

from companion.face import screens
from companion.face.view import View
from hardware.display.changes import pack_picture
from tests.bench import stock
from tests.bench.figures import Figure, beside
from tests.games import real_games, turns
from tests.rig.rig import Rig


def _views(games: int, most_turns: int | None) -> list[View]:
    """Return what the screen shows in real games, one after the other."""
    found: list[View] = []
    for record in real_games(most_turns)[:games]:
        with Rig() as rig:
            rig.ask(do="new", players=record.setup.players)
            rig.wait(1)
            for do, suit, _ in turns(record):
                rig.enter(do, suit)
                view = rig.core.view
                found += [view, view._replace(pressed=frozenset({"clue"}))]
    return found


def _microseconds(act: Callable[[], object], count: int) -> float:
    """Return the time of this thread's processor for each of so many."""
    began = time.thread_time()
    act()
    return (time.thread_time() - began) * 1e6 / count


def drawing(games: int, most_turns: int | None, rounds: int) -> list[Figure]:
    """Draw views of real games in turn, by our display and by luma.

    most_turns: so many of each game, None for all. What luma is given to draw was laid out before.
    """
    views = _views(games, most_turns)
    device = stock.ssd1306(stock.Serial())
    device.persist = True
    laid = [stock.marks(view) for view in views]
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(
            _microseconds(
                lambda: [pack_picture(screens.draw(view).image, 0) for view in views], len(views)
            )
        )
        theirs.append(
            _microseconds(lambda: [stock.draw(device, marks) for marks in laid], len(views))
        )
    return [
        beside(
            "drawing and packing a picture",
            ours,
            theirs,
            "luma's canvas, FreeType, display()",
            "us",
            0.15,
        )
    ]
