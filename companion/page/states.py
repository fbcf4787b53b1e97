"""States: what a page shows of a state of a game, in one language, as JSON."""

from collections.abc import Mapping

from companion.face import words
from companion.face.editions import edition_name
from companion.face.preferences import Help
from companion.face.shown import cards_that_matter, headline, pile_title, scarce, turns_left_phrase
from companion.game.actions import TILES
from companion.game.cards import HIGHEST, RANKS, Card, next_card, ranks_on, top_rank
from companion.game.outlook import gone_for_good, maximum, plays_left, possible_heights, score
from companion.game.state import CLUE_TOKENS, State
from companion.numbers import Json
from companion.page.words import device_text, page_text
from companion.words.texts import capital


def public_state(state: State, language: str, level: str, preset: str) -> Json:
    """Return everything that is public about a state, in words; `level` is that of the help."""
    edition = state.setup.edition
    helps = level == Help.OUTLOOK and not state.over
    reaches = {} if level == Help.OFF else _reaches(state)
    in_last_round = state.turns_left is not None and not state.over
    return {
        "status": state.status,
        "turn": state.turn,
        "edition": edition_name(language, edition, preset),
        "detail": state.setup.detail,
        "fireworks": [
            _firework_json(state, suit, language, reaches.get(suit, HIGHEST))
            for suit in state.setup.box.suits
        ],
        "unplaced": state.unplaced,
        "clues": state.clues,
        "clue_tokens": CLUE_TOKENS,
        "fuses": state.fuses,
        "fuses_of": edition.fuses,
        "deck": state.deck,
        "score": score(state),
        "maximum": maximum(state),
        "pile": _pile_json(state, language, level),
        "outlook": _outlook_lines(state, language) if helps else [],
        "last_round": {"turns_left": state.turns_left} if in_last_round else None,
        "tiles": _tiles_json(state, language) if edition.flamboyants else None,
        "tile_pending": state.bonus_pending,
    }


def state_sentence(state: State, acts: str, language: str) -> str:
    """Return who acts, and the counters, for those who hear it.

    acts: what that player is called.
    """
    following = page_text(language, "said_next", turn=state.turn, who=acts)
    clues = page_text(language, "said_clues", count=state.clues)
    fuses = page_text(language, "said_fuses", count=state.fuses)
    left = page_text(language, "said_deck", count=state.deck)
    if state.turns_left:
        left = words.say(language, turns_left_phrase(state.turns_left))
    return f"{following} {clues}, {fuses}, {left}."


def _reaches(state: State) -> Mapping[str, int]:
    """Return how high each firework can still grow; after the end what its cards allowed."""
    possible = possible_heights(state)
    if state.over:
        return possible
    plays = plays_left(state)
    return {suit: min(most, state.fireworks[suit] + plays) for suit, most in possible.items()}


def _firework_json(state: State, suit: str, language: str, reach: int) -> Json:
    height = state.fireworks[suit]
    card = next_card(suit, height)
    return {
        "suit": suit,
        "name": words.suit(language, suit),
        "label": words.suit_label(language, suit),
        "height": height,
        "top": top_rank(suit, height),
        "next": card.rank if card else None,
        # From below: black is laid from the five down.
        "ranks": list(reversed(RANKS)) if ranks_on(suit, 1)[0] == HIGHEST else list(RANKS),
        "reach": reach,
        "complete": height == HIGHEST,
    }


def _pile_json(state: State, language: str, level: str) -> Json:
    """Return the discard pile; without help only what lies there, not what is left."""
    marks = {}
    if level != Help.OFF:
        marks.update(dict.fromkeys(scarce(state), "last"))
        marks.update(dict.fromkeys(gone_for_good(state), "gone"))
    suits = []
    for suit in state.setup.box.suits:
        ranks = []
        for rank in RANKS:
            card = Card(suit, rank)
            gone = state.discards.get(card, 0)
            mark = marks.get(card, "open")
            if rank in ranks_on(suit, state.fireworks[suit]):
                mark = "played"  # its other copies matter to nobody any more
            left = None if level == Help.OFF else state.setup.box.copies[card] - gone
            ranks.append({"rank": rank, "gone": gone, "left": left, "state": mark})
        name = words.suit(language, suit)
        label = words.suit_label(language, suit)
        suits.append({"suit": suit, "name": name, "label": label, "ranks": ranks})
    return {"total": state.pile, "title": words.say(language, pile_title(state)), "suits": suits}


def _tiles_json(state: State, language: str) -> list[Json]:
    """Return the bonus tiles: which are left."""
    return [
        {
            "name": device_text(language, f"tile_{tile}"),
            "short": device_text(language, f"item_{tile}"),
            "left": tile in state.tiles,
        }
        for tile in TILES
    ]


def _outlook_lines(state: State, language: str) -> list[str]:
    """Return the outlook, a line each: the headline, then the cards that matter."""
    head = headline(state)
    lines = [words.say(language, head.counts)]
    if head.figure is not None:
        lines[0] = f"{head.figure} {lines[0]}"
    if head.more:
        lines.append(words.say(language, head.more))
    if head.one_sentence:
        lines = [" ".join(lines)]
    if head.tile:
        lines.append(words.say(language, head.tile))
    for label, cards in cards_that_matter(state):
        named = ", ".join(words.card(language, card) for card in cards)
        lines.append(f"{words.say(language, label)} {named}")
    return [capital(line) for line in lines]
