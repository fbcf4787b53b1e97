"""Doubts: what the last step shows to have been entered wrongly, by what clues said of the cards.

A card that leaves a hand against its marks, or marks that exclude each other, mostly mean that a
turn was forgotten. Neither is refused: the earlier entry may be the wrong one.
"""

from typing import NamedTuple

from companion.face.on_table import on_table
from companion.face.state import Phrase
from companion.game.actions import (
    Bonus,
    Clue,
    Correct,
    Discard,
    Information,
    Misfire,
    Mix,
    Play,
    Value,
)
from companion.game.cards import next_card
from companion.game.places import NEW, Marks, contradictions, possible, touches
from companion.journal.sitting import Sitting


class Mark(NamedTuple):
    """What one clue said of a card."""

    turn: int
    value: Value
    touched: bool

    @property
    def marks(self) -> Marks:
        """The mark alone."""
        said = frozenset({self.value})
        return NEW._replace(touched=said) if self.touched else NEW._replace(passed=said)

    @property
    def phrase(self) -> Phrase:
        """The mark in words."""
        return Phrase("a_mark" if self.touched else "no_mark", {"value": self.value})


def doubt_of(sitting: Sitting) -> Phrase | None:
    """Return the doubt about the action that was just entered, in words, if there is one."""
    match sitting.steps[-1].action:
        case Clue(Information() as said) | Bonus(information=Information() as said):
            return _excluded_mark(sitting, said)
        case Play(place=int(place)) | Misfire(place=int(place)) | Discard(place=int(place)):
            return _card_against_marks(sitting, place)
    return None


def _card_against_marks(sitting: Sitting, place: int) -> Phrase | None:
    """Return the card that just left a hand, and a mark that is not true of it."""
    game = on_table(sitting)
    before = game.before
    action = sitting.steps[-1].action
    card = None
    if isinstance(action, Play) and action.suit:
        # A play that names its firework shows the card that was due there.
        card = next_card(action.suit, before.fireworks[action.suit])
    elif isinstance(action, Play | Misfire | Discard):
        card = action.card
    earlier = sitting._replace(steps=sitting.steps[:-1])
    edition = game.setup.edition
    if card is None or card in possible(edition, earlier.rows[before.seat][place - 1]):
        return None
    for mark in _marks_of(earlier, before.seat, place):
        if touches(edition, mark.value, card) != mark.touched:
            return Phrase("against_mark", {"card": card, "mark": mark.phrase, "turn": mark.turn})
    return None


def _excluded_mark(sitting: Sitting, said: Information) -> Phrase | None:
    """Return a mark of the last clue that an earlier one excludes, and that one."""
    edition = on_table(sitting).setup.edition
    seat = said.to - 1
    earlier = sitting._replace(steps=sitting.steps[:-1])
    wrong = set(contradictions(edition, sitting.rows[seat]))
    for place in sorted(wrong - set(contradictions(edition, earlier.rows[seat]))):
        new, *old = _marks_of(sitting, seat, place)
        cards = possible(edition, new.marks)
        # Where each pair has a card in common, only all of them together exclude each other.
        apart = [mark for mark in old if not cards & possible(edition, mark.marks)]
        other = (apart or old)[0]
        facts = {"one": other.phrase, "turn": other.turn, "other": new.phrase, "now": new.turn}
        return Phrase("marks_exclude", facts)
    return None


def _marks_of(sitting: Sitting, seat: int, place: int) -> list[Mark]:
    """Return the marks of a card that lies at a place now, the newest first, as far as it is known
    where it lay.
    """
    found = []
    earlier = (on_table(sitting).opening, *(step.state for step in sitting.steps))
    for step, before in [*zip(sitting.steps, earlier, strict=False)][::-1]:
        action = step.action
        match action:
            case Clue(Information(to, value, places)) if to == seat + 1:
                found.append(Mark(before.turn, value, place in places))
            case Bonus(information=Information(to, value, places)) if to == seat + 1:
                found.append(Mark(before.turn, value, place in places))
            # Where it lay before one of these is not known.
            case Correct() | Mix():
                return found
        leaves = isinstance(action, Play | Misfire | Discard) and before.seat == seat
        place -= step.state.hands[seat] - before.hands[seat] + leaves  # those drawn since lie first
        if place < 1:
            return found
        if leaves and isinstance(action, Play | Misfire | Discard):
            if action.place is None:
                return found
            # On the way back, the card that left has its place again.
            place += place >= action.place
    return found
