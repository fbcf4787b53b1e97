"""Steps: what is said of a step of the game, once it counts."""

from typing import Final

from companion.face import ending, seats
from companion.face.command import Begin, Do, Redo, Repair, Undo
from companion.face.happened import Effect, EffectKind, Step
from companion.face.on_table import on_table
from companion.face.preferences import VoiceLevel
from companion.face.screen_texts import listed
from companion.face.spoken import spoken_action
from companion.face.state import Phrase
from companion.face.voice.aloud import aloud, joined_sentences, speaking_seconds
from companion.game.actions import BESIDE, Action, Bonus, Play
from companion.game.state import State
from companion.journal.events import Amended

TURN_S: Final = 2.0
"""Seconds that the sentence of a turn may take; a longer one is said with shorter pauses."""


def step_aloud(language: str, taken: Step, level: str) -> str:
    """Return the words on a step, at that level of the voice."""
    after, parts = taken.after.state, []
    match taken.command:
        case Do(action) if taken.before.state is not None and after is not None:
            return _turn_aloud(language, taken, action)
        case Begin() if after is not None:
            parts.append(Phrase("a_new_game"))
            who = seats.player_phrase(taken.after, after.seat)
            parts += [Phrase("begins", {"who": who})] if level == VoiceLevel.FULL else []
        case Undo() | Redo() | Repair():
            parts += [event.phrase for event in taken.each_effect if event.phrase]
            if level == VoiceLevel.FULL:
                parts += seats.to_act(taken.after)
    return joined_sentences(*(aloud(language, part) for part in parts))


def _turn_aloud(language: str, taken: Step, action: Action) -> str:
    """Return the player and the action, its effects, and the next player.

    How it stands is spoken on request. A sentence that would take too long has shorter pauses.
    """
    game = on_table(taken.before)
    # An action that names the last card takes the place of that step.
    before = game.before if isinstance(taken.event, Amended) else game.state
    after = on_table(taken.after).state
    effects = taken.each_effect
    told = action_phrase(action, before)
    if any(effect.kind == EffectKind.COMPLETED and effect.suit for effect in effects):
        told = Phrase("finished", {"what": told})
    what = aloud(language, listed(told, *filter(None, map(_result_phrase, effects))))
    follows = _end_phrases(after) if after.over else seats.to_act(taken.after)
    end = [aloud(language, phrase) for phrase in follows]
    if isinstance(action, BESIDE):
        return joined_sentences(what, *end)
    who = seats.name_at(taken.after, before.seat)
    if after.over:
        return joined_sentences(f"{who} {what}", *end)
    following = "" if after.bonus_pending else seats.name_at(taken.after, after.seat)
    sentence = joined_sentences(f"{who}, {what}", following)
    if speaking_seconds(sentence, language) <= TURN_S:
        return sentence
    return joined_sentences(f"{who} {what}" + (f", {following}" if following else ""))


def action_phrase(action: Action, before: State) -> Phrase:
    """Return an action, and all that was entered of it."""
    parts: list[object] = [spoken_action(action, before)]
    match action:
        case Play(completed=True, by=None):
            parts.append(Phrase("completes"))
        case Play(completed=True, by=str(suit)):
            parts.append(Phrase("completes_suit", {"suit": suit}))
        case Bonus(_, card, suit, unnamed, as_replay):
            parts += [Phrase("as_replay")] if as_replay else []
            parts += filter(None, (card, suit))
            parts += [Phrase("unnamed_card")] if unnamed else []
    return listed(*parts)


def _result_phrase(effect: Effect) -> Phrase | None:
    """Return what is said of an effect in the sentence of its turn."""
    match effect.kind:
        case EffectKind.MISFIRED:
            return Phrase("fuses", {"number": effect.fuse})
        case EffectKind.LAST_ROUND:
            return Phrase("last")
    return effect.phrase if effect.kind == EffectKind.PASSED else None


def _end_phrases(state: State) -> list[Phrase]:
    """Return the end of a game: why, how many points, the verdict."""
    why = [] if state.status == "won" else [Phrase(f"end_{state.reason}")]
    result = ending.result(state)
    return [*why, result.of, result.verdict]
