"""Screens aloud: the voice reads the texts of a screen, then what each button does.

`_INSTEAD` is the list of exceptions: what the screen has as pictures and figures is said in
sentences, and of a list the marked line is said alone.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from companion.face import shown
from companion.face.dialogue import choices, labels, menus, repairs
from companion.face.game_pages import PageName, open_page
from companion.face.on_table import on_table
from companion.face.screen_texts import ScreenText, labelled, listed, open_name, screen_text_of
from companion.face.seats import player_phrase, to_act
from companion.face.state import LAST_ROUND, PROMPTS, TABLES, Own, Phrase, Purpose, ScreenName
from companion.face.view import View
from companion.game.actions import TILES
from companion.game.cards import HIGHEST, SUITS, Card, next_card, top_rank
from companion.game.outlook import points
from companion.game.state import State
from companion.journal.sitting import Sitting
from companion.panel import BUTTONS

Phrases = list[Phrase]


def screen_identity(view: View) -> tuple[object, ...]:
    """Return the identity of a screen; while that stays the same, only what is new is spoken."""
    face = view.face
    choice, entry = face.choice, face.entry and face.entry.kind
    asked = (choice.purpose, choice.path, choice.spread) if choice else ()
    return view.language, face.screen, face.page, face.menu.name, face.menu.place, asked, entry


def screen_phrases(view: View) -> Phrases:
    """Return what a screen says, in sentences."""
    face = view.face
    name = open_name(view)
    text = screen_text_of(view)
    said = _INSTEAD[name](view, text) if name in _INSTEAD else text.phrases
    if face.marked:
        said.append(Phrase("marked", {"suit": face.marked}))
    if face.choice:
        return said
    if face.screen in TABLES and face.practice is None:  # the three turns, as everywhere
        return said
    keys = labels.key_phrases(face, view.sitting).items()
    return said + [labelled(Phrase(f"control_{key}"), label) for key, label in keys if label]


# Questions


def answer_phrases(view: View) -> Phrases:
    """Return the answers of the open question by their buttons, and who acts."""
    parts = []
    for press, items in choices.items_by_press(view.face, view.sitting).items():
        if items:
            together = press.split("+")
            buttons = listed(*(Phrase(f"control_{name}") for name in BUTTONS if name in together))
            if len(together) > 1:
                buttons = Phrase("together", {"buttons": buttons})
            parts.append(labelled(buttons, listed(*(_answer(view, item) for item in items))))
    return [*parts, *to_act(view.sitting)] if view.face.screen in PROMPTS else parts


def _answer(view: View, item: str) -> object:
    """Return an answer in full; of a firework on which a card is laid that card."""
    face = view.face
    sitting = view.sitting
    if face.purpose == Purpose.LANGUAGE:
        return Phrase("own_name", {"language": item})
    if face.purpose in (Purpose.MORE, Purpose.WELCOME):
        return listed(Phrase(f"item_{item}"), labels.item_purpose(face, item))
    if item in SUITS:
        card = next_card(item, on_table(sitting).state.fireworks[item])
        return card if card and choices.lays(face, sitting) else item
    if item in TILES:
        tile = choices.revealed_tile(face, sitting)
        return Phrase(f"use_{item}" if tile and tile.either else f"tile_{item}")
    return Phrase(f"item_{item}")


# The table


def state_phrases(sitting: Sitting) -> Phrases:
    """Return the state of the table, and who acts; in the last round all who still play."""
    now = on_table(sitting).state
    said = [_fireworks(now), _counters(now)]
    if not now.setup.edition.flourish:
        said.append(Phrase("points", {"number": points(now)}))
    if not now.turns_left:
        return [*said, *to_act(sitting)]
    seats = ((now.seat + turn) % now.setup.players for turn in range(now.turns_left))
    who = listed(*(player_phrase(sitting, seat) for seat in seats))
    return [*said, labelled(Phrase(LAST_ROUND), who)]


def _fireworks(now: State) -> Phrase:
    """Return the fireworks with their top cards, as far as the detail knows them."""
    if shown.is_counted(now):
        total = HIGHEST * len(now.fireworks)
        complete = Phrase("complete_fireworks", {"number": shown.complete_fireworks(now)})
        return listed(Phrase("played", {"cards": now.cards_played, "total": total}), complete)
    said: list[object] = []
    for suit, height in now.fireworks.items():
        if height == HIGHEST:
            said.append(Phrase("completes_suit", {"suit": suit}))
        elif height:
            said.append(Card(suit, top_rank(suit, height)))
    others = len(now.fireworks) - len(said)
    if not said:
        return Phrase("none_begun")
    if others:
        said.append(Phrase("others_not_begun", {"number": others}))
    return listed(*said)


def _counters(now: State) -> Phrase:
    """Return clue tokens, fuses, and the deck or what counts once that is empty."""
    left = Phrase("deck", {"number": now.deck})
    if now.turns_left is not None:
        left = shown.turns_left_phrase(now.turns_left)
    elif shown.shows_hand(now):
        left = Phrase("hand", {"number": now.hands[now.seat]})
    clues, fuses = Phrase("clues", {"number": now.clues}), Phrase("fuses", {"number": now.fuses})
    return listed(clues, fuses, left)


# The look pages


def _hand(view: View, _text: ScreenText) -> Phrases:
    """Return a player and what clues have said about each card, the newest first."""
    seat = open_page(view.face, view.sitting).seat
    said = []
    known = shown.hands(view.sitting, view.face.preferences.clues)[seat]
    for place, card in enumerate(known, 1):
        what: list[object] = [*card.touched]
        what += [Phrase("no_mark", {"value": card.passed})] if card.passed else []
        what += [Phrase("hand_unknown")] if card.unknown else []
        if what:
            said.append(Phrase("hand_place", {"place": place, "what": listed(*what)}))
    who = Phrase("hand_of", {"who": player_phrase(view.sitting, seat)})
    return [who, *(said or [Phrase("hand_untold")])]


def _pile(view: View, text: ScreenText) -> Phrases:
    """Return the cards that were discarded, which the screen shows one by one.

    It is the first page of a look, before which the table is said.
    """
    discards = on_table(view.sitting).state.discards
    title, *lists = text.phrases
    before = state_phrases(view.sitting) if view.face.screen == ScreenName.LOOK else []
    return [*before, title, listed(*sorted(Counter(discards).elements())), *lists]


# The next game, lists, and what they open


def _start(view: View, text: ScreenText) -> Phrases:
    """Return the next game: its edition, its players and who begins."""
    draft = view.face.draft
    players = draft.setup.players
    place = Phrase("player_at", {"place": draft.first % players + 1})
    begins = Phrase("begins", {"who": Own(draft.names[0]) if draft.names else place})
    name, *rest = text.phrases
    return [name, labelled(Phrase("key_players"), players), *rest, begins]


def _menu(view: View, text: ScreenText) -> Phrases:
    """Return the title of the list, and the marked line with its value."""
    face = view.face
    lines = menus.menu_lines(face, view.sitting)
    line = lines[min(face.menu.cursor, len(lines) - 1)]
    title, *total = text.phrases
    return [title, labelled(line.label, line.value) if line.value else line.label, *total]


def _turns(view: View, _text: ScreenText) -> Phrases:
    """Return the marked line, and the table just before it."""
    visit = view.face.visit
    assert visit is not None, "the turns are open"
    state = repairs.table_at_mark(visit)
    table = [_fireworks(state), _counters(state)] if state is not None else []
    said: list[object] = [repairs.line_phrase(visit, visit.mark)]
    if visit.beyond < 0 and visit.marked.line.turn:
        who = player_phrase(visit.sitting, visit.marked.before.seat)
        turn = Phrase("turn_number", {"turn": visit.marked.before.turn})
        said = [turn, labelled(who, *said)]
    if visit.beyond < 0 and not visit.marked.fits:
        said.append(repairs.misfit_reason(visit.marked))
    return [listed(*said), *table]


_INSTEAD: Final[Mapping[PageName | ScreenName, Callable[[View, ScreenText], Phrases]]] = {
    ScreenName.START: _start,
    ScreenName.MENU: _menu,
    ScreenName.TURN: _menu,
    ScreenName.TURNS: _turns,
    PageName.BOARD: lambda view, _: state_phrases(view.sitting),
    PageName.HAND: _hand,
    PageName.PILE: _pile,
}
