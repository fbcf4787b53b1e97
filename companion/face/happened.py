"""What a step of the game did: the source of its sound, its lights, its motion and its notice."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from math import ceil
from typing import Final, Generic, NamedTuple, TypeVar

from companion.face.command import Command, Do, GameCommand, Redo, Repair, Undo
from companion.face.doubts import doubt_of
from companion.face.spoken import last_step
from companion.face.state import Phrase
from companion.game.actions import Correct
from companion.game.cards import HIGHEST, MULTICOLOUR
from companion.game.kinds import distinct_type
from companion.game.state import CLUE_TOKENS, State
from companion.game.verdict import rating
from companion.journal.events import Event
from companion.journal.sitting import Sitting


class EffectKind(StrEnum):
    """The kind of an effect of a step."""

    LANDED = "landed"
    """A card was played on a firework."""
    COMPLETED = "completed"
    MISFIRED = "misfired"
    PASSED = "passed"
    """Players without cards were passed over."""
    LAST_ROUND = "last round"
    LAST_TURN = "last turn"
    """A turn of the last round is over."""
    ENDED = "ended"
    UNDONE = "undone"
    DOUBT = "doubt"
    """Something was entered wrongly: what clues said and what is seen do not agree."""
    REDONE = "redone"
    """A step that was undone is redone, or turns were repaired."""
    NUDGED = "nudged"
    """Nothing was done for so long that the player who acts is reminded."""


class Verdict(StrEnum):
    """The verdict on a game that ended."""

    LOST = "lost"
    RATING_0 = "rating 0"
    RATING_1 = "rating 1"
    RATING_2 = "rating 2"
    RATING_3 = "rating 3"
    RATING_4 = "rating 4"
    RATING_5 = "rating 5"
    PERFECT = "perfect"
    """Every firework is complete, at 25 points."""
    BEYOND = "beyond"
    """Every firework is complete, the multicolour one too, at 30 points."""


TOLERANCE_S: Final = 1e-6
"""Tolerance for comparing clock readings, in seconds."""
Draw = TypeVar("Draw")
BANDS: Final = tuple(verdict for verdict in Verdict if verdict.startswith("rating"))
"""The verdicts on games that are neither lost nor perfect, by their rating."""


@distinct_type
class Effect(NamedTuple):
    """One effect of a step."""

    kind: EffectKind
    suit: str = ""
    """The firework, "" where it was not named."""
    fuse: int = 0
    """The fuse that burnt, from 0; as many are left."""
    verdict: Verdict | None = None
    """The verdict, of a game that ended."""
    height: int = 0
    """The height of the firework; an estimate where it was not named."""
    turns: int = 0
    """The turns that are left in the last round, or that were passed over."""
    phrase: Phrase | None = None
    """What is said of it, if anything."""
    corrected: bool = False
    """A correction did it: this is said, but neither heard nor shown."""


@distinct_type
class StepEffects(NamedTuple):
    """The effects of the last step, in the order in which it is shown; `at` is when it counted."""

    at: float
    events: tuple[Effect, ...]

    @property
    def visible(self) -> tuple[Effect, ...]:
        """What lights and glass show; of the last step of a game only the landing and the end."""
        if all(event.kind != EffectKind.ENDED for event in self.events):
            return self.events
        return tuple(
            event for event in self.events if event.kind in (EffectKind.LANDED, EffectKind.ENDED)
        )

    def first(self, kinds: Iterable[EffectKind], corrected: bool = False) -> Effect | None:
        """Return the effect whose kind comes first among these, or None.

        corrected: that of a correction counts too.
        """
        events = [event for event in self.events if corrected or not event.corrected]
        for what in kinds:
            for event in events:
                if event.kind == what:
                    return event
        return None


@distinct_type
class Step(NamedTuple):
    """A step of a game, from the command until it is shown."""

    command: GameCommand
    event: Event
    before: Sitting
    after: Sitting
    ticket: int = 0
    """The number of its row on the way to disk; 0 for a step that has none yet, or needs none."""
    effects: StepEffects | None = None
    """What it did, once it counts."""

    @property
    def each_effect(self) -> tuple[Effect, ...]:
        """What it did, one by one."""
        return self.effects.events if self.effects else ()


def effects_of(before: Sitting, after: Sitting, command: Command, now: float) -> StepEffects | None:
    """Return the effects of a step, if any is worth a word, a sound or a show."""
    events = []
    match command:
        case Undo():
            same = after.game == before.game
            phrase = Phrase("undid", {"what": last_step(before)}) if same else Phrase("undid_begin")
            events.append(Effect(EffectKind.UNDONE, phrase=phrase))
        case Redo():
            what = last_step(after) if after.game == before.game else Phrase("a_game")
            events.append(Effect(EffectKind.REDONE, phrase=Phrase("redid", {"what": what})))
        case Repair(phrase=phrase):
            events.append(Effect(EffectKind.REDONE, phrase=phrase))
        case Do() if before.state is not None and after.state is not None:
            events += effects_of_turn(
                before.state, after.state, isinstance(command.action, Correct)
            )
            if doubted := doubt_of(after):
                events.append(Effect(EffectKind.DOUBT, phrase=doubted))
    return StepEffects(now, tuple(events)) if events else None


def verdict(state: State) -> Verdict:
    """Return the verdict on a finished game."""
    if state.status == "lost":
        return Verdict.LOST
    if state.status == "won":
        return Verdict.BEYOND if MULTICOLOUR in state.fireworks else Verdict.PERFECT
    return BANDS[min(rating(state) or 0, len(BANDS) - 1)]


def effects_of_turn(old: State, new: State, corrected: bool) -> list[Effect]:
    """Return the effects of an action, from the states before and after it.

    corrected: it was a correction.
    """
    events = _firework_effects(old, new)
    if new.errors > old.errors:
        said = Phrase("misfired", {"fuses": new.fuses})
        events.append(Effect(EffectKind.MISFIRED, fuse=new.fuses, phrase=said))
    if new.turn > old.turn + 1:
        passed = new.turn - old.turn - 1
        said = Phrase("passed", {"turns": passed})
        events.append(Effect(EffectKind.PASSED, turns=passed, phrase=said))
    # A last turn that ends the game is told by the end.
    goes_on = new.turns_left != old.turns_left and not new.over
    if new.turns_left and goes_on:
        last = Effect(EffectKind.LAST_TURN, turns=new.turns_left)
        if old.turns_left is None:
            said = Phrase("last_round", {"turns": new.turns_left})
            last = last._replace(kind=EffectKind.LAST_ROUND, phrase=said)
        events.append(last)
    if corrected:
        events = [event._replace(corrected=True) for event in events]
    # Added last: an end is shown although a correction made it.
    if new.over and not old.over:
        events.append(Effect(EffectKind.ENDED, verdict=verdict(new)))
    return events


def _firework_effects(old: State, new: State) -> list[Effect]:
    """Return the fireworks that grew, then those of them that are complete."""
    grown = {suit: height for suit, height in new.fireworks.items() if height > old.fireworks[suit]}
    complete = [suit for suit, height in grown.items() if height == HIGHEST]
    if new.unplaced > old.unplaced:
        # Nobody said which firework it was: the average stands for it, and a 5 is complete, which
        # has effects of its own.
        grown[""] = min(HIGHEST - 1, ceil(new.cards_played / len(new.fireworks)))
    if new.unplaced_complete > old.unplaced_complete:
        complete.append("")
    events = [Effect(EffectKind.LANDED, suit, height=grown[suit]) for suit in grown]
    key = "completed" if old.clues < CLUE_TOKENS else "completed_full"
    for suit in complete:
        said: Phrase | None = Phrase(key, {"suit": suit})
        if new.setup.edition.flamboyants or not suit:
            said = None  # the question about its bonus tile says it, or nobody named it
        events.append(Effect(EffectKind.COMPLETED, suit, phrase=said))
    return events


# Which act of what happened is on, on the lights and over the picture


@distinct_type
class Act(NamedTuple, Generic[Draw]):
    """A number of frames, each for a number of seconds, and what draws one."""

    frames: int
    step: float
    draw: Draw


Playing = tuple[Act[Draw], Effect, int, float]
"""An act that is on, its effect, the number of its frame, and when the next one is due."""


def playing_now(
    happened: StepEffects | None, act_of: Callable[[Effect], Act[Draw] | None], now: float
) -> Playing[Draw] | None:
    """Return the act that is on; the acts of a step follow each other. None once all are over."""
    if happened is None:
        return None
    began = happened.at
    for event in happened.visible:
        act = None if event.corrected else act_of(event)
        if act is None:
            continue
        # A frame may be asked for just before its step, by a clock that was read earlier.
        number = max(0, int((now - began + TOLERANCE_S) / act.step))
        if number < act.frames:
            return act, event, number, began + (number + 1) * act.step
        began += act.frames * act.step
    return None
