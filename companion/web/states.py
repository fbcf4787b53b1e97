"""States: what a page shows of a state of the game, whoever played it, in one language, as JSON."""

from typing import Any

from companion.face import words
from companion.face.editions import changes, edition_name
from companion.face.outlook import headline, scarce, turns_left, without_token
from companion.face.preferences import Help
from companion.face.state import Phrase
from companion.game.cards import HIGHEST, RANKS, Card, played
from companion.game.outlook import critical_cards, lost_cards, maximum, reach, score
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
        "tiles": [words.say(language, Phrase(f"tile_{tile}")) for tile in state.tiles]
        if edition.flamboyants
        else None,
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
    return " ".join((say(language, "said_next", turn=state.turn, who=acts), f"{', '.join(counts)}."))


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
    last = set(critical_cards(state)) if level != Help.OFF else set()
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
            elif card in last and copies > 1:
                mark = "last"
            left = None if level == Help.OFF else copies - gone
            ranks.append({"rank": rank, "copies": copies, "gone": gone, "left": left, "state": mark})
        name, label = words.suit(language, suit), words.label(language, suit)
        suits.append({"suit": suit, "name": name, "label": label, "ranks": ranks})
    title = words.say(language, Phrase(key, facts))
    return {"total": state.pile, "unnamed": state.unnamed, "title": title, "suits": suits}


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
        "outlook_last_copy": scarce(state),
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
