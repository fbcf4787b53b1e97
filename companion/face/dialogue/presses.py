"""Presses: from a gesture to what is asked of the game, guarded against hasty fingers.

Nothing here changes the game: a command is returned, and `outcomes` says what it did.
"""

from typing import Final

from companion.face.command import Reaction
from companion.face.dialogue import choices, labels, menus, practice
from companion.face.dialogue.grammar import ONLY_ON, Intent, ScreenGroup, meaning, row_name
from companion.face.dialogue.intents import HANDLERS
from companion.face.dialogue.outcomes import refuse, say
from companion.face.dialogue.shortcuts import switch_off
from companion.face.dialogue.targets import Target, at_hand
from companion.face.gestures.gestures import (
    HOLD_S,
    SLOW_HOLD_S,
    Chord,
    Gesture,
    Manner,
    Sleeve,
    Tap,
    Touch,
)
from companion.face.state import NOTICE_S, PROMPTS, TABLES, Face, Notice, ScreenName
from companion.journal.sitting import Sitting
from companion.panel import DISCARD, PLAY, POWER

GUARD_S: Final = 0.3
"""Seconds after an action in which no button starts another turn."""
SAME_S: Final = 0.12
"""Seconds after a press began from which on the same button answers what that press has asked.

No hand is quicker on purpose, and a contact bounces for a shorter time.
"""
DROPPED_S: Final = 1.0
"""Seconds after a press that came too soon in which another was meant for what that would open."""
MASHED: Final = 4
MASHING_S: Final = 1.0
"""The number of presses within this time that are not intended."""
ASLEEP_S: Final = 10.0
"""Seconds after which the first press only wakes a prompt, or what does not count yet."""
QUESTIONS: Final = (
    *PROMPTS,
    ScreenName.TURN,
    ScreenName.LEAVING,
    ScreenName.MORE,
    ScreenName.WELCOME,
)
"""Screens on which an answer counts at once."""
_HARMLESS: Final = (
    Intent.UNDO,
    Intent.STEP_BACK,
    Intent.TO_TABLE,
    Intent.NEXT_PAGE,
    Intent.MORE,
    Intent.MARK_BACK,
    Intent.MARK_ON,
    Intent.NOTHING,
)
"""What a gesture can mean at the table, and while a question is open, that takes no turn."""
_AT_TABLE: Final = (ScreenGroup.TABLE, ScreenGroup.LOOK)
_BY_COLUMNS: Final = (ScreenGroup.COLUMNS, ScreenGroup.TILE_COLUMNS)
_WHY_BLANK: Final = {Intent.EARLIER: "first_turn", Intent.LATER: "nothing_later"}
"""Why a blank label is refused, where there is more to say than that it means nothing."""
_ALONE: Final = (Intent.BEGIN, Intent.NEXT_GAME)
"""What counts only where no other press overlaps it."""


def press(
    face: Face, target: Target, gesture: Gesture, now: float, exempt: bool = False
) -> Reaction:
    """Return the face after a gesture, and what it asks of the game.

    exempt: a script pressed, so the guards against hasty fingers do not hold.
    """
    sitting = target.sitting
    if isinstance(gesture, Chord) and row_name(face, sitting) not in _BY_COLUMNS:
        return _overlap(face, target, gesture, now)
    intent = meaning(face, sitting, gesture)
    control = _control(gesture)
    too_soon = not exempt and _too_soon(face, gesture, intent)
    recent = (*face.recent, gesture.began)[-MASHED:]
    face = face._replace(last=(control, now), recent=recent, notice=None)
    if too_soon:
        return refuse(face, now, "too_soon")
    if control == POWER:
        return switch_off(face, gesture, now)
    if isinstance(gesture, Sleeve):
        notice = Notice(labels.explanation(face, sitting, control), now + NOTICE_S)
        return Reaction(face._replace(notice=notice))
    return _act(face, target, gesture, intent, now)


def _act(
    face: Face, target: Target, gesture: Gesture, intent: Intent | None, now: float
) -> Reaction:
    """Do what a press means, unless it only wakes a question."""
    waking = _waking(face, target, now - face.touched)
    face = face._replace(touched=now)
    if waking:
        return Reaction(say(face, now, waking))
    if practice.leaves(face, gesture):
        return Reaction(practice.leave(face))
    if intent is None or face.screen not in ONLY_ON.get(intent, ScreenName):
        return refuse(face, now, "no_meaning")
    if _is_blank(face, target.sitting, gesture):
        return refuse(face, now, _WHY_BLANK.get(intent, "no_meaning"))
    return HANDLERS[intent](face, target.sitting)


def _is_blank(face: Face, sitting: Sitting, gesture: Gesture) -> bool:
    """Return True for a tap on a button whose label is blank on a list or a page.

    At the table the rules say why it is refused, and a question says it of an empty cell.
    """
    if face.choice or face.screen in TABLES:
        return False
    blank = {control for control, key in labels.key_phrases(face, sitting).items() if key is None}
    return isinstance(gesture, Tap) and gesture.control in blank


def manner(face: Face, sitting: Sitting) -> Manner:
    """Return how presses of the buttons are told apart now."""
    hold_s = SLOW_HOLD_S if face.preferences.slow else HOLD_S
    row = row_name(face, sitting)
    return Manner(row in _BY_COLUMNS, _opening(face, sitting, row), hold_s)


def _opening(face: Face, sitting: Sitting, row: ScreenGroup) -> frozenset[str]:
    """Return the buttons whose tap opens a question now."""
    named = face.laid or face.marked
    if named or row not in _AT_TABLE:
        return frozenset()
    return frozenset({PLAY, DISCARD} if menus.names_cards(sitting) else {PLAY})


def _overlap(face: Face, target: Target, chord: Chord, now: float) -> Reaction:
    """Return the face after presses that overlap where nothing is chosen by columns.

    At the table they count nothing. Elsewhere they are taps in the order in which they began, until
    one of them leads to the table or asks something of the game.
    """
    if not chord.taps:
        return refuse(face, now, "no_meaning")
    answered = not chord.answers or face.screen in (ScreenName.CHOOSING, ScreenName.NAMING)
    if not answered or row_name(face, target.sitting) in _AT_TABLE:
        return refuse(face, now, "one_at_a_time")
    return _one_by_one(face, target, chord.taps, now)


def _one_by_one(face: Face, target: Target, taps: tuple[Tap, ...], now: float) -> Reaction:
    """Return the face after taps, up to one that asks something of the game or leads elsewhere."""
    reaction = Reaction(face)
    for tap in taps:
        if reaction.command is not None or _has_led_away(reaction.face, target):
            break
        if meaning(reaction.face, target.sitting, tap) in _ALONE:
            return refuse(reaction.face, now, "one_at_a_time")
        reaction = press(reaction.face, target, tap, now)
    return reaction


def _has_led_away(face: Face, target: Target) -> bool:
    """Return True if presses act on another game now, or at the table."""
    if at_hand(face, target.lowest).sitting is not target.sitting:
        return True
    return row_name(face, target.sitting) in _AT_TABLE


def _control(gesture: Gesture) -> str:
    """Return the control of a gesture, the buttons of a chord as one name, or what is touched."""
    match gesture:
        case Chord(controls):
            return choices.together(controls)
        case Touch(target):
            return target
    return gesture.control


def _waking(face: Face, target: Target, untouched: float) -> str | None:
    """Return what is said of a press that only wakes a question; None where the press counts."""
    if target.patience_s is not None:
        return "awake_turn" if untouched > target.patience_s else None
    if untouched <= ASLEEP_S or face.practice is not None:
        return None
    if face.is_unfinished:
        return "awake_correct" if face.menu.staged else "awake_turns"
    return "awake" if face.screen in (ScreenName.CHOOSING, ScreenName.TILE) else None


def _too_soon(face: Face, gesture: Gesture, intent: Intent | None) -> bool:
    """Return True if hasty fingers made a gesture."""
    if isinstance(gesture, Chord) and gesture.answers:
        return False
    starts = _starts_turn(face, intent)
    if starts and _is_hasty(face, gesture):
        return True
    return (starts or isinstance(gesture, Chord)) and _follows_dropped(face, gesture)


def _starts_turn(face: Face, intent: Intent | None) -> bool:
    """Return True if an intent may take a turn, or begin a game.

    In lists and pages every press counts.
    """
    if face.screen == ScreenName.START:
        return intent == Intent.BEGIN
    if face.screen not in (*TABLES, *QUESTIONS):
        return False
    return intent not in (None, *_HARMLESS)


def _follows_dropped(face: Face, gesture: Gesture) -> bool:
    """Return True if a gesture was meant for what another one, dropped, would have opened."""
    if face.notice is None or face.notice.phrase.key != "too_soon":
        return False
    last, when = face.last
    return _control(gesture) != last and gesture.began < when + DROPPED_S


def _is_hasty(face: Face, gesture: Gesture) -> bool:
    """Return True if a press comes too soon after an action or another press, or is one of many."""
    if gesture.began < face.acted + GUARD_S:
        return True
    earlier = face.recent[1 - MASHED :]
    if len(earlier) == MASHED - 1 and gesture.began < earlier[0] + MASHING_S:
        return True
    if face.screen not in (*QUESTIONS, ScreenName.START) or not isinstance(gesture, Tap | Chord):
        return False
    last, when = face.last
    if _control(gesture) != last:
        return False
    if face.screen == ScreenName.CHOOSING:
        # What opened the question began last: its own button answers as quickly as others.
        return gesture.began < face.recent[-1] + SAME_S
    return gesture.began < when + GUARD_S
