"""A group that makes mistakes, and repairs them by the buttons as the screen says."""

from companion.errors import CompanionError
from companion.game.actions import Clue, Discard, Misfire, Play
from companion.table.events import Did
from companion.table.sitting import Sitting, follow
from tests.rig import Rig

Turn = tuple[str, str | None]
"""What was done, and the firework of a play."""


def after(sitting: Sitting, turn: Turn) -> Sitting | None:
    """The game after a turn; None where the rules refuse it."""
    do, suit = turn
    action = {"clue": Clue(), "discard": Discard(), "misfire": Misfire()}.get(do) or Play(suit=suit)
    try:
        return follow(sitting, Did(action))
    except CompanionError:
        return None


def turns(rig: Rig) -> None:
    """Open the turns, unless they are open."""
    if rig.core.view.face.visit is None:
        rig.chord("discard", "play")
    assert rig.screen == "turns"


def mark(rig: Rig, number: int) -> None:
    """Move the mark to a line."""
    while rig.core.view.face.visit.mark != number:
        rig.tap("clue" if rig.core.view.face.visit.mark > number else "discard")


class Hasty:
    """A group that enters what it did: sometimes wrongly, twice, or not at all, and repairs it later."""

    def __init__(self, rig, dice, preset, players, slips, late):
        self.rig, self.dice, self.slips, self.late = rig, dice, slips, late
        rig.ask(do="new", players=players, edition={"preset": preset})
        rig.wait(1)
        self.truth = rig.core.sitting
        self.lines = []  # of the device: the number of the true turn, or None for one that never was
        self.wrong = {}  # lines that were another, by the true turn
        self.forgotten = []
        self.turns = []
        self.due = {}

    def turn(self):
        state = self.truth.state
        choices = []
        if state.clues:
            choices += [("clue", None)] * 4
        if state.clues < 8 and state.hands[state.seat]:
            choices += [("discard", None)] * 3
        suits = [suit for suit, height in state.fireworks.items() if height < 5]
        if state.hands[state.seat]:
            choices += [("play", suit) for suit in suits]
            if state.fuses > 1:
                choices += [("misfire", None)]
        turn = self.dice.choice([turn for turn in choices if after(self.truth, turn) is not None])
        self.truth = after(self.truth, turn)
        self.turns.append(turn)
        self.enter(len(self.turns) - 1)

    def enter(self, number):
        roll = self.dice.random()
        turn = self.turns[number]
        when = number + self.dice.choice(self.late)
        if roll < self.slips / 3:
            self.forgotten.append(number)
            self.due[number] = when
        elif roll < 2 * self.slips / 3 and turn[0] == "play" and (other := self.other(turn)):
            self.press(number, other)
            self.wrong[number] = other
            self.due[number] = when
        elif roll < self.slips:
            self.press(number, turn)
            twice = after(self.rig.core.sitting, turn)
            if twice is not None and twice.playing:
                self.press(None, turn)
                self.due[number] = when
        else:
            self.press(number, turn)
        for late in sorted(late for late, when in self.due.items() if when <= number):
            if late in self.due:
                self.repair()

    def other(self, turn):
        suits = [s for s, h in self.rig.state.fireworks.items() if h < 5 and s != turn[1]]
        return ("play", self.dice.choice(suits)) if suits else None

    def press(self, number, turn):
        """Enter a turn at the table; if it is refused, what is wrong is repaired first."""
        if after(self.rig.core.sitting, turn) is None:
            assert self.due, f"{turn} is refused and nothing is wrong"
            self.repair()
        self.rig.enter(*turn)
        self.lines.append(number)

    def repair(self):
        """Repair all that is known to be wrong, in any order, and in one visit where that is needed."""
        for _ in range(40):
            if not self.due:
                break
            self.one(self.dice.choice(sorted(self.due)))
        else:
            raise AssertionError("the repair does not come to an end")
        assert self.rig.core.view.face.visit is None, (self.rig.screen, self.rig.notice)

    def one(self, number):
        if number in self.forgotten:
            self.insert(number)
        elif number in self.wrong:
            if self.told(self.lines.index(number), "play", self.turns[number]):
                del self.wrong[number]
                del self.due[number]
        elif None in self.lines:
            turns(self.rig)
            place = self.lines.index(None)
            mark(self.rig, place)
            self.rig.tap("play")
            self.rig.tap("clue")
            del self.lines[place]
            del self.due[number]
        else:
            del self.due[number]

    def insert(self, number):
        place = next((p for p, line in enumerate(self.lines) if line is not None and line > number), None)
        if (
            place is None
            and self.rig.core.view.face.visit is None
            and after(self.rig.core.sitting, self.turns[number])
        ):
            self.rig.enter(*self.turns[number])
        elif place is None:
            if self.rig.core.view.face.visit is None:
                return
            place = len(self.lines)
            if not self.told(place, "discard", self.turns[number]):
                return
        elif not self.told(place, "discard", self.turns[number]):
            return
        self.lines.insert(len(self.lines) if place is None else place, number)
        self.forgotten.remove(number)
        del self.due[number]

    def told(self, place, hold, turn):
        """Tell a turn of a line; whether the device took it."""
        turns(self.rig)
        mark(self.rig, place)
        self.rig.hold(hold)
        if self.rig.screen != "table":
            assert self.rig.notice == "first_that_turn"
            return False
        lines = len(self.rig.core.view.face.visit.lines)
        if turn[0] == "play":
            self.rig.tap("play")
            options = self.rig.ask(get="screen")["screen"]["options"]
            if not any(turn[1] in suits for suits in options.values()):
                self.rig.hold("clue")
                self.rig.hold("clue")
                return False
            self.rig.hold("clue")
        self.rig.enter(*turn)
        if self.rig.core.view.face.visit is None:
            return True
        if self.rig.core.view.face.visit.entry is not None:
            self.rig.hold("clue")
            return False
        return len(self.rig.core.view.face.visit.lines) == lines + (hold == "discard")
