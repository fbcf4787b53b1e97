"""The outlook: what can still be reached, in plain words, from public information only."""

from itertools import accumulate
from typing import Literal, NamedTuple

from companion.face.on_table import on_table
from companion.face.state import Phrase
from companion.game.actions import BESIDE
from companion.game.cards import BLACK, HIGHEST, Card, ranks_on, top_rank
from companion.game.kinds import kind
from companion.game.outlook import (
    critical_cards,
    max_score,
    pace,
    points,
    possible_score,
    reachable_height,
)
from companion.game.state import CLUE_TOKENS, State
from companion.journal.sitting import Sitting


@kind
class Headline(NamedTuple):
    """A main figure, what it counts, and what else matters most; without a figure, a sentence."""

    figure: int | None
    counts: Phrase
    more: Phrase | None = None
    one_sentence: bool = False
    """What it counts and what else matters are one sentence."""


def headline(state: State) -> Headline:
    """Return the points still possible, or with the Final Flourish the discards to spare."""
    if state.setup.edition.flourish:
        return flourish_headline(state)
    best = possible_score(state)
    if best <= points(state):
        return Headline(None, Phrase("outlook_no_more"))
    # Fewer points may be possible: cards are not known, or a tile has to come.
    unknown = state.unnamed + state.unplaced + state.missing > 0
    at_most = unknown or (bool(state.tiles) and best != max_score(state))
    counts = Phrase("outlook_at_most" if at_most else "outlook_best", {"points": best})
    if state.turns_left is not None:
        return Headline(best, counts, turns_left_phrase(state.turns_left))
    spare = pace(state)
    return Headline(best, counts, None if spare is None else spare_cards(max(0, spare), at_most))


def turns_left_phrase(turns: int) -> Phrase:
    """Return the rest of the last round."""
    return Phrase("outlook_turn") if turns == 1 else Phrase("outlook_turns", {"turns": turns})


def spare_cards(spare: int, at_least: bool) -> Phrase:
    """Return the number of cards that can be discarded before fewer points are possible.

    at_least: fewer points may be possible, which leaves more turns for discards.
    """
    if not at_least:
        return Phrase("outlook_spare", {"cards": spare})
    if not spare:
        return Phrase("outlook_spare_maybe")
    return Phrase("outlook_spare_least", {"cards": spare})


def flourish_headline(state: State) -> Headline:
    """Return the discards to spare: every card outside the pile that no firework needs."""
    needed = HIGHEST * len(state.fireworks) - state.cards_played
    spare = state.deck + sum(state.hands) - needed
    if spare <= 0:
        return Headline(None, Phrase("outlook_too_few" if spare else "outlook_nothing_to_spare"))
    counts = Phrase("outlook_to_spare", {"cards": spare})
    more = Phrase("outlook_to_lose" if state.deck else "outlook_empty_hand")
    return Headline(spare, counts, more, one_sentence=True)


def without_token(state: State) -> tuple[Card, ...]:
    """Return the cards that would complete a firework now without returning a clue token."""
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


# What groups that play by conventions count

GameStage = Literal["beginning", "middle", "end"]


def stage(state: State) -> GameStage:
    """Return the stage of a game: it begins until the first discard, and ends once there are fewer
    discards to spare than players.
    """
    spare = pace(state)
    is_scarce = spare is not None and spare < state.setup.players
    if is_scarce or not state.deck:
        return "end"
    return "middle" if state.pile > state.errors else "beginning"


def needed_efficiency(state: State) -> float | None:
    """Return the cards that each clue must bring onto the fireworks for every point.

    None where nothing says so: no clue can come, or fireworks grew without a name.
    """
    clues = 0 if state.unplaced else clues_to_come(state)
    return (possible_score(state) - points(state)) / clues if clues else None


def clues_to_come(state: State) -> int:
    """Return the most clues before the last card is drawn, without a point less; 0 once it is."""
    spare = pace(state)
    if spare is None:
        return 0
    # Each player plays in the last round, and the one who draws the last card before it.
    plays = possible_score(state) - points(state) - state.setup.players - 1
    tileless = (BLACK,) if state.setup.edition.flamboyants else state.fireworks
    lacking = sorted(
        HIGHEST - height
        for suit, height in state.fireworks.items()
        if suit in tileless and height < HIGHEST == reachable_height(state, suit)
    )
    tokens = sum(cards <= plays for cards in accumulate(lacking))
    return state.clues + min(max(0, spare), state.deck - 1) + tokens


def last_discarded(sitting: Sitting) -> Card | None:
    """Return the card that the last turn brought to the pile, where it was named."""
    states = (on_table(sitting).opening, *(step.state for step in sitting.steps))
    turns = [at for at, step in enumerate(sitting.steps) if not isinstance(step.action, BESIDE)]
    before = states[turns[-1] if turns else 0].discards
    came = [card for card, count in states[-1].discards.items() if count > before.get(card, 0)]
    return came[0] if len(came) == 1 else None


def other_copies(sitting: Sitting) -> tuple[Card, int] | None:
    """Return the card that was just discarded, and its copies that are left, if one is to be
    played still.
    """
    state = on_table(sitting).state
    card = last_discarded(sitting)
    if card is None or card.rank in ranks_on(card.suit, state.fireworks[card.suit]):
        return None
    return card, state.setup.box.copies[card] - state.discards[card]
