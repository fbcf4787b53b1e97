"""What each button does now, and what letting go of a held one will do."""

from collections.abc import Callable, Mapping
from typing import Final

from companion import LANGUAGES
from companion.face.dialogue import choices, practice, repairs
from companion.face.dialogue.grammar import Intent, meaning, row
from companion.face.editions import EDITIONS
from companion.face.gestures.gestures import Hold
from companion.face.on_table import on_table
from companion.face.spoken import spoken
from companion.face.state import Choice, Face, Lesson, Phrase, Purpose, ScreenName, Visit
from companion.game.actions import Misfire
from companion.game.cards import SUITS
from companion.game.state import CLUE_TOKENS, State
from companion.panel import BUTTONS, CLUE, DISCARD, PLAY, POWER
from companion.table.sitting import Sitting

Keys = dict[str, Phrase | None]
"""The label of each button; None where it would be refused."""


def on_release(face: Face, sitting: Sitting, control: str) -> Phrase:
    """What letting go of a held button does."""
    if control == POWER:
        return Phrase("hold_power" if face.can_switch_off else "cannot_switch_off")
    if practice.holding_leaves(face, control):
        return Phrase("hold_practice")
    intent = meaning(face, sitting, Hold(control, 0.0))
    if intent is None or not practice.may_hold(face, control):
        return Phrase("hold_nothing")
    if face.screen == ScreenName.TURNS and face.visit and not repairs.may_hold(face.visit, control):
        return Phrase("hold_nothing")
    if intent in _HOLDS:
        return _HOLDS[intent](face, sitting)
    return Phrase(f"hold_{intent.replace(' ', '_')}")


def _hold_undo(face: Face, sitting: Sitting) -> Phrase:
    if repairs.entering(face):
        return Phrase("hold_unchanged")
    if face.screen == ScreenName.START and sitting.moved:
        return Phrase("hold_reopen")
    return _undoes(sitting) if sitting.game else Phrase("nothing_to_undo")


def _undoes(sitting: Sitting) -> Phrase:
    return Phrase("hold_undo", {"what": spoken(sitting)})


def _hold_step_back(face: Face, sitting: Sitting) -> Phrase:
    entry, choice = repairs.entering(face), face.choice
    if face.screen == ScreenName.LANGUAGE and not face.preferences.language:
        return Phrase("hold_nothing")  # it is the first question ever
    if face.screen == ScreenName.LEAVING:
        return Phrase("hold_leave_as_before")
    asks = face.screen == ScreenName.TILE or (
        face.screen == ScreenName.NAMING and entry is not None
    )
    if not asks or choice is None:
        return Phrase("hold_step_back")
    if choice.path or choice.spread:
        return Phrase("hold_step_back")
    unchanged = entry is not None and len(sitting.steps) == entry.least
    return Phrase("hold_unchanged") if unchanged else _undoes(sitting)


def _hold_skip(face: Face, sitting: Sitting) -> Phrase:
    return Phrase("hold_skip" if face.screen == ScreenName.NAMING else "hold_nothing")


def _hold_misfire(face: Face, sitting: Sitting) -> Phrase:
    playing = face.screen in (ScreenName.TABLE, ScreenName.LOOK, ScreenName.CHOOSING)
    return Phrase("hold_misfire" if playing else "hold_nothing")


def hold_sign(face: Face, sitting: Sitting, control: str) -> str:
    """The sign of what holding a button does whose label is blank; empty where it does nothing."""
    if on_release(face, sitting, control).key == "hold_nothing":
        return ""
    return _SIGNS.get(meaning(face, sitting, Hold(control, 0.0)), "")


_SIGNS: Final[Mapping[Intent | None, str]] = {Intent.UNDO: "↶", Intent.MORE: "…"}
_HOLDS: Final[Mapping[Intent, Callable[[Face, Sitting], Phrase]]] = {
    Intent.UNDO: _hold_undo,
    Intent.STEP_BACK: _hold_step_back,
    Intent.SKIP: _hold_skip,
    Intent.MISFIRE: _hold_misfire,
}
"""The intents whose effect depends on more than the screen."""


def explained(face: Face, sitting: Sitting, control: str) -> Phrase:
    """What a button is for, when it was held for so long that nothing happens."""
    if control not in BUTTONS:
        return Phrase("hold_nothing")
    if face.screen in (ScreenName.TABLE, ScreenName.LOOK):
        return Phrase(f"explain_{control}")
    label = key_phrases(face, sitting).get(control)
    return Phrase("explain_key", {"key": label}) if label else Phrase("hold_nothing")


def key_phrases(face: Face, sitting: Sitting) -> Keys:
    """The label of each button now; None where it would be refused."""
    match face.screen:
        case ScreenName.HALTED:
            return {}
        case _ if face.choice:
            return _choice_keys(face, face.choice, sitting)
        case ScreenName.TABLE if face.practice:
            return _practice_keys(_keys(face, sitting), face.practice.lesson)
        case ScreenName.TABLE | ScreenName.LOOK:
            return _table_keys(_keys(face, sitting), on_table(sitting).state)
        case ScreenName.MENU if face.menu.editing:
            return {CLUE: Phrase("key_less"), DISCARD: Phrase("key_more"), PLAY: Phrase("key_set")}
        case ScreenName.AUDIT | ScreenName.ABOUT:
            return {CLUE: None, DISCARD: None, PLAY: Phrase("key_back")}
        case ScreenName.PHONE if len(face.guests.urls) < 2:
            return {**_keys(face, sitting), CLUE: None}
        case ScreenName.TURNS if face.visit:
            return _turns_keys(face.visit)
    return _keys(face, sitting)


def _keys(face: Face, sitting: Sitting) -> Keys:
    meant = row(face, sitting)
    return {
        control: Phrase(f"key_{meant[control.upper()].replace(' ', '_')}") for control in BUTTONS
    }


def _table_keys(keys: Keys, state: State) -> Keys:
    """The labels without those of turns that the rules refuse."""
    card = bool(state.hands[state.seat])
    allowed = {CLUE: state.clues > 0, DISCARD: card and state.clues < CLUE_TOKENS, PLAY: card}
    return {control: phrase if allowed[control] else None for control, phrase in keys.items()}


def _turns_keys(visit: Visit) -> Keys:
    """Both ways along the turns, and what PLAY does with the marked one."""
    beyond = visit.mark - len(visit.lines)
    now = "key_finish" if visit.changed else "key_go_on"
    return {
        CLUE: Phrase("key_earlier") if visit.mark else None,
        DISCARD: Phrase("key_later") if visit.mark < repairs.last(visit) else None,
        PLAY: Phrase("key_this_turn" if beyond < 0 else "key_redo" if beyond else now),
    }


def _practice_keys(keys: Keys, lesson: Lesson) -> Keys:
    """The labels of the buttons that the lesson is about."""
    if lesson == Lesson.DONE:
        keys = dict.fromkeys(keys, Phrase("item_done"))
    wanted = practice.WAYS[lesson].controls
    return {control: phrase if control in wanted else None for control, phrase in keys.items()}


def _choice_keys(face: Face, choice: Choice, sitting: Sitting) -> Keys:
    offered = choices.offered(face, sitting)
    return {
        control: _cell_phrase(offered[control], choice.path) if offered.get(control) else None
        for control in BUTTONS
    }


def _cell_phrase(items: tuple[str, ...], path: tuple[str, ...]) -> Phrase:
    """What a button stands for: one answer in full, several suits or ranks in short, else a list."""
    first = items[0]
    if len(items) == 1 and first.isdigit():
        return Phrase("key_card", {"suit": item_phrase(path[-1]), "rank": first})
    if len(items) == 1 and first in LANGUAGES:
        return Phrase("own_name", {"language": first})
    if len(items) == 1:
        return item_phrase(first)
    if first in SUITS or first.isdigit():
        kind = "label" if first in SUITS else "item"
        return Phrase("key_items", {"items": tuple(Phrase(f"{kind}_{item}") for item in items)})
    return Phrase("key_open")


def question(choice: Choice, sitting: Sitting) -> Phrase:
    """What a question asks."""
    if choice.screen != ScreenName.NAMING:
        asked = "completed" if choice.path == (choices.COMPLETES,) else choice.purpose
        return Phrase(f"ask_{asked}")
    kind = named(choice, sitting)
    if choice.path:
        return Phrase(f"ask_{kind}_of", {"suit": choice.path[0]})
    return Phrase(f"ask_{kind}")


def named(choice: Choice, sitting: Sitting) -> str:
    """What is named: a card that was just discarded, the card of a misfire, or later one of the pile."""
    if choice.purpose == Purpose.NAME_LATE:
        return "name_late"
    misfired = bool(sitting.steps) and isinstance(sitting.steps[-1].action, Misfire)
    return "name_misfire" if misfired else "name_discard"


def item_phrase(item: str) -> Phrase:
    """What an item of a choice is called on a label: a suit, a rank, a tile, an edition, ..."""
    return Phrase(f"item_{item}")


def options(face: Face, sitting: Sitting) -> dict[str, list[str]]:
    """Where buttons stand for suits, ranks, tiles or other items: which ones, in order.

    Buttons that are pressed together are joined by `+`. PLAY stands for the edition that is shown, and for
    the firework that an encoder or a joystick has marked. A button that says of a tile that it is done
    stands for that tile.
    """
    if face.screen == ScreenName.EDITION:
        return {PLAY: [EDITIONS[face.menu.cursor]]}
    if face.choice is None:
        return {PLAY: [face.marked]} if face.marked else {}
    tile = choices.revealed(face, sitting) if face.screen == ScreenName.TILE else None
    return {
        buttons: [tile.name if tile and item == choices.DONE else item for item in items]
        for buttons, items in choices.offered(face, sitting).items()
        if items
    }
