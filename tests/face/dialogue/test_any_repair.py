"""Any slips, repaired by requests in any order: the table is that of a game without slips."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from companion.errors import CompanionError
from companion.face.command import event
from companion.face.dialogue.repairs import repair_command
from companion.face.state import EntryKind
from companion.game.actions import Action, Clue, Discard, Misfire, Play
from companion.game.edition import PRESETS
from companion.game.rules import fits
from companion.game.setup import Setup
from companion.journal import repair
from companion.journal.events import Began, Did
from companion.journal.sitting import Sitting, begin, follow
from tests.rig.samples import fewer
from tests.rig.slips import allowed, some_game

EDITIONS = ("classic", "rr-variant-1", "black-powder", "final-flourish", "flamboyants", "grand")
GROUPS = fewer(5000, 50)
PARTS = 4
Turn = tuple[Action, ...]
"""A turn with its tiles."""


class Group:
    """A group that enters a known game with slips, in *cards*, and repairs them by requests.

    truth: the same game without slips.
    """

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        setup = Setup(dice.randint(2, 5), PRESETS[dice.choice(EDITIONS)], "cards")
        self.truth = self.sitting = begin(1, Began(setup))
        self.turns: list[Turn] = []
        """The turns of the known game so far."""
        self.lines: list[tuple[int, Turn]] = []
        """What was entered, each with the number of the turn for which it was, or -1 for none."""
        self.done: Counter[str] = Counter()

    def play(self) -> None:
        """Play a game to its end; a slip is repaired at once, later, or at the end."""
        slips, patience = self.dice.choice((0.1, 0.3, 0.6)), self.dice.choice((1, 6, 100))
        for turn in some_game(self.truth.setup, self.dice):
            if self.truth.state.over:
                break
            entered = (self.way(turn[0]), *turn[1:])
            number = len(self.turns)
            self.turns.append(entered)
            self.truth = with_turn(self.truth, entered)
            self.enter(number, turn[0], self.dice.random() / slips)
            if number % patience == 0:
                self.repair()
        self.repair()

    def way(self, action: Action) -> Action:
        """Return one of the ways in which a group enters a turn."""
        card = getattr(action, "card", None)
        if card is None or self.dice.random() < 0.2:
            return action
        if isinstance(action, Play) and fits(self.truth.state, card):
            return Play(suit=card.suit)
        kind = Misfire if isinstance(action, Play) else Discard
        named = self.truth.setup.edition.flamboyants or self.dice.random() < 0.6  # tiles take cards
        return kind(card if named else None)

    def enter(self, number: int, played: Action, roll: float) -> None:
        """Enter a turn: not at all, wrongly, twice, or as it was."""
        if roll < 0.3:
            return
        turn = self.turns[number]
        if roll < 0.7 and (other := self.other(played)):
            turn = (other,)
        for each in (number, -1)[: 2 if 0.7 <= roll < 1 else 1]:
            try:
                self.sitting = with_turn(self.sitting, turn)
            except CompanionError:
                break
            self.lines.append((each, turn))

    def other(self, played: Action) -> Action | None:
        """Return what is entered by a slip, if the rules take it and no tile is turned.

        The likeliest is a misfire of a card that does not fit since an earlier play was forgotten.
        """
        card = self.dice.choice(list(self.truth.setup.box.copies))
        others = [Misfire(getattr(played, "card", None))]
        if self.dice.random() < 0.5:
            others = [Clue(), Discard(card), Discard(), Misfire(card), Play(suit=card.suit)]
        other = self.dice.choice(others)
        if not allowed(self.sitting.state, other):
            return None
        return None if with_turn(self.sitting, (other,)).state.bonus_pending else other

    # How it is repaired

    def wrong(self) -> list[tuple[EntryKind | None, int, int]]:
        """Return each way to repair something: how, at which line, and which turn comes there."""
        there = {number for number, _ in self.lines}
        ways: list[tuple[EntryKind | None, int, int]] = []
        for number in range(max(there, default=-1)):
            if number not in there:
                later = (place for place, (other, _) in enumerate(self.lines) if other > number)
                ways.append((EntryKind.FORGOTTEN, next(later), number))
        for place, (number, turn) in enumerate(self.lines):
            if number < 0:
                ways.append((None, place, number))
            elif turn != self.turns[number]:
                ways += [(EntryKind.ANOTHER, place, number), (None, place, number)]
        return ways

    def repair(self) -> None:
        """Repair all that is wrong, in any order; what fits in none is cut and entered anew."""
        while ways := self.wrong():
            self.dice.shuffle(ways)
            cut = self.dice.random() < 0.5
            if not any(self.repaired(*way, cut) for way in ways):
                first = min(ways, key=lambda way: way[1:])
                # The turn behind it is taken out where it lacks the tile that it turns then.
                assert self.repaired(*first, True) or self.repaired(None, first[1], -1, True)
        for number in range(self.lines[-1][0] + 1 if self.lines else 0, len(self.turns)):
            self.sitting = with_turn(self.sitting, self.turns[number])
            self.lines.append((number, self.turns[number]))

    def repaired(self, kind: EntryKind | None, place: int, number: int, cut: bool) -> bool:
        """Ask for a repair. Return True if it was taken."""
        new = [] if kind is None else [(number, self.turns[number])]
        told = tuple(map(Did, new[0][1])) if new else ()
        try:
            asked = repair_command(self.sitting, self.turn_numbers()[place], kind, told, cut)
        except CompanionError:
            return False
        self.sitting = follow(self.sitting, event(asked, self.sitting))
        self.lines[place : place + (kind != EntryKind.FORGOTTEN)] = new
        left = len(self.turn_numbers()) - 1
        self.done[str(kind)] += 1
        self.done["cut"] += left < len(self.lines)
        del self.lines[left:]
        self.check_names()
        return True

    def turn_numbers(self) -> list[int]:
        """Return the number of each turn that the device has, and of now."""
        states = [self.sitting.opening, *(step.state for step in self.sitting.steps)]
        steps = zip(states, self.sitting.actions, strict=False)
        taken = [state.turn for state, action in steps if isinstance(action, repair.TURNS)]
        return [*taken, states[-1].turn]

    # What has to be so

    def check_names(self) -> None:
        """Check that every name in the pile is one that people gave to it."""
        given = Counter(getattr(turn[0], "card", None) for _, turn in self.lines)
        for card, count in self.sitting.state.discards.items():
            assert count <= given[card], f"{card} was never named"

    def check(self) -> None:
        assert self.sitting.state == self.truth.state
        assert self.sitting.actions == self.truth.actions


def with_turn(sitting: Sitting, turn: Sequence[Action]) -> Sitting:
    for action in turn:
        sitting = follow(sitting, Did(action))
    return sitting


@pytest.mark.parametrize("part", range(PARTS))
def test_slips_repaired_in_any_order_leave_the_table_of_the_game_that_was_played(part):
    done: Counter[str] = Counter()
    for seed in range(part, GROUPS, PARTS):
        group = Group(random.Random(seed))
        try:
            group.play()
            group.check()
        except AssertionError as error:
            raise AssertionError(f"group {seed}: {error}") from error
        done += group.done
    assert {"forgotten", "another", "None", "cut"} <= set(done), done
