"""Steps: what is said of a step of the game, once it counts."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.face import ending
from companion.face.command import Amend, Begin, Do, Redo, Repair, Undo
from companion.face.happened import Gain, Happening, Step, What
from companion.face.on_table import on_table
from companion.face.preferences import Voice
from companion.face.spoken import spoken_action
from companion.face.state import Phrase
from companion.face.voice.aloud import Aloud, sentences
from companion.game.actions import Action, Bonus, Concede, Correct, Name, Play
from companion.game.outlook import points
from companion.game.state import State
from companion.table.sitting import Sitting


def step(taken: Step, language: str, level: str) -> str:
    """What is said of a step, at that level of the voice."""
    aloud, full = Aloud(language), level == Voice.FULL
    after = taken.after.state
    match taken.command:
        case Do(action) | Amend(action) if taken.before.state is not None and after is not None:
            return _turn(aloud, taken, action, full)
        case Begin() if after is not None:
            begins = aloud.say("say_begins", who=aloud.player(taken.after, after.seat)) if full else ""
            return sentences(aloud.say("say_begun"), begins)
        case Undo() | Redo() | Repair():
            told = [event.told for event in taken.did.events if event.told] if taken.did else []
            return sentences(*map(aloud.phrase, told), aloud.to_act(taken.after) if full else "")
    return ""


def _turn(aloud: Aloud, taken: Step, action: Action, full: bool) -> str:
    """An action, what it led to, and who acts next."""
    before, after = _judged(taken.before, taken.command), on_table(taken.after).state
    what = act(aloud, action, before)
    if full and not isinstance(action, Name | Correct | Concede):
        what = aloud.say("say_by", who=aloud.player(taken.after, before.seat), what=what)
    led = [_LED[event.kind](aloud, event) for event in _told(taken)]
    led += _counts(aloud, action, before, after) if full else []
    said = ", ".join([what, *(part for part in led if part)])
    if after.over:
        return sentences(said, *_ended(aloud, after, full))
    if full and not after.bonus_pending:
        said = f"{said}; {aloud.to_act(taken.after)}"
    return sentences(said, _last_card(aloud, taken))


def _judged(before: Sitting, command: object) -> State:
    """The state in which an action was taken; one that names the last card takes the place of that step."""
    game = on_table(before)
    return game.before if isinstance(command, Amend) else game.state


def act(aloud: Aloud, action: Action, before: State) -> str:
    """An action, and all that was entered of it."""
    said = aloud.phrase(spoken_action(action, before))
    match action:
        case Play(completed=True, by=None):
            return ", ".join((said, aloud.say("say_completes")))
        case Play(completed=True, by=str(suit)):
            return ", ".join((said, aloud.say("say_completes_suit", suit=suit)))
        case Bonus(_, card, suit, unnamed, as_replay):
            parts = [said, aloud.say("say_as_replay") if as_replay else ""]
            parts += [aloud.card(card) if card else aloud.suit(suit) if suit else ""]
            parts += [aloud.say("say_unnamed_card") if unnamed else ""]
            return ", ".join(part for part in parts if part)
    return said


def _told(taken: Step) -> list[Happening]:
    return [event for event in taken.did.events if event.kind in _LED] if taken.did else []


def _counts(aloud: Aloud, action: Action, before: State, after: State) -> list[str]:
    """The counts that an action changed, but for the fuses, which are told anyway."""
    found = []
    if after.played != before.played and not after.setup.edition.flourish:
        found.append(aloud.say("say_points", number=points(after)))
    elif after.played != before.played:
        found.append(aloud.say("say_laid", number=after.played))
    if after.clues != before.clues:
        found.append(aloud.say("say_clues", number=after.clues))
    return found


def _completed(aloud: Aloud, event: Happening) -> str:
    if event.gain == Gain.TOKEN:
        return aloud.say("say_complete_token")
    return aloud.say("say_complete_full" if event.gain == Gain.NOTHING else "say_complete_tile")


_LED: Final[Mapping[What, Callable[[Aloud, Happening], str]]] = {
    What.COMPLETED: _completed,
    What.MISFIRED: lambda aloud, event: aloud.say("say_fuses", number=event.fuse),
    What.PASSED: lambda aloud, _: aloud.say("passed"),
    What.LAST_TURN: lambda aloud, event: aloud.say("say_turns", number=event.turns),
}
"""What is said of each happening in the sentence of its turn."""


def _last_card(aloud: Aloud, taken: Step) -> str:
    """At the last card, who still plays, in order."""
    if taken.did is None or not taken.did.first((What.LAST_ROUND,), corrected=True):
        return ""
    return still_to_play(aloud, taken.after)


def still_to_play(aloud: Aloud, sitting: Sitting) -> str:
    """Who still plays in the last round, in order."""
    state = on_table(sitting).state
    seats = ((state.seat + turn) % state.setup.players for turn in range(state.turns_left or 0))
    return aloud.say("say_last_card", who=", ".join(aloud.player(sitting, seat) for seat in seats))


def _ended(aloud: Aloud, state: State, full: bool) -> list[str]:
    """The end of a game: why, how many points, the verdict."""
    figure, of, verdict = ending.result(state)
    why = aloud.phrase(Phrase(f"end_{state.reason}")) if full and state.status != "won" else ""
    return [why, f"{figure} {aloud.phrase(of)}", aloud.phrase(verdict)]
