"""Heard: what is spoken when one view follows another."""

from companion.face.dialogue import labels
from companion.face.happened import Step
from companion.face.preferences import VOICE, VoiceLevel
from companion.face.state import ScreenName
from companion.face.view import Held, Night, View
from companion.face.voice import screens, steps, table
from companion.face.voice.aloud import Aloud, Sentences, clean, sentences


def spoken_text(before: View | None, after: View, step: Step | None) -> str:
    """Return what is said of a step and of what is new on the screen; empty for nothing.

    before: the last view that was spoken; None for none.
    step: the step that counts since then.
    """
    level = after.face.preferences.voice
    if level == VoiceLevel.OFF:
        return ""
    aloud = Aloud(after.language)
    sentence = steps.step(aloud, step, level) if step else ""
    parts = [sentence, _notice(aloud, before, after, step)]
    if level == VoiceLevel.FULL:
        parts += [_sign(aloud, before, after), *_screen(aloud, before, after, step)]
    else:
        parts += _requested(aloud, before, after)
    return clean(sentences(*parts))


def screen_text(view: View) -> str:
    """Return every text that is on the screen: what is said where `spoken_text` makes a mistake."""
    from companion.face import screens as drawn  # it imports Pillow: a page has none

    return clean(sentences(*drawn.texts(view)))


def _notice(aloud: Aloud, before: View | None, after: View, step: Step | None) -> str:
    """Return what is said over the screen, unless the step says it."""
    notice = after.face.notice
    was = before and before.face.notice
    if notice is None or notice == was:
        return ""
    if step and notice.happening in steps.SAID:
        return ""
    return aloud.phrase(notice.phrase)


def _sign(aloud: Aloud, before: View | None, after: View) -> str:
    """Return what is wrong with the device; empty if that is nothing new."""
    was = before and before.sign
    return aloud.say(f"sign_{after.sign}") if after.sign not in ("", was) else ""


def _requested(aloud: Aloud, before: View | None, after: View) -> Sentences:
    """Return what is said on request: a look page, the table after it, the voice's level."""
    if before is None:
        return []
    level = after.face.preferences.voice
    if before.face.preferences.voice != level:
        return [f"{aloud.say(f'menu_{VOICE}')}: {aloud.say(f'{VOICE}_{level}')}"]
    if screens.place(before) == screens.place(after):
        return []
    return _look_page(aloud, before, after)


def _look_page(aloud: Aloud, before: View, after: View) -> Sentences:
    """Return a look page that opened, or the table where the last one closed."""
    if after.face.screen == ScreenName.LOOK:
        return table.look(aloud, after)
    is_closed = before.face.screen == ScreenName.LOOK and after.face.screen == ScreenName.TABLE
    if is_closed and before.sitting is after.sitting:
        return table.state(aloud, after.sitting)
    return []


def _screen(aloud: Aloud, before: View | None, after: View, step: Step | None) -> Sentences:
    """Return what is new on the screen, or what letting go of a held button will do."""
    if after.held is not None:
        return _held(aloud, before, after, after.held)
    was_unanswered = before and before.unanswered
    if after.unanswered and not was_unanswered:
        return screens.answers(aloud, after)
    new = _sentences(aloud, after, step)
    if before is None or _woke(before, after):
        return _with_table(aloud, after, new)
    if screens.place(before) == screens.place(after):
        old = screens.sentences(Aloud(before.language), before)
        return [part for part in new if part not in old]
    return _look_page(aloud, before, after) or new


def _woke(before: View, after: View) -> bool:
    """Return True if a blank screen shows something again."""
    return before.night == Night.BLANK and after.night != Night.BLANK


def _held(aloud: Aloud, before: View | None, after: View, held: Held) -> Sentences:
    """Return what letting go of a held button will do, or what the button is for."""
    if before is not None and before.held == held:
        return []
    say = labels.explanation if held.too_long else labels.on_release
    return [aloud.phrase(say(after.face, after.sitting, held.control))]


def _sentences(aloud: Aloud, view: View, step: Step | None) -> Sentences:
    """Return what a screen says beside a step, which says whose turn it is or how it ended."""
    parts = screens.sentences(aloud, view)
    if step is None:
        return parts
    if view.face.screen == ScreenName.END:
        return []
    return [part for part in parts if part != aloud.to_act(view.sitting)]


def _with_table(aloud: Aloud, view: View, new: Sentences) -> Sentences:
    """Return what is new, and on the table's screen the table."""
    if view.face.screen != ScreenName.TABLE:
        return new
    return [*new, *(part for part in table.state(aloud, view.sitting) if part not in new)]
