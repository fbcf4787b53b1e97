"""What may not be on disk yet: the rows that wait, and everything needed to write a lost file
again.
"""

from companion.journal.events import Began, Event, Withdrew
from companion.journal.sitting import EMPTY, Sitting, rebuild
from companion.journal.stickers import Sticker
from companion.journal.store import OtherGames, Row, Store
from companion.journal.writer_messages import Opened


class Unsaved:
    """The memory of the writer; its games have the numbers that the group sees."""

    def __init__(self) -> None:
        self.waiting: list[Row] = []
        """Rows that no write has confirmed, in their order."""
        self.sitting: Sitting = EMPTY
        """The game that was written last."""
        self.stories: dict[int, list[Event]] = {}
        """Everything that happened to the games that the file may lack a part of."""
        self.preferences: dict[str, str] = {}
        self.stickers: dict[str, Sticker] = {}
        self.offset: int | None = None
        """Added to a game's number in the file, as games began before it could be read.

        None until it was."""

    def read(self, story: list[Event], opened: Opened) -> None:
        """Take over what the file has, and the story of its last game."""
        self.offset = 0
        self.sitting, self.stories = opened.sitting, {opened.sitting.game: story}
        self.preferences = {**opened.preferences, **self.preferences}
        self.stickers = dict(opened.stickers)

    def add(self, row: Row) -> None:
        """Take a row that is to be written."""
        self.waiting.append(row)
        self.sitting = row.sitting
        self.stories.setdefault(row.sitting.game, []).append(row.event)

    def enrol(self, tag: str, sticker: Sticker | None) -> None:
        """Take a sticker, or forget it."""
        self.stickers.pop(tag, None)
        if sticker:
            self.stickers[tag] = sticker

    def load(self, store: Store, game: int) -> Sitting:
        """Read a game from the file, to be played on. Raises StoreError if it cannot be read."""
        offset = self.offset or 0
        story = [_shifted(event, -offset) for event in store.events(game + offset if game else 0)]
        sitting = rebuild(game, story)
        self.stories[game] = story
        return sitting

    def write(self, store: Store, in_doubt: bool) -> None:
        """Write what waits; in doubt also what else the file lacks.

        Raises StoreError if anything is not.
        """
        if self.offset is None:
            self.offset = store.latest()
        if not in_doubt:
            store.append(
                [
                    Row(_shifted(event, self.offset), self.in_file(sitting))
                    for event, sitting in self.waiting
                ]
            )
            return
        waiting = {row.sitting.game: row.sitting for row in self.waiting}
        try:
            for game in sorted(
                self.stories, key=lambda game: (game in waiting, game == self.sitting.game)
            ):
                story = self.stories[game]
                sitting = self.in_file(waiting.get(game) or rebuild(game, story))
                store.catch_up([_shifted(event, self.offset) for event in story], sitting)
        except OtherGames:
            self.offset = store.latest()
            raise
        self._restore(store)

    def written(self) -> bool:
        """Forget what is on disk, but for the game on the table; gives whether rows waited."""
        waited = bool(self.waiting)
        self.waiting.clear()
        self.stories = {self.sitting.game: self.stories.get(self.sitting.game, [])}
        return waited

    def _restore(self, store: Store) -> None:
        """Write the preferences and stickers that the file lacks."""
        kept = store.preferences()
        stickers = store.stickers()
        for key, value in self.preferences.items():
            if kept.get(key) != value:
                store.prefer(key, value)
        for tag in self.stickers.keys() - stickers.keys():
            store.enrol(tag, self.stickers[tag])

    def in_file(self, sitting: Sitting) -> Sitting:
        """Return a game with the number that it has in the file."""
        return sitting._replace(game=sitting.game + (self.offset or 0)) if sitting.game else sitting


def _shifted(event: Event, by: int) -> Event:
    """Return an event with the games that it names numbered otherwise."""
    match event:
        case Withdrew(game) if game:
            return event._replace(game=game + by)
        case Began(previous=previous) if previous and by:
            return event._replace(previous=max(previous + by, 0))
    return event
