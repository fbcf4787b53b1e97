"""What each button does now, and what letting go of a held one will do."""

from collections.abc import Callable, Mapping
from typing import Final

from companion import LANGUAGES
from companion.face.dialogue import choices, practice, repairs
from companion.face.dialogue.grammar import GRAMMAR, ONLY_ON, Intent, meaning, row_name
from companion.face.editions import EDITIONS
from companion.face.gestures.gestures import Hold
from companion.face.on_table import on_table
from companion.face.spoken import last_step
from companion.face.state import TABLES, Face, Items, Lesson, Phrase, Purpose, ScreenName
from companion.game.actions import Misfire
from companion.game.cards import SUITS
from companion.game.state import CLUE_TOKENS
from companion.journal.sitting import Sitting
from companion.panel import BUTTONS, CLUE, DISCARD, PLAY, POWER

Keys = dict[str, Phrase | None]
"""The label of each button; None where it would be refused."""

# What is held

NOTHING_HELD: Final = ("hold_nothing", "nothing_to_undo", "cannot_switch_off")
"""What is said of a hold that would be refused."""


def held_phrase(
    face: Face, sitting: Sitting, control: str, too_long: bool, is_void: bool
) -> Phrase:
    """Return what is said of a button that is held (`view.Held`)."""
    if too_long:
        return explanation(face, sitting, control)
    if is_void:
        return Phrase("screen_changed")
    deed = hold_deed(face, sitting, control)
    return Phrase("let_go", {"what": deed}) if deed else _on_release(face, sitting, control)


def hold_deed(face: Face, sitting: Sitting, control: str) -> Phrase | None:
    """Return what holding a button does; None where it does nothing."""
    phrase = _on_release(face, sitting, control)
    return None if phrase.key in NOTHING_HELD else phrase


def _on_release(face: Face, sitting: Sitting, control: str) -> Phrase:
    """Return the effect of letting go of a held button."""
    if control == POWER:
        return Phrase("hold_power" if face.can_switch_off else "cannot_switch_off")
    if practice.holding_leaves(face, control):
        return Phrase("hold_practice")
    intent = meaning(face, sitting, Hold(control, 0.0))
    if intent is None or not _may_hold_button(face, sitting, control, intent):
        return Phrase("hold_nothing")
    if intent == Intent.TO_GAME and sitting.playing:
        intent = Intent.BACK  # to the menu, which led here
    match intent:
        case Intent.UNDO:
            return _undo_hold_phrase(face, sitting)
        case Intent.STEP_BACK:
            return _step_back_hold_phrase(face, sitting)
    return Phrase(f"hold_{intent}")


def _may_hold_button(face: Face, sitting: Sitting, control: str, intent: Intent) -> bool:
    """Return True if holding a button means something at the marked turn, or in the lesson."""
    if face.visit and face.screen == ScreenName.TURNS:
        return repairs.may_hold_at_mark(face.visit, control)
    if face.screen not in ONLY_ON.get(intent, ScreenName):
        return False
    if intent is Intent.TO_GAME:
        return sitting.state is not None
    if intent is Intent.MISFIRE:
        state = on_table(sitting).state
        if not state.hands[state.seat]:
            return False
    return practice.may_hold(face, control)


def _undo_hold_phrase(face: Face, sitting: Sitting) -> Phrase:
    if face.entry and len(sitting.steps) == face.entry.least:
        return Phrase("hold_unchanged")
    if not sitting.game:
        return Phrase("nothing_to_undo")
    return Phrase("hold_undo", {"what": last_step(sitting)})


def _step_back_hold_phrase(face: Face, sitting: Sitting) -> Phrase:
    if face.screen == ScreenName.LANGUAGE and not face.preferences.language:
        return Phrase("hold_nothing")  # it is the first question ever
    if face.screen == ScreenName.LEAVING:
        return Phrase("hold_leave_as_before")
    # The game asks for a tile, and a turn that is entered for its card: no screen is left for that,
    # so a step is undone.
    screens = (ScreenName.TILE, ScreenName.NAMING) if face.entry else (ScreenName.TILE,)
    begun = face.choice and face.choice.is_begun
    if begun or face.screen not in screens:
        return Phrase("hold_step_back")
    return _undo_hold_phrase(face, sitting)


def explanation(face: Face, sitting: Sitting, control: str) -> Phrase:
    """Return the purpose of a button, once it is held for so long that nothing happens."""
    if face.screen in TABLES and control in BUTTONS:
        return Phrase(f"explain_{control}")
    label = key_phrases(face, sitting).get(control)
    return Phrase("explain_key", {"key": label}) if label else Phrase("hold_nothing")


# Labels


def key_texts(face: Face, sitting: Sitting, words: Callable[[Phrase], str]) -> Mapping[str, str]:
    """Return the label at each button; empty where it would be refused."""
    phrases = key_phrases(face, sitting).items()
    return {control: words(phrase) if phrase else "" for control, phrase in phrases}


def key_phrases(face: Face, sitting: Sitting) -> Keys:
    """Return the label of each button now; None where it would be refused."""
    if face.screen == ScreenName.HALTED:
        return {}
    if face.choice:
        offered = choices.items_by_press(face, sitting)
        return {control: _cell_phrase(offered.get(control, ()), face) for control in BUTTONS}
    intents = GRAMMAR[row_name(face, sitting)]
    keys: Keys = {control: Phrase(f"key_{intents[control.upper()]}") for control in BUTTONS}
    if face.practice and face.screen == ScreenName.TABLE:
        wanted = practice.WAYS[face.practice.lesson].control
        done = face.practice.lesson == Lesson.DONE
        return {**dict.fromkeys(keys), wanted: Phrase("item_done") if done else keys[wanted]}
    if face.screen not in TABLES:
        return _page_keys(keys, face)
    # Those of turns that the rules refuse are blank.
    state = on_table(sitting).state
    if not state.clues:
        keys[CLUE] = None
    if state.clues >= CLUE_TOKENS:
        keys[DISCARD] = None
    if not state.hands[state.seat]:
        keys |= {DISCARD: None, PLAY: None}
    # Where no firework takes a card, PLAY would open a question without an answer.
    if not choices.can_choose(state):
        keys[PLAY] = None
    return keys


def _page_keys(keys: Keys, face: Face) -> Keys:
    """Return the labels on lists and pages; among the turns what PLAY does with the marked one."""
    visit = face.visit
    match face.screen:
        case ScreenName.MENU if face.menu.editing:
            return {CLUE: Phrase("key_less"), DISCARD: Phrase("key_more"), PLAY: Phrase("key_set")}
        case ScreenName.AUDIT | ScreenName.ABOUT:
            return {CLUE: None, DISCARD: None, PLAY: Phrase("key_back")}
        case ScreenName.PHONE if len(face.guests.urls) < 2:
            return {**keys, CLUE: None}
    if visit is None or face.screen != ScreenName.TURNS:
        return keys
    if not visit.mark:
        keys[CLUE] = None
    if visit.mark >= repairs.last_mark(visit):
        keys[DISCARD] = None
    if visit.beyond > 0:
        keys[PLAY] = Phrase("key_redo")
    elif not visit.beyond:
        keys[PLAY] = Phrase("key_finish" if visit.changed else "key_go_on")
    return keys


def _cell_phrase(items: Items, face: Face) -> Phrase | None:
    """Return the label of a cell: one answer in full, several in short."""
    if not items:
        return None
    first = items[0]
    if len(items) > 1:
        return _items_phrase(items)
    if first.isdigit():
        return Phrase("key_card", {"suit": Phrase(f"item_{face.path[-1]}"), "rank": first})
    if first in LANGUAGES:
        return Phrase("own_name", {"language": first})
    return Phrase(f"item_{first}")


def _items_phrase(items: Items) -> Phrase:
    """Return the label of several answers: suits, ranks or languages in short."""
    first = items[0]
    if first in LANGUAGES:  # a word would be one of a language that is not chosen yet
        return Phrase("key_items", {"items": tuple(item.upper() for item in items)})
    if first not in SUITS and not first.isdigit():
        return Phrase("key_open")
    kind = "label" if first in SUITS else "item"
    return Phrase("key_items", {"items": tuple(Phrase(f"{kind}_{item}") for item in items)})


# Questions


def question_phrase(face: Face, sitting: Sitting) -> Phrase:
    """Return the words of the open question."""
    if face.screen != ScreenName.NAMING:
        key = "completed" if face.path == (choices.COMPLETES,) else face.purpose
        return Phrase(f"ask_{key}")
    kind = naming_key(face, sitting)
    if face.path:
        return Phrase(f"ask_{kind}_of", {"card_suit": face.path[0]})
    return Phrase(f"ask_{kind}")


def naming_key(face: Face, sitting: Sitting) -> str:
    """Return the key of the card to name: of the last discard or misfire, or later of the pile."""
    if face.purpose == Purpose.NAME_LATE:
        return "name_late"
    misfired = bool(sitting.steps) and isinstance(sitting.steps[-1].action, Misfire)
    return "name_misfire" if misfired else "name_discard"


def item_purpose(face: Face, item: str) -> Phrase:
    """Return the purpose of an item of *more*; the menu before a game has other lines."""
    starting = item == ScreenName.MENU and face.origin in (ScreenName.START, ScreenName.WELCOME)
    return Phrase("more_menu_start" if starting else f"more_{item}")


def options(face: Face, sitting: Sitting) -> dict[str, list[str]]:
    """Return the suits, ranks, tiles or other items that buttons stand for, in order.

    Buttons that are pressed together are joined by `+`. PLAY stands for the edition that is shown,
    and for the firework that an encoder or a joystick has marked. A button that says of a tile that
    it is done stands for that tile.
    """
    if face.screen == ScreenName.EDITION:
        return {PLAY: [EDITIONS[face.menu.cursor]]}
    if face.choice is None:
        return {PLAY: [face.marked]} if face.marked else {}
    offered = choices.items_by_press(face, sitting).items()
    options = {buttons: list(items) for buttons, items in offered if items}
    tile = choices.revealed_tile(face, sitting) if face.screen == ScreenName.TILE else None
    if tile and options.get(PLAY) == [choices.DONE]:
        options[PLAY] = [tile.name]
    return options
