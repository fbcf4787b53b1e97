"""Choosing a firework with three buttons: `W | R | B Y G`, black and multicolour beside red.

Places never move: a finished firework leaves a gap. A cell with one firework left is one more
tap; else its fireworks spread over the three buttons.
"""

from typing import Final

from companion.game.actions import Play
from companion.game.cards import HIGHEST, Card, next_rank
from companion.game.rules import copies_left
from companion.game.state import State
from companion.panel import BUTTONS

_CELLS: Final = (("W",), ("R", "M", "K"), ("B", "Y", "G"))


def playable(state: State, suit: str) -> bool:
    """Whether a card of this suit can be played now."""
    if suit not in state.fireworks or state.fireworks[suit] == HIGHEST:
        return False
    return copies_left(state, next_card(state, suit)) > 0


def next_card(state: State, suit: str) -> Card:
    """The card that an unfinished firework takes."""
    rank = next_rank(suit, state.fireworks[suit])
    assert rank is not None
    return Card(suit, rank)


def cells(state: State, spread: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The suits that have their place at each button, finished ones too."""
    parted = tuple((suit,) for suit in spread) if spread else _CELLS
    return {
        control: tuple(suit for suit in cell if suit in state.fireworks)
        for control, cell in zip(BUTTONS, parted, strict=False)
    }


def places(state: State, spread: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The suits at each button, finished ones and gaps left out."""
    return {
        control: tuple(suit for suit in cell if playable(state, suit))
        for control, cell in cells(state, spread).items()
    }


def open_cell(state: State, spread: tuple[str, ...], control: str) -> tuple[str, ...] | Play | None:
    """What a button does: the suits to spread, the play that it names, or None for an empty cell."""
    suits = places(state, spread).get(control, ())
    if not suits:
        return None
    if len(suits) == 1:
        return Play(suit=suits[0])
    cell = next(cell for cell in _CELLS if suits[0] in cell)
    return tuple(suit for suit in cell if suit in state.fireworks)
