"""Intents: what each intent of the grammar does."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.face import ending
from companion.face.command import Begin, Command, Do, Forget, Prefer, Reaction, Undo
from companion.face.dialogue import (
    choices,
    corrections,
    guests,
    menus,
    more,
    names,
    practice,
    repairs,
)
from companion.face.dialogue.counters import table_counters
from companion.face.dialogue.grammar import Intent
from companion.face.dialogue.outcomes import face_saying, refuse_press
from companion.face.editions import EDITIONS
from companion.face.look_pages import look_pages
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
    LaidCard,
    Menu,
    MenuName,
    Purpose,
    ScreenName,
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
        return _use_laid_card(face, face.laid, action)
    return Reaction(face, Do(action(), naming=choices.names_cards(sitting)))


def _use_laid_card(face: Face, laid: LaidCard, action: type[Discard | Misfire | Play]) -> Reaction:
    return Reaction(face, Do(action(laid.card), tag=laid.tag))


def undo_step(face: Face, sitting: Sitting) -> Reaction:
    """Step back; from the next game's start to the game in progress, with all of its turns."""
    if face.screen == ScreenName.START and sitting.playing:
        return Reaction(face_at_rest(face, sitting))
    return Reaction(face, Undo())


def _choose_firework(face: Face, sitting: Sitting) -> Reaction:
    if face.laid:
        return _use_laid_card(face, face.laid, Play)
    if face.marked:
        return Reaction(face, Do(Play(suit=face.marked)))
    state = on_table(sitting).state
    if not state.hands[state.seat]:
        return refuse_press(face, face.touched, "empty_hand")
    if not choices.can_choose(state):
        return refuse_press(face, face.touched, "tip_misfire")
    purpose = Purpose.OUTCOME if state.setup.detail == TOKENS else Purpose.PLAY
    return Reaction(face._replace(scene=Choice(purpose)))


def _open_turn_list(face: Face, sitting: Sitting) -> Reaction:
    if not repairs.has_turns(sitting):
        return refuse_press(face, face.touched, "no_turns")
    return Reaction(repairs.open_turns(face._replace(origin=face.screen), sitting))


def _open_next_page(face: Face, sitting: Sitting) -> Reaction:
    page = face.page + 1 if face.screen == ScreenName.LOOK else 0
    if page == len(look_pages(face.preferences, sitting)):
        return _return_to_table(face, sitting)
    return Reaction(face._replace(scene=ScreenName.LOOK, page=page, marked=None))


def _return_to_table(face: Face, sitting: Sitting) -> Reaction:
    return Reaction(face._replace(scene=ScreenName.TABLE, page=0))


def _open_menu(face: Face, sitting: Sitting) -> Reaction:
    return Reaction(face._replace(scene=ScreenName.MENU, menu=Menu(), origin=face.screen))


def use_colour(face: Face, sitting: Sitting) -> Reaction:
    """Grow the firework of a colour key at the table, or answer an open question with its suit."""
    suit, _ = face.last
    face = more.close_more(face, sitting)
    if face.screen in PROMPTS:
        return follow_pick(face, sitting, choices.take(face, sitting, suit))
    if face.screen in TABLES:
        return Reaction(face, Do(Play(suit=suit)))
    return refuse_press(face, face.touched, "no_meaning")


def use_touched(face: Face, sitting: Sitting) -> Reaction:
    """Do what touching the display means: a firework, an answer, a line of a list, an edition."""
    target, _ = face.last
    if face.screen in LISTS:
        return select_touched_line(face, sitting, int(target))
    if face.visit and face.screen == ScreenName.TURNS:
        return repairs.touch_line(face, face.visit, int(target))
    if face.screen == ScreenName.EDITION:
        return _take_edition(face, sitting)
    if face.choice:
        return follow_pick(face, sitting, choices.take(face, sitting, target))
    return use_colour(face, sitting)


def mark_firework(face: Face, sitting: Sitting, by: int) -> Reaction:
    """Mark the next firework that a card can be played on."""
    state = on_table(sitting).state
    playable = choices.playable(state)
    suits = [suit for suit in state.fireworks if suit in playable]
    if not suits or state.setup.detail == TOKENS:
        return Reaction(face)
    number = 0 if by > 0 else -1
    if face.marked in suits:
        number = suits.index(face.marked) + by
    return Reaction(face._replace(scene=ScreenName.TABLE, marked=suits[number % len(suits)]))


# Choosing


def pick_answer(face: Face, sitting: Sitting) -> Reaction:
    """Choose the cell or the column that the buttons pressed last stand for."""
    buttons, _ = face.last
    return follow_pick(face, sitting, choices.pick(face, sitting, buttons))


def follow_pick(face: Face, sitting: Sitting, picked: choices.Picked | None) -> Reaction:
    """Do what a pick leads to."""
    match picked:
        case None:
            return refuse_press(face, face.touched, "empty_cell")
        case Choice():
            return Reaction(face._replace(scene=picked))
        case choices.Decide(item):
            return in_turns(partial(repairs.decide_repair, item=item))(face, sitting)
        case choices.More(item):
            return _MORE[item](more.close_more(face, sitting), sitting)
        case Do(Misfire()):
            picked = picked._replace(naming=choices.names_cards(sitting))
    return Reaction(face, picked)


def step_back(face: Face, sitting: Sitting) -> Reaction:
    """Take back what was picked last, or else leave the question."""
    choice = face.choice
    if face.screen == ScreenName.MORE:
        return Reaction(more.close_more(face, sitting))
    if choice and choice.is_begun:
        path = choice.path if choice.spread else choice.path[:-1]
        return Reaction(face._replace(scene=choice._replace(path=path, spread=())))
    return _leave_question(face, sitting)


def _leave_question(face: Face, sitting: Sitting) -> Reaction:
    entry = face.entry
    if entry and face.screen == ScreenName.CHOOSING:
        return Reaction(repairs.ask_rest(face, entry))
    if entry or face.screen == ScreenName.TILE:
        return Reaction(face, Undo())
    if face.screen == ScreenName.LANGUAGE and not face.preferences.language:
        return refuse_press(face, face.touched, "no_meaning")
    if face.screen == ScreenName.WELCOME:
        return Reaction(face._replace(scene=Choice(Purpose.LANGUAGE)))
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
    if face.screen == ScreenName.LANGUAGE:
        is_first = not face.preferences.language and sitting.state is None
        return face_at_home(
            after._replace(origin=ScreenName.WELCOME) if is_first else after, sitting
        )
    return menus.keep_line(face, after, sitting)


# Menus and their screens, the turns


def in_turns(act: Callable[[Face, Visit], Reaction]) -> IntentHandler:
    """Return a handler that acts on the turns, and refuses while they are not open."""

    def visiting(face: Face, sitting: Sitting) -> Reaction:
        return (
            act(face, face.visit) if face.visit else refuse_press(face, face.touched, "no_meaning")
        )

    return visiting


def move_cursor(face: Face, sitting: Sitting, by: int) -> Reaction:
    """Go up or down in a menu, or make a value less or more."""
    if face.screen not in LISTS:
        return Reaction(face)
    menu = face.menu
    lines = menus.menu_lines(face, sitting)
    act = lines[menu.cursor].act
    if not menu.editing or not isinstance(act, menus.Edit):
        return Reaction(face._replace(menu=menu._replace(cursor=(menu.cursor + by) % len(lines))))
    value = {**table_counters(sitting, menu.staged), **menu.staged}[act.counter] + by
    value = min(act.highest, max(act.lowest, value))
    return Reaction(corrections.stage_counter(face, sitting, act.counter, value))


def in_list(act: IntentHandler) -> IntentHandler:
    """Return a handler that acts in a list.

    On another screen it opens the menu, and while a value changes, it ends the change.
    """

    def acting(face: Face, sitting: Sitting) -> Reaction:
        if face.screen not in LISTS:
            return Reaction(face._replace(scene=ScreenName.MENU))
        if face.menu.editing:
            return Reaction(face._replace(menu=face.menu._replace(editing=False)))
        return act(face, sitting)

    return acting


def select_touched_line(face: Face, sitting: Sitting, number: int) -> Reaction:
    """Select a line that is touched; the counter that is being set ends its change."""
    menu = face.menu
    if menu.editing and number == menu.cursor:
        return Reaction(face._replace(menu=menu._replace(editing=False)))
    face = face._replace(menu=menu._replace(cursor=number, editing=False))
    return _select_marked_line(face, sitting)


def _select_marked_line(face: Face, sitting: Sitting) -> Reaction:
    menu = face.menu
    act = menus.menu_lines(face, sitting)[menu.cursor].act
    match act:
        case Forget(name):
            return Reaction(names.forget_player(face, name), act)
        case Do() if menu.name == MenuName.CORRECT and not menu.staged:
            return refuse_press(face, face.touched, "nothing_to_correct")
    if isinstance(act, choices.Decide | choices.More | Command):
        return follow_pick(face, sitting, act)
    return Reaction(open_line(face, sitting, act))


def open_line(face: Face, sitting: Sitting, act: menus.Opening) -> Face:
    """Return the face after a line of a menu was selected; the game is asked nothing."""
    match act:
        case MenuName():
            return face._replace(menu=Menu(act))
        case menus.Edit():
            return face._replace(menu=face.menu._replace(editing=True))
        case Draft():
            return face._replace(draft=act)
        case menus.Sit(place, name):
            face = face._replace(draft=names.sit(face.draft, place, name))
            return ask_name_at(face, sitting, place + 1)
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


def ask_name_at(face: Face, sitting: Sitting, place: int) -> Face:
    """Ask who sits at a place; after the last place leave the menu."""
    if place == face.draft.setup.players:
        return face_at_home(face, sitting)
    return face._replace(menu=Menu(MenuName.SEAT, place=place))


def _go_back_in_menu(face: Face, sitting: Sitting) -> Reaction:
    menu = face.menu
    if menu.name == MenuName.SEAT and menu.place:
        return Reaction(ask_name_at(face, sitting, menu.place - 1))
    if menu.name not in (MenuName.TURN, MenuName.MAIN):
        return Reaction(face._replace(menu=Menu()))
    return close_menu(face, sitting)


def close_menu(face: Face, sitting: Sitting) -> Reaction:
    """Leave all lists; that of a turn leads back to the turns."""
    if face.menu.name == MenuName.TURN:
        return Reaction(face._replace(scene=ScreenName.TURNS, menu=Menu()))
    return Reaction(face_at_home(face, sitting))


# Between games


def _add_player(face: Face, sitting: Sitting) -> Reaction:
    players = face.draft.setup.players + 1
    if players > MOST_PLAYERS:
        players = FEWEST_PLAYERS
    around = names.by_place(face.draft)  # those of free places are kept
    draft = face.draft._replace(setup=face.draft.setup._replace(players=players))
    return Reaction(face._replace(draft=names.with_names(draft, around)))


def _choose_next_starter(face: Face, sitting: Sitting) -> Reaction:
    draft = face.draft
    first = (draft.first + 1) % draft.setup.players
    around = names.by_place(draft)  # they keep their places
    return Reaction(face._replace(draft=names.with_names(draft._replace(first=first), around)))


def open_editions(face: Face, sitting: Sitting) -> Reaction:
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
    preset = preset_names[0] if len(preset_names) == 1 else ""
    draft = menus.with_edition(face.draft, edition, preset)
    return Reaction(face_at_home(face, sitting)._replace(draft=draft))


def _turn_page(face: Face, sitting: Sitting, by: int) -> Reaction:
    return Reaction(face._replace(page=(face.page + by) % len(ending.pages(sitting))))


# Guests


def _show_next_address(face: Face, sitting: Sitting) -> Reaction:
    return Reaction(face._replace(page=(face.page + 1) % max(1, len(face.guests.urls))))


def _withdraw_code(face: Face, sitting: Sitting) -> Reaction:
    return Reaction(
        face_saying(
            face_at_home(guests.withdraw_token(face), sitting), face.touched, "phone_withdrawn"
        )
    )


def learn_controls(face: Face, sitting: Sitting) -> Reaction:
    """Begin the practice; the first question is answered by that."""
    back = (
        face_at_home(face, sitting)
        if face.screen == ScreenName.MENU
        else face_at_rest(face, sitting)
    )
    return Reaction(practice.start_practice(face, back))


def switch_voice(face: Face, sitting: Sitting) -> Reaction:
    """Have everything spoken, or nothing any more."""
    if face.mute:
        return refuse_press(face, face.touched, "no_voice")
    speaks = face.preferences.voice != VoiceLevel.OFF
    return Reaction(face, Prefer(VOICE, VoiceLevel.OFF if speaks else VoiceLevel.FULL))


_MORE: Final[Mapping[str, IntentHandler]] = {
    choices.TURNS: _open_turn_list,
    choices.LOOK: _open_next_page,
    choices.EDITION: open_editions,
    choices.MENU: _open_menu,
    choices.VOICE: switch_voice,
    choices.LEARN: learn_controls,
    choices.PLAY_IT: lambda face, sitting: Reaction(face_at_rest(face, sitting)),
}
"""What *more* opens, and what a group does first."""

HANDLERS: Final[Mapping[Intent, IntentHandler]] = {
    Intent.CLUE: lambda face, sitting: Reaction(face, Do(Clue())),
    Intent.DISCARD: partial(_part_with_card, action=Discard),
    Intent.CHOOSE: _choose_firework,
    Intent.MISFIRE: partial(_part_with_card, action=Misfire),
    Intent.UNDO: undo_step,
    Intent.NEXT_PAGE: _open_next_page,
    Intent.TO_TABLE: _return_to_table,
    Intent.COLOUR: use_colour,
    Intent.MARK_BACK: partial(mark_firework, by=-1),
    Intent.MARK_ON: partial(mark_firework, by=+1),
    Intent.COLUMN: pick_answer,
    Intent.LEFT: pick_answer,
    Intent.MIDDLE: pick_answer,
    Intent.RIGHT: pick_answer,
    Intent.STEP_BACK: step_back,
    Intent.SKIP: _skip_question,
    Intent.MORE: lambda face, sitting: Reaction(more.open_more(face)),
    Intent.EARLIER: in_turns(partial(repairs.move_mark, by=-1)),
    Intent.LATER: in_turns(partial(repairs.move_mark, by=+1)),
    Intent.THIS_TURN: in_turns(repairs.act_on_mark),
    Intent.FORGOTTEN: in_turns(partial(repairs.begin_turn, kind=EntryKind.FORGOTTEN)),
    Intent.ANOTHER: in_turns(partial(repairs.begin_turn, kind=EntryKind.ANOTHER)),
    Intent.LEAVE: in_turns(repairs.leave_turns),
    Intent.UP: partial(move_cursor, by=-1),
    Intent.DOWN: partial(move_cursor, by=+1),
    Intent.SELECT: in_list(_select_marked_line),
    Intent.BACK: in_list(_go_back_in_menu),
    Intent.CLOSE: close_menu,
    Intent.PLAYERS: _add_player,
    Intent.WHO_STARTS: _choose_next_starter,
    Intent.BEGIN: lambda face, sitting: Reaction(face, Begin(face.draft)),
    Intent.EDITIONS: open_editions,
    Intent.EDITION_BEFORE: partial(_turn_edition, by=-1),
    Intent.EDITION_AFTER: partial(_turn_edition, by=+1),
    Intent.TAKE_EDITION: _take_edition,
    Intent.PAGE_BACK: partial(_turn_page, by=-1),
    Intent.PAGE_ON: partial(_turn_page, by=+1),
    Intent.NEXT_GAME: lambda face, sitting: Reaction(_open_scene(face, sitting, ScreenName.START)),
    Intent.NEXT_ADDRESS: _show_next_address,
    Intent.WITHDRAW: _withdraw_code,
    Intent.TOUCHED: use_touched,
    Intent.NOTHING: lambda face, sitting: Reaction(face),
}
"""What each intent of the grammar does."""
