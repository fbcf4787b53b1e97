"""A table that plays whole games into a store, for the tests of what is remembered of them."""

from pathlib import Path

from companion.game.actions import Clue, Concede, Play
from companion.game.cards import RANKS, Card
from companion.game.edition import PRESETS
from companion.game.record import edition_json
from companion.game.setup import Setup
from companion.game.state import State
from companion.journal.events import Began, Did, Event, Undid, Withdrew
from companion.journal.sitting import EMPTY, Sitting, begin, follow
from companion.journal.statistics import tables
from companion.journal.statistics.standings import Standing
from companion.journal.store import Row, Store

PERFECT = 25


class Table:
    """A group that writes every step into its store."""

    def __init__(self, directory: Path) -> None:
        self.store = Store(directory)
        self.sitting: Sitting = EMPTY
        self.games = 0

    def begin(
        self, edition: str = "classic", players: int = 2, names: tuple[str, ...] = ()
    ) -> None:
        """Begin a new game; with names as many play."""
        began = Began(
            Setup(len(names) or players, PRESETS[edition], "cards"),
            names,
            previous=self.sitting.game,
        )
        self.games += 1
        self.write(began, begin(self.games, began))

    def do(self, *events: Event) -> None:
        for event in events:
            self.write(event, follow(self.sitting, event))

    def score(self, points: int) -> None:
        """Play so many cards, and end it there."""
        cards = [Card(suit, rank) for suit in "WRBYG" for rank in RANKS][:points]
        self.do(*(Did(Play(card)) for card in cards))
        if points < PERFECT:
            self.do(Did(Concede("no_more_points")))

    def play(
        self, points: int, edition: str = "classic", players: int = 2, names: tuple[str, ...] = ()
    ) -> Standing:
        """Return a whole game; what it means then."""
        self.begin(edition, players, names)
        self.score(points)
        found = self.standing()
        assert found is not None
        return found

    def lose(self, **began: object) -> Standing:
        """Return a game that is given up."""
        self.begin(**began)  # type: ignore[arg-type]
        self.do(Did(Clue()), Did(Concede("conceded")))
        found = self.standing()
        assert found is not None
        return found

    def undo(self, steps: int = 1) -> None:
        """Step back; into the game before it once there are no more steps of this one."""
        for _ in range(steps):
            if self.sitting.steps:
                self.do(Undid())
            else:
                assert self.sitting.began is not None
                event = Withdrew(self.sitting.game)
                self.write(event, follow(self.store.load_game(self.sitting.began.previous), event))

    def standing(self, game: int | None = None) -> Standing | None:
        """Return what a game means beside the others, by default the one on the table."""
        return self.store.standing(self.store.load_game(game) if game else self.sitting)

    def best(self, edition: str | None = None, players: object = None) -> int | None:
        """Return the best score of a scope, as scripts see it."""
        return self.figures(edition, players).get("best")

    def figures(self, edition: str | None = None, players: object = None) -> dict[str, object]:
        """Return the figures of a scope, as scripts see them; empty where it has no game."""
        for scope in self.store.consult(tables.standings):
            rules = scope["edition"]
            same = (rules is None) if edition is None else rules == edition_json(PRESETS[edition])
            if same and scope["players"] == players:
                return scope
        return {}

    @property
    def state(self) -> State:
        assert self.sitting.state is not None
        return self.sitting.state

    def write(self, event: Event, sitting: Sitting) -> None:
        self.store.record([Row(event, sitting)])
        self.store.follow_up()
        self.sitting = sitting
