"""Heard: what is spoken when one view follows another."""

from collections.abc import Iterable

from companion.face import screens as drawn
from companion.face.dialogue import labels
from companion.face.happened import Step
from companion.face.preferences import VOICE, VoiceLevel
from companion.face.state import ScreenName
from companion.face.view import Night, View
from companion.face.voice import screens, steps, table
from companion.face.voice.aloud import Aloud, clean, sentences


def spoken_text(before: View | None, after: View, step: Step | None) -> str:
    """Return what is said of a step and of what is new on the screen; empty for nothing.

    before: the view of which something was said last; None for none. step: the step that counts since then.
    """
    level = after.face.preferences.voice
    if level == VoiceLevel.OFF:
        return ""
    aloud = Aloud(after.language)
    sentence = steps.step(step, after.language, level) if step else ""
    told = [_notice(aloud, before, after, step)]
    if level == VoiceLevel.FULL:
        told += [_signs(aloud, before, after), *_screen(aloud, before, after, step)]
    else:
        told += _asked_for(aloud, before, after)
    return clean(sentences(sentence, *told))


def shown(view: View) -> str:
    """Return every text that is on the screen: what is said where `spoken_text` makes a mistake."""
    return clean(sentences(*drawn.texts(view)))


def _notice(aloud: Aloud, before: View | None, after: View, step: Step | None) -> str:
    """What is said over the screen, unless the step says it."""
    notice = after.face.notice
    if notice is None or (before is not None and notice == before.face.notice):
        return ""
    if step and notice.happening in steps.SAID:
        return ""
    return aloud.phrase(notice.phrase)


def _signs(aloud: Aloud, before: View | None, after: View) -> str:
    """What is wrong with the device, once it is."""
    if not after.saved and (before is None or before.saved):
        return aloud.say("sign_unsaved")
    return aloud.say("sign_weak") if after.weak and (before is None or not before.weak) else ""


def _asked_for(aloud: Aloud, before: View | None, after: View) -> Iterable[str]:
    """What is said to those who asked for it: a look page, the table after the last one, this voice."""
    if before is None:
        return []
    if _preferred(before, after):
        return [
            f"{aloud.say(f'menu_{VOICE}')}: {aloud.say(f'{VOICE}_{after.face.preferences.voice}')}"
        ]
    if screens.place(before) == screens.place(after):
        return []
    return _looked(aloud, before, after)


def _preferred(before: View, after: View) -> bool:
    return before.face.preferences.voice != after.face.preferences.voice


def _looked(aloud: Aloud, before: View, after: View) -> list[str]:
    """A look page that is opened, or after the last one the table."""
    if after.face.screen == ScreenName.LOOK:
        return table.look(aloud, after)
    turned = before.face.screen == ScreenName.LOOK and after.face.screen == ScreenName.TABLE
    return table.state(aloud, after.sitting) if turned and before.sitting is after.sitting else []


def _screen(aloud: Aloud, before: View | None, after: View, step: Step | None) -> Iterable[str]:
    """What is new on the screen, or what letting go of a held button will do."""
    if after.held is not None:
        held = after.held
        if before is not None and before.held == held:
            return []
        say = labels.explained if held.too_long else labels.on_release
        return [aloud.phrase(say(after.face, after.sitting, held.control))]
    if after.unanswered and not (before and before.unanswered):
        return screens.answers(aloud, after)
    new = screens.sentences(aloud, after)
    if step is not None:  # the step says whose turn it is, or how the game ended
        new = (
            []
            if after.face.screen == ScreenName.END
            else [part for part in new if part != aloud.to_act(after.sitting)]
        )
    if before is None or (before.night == Night.BLANK != after.night):
        whole = table.state(aloud, after.sitting) if after.face.screen == ScreenName.TABLE else []
        return [*new, *(part for part in whole if part not in new)]
    if screens.place(before) == screens.place(after):
        old = screens.sentences(Aloud(before.language), before)
        return [part for part in new if part not in old]
    return _looked(aloud, before, after) or new
