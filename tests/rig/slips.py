"""A group with slips of every kind, over the face and the game alone, without pins, disk and time.

What it plays is a game that is known. It enters each turn in one of the ways that there are,
forgets turns, enters others wrongly or twice, names cards late, corrects counters, and repairs its
slips in any order.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Literal, NamedTuple

from companion.errors import CompanionError
from companion.face.command import Do, Reaction, Redo, Repair, Undo
from companion.face.dialogue import choices, counters, laid_cards, outcomes, presses, repairs
from companion.face.dialogue.presses import Target
from companion.face.happened import effects_of
from companion.face.state import EntryKind, Purpose, Visit, face_at_start
from companion.game.actions import (
    RECYCLE,
    Action,
    Bonus,
    Clue,
    Correct,
    Discard,
    Misfire,
    Name,
    Play,
)
from companion.game.cards import BLACK, HIGHEST, Card
from companion.game.corrections import counters_on
from companion.game.rules import apply, fits, start
from companion.game.setup import TOKENS, Setup
from companion.game.state import CLUE_TOKENS, State
from companion.game.view import state_json
from companion.journal import events, repair
from companion.journal.events import Began, Did
from companion.journal.sitting import Sitting, begin, follow, rebuild_sitting
from companion.journal.stickers import Sticker, Stickers
from companion.panel import DISCARD_PAD, PLAY_PAD, Tagged

KINDS = {key: kind for kind, keys in repairs._OTHERWISE.items() for key in keys}
"""What counts otherwise, by the keys of the words that say so."""


class Entry(NamedTuple):
    """Something as it is entered."""

    action: Action
    tag: str = ""
    """The tag by which a pad knows the card; empty where people press."""
    tiles: tuple[Bonus, ...] = ()
    """The bonus tiles that it turned."""

    @property
    def turn(self) -> bool:
        """Whether it takes a turn."""
        return isinstance(self.action, repair.TURNS)


class Line(NamedTuple):
    """A line of the device."""

    order: float
    """The number of what was played that it stands for.

    A correction stands between two of these."""
    entry: Entry
    slip: Literal["", "wrong", "twice"] = ""


class Device:
    """The face and the game on the table; what is asked of it counts at once."""

    def __init__(self, setup: Setup) -> None:
        began = Began(setup)
        self.sitting = begin(1, began)
        self.face = face_at_start(self.sitting)
        self.stickers: Stickers = {}
        self.rows = [events.event_row(began)]
        self.now = 0.0
        self.said: Counter[str] = Counter()
        """How many changes repairs told, by their kinds."""
        self.nameless: set[Card] = set()
        """The cards whose names a repair has left out."""

    @property
    def state(self) -> State:
        return self.sitting.state

    @property
    def at_hand(self) -> Sitting:
        """The game on which the buttons act."""
        return self._target.sitting

    @property
    def _target(self) -> Target:
        return presses.at_hand(self.face, Target(self.sitting))

    def enter(self, entry: Entry) -> bool:
        """Enter a turn and its tiles, at the table or among the turns.

        Return True if the turn was taken.
        """
        if pending(self.at_hand):
            return False  # the group sees that a tile is asked for
        if not self._enter(entry.action, entry.tag):
            return False
        self.turn_tiles(entry.tiles)
        return True

    def turn_tiles(self, tiles: Sequence[Bonus]) -> None:
        """Enter tiles as long as they are asked for and taken."""
        for tile in tiles:
            state = self.at_hand.state
            unnamed = tile.card in self.nameless and tile.card not in state.discards
            bonus = without_name(tile, tile.card) if unnamed else tile
            listed = self.face.visit is not None and self.face.entry is None
            asked = state.bonus_pending and not listed
            if not asked or not self._enter(bonus):
                break

    def _enter(self, action: Action, tag: str = "") -> bool:
        self.now += 100.0
        self.face = self.face._replace(notice=None)
        if tag:
            reader = DISCARD_PAD if isinstance(action, Discard) else PLAY_PAD
            tagged = Tagged((tag,), reader, self.now)
            return self._take(
                laid_cards.lay_card(self.face, self.at_hand, self.stickers, tagged, self.now)
            )
        if not isinstance(action, Discard | Misfire) or action.card is None:
            return self._take((self.face, Do(action)))
        if not self._take((self.face, Do(type(action)(), naming=True))):
            return False
        purpose = Purpose.NAME
        if action.card in choices.nameable(self.at_hand, purpose):
            return self._take(
                (self.face, choices.naming_command(self.at_hand, purpose, action.card))
            )
        self._take((self.face, Undo()))
        return False

    def correct(self, truth: Sitting) -> bool:
        """Set every counter of the menu that differs. Return True if the correction was taken."""
        now, right = counters.table_counters(self.sitting), counters.table_counters(truth)
        staged = {
            counter: right[counter]
            for counter in now
            if right.get(counter, now[counter]) != now[counter]
        }
        return self._take((self.face, Do(counters.correction(self.sitting, staged))))

    # Among the turns

    def open(self) -> None:
        if self.face.visit is None:
            self.face = repairs.open_turns(self.face, self.sitting)

    def mark(self, place: int) -> Visit:
        """Open the turns and mark a line; an entry that was asked for is left."""
        self.open()
        visit = self.face.visit
        if visit.entry is not None:
            self.face = repairs._drop_turn(self.face, visit)
        self.face = self.face._replace(notice=None, visit=visit._replace(mark=place, entry=None))
        return self.face.visit

    def tell(self, place: int, kind: EntryKind, entry: Entry) -> bool:
        """Enter a turn before a line, in place of it, or its tiles.

        Return True if that could be done now.
        """
        visit = self.mark(place)
        if place == len(visit.lines) and not visit.changed:
            self.face, _ = repairs.leave_turns(self.face, visit)
            return self.enter(entry)
        self._take(repairs.begin_turn(self.face, visit, kind))
        if self.face.entry is None:
            return False
        if kind == EntryKind.TILE:
            self.turn_tiles(entry.tiles)
        else:
            self.enter(entry)
        if self.face.visit is None or self.face.visit.lines is not visit.lines:
            return True
        self.face = repairs._drop_turn(self.face, self.face.visit)
        return False

    def never(self, place: int) -> None:
        """Correct a line that never was."""
        self._take(repairs.decide_repair(self.face, self.mark(place), choices.NEVER))

    def lines(self) -> Sequence[repair.EnteredLine]:
        """Return the lines as they are, or as they are repaired so far."""
        return self.face.visit.lines if self.face.visit else repair.lines_of(self.sitting)

    # What becomes of it

    def _take(self, answer: Reaction) -> bool:
        """Let what was asked for count. Return True if anything does."""
        before, visit = self.sitting, self.face.visit
        self.face, command = answer
        if isinstance(command, Do | Undo | Redo | Repair):
            try:
                self.commit(command)
            except CompanionError:
                return False
        return self.sitting is not before or self.face.visit is not visit

    def commit(self, command: Do | Undo | Redo | Repair) -> None:
        """Let a step of the game count, or add to the turn that is entered."""
        self.face, step = self._target.commit(self.face, command, self.now)
        if step is None:
            return
        self.sitting = step.after
        self.rows = [*self.rows, events.event_row(step.event)]
        if isinstance(step.command, Repair):
            self.said = self.said + told(step.command)
        did = effects_of(step.before, step.after, step.command, self.now)
        self.face = outcomes.face_after_step(self.face, step._replace(effects=did), self.now)

    def check_rows(self) -> None:
        """Check that what was written leads to the same game."""
        assert rebuild_sitting(1, [events.read_event(*row) for row in self.rows]) == self.sitting

    def undo_all(self) -> None:
        """Check that undoing all leads to the start, and redoing all back to the end."""
        end, steps, rows = self.sitting, 0, self.rows
        while self.sitting.has_steps:
            self.commit(Undo())
            steps += 1
        assert self.state == self.sitting.opening
        for _ in range(steps):
            self.commit(Redo())
        assert self.sitting.steps == end.steps
        assert self.sitting.state == end.state
        self.check_rows()
        self.sitting, self.rows = end, rows


class Slips:
    """A group and its device.

    slips: how often something is entered wrongly. late: after how many turns a slip is noticed.
    truth: the game as it is played, entered right from the start. cards: the same with every card
    by its name. done: how often each thing happened.
    """

    def __init__(
        self, setup: Setup, dice: random.Random, slips: float, late: Sequence[int]
    ) -> None:
        self.dice, self.slips, self.late = dice, slips, late
        # Which fireworks are complete cannot be corrected where none is named.
        self.corrections = 0.0 if setup.detail == TOKENS else 0.05
        self.device = Device(setup)
        self.truth = begin(1, Began(setup))
        self.cards = start(setup)
        self.played: list[Entry] = []
        self.lines: list[Line] = []
        self.unnamed: list[Card] = []
        self.forgotten: set[int] = set()
        self.noticed: list[int] = []
        self.given_up = False
        self.done: Counter[str] = Counter()

    @property
    def state(self) -> State:
        return self.truth.state

    # What is played

    def play(self, action: Action, *tiles: Bonus) -> None:
        """Play an action of a known game, and the tiles that it turns.

        Its cards are all named.
        """
        if self.state.over:
            return  # a card that was named late has ended it
        entry = self.way(action)
        truth = follow(self.truth, Did(entry.action))
        self.cards = apply(self.cards, action)
        for bonus in tiles:
            entered = self.tile(bonus, truth)
            truth = follow(truth, Did(entered))
            entry = entry._replace(tiles=(*entry.tiles, entered))
            self.cards = apply(self.cards, bonus)
        self.happen(entry)
        if self.unnamed and self.dice.random() < 0.6:
            self.happen(Entry(Name(self.unnamed.pop(self.dice.randrange(len(self.unnamed))))))
        if self.dice.random() < self.corrections and self.state.reason not in (
            "conceded",
            "no_more_points",
        ):
            self.correct()

    def way(self, action: Action) -> Entry:
        """Return one of the ways in which a group enters an action."""
        card, roll = getattr(action, "card", None), self.dice.random()
        if card is None:
            return Entry(action)
        if self.state.setup.detail == TOKENS:
            return Entry(without_colours(action, self.cards))
        return self.way_of_card(action, card, roll)

    def way_of_card(self, action: Action, card: Card, roll: float) -> Entry:
        """Return one of the ways in which a group enters a card that has colours."""
        if roll < 0.4 and isinstance(action, Play):
            return Entry(action)
        if roll < 0.5:
            tag = f"{len(self.device.stickers):08x}"
            self.device.stickers = {**self.device.stickers, tag: Sticker("ours", card)}
            return Entry(action, tag)
        if isinstance(action, Play) and fits(self.cards, card):
            return Entry(Play(suit=card.suit))
        kind = Misfire if isinstance(action, Play) else Discard
        if roll < 0.65:
            return Entry(kind(card))
        self.unnamed.append(card)
        return Entry(kind())

    def tile(self, bonus: Bonus, truth: Sitting) -> Bonus:
        """Return a tile as the group enters it, which may take a card without a name."""
        card = bonus.card
        in_pile = truth.state is not None and card in truth.state.discards
        if card is None or in_pile:
            return bonus
        self.unnamed.remove(card)
        return without_name(bonus, card)

    def happen(self, entry: Entry) -> None:
        """Let something happen, and enter it or not."""
        self.truth = follow(self.truth, Did(entry.action, entry.tag))
        for bonus in entry.tiles:
            self.truth = follow(self.truth, Did(bonus))
        self.played.append(entry)
        self.enter(len(self.played) - 1)

    def end(self) -> None:
        """Repair what is wrong, and say again what a repair has left out."""
        self.repair()
        for entry in self.played:
            if not entry.turn and self.lacks(entry.action):
                self.done["said again"] += 1
                assert self.device.enter(entry), self.device.face.notice

    def lacks(self, action: Action) -> bool:
        """Return True if a name or a concession does not count any more."""
        if isinstance(action, Name):
            card = action.card
            return self.state.discards.get(card, 0) > self.device.state.discards.get(card, 0)
        return not self.device.state.over

    def check(self) -> None:
        """Check that the table is the one of a game that was entered right from the start."""
        assert table(self.device.state) == table(self.state)
        if not self.given_up:
            assert self.device.state.turn == self.state.turn
            assert turns(self.device.sitting) == turns(self.truth)

    # How it is entered

    def enter(self, number: int) -> None:
        entry = self.played[number]
        roll = 1.0
        if entry.turn:
            roll = self.dice.random()
        if roll < self.slips / 3:
            self.notice(number, "forgotten")
            self.forgotten.add(number)
        elif roll < self.slips and not entry.tag:
            self.enter_amiss(number, roll)
        else:
            self.press(Line(number, entry))
        if any(noticed <= number for noticed in self.noticed):
            self.repair()

    def enter_amiss(self, number: int, roll: float) -> None:
        """Enter something else, or the same twice."""
        entry = self.played[number]
        if roll < 2 * self.slips / 3 and (other := self.other(entry.action)):
            self.notice(number, "wrong")
            self.press(Line(number, Entry(other), "wrong"))
            return
        self.press(Line(number, entry))
        if self.device.enter(entry):
            self.notice(number, "twice")
            self.lines.append(Line(number, entry, "twice"))

    def notice(self, number: int, slip: str) -> None:
        self.done[slip] += 1
        self.noticed.append(number + self.dice.choice(self.late))

    def other(self, action: Action) -> Action | None:
        """Return what the group enters instead, by a slip."""
        suits = [suit for suit, height in self.device.state.fireworks.items() if height < HIGHEST]
        others = [Clue(), Discard(), Misfire(), *(Play(suit=suit) for suit in suits)]
        possible = [
            other for other in others if other != action and allowed(self.device.state, other)
        ]
        return self.dice.choice(possible) if possible else None

    def press(self, line: Line) -> None:
        """Enter something at the table; if it is refused, what is wrong is repaired first."""
        if not self.device.enter(line.entry):
            assert self.noticed, (
                f"{line.entry} is refused and nothing is wrong: {self.device.face.notice}"
            )
            self.done["refused"] += 1
            self.repair()
            assert self.device.enter(line.entry), (line.entry, self.device.face.notice)
        self.lines.append(line)

    # How it is corrected

    def correct(self) -> None:
        """Set the counters to what lies on the table.

        The slips before are repaired later, or never.
        """
        self.done["corrected"] += 1
        if pending(self.device.sitting):
            self.repair()  # the tile was never turned
        order = len(self.played) - 0.5
        if self.device.state.discards == self.state.discards and not self.state.over:
            for _ in range(3):  # the turns left can be set once the deck is
                if table(self.device.state) != table(self.state):
                    assert self.device.correct(self.truth), self.device.face.notice
                    self.lines.append(Line(order, Entry(self.device.sitting.actions[-1])))
        else:
            self.press(Line(order, Entry(Correct(counters_on(self.state)))))
        assert table(self.device.state) == table(self.state)
        if self.dice.random() < 0.4:
            self.given_up = self.given_up or bool(self.noticed)
            self.noticed.clear()
            self.forgotten.clear()
            self.lines = [line._replace(slip="") for line in self.lines]

    # How it is repaired

    def repair(self) -> None:
        """Repair all that is wrong, in any order, in one visit where one repair needs another."""
        for _ in range(300):
            wrong = [place for place, line in enumerate(self.lines) if line.slip]
            tiles = self.tiles_asked()
            repairs_left = [
                *(partial(self.insert, number) for number in sorted(self.forgotten)),
                *(partial(self.mend, place) for place in wrong),
                *(partial(self.turn_tile, place) for place in tiles),
            ]
            if not repairs_left:
                break
            self.dice.choice(repairs_left)()
            if self.device.face.visit is None:
                self.align()
        assert self.device.face.visit is None, [line for line in self.lines if line.slip]
        self.noticed.clear()

    def tiles_asked(self) -> list[int]:
        """Return the place of the line whose turned tile is asked for, in a list."""
        visit = self.device.face.visit
        if visit is None:
            return [len(self.lines) - 1] if pending(self.device.sitting) and self.tiles(-1) else []
        place = repair.trouble(visit.outcomes)
        if place is None:
            return []
        if visit.outcomes[place].tile is None or self.lines[place].slip:
            return []
        return [place] if self.tiles(place) else []

    def tiles(self, place: int) -> tuple[Bonus, ...]:
        """Return the tiles that a line turned and that the device does not know yet."""
        line, there = self.lines[place], self.device.lines()[place]
        tiles = self.played[int(line.order)].tiles
        visit = self.device.face.visit
        known = (
            len(visit.outcomes[place].dids) - 1 if visit else len(repair.bonus_tiles(there.dids))
        )
        return () if line.slip else tiles[known:]

    def turn_tile(self, place: int) -> None:
        """Enter the tiles that are asked for."""
        self.done["tile"] += 1
        tiles = self.tiles(place)
        if self.device.face.visit is not None:
            self.device.tell(place, EntryKind.TILE, Entry(Clue(), tiles=tiles))
        else:
            self.device.turn_tiles(tiles)

    def insert(self, number: int) -> None:
        """Enter what was forgotten before what came after it."""
        orders = [line.order for line in self.lines]
        place = next((place for place, order in enumerate(orders) if order > number), len(orders))
        if self.device.tell(place, EntryKind.FORGOTTEN, self.played[number]):
            self.lines.insert(place, Line(number, self.played[number]))
            self.forgotten.remove(number)
        else:
            self.done["refused among the turns"] += 1

    def mend(self, place: int) -> None:
        """Enter what was wrong as it was, or take out what was entered twice."""
        line = self.lines[place]
        if line.slip == "twice":
            self.device.never(place)
            del self.lines[place]
        elif self.device.tell(place, EntryKind.ANOTHER, self.played[int(line.order)]):
            self.lines[place] = line._replace(entry=self.played[int(line.order)], slip="")
        else:
            self.done["refused among the turns"] += 1

    def align(self) -> None:
        """Follow what a repair left out."""
        rest = list(self.lines)
        lines: list[Line] = []
        for there in self.device.lines():
            place = _place_of(there, rest)
            assert place is not None, "something that nobody said"
            lines.append(rest[place])
            del rest[: place + 1]
        assert not any(line.entry.turn for line in rest), "turns were cut"
        self.device.nameless |= _named_cards(self.lines) - _named_cards(lines)
        self.lines = lines


def _place_of(there: repair.EnteredLine, lines: Sequence[Line]) -> int | None:
    """Return the place of a line of the device: the next turn, or an action before it."""
    for place, line in enumerate(lines):
        if there.turn and line.entry.turn:
            return place
        if line.entry.turn:
            return None
        if line.entry.action == there.action:
            return place
    return None


def _named_cards(lines: Sequence[Line]) -> set[Card]:
    actions = [line.entry.action for line in lines]
    return {action.card for action in actions if isinstance(action, Name)}


def without_name(bonus: Bonus, card: Card) -> Bonus:
    """Return a tile that takes this card of the pile, where it has no name."""
    if bonus.tile == RECYCLE and not bonus.as_replay:
        return Bonus(bonus.tile, unnamed=True)
    return Bonus(bonus.tile, suit=card.suit, as_replay=bonus.as_replay)


def without_colours(action: Action, state: State) -> Action:
    """Return a play or a discard as it is entered where no colours are."""
    if not isinstance(action, Play) or action.card is None:
        return Discard()
    if not fits(state, action.card):
        return Misfire()
    completed = state.fireworks[action.card.suit] == HIGHEST - 1
    return Play(completed=completed, by="K" if completed and action.card.suit == BLACK else None)


def some_game(setup: Setup, dice: random.Random) -> list[tuple[Action, ...]]:
    """Return a game from its deal to its end, by its turns with their tiles.

    All cards are named.
    """
    deck = [card for card, copies in setup.box.copies.items() for _ in range(copies)]
    dice.shuffle(deck)
    hands = [[deck.pop() for _ in range(setup.hand_size)] for _ in range(setup.players)]
    state, played = start(setup), []
    while not state.over:
        seat = state.seat
        turn = (some_turn(state, hands[seat], dice),)
        if isinstance(turn[0], Play | Discard):
            hands[seat].remove(turn[0].card)
        state = apply(state, turn[0])
        while state.bonus_pending:
            bonus = some_tile(state, dice)
            turn = (*turn, bonus)
            if bonus.tile == RECYCLE:
                deck[:0] = _recycled(bonus)
            state = apply(state, bonus)
        if len(hands[seat]) < state.hands[seat]:
            hands[seat].append(deck.pop())
        played.append(turn)
    return played


def _recycled(bonus: Bonus) -> list[Card]:
    """Return the card that a tile puts under the deck, in a list."""
    return [bonus.card] if bonus.card and not bonus.as_replay else []


def some_turn(state: State, hand: Sequence[Card], dice: random.Random) -> Action:
    """Return a turn of people who know their cards, most of the time."""
    playable = [card for card in hand if fits(state, card)]
    if playable and dice.random() < 0.8:
        return Play(dice.choice(playable))
    if not hand:
        return Clue()
    if state.clues and dice.random() < 0.5:
        return Clue()
    card = dice.choice(hand)
    if state.clues == CLUE_TOKENS or dice.random() < 0.1:
        return Play(card)
    return Discard(card)


def some_tile(state: State, dice: random.Random) -> Bonus:
    """Return what a bonus tile may do."""
    cards = [None, *state.discards]
    uses = product(state.tiles, cards, (False, True))
    tiles = [Bonus(tile, card, as_replay=again) for tile, card, again in uses]
    dice.shuffle(tiles)
    for bonus in tiles:
        if allowed(state, bonus):
            return bonus
    raise AssertionError("no tile may do anything")


def allowed(state: State, action: Action) -> bool:
    """Return True if the rules allow an action now."""
    try:
        apply(state, action)
    except CompanionError:
        return False
    return True


def pending(sitting: Sitting) -> bool:
    """Return True if a tile is to be resolved."""
    return sitting.state is not None and sitting.state.bonus_pending


def told(repaired: Repair) -> Counter[str]:
    """Return how many changes of each kind are told of a repair."""
    kinds: Counter[str] = Counter()
    for besides in repaired.phrase.facts.get("besides", ()):  # type: ignore[attr-defined]
        kinds[KINDS[besides.key]] += besides.facts.get("number", 1)
    return kinds


def turns(sitting: Sitting) -> list[type[Action]]:
    """Return what the turns of a game were."""
    return [type(action) for action in sitting.actions if isinstance(action, repair.TURNS)]


def table(state: State) -> dict[str, object]:
    """Return all that is seen of a table, but the number of the turn."""
    return {**counters_on(state), **state_json(state), "turn": None}
