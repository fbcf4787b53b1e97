"""The evening's ranking: what a page is told of each result. The page puts them in their order."""

import time

from companion.club.board.club import Key
from companion.club.board.tables import table_name
from companion.club.reading import GameResult
from companion.face import ending, words
from companion.face.editions import edition_name
from companion.game.outlook import score
from companion.journal.statistics.standings import real_names
from companion.numbers import Json
from companion.page import ends
from companion.page.words import device_text


def ranked_game(key: Key, result: GameResult, language: str) -> Json:
    """Return a game of the ranking.

    Games of one `group` are compared, the best first by their `order`; `edition` is what the group
    is called where all of it has that name, else `rules`.
    """
    table, number = key
    state = result.state
    outcome = ending.result(state)
    lost = state.status == "lost"
    edition = state.setup.edition
    if not edition.multicolour:
        edition = edition._replace(multicolour_clue="own")  # it means nothing there
    return {
        "group": "/".join(map(str, (*edition, state.setup.players))),
        "edition": edition_name(language, edition, result.game.preset),
        "rules": edition_name(language, edition, ""),
        "players": device_text(language, "so_many", players=state.setup.players),
        # The less the better; of equals the one that ended first.
        "order": [lost, -outcome.figure, -score(state), result.ended is None, result.ended or 0],
        "table": table,
        "game": number,
        "name": table_name(table, result.game.table, language),
        "names": ", ".join(real_names(result.game.names)),
        "score": outcome.figure,
        "points": score(state),
        "maximum": words.say(language, outcome.of),
        "verdict": words.say(language, outcome.verdict),
        "far": ends.cards_reached(state, language),
        "far_in_short": ends.figures_reached(state),
        "lost": lost,
        "ended": (
            "" if result.ended is None else time.strftime("%H:%M", time.localtime(result.ended))
        ),
    }
