"""Steps: what is said of a step of the game, once it counts."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.face import ending
from companion.face.command import Begin, Do, Redo, Repair, Undo
from companion.face.happened import Effect, EffectKind, Step
from companion.face.on_table import on_table
from companion.face.preferences import VoiceLevel
from companion.face.spoken import spoken_action
from companion.face.voice.aloud import Aloud, Sentences, joined_sentences, speaking_seconds
from companion.game.actions import BESIDE, Action, Bonus, Play
from companion.game.state import State
from companion.journal.events import Amended

TURN_S: Final = 2.0
"""Time that the sentence of a turn may take, in seconds.

A longer one is said with shorter pauses."""
_EVIDENT: Final = frozenset({"last_round", "fuses"})
"""Reasons for an end that the turn before it has told."""


def step_aloud(aloud: Aloud, taken: Step, level: str) -> str:
    """Return the words on a step, at that level of the voice."""
    is_full = level == VoiceLevel.FULL
    after = taken.after.state
    parts = []
    match taken.command:
        case Do(action) if taken.before.state is not None and after is not None:
            return _turn_aloud(aloud, taken, action)
        case Begin() if after is not None:
            parts.append(aloud.say("begun"))
            if is_full:
                parts.append(aloud.say("begins", who=aloud.player(taken.after, after.seat)))
        case Undo() | Redo() | Repair():
            parts += [aloud.phrase(event.phrase) for event in taken.each_effect]
            if is_full:
                parts.append(aloud.to_act(taken.after))
    return joined_sentences(*parts)


def _turn_aloud(aloud: Aloud, taken: Step, action: Action) -> str:
    """Return the player and the action, its effects, and the next player.

    How it stands is spoken on request. A sentence that would take too long has shorter pauses.
    """
    game = on_table(taken.before)
    # An action that names the last card takes the place of that step.
    before = game.before if isinstance(taken.event, Amended) else game.state
    after = on_table(taken.after).state
    what = action_aloud(aloud, action, before)
    effects = taken.each_effect
    if any(effect.kind == EffectKind.COMPLETED and effect.suit for effect in effects):
        what = aloud.say("finished", what=what)
    results = [_LED[effect.kind](aloud, effect) for effect in effects if effect.kind in _LED]
    what = ", ".join([what, *results])
    if isinstance(action, BESIDE):
        next_parts = _game_end_aloud(aloud, after) if after.over else [aloud.to_act(taken.after)]
        return joined_sentences(what, *next_parts)
    who = aloud.short_name(taken.after, before.seat)
    if after.over:
        return joined_sentences(f"{who} {what}", *_game_end_aloud(aloud, after))
    following = "" if after.bonus_pending else aloud.short_name(taken.after, after.seat)
    sentence = joined_sentences(f"{who}, {what}", following)
    if speaking_seconds(sentence, aloud.language) <= TURN_S:
        return sentence
    return joined_sentences(", ".join(filter(None, (f"{who} {what}", following))))


def action_aloud(aloud: Aloud, action: Action, before: State) -> str:
    """Return an action, and all that was entered of it."""
    parts = [aloud.phrase(spoken_action(action, before))]
    match action:
        case Play(completed=True, by=None):
            parts.append(aloud.say("completes"))
        case Play(completed=True, by=str(suit)):
            parts.append(aloud.say("completes_suit", suit=suit))
        case Bonus(_, card, suit, unnamed, as_replay):
            if as_replay:
                parts.append(aloud.say("as_replay"))
            if card:
                parts.append(aloud.card(card))
            elif suit:
                parts.append(aloud.suit(suit))
            if unnamed:
                parts.append(aloud.say("unnamed_card"))
    return ", ".join(parts)


_LED: Final[Mapping[EffectKind, Callable[[Aloud, Effect], str]]] = {
    EffectKind.MISFIRED: lambda aloud, event: aloud.say("burnt", number=event.fuse),
    EffectKind.PASSED: lambda aloud, _: aloud.say("passing"),
    EffectKind.LAST_ROUND: lambda aloud, _: aloud.say("last"),
}
"""What is said of each effect in the sentence of its turn."""
SAID: Final = frozenset({*_LED, EffectKind.COMPLETED, EffectKind.UNDONE, EffectKind.REDONE})
"""What the sentence of a step says, so that a notice of it is not spoken."""


def _game_end_aloud(aloud: Aloud, state: State) -> Sentences:
    """Return the end of a game: why, unless that is evident, how many points, the verdict."""
    parts = []
    if state.status != "won" and state.reason not in _EVIDENT:
        parts.append(aloud.say(f"end_{state.reason}"))
    figure, _, verdict = ending.result(state)
    if state.status != "lost" or figure:
        parts.append(points_aloud(aloud, state))
    return [*parts, aloud.phrase(verdict)]


def points_aloud(aloud: Aloud, state: State) -> str:
    """Return the points that a game ended with, or the cards."""
    figure, of, _ = ending.result(state)
    if of.key == "cards_of":
        return aloud.say("result_cards_of", number=figure, what=str(of.facts["total"]))
    points = aloud.say("result_points_of", number=figure, what=str(of.facts["maximum"]))
    lost = of.facts.get("missing")
    if not lost:
        return points
    return ", ".join((points, aloud.say("black_lost", number=lost)))
