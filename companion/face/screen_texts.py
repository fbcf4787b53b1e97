"""The texts of each screen as plain data: the drawer lays them out, and the voice reads them.

What a screen has as pictures and figures alone, such as the table, is in neither.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import companion
from companion.face import ending, shown
from companion.face.dialogue import choices, labels, menus, outcomes, practice, repairs, tips
from companion.face.editions import EDITIONS, changed_rules_of, edition_phrase
from companion.face.game_pages import PageName, open_page
from companion.face.on_table import on_table
from companion.face.preferences import Help
from companion.face.seats import player_phrase, to_act
from companion.face.shown import Said
from companion.face.spoken import latest_actions, spoken_action
from companion.face.state import Face, MenuName, Phrase, ScreenName
from companion.face.view import View
from companion.face.words import DEFAULT
from companion.game import curve as curves
from companion.game.edition import PRESETS
from companion.game.kinds import distinct_type
from companion.game.setup import Setup
from companion.panel import BUTTONS

_LATEST: Final = 4
"""The number of turns that the look page has."""


@distinct_type
class ScreenText(NamedTuple):
    """What stands above, and what stands below it."""

    title: Phrase | None = None
    lines: tuple[Said, ...] = ()

    @property
    def phrases(self) -> list[Phrase]:
        """Its sentences from above; one that is about a suit says which."""
        lines = [labelled(suit, phrase) if suit else phrase for suit, phrase in self.lines]
        return [self.title, *lines] if self.title else lines


def open_name(view: View) -> PageName | ScreenName:
    """Return the name of what is open: of a game's pages that one."""
    screen = view.face.screen
    if screen in (ScreenName.LOOK, ScreenName.END):
        return open_page(view.face, view.sitting).name
    return screen


def screen_text_of(view: View) -> ScreenText:
    """Return the texts of a screen."""
    text = _TEXTS.get(open_name(view), _question_text if view.face.choice else _no_text)
    return text(view)


def _plain_text(title: Phrase | None, *phrases: Phrase | None) -> ScreenText:
    """Return a text whose lines are about no suit; those that are None are left out."""
    return ScreenText(title, tuple(("", phrase) for phrase in phrases if phrase))


def labelled(label: object, what: object) -> Phrase:
    """Return a fact after what it is about, or who did it."""
    return Phrase("by", {"who": label, "what": what})


def listed(*parts: object) -> Phrase:
    """Return facts in a row."""
    return Phrase("key_items", {"items": parts})


def _no_text(_view: View) -> ScreenText:
    return ScreenText()


def _task(face: Face) -> Phrase | None:
    """Return the task of a lesson or of a repair, which stands on the table."""
    if face.practice is not None:
        return practice.lesson_phrase(face)
    return repairs.entry_phrase(face.entry) if face.entry else None


def _table_text(view: View) -> ScreenText:
    """Return the task, or a tip unless something is wrong with the device, and who acts."""
    task = _task(view.face)
    tip = None if task or view.sign else tips.at_table(view.face, view.sitting)
    return _plain_text(task or tip, *to_act(view.sitting))


def _question_text(view: View) -> ScreenText:
    """Return the task, the open question, and a tip about it."""
    question = labels.question_phrase(view.face, view.sitting)
    return _plain_text(_task(view.face), question, tips.in_question(view.face, view.sitting))


def _language_text(view: View) -> ScreenText:
    """Return the question in every language that has a button, else in the first one alone."""
    cells = choices.items_by_press(view.face, view.sitting).values()
    asked = [language for cell in cells for language in cell]
    if len(asked) > len(BUTTONS):
        asked = [DEFAULT]
    return _plain_text(None, *(Phrase("menu_language", {"language": name}) for name in asked))


def _tile_text(view: View) -> ScreenText:
    """Return the tile that was turned, and its question or its effect."""
    tile = choices.revealed_tile(view.face, view.sitting)
    name = Phrase(f"tile_{tile.name}") if tile else None
    if tile and tile.either:
        return _plain_text(name)
    return _plain_text(name, choices.tile_phrase(view.face, view.sitting))


# The next game


def _edition_text(setup: Setup, preset: str = "") -> ScreenText:
    """Return an edition, its cards, and each rule that differs from the base game."""
    cards = Phrase("start_cards_dealt", {"cards": setup.box.total, "each": setup.hand_size})
    rules = [Phrase(f"rule_{key}") for key in changed_rules_of(setup.edition) or ["none"]]
    return _plain_text(edition_phrase(setup.edition, preset), cards, *rules)


def _offered_edition_text(view: View) -> ScreenText:
    edition = PRESETS[EDITIONS[view.face.menu.cursor]]
    return _edition_text(Setup(view.face.draft.setup.players, edition))


def _start_text(view: View) -> ScreenText:
    draft = view.face.draft
    name, lines = _edition_text(draft.setup, draft.preset)
    detail = shown.detail_phrase(draft.setup.detail)
    return ScreenText(name, (*lines, ("", detail)) if detail else lines)


# Lists, and what they open


def _menu_text(view: View) -> ScreenText:
    """Return the title, and what stands beside it."""
    is_counted = view.face.menu.name == MenuName.CORRECT
    total = menus.total(view.face, view.sitting) if is_counted else None
    return _plain_text(menus.menu_title(view.face, view.sitting), total)


def _leaving_text(view: View) -> ScreenText:
    assert view.face.visit is not None, "the turns are open"
    return _plain_text(repairs.leaving_phrase(view.face.visit))


def _phone_text(view: View) -> ScreenText:
    """Return the address of the page as it is typed, and the code letter by letter."""
    guests = view.face.guests
    host = guests.urls[view.face.page % len(guests.urls)].partition("//")[2].lower()
    typed = (Phrase("player", {"name": each}) for each in (host, " ".join(guests.token)))
    return _plain_text(Phrase("menu_phone"), *typed)


def _audit_text(view: View) -> ScreenText:
    """Return the cards of each place, and the verdict: those of the box, or not."""
    state = on_table(view.sitting).state
    total = state.setup.box.total
    verdict = Phrase("audit_right" if state.card_total == total else "audit_wrong")
    places = shown.cards_by_place(state).items()
    counts = [labelled(Phrase(f"audit_{place}"), n) for place, n in places]
    return _plain_text(None, *counts, verdict._replace(facts={"total": total}))


def _about_text(view: View) -> ScreenText:
    """Return the version, what this is, and when the last backup was made."""
    version = Phrase("about_version", {"version": companion.__version__})
    last = tips.last_backup_phrase(view.face, view.group.game)
    return _plain_text(Phrase("about_name"), version, Phrase("about_text"), last)


def _halted_text(view: View) -> ScreenText:
    """Return that it is off, how far the game is kept, and when the plug may be pulled."""
    kept = None
    if view.lost is not None:
        kept = outcomes.kept_from(view.lost)
    elif view.sitting.playing and view.sitting.state is not None:
        kept = Phrase("halted_game", {"turn": view.sitting.state.turn})
    return _plain_text(Phrase("halted_title"), kept, Phrase("halted_text"))


# The pages of a game


def _result_text(view: View) -> ScreenText:
    result = ending.result(on_table(view.sitting).state)
    return _plain_text(result.verdict, result.of)


def _story_text(view: View) -> ScreenText:
    """Return why the game is over, out of how many its figure is, and what that means."""
    state = on_table(view.sitting).state
    result = ending.result(state)
    why = result.verdict if state.status == "won" else ending.end_reason(state)
    return _plain_text(why, result.of, ending.standing_phrase(view.standing, view.sitting))


def _curve_text(view: View) -> ScreenText:
    states = [step.state for step in view.sitting.steps]
    moments = curves.points_curve(on_table(view.sitting).opening, states)
    has_tiles = any(moment.tile_may_add for moment in moments)
    title = Phrase("curve_title_tile" if has_tiles else "curve_title")
    return _plain_text(title, Phrase("curve_turns", {"turns": moments[-1].turn}))


def _sunk_text(view: View) -> ScreenText:
    return ScreenText(Phrase("sunk_title"), tuple(ending.sunk_said(view.sitting)))


def _code_text(_view: View) -> ScreenText:
    return _plain_text(Phrase("code_text"))


def _pile_text(view: View) -> ScreenText:
    """Return how many cards lie there, and with the help on which are gone or the last copy."""
    state = on_table(view.sitting).state
    lists = [] if view.face.preferences.help == Help.OFF else shown.cards_that_matter(state)
    kept = [phrase for phrase, _ in lists if phrase.key != "outlook_no_token"]
    return _plain_text(shown.pile_title(state), *kept)


def _outlook_text(view: View) -> ScreenText:
    """Return what can still be reached, and the cards that matter."""
    state = on_table(view.sitting).state
    head = shown.headline(state)
    more = None if head.one_sentence else head.more
    return _plain_text(
        head.counts, more, head.tile, *(label for label, _ in shown.cards_that_matter(state))
    )


def _actions_text(view: View) -> ScreenText:
    """Return the latest turns, each with its player."""
    said = []
    for action, before, seat in latest_actions(view.sitting, _LATEST):
        what = spoken_action(action, before)
        if seat is not None:
            what = labelled(player_phrase(view.sitting, seat), what)
        said.append(what)
    return _plain_text(Phrase("actions_title" if said else "actions_none"), *said)


def _clue_text(view: View) -> ScreenText:
    game = on_table(view.sitting)
    title = Phrase("clue_title", {"tokens": game.state.clues})
    return ScreenText(title, tuple(shown.clue_rules(game)))


_TEXTS: Final[Mapping[PageName | ScreenName, Callable[[View], ScreenText]]] = {
    ScreenName.TABLE: _table_text,
    ScreenName.LANGUAGE: _language_text,
    ScreenName.TILE: _tile_text,
    ScreenName.EDITION: _offered_edition_text,
    ScreenName.START: _start_text,
    ScreenName.MENU: _menu_text,
    ScreenName.TURN: _menu_text,
    ScreenName.LEAVING: _leaving_text,
    ScreenName.PHONE: _phone_text,
    ScreenName.AUDIT: _audit_text,
    ScreenName.ABOUT: _about_text,
    ScreenName.HALTED: _halted_text,
    PageName.RESULT: _result_text,
    PageName.STORY: _story_text,
    PageName.SUNK: _sunk_text,
    PageName.CURVE: _curve_text,
    PageName.CODE: _code_text,
    PageName.PILE: _pile_text,
    PageName.OUTLOOK: _outlook_text,
    PageName.ACTIONS: _actions_text,
    PageName.CLUE: _clue_text,
}
"""The texts of each screen; of a question they are the question."""
