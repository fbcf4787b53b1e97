"""What each button does now, and what letting go of a held one will do."""

from companion import LANGUAGES
from companion.face.dialogue import choices, practice, repairs
from companion.face.dialogue.grammar import meaning, row
from companion.face.gestures.gestures import Hold
from companion.face.spoken import spoken
from companion.face.state import (
    CHOOSING,
    HALTED,
    LEAVING,
    LOOK,
    MENU,
    NAMING,
    START,
    TABLE,
    TILE,
    TURNS,
    Face,
    Lesson,
    Phrase,
    Visit,
)
from companion.game.cards import SUITS
from companion.game.state import CLUE_TOKENS
from companion.panel import BUTTONS, PLAY, POWER
from companion.table.sitting import Sitting


def on_release(face: Face, sitting: Sitting, control: str) -> Phrase:
    """What letting go of a held button does."""
    if control == POWER:
        return Phrase("hold_power" if face.can_switch_off else "cannot_switch_off")
    if practice.holding_leaves(face, control):
        return Phrase("hold_practice")
    if not practice.may_hold(face, control):
        return Phrase("hold_nothing")
    intent = meaning(face.screen, Hold(control, 0.0))
    match intent:
        case "undo" if repairs.entering(face):
            return Phrase("hold_unchanged")
        case "undo" if face.screen == START and sitting.moved:
            return Phrase("hold_reopen")
        case "undo":
            return (
                Phrase("hold_undo", {"what": spoken(sitting)}) if sitting.game else Phrase("nothing_to_undo")
            )
        case "step back" if face.screen == LEAVING:
            return Phrase("hold_leave_as_before")
        case "step back" if _takes_back(face):
            entry = repairs.entering(face)
            if entry is not None and len(sitting.steps) == entry.least:
                return Phrase("hold_unchanged")
            return Phrase("hold_undo", {"what": spoken(sitting)})
        case "other discard":
            named = sitting.setup is not None and sitting.setup.detail == "cards"
            return Phrase("hold_unnamed" if named else "hold_named")
        case "skip" if face.screen == NAMING:
            return Phrase("hold_skip")
        case "skip" if face.screen == TILE and choices.skip(face, sitting):
            return Phrase("hold_skip_tile")
        case "misfire" if face.screen in (TABLE, LOOK, CHOOSING):
            return Phrase("hold_misfire")
        case None | "skip" | "misfire":
            return Phrase("hold_nothing")
    return Phrase(f"hold_{intent.replace(' ', '_')}")


def _takes_back(face: Face) -> bool:
    """Whether a step back from a question leads before the turn that asks it."""
    asks = face.screen == TILE or (face.screen == NAMING and repairs.entering(face) is not None)
    return asks and face.choice is not None and not (face.choice.path or face.choice.spread)


def explained(face: Face, sitting: Sitting, control: str) -> Phrase:
    """What a button is for, when it was held for so long that nothing happens."""
    if face.screen in (TABLE, LOOK):
        return Phrase(f"explain_{control}")
    label = key_phrases(face, sitting).get(control)
    return Phrase("explain_key", {"key": label}) if label else Phrase("hold_nothing")


def key_phrases(face: Face, sitting: Sitting) -> dict[str, Phrase | None]:
    """The label of each button now; None where it would be refused."""
    if face.screen == HALTED:
        return {}
    if face.choice is not None:
        return _choice_keys(face, sitting)
    if face.practice is not None and face.screen == TABLE:
        return _practice_keys(face.practice.lesson)
    labels: dict[str, Phrase | None] = {
        control: Phrase(f"key_{row(face.screen)[control.upper()].replace(' ', '_')}") for control in BUTTONS
    }
    state = sitting.state
    if face.screen in (TABLE, LOOK) and state is not None:
        if not state.clues:
            labels["clue"] = None
        if state.clues == CLUE_TOKENS or not state.hands[state.seat]:
            labels["discard"] = None
        if not state.hands[state.seat]:
            labels["play"] = None
    elif face.screen == MENU and face.menu.editing:
        labels = {"clue": Phrase("key_less"), "discard": Phrase("key_more"), "play": Phrase("key_set")}
    elif face.screen in ("audit", "about"):
        labels = {"clue": None, "discard": None, "play": Phrase("key_back")}
    elif face.visit is not None and face.screen == TURNS:
        labels = _turns_keys(face.visit)
    return labels


def _turns_keys(visit: Visit) -> dict[str, Phrase | None]:
    """Both ways along the turns, and what PLAY does with the marked one."""
    beyond = visit.mark - len(visit.lines)
    now = "key_finish" if visit.changed else "key_go_on"
    return {
        "clue": Phrase("key_earlier") if visit.mark else None,
        "discard": Phrase("key_later") if visit.mark < repairs.last(visit) else None,
        "play": Phrase("key_this_turn" if beyond < 0 else "key_redo" if beyond else now),
    }


def _practice_keys(lesson: Lesson) -> dict[str, Phrase | None]:
    """The labels of the buttons that the lesson is about."""
    wanted = practice.WAYS[lesson].controls
    meant = row(TABLE)
    return {
        control: Phrase("item_done" if lesson == "done" else f"key_{meant[control.upper()]}")
        if control in wanted
        else None
        for control in BUTTONS
    }


def _choice_keys(face: Face, sitting: Sitting) -> dict[str, Phrase | None]:
    assert face.choice is not None
    path = face.choice.path
    return {
        control: _cell_phrase(items, path) if items else None
        for control, items in choices.offered(face, sitting).items()
    }


def _cell_phrase(items: tuple[str, ...], path: tuple[str, ...]) -> Phrase:
    """What a button stands for: one answer in full, several suits or ranks in short, else a list."""
    first = items[0]
    if len(items) == 1 and first.isdigit():
        return Phrase("key_card", {"suit": item_phrase(path[-1]), "rank": first})
    if first in LANGUAGES:
        return Phrase("own_name", {"language": first})
    if len(items) == 1:
        return item_phrase(first)
    if first in SUITS or first.isdigit():
        kind = "label" if first in SUITS else "item"
        return Phrase("key_items", {"items": tuple(Phrase(f"{kind}_{item}") for item in items)})
    return Phrase("key_open")


def item_phrase(item: str) -> Phrase:
    """What an item of a choice is called on a label: a suit, a rank, a tile, an edition, ..."""
    return Phrase(f"item_{item}")


def options(face: Face, sitting: Sitting) -> dict[str, list[str]]:
    """Where buttons stand for suits, ranks, tiles or other items: which ones, in order.

    A firework that an encoder or a joystick has marked is what PLAY stands for.

    A button that says of a tile that it is done stands for that tile.
    """
    if face.choice is None:
        return {PLAY: [face.marked]} if face.marked else {}
    tile = choices.revealed(face, sitting) if face.screen == TILE else None
    return {
        control: [tile if tile and item == choices.DONE else item for item in items]
        for control, items in choices.offered(face, sitting).items()
        if items
    }
