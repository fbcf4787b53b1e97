"""Offers: what can be done and answered now, all of it at once, and what a whole answer asks for.

Three buttons ask one question after the other. Whoever says a whole answer needs no face: nothing
is half chosen here.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.face.command import Do
from companion.face.dialogue import choices
from companion.face.dialogue.outcomes import NotPossible, refusal_phrase
from companion.face.on_table import on_table
from companion.face.state import Choice, Face, Items, Phrase, Purpose
from companion.game.actions import Action, Clue, Discard, Misfire, Play
from companion.game.places import values_for
from companion.game.refusals import ActionRefused
from companion.game.rules import apply
from companion.game.setup import TOKENS
from companion.journal.sitting import Sitting
from companion.numbers import Json

ASKED: Final = (Purpose.PLAY, Purpose.OUTCOME, Purpose.NAME, Purpose.NAME_LATE, Purpose.TILE)
"""The purposes of which a whole answer is a step of the game."""
_TURNS: Final[Mapping[str, Action]] = {"clue": Clue(), "discard": Discard(), "misfire": Misfire()}


def _is_asked(sitting: Sitting, purpose: Purpose) -> bool:
    state = on_table(sitting).state
    turn_due = not state.over and not state.bonus_pending
    match purpose:
        case Purpose.NAME:
            last = sitting.actions[-1] if sitting.actions else None
            is_unnamed = isinstance(last, Discard | Misfire) and last.card is None
            return choices.names_cards(sitting) and is_unnamed
        case Purpose.NAME_LATE:
            return state.unnamed > 0
        case Purpose.OUTCOME:
            return turn_due and state.setup.detail == TOKENS
        case Purpose.PLAY:
            return turn_due and state.setup.detail != TOKENS
    return state.bonus_pending


def answers(face: Face, sitting: Sitting, purpose: Purpose) -> dict[Items, Do]:
    """Return the command of each whole answer to a question, by the items of the answer. There is
    none where the question is not asked.
    """
    if not _is_asked(sitting, purpose):
        return {}
    found = dict(_offered_answers(face, sitting, Choice(purpose)))
    if purpose == Purpose.TILE:
        bonus = choices.skip(face._replace(scene=Choice(purpose)), sitting)
        if bonus is not None:
            found[(choices.UNNAMED if bonus.unnamed else choices.NO_CARD,)] = Do(bonus)
    game = on_table(sitting)
    taken = {}
    # Buttons are told why a pick is refused; a whole answer is offered only where it counts.
    for path, command in found.items():
        before = game.before if command.amends else game.state
        if choices.allows_action(before, command.action):
            taken[path] = command
    return taken


def _offered_answers(face: Face, sitting: Sitting, choice: Choice) -> Iterator[tuple[Items, Do]]:
    here = face._replace(scene=choice)
    level = choices.open_question(here, sitting)
    for item in dict.fromkeys(item for cell in level.cells for item in cell):
        taken = choices.take(here, sitting, item)
        if isinstance(taken, Choice):
            yield from _offered_answers(face, sitting, taken)
        elif isinstance(taken, Do):
            yield (*choice.path, item), taken


def command_of(face: Face, sitting: Sitting, purpose: Purpose, path: Items) -> Do:
    """Return the command of a whole answer.

    Raises:
        NotPossible: it is no answer now.
    """
    command = answers(face, sitting, purpose).get(path)
    if command is None:
        sentence = f"{' '.join(path)} is no answer to {purpose} now"
        raise NotPossible(Phrase("not_offered"), sentence)
    return command


def refusals(sitting: Sitting) -> dict[str, Phrase]:
    """Return the turns that the rules refuse now, each with the reason; a play by its suit."""
    state = on_table(sitting).state
    turns = {**_TURNS}
    if state.setup.detail != TOKENS:
        turns |= {suit: Play(suit=suit) for suit in state.fireworks}
    found = {}
    for name, action in turns.items():
        try:
            apply(state, action)
        except ActionRefused as error:
            found[name] = refusal_phrase(error)
    return found


def clue_values(sitting: Sitting) -> list[list[Json]]:
    """Return for every card, by seat, what a clue can name that points at it, or does not."""
    edition = on_table(sitting).setup.edition
    return [
        [
            {
                "touched": values_for(edition, marks, touched=True),
                "passed": values_for(edition, marks, touched=False),
            }
            for marks in row
        ]
        for row in sitting.rows
    ]
