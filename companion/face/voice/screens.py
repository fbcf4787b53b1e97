"""Screens aloud: what each screen says, in parts; of one that stays only the new parts are spoken.

The voice says what stands on the screen, but for this: the figures of the table are sentences; of a
list the marked line is said alone; rules and answers are said in full, and the answers later; a QR
code is not said, and of the curve its end.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.face import ending, shown
from companion.face.dialogue import choices, labels, menus, practice, repairs, tips
from companion.face.editions import EDITIONS, changed_rules_of, edition_name
from companion.face.game_pages import PageName, open_page
from companion.face.on_table import on_table
from companion.face.preferences import Help
from companion.face.shown import Said
from companion.face.spoken import latest_actions
from companion.face.state import PROMPTS, MenuName, Purpose, ScreenName, Visit
from companion.face.view import View
from companion.face.voice.aloud import Aloud, Sentences
from companion.face.voice.steps import action_aloud, points_aloud
from companion.game import curve as curves
from companion.game.actions import TILES
from companion.game.cards import HIGHEST, SUITS, Card, next_card, top_rank
from companion.game.edition import PRESETS
from companion.game.outlook import critical_cards, gone_for_good, points
from companion.game.setup import Setup
from companion.game.state import State
from companion.journal.sitting import Sitting
from companion.panel import BUTTONS

_LATEST: Final = 4
"""The number of turns that the look page has."""


def screen_identity(view: View) -> tuple[object, ...]:
    """Return the identity of a screen; while that stays the same, only what is new is spoken."""
    face = view.face
    choice = face.choice
    entry = face.entry
    asked = (choice.purpose, choice.path, choice.spread) if choice else ()
    return face.screen, face.page, face.menu.name, face.menu.place, asked, entry and entry.kind


def screen_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the words of a screen; parts may be empty."""
    face = view.face
    if face.visit and face.screen == ScreenName.LEAVING:
        return [aloud.phrase(repairs.leaving_phrase(face.visit))]
    if face.choice:
        question = _question_aloud(aloud, view)
        return [*_task_aloud(aloud, view), *question, _marked_suit_aloud(aloud, view)]
    parts = _SCREENS[face.screen](aloud, view)
    if face.screen in _SILENT_KEYS and face.practice is None:
        return parts
    keys = labels.key_phrases(face, view.sitting).items()
    said = [f"{aloud.say(f'control_{key}')}: {aloud.phrase(label)}" for key, label in keys if label]
    return [*parts, *said]


def _task_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the task of a practice or a repair, as it stands at the table's fireworks."""
    face = view.face
    if face.practice is not None:
        return [aloud.phrase(practice.lesson_phrase(face))]
    return [aloud.phrase(repairs.entry_phrase(face.entry))] if face.entry else []


def _marked_suit_aloud(aloud: Aloud, view: View) -> str:
    return aloud.say("marked", suit=view.face.marked) if view.face.marked else ""


def _said_aloud(aloud: Aloud, said: Iterable[Said]) -> Sentences:
    """Return sentences, each after the suit that it is about."""
    sentences = []
    for suit, phrase in said:
        sentence = aloud.phrase(phrase)
        sentences.append(f"{aloud.suit(suit)}: {sentence}" if suit else sentence)
    return sentences


# Questions


def _question_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the words of a question; its answers are spoken once it waits."""
    face = view.face
    sitting = view.sitting
    if face.purpose == Purpose.LANGUAGE:
        items = choices.items_by_press(face, sitting).values()
        return [Aloud(language).say("menu_language") for cell in items for language in cell]
    if face.screen != ScreenName.TILE:
        tip = tips.in_question(face, sitting)
        return [aloud.phrase(labels.question_phrase(face, sitting)), aloud.phrase(tip)]
    tile = choices.revealed_tile(face, sitting)
    name = aloud.say(f"tile_{tile.name}") if tile else ""
    if tile and tile.either:
        return [name]
    return [name, aloud.phrase(choices.tile_phrase(face, sitting))]


def answers_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the answers of the open question by their buttons, and who acts."""
    parts = []
    for press, items in choices.items_by_press(view.face, view.sitting).items():
        if items:
            together = press.split("+")
            buttons = [aloud.say(f"control_{name}") for name in BUTTONS if name in together]
            names = "; ".join(_answer_aloud(aloud, view, item) for item in items)
            said = buttons[0]
            if len(buttons) > 1:
                said = aloud.say("together", buttons=", ".join(buttons))
            parts.append(f"{said}: {names}")
    if view.face.screen in PROMPTS:
        parts.append(aloud.to_act(view.sitting))
    return parts


def _answer_aloud(aloud: Aloud, view: View, item: str) -> str:
    """Return an answer in full; of a firework on which a card is laid that card."""
    face = view.face
    sitting = view.sitting
    if face.purpose == Purpose.LANGUAGE:
        return aloud.say("own_name", language=item)
    if face.purpose in (Purpose.MORE, Purpose.WELCOME):
        return f"{aloud.say(f'item_{item}')}, {aloud.phrase(labels.item_purpose(face, item))}"
    if item in SUITS:
        card = next_card(item, on_table(sitting).state.fireworks[item])
        return aloud.card(card) if card and choices.lays(face, sitting) else aloud.suit(item)
    if item in TILES:
        tile = choices.revealed_tile(face, sitting)
        return aloud.say(f"use_{item}" if tile and tile.either else f"tile_{item}")
    return item if item.isdigit() else aloud.say(f"item_{item}")


# The table


def _table_aloud(aloud: Aloud, view: View) -> Sentences:
    return [
        *_task_aloud(aloud, view),
        aloud.to_act(view.sitting),
        _marked_suit_aloud(aloud, view),
        aloud.phrase(tips.at_table(view.face, view.sitting)),
    ]


def state_aloud(aloud: Aloud, sitting: Sitting) -> Sentences:
    """Return the state of the table, and who acts; in the last round all who still play."""
    now = on_table(sitting).state
    parts = [_fireworks_aloud(aloud, now), _counters_aloud(aloud, now)]
    if not now.setup.edition.flourish:
        parts.append(aloud.say("points", number=points(now)))
    if not now.turns_left:
        return [*parts, aloud.to_act(sitting)]
    seats = ((now.seat + turn) % now.setup.players for turn in range(now.turns_left))
    who = ", ".join(aloud.player(sitting, seat) for seat in seats)
    return [*parts, aloud.say("last_card", who=who)]


def _fireworks_aloud(aloud: Aloud, now: State) -> str:
    """Return every firework with its top card, as far as the detail knows them."""
    if shown.is_counted(now):
        played = aloud.say("played", cards=now.cards_played, total=HIGHEST * len(now.fireworks))
        complete = aloud.say("complete_fireworks", number=shown.complete_fireworks(now))
        return f"{played}, {complete}"
    said = []
    for suit, height in now.fireworks.items():
        if 0 < height < HIGHEST:
            said.append(aloud.card(Card(suit, top_rank(suit, height))))
        else:
            said.append(aloud.say("completes_suit" if height else "not_begun", suit=suit))
    return ", ".join(said)


def _counters_aloud(aloud: Aloud, now: State) -> str:
    """Return clue tokens, fuses, and the deck or the turns that are left."""
    if now.turns_left is not None:
        left = aloud.say("turns", number=now.turns_left)
    elif shown.shows_hand(now):
        left = aloud.say("hand", number=now.hands[now.seat])
    else:
        left = aloud.say("deck", number=now.deck)
    clues = aloud.say("clues", number=now.clues)
    return f"{clues}, {aloud.say('fuses', number=now.fuses)}, {left}"


# The look pages


def page_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the page that is open; before the first one of a look the state of the table."""
    name, seat = open_page(view.face, view.sitting)
    if name == PageName.HAND:
        return _hand_aloud(aloud, view, seat)
    opens = view.face.screen == ScreenName.LOOK and not view.face.page
    before = state_aloud(aloud, view.sitting) if opens else []
    return [*before, *_PAGES[name](aloud, view)]


def _hand_aloud(aloud: Aloud, view: View, seat: int) -> Sentences:
    """Return a player and what clues have said about each card, the newest first."""
    known = shown.hands(view.sitting, view.face.preferences.clues)[seat]
    said = []
    for place, card in enumerate(known, 1):
        what = [*map(aloud.value, card.touched)]
        if card.passed:
            what.append(aloud.say("hand_not", what=", ".join(map(aloud.value, card.passed))))
        if card.unknown:
            what.append(aloud.say("hand_unknown"))
        if what:
            said.append(aloud.say("hand_place", place=place, what=", ".join(what)))
    who = aloud.say("hand_of", who=aloud.player(view.sitting, seat))
    return [who, *(said or [aloud.say("hand_untold")])]


def _pile_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the cards that were discarded, those that are gone and the last copies."""
    now = on_table(view.sitting).state
    discards = sorted(Counter(now.discards).elements())
    parts = [aloud.phrase(shown.pile_title(now)), ", ".join(map(aloud.card, discards))]
    if view.face.preferences.help == Help.OFF:
        return parts
    last = [card for card in critical_cards(now) if now.setup.box.copies[card] > 1]
    lists = {"outlook_lost": gone_for_good(now), "outlook_last_copy": last}
    return [*parts, *_lists_aloud(aloud, lists)]


def _lists_aloud(aloud: Aloud, lists: Mapping[str, Iterable[Card]]) -> Sentences:
    return [
        f"{aloud.say(key)} {', '.join(map(aloud.card, cards))}"
        for key, cards in lists.items()
        if cards
    ]


def _outlook_aloud(aloud: Aloud, view: View) -> Sentences:
    now = on_table(view.sitting).state
    head = shown.headline(now)
    counts = aloud.phrase(head.counts)
    if head.figure == 1:
        one = "one_card" if head.counts.key == "outlook_to_spare" else "one_point"
        counts = f"{aloud.say(one)} {counts}"
    elif head.figure is not None:
        counts = f"{head.figure} {counts}"
    rest = aloud.phrase(head.more)
    said = [f"{counts} {rest}"] if head.one_sentence else [counts, rest]
    return [*said, aloud.phrase(head.tile), *_lists_aloud(aloud, shown.cards_that_matter(now))]


def _actions_aloud(aloud: Aloud, view: View) -> Sentences:
    turns = []
    for action, before, seat in latest_actions(view.sitting, _LATEST):
        what = action_aloud(aloud, action, before)
        if seat is not None:
            what = aloud.say("by", who=aloud.player(view.sitting, seat), what=what)
        turns.append(what)
    return [aloud.say("actions_title" if turns else "actions_none"), *turns]


# The next game


def _start_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the next game: its edition, its players and who begins."""
    draft = view.face.draft
    players = draft.setup.players
    name, *rules = _edition_aloud(aloud, draft.setup, draft.preset)
    first = draft.names[0] if draft.names else ""
    return [
        name,
        aloud.say("players", players=players),
        *rules,
        aloud.phrase(shown.detail_phrase(draft.setup.detail)),
        aloud.say("begins", who=first or aloud.say("player_at", place=draft.first % players + 1)),
    ]


def _edition_aloud(aloud: Aloud, setup: Setup, preset: str = "") -> Sentences:
    """Return an edition, its cards, and each rule that differs from the base game."""
    edition = setup.edition
    return [
        edition_name(aloud.language, edition, preset),
        aloud.say("start_cards_dealt", cards=setup.box.total, each=setup.hand_size),
        *(aloud.say(f"rule_{key}") for key in changed_rules_of(edition) or ["none"]),
    ]


# Lists


def _menu_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the title of the list, and the marked line with its value."""
    face = view.face
    lines = menus.menu_lines(face, view.sitting)
    line = lines[min(face.menu.cursor, len(lines) - 1)]
    label = aloud.phrase(line.label)
    if line.value:
        label = f"{label}: {aloud.phrase(line.value)}"
    parts = [aloud.phrase(menus.menu_title(face, view.sitting)), label]
    if face.menu.name == MenuName.CORRECT:
        parts.append(aloud.phrase(menus.total(face, view.sitting)))
    return parts


def _turns_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the marked line, and the table just before it."""
    visit = view.face.visit
    assert visit is not None, "the turns are open"
    state = repairs.table_at_mark(visit)
    parts = [_marked_line_aloud(aloud, visit), *_task_aloud(aloud, view)]
    if state is not None:
        parts += [_fireworks_aloud(aloud, state), _counters_aloud(aloud, state)]
    return parts


def _marked_line_aloud(aloud: Aloud, visit: Visit) -> str:
    beyond = visit.beyond
    if beyond > 0:
        return aloud.say("turns_undone", what=repairs.redo_phrase(visit, beyond))
    if not beyond:
        return aloud.say("turns_now")
    outcome = visit.marked
    what = action_aloud(aloud, outcome.line.action, outcome.before)
    if outcome.line.turn:
        turn = aloud.say("turn_number", turn=outcome.before.turn)
        who = aloud.player(visit.sitting, outcome.before.seat)
        what = f"{turn}, {aloud.say('by', who=who, what=what)}"
    return what if outcome.fits else f"{what}, {aloud.phrase(repairs.misfit_reason(outcome))}"


# The menu's pages


def _audit_aloud(aloud: Aloud, view: View) -> Sentences:
    state = on_table(view.sitting).state
    places = shown.cards_by_place(state).items()
    counts = [f"{aloud.say(f'audit_{place}')}: {cards}" for place, cards in places if cards]
    return [*counts, aloud.phrase(shown.audit_verdict(state))]


def _phone_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the address of the page, and the code letter by letter."""
    guests = view.face.guests
    url = guests.urls[view.face.page % len(guests.urls)]
    return [aloud.say("menu_phone"), url.partition("//")[2].lower(), " ".join(guests.token)]


# The end of a game


def _result_aloud(aloud: Aloud, view: View) -> Sentences:
    state = on_table(view.sitting).state
    why = "" if state.status == "won" else aloud.say(f"end_{state.reason}")
    meaning = ending.standing_phrase(view.standing, view.sitting)
    verdict = aloud.phrase(ending.result(state).verdict)
    return [why, points_aloud(aloud, state), verdict, aloud.phrase(meaning)]


def _curve_aloud(aloud: Aloud, view: View) -> Sentences:
    sitting = view.sitting
    states = [step.state for step in sitting.steps]
    moments = curves.points_curve(on_table(sitting).opening, states)
    last = moments[-1]
    title = "curve_title_tile" if any(one.tile_may_add for one in moments) else "curve_title"
    return [aloud.say(title), aloud.say("curve", turns=last.turn, points=last.points)]


ScreenAloud = Callable[[Aloud, View], Sentences]
_SILENT_KEYS: Final = frozenset({ScreenName.TABLE, ScreenName.LOOK, ScreenName.HALTED})
"""Screens that do not say what each button does: the three turns, or nothing."""
_PAGES: Final[Mapping[PageName, ScreenAloud]] = {
    PageName.RESULT: _result_aloud,
    PageName.STORY: _result_aloud,
    PageName.BOARD: lambda aloud, view: state_aloud(aloud, view.sitting),
    PageName.SUNK: lambda aloud, view: [
        aloud.say("sunk_title"),
        *_said_aloud(aloud, ending.sunk_said(view.sitting)),
    ],
    PageName.CURVE: _curve_aloud,
    PageName.CODE: lambda aloud, _: [aloud.say("code_text")],
    PageName.PILE: _pile_aloud,
    PageName.OUTLOOK: _outlook_aloud,
    PageName.FIGURES: lambda aloud, view: _said_aloud(
        aloud, shown.convention_figures(view.sitting)
    ),
    PageName.ACTIONS: _actions_aloud,
    PageName.CLUE: lambda aloud, view: [
        aloud.say("clues", number=on_table(view.sitting).state.clues),
        *_said_aloud(aloud, shown.clue_rules(on_table(view.sitting))),
    ],
}
_SCREENS: Final[Mapping[ScreenName, ScreenAloud]] = {
    ScreenName.TABLE: _table_aloud,
    ScreenName.LOOK: page_aloud,
    ScreenName.START: _start_aloud,
    ScreenName.MENU: _menu_aloud,
    ScreenName.TURN: _menu_aloud,
    ScreenName.TURNS: _turns_aloud,
    ScreenName.EDITION: lambda aloud, view: _edition_aloud(
        aloud,
        Setup(view.face.draft.setup.players, PRESETS[EDITIONS[view.face.menu.cursor]]),
    ),
    ScreenName.AUDIT: _audit_aloud,
    ScreenName.ABOUT: lambda aloud, view: [
        aloud.say("about_name"),
        *map(aloud.phrase, shown.about_phrases(view)),
    ],
    ScreenName.PHONE: _phone_aloud,
    ScreenName.END: page_aloud,
    ScreenName.HALTED: lambda aloud, view: [
        aloud.say("halted_title"),
        aloud.phrase(shown.kept_phrase(view)),
        aloud.say("halted_text"),
    ],
}
