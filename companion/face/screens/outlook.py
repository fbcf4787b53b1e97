"""The outlook: what can still be reached, in plain words, from public information only."""

from typing import Final, NamedTuple

from companion.face.glyphs import fits, text_width
from companion.face.screens.page import PLAIN, TEXT, WIDTH, Page
from companion.face.screens.parts import sentence
from companion.game.cards import BLACK, HIGHEST, Card
from companion.game.outlook import critical_cards, lost_cards, max_score, pace, points
from companion.game.state import CLUE_TOKENS, State

_LISTS: Final = 26
_PITCH: Final = 9
_BOTTOM: Final = 54


class Headline(NamedTuple):
    """A main figure and what it counts, and what else matters most; without a figure, a sentence."""

    figure: int | None
    counts: str
    more: str = ""


def outlook(page: Page, state: State) -> None:
    """The headline, then the cards that matter, as many as there is room for."""
    _draw(page, headline(page, state))
    y = _LISTS
    lists = [
        ("outlook_no_token", without_token(state)),
        ("outlook_lost", lost_cards(state)),
        ("outlook_last_copy", _scarce(state)),
    ]
    for key, cards in lists:
        if cards and y + _PITCH <= _BOTTOM:
            y = _cards(page, y, page.say(key), cards, last=key == "outlook_last_copy")


def _draw(page: Page, head: Headline) -> None:
    if head.figure is None:
        page.paragraph((0, 0, page.room, 22), sentence(head.counts), TEXT, "left")
        return
    x = page.text(0, 1, str(head.figure), "large") + 5
    two_lines = not fits(head.more, PLAIN[-1], WIDTH - x)
    page.fit(x, 0 if two_lines else 2 if head.more else 7, head.counts, page.room - x, PLAIN)
    if head.more:
        page.paragraph((x, 9, WIDTH - x, 16), head.more, PLAIN, "left")


def headline(page: Page, state: State) -> Headline:
    """The points that can still be reached, or with the Final Flourish the discards to spare."""
    if state.setup.edition.flourish:
        return _flourish(page, state)
    best = max_score(state)
    if best <= points(state):
        return Headline(None, page.say("outlook_no_more"))
    at_most = state.unnamed or state.unplaced
    counts = page.say("outlook_at_most" if at_most else "outlook_best")
    if state.turns_left is not None:
        turns = state.turns_left
        spoken = page.say("outlook_turn" if turns == 1 else "outlook_turns", turns=turns)
        return Headline(best, counts, spoken)
    spare = pace(state)
    return Headline(best, counts, "" if spare is None else _spare(page, spare, bool(at_most)))


def _spare(page: Page, spare: int, at_least: bool) -> str:
    """How many cards can still be discarded before the turns do not suffice for all those points.

    at_least: fewer points may be possible, which leaves more turns for discards.
    """
    if spare < 0:
        return page.say("outlook_too_late")
    if spare == 0:
        return page.say("outlook_spare_maybe" if at_least else "outlook_spare_none")
    if at_least:
        return page.say("outlook_spare_least", cards=spare)
    return page.say("outlook_spare_one" if spare == 1 else "outlook_spare", cards=spare)


def _flourish(page: Page, state: State) -> Headline:
    """Every card outside the pile that is not needed can go."""
    needed = HIGHEST * len(state.fireworks) - state.played
    spare = state.deck + sum(state.hands) - needed
    if spare <= 0:
        return Headline(None, page.say("outlook_too_few" if spare else "outlook_to_spare_none"))
    counts = page.say("outlook_to_spare_one" if spare == 1 else "outlook_to_spare")
    return Headline(spare, counts, page.say("outlook_to_lose" if state.deck else "outlook_empty_hand"))


def without_token(state: State) -> tuple[Card, ...]:
    """The cards that would complete a firework now and return no clue token, as all are there."""
    if state.clues < CLUE_TOKENS:
        return ()
    return tuple(
        Card(suit, 1 if suit == BLACK else HIGHEST)
        for suit, height in state.fireworks.items()
        if height == HIGHEST - 1 and (suit == BLACK or not state.setup.edition.flamboyants)
    )


def _scarce(state: State) -> tuple[Card, ...]:
    """The cards with one copy left, those that had more at first before the others."""
    copies = state.setup.box.copies
    return tuple(sorted(critical_cards(state), key=lambda card: copies[card] == 1))


def _cards(page: Page, y: int, label: str, cards: tuple[Card, ...], last: bool) -> int:
    """A label and the cards by symbol and rank; the last list goes on in more lines.

    Returns the next row; what has no room is counted.
    """
    x = start = page.fit(0, y, label, 64, PLAIN) + 4
    for number, card in enumerate(cards):
        left = len(cards) - number
        more = f"+{left}"
        ends = last and y + 2 * _PITCH <= _BOTTOM
        if x + 14 + (text_width(more, "small") + 3 if left > 1 and not ends else 0) > WIDTH:
            if not ends:
                page.text(x, y, more, "small")
                break
            x, y = start, y + _PITCH
        page.symbol(x, y, card.suit, 7)
        x += 8 + page.text(x + 8, y, str(card.rank), "small") + 3
    return y + _PITCH
