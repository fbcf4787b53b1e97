"""Presses: from a gesture to what is asked of the game, guarded against hasty fingers.

Nothing here changes the game: a command is returned, and `outcomes` says what it did.

The group's game lies lowest: the daemon commits its steps to disk. A practised game lies on it, and
a turn that is entered anew lies on either. `at_hand` is the one place that asks which of them
presses act on.
"""

from typing import Final

from companion.face.command import (
    Do,
    GameCommand,
    Reaction,
    Repair,
    SwitchOff,
    Undo,
    event,
)
from companion.face.dialogue import choices, grammar, labels, practice, repairs, tips
from companion.face.dialogue.grammar import Intent
from companion.face.dialogue.intents import HANDLERS
from companion.face.dialogue.outcomes import face_saying, refuse_press
from companion.face.gestures.gestures import (
    HOLD_S,
    SLOW_HOLD_S,
    Chord,
    Gesture,
    Hold,
    Manner,
    Sleeve,
    Tap,
    Touch,
)
from companion.face.happened import Step
from companion.face.preferences import Hands
from companion.face.state import (
    ENDINGS,
    NOTICE_S,
    PROMPTS,
    TABLES,
    Entry,
    Face,
    Lesson,
    MenuName,
    Notice,
    Phrase,
    ScreenName,
    Visit,
    face_at_home,
)
from companion.journal.sitting import Sitting, follow
from companion.panel import DISCARD, PLAY, POWER

GUARD_S: Final = 0.3
"""Seconds after an action in which no button starts another turn."""
OTHER_HAND_S: Final = 0.9
"""So many seconds more after a turn by another hand, such as a phone: a finger may just have been
about to take the same turn."""
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
ASKED_ONCE: Final = (MenuName.POWER, *ENDINGS)
"""Lists that ask once before the computer or the game ends."""
HARMLESS: Final = (
    Intent.UNDO,
    Intent.STEP_BACK,
    Intent.TO_TABLE,
    Intent.NEXT_PAGE,
    Intent.MORE,
    Intent.MARK_BACK,
    Intent.MARK_ON,
    Intent.NOTHING,
)
"""The intents at the table, and while a question is open, that take no turn."""
WHY_BLANK: Final = {Intent.EARLIER: "first_turn", Intent.LATER: "nothing_later"}
"""Why a blank label is refused, where there is more to say than that it means nothing."""
# Two buttons pressed as an answer that came a little late would begin a game.
ALONE: Final = (Intent.BEGIN, Intent.NEXT_GAME)
"""What counts only where no other press overlaps it."""


# The games that presses act on


class Target:
    """A game that presses act on; by itself one whose steps count at once."""

    sitting: Sitting
    patience_s: float | None = None
    """Seconds after which the next press only wakes the screen; None: the screen says how many."""

    def __init__(self, sitting: Sitting, lowest: "Target | None" = None) -> None:
        """Act on a game; `lowest` is the target of the group's game, None where it is this one."""
        self.sitting = sitting
        self.lowest = lowest or self

    def commit(self, face: Face, command: GameCommand, now: float) -> tuple[Face, Step | None]:
        """Carry out a command. Return the step that it makes, None for none yet.

        Raises:
            CompanionError: the game refuses the command.
        """
        what = event(command, self.sitting)
        return face, Step(command, what, self.sitting, follow(self.sitting, what))


class TurnTarget(Target):
    """The game before a turn that is entered; the whole repair goes to the target below."""

    patience_s = repairs.FORSAKEN_S

    def __init__(self, visit: Visit, entry: Entry, below: Target) -> None:
        """Act on the turn of an entry."""
        super().__init__(entry.sitting, below.lowest)
        self._visit = visit
        self._entry = entry
        self._below = below

    def commit(self, face: Face, command: GameCommand, now: float) -> tuple[Face, Step | None]:
        """Add to the turn; commit the repair below once all of it is entered."""
        if isinstance(command, Do | Undo):
            face, repair = repairs.add_to_turn(face, self._visit, self._entry, command, now)
            if not isinstance(repair, Repair):
                return face, None
            command = repair
        return self._below.commit(face, command, now)


def at_hand(face: Face, lowest: Target) -> Target:
    """Return the target that presses act on; `lowest` is that of the group's game."""
    target = lowest
    if face.practice is not None:
        target = Target(face.practice.sitting, lowest)
    visit = face.visit
    if visit and visit.entry:
        target = TurnTarget(visit, visit.entry, target)
    return target


# A gesture


def press(
    face: Face, target: Target, gesture: Gesture, felt: float, now: float, exempt: bool = False
) -> Reaction:
    """Return the face after a gesture that ended at `felt`, and what it asks of the game.

    exempt: a script pressed, so the guards against hasty fingers do not hold.
    """
    sitting = target.sitting
    if isinstance(gesture, Chord) and grammar.row_name(face, sitting) not in grammar.BY_COLUMNS:
        return _overlapping(face, target, gesture, felt, now)
    intent = grammar.meaning(face, sitting, gesture)
    control = _control_of(gesture)
    too_soon = not exempt and _is_too_soon(face, gesture, intent)
    # A press that comes too soon counts here too: mashing lasts as long as the hand goes on.
    recent = (*face.recent, gesture.began)[-MASHED:]
    face = face._replace(last=(control, felt), recent=recent, notice=None)
    if too_soon:
        # A finger that another hand was quicker than reads what that one did.
        told = face.elsewhere if gesture.began < face.acted + GUARD_S else None
        key, facts = told or Phrase("too_soon")
        return refuse_press(face, now, key, **facts)
    if control == POWER:
        return _switch_off_by_key(face, gesture, now)
    if isinstance(gesture, Sleeve):
        notice = Notice(labels.explanation(face, sitting, control), now + NOTICE_S)
        return Reaction(face._replace(notice=notice))
    return carry_out(face, target, gesture, intent, now)


def _switch_off_by_key(face: Face, gesture: Gesture, now: float) -> Reaction:
    """Switch the computer off if the power key was held; a tap is told to hold it."""
    if not face.can_switch_off:
        return refuse_press(face, now, "cannot_switch_off")
    if isinstance(gesture, Tap):
        return refuse_press(face, now, "power_is_held")
    return Reaction(face, SwitchOff())


def carry_out(
    face: Face, target: Target, gesture: Gesture, intent: Intent | None, now: float
) -> Reaction:
    """Do what a press means, unless it only wakes a question."""
    awake = awake_notice(face, target, gesture.began - face.touched)
    face = face._replace(touched=now)
    if awake:
        return Reaction(face_saying(face, now, awake))
    if face.practice is not None and practice.leaves(face, gesture):
        left = practice.leave_practice(face)
        is_done = face.practice.lesson == Lesson.DONE
        return Reaction(face_at_home(left, target.lowest.sitting) if is_done else left)
    if intent is None or face.screen not in grammar.ONLY_ON.get(intent, ScreenName):
        return refuse_press(face, now, "no_meaning")
    # At the table the rules say why a tap is refused, and a question says it of an empty cell.
    says_why = face.screen in TABLES or face.choice is not None
    if not says_why and isinstance(gesture, Tap):
        label = labels.key_phrases(face, target.sitting).get(gesture.control, intent)
        if label is None:
            return refuse_press(face, now, WHY_BLANK.get(intent, "no_meaning"))
    if isinstance(gesture, Hold):
        face = tips.note_hold(face, gesture.control)
    return HANDLERS[intent](face, target.sitting)


def rotate_mark(face: Face, sitting: Sitting, steps: int, now: float) -> Reaction:
    """Turn the encoder. A detent means LEFT or RIGHT, and asks nothing of the game."""
    face = face._replace(touched=now, notice=None)
    way = "RIGHT" if steps > 0 else "LEFT"
    # Each detent by itself: the first one may lead from a look page to the table.
    for _ in range(abs(steps)):
        intent = grammar.GRAMMAR[grammar.row_name(face, sitting)][way]
        face = HANDLERS[intent](face, sitting).face
    return Reaction(face)


def manner_of(face: Face, sitting: Sitting) -> Manner:
    """Return the manner in which presses of the buttons are told apart now."""
    row = grammar.row_name(face, sitting)
    opening: frozenset[str] = frozenset()
    # With a card laid or a firework marked these buttons count at once, and ask nothing.
    if row in grammar.AT_TABLE and not (face.laid or face.marked):
        opening = frozenset({PLAY, DISCARD} if choices.names_cards(sitting) else {PLAY})
    hold_s = SLOW_HOLD_S if face.preferences.hands == Hands.SLOW else HOLD_S
    return Manner(row in grammar.BY_COLUMNS, opening, hold_s)


def _overlapping(face: Face, target: Target, chord: Chord, felt: float, now: float) -> Reaction:
    """Return the face after presses that overlap where nothing is chosen by columns.

    At the table they count nothing. Elsewhere they are taps in the order in which they began, until
    one of them leads to the table or asks something of the game.
    """
    if not chord.taps:
        return refuse_press(face, now, "no_meaning")
    # PLAY then X and PLAY with X cannot both mean something at the table: whatever rule was tried,
    # 3 to 4 of 100 _overlapping presses of guests were misread.
    answered = not chord.answers or face.screen in (ScreenName.CHOOSING, ScreenName.NAMING)
    if not answered or grammar.row_name(face, target.sitting) in grammar.AT_TABLE:
        return refuse_press(face, now, "one_at_a_time")
    reaction = Reaction(face)
    for tap in chord.taps:
        if reaction.command is not None:
            break
        face = reaction.face
        # What the first tap opened has another game at hand: the next one must not act on this one.
        acts_elsewhere = at_hand(face, target.lowest).sitting is not target.sitting
        if acts_elsewhere or grammar.row_name(face, target.sitting) in grammar.AT_TABLE:
            break
        if grammar.meaning(face, target.sitting, tap) in ALONE:
            return refuse_press(face, now, "one_at_a_time")
        reaction = press(face, target, tap, felt, now)
    return reaction


def _control_of(gesture: Gesture) -> str:
    match gesture:
        case Chord(controls):
            return choices.pressed_together(controls)
        case Touch(target):
            return target
    return gesture.control


def awake_notice(face: Face, target: Target, untouched: float) -> str | None:
    """Return the notice of a press that only wakes a question; None where the press counts."""
    if target.patience_s is not None:
        return "awake_turn" if untouched > target.patience_s else None
    if untouched <= ASLEEP_S or face.practice is not None:
        return None
    if face.is_unfinished:
        return "awake_correct" if face.menu.staged else "awake_turns"
    return "awake" if face.screen in (ScreenName.CHOOSING, ScreenName.TILE) else None


def _is_too_soon(face: Face, gesture: Gesture, intent: Intent | None) -> bool:
    """Return True if hasty fingers made a gesture, or it was meant for what a dropped one opens.

    Only what may take a turn or begin a game is guarded: in lists and pages every press counts.
    """
    takes_turn = intent not in (None, *HARMLESS) and face.screen in (*TABLES, *QUESTIONS)
    starts = intent is Intent.BEGIN or takes_turn or face.menu.name in ASKED_ONCE
    if isinstance(gesture, Chord):
        # The press that opened the question was judged, and this one belongs to it.
        if gesture.answers:
            return False
    elif not starts:
        return False
    if starts and _is_hasty(face, gesture):
        return True
    notice = face.notice
    if notice is None or not notice.refusal:
        return False
    if notice.phrase not in (Phrase("too_soon"), face.elsewhere):
        return False
    # Meant for what the dropped press would have opened, an answer would give a clue here. The same
    # press again is meant as it is.
    last, when = face.last
    return _control_of(gesture) != last and gesture.began < when + DROPPED_S


def _is_hasty(face: Face, gesture: Gesture) -> bool:
    """Return True if a press comes too soon after an action or another press, or is one of many."""
    if gesture.began < face.acted + GUARD_S:
        return True
    # This press is the last one of so many.
    earlier = face.recent[1 - MASHED :]
    if len(earlier) == MASHED - 1 and gesture.began < earlier[0] + MASHING_S:
        return True
    asks = face.screen in (*QUESTIONS, ScreenName.START) or face.menu.name in ASKED_ONCE
    if not asks or not isinstance(gesture, Tap | Chord):
        return False
    last, when = face.last
    if _control_of(gesture) != last:
        return False
    if face.screen == ScreenName.CHOOSING:
        # What opened the question began last: its own button answers as quickly as others.
        return gesture.began < face.recent[-1] + SAME_S
    return gesture.began < when + GUARD_S
