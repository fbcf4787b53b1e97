"""Many games in a store: of all editions, with undos, repairs, late names and games taken back."""

import random
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.game.actions import TILES, Action, Bonus, Clue, Concede, Discard, Misfire, Name, Play
from companion.game.cards import CARDS
from companion.game.edition import PRESETS
from companion.game.setup import DETAILS, Setup
from companion.journal.events import Began, Did, Event, Redid, Repaired, Undid, Withdrew
from companion.journal.sitting import EMPTY, Sitting, begin, follow
from companion.journal.stickers import Sticker
from companion.journal.store import Row, Store

NAMES: Final = (
    "Ann", "Ben", "Zoé", "李小龙", "🎆🎇", "O'Neil\\n", '"; DROP--', "Ünïcödé ß", "a b", "1",
    "W" * 16,
)  # fmt: skip
"""Names with signs of every kind that a name may have."""
_STEPS: Final = 25
"""Steps of a game, about."""


class ManyGames:
    """A group that plays at random into a store, and hasty at that."""

    def __init__(self, directory: Path, seed: int) -> None:
        self.store: Final = Store(directory)
        self.dice: Final = random.Random(seed)
        self.sitting: Sitting = EMPTY
        self.games = 0

    def play(self, games: int) -> None:
        """Play so many games, each written at once."""
        for _ in range(games):
            self.store.record(self._game())
            self.store.follow_up()
        card = self.dice.choice(list(CARDS.values()))
        self.store.enrol(f"04{self.dice.getrandbits(40):010x}", Sticker("blue", card))
        self.store.prefer("help", self.dice.choice(("off", "counts")))

    def _game(self) -> list[Row]:
        """Play a game, and sometimes take it back for the one before it."""
        dice = self.dice
        began = self._began()
        self.games += 1
        before = self.sitting
        sitting = begin(self.games, began)
        rows = [Row(began, sitting)]
        if dice.random() < 0.1:
            event = Withdrew(self.games)
            self.sitting = follow(before, event)
            rows.append(Row(event, self.sitting))
            return rows
        for _ in range(dice.randint(0, 2 * _STEPS)):
            event, sitting = _next(dice, sitting)
            rows.append(Row(event, sitting))
            if sitting.state is None or sitting.state.over:
                break
        self.sitting = sitting
        return rows

    def _began(self) -> Began:
        dice = self.dice
        preset = dice.choice(list(PRESETS))
        edition = PRESETS[preset]
        detail = dice.choice([one for one in DETAILS if one != "tokens" or not edition.flamboyants])
        players = dice.randint(2, 5)
        names = tuple(dice.sample(NAMES, players)) if dice.random() < 0.6 else ()
        tiles = tuple(dice.sample(TILES, len(TILES)))
        previous = self.sitting.game
        return Began(
            Setup(players, edition, detail), names, dice.randrange(players), tiles, previous, preset
        )


def _next(dice: random.Random, sitting: Sitting) -> tuple[Event, Sitting]:
    """Return something that can happen, and the sitting after it."""
    while True:
        event = _event(dice, sitting)
        try:
            return event, follow(sitting, event)
        except CompanionError:
            continue


def _event(dice: random.Random, sitting: Sitting) -> Event:
    chance = dice.random()
    if chance < 0.08:
        return Undid()
    if chance < 0.1:
        return Redid()
    if chance < 0.13 and len(sitting.dids) > 3:
        gone = dice.randrange(len(sitting.dids))
        return Repaired((*sitting.dids[:gone], *sitting.dids[gone + 1 :]))
    return Did(_action(dice))


def _action(dice: random.Random) -> Action:
    card = dice.choice(list(CARDS.values()))
    named = card if dice.random() < 0.5 else None
    return dice.choice(
        [
            Clue(),
            Clue(),
            Discard(named),
            Misfire(named),
            Play(card),
            Play(card),
            Play(suit=card.suit),
            Play(),
            Name(card),
            Bonus(dice.choice(TILES)),
            Concede(dice.choice(("conceded", "no_more_points"))) if dice.random() < 0.1 else Clue(),
        ]
    )
