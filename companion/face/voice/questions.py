"""Questions aloud: what is asked, and later which button stands for which answer."""

from companion.face.dialogue import choices, labels, more, tips
from companion.face.on_table import on_table
from companion.face.state import Choice, Phrase, Purpose, ScreenName
from companion.face.view import View
from companion.face.voice.aloud import Aloud, Sentences
from companion.game.actions import TILES
from companion.game.cards import SUITS, next_card
from companion.panel import BUTTONS


def question_aloud(aloud: Aloud, view: View, choice: Choice) -> Sentences:
    """Return the words of a question; its answers are spoken once it waits."""
    if choice.screen == ScreenName.TILE:
        return tile_aloud(aloud, view)
    if choice.purpose == Purpose.LANGUAGE:
        items = choices.items_by_press(view.face, view.sitting).values()
        return [Aloud(language).say("menu_language") for cell in items for language in cell]
    asked = labels.question_phrase(choice, view.sitting)
    tip = tips.in_question(view.face, view.sitting, choice)
    return [aloud.phrase(phrase) for phrase in (asked, tip) if phrase]


def tile_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the tile that was turned and what it does, or the question which one it was."""
    tile = choices.revealed_tile(view.face, view.sitting)
    if tile is None:
        return [aloud.say("ask_tile")]
    name = aloud.say(f"tile_{tile.name}")
    return [name] if tile.either else [name, aloud.say(effect_text(view, tile))]


def effect_text(view: View, tile: choices.RevealedTile) -> str:
    """Return the key of a tile's question, or of its effect where there is nothing to take."""
    if choices.DONE not in choices.open_question(view.face, view.sitting).open:
        return "ask_replay" if tile.replays else "ask_recycle"
    if tile.replays:
        return "effect_replay_nothing"
    if not tile.takes_card:
        return f"effect_{tile.name}"
    unnamed = on_table(view.sitting).state.unnamed
    return "effect_recycle_unnamed" if unnamed else "effect_recycle_nothing"


def answers_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the answers by the buttons that stand for them, several together joined."""
    parts = []
    for buttons, items in choices.items_by_press(view.face, view.sitting).items():
        if items:
            names = "; ".join(answer_aloud(aloud, view, item) for item in items)
            parts.append(f"{button_names(aloud, buttons)}: {names}")
    return parts


def button_names(aloud: Aloud, buttons: str) -> str:
    """Return the names of buttons that are pressed together."""
    names = [aloud.say(f"control_{button}") for button in BUTTONS if button in buttons.split("+")]
    if len(names) == 1:
        return names[0]
    return aloud.say("together", buttons=", ".join(names))


def answer_aloud(aloud: Aloud, view: View, item: str) -> str:
    """Return an answer in full."""
    purpose = view.face.purpose
    if purpose == Purpose.LANGUAGE:
        return aloud.phrase(Phrase("own_name", {"language": item}))
    if purpose in (Purpose.MORE, Purpose.WELCOME):
        return f"{aloud.say(f'item_{item}')}, {aloud.phrase(more.item_purpose(view.face, item))}"
    if item in SUITS:
        return suit_or_card_aloud(aloud, view, item)
    if item in TILES:
        tile = choices.revealed_tile(view.face, view.sitting)
        return aloud.say(f"use_{item}" if tile and tile.either else f"tile_{item}")
    return item if item.isdigit() else aloud.say(f"item_{item}")


def suit_or_card_aloud(aloud: Aloud, view: View, suit: str) -> str:
    """Return a suit, or where a card is laid its card."""
    card = next_card(suit, on_table(view.sitting).state.fireworks[suit])
    lays = choices.lays(view.face, view.sitting)
    return aloud.card(card) if card and lays else aloud.suit(suit)
