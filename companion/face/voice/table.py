"""The table aloud: the state of the game, and the look pages."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from companion.face.dialogue import practice, repairs
from companion.face.hands import ShownCard, hands
from companion.face.look_pages import LookPage, open_page
from companion.face.on_table import on_table
from companion.face.outlook import Headline, headline, scarce, without_token
from companion.face.preferences import Help
from companion.face.shown import complete_fireworks, is_counted, none_of, shows_hand
from companion.face.spoken import latest_actions
from companion.face.view import View
from companion.face.voice.aloud import Aloud, Sentences
from companion.face.voice.steps import action_aloud, still_to_play
from companion.game.cards import BLACK, HIGHEST, MULTICOLOUR, Card, top_rank
from companion.game.outlook import critical_cards, lost_cards, points
from companion.game.state import State
from companion.journal.sitting import Sitting

_LATEST: Final = 4
"""The number of turns that the look page has."""


def state_aloud(aloud: Aloud, sitting: Sitting) -> Sentences:
    """Return the state of the table, and who acts."""
    now = on_table(sitting).state
    parts = [fireworks_aloud(aloud, now), counters_aloud(aloud, now)]
    if not now.setup.edition.flourish:
        parts.append(aloud.say("points", number=points(now)))
    parts.append(still_to_play(aloud, sitting) if now.turns_left else aloud.to_act(sitting))
    return parts


def fireworks_aloud(aloud: Aloud, now: State) -> str:
    """Return every firework with its top card, as far as the detail knows them."""
    if is_counted(now):
        played = aloud.say("played", cards=now.cards_played, total=HIGHEST * len(now.fireworks))
        complete = aloud.say("complete_fireworks", number=complete_fireworks(now))
        return f"{played}, {complete}"
    return ", ".join(_firework_aloud(aloud, suit, height) for suit, height in now.fireworks.items())


def _firework_aloud(aloud: Aloud, suit: str, height: int) -> str:
    if not height:
        return aloud.say("not_begun", suit=suit)
    if height == HIGHEST:
        return aloud.say("completes_suit", suit=suit)
    return aloud.card(Card(suit, top_rank(suit, height)))


def counters_aloud(aloud: Aloud, now: State) -> str:
    """Return clue tokens, fuses, and the deck or the turns that are left."""
    if now.turns_left is not None:
        left = aloud.say("turns", number=now.turns_left)
    elif shows_hand(now):
        left = aloud.say("hand", number=now.hands[now.seat])
    else:
        left = aloud.say("deck", number=now.deck)
    clues = aloud.say("clues", number=now.clues)
    fuses = aloud.say("fuses", number=now.fuses)
    return f"{clues}, {fuses}, {left}"


def task_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the task of a practice or a repair, as it stands at the table's fireworks."""
    face = view.face
    entry = face.entry
    if face.practice is not None:
        return [aloud.phrase(practice.lesson_phrase(face))]
    if entry is not None:
        return [aloud.say(f"entering_{entry.kind}", turn=repairs.turn_number(entry))]
    return []


# The look pages


def look_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the look page that is open; before the first one the state of the table."""
    name, seat = open_page(view.face.preferences, view.sitting, view.face.page)
    if name == LookPage.HAND:
        return hand_aloud(aloud, view, seat)
    before = [] if view.face.page else state_aloud(aloud, view.sitting)
    return [*before, *_PAGES[name](aloud, view)]


def hand_aloud(aloud: Aloud, view: View, seat: int) -> Sentences:
    """Return a player and what clues have said about each card, the newest first."""
    shown = hands(view.sitting, view.face.preferences.clues)[seat]
    cards = [card_aloud(aloud, place, card) for place, card in enumerate(shown, 1)]
    said = [card for card in cards if card] or [aloud.say("hand_untold")]
    return [aloud.say("hand_of", who=aloud.player(view.sitting, seat)), *said]


def card_aloud(aloud: Aloud, place: int, card: ShownCard) -> str:
    """Return what was said about a card; empty where nothing was."""
    what = [", ".join(map(aloud.value, card.touched))]
    if card.passed:
        what.append(aloud.say("hand_not", what=", ".join(map(aloud.value, card.passed))))
    if card.unknown:
        what.append(aloud.say("hand_unknown"))
    told = ", ".join(filter(None, what))
    return aloud.say("hand_place", place=place, what=told) if told else ""


def pile_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the cards that were discarded, those that are gone and the last copies."""
    now = on_table(view.sitting).state
    title = aloud.say("pile_title", cards=now.pile)
    if now.unnamed:
        title = aloud.say("pile_unnamed", cards=now.pile, unnamed=now.unnamed)
    discards = sorted(Counter(now.discards).elements())
    parts = [title, ", ".join(map(aloud.card, discards))]
    if view.face.preferences.help != Help.OFF:
        last = [card for card in critical_cards(now) if now.setup.box.copies[card] > 1]
        parts += [
            _cards_aloud(aloud, "outlook_lost", lost_cards(now)),
            _cards_aloud(aloud, "outlook_last_copy", last),
        ]
    return parts


def _cards_aloud(aloud: Aloud, key: str, cards: Iterable[Card]) -> str:
    names = ", ".join(map(aloud.card, cards))
    return f"{aloud.say(key)} {names}" if names else ""


def _outlook_aloud(aloud: Aloud, view: View) -> Sentences:
    now = on_table(view.sitting).state
    return [
        *_headline_aloud(aloud, headline(now)),
        _cards_aloud(aloud, "outlook_no_token", without_token(now)),
        _cards_aloud(aloud, "outlook_lost", lost_cards(now)),
        _cards_aloud(aloud, "outlook_last_copy", scarce(now)),
    ]


def _headline_aloud(aloud: Aloud, head: Headline) -> Sentences:
    counts = aloud.phrase(head.counts)
    if head.figure == 1:
        one = "one_card" if head.counts.key == "outlook_to_spare" else "one_point"
        counts = f"{aloud.say(one)} {counts}"
    elif head.figure is not None:
        counts = f"{head.figure} {counts}"
    more = aloud.phrase(head.more) if head.more else ""
    return [f"{counts} {more}"] if head.one_sentence else [counts, more]


def actions_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the last turns, the newest one first."""
    sitting = view.sitting
    turns = []
    for action, before, seat in latest_actions(sitting, _LATEST):
        what = action_aloud(aloud, action, before)
        if seat is not None:
            what = aloud.say("by", who=aloud.player(sitting, seat), what=what)
        turns.append(what)
    return [aloud.say("actions_title" if turns else "actions_none"), *turns]


def clue_rules_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the rules of clues in this edition."""
    game = on_table(view.sitting)
    edition = game.setup.edition
    parts = [
        aloud.say("clues", number=game.state.clues),
        aloud.say("clue_whom"),
    ]
    if edition.multicolour:
        rule = aloud.say(f"clue_multicolour_{edition.multicolour_clue}")
        parts.append(f"{aloud.suit(MULTICOLOUR)}: {rule}")
    if edition.black:
        parts.append(f"{aloud.suit(BLACK)}: {aloud.say('clue_black')}")
    return [*parts, aloud.say(f"clue_none_{none_of(edition, game.began.preset)}")]


_PAGES: Final = {
    LookPage.PILE: pile_aloud,
    LookPage.OUTLOOK: _outlook_aloud,
    LookPage.ACTIONS: actions_aloud,
    LookPage.CLUE: clue_rules_aloud,
}
