"""What is said about what happened: the face after a step of the game, or after a refusal."""

from typing import Final

from companion.face.command import (
    Amend,
    Begin,
    Command,
    Do,
    Draw,
    Forget,
    Prefer,
    Redo,
    Repair,
    SwitchOff,
    Undo,
)
from companion.face.dialogue import choices, names
from companion.face.state import (
    NAMING,
    NOTICE,
    START,
    TABLE,
    Choice,
    Face,
    Notice,
    Phrase,
    rest,
)
from companion.game.actions import Action, Bonus, Clue, Concede, Correct, Discard, Misfire, Name, Play
from companion.game.cards import HIGHEST
from companion.game.refusals import Refused
from companion.game.rules import fits
from companion.game.state import CLUE_TOKENS, State
from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD
from companion.table.sitting import NothingThere, Sitting

GOING_DOWN: Final = 20.0
"""Seconds within which a computer that was asked to switch off does so."""


def say(face: Face, now: float, key: str, **facts: object) -> Face:
    """The face saying something for a while."""
    return face._replace(notice=Notice(Phrase(key, facts), now + NOTICE))


def refuse(face: Face, now: float, key: str, **facts: object) -> Face:
    """The face saying why a press was refused."""
    return face._replace(notice=Notice(Phrase(key, facts), now + NOTICE, refusal=True))


def warn(face: Face, key: str) -> Face:
    """The face saying something until the next press."""
    return face._replace(notice=Notice(Phrase(key), None))


def plugged(face: Face, part: str, there: bool, now: float) -> Face:
    """The face saying that a part on a lead is gone, or back."""
    name = Phrase(f"part_{part}") if part in (CARD_READER, PLAY_PAD, DISCARD_PAD) else part
    return say(face, now, "plugged" if there else "unplugged", part=name)


def refused(face: Face, error: Exception, now: float) -> Face:
    """The face after the game said no: the screen says why."""
    if isinstance(error, Refused):
        return refuse(face, now, error.key, **error.facts)
    if isinstance(error, NothingThere):
        return refuse(face, now, error.key)
    return refuse(face, now, "failed")


def switching_off(face: Face, sitting: Sitting, now: float) -> Face:
    """The face while the computer goes down; it is as before should it stay."""
    return rest(face, sitting)._replace(notice=Notice(Phrase("switching_off"), now + GOING_DOWN))


def settled(face: Face, before: Sitting, after: Sitting, command: Command, now: float) -> Face:
    """The face after the game took a step and it is on disk."""
    naming_late = face.choice is not None and face.choice.purpose == "name late"
    origin = face.origin
    face = rest(face, after)._replace(acted=now, touched=now, notice=None)
    match command:
        case Do(naming=True):
            named = face._replace(screen=NAMING, choice=Choice("name"))
            return named._replace(notice=_news(before, after, now))
        case Do(Name()) if naming_late and after.playing and after.state is not None and after.state.unnamed:
            return face._replace(screen=NAMING, choice=Choice("name late"), origin=origin)
        case Do() | Amend():
            return face._replace(notice=_news(before, after, now))
        case Undo() if after.game != before.game:
            if face.screen != TABLE:
                face = face._replace(screen=START, choice=None, draft=names.again(face.draft, before))
            return say(face, now, "undid_begin")
        case Undo():
            return say(face, now, "undid", what=spoken(before))
        case Redo() if after.game != before.game:
            return say(face, now, "redid", what=Phrase("a_game"))
        case Redo():
            return say(face, now, "redid", what=spoken(after))
        case Repair(told=told):
            # What the group has to do about it is said until somebody presses.
            until = None if told.key in ("cut_from", "repaired_but") else now + NOTICE
            return face._replace(notice=Notice(told, until))
        case Begin(begun):
            return face._replace(draft=begun, known=names.remembered(face.known, begun.names))
        case Draw() | Prefer() | Forget() | SwitchOff():
            raise AssertionError("no step of the game")


def spoken(sitting: Sitting) -> Phrase:
    """The last step of a sitting, in words."""
    if sitting.repaired:
        return Phrase("a_repair")
    if not sitting.steps:
        return Phrase("the_start")
    assert sitting.before is not None
    return spoken_action(sitting.steps[-1].action, sitting.before)


def spoken_action(action: Action, before: State) -> Phrase:
    """An action in words; `before` says which card a firework took."""
    match action:
        case Clue():
            return Phrase("a_clue")
        case Play(card, suit) if card or (suit and before.fireworks.get(suit, HIGHEST) < HIGHEST):
            card = card or choices.next_card(before, suit or "")
            return Phrase("a_card" if fits(before, card) else "a_misfire_of", {"card": card})
        case Play(suit=str(suit)):
            return Phrase("a_play_on", {"suit": suit})
        case Discard(card) | Misfire(card):
            key = "a_misfire" if isinstance(action, Misfire) else "a_discard"
            return Phrase(f"{key}_of", {"card": card}) if card else Phrase(key)
        case Bonus(tile):
            return Phrase("a_tile", {"tile": Phrase(f"tile_{tile}")})
        case Name(card):
            return Phrase("a_name", {"card": card})
        case Correct():
            return Phrase("a_correction")
        case Concede():
            return Phrase("an_end")
        case _:
            return Phrase("a_play")


def _news(before: Sitting, after: Sitting, now: float) -> Notice | None:
    """What everybody should hear about the last step, if anything."""
    old, new = before.state, after.state
    if old is None or new is None or new.over or new.bonus_pending:
        return None
    if old.turns_left is None and new.turns_left is not None:
        return Notice(Phrase("last_round", {"turns": new.turns_left}), None)
    if new.errors > old.errors:
        key = "misfired_one" if new.fuses == 1 else "misfired"
        return Notice(Phrase(key, {"fuses": new.fuses}), now + NOTICE)
    if new.turn > old.turn + 1:
        return Notice(Phrase("passed", {"turns": new.turn - old.turn - 1}), now + NOTICE)
    for suit, height in new.fireworks.items():
        if height == HIGHEST and old.fireworks[suit] < HIGHEST and not new.setup.edition.flamboyants:
            key = "completed" if old.clues < CLUE_TOKENS else "completed_full"
            return Notice(Phrase(key, {"suit": suit}), now + NOTICE)
    return None
