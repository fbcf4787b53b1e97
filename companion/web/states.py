"""States: what a page shows of a state of a game, in one language, as JSON."""

from typing import Any

from companion.face import words
from companion.face.editions import changes, edition_name
from companion.face.outlook import headline, scarce, turns_left, without_token
from companion.face.preferences import Help
from companion.face.state import Phrase
from companion.game.actions import TILES
from companion.game.cards import BLACK, HIGHEST, RANKS, Card, played
from companion.game.outlook import lost_cards, maximum, reach, score
from companion.game.state import CLUE_TOKENS, State
from companion.web.words import capital, say

Json = dict[str, Any]


def shown(state: State, language: str, level: str, preset: str = "") -> Json:
    """Everything that is public about a state, in words; `level` is that of the help."""
    edition = state.setup.edition
    return {
        "status": state.status,
        "turn": state.turn,
        "edition": edition_name(language, edition, preset),
        "rules": [words.say(language, Phrase(f"rule_{key}")) for key in changes(edition)],
        "detail": state.setup.detail,
        "fireworks": [_firework(state, suit, language, level) for suit in state.setup.box.suits],
        "unplaced": state.unplaced,
        "clues": state.clues,
        "clue_tokens": CLUE_TOKENS,
        "fuses": state.fuses,
        "fuses_of": edition.fuses,
        "deck": state.deck,
        "cards": state.setup.box.total,
        "score": score(state),
        "maximum": maximum(state),
        "seat": None if state.over else state.seat + 1,
        "pile": _pile(state, language, level),
        "outlook": _outlook(state, language) if level == Help.OUTLOOK and not state.over else [],
        "last_round": _last_round(state, language),
        "tiles": _tiles(state, language) if edition.flamboyants else None,
        "tile_pending": state.bonus_pending,
    }


def said(state: State, acts: str, language: str) -> str:
    """Who acts, and the counters, for those who hear it; `acts`: what that player is called."""
    counts = [
        say(language, "said_clues", count=state.clues),
        say(language, "said_fuses", count=state.fuses),
        words.say(language, turns_left(state.turns_left))
        if state.turns_left
        else say(language, "said_deck", count=state.deck),
    ]
    return " ".join(
        (say(language, "said_next", turn=state.turn, who=acts), f"{', '.join(counts)}.")
    )


def _firework(state: State, suit: str, language: str, level: str) -> Json:
    height = state.fireworks[suit]
    return {
        "suit": suit,
        "name": words.suit(language, suit),
        "label": words.label(language, suit),
        "height": height,
        "ranks": list(reversed(RANKS)) if played(suit, 1)[0] == HIGHEST else list(RANKS),
        "reach": HIGHEST if level == Help.OFF else reach(state, suit),
        "complete": height == HIGHEST,
    }


def _pile(state: State, language: str, level: str) -> Json:
    """The discard pile; without help only what lies there, and not what is left."""
    key = "pile_unnamed" if state.unnamed else "pile_title"
    facts: dict[str, object] = {"cards": state.pile, "unnamed": state.unnamed}
    lost = set(lost_cards(state)) if level != Help.OFF else set()
    last = set(at_stake(state)) if level != Help.OFF else set()
    suits = []
    for suit in state.setup.box.suits:
        ranks = []
        for rank in RANKS:
            card = Card(suit, rank)
            copies, gone = state.setup.box.copies[card], state.discards.get(card, 0)
            mark = "open"
            if rank in played(suit, state.fireworks[suit]):
                mark = "played"
            elif card in lost:
                mark = "gone"
            elif card in last:
                mark = "last"
            left = None if level == Help.OFF else copies - gone
            ranks.append(
                {"rank": rank, "copies": copies, "gone": gone, "left": left, "state": mark}
            )
        name, label = words.suit(language, suit), words.label(language, suit)
        suits.append({"suit": suit, "name": name, "label": label, "ranks": ranks})
    title = words.say(language, Phrase(key, facts))
    return {"total": state.pile, "unnamed": state.unnamed, "title": title, "suits": suits}


def at_stake(state: State) -> tuple[Card, ...]:
    """Return the cards that one discard would lose, those that had more copies at first before the others.

    In the last round a card for which too few turns are left is lost already.
    """
    return tuple(card for card in scarce(state) if _comes_in_time(state, card))


def _comes_in_time(state: State, card: Card) -> bool:
    """Return True if enough turns are left for a card and for those that its firework needs before it."""
    if state.turns_left is None:
        return True
    height = HIGHEST + 1 - card.rank if card.suit == BLACK else card.rank
    return height - state.fireworks[card.suit] <= state.turns_left


def _tiles(state: State, language: str) -> list[Json]:
    """The bonus tiles: which are left."""
    return [
        {
            "tile": tile,
            "name": words.say(language, Phrase(f"tile_{tile}")),
            "short": words.say(language, Phrase(f"item_{tile}")),
            "left": tile in state.tiles,
        }
        for tile in TILES
    ]


def _outlook(state: State, language: str) -> list[str]:
    """What can still be reached, a line each: the headline, then the cards that matter."""
    head = headline(state)
    counts = words.say(language, head.counts)
    first = counts if head.figure is None else f"{head.figure} {counts}"
    more = words.say(language, head.more) if head.more else ""
    lines = [f"{first} {more}".rstrip()] if head.one else [line for line in (first, more) if line]
    lists = {
        "outlook_no_token": without_token(state),
        "outlook_lost": lost_cards(state),
        "outlook_last_copy": at_stake(state),
    }
    for key, cards in lists.items():
        if cards:
            named = ", ".join(words.card(language, card) for card in cards)
            lines.append(f"{words.say(language, Phrase(key))} {named}")
    return [capital(line) for line in lines]


def _last_round(state: State, language: str) -> Json | None:
    if state.over or state.turns_left is None:
        return None
    text = capital(words.say(language, turns_left(state.turns_left)))
    return {"turns_left": state.turns_left, "text": text}
