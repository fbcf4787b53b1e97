"""A group with real cards that plays by the buttons that the screen offers."""

import random
from typing import Any

from companion.game.actions import Action, Bonus, Clue, Discard, Misfire, Play
from companion.game.cards import HIGHEST, Card, next_rank
from companion.game.edition import Edition, box
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.state import CLUE_TOKENS, State
from tests.rig.rig import Rig


class Group:
    """Players, their hands and the deck; `skill` is how often a player knows a card that fits."""

    def __init__(
        self, rig: Rig, edition: Edition, players: int, detail: str, seed: int, skill: float
    ) -> None:
        self.rig = rig
        self.dice = random.Random(seed)
        self.skill = skill
        self.detail = detail
        self.setup = Setup(players, edition, detail)  # type: ignore[arg-type]
        cards = [card for card, copies in box(edition).copies.items() for _ in range(copies)]
        self.dice.shuffle(cards)
        size = self.setup.hand_size
        self.hands = [[cards.pop() for _ in range(size)] for _ in range(players)]
        self.deck = cards
        self.heights = dict.fromkeys(box(edition).suits, 0)
        self.pile: list[Card] = []
        self.named: list[Card] = []
        self.expected = start(self.setup)

    # Buttons

    def options(self) -> dict[str, list[str]]:
        return self.rig.ask(get="screen")["screen"]["options"]

    def choose(self, *items: str) -> None:
        """Press the buttons that stand for these items, one after the other."""
        for item in items:
            for _ in range(4):
                options = self.options()
                buttons = next(
                    (buttons for buttons, found in options.items() if item in found), None
                )
                assert buttons is not None, f"{item} is not offered: {options}"
                self.press(buttons)
                if len(options[buttons]) == 1:
                    break
            else:
                raise AssertionError(f"{item} cannot be reached")

    def press(self, buttons: str) -> None:
        """Tap a button, or a chord of buttons that are joined by `+`."""
        together = buttons.split("+")
        if len(together) > 1:
            answer = self.rig.ask(do="chord", controls=together)
        else:
            answer = self.rig.ask(do="press", control=buttons)
        assert answer["ok"], answer

    def hold(self, control: str) -> None:
        answer = self.rig.ask(do="hold", control=control, seconds=0.8)
        assert answer["ok"], answer

    # Turns

    def turn(self) -> None:
        """Take a turn by the buttons; what it should lead to is in `expected`."""
        state = self.expected
        if state.bonus_pending:
            self.tile()
            return
        hand = self.hands[state.seat]
        fitting = [card for card in hand if self.fits(card)]
        if fitting and self.dice.random() < self.skill:
            self.play(self.dice.choice(fitting))
        else:
            self.take_other_turn(hand)

    def take_other_turn(self, hand: list[Card]) -> None:
        """Take a turn that plays no card for sure."""
        clues = self.expected.clues
        prefers_clue = clues > 0 and self.dice.random() < 0.4
        if not hand:
            if clues:
                self.clue()
        elif prefers_clue:
            self.clue()
        elif clues < CLUE_TOKENS and self.dice.random() < 0.9:
            self.discard(self.dice.choice(hand))
        elif self.dice.random() < 0.5:
            self.play(self.dice.choice(hand))
        elif clues:
            self.clue()
        else:
            self.discard(self.dice.choice(hand))

    def clue(self) -> None:
        self.press("clue")
        self.follow(Clue())

    def fits(self, card: Card) -> bool:
        return next_rank(card.suit, self.heights[card.suit]) == card.rank

    def discard(self, card: Card) -> None:
        named = self.detail == "cards" and self.dice.random() < 0.8
        self.press("discard")
        self.out(card, Discard, named)

    def out(self, card: Card, kind: type[Discard] | type[Misfire], named: bool) -> None:
        """Put a card on the pile, by name where the group names it."""
        self.hands[self.expected.seat].remove(card)
        self.pile.append(card)
        if named:
            self.choose(card.suit, str(card.rank))
            self.named.append(card)
        elif self.rig.screen == "naming":
            self.hold("discard")
        self.follow(kind(card if named else None))

    def play(self, card: Card) -> None:
        if not self.fits(card):
            named = self.detail == "cards" and self.dice.random() < 0.8
            self.hold("play")
            self.out(card, Misfire, named)
            return
        self.hands[self.expected.seat].remove(card)
        self.heights[card.suit] += 1
        self.press("play")
        if self.detail != "tokens":
            self.choose(card.suit)
            self.follow(Play(suit=card.suit))
        elif self.heights[card.suit] < HIGHEST:
            self.choose("fits")
            self.follow(Play())
        else:
            self.choose("completes")
            by = "K" if card.suit == "K" else None
            if self.rig.screen == "choosing":
                self.choose(by or "other")
            self.follow(Play(completed=True, by=by))  # type: ignore[arg-type]

    # Bonus tiles

    def tile(self) -> None:
        own = self.rig.core.view.face.preferences.tiles == "table"
        if own:
            tile = self.dice.choice(self.expected.tiles)
            self.choose(tile)
        else:
            order = self.rig.core.sitting.began.tiles
            tile = next(tile for tile in order if tile in self.expected.tiles)
        if tile not in ("recycle", "replay"):
            if not own:
                self.choose(tile)
            self.follow(Bonus(tile))
            return
        as_replay = False
        if tile == "recycle" and not self.expected.deck:
            as_replay = self.dice.random() < 0.5
            self.choose("replay" if as_replay else "recycle")
        if tile == "replay" or as_replay:
            self.replay(tile, as_replay)
        else:
            self.recycle()

    def recycle(self) -> None:
        card = self.dice.choice(self.named) if self.named else None
        if card:
            self.choose(card.suit, str(card.rank))
            self.named.remove(card)
        elif self.options():
            self.choose("recycle")
        if card is None and self.pile:
            unnamed = list(self.pile)
            for named in self.named:
                unnamed.remove(named)
            card_back = self.dice.choice(unnamed)
            self.pile.remove(card_back)
            self.deck.insert(0, card_back)
            self.follow(Bonus("recycle", unnamed=True))
            return
        if card:
            self.pile.remove(card)
            self.deck.insert(0, card)
        self.follow(Bonus("recycle", card))

    def replay(self, tile: str, as_replay: bool) -> None:
        fitting = [card for card in self.pile if self.fits(card)]
        offered = {item for items in self.options().values() for item in items}
        if not fitting or self.dice.random() < 0.2:
            self.choose(tile) if tile in offered else self.choose_none()
            self.follow(Bonus(tile, as_replay=as_replay))
            return
        card = self.dice.choice(fitting)
        self.choose(card.suit)
        self.pile.remove(card)
        self.heights[card.suit] += 1
        if card in self.named:
            self.named.remove(card)
            self.follow(Bonus(tile, card, as_replay=as_replay))
        else:
            self.follow(Bonus(tile, suit=card.suit, as_replay=as_replay))

    def choose_none(self) -> None:
        """Choose a tile that takes no card: one of *more*."""
        self.hold("discard")
        self.press("discard")

    def follow(self, action: Action) -> None:
        """Apply an action by the rules; the player draws the card that they let him draw."""
        before = self.expected
        self.expected = apply(before, action)
        drawn = self.expected.hands[before.seat] - len(self.hands[before.seat])
        if drawn > 0:
            self.hands[before.seat].append(self.deck.pop())

    def check(self) -> None:
        assert self.rig.json == _json(self.expected)


def _json(state: State) -> dict[str, Any]:
    from companion.game.view import state_json

    return state_json(state)
