"""Choosing with three buttons: fireworks, cards, bonus tiles, editions, languages.

A level has its items in three cells, one a button: `W | R | B Y G`, black and multicolour beside
red; ranks `1 | 2 | 3 4 5`. A cell with one open item takes it, a cell with several spreads them
over the buttons. Places never move: an item that cannot be chosen leaves a gap.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.face.command import Amend, Command, Do, Prefer
from companion.face.state import Choice, Face
from companion.face.words import LANGUAGES
from companion.game.actions import TILES, Bonus, Discard, Misfire, Name, Play, Tile
from companion.game.cards import BLACK, HIGHEST, Card, next_rank
from companion.game.corrections import unplaced_bounds
from companion.game.edition import PRESETS, Edition
from companion.game.rules import copies_left, fits
from companion.game.state import State
from companion.panel import BUTTONS
from companion.table.sitting import Sitting


class Decide(NamedTuple):
    """What shall become of a turn, or of a repair."""

    item: str


class Draw(NamedTuple):
    """Take an edition for the next game; `preset` is its name, where it is chosen by that."""

    edition: Edition
    preset: str = ""


Picked = Choice | Command | Decide | Draw
"""What picking an item leads to: a deeper choice, what it asks of the game, or of a repair."""


Cells = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

SUIT_CELLS: Final[Cells] = (("W",), ("R", "M", "K"), ("B", "Y", "G"))
RANK_CELLS: Final[Cells] = (("1",), ("2",), ("3", "4", "5"))
BLACK_CELLS: Final[Cells] = (("5",), ("4",), ("3", "2", "1"))
TILE_CELLS: Final[Cells] = (("clue", "repair"), ("colour", "value"), ("recycle", "replay"))
OUTCOME_CELLS: Final[Cells] = (("fits",), ("completes",), ("misfire",))
EDITION_CELLS: Final[Cells] = (
    ("classic", "online", "summary"),
    ("rr-variant-1", "rr-variant-2", "rr-variant-3", "rr-variant-4"),
    ("colour-avalanche", "black-powder", "flamboyants", "final-flourish", "grand"),
)
NEVER: Final = "never"
ITS_TILE: Final = "its_tile"
BACK_TO: Final = "back_to"
"""What can become of a turn."""
AS_BEFORE: Final = "as_before"
GO_ON: Final = "go_on"
CUT: Final = "cut"
"""What can become of a repair in which turns do not fit."""
TURN_CELLS: Final[Cells] = ((NEVER,), (ITS_TILE,), (BACK_TO,))
LEAVING_CELLS: Final[Cells] = ((AS_BEFORE,), (GO_ON,), (CUT,))
DONE: Final = "done"
"""The item that only says: this is done."""


class Level(NamedTuple):
    """One question: its cells, and the items that can be chosen now."""

    cells: Cells
    open: frozenset[str]


def level(face: Face, sitting: Sitting) -> Level:
    """The question that is open."""
    assert face.choice is not None
    return _LEVELS[face.choice.purpose](face, sitting, face.choice.path)


def shown(face: Face, sitting: Sitting) -> Cells:
    """The items at each button, gaps too: the level's cells, or the cell that was opened."""
    assert face.choice is not None
    if face.choice.spread:
        return _spread(face.choice.spread)
    return level(face, sitting).cells


def offered(face: Face, sitting: Sitting) -> dict[str, tuple[str, ...]]:
    """The items that each button stands for now; a button with none is refused."""
    here = level(face, sitting).open
    cells = shown(face, sitting)
    return {
        control: tuple(item for item in cell if item in here)
        for control, cell in zip(BUTTONS, cells, strict=True)
    }


def _spread(items: tuple[str, ...]) -> Cells:
    """Up to five items over three buttons."""
    match len(items):
        case 0 | 1 | 2 | 3:
            one, two, three = (*((item,) for item in items), (), (), ())[:3]
            return one, two, three
        case 4:
            return items[:1], items[1:2], items[2:]
        case _:
            return items[:1], items[1:3], items[3:]


def pick(face: Face, sitting: Sitting, control: str) -> Picked | None:
    """What a button does: a deeper choice, what it asks of the game, or None for an empty cell."""
    assert face.choice is not None
    items = offered(face, sitting)[control]
    if not items:
        return None
    if len(items) > 1:
        cell = next(cell for cell in shown(face, sitting) if items[0] in cell)
        return face.choice._replace(spread=cell)
    return take(face, sitting, items[0])


def take(face: Face, sitting: Sitting, item: str) -> Picked | None:
    """What choosing an item does; None where it cannot be chosen."""
    assert face.choice is not None
    if item not in level(face, sitting).open:
        return None
    deeper = face.choice._replace(path=(*face.choice.path, item), spread=())
    return _TAKERS[face.choice.purpose](face, sitting, deeper)


# Fireworks


def next_card(state: State, suit: str) -> Card:
    """The card that an unfinished firework takes."""
    rank = next_rank(suit, state.fireworks[suit])
    assert rank is not None
    return Card(suit, rank)


def playable(state: State) -> frozenset[str]:
    """The suits of which a card can be played now."""
    return frozenset(
        suit
        for suit, height in state.fireworks.items()
        if height < HIGHEST and copies_left(state, next_card(state, suit)) > 0
    )


def _cells(items: Cells, suits: Mapping[str, int]) -> Cells:
    one, two, three = (tuple(item for item in cell if item in suits) for cell in items)
    return one, two, three


def _play(face: Face, sitting: Sitting, path: tuple[str, ...]) -> Level:
    state = _state(sitting)
    return Level(_cells(SUIT_CELLS, state.fireworks), playable(state))


def _take_play(face: Face, sitting: Sitting, choice: Choice) -> Picked:
    return Do(Play(suit=choice.path[0]))


# The detail tokens


def _outcome(face: Face, sitting: Sitting, path: tuple[str, ...]) -> Level:
    state = _state(sitting)
    if path:
        return Level((("K",), ("other",), ()), frozenset({"K", "other"}))
    fewest, most = unplaced_bounds(state, state.unplaced + 1)
    possible = {"misfire"}
    if fewest <= state.unplaced_complete <= most and not state.complete:
        possible.add("fits")
    if fewest <= state.unplaced_complete + 1 <= most:
        possible.add("completes")
    return Level(OUTCOME_CELLS, frozenset(possible))


def _take_outcome(face: Face, sitting: Sitting, choice: Choice) -> Picked:
    state = _state(sitting)
    match choice.path:
        case ("fits",):
            return Do(Play())
        case ("misfire",):
            return Do(Misfire())
        case ("completes",) if BLACK in state.fireworks and not state.black_complete:
            others = len(state.fireworks) - 1
            return choice if state.unplaced_complete < others else Do(Play(completed=True, by="K"))
        case ("completes", "K"):
            return Do(Play(completed=True, by="K"))
        case _:
            return Do(Play(completed=True))


# Names of cards in the pile


def nameable(sitting: Sitting, purpose: str) -> frozenset[Card]:
    """The cards that an unnamed one can be: the last step's ("name"), or any ("name late")."""
    state = _state(sitting)
    misfire = False
    if purpose == "name":
        assert sitting.steps
        misfire = isinstance(sitting.steps[-1].action, Misfire)
        state = sitting.before or state
    return frozenset(
        card
        for card in state.setup.box.copies
        if copies_left(state, card) > 0 and not (misfire and not state.unplaced and fits(state, card))
    )


def _name(face: Face, sitting: Sitting, path: tuple[str, ...]) -> Level:
    assert face.choice is not None
    return _of_cards(_state(sitting), nameable(sitting, face.choice.purpose), path)


def _of_cards(state: State, cards: frozenset[Card], path: tuple[str, ...]) -> Level:
    """Choosing one of these cards: its suit, then its rank."""
    if not path:
        return Level(_cells(SUIT_CELLS, state.fireworks), frozenset(card.suit for card in cards))
    ranks = BLACK_CELLS if path[0] == BLACK else RANK_CELLS
    return Level(ranks, frozenset(str(card.rank) for card in cards if card.suit == path[0]))


def _take_name(face: Face, sitting: Sitting, choice: Choice) -> Picked:
    if len(choice.path) < 2:
        return choice
    card = Card(choice.path[0], int(choice.path[1]))
    if choice.purpose == "name late":
        return Do(Name(card))
    discarded = isinstance(sitting.steps[-1].action, Discard)
    return Amend(Discard(card) if discarded else Misfire(card))


# Bonus tiles


def revealed(face: Face, sitting: Sitting) -> Tile | None:
    """The bonus tile that is to be resolved, once it is known."""
    assert face.choice is not None
    if face.preferences.tiles == "table":
        return next((tile for tile in TILES if face.choice.path[:1] == (tile,)), None)
    assert sitting.began is not None
    return next(tile for tile in sitting.began.tiles if tile in _state(sitting).tiles)


def _tile(face: Face, sitting: Sitting, path: tuple[str, ...]) -> Level:
    state = _state(sitting)
    tile = revealed(face, sitting)
    if tile is None:
        return Level(TILE_CELLS, frozenset(state.tiles))
    path = path[1:] if face.preferences.tiles == "table" else path
    if tile == "recycle" and not state.deck:
        if not path:
            return Level((("recycle",), (), ("replay",)), frozenset({"recycle", "replay"}))
        tile, path = "recycle" if path[0] == "recycle" else "replay", path[1:]
    if tile == "recycle" and state.discards:
        return _of_cards(state, frozenset(state.discards), path)
    if tile == "replay" and (suits := replayable(state)):
        return Level(_cells(SUIT_CELLS, state.fireworks), suits)
    return Level(((), (), (DONE,)), frozenset({DONE}))


def replayable(state: State) -> frozenset[str]:
    """The suits whose next card lies in the pile, or may lie there unnamed."""
    return frozenset(
        suit
        for suit in state.fireworks
        if state.fireworks[suit] < HIGHEST
        and (next_card(state, suit) in state.discards or (state.unnamed and suit in playable(state)))
    )


def _take_tile(face: Face, sitting: Sitting, choice: Choice) -> Picked:
    state = _state(sitting)
    after = face._replace(choice=choice)
    tile = revealed(after, sitting)
    assert tile is not None
    picked = choice.path[1:] if face.preferences.tiles == "table" else choice.path
    if tile not in ("recycle", "replay"):
        return Do(Bonus(tile))
    as_replay = False
    if tile == "recycle" and not state.deck:
        if not picked:
            return choice
        as_replay, picked = picked[0] == "replay", picked[1:]
    if not picked:
        return choice
    replays = tile == "replay" or as_replay
    if picked == (DONE,):
        return Do(_nothing_taken(state, tile, as_replay))
    if replays:
        card = next_card(state, picked[0])
        named = card in state.discards
        return Do(Bonus(tile, card if named else None, None if named else picked[0], as_replay=as_replay))
    if len(picked) < 2:
        return choice
    return Do(Bonus(tile, Card(picked[0], int(picked[1]))))


def _nothing_taken(state: State, tile: Tile, as_replay: bool) -> Bonus:
    """What skipping the card of a tile means: an unnamed one goes back, or nothing is taken."""
    unnamed = tile == "recycle" and not as_replay and state.unnamed > 0
    return Bonus(tile, unnamed=unnamed, as_replay=as_replay)


def skip(face: Face, sitting: Sitting) -> Command | None:
    """Holding DISCARD: no name, an unnamed card, nothing taken; None where that is no answer."""
    choice = face.choice
    if choice is None or choice.purpose != "tile":
        return None
    state = _state(sitting)
    tile = revealed(face, sitting)
    if tile not in ("recycle", "replay"):
        return None
    path = choice.path[1:] if face.preferences.tiles == "table" else choice.path
    as_replay = tile == "recycle" and path[:1] == ("replay",)
    if tile == "recycle" and not as_replay and state.discards and not state.unnamed:
        return None
    return Do(_nothing_taken(state, tile, as_replay))


# Set-up


def _edition(face: Face, sitting: Sitting, path: tuple[str, ...]) -> Level:
    return Level(EDITION_CELLS, frozenset(PRESETS))


def _take_edition(face: Face, sitting: Sitting, choice: Choice) -> Picked:
    return Draw(PRESETS[choice.path[0]], choice.path[0])


def _language(face: Face, sitting: Sitting, path: tuple[str, ...]) -> Level:
    return Level(_spread(LANGUAGES), frozenset(LANGUAGES))


def _take_language(face: Face, sitting: Sitting, choice: Choice) -> Picked:
    return Prefer("language", choice.path[0])


def _state(sitting: Sitting) -> State:
    assert sitting.state is not None
    return sitting.state


def _turn(face: Face, sitting: Sitting, path: tuple[str, ...]) -> Level:
    assert face.visit is not None
    asks = face.visit.moments[face.visit.mark].tile is not None
    return Level(TURN_CELLS, frozenset({NEVER, BACK_TO, ITS_TILE} if asks else {NEVER, BACK_TO}))


def _leaving(face: Face, sitting: Sitting, path: tuple[str, ...]) -> Level:
    return Level(LEAVING_CELLS, frozenset({AS_BEFORE, GO_ON, CUT}))


def _decide(face: Face, sitting: Sitting, choice: Choice) -> Picked:
    return Decide(choice.path[0])


_LEVELS: Final[Mapping[str, Callable[[Face, Sitting, tuple[str, ...]], Level]]] = {
    "play": _play,
    "outcome": _outcome,
    "name": _name,
    "name late": _name,
    "tile": _tile,
    "edition": _edition,
    "language": _language,
    "turn": _turn,
    "leaving": _leaving,
}
_TAKERS: Final[Mapping[str, Callable[[Face, Sitting, Choice], Picked]]] = {
    "play": _take_play,
    "outcome": _take_outcome,
    "name": _take_name,
    "name late": _take_name,
    "tile": _take_tile,
    "edition": _take_edition,
    "language": _take_language,
    "turn": _decide,
    "leaving": _decide,
}
