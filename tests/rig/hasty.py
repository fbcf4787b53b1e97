"""A group that makes mistakes, and repairs them by the buttons as the screen says."""

import random
from collections.abc import Sequence

from companion.errors import CompanionError
from companion.game.actions import Action, Clue, Discard, Misfire, Play
from companion.game.cards import HIGHEST, Card
from companion.game.rules import copies_left, fits
from companion.game.state import CLUE_TOKENS
from companion.journal.events import Did
from companion.journal.sitting import Sitting, follow
from tests.rig.rig import Rig


def after(sitting: Sitting, action: Action) -> Sitting | None:
    """Return the game after a turn; None where the rules refuse it."""
    try:
        return follow(sitting, Did(action))
    except CompanionError:
        return None


def turns(rig: Rig) -> None:
    """Open the turns, unless they are open."""
    if rig.core.view.face.visit is None:
        rig.more("turns")
    assert rig.screen == "turns"


def mark(rig: Rig, number: int) -> None:
    """Move the mark to a line."""
    while rig.core.view.face.visit.mark != number:
        rig.tap("clue" if rig.core.view.face.visit.mark > number else "discard")


def choose(rig: Rig, *items: str) -> None:
    """Press the buttons that stand for these items, one after the other."""
    for item in items:
        while True:
            options = rig.ask(get="screen")["screen"]["options"]
            buttons, found = next(
                (buttons, found) for buttons, found in options.items() if item in found
            )
            rig.press(buttons)
            if len(found) == 1:
                break


def enter(rig: Rig, action: Action) -> None:
    """Enter a turn by the buttons, in any detail."""
    match action:
        case Clue():
            rig.tap("clue")
        case Discard(card) | Misfire(card):
            rig.tap("discard") if isinstance(action, Discard) else rig.hold("play")
            if rig.screen == "naming":
                choose(rig, card.suit, str(card.rank)) if card else rig.hold("discard")
        case Play(suit=str(suit)):
            rig.play(suit)
        case Play(completed=completed):
            rig.tap("play")
            choose(rig, "completes" if completed else "fits")


class Hasty:
    """A group that enters what it did: sometimes wrongly, twice, or not at all, and repairs it
    later.

    slips: how often. late: after how many turns a mistake is noticed. truth: the game as it is
    played. lines: of the device, each the number of its true turn, or None for one that never was.
    """

    def __init__(
        self,
        rig: Rig,
        dice: random.Random,
        preset: str,
        slips: float,
        late: Sequence[int],
        detail: str = "colours",
    ) -> None:
        self.rig, self.dice, self.slips, self.late = rig, dice, slips, late
        rig.ask(do="new", players=dice.randint(2, 5), edition={"preset": preset}, detail=detail)
        rig.wait(1)
        self.truth = rig.core.sitting
        self.turns: list[Action] = []
        self.lines: list[int | None] = []
        self.wrong: set[int] = set()
        self.forgotten: set[int] = set()
        self.due: dict[int, int] = {}

    # What is played

    def turn(self) -> None:
        """Play a turn, and enter it or not."""
        possible = [action for action in self.choices() if after(self.truth, action)]
        action = self.dice.choice(possible)
        self.truth = after(self.truth, action) or self.truth
        self.turns.append(action)
        self.entered(len(self.turns) - 1)

    def choices(self) -> list[Action]:
        state = self.truth.state
        assert state is not None
        found: list[Action] = [Clue()] * 4
        if state.clues < CLUE_TOKENS:
            found += [Discard(self.card(misfire=False)) for _ in range(3)]
        if state.setup.detail == "tokens":
            found += [Play(), Play(), Play(completed=True)]
        else:
            found += [
                Play(suit=suit) for suit, height in state.fireworks.items() if height < HIGHEST
            ]
        if state.fuses > 1:
            found.append(Misfire(self.card(misfire=True)))
        return found

    def card(self, misfire: bool) -> Card | None:
        """Return the card that goes to the pile, where it is named."""
        state = self.truth.state
        assert state is not None
        if state.setup.detail != "cards" or self.dice.random() < 0.2:
            return None
        cards = [card for card in state.setup.box.copies if copies_left(state, card) > 0]
        return self.dice.choice(
            [card for card in cards if not (misfire and fits(state, card))] or [None]
        )

    # How it is entered

    def entered(self, number: int) -> None:
        roll, action = self.dice.random(), self.turns[number]
        when = number + self.dice.choice(self.late)
        if roll < self.slips / 3:
            self.forgotten.add(number)
            self.due[number] = when
        elif roll < 2 * self.slips / 3 and (other := self.other(action)):
            self.press(number, other)
            self.wrong.add(number)
            self.due[number] = when
        elif roll < self.slips:
            self.press(number, action)
            twice = after(self.rig.core.sitting, action)
            if twice is not None and twice.playing:
                self.press(None, action)
                self.due[number] = when
        else:
            self.press(number, action)
        while any(due <= number for due in self.due.values()):
            self.repair()

    def other(self, action: Action) -> Action | None:
        """Return a slip: another firework, or a misfire for a card that fitted."""
        if not isinstance(action, Play) or self.rig.state.fuses < 2:
            return None
        suits = [suit for suit, height in self.rig.state.fireworks.items() if height < HIGHEST]
        others: list[Action] = [
            Misfire(),
            *(Play(suit=suit) for suit in suits if action.suit not in (None, suit)),
        ]
        possible = [other for other in others if after(self.rig.core.sitting, other)]
        return self.dice.choice(possible) if possible else None

    def press(self, number: int | None, action: Action) -> None:
        """Enter a turn at the table; if it would be refused, what is wrong is repaired first."""
        if after(self.rig.core.sitting, action) is None:
            assert self.due, f"{action} is refused and nothing is wrong"
            self.repair()
        enter(self.rig, action)
        self.lines.append(number)

    # How it is repaired

    def repair(self) -> None:
        """Repair all that is wrong, in any order, in one visit where one repair needs another."""
        for _ in range(60):
            if not self.due:
                break
            self.one(self.dice.choice(sorted(self.due)))
        assert not self.due, "the repair does not come to an end"
        assert self.rig.core.view.face.visit is None, (self.rig.screen, self.rig.notice)

    def one(self, number: int) -> None:
        if number in self.forgotten:
            self.insert(number)
        elif number in self.wrong:
            if self.told(self.lines.index(number), "play", self.turns[number]):
                self.wrong.remove(number)
                del self.due[number]
        else:
            turns(self.rig)
            place = self.lines.index(None)
            mark(self.rig, place)
            self.rig.tap("play")
            self.rig.select("turn_never")
            del self.lines[place]
            del self.due[number]

    def insert(self, number: int) -> None:
        """Enter what was forgotten: before the next turn that was entered, or at the table."""
        later = (
            place for place, line in enumerate(self.lines) if line is not None and line > number
        )
        place = next(later, len(self.lines))
        if place == len(self.lines) and self.rig.core.view.face.visit is None:
            if after(self.rig.core.sitting, self.turns[number]) is None:
                return  # something else is wrong
            enter(self.rig, self.turns[number])
        elif not self.told(place, "discard", self.turns[number]):
            return
        self.lines.insert(place, number)
        self.forgotten.remove(number)
        del self.due[number]

    def told(self, place: int, hold: str, action: Action) -> bool:
        """Tell a turn among the turns. Return True if that could be done now."""
        turns(self.rig)
        mark(self.rig, place)
        self.rig.hold(hold)
        if self.rig.screen != "table":
            assert self.rig.notice == "first_that_turn"
            return False
        if after(self.rig.core.view.sitting, action) is None:
            self.rig.hold("clue")
            assert self.rig.screen == "turns"
            return False
        enter(self.rig, action)
        return True
