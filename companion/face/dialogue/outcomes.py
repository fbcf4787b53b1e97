"""What is said about what happened: the face after a step of the game, or after a refusal."""

from typing import Final

from companion.errors import CompanionError, refusal_answer
from companion.face.command import Begin, Do, Reaction, Undo
from companion.face.dialogue import names, tips
from companion.face.happened import EffectKind, Step, StepEffects
from companion.face.phrase_json import phrase_json
from companion.face.state import (
    LAST_ROUND,
    NOTICE_S,
    TABLES,
    Choice,
    Face,
    Notice,
    Phrase,
    Purpose,
    ScreenName,
    face_at_rest,
)
from companion.game.actions import Name
from companion.game.refusals import ActionRefused
from companion.numbers import Json
from companion.panel import BUTTONS, CARD_READER, COLOUR_KEYS, DISCARD_PAD, PLAY_PAD


class NotPossible(CompanionError):
    """What is asked for is refused; `phrase` says why in any language."""

    def __init__(self, phrase: Phrase, sentence: str) -> None:
        self.phrase: Final = phrase
        super().__init__(sentence)


def face_saying(face: Face, now: float, key: str, **facts: object) -> Face:
    """Return the face saying something for a while."""
    return face._replace(notice=Notice(Phrase(key, facts), now + NOTICE_S))


def refuse_press(face: Face, now: float, key: str, **facts: object) -> Reaction:
    """Refuse a press. Return the reaction whose face says why."""
    notice = Notice(Phrase(key, facts), now + NOTICE_S, refusal=True)
    return Reaction(face._replace(notice=notice))


def after_counted(refusal: Notice, before: Notice | None) -> Notice:
    """Return a refusal that says first what counted, if that was said until then."""
    if before is None or not before.effect:
        return refusal
    counted = before.counted or before.phrase
    until = before.until and refusal.until
    return refusal._replace(until=until, effect=before.effect, counted=counted)


def unfinished(face: Face) -> Phrase | None:
    """Return the entry that people have to finish before anything else takes a turn, if any.

    A question about a bonus tile is the game's, until they have begun to answer it.
    """
    # A turn of a script or a card would drop it, and the next press would count as one of now.
    if face.visit is not None:
        return Phrase("turns_first")
    if face.menu.staged:
        return Phrase("correct_first")
    begun = face.screen == ScreenName.TILE and face.choice and face.choice.is_begun
    asked = begun or face.screen in (ScreenName.CHOOSING, ScreenName.NAMING)
    return Phrase("answer_first") if asked else None


def warn_group(face: Face, warning: Phrase) -> Face:
    """Return the face that says something until the next press."""
    return face._replace(notice=Notice(warning, None))


def mended(kind: str, name: str, turn: int) -> Phrase:
    """Return the warning of damaged files, with the name of the one that is kept, and the turn at
    which the game on the table stands now, 0 for none.
    """
    if kind == "end" and not turn:
        kind = "lost"
    return Phrase(f"games_{kind}_kept" if name else f"games_{kind}", {"file": name, "turn": turn})


def tell_plugged(face: Face, part: str, there: bool, now: float) -> Face:
    """Return the face saying that a card reader or a keypad is gone, or back."""
    if part not in (CARD_READER, PLAY_PAD, DISCARD_PAD):
        return face_saying(face, now, "keypad_back" if there else "keypad_away")
    name = Phrase(f"part_{part}")
    return face_saying(face, now, "plugged" if there else "unplugged", part=name)


def tell_unusable(face: Face, controls: tuple[str, ...]) -> Face:
    """Return the face saying, until the next press, which controls have lost their pins."""
    if len(controls) > 1:
        return warn_group(face, Phrase("controls_unusable", {"controls": len(controls)}))
    return warn_group(face, Phrase("control_unusable", {"control": _control_phrase(controls[0])}))


def tell_usable(face: Face, control: str, now: float) -> Face:
    """Return the face saying that no control is missing any more."""
    return face_saying(face, now, "control_usable", control=_control_phrase(control))


def tell_stuck(face: Face, control: str) -> Face:
    """Return the face saying, until the next press, that a control is down all the time."""
    return warn_group(face, Phrase("control_stuck", {"control": _control_phrase(control)}))


def _control_phrase(control: str) -> Phrase:
    return Phrase(f"item_{control}" if control in COLOUR_KEYS else f"control_{control}")


def refusal_phrase(error: CompanionError) -> Phrase:
    """Return the reason of a refusal, in any language."""
    if isinstance(error, NotPossible):
        return error.phrase
    if isinstance(error, ActionRefused):
        facts = {
            name: refusal_phrase(fact) if isinstance(fact, ActionRefused) else fact
            for name, fact in error.facts.items()
        }
        return Phrase(error.key, facts)
    return Phrase(error.text_key or "failed")


def refused_answer(reason: object, phrase: Phrase) -> Json:
    """Return the answer to a refused request: the reason as a sentence, and in any language."""
    return {**refusal_answer(reason), "phrase": phrase_json(phrase)}


def tell_refusal(face: Face, error: CompanionError, now: float) -> Face:
    """Return the face saying why the game refused a command."""
    notice = Notice(refusal_phrase(error), now + NOTICE_S, refusal=True)
    if not isinstance(error, ActionRefused) or face.screen not in TABLES:
        return face._replace(notice=notice)
    # The label of what the rules refuse is blank, and its hold means something all the same.
    control, _ = face.last
    if control in BUTTONS:
        return face._replace(notice=notice._replace(hold=control))
    return tips.naming_undo(face, notice, now)


def kept_from(lost: int | None) -> Phrase:
    """Return the extent to which the game is kept; lost from a turn on (0: all, None: none)."""
    if lost is None:
        return Phrase("kept_all")
    return Phrase("lost_from", {"turn": lost}) if lost else Phrase("lost_game")


def face_after_step(face: Face, step: Step, now: float) -> Face:
    """Return the face once a step counts."""
    before = step.before
    after = step.after
    rested = face_at_rest(face, after)
    to_table = rested.screen == ScreenName.TABLE
    # After a turn that leads elsewhere, the screen there says itself what happened.
    tells = to_table or not isinstance(step.command, Do)
    notice = _step_notice(step.effects, now) if tells else None
    rested = _tell_step(rested._replace(acted=now, touched=now), notice, now)
    unnamed = after.state.unnamed if after.state and not after.state.over else 0
    # While there are more of them, the next one is asked for at once.
    goes_on = face.purpose == Purpose.NAME_LATE and unnamed > 0
    match step.command:
        case Do(naming=True):
            return rested._replace(scene=Choice(Purpose.NAME))
        case Do(Name()) if goes_on:
            return rested._replace(scene=Choice(Purpose.NAME_LATE), origin=face.origin)
        # The beginning was undone: that game is set up again, to be begun otherwise.
        case Undo() if after.game != before.game and not to_table:
            return rested._replace(
                scene=ScreenName.START, draft=names.draft_again(face.draft, before)
            )
        case Begin(begun):
            known = names.latest_first(face.known, begun.names)
            rested = tips.meet_players(rested, begun.names, after.game)
            return rested._replace(draft=begun, known=known)
    return rested


def _tell_step(face: Face, notice: Notice | None, now: float) -> Face:
    """Return the face with the notice of a step; the first misfire of an evening names the undo."""
    if notice and notice.effect == EffectKind.MISFIRED:
        return tips.naming_undo(face, notice, now)
    return face._replace(notice=notice)


def _step_notice(effects: StepEffects | None, now: float) -> Notice | None:
    event = effects and effects.first(_SAID, corrected=True)
    if event is None or event.phrase is None:
        return None
    until = None if event.phrase.key in _STAYING else now + NOTICE_S
    return Notice(event.phrase, until, effect=event.kind)


_SAID: Final = (
    EffectKind.UNDONE,
    EffectKind.REDONE,
    EffectKind.DOUBT,
    EffectKind.LAST_ROUND,
    EffectKind.MISFIRED,
    EffectKind.PASSED,
    EffectKind.COMPLETED,
)
"""Of several effects only the first one of these is said."""
_STAYING: Final = (LAST_ROUND, "cut_from", "repaired_but")
"""What the group has to act on is said until the next press."""
