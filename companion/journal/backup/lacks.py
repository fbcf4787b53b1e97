"""What the text of a backup lacks, in words, and which games may have lost a row by it.

The numbers of a store's rows have no gap, so a line that is gone shows. A backup says how many rows
each game has. In a copy of a store it follows from the rows around a gap which game had the lost
ones: another game comes to the table only by a new one, or back by an undo.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from companion.errors import quantity
from companion.journal.backup.intake import Intake
from companion.journal.events import Began, Withdrew, event_of

_ANY: Final = 1000
"""How many rows may be gone where nothing says how many there were."""
_MOST_NAMED: Final = 3
"""How many lines or rows are named."""
_NEIGHBOURS: Final = """
SELECT id, game, lead(id) OVER (ORDER BY id), lead(game) OVER (ORDER BY id) FROM row
"""


_NOT_WHOLE: Final = """
INSERT OR IGNORE INTO doubtful (game)
SELECT game FROM (SELECT game, count(*) AS there FROM row GROUP BY game)
LEFT JOIN whole USING (game) WHERE there IS NOT rows
"""


class Gap(NamedTuple):
    """Rows that are gone between two that are there; 0 for no such row."""

    before: int
    """The number of the row before it."""
    game: int
    """The game of that row."""
    after: int
    lost: int
    """How many are gone."""

    @property
    def rows(self) -> str:
        """The numbers of the rows that are gone."""
        first = self.before + 1
        return str(first) if self.lost == 1 else f"{first} to {self.before + self.lost}"


def find(intake: Intake) -> list[str]:
    """Return what is wrong with a text that came to its end, and note the games in doubt."""
    gaps = list(_gaps(intake))
    end = _lost_end(intake)
    if not gaps and not end:
        # Then the rows say it, also of what happened while the backup was made.
        intake.db.execute("UPDATE whole SET withdrawn = NULL")
    elif intake.promise or _says_of_games(intake):
        intake.db.execute(_NOT_WHOLE)
    else:
        _doubt(intake, [*gaps, *end])
    return list(_sentences(intake, gaps))


def _says_of_games(intake: Intake) -> bool:
    """Return True if a text says of any game how many rows it has."""
    return intake.db.execute("SELECT 1 FROM whole LIMIT 1").fetchone() is not None


def _gaps(intake: Intake) -> Iterator[Gap]:
    """Yield the gaps that the numbers of the rows show."""
    before = Gap(0, 0, 0, 0)
    first = intake.db.execute("SELECT id FROM row ORDER BY id LIMIT 1").fetchone()
    if first and first[0] > 1:
        yield before._replace(after=first[0], lost=first[0] - 1)
    last = intake.promise.last if intake.promise else 0
    for number, game, following, _ in intake.db.execute(_NEIGHBOURS):
        if following is None:
            if number < last:
                yield Gap(number, game, 0, last - number)
        elif following > number + 1:
            yield Gap(number, game, following, following - number - 1)


def _lost_end(intake: Intake) -> list[Gap]:
    """Return the rows that may be gone at the end of a damaged text that has no head."""
    damaged = intake.damaged or intake.torn or intake.headless
    if intake.promise or not damaged:
        return []
    last = intake.db.execute("SELECT id, game FROM row ORDER BY id DESC LIMIT 1").fetchone()
    return [Gap(last[0], last[1], 0, _ANY)] if last else []


# Which games may have lost a row


def _doubt(intake: Intake, gaps: Iterable[Gap]) -> None:
    links = _links(intake)
    games = set()
    for gap in gaps:
        games |= _reach(_beside(intake, gap), links, gap.lost - 1)
    rows = [(game,) for game in games]
    intake.db.executemany("INSERT OR IGNORE INTO doubtful (game) VALUES (?)", rows)


def _beside(intake: Intake, gap: Gap) -> set[int]:
    """Return the games whose rows the first or the last one of a gap may be."""
    games = {gap.game}
    following = intake.db.execute("SELECT game, kind, data FROM row WHERE id = ?", (gap.after,))
    for game, kind, data in following.fetchall():
        event = event_of(kind, data)
        if isinstance(event, Began):
            return games | {event.previous}
        games.add(game)
        if isinstance(event, Withdrew):
            games.add(event.game)
        elif kind == "return":
            games.add(_previous(intake, game))
    return games


def _previous(intake: Intake, game: int) -> int:
    """Return the game that was on the table before another one, 0 for none."""
    query = "SELECT data FROM row WHERE game = ? AND kind = 'new'"
    for (data,) in intake.db.execute(query, (game,)).fetchall():
        event = event_of("new", data)
        if isinstance(event, Began):
            return event.previous
    return 0


def _links(intake: Intake) -> dict[int, set[int]]:
    """Return for each game those that were on the table right before or after it."""
    links = defaultdict(set)
    for game, data in intake.db.execute("SELECT game, data FROM row WHERE kind = 'new'"):
        event = event_of("new", data)
        if isinstance(event, Began):
            links[game].add(event.previous)
            links[event.previous].add(game)
    return links


def _reach(games: set[int], links: dict[int, set[int]], steps: int) -> set[int]:
    """Return the games that so many changes of the table lead to."""
    reached = set(games)
    newest = set(games)
    for _ in range(steps):
        newest = set().union(*(links.get(game, set()) for game in newest)) - reached
        if not newest:
            break
        reached |= newest
    return reached


# In words


def _sentences(intake: Intake, gaps: list[Gap]) -> Iterator[str]:
    if intake.headless:
        yield "its first line is damaged"
    if intake.damaged:
        yield f"{_lines(intake.damaged)} damaged"
    if intake.torn:
        yield "its last line is cut off"
    promise = intake.promise
    missing = promise.lines - intake.count_lines() - len(intake.damaged) if promise else 0
    if missing > 0:
        yield f"{quantity(missing, 'line')} of {promise.lines if promise else 0} missing"
    if gaps:
        rows = sum(gap.lost for gap in gaps)
        named = ", ".join(gap.rows for gap in gaps[:_MOST_NAMED])
        yield f"{quantity(rows, 'row')} of games missing ({named}{_more(len(gaps))})"
    for row in intake.contradictions[:_MOST_NAMED]:
        yield f"row {row} is there twice, and not the same"
    for number, kind in intake.unknown[:_MOST_NAMED]:
        yield f"line {number} is a {kind[:20]!r}, which this version does not know"


def _lines(numbers: list[int]) -> str:
    """Return the numbers of lines with what they are, such as "line 7 is"."""
    if len(numbers) == 1:
        return f"line {numbers[0]} is"
    named = ", ".join(map(str, numbers[:_MOST_NAMED]))
    return f"{len(numbers)} lines ({named}{_more(len(numbers))}) are"


def _more(count: int) -> str:
    return ", ..." if count > _MOST_NAMED else ""
