"""What is said about what happened: the face after a step of the game, or after a refusal."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.face.command import Amend, Begin, Do, Undo
from companion.face.dialogue import names
from companion.face.happened import Gain, Happened, Happening, Step, What
from companion.face.state import NOTICE_S, Choice, Face, Notice, Phrase, Purpose, ScreenName, rest
from companion.game.actions import Name
from companion.game.refusals import ActionRefused
from companion.panel import CARD_READER, COLOUR_KEYS, DISCARD_PAD, PLAY_PAD
from companion.table.sitting import NothingThere, Sitting


def say(face: Face, now: float, key: str, **facts: object) -> Face:
    """The face saying something for a while."""
    return face._replace(notice=Notice(Phrase(key, facts), now + NOTICE_S))


def refuse(face: Face, now: float, key: str, **facts: object) -> Face:
    """The face saying why a press was refused."""
    return face._replace(notice=Notice(Phrase(key, facts), now + NOTICE_S, refusal=True))


def warn(face: Face, warning: Phrase) -> Face:
    """Return the face that says something until the next press."""
    return face._replace(notice=Notice(warning, None))


def set_aside(key: str, name: str) -> Phrase:
    """Return what is said of a file that was set aside. Its name is shortened to fit beside labels."""
    return Phrase(key, {"file": name.replace(".sqlite3", "")})


def plugged(face: Face, part: str, there: bool, now: float) -> Face:
    """The face saying that a part on a lead is gone, or back."""
    name = Phrase(f"part_{part}") if part in (CARD_READER, PLAY_PAD, DISCARD_PAD) else part
    return say(face, now, "plugged" if there else "unplugged", part=name)


def unusable(face: Face, controls: tuple[str, ...]) -> Face:
    """The face saying, until the next press, which controls something else has the pins of."""
    if len(controls) > 1:
        return face._replace(
            notice=Notice(Phrase("controls_unusable", {"controls": len(controls)}), None)
        )
    return face._replace(
        notice=Notice(Phrase("control_unusable", {"control": _control(controls[0])}), None)
    )


def usable(face: Face, control: str, now: float) -> Face:
    """The face saying that no control is missing any more."""
    return say(face, now, "control_usable", control=_control(control))


def stuck(face: Face, control: str) -> Face:
    """The face saying, until the next press, that a control is down all the time."""
    return face._replace(
        notice=Notice(Phrase("control_stuck", {"control": _control(control)}), None)
    )


def _control(control: str) -> Phrase:
    return Phrase(f"item_{control}" if control in COLOUR_KEYS else f"control_{control}")


def refused(face: Face, error: Exception, now: float) -> Face:
    """The face after the game said no: the screen says why."""
    if isinstance(error, ActionRefused):
        return refuse(face, now, error.key, **error.facts)
    if isinstance(error, NothingThere):
        return refuse(face, now, error.key)
    return refuse(face, now, "failed")


def switching_off(face: Face, sitting: Sitting, lost: int | None) -> Face:
    """The face while the computer goes down; `lost` as in a view."""
    return rest(face, sitting)._replace(
        notice=Notice(Phrase("switching_off", {"kept": kept(lost)}), None)
    )


def still_on(face: Face, lost: int | None) -> Face:
    """The face when the computer has not gone down in its time: the plug is the way off then."""
    return face._replace(notice=Notice(Phrase("still_on", {"kept": kept(lost)}), None))


def kept(lost: int | None) -> Phrase:
    """How far the game is kept, where it is lost from a turn on (0: all of it, None: nothing)."""
    if lost is None:
        return Phrase("kept_all")
    return Phrase("lost_from", {"turn": lost}) if lost else Phrase("lost_game")


def settled(face: Face, step: Step, now: float) -> Face:
    """Return the face once a step counts."""
    before = step.before
    after = step.after
    naming_late = face.choice is not None and face.choice.purpose == Purpose.NAME_LATE
    rested = rest(face, after)
    ends_or_asks = isinstance(step.command, Do | Amend) and rested.screen != ScreenName.TABLE
    notice = None if ends_or_asks else _notice(step.did, now)
    rested = rested._replace(acted=now, touched=now, notice=notice)
    match step.command:
        case Do(naming=True):
            return rested._replace(scene=Choice(Purpose.NAME))
        case Do(Name()) if (
            naming_late and after.playing and after.state is not None and after.state.unnamed
        ):
            return rested._replace(scene=Choice(Purpose.NAME_LATE), origin=face.origin)
        case Undo() if after.game != before.game and rested.screen != ScreenName.TABLE:
            return rested._replace(scene=ScreenName.START, draft=names.again(face.draft, before))
        case Begin(begun):
            return rested._replace(draft=begun, known=names.remembered(face.known, begun.names))
    return rested


def _notice(did: Happened | None, now: float) -> Notice | None:
    """What is said about the last step, if anything."""
    event = did.first(_NOTICES, corrected=True) if did else None
    phrase = _NOTICES[event.kind](event) if event else None
    if event is None or phrase is None:
        return None
    until = None if phrase.key in _STAYING else now + NOTICE_S
    return Notice(phrase, until, happening=event.kind)


def _completed(event: Happening) -> Phrase | None:
    if not event.suit or event.gain == Gain.TILE:
        return None
    return Phrase(
        "completed" if event.gain == Gain.TOKEN else "completed_full", {"suit": event.suit}
    )


_NOTICES: Final[Mapping[What, Callable[[Happening], Phrase | None]]] = {
    What.UNDONE: lambda event: event.told,
    What.REDONE: lambda event: event.told,
    What.LAST_ROUND: lambda event: Phrase("last_round", {"turns": event.turns}),
    What.MISFIRED: lambda event: Phrase("misfired", {"fuses": event.fuse}),
    What.PASSED: lambda event: Phrase("passed", {"turns": event.turns}),
    What.COMPLETED: _completed,
}
"""What is said of each happening, the most important one first."""
_STAYING: Final = ("last_round", "cut_from", "repaired_but")
"""What the group has to act on is said until the next press."""
