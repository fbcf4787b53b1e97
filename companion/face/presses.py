"""From a gesture to what is asked of the game, and from what happened to what is said."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.face import choosing
from companion.face.gestures import Gesture, Hold, Sleeve, Tap
from companion.face.grammar import meaning
from companion.face.state import (
    CHOOSING,
    NOTICE,
    PUT_BACK,
    START,
    TABLE,
    Draft,
    Face,
    Notice,
    Phrase,
    draft,
    resting,
)
from companion.game.actions import Action, Bonus, Clue, Concede, Correct, Discard, Misfire, Name, Play
from companion.game.cards import HIGHEST
from companion.game.refusals import Refused
from companion.game.rules import fits
from companion.game.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup
from companion.game.state import CLUE_TOKENS, State
from companion.panel import CLUE, DISCARD, PLAY
from companion.table.sitting import NothingThere, Sitting

GUARD: Final = 0.3
"""Seconds after an action in which no button starts another turn."""
MASHED: Final = 4
MASHING: Final = 1.0
"""So many presses in so many seconds are nobody's intention."""
ASLEEP: Final = 10.0
"""Seconds after which the first press on an open prompt only wakes it."""
END_PAGES: Final = 2


class Do(NamedTuple):
    """Ask for an action."""

    action: Action


class Undo(NamedTuple):
    """Ask for the last step back."""


class PutBackSteps(NamedTuple):
    """Ask for undone steps again: the next one, or all of them."""

    all: bool


class DropStep(NamedTuple):
    """Ask to forget the undone step that would come next."""


class Begin(NamedTuple):
    """Ask for a new game."""

    draft: Draft


Wish = Do | Undo | PutBackSteps | DropStep | Begin


def press(
    face: Face, sitting: Sitting, gesture: Gesture, now: float, exempt: bool = False
) -> tuple[Face, Wish | None]:
    """The face after a gesture, and what it asks of the game.

    exempt: a script pressed, so the guards against hasty fingers do not hold.
    """
    hasty = not exempt and _hasty(face, gesture)
    control = gesture.control if isinstance(gesture, Tap | Hold | Sleeve) else ""
    recent = (*face.recent, gesture.began)[-MASHED:]
    face = face._replace(last=(control, now), recent=recent, notice=None)
    if hasty:
        return face, None
    if isinstance(gesture, Sleeve):
        return _say(face, now, f"explain_{control}"), None
    if face.screen == CHOOSING:
        asleep = now - face.touched > ASLEEP
        face = face._replace(touched=now)
        if asleep:
            return _say(face, now, "awake"), None
    intent = meaning(face.screen, gesture)
    if intent is None:
        return _refuse(face, now, "no_meaning"), None
    return STEPS[intent](face, sitting, now)


def _hasty(face: Face, gesture: Gesture) -> bool:
    """Too soon after an action, the same button twice on one prompt, or a child at the buttons."""
    if gesture.began < face.acted + GUARD:
        return True
    earlier = face.recent[1 - MASHED :]
    if len(earlier) == MASHED - 1 and gesture.began < earlier[0] + MASHING:
        return True
    control, when = face.last
    again = isinstance(gesture, Tap) and gesture.control == control and gesture.began < when + GUARD
    return again and face.screen == CHOOSING


def _say(face: Face, now: float, key: str, **facts: object) -> Face:
    return face._replace(notice=Notice(Phrase(key, facts), now + NOTICE))


def _refuse(face: Face, now: float, key: str, **facts: object) -> Face:
    return face._replace(notice=Notice(Phrase(key, facts), now + NOTICE, refusal=True))


def _clue(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    return face, Do(Clue())


def _discard(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    return face, Do(Discard())


def _choose(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    return face._replace(screen=CHOOSING, spread=(), touched=now), None


def _misfire(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    return face, Do(Misfire())


def _undo(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    return face, Undo()


def _put_back(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    if not (sitting.undone or sitting.successor):
        return _refuse(face, now, "nothing_to_redo"), None
    return face._replace(screen=PUT_BACK), None


def _cell(face: Face, sitting: Sitting, now: float, control: str) -> tuple[Face, Wish | None]:
    assert sitting.state is not None
    chosen = choosing.open_cell(sitting.state, face.spread, control)
    if chosen is None:
        return _refuse(face, now, "empty_cell"), None
    if isinstance(chosen, Play):
        return face, Do(chosen)
    return face._replace(spread=chosen), None


def _step_back(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    if face.spread:
        return face._replace(spread=()), None
    return face._replace(screen=resting(sitting)), None


def _leave(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    return face._replace(screen=resting(sitting)), None


def _players(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    setup = face.draft.setup
    players = setup.players + 1 if setup.players < MOST_PLAYERS else FEWEST_PLAYERS
    chosen = Setup(players, setup.edition, setup.detail)
    return face._replace(draft=Draft(chosen, (), 0)), None


def _who_starts(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    players = face.draft.setup.players
    return face._replace(draft=face.draft._replace(first=(face.draft.first + 1) % players)), None


def _begin(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    return face, Begin(face.draft)


def _turn_page(face: Face, by: int) -> tuple[Face, Wish | None]:
    return face._replace(page=(face.page + by) % END_PAGES), None


def _next_game(face: Face, sitting: Sitting, now: float) -> tuple[Face, Wish | None]:
    return face._replace(screen=START, draft=draft(sitting)), None


STEPS: Final[Mapping[str, Callable[[Face, Sitting, float], tuple[Face, Wish | None]]]] = {
    "clue": _clue,
    "discard": _discard,
    "choose": _choose,
    "misfire": _misfire,
    "undo": _undo,
    "put back": _put_back,
    "left": lambda face, sitting, now: _cell(face, sitting, now, CLUE),
    "middle": lambda face, sitting, now: _cell(face, sitting, now, DISCARD),
    "right": lambda face, sitting, now: _cell(face, sitting, now, PLAY),
    "step back": _step_back,
    "drop first": lambda face, sitting, now: (face, DropStep()),
    "put back one": lambda face, sitting, now: (face, PutBackSteps(all=False)),
    "put back all": lambda face, sitting, now: (face, PutBackSteps(all=True)),
    "leave": _leave,
    "players": _players,
    "who starts": _who_starts,
    "begin": _begin,
    "page back": lambda face, sitting, now: _turn_page(face, -1),
    "page on": lambda face, sitting, now: _turn_page(face, +1),
    "next game": _next_game,
}
"""How each intent of the grammar is carried out."""


# What is said when something happened


def refused(face: Face, error: Exception, now: float) -> Face:
    """The face after the game said no: the screen says why."""
    if isinstance(error, Refused):
        return _refuse(face, now, error.key, **error.facts)
    if isinstance(error, NothingThere):
        return _refuse(face, now, error.key)
    return _refuse(face, now, "failed", problem=str(error))


def settled(face: Face, before: Sitting, after: Sitting, wish: Wish, now: float) -> Face:
    """The face after the game took a step and it is on disk."""
    screen = resting(after)
    face = face._replace(acted=now, spread=(), page=0)
    match wish:
        case Do():
            return face._replace(screen=screen, notice=_news(before, after, now))
        case Undo() if after.game != before.game:
            chosen = draft(before) if screen != TABLE else face.draft
            screen = screen if screen == TABLE else START
            return _say(face._replace(screen=screen, draft=chosen), now, "undid_begin")
        case Undo():
            return _say(face._replace(screen=screen), now, "undid", what=spoken(before))
        case PutBackSteps():
            more = after.undone or after.successor
            face = face._replace(screen=PUT_BACK if more else screen)
            return _say(face, now, "did_put_back", what=spoken(after))
        case DropStep():
            face = face._replace(screen=PUT_BACK if after.undone or after.successor else screen)
            return _say(face, now, "dropped")
        case Begin():
            return face._replace(screen=screen, notice=None)


def spoken(sitting: Sitting) -> Phrase:
    """The last step of a sitting, in words."""
    if not sitting.steps:
        return Phrase("the_start")
    before = sitting.steps[-2].state if len(sitting.steps) > 1 else sitting.opening
    assert before is not None
    return spoken_action(sitting.steps[-1].action, before)


def spoken_action(action: Action, before: State) -> Phrase:
    """An action in words; `before` says which card a firework took."""
    match action:
        case Clue():
            return Phrase("a_clue")
        case Play(card, suit) if card or (suit and before.fireworks.get(suit, HIGHEST) < HIGHEST):
            card = card or choosing.next_card(before, suit or "")
            return Phrase("a_card" if fits(before, card) else "a_misfire_of", {"card": card})
        case Discard(card) | Misfire(card):
            key = "a_misfire" if isinstance(action, Misfire) else "a_discard"
            return Phrase(f"{key}_of", {"card": card}) if card else Phrase(key)
        case Bonus(tile):
            return Phrase(f"tile_{tile}")
        case Name(card):
            return Phrase("a_name", {"card": card})
        case Correct():
            return Phrase("a_correction")
        case Concede():
            return Phrase("an_end")
        case _:
            return Phrase("a_play")


def _news(before: Sitting, after: Sitting, now: float) -> Notice | None:
    """What everybody should hear about the last action, if anything."""
    old, new = before.state, after.state
    if old is None or new is None or new.over:
        return None
    if old.turns_left is None and new.turns_left is not None:
        return Notice(Phrase("last_round", {"turns": new.turns_left}), None)
    if new.errors > old.errors:
        return Notice(Phrase("misfired", {"fuses": new.fuses}), now + NOTICE)
    for suit, height in new.fireworks.items():
        if height == HIGHEST and old.fireworks[suit] < HIGHEST:
            key = "completed" if old.clues < CLUE_TOKENS else "completed_full"
            return Notice(Phrase(key, {"suit": suit}), now + NOTICE)
    return None


def quiet(face: Face, now: float) -> Face:
    """The face without a notice whose time is over."""
    if face.notice and face.notice.until is not None and now >= face.notice.until:
        return face._replace(notice=None)
    return face
