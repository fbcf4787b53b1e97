"""Heard: what is spoken when one view follows another."""

from companion.face.dialogue import labels
from companion.face.happened import Step
from companion.face.preferences import VOICE, VoiceLevel
from companion.face.state import Notice, ScreenName
from companion.face.view import Held, Night, View
from companion.face.voice import screens, steps
from companion.face.voice.aloud import Aloud, Sentences, cleaned_text, joined_sentences


def spoken_text(before: View | None, after: View, step: Step | None) -> str:
    """Return the words on a step and on what is new on the screen; empty for none.

    before: the last view that was spoken; None for none.
    step: the step that counts since then.
    """
    level = after.face.preferences.voice
    if level == VoiceLevel.OFF:
        return ""
    aloud = Aloud(after.language)
    parts = [steps.step_aloud(aloud, step, level) if step else ""]
    notice = after.face.notice
    if notice and notice != (before and before.face.notice):
        is_told = step is not None and notice.effect in steps.SAID
        parts += _notice_aloud(aloud, notice, is_told)
    if level == VoiceLevel.FULL:
        if after.sign not in ("", before and before.sign):
            parts.append(aloud.say(f"sign_{after.sign}"))
        parts += _news_aloud(aloud, before, after, step)
    elif before and before.face.preferences.voice != level:
        parts.append(f"{aloud.say(f'menu_{VOICE}')}: {aloud.say(f'{VOICE}_{level}')}")
    elif before:
        parts += _look_page_aloud(aloud, before, after)
    return cleaned_text(joined_sentences(*parts))


def _notice_aloud(aloud: Aloud, notice: Notice, is_told: bool) -> Sentences:
    """Return what is being said, unless the step tells it, and what holding a button does."""
    said = notice.phrases
    if is_told:
        said = said[-1:] if notice.hold else ()
    return list(map(aloud.phrase, said))


def screen_text(view: View) -> str:
    """Return every text that is on the screen: what is said where `spoken_text` makes a mistake."""
    from companion.face import screens as drawn  # it imports Pillow: a page has none

    return cleaned_text(joined_sentences(*drawn.draw(view).texts))


def _look_page_aloud(aloud: Aloud, before: View, after: View) -> Sentences:
    if screens.screen_identity(before) == screens.screen_identity(after):
        return []
    if after.face.screen == ScreenName.LOOK:
        return screens.page_aloud(aloud, after)
    is_closed = before.face.screen == ScreenName.LOOK and after.face.screen == ScreenName.TABLE
    if is_closed and before.sitting is after.sitting:
        return screens.state_aloud(aloud, after.sitting)
    return []


def _news_aloud(aloud: Aloud, before: View | None, after: View, step: Step | None) -> Sentences:
    """Return the news of the screen, or the effect of letting go of a held button."""
    if after.held is not None:
        return _held_aloud(aloud, before, after, after.held)
    # Who knows the answers has pressed by now: they are spoken to those who wait.
    was_unanswered = before and before.unanswered
    if after.unanswered and not was_unanswered:
        return screens.answers_aloud(aloud, after)
    new = _screen_beside_step(aloud, after, step)
    # Who wakes the dark display asks how it stands.
    if before is None or before.night == Night.BLANK != after.night:
        on_table = after.face.screen == ScreenName.TABLE
        stands = screens.state_aloud(aloud, after.sitting) if on_table else []
        return list(dict.fromkeys((*new, *stands)))
    if screens.screen_identity(before) == screens.screen_identity(after):
        # In its language of then: once that is another, all of it is new.
        old = screens.screen_aloud(Aloud(before.language), before)
        return [part for part in new if part not in old]
    return _look_page_aloud(aloud, before, after) or new


def _held_aloud(aloud: Aloud, before: View | None, after: View, held: Held) -> Sentences:
    """Return the effect of letting go of a held button, or the purpose of the button."""
    if before is not None and before.held == held:
        return []
    return [aloud.phrase(labels.held_phrase(after.face, after.sitting, *held))]


def _screen_beside_step(aloud: Aloud, view: View, step: Step | None) -> Sentences:
    if step and view.face.screen == ScreenName.END:
        return []
    parts = screens.screen_aloud(aloud, view)
    acts = aloud.to_act(view.sitting) if step else ""
    return [part for part in parts if part != acts]
