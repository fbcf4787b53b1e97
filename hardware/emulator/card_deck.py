"""The cards beside an emulated device with card readers: the device knows their stickers."""

from collections.abc import Mapping
from itertools import chain
from typing import Final, NamedTuple

from wiring.spec import PN532, RDM630, RDM6300, SUITS, Build

_COPIES: Final = (3, 2, 2, 2, 1)
"""How many cards there are of each rank, from 1 to 5; of black ones from 5 to 1."""
_LENGTHS: Final[Mapping[str, int]] = {PN532: 7, RDM6300: 5, RDM630: 5}
"""The bytes of a tag's id, by the kind of the reader."""


class DeckCard(NamedTuple):
    """A card's face: the letter of its suit, and its rank."""

    suit: str
    rank: int

    @property
    def copies(self) -> int:
        """The number of these cards in a deck."""
        return _COPIES[-self.rank if self.suit == "K" else self.rank - 1]

    def sticker_id(self, copy: int, kind: str) -> str:
        """Return the id of the sticker on one of its copies, for a kind of reader."""
        end = bytes((SUITS.index(self.suit), self.rank, copy))
        return end.rjust(_LENGTHS[kind], b"\xfa").hex()


class CardDeck:
    """The cards that can be laid on emulated readers, and which copy of each comes next."""

    def __init__(self, build: Build) -> None:
        """Make the cards of the suits that the build's lights have, or of all."""
        self._kinds: Final = {
            reader.name: reader.kind for reader in build.readers if build.imitates(reader.port)
        }
        self.pads: Final = tuple(self._kinds)
        lit = build.lights.firework if build.lights else {}
        suits = [suit for suit in SUITS if suit in lit] or SUITS
        self.rows: Final = [[DeckCard(suit, rank) for rank in range(1, 6)] for suit in suits]
        self._taken: Final[dict[DeckCard, int]] = {}

    @property
    def stickers(self) -> dict[str, str]:
        """The card of each sticker, such as R1, by the sticker's id."""
        stickers = {}
        for card in chain(*self.rows):
            for copy in range(card.copies):
                for kind in self._kinds.values():
                    stickers[card.sticker_id(copy, kind)] = f"{card.suit}{card.rank}"
        return stickers

    def take_copy(self, card: DeckCard, pad: str) -> str:
        """Take the next copy of a card to lay it on a reader. Return its sticker."""
        number = self._taken.get(card, 0)
        self._taken[card] = number + 1
        return card.sticker_id(number % card.copies, self._kinds[pad])
