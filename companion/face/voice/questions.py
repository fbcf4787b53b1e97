"""Questions aloud: what is asked, and later which button stands for which answer."""

from companion import LANGUAGES
from companion.face.dialogue import choices, labels, more, tips
from companion.face.on_table import on_table
from companion.face.state import Choice, Phrase, Purpose, ScreenName
from companion.face.view import View
from companion.face.voice.aloud import Aloud
from companion.game.actions import RECYCLE, REPLAY, TILES
from companion.game.cards import SUITS, next_card
from companion.panel import BUTTONS


def question(aloud: Aloud, view: View, choice: Choice) -> list[str]:
    """What a question asks; its answers are spoken once it waits."""
    if choice.screen == ScreenName.TILE:
        return _tile(aloud, view)
    if choice.purpose == Purpose.LANGUAGE:
        return [Aloud(language).say("menu_language") for language in LANGUAGES]
    asked = [
        labels.question(choice, view.sitting),
        tips.in_question(view.face, view.sitting, choice),
    ]
    return [aloud.phrase(phrase) for phrase in asked if phrase]


def _tile(aloud: Aloud, view: View) -> list[str]:
    """The tile that was turned and what it does, or the question which one it was."""
    tile = choices.revealed(view.face, view.sitting)
    if tile is None:
        return [aloud.say("ask_tile")]
    name, state = aloud.say(f"tile_{tile.name}"), on_table(view.sitting).state
    offered = [
        item for items in choices.offered(view.face, view.sitting).values() for item in items
    ]
    if tile.either:
        return [name]
    if offered != [choices.DONE]:
        return [name, aloud.say("ask_replay" if tile.replays else "ask_recycle")]
    if tile.replays:
        return [name, aloud.say("effect_replay_nothing")]
    if tile.takes_card:
        return [
            name,
            aloud.say("effect_recycle_unnamed" if state.unnamed else "effect_recycle_nothing"),
        ]
    return [name, aloud.say(f"effect_{tile.name}")]


def answers(aloud: Aloud, view: View) -> list[str]:
    """The answers by the buttons that stand for them, several together joined."""
    found = []
    for buttons, items in choices.offered(view.face, view.sitting).items():
        if items:
            said = "; ".join(_item(aloud, view, item) for item in items)
            found.append(f"{pressed(aloud, buttons)}: {said}")
    return found


def pressed(aloud: Aloud, buttons: str) -> str:
    """The names of buttons that are pressed together."""
    names = [aloud.say(f"control_{button}") for button in BUTTONS if button in buttons.split("+")]
    return aloud.say("say_together", buttons=", ".join(names)) if len(names) > 1 else names[0]


def _item(aloud: Aloud, view: View, item: str) -> str:
    """An answer in full."""
    choice = view.face.choice
    if choice is not None and choice.purpose == Purpose.LANGUAGE:
        return aloud.phrase(Phrase("own_name", {"language": item}))
    if choice is not None and choice.purpose == Purpose.MORE:
        return f"{aloud.say(f'item_{item}')}, {aloud.phrase(more.purpose(view.face, item))}"
    if item in SUITS:
        card = next_card(item, on_table(view.sitting).state.fireworks[item])
        return (
            aloud.card(card) if card and choices.lays(view.face, view.sitting) else aloud.suit(item)
        )
    if item in TILES:
        either = item in (RECYCLE, REPLAY) and _either(view)
        return aloud.say(f"use_{item}") if either else aloud.say(f"tile_{item}")
    return item if item.isdigit() else aloud.say(f"item_{item}")


def _either(view: View) -> bool:
    tile = choices.revealed(view.face, view.sitting)
    return tile is not None and tile.either
