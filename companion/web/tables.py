"""Tables: what a page shows of a game at one instant, in one language, as JSON; the page computes no rule.

All of it comes from the game's own functions and the device's own words.
"""

from typing import Any, Final

from companion.face import words
from companion.face.editions import changes, edition_name
from companion.face.on_table import OnTable, on_table
from companion.face.outlook import headline, scarce, turns_left, without_token
from companion.face.preferences import Help
from companion.face.spoken import spoken_action
from companion.face.state import Phrase
from companion.game.actions import Concede, Correct, Name
from companion.game.cards import HIGHEST, RANKS, SUITS, Card, played
from companion.game.outlook import critical_cards, lost_cards, maximum, reach, score
from companion.game.state import CLUE_TOKENS, State
from companion.onlooking.look import Look
from companion.table.sitting import Sitting
from companion.web import ends, players
from companion.web.words import capital, counted, say, spoken

Json = dict[str, Any]
LATEST: Final = 12
"""How many turns are told."""
_KINDS: Final = {"clue": "clue", "card": "play", "play": "play", "misfire": "misfire", "discard": "discard"}
"""What kind of turn a spoken action is, by the first word of its key."""


def table(look: Look, language: str, version: str) -> Json:
    """The table as the page has it."""
    common = {
        "version": version,
        "language": language,
        "serial": look.serial,
        "screen": look.screen,
        "practice": look.practice,
        "saved": look.saved,
        "guests": look.guests,
        "choice": _choice(look, language),
        "notice": _notice(look, language),
    }
    if look.sitting.state is None:
        return {**common, **_nothing(language)}
    game = on_table(look.sitting)
    state, edition = game.state, game.setup.edition
    shown = look.help if look.help in tuple(Help) else Help.OUTLOOK
    return {
        **common,
        "game": look.sitting.game,
        "status": state.status,
        "turn": state.turn,
        "edition": edition_name(language, edition, look.preset),
        "rules": [words.say(language, Phrase(f"rule_{key}")) for key in changes(edition)],
        "detail": game.setup.detail,
        "fireworks": [_firework(state, suit, language, shown) for suit in game.setup.box.suits],
        "unplaced": state.unplaced,
        "clues": state.clues,
        "clue_tokens": CLUE_TOKENS,
        "fuses": state.fuses,
        "fuses_of": edition.fuses,
        "deck": state.deck,
        "cards": game.setup.box.total,
        "score": score(state),
        "maximum": maximum(state),
        "seat": None if state.over else state.seat + 1,
        "players": players.at_the_table(look.sitting, language),
        "turns": _turns(look.sitting, game, language),
        "pile": _pile(state, language, shown),
        "outlook": _outlook(state, language) if shown == Help.OUTLOOK and not state.over else [],
        "last_round": _last_round(state, language),
        "tiles": [words.say(language, Phrase(f"tile_{tile}")) for tile in state.tiles]
        if edition.flamboyants
        else None,
        "tile_pending": state.bonus_pending,
        "sentence": _sentence(look.sitting, game, language),
        "end": ends.end(look.sitting, language, look.preset) if state.over else None,
    }


def _nothing(language: str) -> Json:
    """The table before the first game."""
    lists: Json = {key: [] for key in ("rules", "fireworks", "players", "turns", "outlook")}
    counts = dict.fromkeys(("turn", "unplaced", "clues", "fuses", "fuses_of", "deck", "cards", "score"), 0)
    nulls = dict.fromkeys(("game", "seat", "last_round", "tiles", "end"))
    return {
        **lists,
        **counts,
        **nulls,
        "maximum": 0,
        "clue_tokens": CLUE_TOKENS,
        "status": "none",
        "edition": "",
        "detail": "",
        "pile": {"total": 0, "unnamed": 0, "title": "", "suits": []},
        "tile_pending": False,
        "sentence": say(language, "no_game"),
    }


def _choice(look: Look, language: str) -> Json | None:
    question = spoken(look.asked.question, language) if look.asked else None
    if look.asked is None or question is None:
        return None
    options = [
        {"item": item, "name": _item(item, language), "marked": item == look.asked.marked}
        for item in look.asked.items
    ]
    return {"question": question, "options": options}


def _item(item: str, language: str) -> str:
    """What an answer is called."""
    if item in SUITS:
        return capital(words.suit(language, item))
    key = "own_name" if item in words.LANGUAGES else f"item_{item}"
    in_words = item if item in words.LANGUAGES else language
    return words.texts(in_words).get(key, item)


def _notice(look: Look, language: str) -> Json | None:
    text = spoken(look.said.phrase, language) if look.said else None
    if look.said is None or text is None:
        return None
    return {"text": text, "refusal": look.said.refusal}


def _firework(state: State, suit: str, language: str, shown: str) -> Json:
    height = state.fireworks[suit]
    return {
        "suit": suit,
        "name": words.suit(language, suit),
        "label": words.label(language, suit),
        "height": height,
        "ranks": list(reversed(RANKS)) if played(suit, 1)[0] == HIGHEST else list(RANKS),
        "reach": HIGHEST if shown == Help.OFF else reach(state, suit),
        "complete": height == HIGHEST,
    }


def _turns(sitting: Sitting, game: OnTable, language: str) -> list[Json]:
    """The last turns, the newest one first."""
    steps = sitting.steps
    found = []
    for number in range(len(steps) - 1, max(-1, len(steps) - 1 - LATEST), -1):
        action = steps[number].action
        before = steps[number - 1].state if number else game.opening
        phrase = spoken_action(action, before)
        apart = isinstance(action, Name | Correct | Concede)
        found.append(
            {
                "turn": before.turn,
                "seat": None if apart else before.seat + 1,
                "who": "" if apart else players.called(sitting, before.seat, language),
                "what": words.say(language, phrase),
                "kind": _KINDS.get(phrase.key.split("_")[1], "other"),
            }
        )
    return found


def _pile(state: State, language: str, shown: str) -> Json:
    """The discard pile; without help only what lies there, and not what is left."""
    key = "pile_unnamed" if state.unnamed else "pile_title"
    facts: dict[str, object] = {"cards": state.pile, "unnamed": state.unnamed}
    lost = set(lost_cards(state)) if shown != Help.OFF else set()
    last = set(critical_cards(state)) if shown != Help.OFF else set()
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
            left = None if shown == Help.OFF else copies - gone
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


def _sentence(sitting: Sitting, game: OnTable, language: str) -> str:
    """The table for those who hear it: the last turn, who acts, and the counters."""
    state = game.state
    parts = [say(language, "begun")]
    if sitting.steps:
        last = _turns(sitting._replace(steps=sitting.steps[-2:]), game, language)[0]
        what = last["what"]
        told = say(language, "said_turn", who=last["who"], what=what) if last["who"] else f"{what}."
        parts = [capital(told)]
    if state.over:
        return " ".join((*parts, ends.said(state, language)))
    acts = players.called(sitting, state.seat, language)
    counts = [
        counted(language, "said_clues", state.clues),
        counted(language, "said_fuses", state.fuses),
        words.say(language, turns_left(state.turns_left))
        if state.turns_left
        else counted(language, "said_deck", state.deck),
    ]
    return " ".join((*parts, say(language, "said_next", turn=state.turn, who=acts), f"{', '.join(counts)}."))
