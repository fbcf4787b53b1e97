"""What is told of a game, whoever tells it: the display, the voice or a page."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.face.on_table import OnTable, on_table
from companion.face.preferences import Clues
from companion.face.state import Phrase
from companion.game.actions import Value
from companion.game.cards import BLACK, HIGHEST, MULTICOLOUR, SUITS, Card, top_rank
from companion.game.edition import Edition, presets
from companion.game.kinds import distinct_type
from companion.game.outlook import (
    critical_cards,
    gone_for_good,
    pace,
    points,
    possible_score,
    tile_may_add,
    tile_may_fetch,
)
from companion.game.places import contradictions
from companion.game.setup import COLOURS, HANDS, TOKENS
from companion.game.state import CLUE_TOKENS, State
from companion.journal.sitting import Sitting

Said = tuple[str, Phrase]
"""The letter of the suit that a sentence is about, or nothing, and the sentence."""
_ALLOWING: Final = frozenset(
    {"black-powder", "colour-avalanche", "final-flourish", "flamboyants", "grand"}
)
"""Presets whose texts allow a clue about cards of which there is none."""


def is_counted(state: State) -> bool:
    """Return True if the cards on the fireworks are counted, since not all suits are known."""
    return state.unplaced > 0 or state.setup.detail == TOKENS


def complete_fireworks(state: State) -> int:
    """Return the number of complete fireworks, those of unknown suits included."""
    named = sum(height == HIGHEST for height in state.fireworks.values())
    return state.unplaced_complete + named


def shows_hand(state: State) -> bool:
    """Return True if the cards of the player who acts are told, since the deck is empty."""
    if state.deck or state.over:
        return False
    return state.setup.edition.flourish


def _none_of(edition: Edition, preset: str) -> str:
    """Return the answer to whether "you have none" may be said: "yes", "no", or as "agreed".

    The text of the preset counts, else those of the edition where they agree.
    """
    names = {preset} if preset else set(presets(edition))
    if not names:
        return "agreed"
    if all(name.startswith("rr-") for name in names):
        return "no"
    return "yes" if names <= _ALLOWING else "agreed"


def detail_phrase(detail: str) -> Phrase | None:
    """Return the detail of the next game in words; None for the usual one."""
    if detail == COLOURS:
        return None
    return Phrase("detail_hands" if detail == HANDS else f"start_{detail}")


def clue_rules(game: OnTable) -> list[Said]:
    """Return the rules of clues in this edition."""
    edition = game.setup.edition
    said = [("", Phrase("clue_whom"))]
    if edition.multicolour:
        said.append((MULTICOLOUR, Phrase(f"clue_multicolour_{edition.multicolour_clue}")))
    if edition.black:
        said.append((BLACK, Phrase("clue_black")))
    return [*said, ("", Phrase(f"clue_none_{_none_of(edition, game.began.preset)}"))]


def pile_title(state: State) -> Phrase:
    """Return the number of cards in the pile."""
    if state.unnamed:
        return Phrase("pile_unnamed", {"cards": state.pile, "unnamed": state.unnamed})
    return Phrase("pile_title", {"cards": state.pile})


def cards_that_matter(state: State) -> list[tuple[Phrase, tuple[Card, ...]]]:
    """Return the lists of the outlook that have cards: the label of each, and these."""
    lists = {
        "outlook_no_token": _without_token(state),
        "outlook_lost": gone_for_good(state),
        "outlook_last_copy": scarce(state),
    }
    return [(Phrase(key, {"cards": cards}), cards) for key, cards in lists.items() if cards]


def cards_by_place(state: State) -> dict[str, int]:
    """Return the number of cards in each place, by what the place is called."""
    places = {
        "deck": state.deck,
        "pile": state.pile,
        "fireworks": state.cards_played,
        "hands": sum(state.hands),
        "missing": state.missing,
    }
    return {place: cards for place, cards in places.items() if cards or place != "missing"}


# The outlook: what can still be reached, in plain words, from public information only


@distinct_type
class Headline(NamedTuple):
    """A main figure, what it counts, and what else matters most; without a figure, a sentence."""

    figure: int | None
    counts: Phrase
    more: Phrase | None = None
    one_sentence: bool = False
    """What it counts and what else matters are one sentence, which is spoken as what it counts."""
    tile: Phrase | None = None
    """That a bonus tile may bring more."""


def headline(state: State) -> Headline:
    """Return the points still possible, or with the Final Flourish the discards to spare."""
    if state.setup.edition.flourish:
        return _flourish_headline(state)
    best = possible_score(state)
    tile = Phrase("outlook_tile") if tile_may_add(state) else None
    if best <= points(state) and tile is None:
        return Headline(None, Phrase("outlook_no_more"))
    # Fewer points may be possible where cards are not known.
    at_most = state.unnamed + state.unplaced + state.missing > 0
    counts = Phrase("outlook_at_most" if at_most else "outlook_best", {"points": best})
    spare = pace(state)
    more = None
    if state.turns_left is not None:
        more = turns_left_phrase(state.turns_left)
    elif spare is not None:
        more = _spare_cards(max(0, spare), at_most or tile_may_fetch(state))
    return Headline(best, counts, more, tile=tile)


def turns_left_phrase(turns: int) -> Phrase:
    """Return the rest of the last round."""
    return Phrase("outlook_turn") if turns == 1 else Phrase("outlook_turns", {"turns": turns})


def _spare_cards(spare: int, at_least: bool) -> Phrase:
    """Return the number of cards that can be discarded before fewer points are possible.

    at_least: fewer points may be possible, or a tile may bring a card back, which leaves more turns
    for discards.
    """
    if not at_least:
        return Phrase("outlook_spare", {"cards": spare})
    if not spare:
        return Phrase("outlook_spare_maybe")
    return Phrase("outlook_spare_least", {"cards": spare})


def _flourish_headline(state: State) -> Headline:
    """Return the discards to spare: every card outside the pile that no firework needs."""
    needed = HIGHEST * len(state.fireworks) - state.cards_played
    spare = state.deck + sum(state.hands) - needed
    tile = Phrase("outlook_tile") if tile_may_fetch(state) else None
    if spare < 0:
        return Headline(None, Phrase("outlook_too_few"), tile=tile)
    if not spare:
        return Headline(None, Phrase("outlook_nothing_to_spare"))
    more = Phrase("outlook_to_lose" if state.deck else "outlook_empty_hand")
    counts = Phrase("outlook_to_spare", {"cards": spare, "more": more})
    return Headline(spare, counts, more, one_sentence=True, tile=tile)


def _without_token(state: State) -> tuple[Card, ...]:
    if state.clues < CLUE_TOKENS:
        return ()
    # With Flamboyants the others reveal a bonus tile in place of the token.
    suits = (BLACK,) if state.setup.edition.flamboyants else tuple(state.fireworks)
    return tuple(
        Card(suit, top_rank(suit, HIGHEST))
        for suit in suits
        if state.fireworks.get(suit) == HIGHEST - 1
    )


def scarce(state: State) -> tuple[Card, ...]:
    """Return the cards with one copy left, those that had more at first before the others."""
    copies = state.setup.box.copies
    return tuple(sorted(critical_cards(state), key=lambda card: copies[card] == 1))


# Hands: all of it was said aloud; what a clue meant, and what fits, is never worked out


@distinct_type
class ShownCard(NamedTuple):
    """What is shown of a card."""

    touched: tuple[Value, ...] = ()
    """What it was pointed at for: suits, then ranks."""
    passed: tuple[Value, ...] = ()
    """What it was not pointed at for."""
    unknown: bool = False
    """A clue that may have been about it was not told."""
    false: bool = False
    """Its marks cannot all be true: something was entered wrongly."""


Hand = tuple[ShownCard, ...]
"""A hand, the newest card first."""


def hands(sitting: Sitting, level: str) -> tuple[Hand, ...]:
    """Return every hand as it is shown, by seat; with `off` nothing is said of a card."""
    shown = []
    for row in sitting.rows:
        cards = [ShownCard()] * len(row)
        if level != Clues.OFF:
            wrong = contradictions(on_table(sitting).setup.edition, row)
            for place, marks in enumerate(row, 1):
                passed = in_order(marks.passed) if level == Clues.ALL else ()
                touched = in_order(marks.touched)
                cards[place - 1] = ShownCard(touched, passed, not marks.whole, place in wrong)
        shown.append(tuple(cards))
    return tuple(shown)


def in_order(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return the values of clues in one order: suits as everywhere, then ranks."""
    named = frozenset(values)
    ranks = sorted(value for value in named if isinstance(value, int))
    return (*(suit for suit in SUITS if suit in named), *ranks)
