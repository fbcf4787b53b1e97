"""Intents: what each intent of the grammar does."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.face.command import Begin, Command, Do, Prefer, Reaction, Undo
from companion.face.dialogue import choices, guests, menus, names, practice, repairs, tips
from companion.face.dialogue.counters import bounds, table_counters
from companion.face.dialogue.grammar import Intent
from companion.face.dialogue.outcomes import face_saying, refuse_press
from companion.face.editions import EDITIONS
from companion.face.game_pages import end_pages, look_pages
from companion.face.on_table import on_table
from companion.face.preferences import VOICE, VoiceLevel
from companion.face.state import (
    LISTS,
    PROMPTS,
    TABLES,
    Choice,
    Draft,
    EntryKind,
    Face,
    Menu,
    MenuName,
    Purpose,
    ScreenName,
    TableCounter,
    Visit,
    face_at_home,
    face_at_rest,
)
from companion.game.actions import Clue, Discard, Misfire, Play
from companion.game.edition import PRESETS, presets
from companion.game.setup import FEWEST_PLAYERS, MOST_PLAYERS, TOKENS
from companion.journal.sitting import Sitting

IntentHandler = Callable[[Face, Sitting], Reaction]
"""Carries an intent out; the press was at `Face.touched`."""


# The table


def _part_with_card(face: Face, sitting: Sitting, action: type[Discard | Misfire]) -> Reaction:
    if face.laid:
        return Reaction(face, Do(action(face.laid.card), tag=face.laid.tag))
    return Reaction(face, Do(action(), naming=choices.names_cards(sitting)))


def _choose_firework(face: Face, sitting: Sitting) -> Reaction:
    if face.laid:
        return Reaction(face, Do(Play(face.laid.card), tag=face.laid.tag))
    if face.marked:
        return Reaction(face, Do(Play(suit=face.marked)))
    state = on_table(sitting).state
    if not state.hands[state.seat]:
        return refuse_press(face, face.touched, "empty_hand")
    if not choices.can_choose(state):
        return refuse_press(face, face.touched, "tip_misfire")
    purpose = Purpose.OUTCOME if state.setup.detail == TOKENS else Purpose.PLAY
    return Reaction(face._replace(scene=Choice(purpose)))


def _open_next_page(face: Face, sitting: Sitting) -> Reaction:
    page = face.page + 1 if face.screen == ScreenName.LOOK else 0
    if page == len(look_pages(face.preferences, sitting)):
        return _return_to_table(face, sitting)
    return Reaction(face._replace(scene=ScreenName.LOOK, page=page, marked=None))


def _return_to_table(face: Face, sitting: Sitting) -> Reaction:
    return Reaction(face._replace(scene=ScreenName.TABLE, page=0))


def _use_colour(face: Face, sitting: Sitting) -> Reaction:
    """Grow the firework of a colour key at the table, or answer an open question with its suit."""
    suit, _ = face.last
    face = close_more(face, sitting)
    if face.screen in PROMPTS:
        return _follow_pick(face, sitting, choices.take(face, sitting, suit))
    if face.screen in TABLES:
        return Reaction(face, Do(Play(suit=suit)))
    return refuse_press(face, face.touched, "no_meaning")


def _use_touched(face: Face, sitting: Sitting) -> Reaction:
    """Do what touching the display means: a firework, an answer, a line of a list, an edition.

    Touching the counter that is being set ends its change, and the marked turn asks what to do.
    """
    target, _ = face.last
    if face.screen in LISTS:
        number = int(target)
        again = face.menu.editing and number == face.menu.cursor
        menu = face.menu._replace(cursor=number, editing=False)
        face = face._replace(menu=menu)
        return Reaction(face) if again else _select_marked_line(face, sitting)
    visit = face.visit
    if visit and face.screen == ScreenName.TURNS:
        if int(target) == visit.mark:
            return repairs.act_on_mark(face, visit)
        return repairs.move_mark(face, visit, int(target) - visit.mark)
    if face.screen == ScreenName.EDITION:
        return _take_edition(face, sitting)
    if face.choice:
        return _follow_pick(face, sitting, choices.take(face, sitting, target))
    return _use_colour(face, sitting)


def _mark_firework(face: Face, sitting: Sitting, by: int) -> Reaction:
    state = on_table(sitting).state
    playable = choices.playable(state)
    suits = [suit for suit in state.fireworks if suit in playable]
    if not suits or state.setup.detail == TOKENS:
        return Reaction(face)
    # The first detent marks an end of the row, by the way in which the knob was turned.
    number = 0 if by > 0 else -1
    if face.marked in suits:
        number = suits.index(face.marked) + by
    return Reaction(face._replace(scene=ScreenName.TABLE, marked=suits[number % len(suits)]))


# Choosing


def _follow_pick(face: Face, sitting: Sitting, picked: choices.Picked | None) -> Reaction:
    match picked:
        case None:
            return refuse_press(face, face.touched, "empty_cell")
        case Choice():
            return Reaction(face._replace(scene=picked))
        case choices.Pick(item) if item in _OPENS:
            return _OPENS[item](close_more(face, sitting), sitting)
        case choices.Pick(item):
            return _in_turns(partial(repairs.decide_repair, item=item))(face, sitting)
    return Reaction(face, picked)


def _step_back(face: Face, sitting: Sitting) -> Reaction:
    """Take back what was picked last, or else leave the question."""
    choice = face.choice
    if face.screen == ScreenName.MORE:
        return Reaction(close_more(face, sitting))
    if choice and choice.is_begun:
        path = choice.path if choice.spread else choice.path[:-1]
        return Reaction(face._replace(scene=choice._replace(path=path, spread=())))
    if face.entry and face.screen == ScreenName.CHOOSING:
        return Reaction(repairs.ask_rest(face, face.entry))
    if face.entry or face.screen == ScreenName.TILE:
        return Reaction(face, Undo())
    return _leave_first_question(face, sitting)


def _leave_first_question(face: Face, sitting: Sitting) -> Reaction:
    """Leave a question for where it was opened; the first one ever has to be answered."""
    if face.screen == ScreenName.LANGUAGE and not face.preferences.language:
        return refuse_press(face, face.touched, "no_meaning")
    if face.screen == ScreenName.WELCOME:
        return Reaction(face._replace(scene=Choice(Purpose.LANGUAGE)))
    if face.purpose in (Purpose.LANGUAGE, Purpose.NAME_LATE):
        return Reaction(menus.back_to_list(face, sitting))
    return Reaction(face_at_home(face, sitting))


def _skip_question(face: Face, sitting: Sitting) -> Reaction:
    visit = face.visit
    if visit and visit.entry:
        return repairs.finish_turn(face, visit, visit.entry)
    return Reaction(face_at_home(face, sitting))


def face_with_preference(face: Face, sitting: Sitting, command: Prefer) -> Face:
    """Return the face with a new preference, and the cursor of the menu still on its line.

    The first language ever leads to the question whether the group learns how to play.
    """
    after = face._replace(preferences=face.preferences._replace(**{command.key: command.value}))
    if face.screen != ScreenName.LANGUAGE:
        return menus.keep_line(face, after, sitting)
    if not face.preferences.language and sitting.state is None:
        after = after._replace(origin=ScreenName.WELCOME)
    return face_at_home(after, sitting)


# More: it commits nothing, and leads back to where it was opened


def _open_more(face: Face) -> Face:
    """Return the face at *more*; what is chosen of a tile so far stays."""
    starts = face.screen in (ScreenName.START, ScreenName.WELCOME)
    scene = Choice(Purpose.MORE, face.path)
    origin = face.screen if starts else face.origin
    return face._replace(scene=scene, origin=origin, marked=None, laid=None)


def close_more(face: Face, sitting: Sitting) -> Face:
    """Return the face at what *more* was opened on; the same face where it is not open."""
    if face.screen != ScreenName.MORE:
        return face
    if face.entry is not None:
        return repairs.ask_rest(face, face.entry)
    # It may have been opened on any page of the end.
    return face_at_home(face, sitting)._replace(page=face.page)


def _switch_voice(face: Face, sitting: Sitting) -> Reaction:
    if face.mute:
        return refuse_press(face, face.touched, "no_voice")
    speaks = face.preferences.voice != VoiceLevel.OFF
    return Reaction(face, Prefer(VOICE, VoiceLevel.OFF if speaks else VoiceLevel.FULL))


def _learn_controls(face: Face, sitting: Sitting) -> Reaction:
    """Begin the practice; the first question is answered by that."""
    face = tips.bring_back(face, sitting.game + 1)
    back = face if face.screen == ScreenName.MENU else face_at_rest(face, sitting)
    return Reaction(practice.start_practice(face, back))


# Menus and their screens, the turns


def _in_turns(act: Callable[[Face, Visit], Reaction]) -> IntentHandler:

    def visiting(face: Face, sitting: Sitting) -> Reaction:
        assert face.visit is not None, "nothing else leads to an intent of the turns"
        return act(face, face.visit)

    return visiting


def _leave_turns(face: Face, visit: Visit) -> Reaction:
    if visit.from_menu and not visit.changed:
        return Reaction(menus.back_to_list(face._replace(visit=None), visit.sitting))
    return repairs.leave_turns(face, visit)


def _move_cursor(face: Face, sitting: Sitting, by: int) -> Reaction:
    """Go up or down in a menu, or make a value less or more.

    A counter that has its value in the game again is no longer set, nor are the turns that are left
    once the deck has cards.
    """
    if face.screen not in LISTS:
        return Reaction(face)
    menu = face.menu
    lines = menus.menu_lines(face, sitting)
    act = lines[menu.cursor].act
    if not menu.editing or not isinstance(act, TableCounter):
        return Reaction(face._replace(menu=menu._replace(cursor=(menu.cursor + by) % len(lines))))
    value = {**table_counters(sitting, menu.staged), **menu.staged}[act] + by
    lowest, highest = bounds(sitting, act)
    staged = {**menu.staged, act: min(highest, max(lowest, value))}
    values = table_counters(sitting, staged)
    staged = {key: number for key, number in staged.items() if values.get(key, number) != number}
    return Reaction(face._replace(menu=menu._replace(staged=staged)))


def _in_list(act: IntentHandler) -> IntentHandler:
    """Return a handler that acts in a list.

    On another screen it opens the menu, and while a value changes, it ends the change.
    """

    def acting(face: Face, sitting: Sitting) -> Reaction:
        if face.screen not in LISTS:
            return Reaction(menus.back_to_list(face, sitting))
        if face.menu.editing:
            return Reaction(face._replace(menu=face.menu._replace(editing=False)))
        return act(face, sitting)

    return acting


def _select_marked_line(face: Face, sitting: Sitting) -> Reaction:
    menu = face.menu
    act = menus.menu_lines(face, sitting)[menu.cursor].act
    sets_nothing = menu.name == MenuName.CORRECT and not menu.staged
    if isinstance(act, Do) and sets_nothing:
        return refuse_press(face, face.touched, "nothing_to_correct")
    if isinstance(act, choices.Pick | Command):
        return _follow_pick(face, sitting, act)
    return Reaction(_open_line(face, sitting, act))


def _open_line(face: Face, sitting: Sitting, act: menus.Opening) -> Face:
    """Return the face after a line of a menu was selected; the game is asked nothing."""
    match act:
        case MenuName.MAIN:
            return menus.back_to_list(face, sitting)
        case MenuName():
            return face._replace(menu=Menu(act, place=face.menu.place))
        case TableCounter():
            return face._replace(menu=face.menu._replace(editing=True))
        case Draft() if face.menu.name == MenuName.SEAT:
            return _ask_name_at(face._replace(draft=act), sitting, face.menu.place + 1)
        case Draft():
            return face._replace(draft=act)
    return _open_scene(face, sitting, act)


def _open_scene(face: Face, sitting: Sitting, scene: ScreenName | Choice) -> Face:
    match scene:
        case ScreenName.TURNS:
            return repairs.open_turns(face, sitting)
        case ScreenName.START:
            draft = names.draft_again(face.draft, sitting)
            return face_at_rest(face, sitting)._replace(scene=scene, draft=draft)
        case ScreenName.END:
            return face_at_rest(face, sitting)
    return face._replace(scene=scene)


def _ask_name_at(face: Face, sitting: Sitting, place: int) -> Face:
    """Ask who sits at a place; after the last place leave the menu."""
    if place == face.draft.setup.players:
        return face_at_home(face, sitting)
    return face._replace(menu=Menu(MenuName.SEAT, place=place))


def _go_back_in_menu(face: Face, sitting: Sitting) -> Reaction:
    menu = face.menu
    if menu.name == MenuName.SEAT and menu.place:
        return Reaction(_ask_name_at(face, sitting, menu.place - 1))
    if menu.name not in (MenuName.TURN, MenuName.MAIN):
        return Reaction(menus.back_to_list(face, sitting))
    return _close_menu(face, sitting)


def _close_menu(face: Face, sitting: Sitting) -> Reaction:
    """Leave all lists; that of a turn leads back to the turns."""
    if face.menu.name == MenuName.TURN:
        return Reaction(face._replace(scene=ScreenName.TURNS, menu=Menu()))
    return Reaction(face_at_home(face, sitting))


# Between games


def _return_to_game(face: Face, sitting: Sitting) -> Reaction:
    """Leave the next game's start for the menu of the game in progress, which led there, or for the
    end of the last one.
    """
    if sitting.state is None:
        return refuse_press(face, face.touched, "no_meaning")
    if sitting.playing:
        return Reaction(menus.back_to_list(face._replace(origin=ScreenName.TABLE), sitting))
    return Reaction(face_at_rest(face, sitting))


def _change_draft(face: Face, more_players: int, later_first: int) -> Reaction:
    """Change how many play, or who begins; names keep their places, those of free ones too."""
    draft = face.draft
    around = names.by_place(draft)
    players = draft.setup.players + more_players
    if players > MOST_PLAYERS:
        players = FEWEST_PLAYERS
    first = draft.first + later_first
    if later_first:
        first %= players
    setup = draft.setup._replace(players=players)
    # Where the first player has no place any more, `with_names` begins at the first place.
    draft = names.with_names(draft._replace(setup=setup, first=first), around)
    return Reaction(face._replace(draft=draft))


def _open_editions(face: Face, sitting: Sitting) -> Reaction:
    """Open the editions, one a screen; the list begins at that of the next game."""
    rules = [PRESETS[name] for name in EDITIONS]
    edition = face.draft.setup.edition
    menu = Menu(cursor=rules.index(edition) if edition in rules else 0)
    return Reaction(face._replace(scene=ScreenName.EDITION, menu=menu, origin=ScreenName.START))


def _turn_edition(face: Face, sitting: Sitting, by: int) -> Reaction:
    cursor = (face.menu.cursor + by) % len(EDITIONS)
    return Reaction(face._replace(menu=face.menu._replace(cursor=cursor)))


def _take_edition(face: Face, sitting: Sitting) -> Reaction:
    edition = PRESETS[EDITIONS[face.menu.cursor]]
    preset_names = presets(edition)
    # Of several names for the same rules none was chosen.
    preset = preset_names[0] if len(preset_names) == 1 else ""
    draft = menus.with_edition(face.draft, edition, preset)
    return Reaction(face_at_home(face, sitting)._replace(draft=draft))


def _turn_page(face: Face, sitting: Sitting, by: int) -> Reaction:
    pages = len(face.guests.urls) or 1
    if face.screen == ScreenName.END:
        pages = len(end_pages(sitting))
    return Reaction(face._replace(page=(face.page + by) % pages))


def _withdraw_code(face: Face, sitting: Sitting) -> Reaction:
    face = face_at_home(guests.withdraw_token(face), sitting)
    return Reaction(face_saying(face, face.touched, "phone_withdrawn"))


_OPENS: Final[Mapping[str, IntentHandler]] = {
    ScreenName.TURNS: lambda face, sitting: Reaction(
        repairs.open_turns(face._replace(origin=face.screen), sitting)
    ),
    ScreenName.LOOK: _open_next_page,
    ScreenName.EDITION: _open_editions,
    ScreenName.MENU: lambda face, sitting: Reaction(
        face._replace(scene=ScreenName.MENU, menu=Menu(), origin=face.screen)
    ),
    VOICE: _switch_voice,
    choices.LEARN: _learn_controls,
    choices.PLAY_IT: lambda face, sitting: Reaction(face_at_rest(face, sitting)),
}
"""What *more* opens, and what a group does first; other items are decisions about a repair."""

HANDLERS: Final[Mapping[Intent, IntentHandler]] = {
    Intent.CLUE: lambda face, sitting: Reaction(face, Do(Clue())),
    Intent.DISCARD: partial(_part_with_card, action=Discard),
    Intent.CHOOSE: _choose_firework,
    Intent.MISFIRE: partial(_part_with_card, action=Misfire),
    Intent.UNDO: lambda face, sitting: Reaction(face, Undo()),
    Intent.TO_GAME: _return_to_game,
    Intent.NEXT_PAGE: _open_next_page,
    Intent.TO_TABLE: _return_to_table,
    Intent.COLOUR: _use_colour,
    Intent.MARK_BACK: partial(_mark_firework, by=-1),
    Intent.MARK_ON: partial(_mark_firework, by=+1),
    **dict.fromkeys(
        (Intent.COLUMN, Intent.LEFT, Intent.MIDDLE, Intent.RIGHT),
        lambda face, sitting: _follow_pick(
            face, sitting, choices.pick(face, sitting, face.last[0])
        ),
    ),
    Intent.STEP_BACK: _step_back,
    Intent.SKIP: _skip_question,
    Intent.MORE: lambda face, sitting: Reaction(_open_more(face)),
    Intent.EARLIER: _in_turns(partial(repairs.move_mark, by=-1)),
    Intent.LATER: _in_turns(partial(repairs.move_mark, by=+1)),
    Intent.CHANGE_TURN: _in_turns(repairs.act_on_mark),
    Intent.ADD_MISSING_TURN: _in_turns(partial(repairs.begin_turn, kind=EntryKind.FORGOTTEN)),
    Intent.REPLACE_TURN: _in_turns(partial(repairs.begin_turn, kind=EntryKind.ANOTHER)),
    Intent.LEAVE: _in_turns(_leave_turns),
    Intent.UP: partial(_move_cursor, by=-1),
    Intent.DOWN: partial(_move_cursor, by=+1),
    Intent.SELECT: _in_list(_select_marked_line),
    Intent.BACK: _in_list(_go_back_in_menu),
    Intent.CLOSE: _close_menu,
    Intent.PLAYERS: lambda face, _: _change_draft(face, more_players=1, later_first=0),
    Intent.FIRST_PLAYER: lambda face, _: _change_draft(face, more_players=0, later_first=1),
    Intent.BEGIN: lambda face, sitting: Reaction(face, Begin(face.draft)),
    Intent.EDITIONS: _open_editions,
    Intent.PREVIOUS_EDITION: partial(_turn_edition, by=-1),
    Intent.NEXT_EDITION: partial(_turn_edition, by=+1),
    Intent.TAKE_EDITION: _take_edition,
    Intent.PAGE_BACK: partial(_turn_page, by=-1),
    Intent.PAGE_ON: partial(_turn_page, by=+1),
    Intent.NEXT_GAME: lambda face, sitting: Reaction(_open_scene(face, sitting, ScreenName.START)),
    Intent.NEXT_ADDRESS: partial(_turn_page, by=+1),
    Intent.WITHDRAW: _withdraw_code,
    Intent.USE_TOUCHED: _use_touched,
    Intent.NOTHING: lambda face, sitting: Reaction(face),  # it is no mistake
}
"""What each intent of the grammar does."""
