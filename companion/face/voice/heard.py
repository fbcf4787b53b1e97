"""Heard: what is spoken when one view follows another."""

from collections.abc import Sequence

from companion.face.dialogue import labels
from companion.face.happened import EffectKind, Step
from companion.face.preferences import VOICE, VoiceLevel
from companion.face.screen_texts import labelled, screen_text_of
from companion.face.seats import to_act
from companion.face.state import Notice, Own, Phrase, ScreenName
from companion.face.view import Night, View
from companion.face.voice import screens, steps
from companion.face.voice.aloud import aloud, cleaned_text, joined_sentences


def spoken_text(before: View | None, after: View, step: Step | None) -> str:
    """Return the words on a step and on what is new on the screen; empty for none.

    before: the last view that was spoken; None for none.
    step: the step that counts since then.
    """
    level = after.face.preferences.voice
    if level == VoiceLevel.OFF:
        return ""
    said: list[Phrase] = []
    notice = after.face.notice
    told = steps.step_aloud(after.language, step, level) if step else ""
    if notice and notice != (before and before.face.notice):
        is_by_guest = bool(told) and notice.phrase == after.face.elsewhere
        if is_by_guest:
            told = _told_of_guest(after.language, notice.phrase, told)
        said += _notice_phrases(notice, step, is_by_guest)
    if level == VoiceLevel.FULL:
        if after.sign not in ("", before and before.sign):
            said.append(Phrase(f"sign_{after.sign}"))
        said += _news(before, after, step)
    elif before and before.face.preferences.voice != level:
        said.append(labelled(Phrase(f"menu_{VOICE}"), Phrase(f"{VOICE}_{level}")))
    elif before and screens.screen_identity(before) != screens.screen_identity(after):
        said += _look_page(before, after)
    return _in_words(after.language, told, said)


def _told_of_guest(language: str, notice: Phrase, told: str) -> str:
    """Return once who did it, and then what."""
    return aloud(language, notice._replace(facts={**notice.facts, "what": Own(told)}))


def _notice_phrases(notice: Notice, step: Step | None, is_told: bool) -> Sequence[Phrase]:
    """Return what is being said, unless the step tells it, and what holding a button does."""
    is_told |= step is not None and notice.effect not in ("", EffectKind.DOUBT)
    if is_told:
        return notice.phrases[-1:] if notice.hold else ()
    return notice.phrases


def screen_text(view: View) -> str:
    """Return the texts of the screen: what is said where `spoken_text` makes a mistake."""
    return _in_words(view.language, "", screen_text_of(view).phrases)


def _in_words(language: str, told: str, said: Sequence[Phrase]) -> str:
    return cleaned_text(joined_sentences(told, *(aloud(language, part) for part in said)))


def _look_page(before: View, after: View) -> list[Phrase]:
    """Return the page of a look that was opened, or how it stands once that is left."""
    if after.face.screen == ScreenName.LOOK:
        return screens.screen_phrases(after)
    is_closed = before.face.screen == ScreenName.LOOK and after.face.screen == ScreenName.TABLE
    stays = before.sitting is after.sitting
    return screens.state_phrases(after.sitting) if is_closed and stays else []


def _news(before: View | None, after: View, step: Step | None) -> Sequence[Phrase]:
    """Return the news of the screen, or the effect of letting go of a held button."""
    if after.held is not None:
        is_old = before is not None and before.held == after.held
        return [] if is_old else [labels.held_phrase(after.face, after.sitting, *after.held)]
    # Who knows the answers has pressed by now: they are spoken to those who wait.
    if after.unanswered and not (before and before.unanswered):
        return screens.answer_phrases(after)
    new = _screen_beside_step(after, step)
    # Who wakes the dark display asks how it stands.
    if before is None or before.night == Night.BLANK != after.night:
        at_table = after.face.screen == ScreenName.TABLE
        return [*new, *_without(new, screens.state_phrases(after.sitting))] if at_table else new
    if screens.screen_identity(before) != screens.screen_identity(after):
        return _look_page(before, after) or new
    return _without(screens.screen_phrases(before), new)


def _screen_beside_step(view: View, step: Step | None) -> list[Phrase]:
    """Return what a screen says, without what the step says too."""
    if step and view.face.screen == ScreenName.END:
        return []
    return _without(to_act(view.sitting) if step else [], screens.screen_phrases(view))


def _without(told: list[Phrase], said: list[Phrase]) -> list[Phrase]:
    return [phrase for phrase in said if phrase not in told]
