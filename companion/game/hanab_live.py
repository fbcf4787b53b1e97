"""Hanab Live's JSON: a game that was told with its places, for a review there; and games of there.

There every card has a number, in the order of the draw, and the deck says which card that is. A
card that nobody has seen is filled in so that every clue stays true, and a note says so.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, Final, NamedTuple

from companion.game.actions import (
    Action,
    Clue,
    Concede,
    Discard,
    Information,
    Misfire,
    Play,
    action_json,
)
from companion.game.cards import HIGHEST, Card, next_card
from companion.game.edition import FLOURISH, PRESETS, Edition
from companion.game.names import Names, cut_name
from companion.game.outlook import reachable
from companion.game.places import dealt, follow, possible, touches
from companion.game.record import Record
from companion.game.refusals import ActionRefused
from companion.game.rules import apply, fits, start
from companion.game.setup import FEWEST_PLAYERS, HANDS, MOST_PLAYERS, Setup
from companion.game.state import State
from companion.numbers import Json

NOT_SEEN: Final = "never seen at the table"
STRIKES: Final = 3
PLAY, DISCARD, COLOUR, RANK, END = range(5)
_TERMINATED: Final = 4
_FOREIGN: Final = ("cardCycle", "oneExtraCard", "oneLessCard", "detrimentalCharacters")
"""Options for rules that nothing here has."""
PLAIN: Final = "No Variant"
LINK: Final = "https://hanab.live/shared-replay-json/"
_DIGITS: Final = ascii_lowercase + digits + ascii_uppercase
"""Those of the numbers in a link."""


class Variant(NamedTuple):
    """The suits of a variant there and what its clues name, and the same rules here."""

    id: int
    suits: str
    colours: str
    edition: Edition


VARIANTS: Final = {
    PLAIN: Variant(0, "RYGBW", "RYGBW", Edition()),
    "6 Suits": Variant(1, "RYGBWM", "RYGBWM", Edition(multicolour=10)),
    "Black (6 Suits)": Variant(2, "RYGBWM", "RYGBWM", Edition(multicolour=5)),
    "Rainbow (6 Suits)": Variant(3, "RYGBWM", "RYGBW", PRESETS["rr-variant-3"]),
    "White Reversed (6 Suits)": Variant(1356, "RYGBWK", "RYGBW", PRESETS["black-powder"]),
}
"""White stands where Hanab Live has purple."""


class NumberedTable:
    """A game in progress, with the numbers of the cards in the hands, the newest first."""

    def __init__(self, setup: Setup, first: int = 0) -> None:
        """Deal; the player who begins is the first one here, and was dealt to as that one there."""
        size = setup.hand_size
        self.state = start(setup)
        self.rows = dealt(self.state)
        self.first = first
        numbers = [*range(setup.players * size)]
        hands = [numbers[at : at + size][::-1] for at in range(0, len(numbers), size)]
        self.hands = hands[first:] + hands[:first]

    def apply_action(self, action: Action) -> None:
        """Take an action that tells its place."""
        before = self.state
        hand = self.hands[before.seat]
        self.state = apply(before, action)
        self.rows = follow(self.rows, before, action, self.state)
        if isinstance(action, Play | Discard | Misfire) and action.place:
            del hand[action.place - 1]
        if len(hand) < self.state.hands[before.seat]:
            hand.insert(0, before.setup.box.total - before.deck)


def exported_game(setup: Setup, names: Names, actions: Sequence[Action]) -> Json:
    """Return a game as Hanab Live's JSON. Raises ActionRefused where it cannot be told there."""
    variant = _variant_name(setup.edition)
    table = NumberedTable(setup)
    seen: dict[int, Card] = {}
    told = []
    for action in actions:
        if action == Concede("no_more_points"):
            break  # an end by hand scores nothing there
        turn = table.state.turn
        told.append(_action_json(table, action, seen, VARIANTS[variant]))
        table.apply_action(action)
        if table.state.turn > turn + 1:
            raise ActionRefused("live_pass", turn=turn + 1)
        if _is_over_there(table.state):
            break
    if not told:
        raise ActionRefused("live_empty")
    said = [one.information.places for one in actions if isinstance(one, Clue) and one.information]
    options = {"variant": variant, "allOrNothing": setup.edition.flourish, "emptyClues": () in said}
    deck = _filled_deck(table, seen)
    suits = VARIANTS[variant].suits
    notes = ["" if number in seen else NOT_SEEN for number in range(len(deck))]
    return {
        "players": list(names) or [f"Player {seat + 1}" for seat in range(setup.players)],
        "deck": [{"suitIndex": suits.index(suit), "rank": rank} for suit, rank in deck],
        "actions": told[: _turns_there(setup, actions[: len(told)], deck)],
        "options": options,
        "notes": [notes] * setup.players,
    }


def _is_over_there(state: State) -> bool:
    """Return True if it ended there: the third error, or no point to come."""
    return state.errors == STRIKES or reachable(state) == state.cards_played


def _turns_there(setup: Setup, actions: Sequence[Action], deck: Sequence[Card]) -> int:
    """Return the number of turns until it ends there."""
    table = NumberedTable(setup)
    for turn, action in enumerate(actions, 1):
        table.apply_action(action)
        if _is_last_round_over(table, deck):
            return turn
    return len(actions)


def _is_last_round_over(table: NumberedTable, deck: Sequence[Card]) -> bool:
    """Return True if it ended there since nobody who is yet to act has a card that fits."""
    state = table.state
    if state.turns_left is None:
        return False
    seats = range(state.seat, state.seat + state.turns_left)
    to_act = [table.hands[seat % len(table.hands)] for seat in seats]
    return not any(fits(state, deck[number]) for hand in to_act for number in hand)


def score_there(state: State) -> int:
    """Return what a game scores there whose last turn there led to this state.

    Black cards count, and no explosion does.
    """
    is_lost = state.status == "lost" or state.errors >= STRIKES
    return 0 if is_lost else state.cards_played


def replay_link(game: Json) -> str:
    """Return the address of the replay of a game in Hanab Live's JSON, without names and notes.

    Raises ActionRefused for rules that an address cannot tell.
    """
    options = game["options"]
    if options["allOrNothing"] or options["emptyClues"]:
        raise ActionRefused("live_link")
    deck = "".join(_DIGITS[HIGHEST * one["suitIndex"] + one["rank"] - 1] for one in game["deck"])
    kinds = [action["type"] for action in game["actions"]] or [0]
    lowest, highest = min(kinds), max(kinds)
    actions = ""
    for action in game["actions"]:
        value = (action.get("value", -1) + 1) * (highest - lowest + 1)
        actions += _DIGITS[value + action["type"] - lowest] + _DIGITS[action["target"]]
    players, variant = len(game["players"]), VARIANTS[options["variant"]].id
    return f"{LINK}{players}1{HIGHEST}{deck},{lowest}{highest}{actions},{variant}"


class ForeignGame(NamedTuple):
    """A game of theirs, as its file tells it."""

    names: Names
    variant: str
    is_flourish: bool
    deck: Sequence[Card]
    steps: Sequence[tuple[int, int, int]]
    """The kind, the target and the value of each."""
    first: int
    """Who begins."""


def imported_game(content: Any) -> Record:
    """Return the record of a game from Hanab Live's JSON.

    Raises ActionRefused for anything else, and for rules that nothing here has.
    """
    try:
        names, called, is_flourish, deck, steps, first = _foreign_game(content)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise ActionRefused("live_nothing") from None
    variant = VARIANTS[called]
    ending = FLOURISH if is_flourish else variant.edition.ending
    setup = Setup(len(names), variant.edition._replace(ending=ending), HANDS)
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS or Counter(deck) != setup.box.copies:
        raise ActionRefused("live_cards", players=len(names), cards=len(deck), variant=called)
    table = NumberedTable(setup, first)
    actions = []
    for step in steps:
        try:
            if table.state.over and step[0] >= END:
                break
            if step[:2] == (PLAY, setup.box.total - table.state.deck):
                raise ActionRefused("live_rules", rules="deckPlays")
            actions.append(_told_action(table, deck, variant, *step))
            table.apply_action(actions[-1])
        except (IndexError, TypeError, ValueError):
            raise ActionRefused("live_absent", turn=table.state.turn) from None
        except ActionRefused as why:
            raise ActionRefused("live_refused", turn=table.state.turn, why=why) from None
    is_over_there = _is_over_there(table.state) or _is_last_round_over(table, deck)
    if is_over_there and not table.state.over:
        actions.append(Concede("no_more_points"))
    names = names[first:] + names[:first]
    return Record(setup, names if all(names) else (), tuple(map(action_json, actions)))


def _foreign_game(content: Any) -> ForeignGame:
    """Return what a file of theirs tells; a few types of errors say that it is none."""
    options = content.get("options") or {}
    names = tuple(map(cut_name, content["players"]))
    called = options.get("variant", PLAIN)
    if any("clue" in one for one in content["actions"]):
        raise ActionRefused("live_old")
    foreign = [*filter(options.get, _FOREIGN), *({called} - VARIANTS.keys())]
    if foreign:
        raise ActionRefused("live_rules", rules=", ".join(map(str, foreign)))
    suits = VARIANTS[called].suits
    # Before July 2020 a suit was called so.
    cards = [(one.get("suitIndex", one.get("suit")), one["rank"]) for one in content["deck"]]
    deck = [Card(suits[suit], rank) for suit, rank in cards]
    steps = [(one["type"], one["target"], one.get("value", 0)) for one in content["actions"]]
    # Before June 2020 not always the first one began.
    first = range(len(names)).index(options.get("startingPlayer") or 0)
    return ForeignGame(names, called, bool(options.get("allOrNothing")), deck, steps, first)


def _told_action(
    table: NumberedTable, deck: Sequence[Card], variant: Variant, kind: int, target: int, value: int
) -> Action:
    """Return an action with its places. Raises IndexError, TypeError or ValueError for nonsense."""
    if kind in (PLAY, DISCARD):
        place = table.hands[table.state.seat].index(target) + 1
        return (Play if kind == PLAY else Discard)(deck[target], place=place)
    if kind >= END:
        return Concede("conceded")
    if min(kind, target, value) < 0:
        raise IndexError
    named = variant.colours[value] if kind == COLOUR else value
    edition = table.state.setup.edition
    players = table.state.setup.players
    to = (range(players)[target] - table.first) % players
    hand = enumerate(table.hands[to], 1)
    places = tuple(place for place, number in hand if touches(edition, named, deck[number]))
    return Clue(Information(to + 1, named, places))


def _variant_name(edition: Edition) -> str:
    if edition.fuses < STRIKES:
        raise ActionRefused("live_errors")
    plain = edition._replace(ending="standard", explosion="lost", fuses=STRIKES)
    names = [name for name, variant in VARIANTS.items() if variant.edition == plain]
    if not names:
        raise ActionRefused("live_variant")
    return names[0]


def _action_json(
    table: NumberedTable, action: Action, seen: dict[int, Card], variant: Variant
) -> Json:
    state = table.state
    match action:
        case Clue(Information(to, int(rank))):
            return {"type": RANK, "target": to - 1, "value": rank}
        case Clue(Information(to, str(suit))):
            return {"type": COLOUR, "target": to - 1, "value": variant.colours.index(suit)}
        case Play(place=int(place)) | Discard(place=int(place)) | Misfire(place=int(place)):
            card = action.card
            if isinstance(action, Play) and action.suit:
                card = next_card(action.suit, state.fireworks[action.suit])
            if card is None:
                raise ActionRefused("live_name", turn=state.turn)
            target = table.hands[state.seat][place - 1]
            seen[target] = card
            return {"type": DISCARD if isinstance(action, Discard) else PLAY, "target": target}
        case Concede():
            return {"type": END, "target": state.seat, "value": _TERMINATED}
        case Clue() | Play() | Discard() | Misfire():
            raise ActionRefused("live_places", turn=state.turn)
    raise ActionRefused("live_action", turn=state.turn)


def _filled_deck(table: NumberedTable, seen: Mapping[int, Card]) -> list[Card]:
    """Return the deck; cards of the hands that nobody has seen are such that clues stay true."""
    setup = table.state.setup
    left = Counter(setup.box.copies)
    left.subtract(Counter(seen.values()))
    held: dict[int, Card] = {}
    wanted = {
        number: possible(setup.edition, marks)
        for hand, row in zip(table.hands, table.rows, strict=True)
        for number, marks in zip(hand, row, strict=True)
    }

    def give(number: int, tried: set[Card]) -> bool:
        """Give a card of a hand one that it can be; who has that already takes another one."""
        for card in sorted(wanted[number] - tried):
            tried.add(card)
            owners = [other for other, its in held.items() if its == card]
            if len(owners) < left[card] or any(give(owner, tried) for owner in owners):
                held[number] = card
                return True
        return False

    if not all(give(number, set()) for number in wanted):
        raise ActionRefused("live_clues")
    left.subtract(Counter(held.values()))
    rest = sorted((+left).elements(), reverse=True)
    known = {**held, **seen}
    return [known[number] if number in known else rest.pop() for number in range(setup.box.total)]
