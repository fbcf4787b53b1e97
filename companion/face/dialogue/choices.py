"""Choosing with three buttons: fireworks, cards, bonus tiles, editions, languages.

Fireworks and ranks stand in columns. One, two or three buttons together stand for each column, so
that any of them is one gesture.

Everything else has its items in three cells, one a button, and so have fireworks and ranks where
one button is pressed at a time: `W | R | B Y G`, black and multicolour beside red; ranks
`1 | 2 | 3 4 5`. A cell with one open item takes it, a cell with several spreads them over the
buttons. Places never move: an item that cannot be chosen leaves a gap.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

from companion.face.command import Command, Do, Prefer
from companion.face.on_table import on_table
from companion.face.preferences import LANGUAGE, VOICE, Tiles
from companion.face.state import Choice, Face, Items, Phrase, Purpose, ScreenName
from companion.face.words import LANGUAGES
from companion.game.actions import (
    RECYCLE,
    REPLAY,
    TILES,
    Action,
    Bonus,
    Discard,
    Misfire,
    Name,
    Play,
    Tile,
)
from companion.game.cards import BLACK, MULTICOLOUR, SUITS, Card, next_card
from companion.game.kinds import distinct_type
from companion.game.refusals import ActionRefused
from companion.game.rules import apply, copies_left
from companion.game.setup import CARDS, HANDS, TOKENS
from companion.game.state import State
from companion.journal.sitting import Sitting
from companion.panel import BUTTONS, CLUE, DISCARD, PLAY


@distinct_type
class Pick(NamedTuple):
    """Open or do what an item stands for, which asks nothing of the game yet."""

    item: str


Taken = Command | Pick
"""What a complete answer leads to."""
Picked = Choice | Taken
"""What picking an item leads to: a deeper choice, or what a complete answer leads to."""


def pressed_together(buttons: Collection[str]) -> str:
    """Return the name of pressing these buttons, together if there are several: `clue+discard`."""
    return "+".join(button for button in BUTTONS if button in buttons)


PRESSES: Final = (
    CLUE,
    pressed_together((CLUE, DISCARD)),
    DISCARD,
    pressed_together((DISCARD, PLAY)),
    PLAY,
    pressed_together((CLUE, PLAY)),
    pressed_together(BUTTONS),
)
"""The buttons that stand for each column, from the left: below five columns the nearest ones."""
SUIT_PRESSES: Final = dict(zip(SUITS, PRESSES, strict=True))

_ORDERED: Final = {*SUITS, *"12345", *LANGUAGES}
Cells = tuple[Items, Items, Items]
Columns = Mapping[str, str]
"""The items in their order, each by the buttons that stand for it."""

SUIT_CELLS: Final = (("W",), ("R", MULTICOLOUR, BLACK), ("B", "Y", "G"))
RANK_CELLS: Final = (("1",), ("2",), ("3", "4", "5"))
# Black is laid from 5 down.
BLACK_CELLS: Final = (("5",), ("4",), ("3", "2", "1"))
TILE_CELLS: Final = (("clue", "repair"), ("colour", "value"), (RECYCLE, REPLAY))
FITS: Final = "fits"
COMPLETES: Final = "completes"
MISFIRE: Final = "misfire"
OTHER: Final = "other"
"""What a play can do where no colours are entered; `OTHER`: the completed firework is not black."""
OUTCOME_CELLS: Final = ((MISFIRE,), (COMPLETES,), (FITS,))
"""PLAY, PLAY is the outcome of most plays: the likeliest slip burns no fuse."""
NEVER: Final = "never"
BACK_TO: Final = "back_to"
"""What can be done with a turn, beside entering one (`EntryKind`)."""
AS_BEFORE: Final = "as_before"
GO_ON: Final = "go_on"
CUT: Final = "cut"
"""What can be done with a repair in which turns do not fit."""
PLAY_IT: Final = "play"
LEARN: Final = "learn"
"""What a group does that has just got the device."""
NO_CARD: Final = "none"
UNNAMED: Final = "unnamed"
"""What *more* offers on a question about a bonus tile, which it answers."""
DONE: Final = "done"
"""The item that only says: this is done."""


@distinct_type
class Level(NamedTuple):
    """One question: its cells, the items that can be chosen now, and its columns, if it has any."""

    cells: Cells
    leads: Mapping[str, Taken | None]
    """What picking each item that can be chosen leads to; None to the next question."""
    columns: Mapping[str, str] = {}


def _pick_level(left: Items, middle: Items, right: Items) -> Level:
    """Return a question about pages and lists, all of which can be chosen."""
    return Level((left, middle, right), {item: Pick(item) for item in (*left, *middle, *right)})


# Of 30,000 questions in random walks 28,700 were those of a moment before.
_ASKED: Final[list[tuple[Face, Sitting, Level]]] = []
"""The question that was open last: a press asks for it dozens of times, and the rules are tried for
each card of it."""


def open_question(face: Face, sitting: Sitting) -> Level:
    """Return the question that is open; without one a level with nothing to choose."""
    if face.purpose is None:
        return Level(((), (), ()), {})
    for known_face, known_sitting, level in _ASKED:
        if face is known_face and sitting is known_sitting:
            return level
    level = _LEVELS[face.purpose](face, sitting)
    _ASKED[:] = [(face, sitting, level)]
    return level


def current_cells(face: Face, sitting: Sitting) -> dict[str, Items]:
    """Return the items at each button, gaps too: the level's cells, or the cell that was opened.

    Those that have an order at the table, or in a list, have it from the left on every build.
    """
    cells = open_question(face, sitting).cells
    if face.choice and face.choice.spread:
        items = face.choice.spread
        # The left button has one item, and the others share what is left.
        middle = 3 if len(items) == 5 else 2
        cells = (items[:1], items[1:middle], items[middle:])
    has_order = all(item in _ORDERED for cell in cells for item in cell)
    return dict(zip(face.labels.order if has_order else BUTTONS, cells, strict=True))


def question_columns(face: Face, sitting: Sitting) -> Columns:
    """Return the columns of the question that is open, gaps too; none where it has cells.

    Where it has columns, buttons that are pressed together stand for one.
    """
    if isinstance(face.scene, ScreenName) or face.preferences.single:
        return {}
    return open_question(face, sitting).columns


def items_by_press(face: Face, sitting: Sitting) -> dict[str, Items]:
    """Return the items that each button stands for now; in columns also several buttons together.
    What stands for no item is refused.
    """
    here = open_question(face, sitting)
    if here.columns and not face.preferences.single:
        return {buttons: (item,) for buttons, item in here.columns.items() if item in here.leads}
    items = {}
    for control, cell in current_cells(face, sitting).items():
        items[control] = tuple(item for item in cell if item in here.leads)
    return items


def pick(face: Face, sitting: Sitting, buttons: str) -> Picked | None:
    """Return the choice or the command behind buttons; None for an empty cell.

    buttons: their name as `pressed_together` makes it.
    """
    items = items_by_press(face, sitting).get(buttons, ())
    if len(items) > 1 and face.choice:
        # With its gaps, since places never move.
        cell = current_cells(face, sitting)[buttons]
        return face.choice._replace(spread=cell)
    return take(face, sitting, items[0]) if items else None


def take(face: Face, sitting: Sitting, item: str) -> Picked | None:
    """Return the choice or the command behind an item; None where it cannot be chosen."""
    choice = face.choice
    leads = open_question(face, sitting).leads
    if choice is None or item not in leads:
        return None
    return leads[item] or choice._replace(path=(*choice.path, item), spread=())


# Fireworks


def playable(state: State) -> frozenset[str]:
    """Return the suits in which a card can be played now."""
    return frozenset(
        suit for suit, card in _cards_due(state).items() if copies_left(state, card) > 0
    )


def can_choose(state: State) -> bool:
    """Return True if there is an answer to the question of PLAY."""
    return state.setup.detail == TOKENS or bool(playable(state))


def allows_action(state: State, action: Action) -> bool:
    """Return True if the rules take an action now."""
    try:
        apply(state, action)
    except ActionRefused:
        return False
    return True


def _cards_due(state: State) -> dict[str, Card]:
    """Return the card that each unfinished firework takes."""
    return {
        suit: card for suit, height in state.fireworks.items() if (card := next_card(suit, height))
    }


def _suit_level(state: State, leads: Mapping[str, Taken | None]) -> Level:
    left, cell, right = SUIT_CELLS
    middle = tuple(suit for suit in cell if suit in state.fireworks)
    columns = {SUIT_PRESSES[suit]: suit for suit in state.fireworks}
    return Level((left, middle, right), leads, columns)


def _firework_level(face: Face, sitting: Sitting) -> Level:
    """Return the question on which firework a card is played."""
    state = on_table(sitting).state
    return _suit_level(state, {suit: Do(Play(suit=suit)) for suit in playable(state)})


def _outcome_level(face: Face, sitting: Sitting) -> Level:
    """Return the question what a play did, where no colours are entered."""
    state = on_table(sitting).state
    plays = {BLACK: Play(completed=True, by=BLACK), OTHER: Play(completed=True)}
    completions = {by: Do(play) for by, play in plays.items() if allows_action(state, play)}
    if face.path:
        return Level(((BLACK,), (OTHER,), ()), completions)
    plain: Mapping[str, Action] = {FITS: Play(), MISFIRE: Misfire()}
    leads: dict[str, Taken | None] = {
        item: Do(action) for item, action in plain.items() if allows_action(state, action)
    }
    if completions:
        only, *others = completions.values()
        leads[COMPLETES] = None if others else only
    return Level(OUTCOME_CELLS, leads)


# Names of cards in the pile


def names_cards(sitting: Sitting) -> bool:
    """Return True if discards and misfires are named in this game."""
    return sitting.began is not None and sitting.began.setup.detail in (CARDS, HANDS)


def nameable(sitting: Sitting, purpose: Purpose | None) -> frozenset[Card]:
    """Return the cards that an unnamed one can be.

    It is that of the last step, or with `NAME_LATE` any.
    """
    game = on_table(sitting)
    state = game.state
    action: type[Name | Discard | Misfire] = Name
    if purpose == Purpose.NAME:
        # The name replaces the last step, so the rules are asked of the table before that.
        state = game.before
        action = Discard if isinstance(sitting.steps[-1].action, Discard) else Misfire
    left = [card for card in state.setup.box.copies if copies_left(state, card) > 0]
    return frozenset(card for card in left if allows_action(state, action(card)))


def naming_command(sitting: Sitting, purpose: Purpose | None, card: Card, tag: str = "") -> Do:
    """Return the command that names an unnamed card."""
    if purpose == Purpose.NAME_LATE:
        return Do(Name(card), tag=tag)
    last = sitting.steps[-1].action
    # What is no discard is taken for a misfire, as `nameable` does.
    action = last if isinstance(last, Discard | Misfire) else Misfire()
    return Do(action._replace(card=card), tag=tag, amends=True)


def _card_level(state: State, path: Items, commands: Mapping[Card, Do]) -> Level:
    """Return the question for one of these cards: for its suit, then for its rank."""
    if not path:
        return _suit_level(state, dict.fromkeys(card.suit for card in commands))
    suit = path[0]
    ranks = BLACK_CELLS if suit == BLACK else RANK_CELLS
    leads = {str(card.rank): command for card, command in commands.items() if card.suit == suit}
    return Level(ranks, leads, dict(zip(PRESSES, sum(ranks, ()), strict=False)))


def _naming_level(face: Face, sitting: Sitting) -> Level:
    """Return the question which card an unnamed one is."""
    cards = nameable(sitting, face.purpose)
    commands = {card: naming_command(sitting, face.purpose, card) for card in cards}
    return _card_level(on_table(sitting).state, face.path, commands)


# Bonus tiles


@distinct_type
class RevealedTile(NamedTuple):
    """The bonus tile that is to be resolved, as far as its use is chosen."""

    name: Tile
    path: Items
    """The items picked of its card."""
    either: bool = False
    """It is `RECYCLE` with an empty deck, and whether to use it as `REPLAY` is not chosen yet."""
    as_replay: bool = False
    """It is `RECYCLE`, used as `REPLAY`."""

    @property
    def takes_card(self) -> bool:
        """Whether it takes a card of the pile."""
        return self.name in (RECYCLE, REPLAY)

    @property
    def replays(self) -> bool:
        """Whether that card goes onto a firework."""
        return self.name == REPLAY or self.as_replay

    @property
    def recycles(self) -> bool:
        """Whether that card goes back into the deck."""
        return self.takes_card and not self.replays


def revealed_tile(face: Face, sitting: Sitting) -> RevealedTile | None:
    """Return the bonus tile that is to be resolved, once it is known."""
    game = on_table(sitting)
    path = face.path
    order: tuple[Tile, ...] = game.began.tiles
    among: Collection[str] = game.state.tiles
    if face.preferences.tiles == Tiles.TABLE:
        # A group with tiles of its own says first which one it turned: the path begins with it.
        order = TILES
        among = path[:1]
        path = path[1:]
    names = [tile for tile in order if tile in among]
    if not names:
        return None
    # With an empty deck a recycled card may go onto its firework: the path begins with that choice.
    if names[0] != RECYCLE or game.state.deck:
        return RevealedTile(names[0], path)
    return RevealedTile(names[0], path[1:], either=not path, as_replay=path[:1] == (REPLAY,))


def lays(face: Face, sitting: Sitting) -> bool:
    """Return True if choosing a suit lays the next card on its firework."""
    if face.screen != ScreenName.TILE:
        return face.purpose == Purpose.PLAY
    tile = revealed_tile(face, sitting)
    return tile is not None and tile.replays


def _tile_level(face: Face, sitting: Sitting) -> Level:
    """Return the question of a bonus tile: which one, what for, and which card it takes."""
    state = on_table(sitting).state
    tile = revealed_tile(face, sitting)
    if tile is None:
        leads: dict[str, Taken | None] = {name: Do(Bonus(name)) for name in state.tiles}
        # Of these the card is asked next.
        leads |= dict.fromkeys({RECYCLE, REPLAY} & leads.keys())
        return Level(TILE_CELLS, leads)
    if tile.either:
        return Level(((RECYCLE,), (), (REPLAY,)), {RECYCLE: None, REPLAY: None})
    if tile.recycles and state.discards:
        commands = {card: Do(Bonus(tile.name, card)) for card in state.discards}
        return _card_level(state, tile.path, commands)
    plays: dict[str, Do] = {}
    for suit, card in _cards_due(state).items() if tile.replays else ():
        if card in state.discards:
            plays[suit] = Do(Bonus(tile.name, card, as_replay=tile.as_replay))
        elif state.unnamed and copies_left(state, card) > 0:
            # It may lie there unnamed, and then it has only a suit.
            plays[suit] = Do(Bonus(tile.name, None, suit, as_replay=tile.as_replay))
    if plays:
        return _suit_level(state, plays)
    return Level(((), (), (DONE,)), {DONE: Do(skip(face, sitting) or Bonus(tile.name))})


def tile_phrase(face: Face, sitting: Sitting) -> Phrase:
    """Return the question of a bonus tile, or its effect where no card of the pile is taken."""
    tile = revealed_tile(face, sitting)
    if tile is None:
        return Phrase("ask_tile")
    if DONE not in open_question(face, sitting).leads:
        return Phrase("ask_replay" if tile.replays else "ask_recycle")
    if not tile.takes_card:
        return Phrase(f"effect_{tile.name}")
    if tile.replays:
        return Phrase("effect_replay_nothing")
    unnamed = on_table(sitting).state.unnamed
    return Phrase("effect_recycle_unnamed" if unnamed else "effect_recycle_nothing")


def skip(face: Face, sitting: Sitting) -> Bonus | None:
    """Return the use of a bonus tile with an unnamed card, or with none. Return None where that is
    no answer.
    """
    tile = revealed_tile(face, sitting)
    if tile is None or not tile.takes_card:
        return None
    state = on_table(sitting).state
    unnamed = tile.recycles and state.unnamed > 0
    # Where all cards of the pile are named, one of them has to be chosen.
    all_named = state.discards and not state.unnamed
    if tile.recycles and all_named:
        return None
    return Bonus(tile.name, unnamed=unnamed, as_replay=tile.as_replay)


# More, set-up, the turns


def _more_level(face: Face, sitting: Sitting) -> Level:
    """Return the question of *more*: what opens beside what the buttons do, by its screen's name.

    While a turn is entered it is what belongs to that turn. Before the first game it has the voice.
    """
    state = sitting.state
    middle: Items = ()
    bonus = None
    if face.origin == ScreenName.START or state is None:
        middle = (ScreenName.EDITION,)
    elif state.bonus_pending and not state.over:
        bonus = skip(face, sitting)
        if bonus is not None:
            middle = (UNNAMED if bonus.unnamed else NO_CARD,)
    elif not state.over:
        middle = (ScreenName.LOOK,)
    left: Items = ()
    right: Items = ()
    if face.visit is None:
        right = (ScreenName.MENU,)
        if sitting.has_steps or sitting.redoable:
            left = (ScreenName.TURNS,)
        elif state is None:
            left = (VOICE,)
    level = _pick_level(left, middle, right)
    if bonus is None:
        return level
    return level._replace(leads={**level.leads, middle[0]: Do(bonus)})


def _language_level(face: Face, sitting: Sitting) -> Level:
    """Return the question for the language, all of them in the order of the list."""
    left = (len(LANGUAGES) + 2) // 3
    middle = left + (len(LANGUAGES) + 1) // 3
    cells = (LANGUAGES[:left], LANGUAGES[left:middle], LANGUAGES[middle:])
    return Level(cells, {language: Prefer(LANGUAGE, language) for language in LANGUAGES})


_WELCOME: Final = _pick_level((LEARN,), (), (PLAY_IT,))
_LEAVING: Final = _pick_level((AS_BEFORE,), (GO_ON,), (CUT,))
_LEVELS: Final[Mapping[Purpose, Callable[[Face, Sitting], Level]]] = {
    Purpose.PLAY: _firework_level,
    Purpose.OUTCOME: _outcome_level,
    Purpose.NAME: _naming_level,
    Purpose.NAME_LATE: _naming_level,
    Purpose.TILE: _tile_level,
    Purpose.LANGUAGE: _language_level,
    Purpose.WELCOME: lambda *_: _WELCOME,
    Purpose.LEAVING: lambda *_: _LEAVING,
    Purpose.MORE: _more_level,
}
"""What each purpose asks."""
