"""Screens aloud: what each screen says, in parts.

Of a screen that stays only the new parts are spoken.
"""

from collections.abc import Callable, Mapping
from typing import Final

import companion
from companion.face import ending
from companion.face.dialogue import backups, labels, menus, repairs, tips
from companion.face.editions import EDITIONS, changed_rules_of, edition_name
from companion.face.ending import EndPage
from companion.face.look_pages import LookPage
from companion.face.on_table import on_table
from companion.face.shown import kept_phrase
from companion.face.state import PROMPTS, MenuName, ScreenName, Visit
from companion.face.view import View
from companion.face.voice import questions, table
from companion.face.voice.aloud import Aloud, Sentences
from companion.face.voice.steps import action_aloud, points_aloud
from companion.game import curve as curves
from companion.game.cards import BLACK
from companion.game.edition import PRESETS, Edition
from companion.game.setup import COLOURS, Setup


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
        question = questions.question_aloud(aloud, view, face.choice)
        return [*table.task_aloud(aloud, view), *question, marked_suit_aloud(aloud, view)]
    parts = _SCREENS[face.screen](aloud, view)
    if face.screen in _SILENT_KEYS and face.practice is None:
        return parts
    return [*parts, *keys_aloud(aloud, view)]


def answers_and_seat_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the answers of the question that is open, and who acts."""
    acts = aloud.to_act(view.sitting) if view.face.screen in PROMPTS else ""
    return [*questions.answers_aloud(aloud, view), acts]


def keys_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the label of each button."""
    return [
        f"{aloud.say(f'control_{control}')}: {aloud.phrase(label)}"
        for control, label in labels.key_phrases(view.face, view.sitting).items()
        if label
    ]


def marked_suit_aloud(aloud: Aloud, view: View) -> str:
    """Return the firework that an encoder points at."""
    return aloud.say("marked", suit=view.face.marked) if view.face.marked else ""


def _table_aloud(aloud: Aloud, view: View) -> Sentences:
    tip = tips.at_table(view.face, view.sitting)
    return [
        *table.task_aloud(aloud, view),
        aloud.to_act(view.sitting),
        marked_suit_aloud(aloud, view),
        aloud.phrase(tip) if tip else "",
    ]


def start_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the next game: its edition, its players and who begins."""
    draft = view.face.draft
    setup = draft.setup
    edition = setup.edition
    rules = rules_aloud(aloud, edition)
    if draft.names:
        first = draft.names[0]
    else:
        first = aloud.say("player_at", place=draft.first % setup.players + 1)
    return [
        edition_name(view.language, edition, draft.preset),
        aloud.say("players", players=setup.players),
        dealt_aloud(aloud, setup),
        *rules,
        aloud.say(f"start_{setup.detail}") if setup.detail != COLOURS else "",
        aloud.say("begins", who=first),
    ]


def edition_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the edition that is shown, and what it changes."""
    edition = PRESETS[EDITIONS[view.face.menu.cursor]]
    setup = Setup(view.face.draft.setup.players, edition)
    return [
        edition_name(view.language, edition),
        dealt_aloud(aloud, setup),
        *rules_aloud(aloud, edition),
    ]


def dealt_aloud(aloud: Aloud, setup: Setup) -> str:
    """Return the number of cards, and that of each player's hand."""
    return aloud.say("start_cards_dealt", cards=setup.box.total, each=setup.hand_size)


def rules_aloud(aloud: Aloud, edition: Edition) -> Sentences:
    """Return each rule that differs from the base game, or that none does."""
    return [aloud.say(f"rule_{key}") for key in changed_rules_of(edition) or ["none"]]


def menu_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the title of the list, and the marked line with its value."""
    face = view.face
    lines = menus.menu_lines(face, view.sitting)
    line = lines[min(face.menu.cursor, len(lines) - 1)]
    label = aloud.phrase(line.label)
    if line.value:
        label = f"{label}: {aloud.phrase(line.value)}"
    parts = [aloud.phrase(menus.menu_title(face)), label]
    if face.menu.name == MenuName.CORRECT:
        parts.append(aloud.phrase(menus.total(face, view.sitting)))
    return parts


def audit_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the number of cards in every place."""
    state = on_table(view.sitting).state
    places = {
        "deck": state.deck,
        "pile": state.pile,
        "fireworks": state.cards_played,
        "hands": sum(state.hands),
        "missing": state.missing,
    }
    total = state.setup.box.total
    verdict = "audit_right" if state.card_total == total else "audit_wrong"
    return [
        *(f"{aloud.say(f'audit_{key}')}: {cards}" for key, cards in places.items() if cards),
        aloud.say(verdict, total=total),
    ]


def _about_aloud(aloud: Aloud, view: View) -> Sentences:
    version = aloud.say("about_version", version=companion.__version__)
    last = backups.last_backup_phrase(view.face, view.group.game)
    backup = aloud.say(last.key, **last.facts)
    return [aloud.say("about_name"), version, aloud.say("about_text"), backup]


def phone_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the address of the page, and the code letter by letter."""
    guests = view.face.guests
    host = ""
    if guests.urls:
        url = guests.urls[view.face.page % len(guests.urls)]
        host = url.partition("//")[2].lower()
    return [aloud.say("menu_phone"), host, " ".join(guests.token)]


# The end of a game


def end_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the page that is open."""
    return _ENDS[ending.end_page(view.sitting, view.face.page)](aloud, view)


def _result_aloud(aloud: Aloud, view: View) -> Sentences:
    state = on_table(view.sitting).state
    is_won = state.status == "won"
    why = "" if is_won else aloud.say(f"end_{state.reason}")
    parts = [why, points_aloud(aloud, state), aloud.phrase(ending.result(state).verdict)]
    meaning = view.standing and ending.standing_phrase(view.standing, view.sitting)
    if meaning:
        parts.append(aloud.phrase(meaning))
    elif is_won and BLACK in state.fireworks:
        parts.append(aloud.say("with_black"))
    return parts


def _lost_fireworks_aloud(aloud: Aloud, view: View) -> Sentences:
    state = on_table(view.sitting).state
    parts = [aloud.say("sunk_title")]
    for firework in ending.sunk_in(view.sitting):
        suit = aloud.suit(firework.card.suit)
        parts.append(f"{suit}: {aloud.phrase(ending.sunk_phrase(state, firework))}")
    return parts


def curve_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the last point of the curve."""
    sitting = view.sitting
    states = [step.state for step in sitting.steps]
    last = curves.points_curve(on_table(sitting).opening, states)[-1]
    points = aloud.say("curve", turns=last.turn, points=last.points)
    return [aloud.say("curve_title"), points]


# The turns


def turns_aloud(aloud: Aloud, view: View) -> Sentences:
    """Return the marked line, and the table just before it."""
    visit = view.face.visit
    assert visit is not None, "the turns are open"
    state = repairs.table_at_mark(visit)
    parts = [_marked_line_aloud(aloud, visit), *table.task_aloud(aloud, view)]
    if state is not None:
        parts += [table.fireworks_aloud(aloud, state), table.counters_aloud(aloud, state)]
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


def _halted_aloud(aloud: Aloud, view: View) -> Sentences:
    kept = kept_phrase(view)
    game = aloud.phrase(kept) if kept else ""
    return [aloud.say("halted_title"), game, aloud.say("halted_text")]


_SILENT_KEYS: Final = frozenset({ScreenName.TABLE, ScreenName.LOOK, ScreenName.HALTED})
"""Screens that do not say what each button does: the three turns, or nothing."""
_SCREENS: Final = {
    ScreenName.TABLE: _table_aloud,
    ScreenName.LOOK: table.look_aloud,
    ScreenName.START: start_aloud,
    ScreenName.MENU: menu_aloud,
    ScreenName.TURN: menu_aloud,
    ScreenName.TURNS: turns_aloud,
    ScreenName.EDITION: edition_aloud,
    ScreenName.AUDIT: audit_aloud,
    ScreenName.ABOUT: _about_aloud,
    ScreenName.PHONE: phone_aloud,
    ScreenName.END: end_aloud,
    ScreenName.HALTED: _halted_aloud,
}
_ENDS: Final[Mapping[str, Callable[[Aloud, View], Sentences]]] = {
    EndPage.RESULT: _result_aloud,
    EndPage.BOARD: lambda aloud, view: table.state_aloud(aloud, view.sitting),
    EndPage.SUNK: _lost_fireworks_aloud,
    EndPage.CURVE: curve_aloud,
    EndPage.CODE: lambda aloud, _: [aloud.say("code_text")],
    LookPage.PILE: table.pile_aloud,
    LookPage.ACTIONS: table.actions_aloud,
}
