"""What letting go of a held button will do, and what each button does now."""

from companion.face import choosing
from companion.face.gestures import Hold
from companion.face.grammar import GRAMMAR, meaning
from companion.face.presses import spoken, spoken_action
from companion.face.state import CHOOSING, PUT_BACK, Face, Phrase
from companion.game.state import CLUE_TOKENS
from companion.panel import BUTTONS
from companion.table.sitting import Sitting


def on_release(face: Face, sitting: Sitting, control: str) -> Phrase:
    """What letting go of a held button does."""
    intent = meaning(face.screen, Hold(control, 0.0))
    if intent is None:
        return Phrase("hold_nothing")
    if intent == "undo":
        return Phrase("hold_undo", {"what": spoken(sitting)}) if sitting.game else Phrase("nothing_to_undo")
    return Phrase(f"hold_{intent.replace(' ', '_')}")


def key_phrases(face: Face, sitting: Sitting) -> dict[str, Phrase | None]:
    """The label of each button now; None where it would be refused."""
    state = sitting.state
    labels: dict[str, Phrase | None] = {
        control: Phrase(f"key_{GRAMMAR[face.screen][control.upper()].replace(' ', '_')}")
        for control in BUTTONS
    }
    if face.screen == CHOOSING and state is not None:
        for control, suits in choosing.places(state, face.spread).items():
            labels[control] = Phrase("key_suits", {"suits": suits}) if suits else None
    elif face.screen == "table" and state is not None:
        if not state.clues:
            labels["clue"] = None
        if state.clues == CLUE_TOKENS:
            labels["discard"] = None
    return labels


def next_put_back(face: Face, sitting: Sitting) -> Phrase | None:
    """The step that would be put back next, while that screen is open."""
    if face.screen != PUT_BACK or sitting.state is None:
        return None
    if sitting.undone:
        return spoken_action(sitting.undone[0], sitting.state)
    return Phrase("a_game") if sitting.successor else None


def options(face: Face, sitting: Sitting) -> dict[str, list[str]]:
    """Where buttons stand for suits: which ones, in order."""
    if face.screen != CHOOSING or sitting.state is None:
        return {}
    return {
        control: list(suits)
        for control, suits in choosing.places(sitting.state, face.spread).items()
        if suits
    }
