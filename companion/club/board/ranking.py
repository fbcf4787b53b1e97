"""The evening's ranking: the results that count, by edition and number of players, the best first.

Its changes are numbered. A page is told what changed since it was told last: which games to take
out, and which ones to put in at which place of their group. So what it is told does not grow with
the evening.
"""

import time
from bisect import bisect_left, insort
from collections import Counter, deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.club.board.club import Key
from companion.club.board.tables import table_name
from companion.club.reading import GameResult
from companion.club.topics import compact_json
from companion.face import ending, words
from companion.face.editions import edition_name
from companion.game.edition import Edition
from companion.game.outlook import score
from companion.journal.statistics.standings import real_names
from companion.numbers import Json
from companion.web import ends
from companion.web.words import device_text

MOST_CHANGES: Final = 1000
"""A page that missed more changes is told the whole ranking."""

_Group = tuple[Edition, int]
"""Games of one edition and so many players are compared."""
_RankOrder = tuple[bool, int, int, bool, int, str, int]
"""The best first; of equals the one that ended first. The last two are the key."""


class _Ranked(NamedTuple):
    result: GameResult
    group: _Group
    order: _RankOrder


class _RankedGames:
    """A group, in its order."""

    def __init__(self) -> None:
        self.orders: Final[list[_RankOrder]] = []
        self.presets: Final[Counter[str]] = Counter()


class Ranking:
    """The results that count, and what changed of them."""

    def __init__(self) -> None:
        """Begin without a result."""
        self._ranked: Final[dict[Key, _Ranked]] = {}
        self._groups: Final[dict[_Group, _RankedGames]] = {}
        self._changes: Final[deque[Key]] = deque(maxlen=MOST_CHANGES)
        self._lines: Final[dict[str, dict[Key, bytes]]] = {}
        """Each game as pages are told it, by language."""
        self._headers: tuple[tuple[_Group, str], ...] = ()
        self._headers_from = 0
        """The number of the change by which the groups are what they are."""
        self._headers_at = 0
        """The number of the change at which that was looked up."""
        self.version = 0
        """The number of the last change."""

    def __contains__(self, key: Key) -> bool:
        return key in self._ranked

    def put(self, key: Key, result: GameResult | None) -> None:
        """Have a result count from now on, or none (None) of this key."""
        before = self._ranked.get(key)
        if result is (before.result if before else None):
            return
        if before is not None:
            self._take_out(key, before)
        if result is not None:
            self._put_in(key, result)
        self._changes.append(key)
        self.version += 1

    def news(self, since: int | None, language: str) -> bytes:
        """Return what changed since the change of this number, as JSON; all of it for None."""
        behind = self.version if since is None else self.version - since
        if since is None or behind > len(self._changes):
            return self._whole(language)
        changed = list(dict.fromkeys(list(self._changes)[len(self._changes) - behind :]))
        headers = self._header_texts(language) if self._look_at_headers() > since else None
        games = self._lines_at((key for key in changed if key in self._ranked), language)
        return _news(headers, changed, games)

    def _whole(self, language: str) -> bytes:
        self._look_at_headers()
        keys = (order[-2:] for games in self._groups.values() for order in games.orders)
        games = self._lines_at(keys, language)
        return _news(self._header_texts(language), [], games, whole=True)

    def _lines_at(self, keys: Iterable[Key], language: str) -> list[bytes]:
        """Return the lines of games, in the order of their groups, each with its place there."""
        orders = sorted(self._ranked[key].order for key in keys)
        lines = []
        for order in orders:
            key = order[-2:]
            at = bisect_left(self._groups[self._ranked[key].group].orders, order)
            lines.append(b'{"at":%d,%s' % (at, self._line(key, language)))
        return lines

    def _line(self, key: Key, language: str) -> bytes:
        """Return a game without its place, made once for each language."""
        lines = self._lines.setdefault(language, {})
        if key not in lines:
            lines[key] = compact_json(_game(key, self._ranked[key], language))[1:]
        return lines[key]

    def _put_in(self, key: Key, result: GameResult) -> None:
        group = _group(result)
        order = (*_points(result), result.ended is None, result.ended or 0, *key)
        self._ranked[key] = _Ranked(result, group, order)
        games = self._groups.setdefault(group, _RankedGames())
        insort(games.orders, order)
        games.presets[result.game.preset] += 1

    def _take_out(self, key: Key, before: _Ranked) -> None:
        games = self._groups[before.group]
        del games.orders[bisect_left(games.orders, before.order)]
        games.presets[before.result.game.preset] -= 1
        if not games.orders:
            del self._groups[before.group]
        del self._ranked[key]
        for lines in self._lines.values():
            lines.pop(key, None)

    def _look_at_headers(self) -> int:
        """Look up the groups in their order. Return the number of the change that made it so."""
        if self._headers_at != self.version:
            self._headers_at = self.version
            groups = sorted(
                self._groups, key=lambda key: (-len(self._groups[key].orders), repr(key))
            )
            headers = tuple((group, _preset(self._groups[group])) for group in groups)
            if headers != self._headers:
                self._headers = headers
                self._headers_from = self.version
        return self._headers_from

    def _header_texts(self, language: str) -> list[dict[str, str]]:
        return [
            {
                "key": _name(group),
                "edition": edition_name(language, group[0], preset),
                "players": device_text(language, "so_many", players=group[1]),
            }
            for group, preset in self._headers
        ]


def _news(
    groups: list[dict[str, str]] | None,
    without: list[Key],
    games: list[bytes],
    whole: bool = False,
) -> bytes:
    body = {"whole": whole, "without": without}
    if groups is not None:
        body["groups"] = groups
    return compact_json(body)[:-1] + b',"games":[' + b",".join(games) + b"]}"


def _game(key: Key, ranked: _Ranked, language: str) -> Json:
    table, game = key
    result = ranked.result
    outcome = ending.result(result.state)
    return {
        "group": _name(ranked.group),
        "table": table,
        "game": game,
        "name": table_name(table, result.game.table, language),
        "names": ", ".join(real_names(result.game.names)),
        "score": outcome.figure,
        "points": score(result.state),
        "maximum": words.say(language, outcome.of),
        "verdict": words.say(language, outcome.verdict),
        "far": ends.far(result.state, language),
        "far_in_short": ends.far_in_short(result.state),
        "lost": result.state.status == "lost",
        "ended": (
            "" if result.ended is None else time.strftime("%H:%M", time.localtime(result.ended))
        ),
    }


def _group(result: GameResult) -> _Group:
    edition = result.state.setup.edition
    if not edition.multicolour:
        edition = edition._replace(multicolour_clue="own")  # it means nothing there
    return edition, result.state.setup.players


def _name(group: _Group) -> str:
    """Return the key by which pages know a group."""
    return "/".join(map(str, (*group[0], group[1])))


def _preset(games: _RankedGames) -> str:
    """Return the preset that all games of a group have, "" where they differ."""
    presets = [preset for preset, count in games.presets.items() if count]
    return presets[0] if len(presets) == 1 else ""


def _points(result: GameResult) -> tuple[bool, int, int]:
    """Return what is compared, the less the better; games with the same share a place."""
    state = result.state
    return state.status == "lost", -ending.result(state).figure, -score(state)
