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
from companion.face.dialogue.counters import counters
from companion.face.dialogue.grammar import Intent
from companion.face.dialogue.outcomes import refuse, say
from companion.face.editions import EDITIONS
from companion.face.look_pages import PAGES
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
    home,
    rest,
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
        return _use_laid(face, face.laid, action)
    return Reaction(face, Do(action(), naming=choices.names_cards(sitting)))


def _use_laid(face: Face, laid: LaidCard, action: type[Discard | Misfire | Play]) -> Reaction:
    return Reaction(face, Do(action(laid.card), tag=laid.tag))


def _undo(face: Face, sitting: Sitting) -> Reaction:
    """Step back; from the next game's start to the game in progress, with all of its turns."""
    if face.screen == ScreenName.START and sitting.playing:
        return Reaction(rest(face, sitting))
    return Reaction(face, Undo())


def _choose(face: Face, sitting: Sitting) -> Reaction:
    if face.laid:
        return _use_laid(face, face.laid, Play)
    if face.marked:
        return Reaction(face, Do(Play(suit=face.marked)))
    state = on_table(sitting).state
    if not state.hands[state.seat]:
        return refuse(face, face.touched, "empty_hand")
    if not choices.can_choose(state):
        return refuse(face, face.touched, "tip_misfire")
    purpose = Purpose.OUTCOME if state.setup.detail == TOKENS else Purpose.PLAY
    return Reaction(face._replace(scene=Choice(purpose)))


def _open_turns(face: Face, sitting: Sitting) -> Reaction:
    if not repairs.has_turns(sitting):
        return refuse(face, face.touched, "no_turns")
    return Reaction(repairs.open_turns(face._replace(origin=face.screen), sitting))


def _next_page(face: Face, sitting: Sitting) -> Reaction:
    page = face.page + 1 if face.screen == ScreenName.LOOK else 0
    if page == len(PAGES[face.preferences.help]):
        return _to_table(face, sitting)
    return Reaction(face._replace(scene=ScreenName.LOOK, page=page, marked=None))


def _to_table(face: Face, sitting: Sitting) -> Reaction:
    return Reaction(face._replace(scene=ScreenName.TABLE, page=0))


def _open_menu(face: Face, sitting: Sitting) -> Reaction:
    return Reaction(face._replace(scene=ScreenName.MENU, menu=Menu(), origin=face.screen))


def _use_colour(face: Face, sitting: Sitting) -> Reaction:
    """Grow the firework of a colour key at the table, or answer an open question with its suit."""
    suit, _ = face.last
    face = more.close(face, sitting)
    if face.screen in PROMPTS:
        return _follow(face, sitting, choices.take(face, sitting, suit))
    if face.screen in TABLES:
        return Reaction(face, Do(Play(suit=suit)))
    return refuse(face, face.touched, "no_meaning")


def _use_touched(face: Face, sitting: Sitting) -> Reaction:
    """Do what touching the display means: a firework, an answer, a line of a list, an edition."""
    target, _ = face.last
    if face.screen in LISTS:
        return _select_line(face, sitting, int(target))
    if face.visit and face.screen == ScreenName.TURNS:
        return repairs.touch_line(face, face.visit, int(target))
    if face.screen == ScreenName.EDITION:
        return _take_edition(face, sitting)
    if face.choice:
        return _follow(face, sitting, choices.take(face, sitting, target))
    return _use_colour(face, sitting)


def _mark(face: Face, sitting: Sitting, by: int) -> Reaction:
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


def _pick(face: Face, sitting: Sitting) -> Reaction:
    """Choose the cell or the column that the buttons pressed last stand for."""
    buttons, _ = face.last
    return _follow(face, sitting, choices.pick(face, sitting, buttons))


def _follow(face: Face, sitting: Sitting, picked: choices.Picked | None) -> Reaction:
    """Do what a pick leads to."""
    match picked:
        case None:
            return refuse(face, face.touched, "empty_cell")
        case Choice():
            return Reaction(face._replace(scene=picked))
        case choices.Decide(item):
            return _in_turns(partial(repairs.decide, item=item))(face, sitting)
        case choices.More(item):
            return _MORE[item](more.close(face, sitting), sitting)
        case Do(Misfire()):
            picked = picked._replace(naming=choices.names_cards(sitting))
    return Reaction(face, picked)


def _step_back(face: Face, sitting: Sitting) -> Reaction:
    """Take back what was picked last, or else leave the question."""
    choice = face.choice
    if face.screen == ScreenName.MORE:
        return Reaction(more.close(face, sitting))
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
        return refuse(face, face.touched, "no_meaning")
    if face.screen == ScreenName.WELCOME:
        return Reaction(face._replace(scene=Choice(Purpose.LANGUAGE)))
    return Reaction(home(face, sitting))


def _skip(face: Face, sitting: Sitting) -> Reaction:
    visit = face.visit
    if visit and visit.entry:
        return repairs.finish_turn(face, visit, visit.entry)
    return Reaction(home(face, sitting))


def prefer(face: Face, sitting: Sitting, command: Prefer) -> Face:
    """Return the face with a new preference, and the cursor of the menu still on its line.

    The first language ever leads to the question whether the group learns how to play.
    """
    after = face._replace(preferences=face.preferences._replace(**{command.key: command.value}))
    if face.screen == ScreenName.LANGUAGE:
        is_first = not face.preferences.language and sitting.state is None
        return home(after._replace(origin=ScreenName.WELCOME) if is_first else after, sitting)
    return menus.keep_line(face, after, sitting)


# Menus and their screens, the turns


def _in_turns(act: Callable[[Face, Visit], Reaction]) -> IntentHandler:
    """Return a handler that acts on the turns, and refuses while they are not open."""

    def visiting(face: Face, sitting: Sitting) -> Reaction:
        return act(face, face.visit) if face.visit else refuse(face, face.touched, "no_meaning")

    return visiting


def _move(face: Face, sitting: Sitting, by: int) -> Reaction:
    """Go up or down in a menu, or make a value less or more."""
    if face.screen not in LISTS:
        return Reaction(face)
    menu = face.menu
    lines = menus.lines(face, sitting)
    act = lines[menu.cursor].act
    if not menu.editing or not isinstance(act, menus.Edit):
        return Reaction(face._replace(menu=menu._replace(cursor=(menu.cursor + by) % len(lines))))
    value = {**counters(sitting, menu.staged), **menu.staged}[act.counter] + by
    value = min(act.highest, max(act.lowest, value))
    return Reaction(corrections.stage(face, sitting, act.counter, value))


def _in_list(act: IntentHandler) -> IntentHandler:
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


def _select_line(face: Face, sitting: Sitting, number: int) -> Reaction:
    """Select a line that is touched; the counter that is being set ends its change."""
    menu = face.menu
    if menu.editing and number == menu.cursor:
        return Reaction(face._replace(menu=menu._replace(editing=False)))
    return _select(face._replace(menu=menu._replace(cursor=number, editing=False)), sitting)


def _select(face: Face, sitting: Sitting) -> Reaction:
    menu = face.menu
    act = menus.lines(face, sitting)[menu.cursor].act
    match act:
        case Forget(name):
            return Reaction(names.forget(face, name), act)
        case Do() if menu.name == MenuName.CORRECT and not menu.staged:
            return refuse(face, face.touched, "nothing_to_correct")
    if isinstance(act, choices.Decide | choices.More | Command):
        return _follow(face, sitting, act)
    return Reaction(_open(face, sitting, act))


def _open(face: Face, sitting: Sitting, act: menus.Opening) -> Face:
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
            return _ask_name(face, sitting, place + 1)
    return _go(face, sitting, act)


def _go(face: Face, sitting: Sitting, scene: ScreenName | Choice) -> Face:
    match scene:
        case ScreenName.TURNS:
            return repairs.open_turns(face, sitting)
        case ScreenName.START:
            draft = names.again(face.draft, sitting)
            return rest(face, sitting)._replace(scene=scene, draft=draft)
        case ScreenName.END:
            return rest(face, sitting)
    return face._replace(scene=scene)


def _ask_name(face: Face, sitting: Sitting, place: int) -> Face:
    """Ask who sits at a place; after the last place leave the menu."""
    if place == face.draft.setup.players:
        return home(face, sitting)
    return face._replace(menu=Menu(MenuName.SEAT, place=place))


def _back(face: Face, sitting: Sitting) -> Reaction:
    menu = face.menu
    if menu.name == MenuName.SEAT and menu.place:
        return Reaction(_ask_name(face, sitting, menu.place - 1))
    if menu.name not in (MenuName.TURN, MenuName.MAIN):
        return Reaction(face._replace(menu=Menu()))
    return _close(face, sitting)


def _close(face: Face, sitting: Sitting) -> Reaction:
    """Leave all lists; that of a turn leads back to the turns."""
    if face.menu.name == MenuName.TURN:
        return Reaction(face._replace(scene=ScreenName.TURNS, menu=Menu()))
    return Reaction(home(face, sitting))


# Between games


def _next_players(face: Face, sitting: Sitting) -> Reaction:
    players = face.draft.setup.players + 1
    if players > MOST_PLAYERS:
        players = FEWEST_PLAYERS
    around = names.by_place(face.draft)  # those of free places are kept
    draft = face.draft._replace(setup=face.draft.setup._replace(players=players))
    return Reaction(face._replace(draft=names.with_names(draft, around)))


def _next_starter(face: Face, sitting: Sitting) -> Reaction:
    draft = face.draft
    first = (draft.first + 1) % draft.setup.players
    around = names.by_place(draft)  # they keep their places
    return Reaction(face._replace(draft=names.with_names(draft._replace(first=first), around)))


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
    preset = preset_names[0] if len(preset_names) == 1 else ""
    draft = menus.with_edition(face.draft, edition, preset)
    return Reaction(home(face, sitting)._replace(draft=draft))


def _turn_page(face: Face, sitting: Sitting, by: int) -> Reaction:
    return Reaction(face._replace(page=(face.page + by) % len(ending.pages(sitting))))


# Guests


def _next_address(face: Face, sitting: Sitting) -> Reaction:
    return Reaction(face._replace(page=(face.page + 1) % max(1, len(face.guests.urls))))


def _withdraw(face: Face, sitting: Sitting) -> Reaction:
    return Reaction(say(home(guests.withdraw(face), sitting), face.touched, "phone_withdrawn"))


def _learn(face: Face, sitting: Sitting) -> Reaction:
    """Begin the practice; the first question is answered by that."""
    back = home(face, sitting) if face.screen == ScreenName.MENU else rest(face, sitting)
    return Reaction(practice.start(face, back))


def _switch_voice(face: Face, sitting: Sitting) -> Reaction:
    """Have everything spoken, or nothing any more."""
    if face.mute:
        return refuse(face, face.touched, "no_voice")
    speaks = face.preferences.voice != VoiceLevel.OFF
    return Reaction(face, Prefer(VOICE, VoiceLevel.OFF if speaks else VoiceLevel.FULL))


_MORE: Final[Mapping[str, IntentHandler]] = {
    choices.TURNS: _open_turns,
    choices.LOOK: _next_page,
    choices.EDITION: _open_editions,
    choices.MENU: _open_menu,
    choices.VOICE: _switch_voice,
    choices.LEARN: _learn,
    choices.PLAY_IT: lambda face, sitting: Reaction(rest(face, sitting)),
}
"""What *more* opens, and what a group does first."""

HANDLERS: Final[Mapping[Intent, IntentHandler]] = {
    Intent.CLUE: lambda face, sitting: Reaction(face, Do(Clue())),
    Intent.DISCARD: partial(_part_with_card, action=Discard),
    Intent.CHOOSE: _choose,
    Intent.MISFIRE: partial(_part_with_card, action=Misfire),
    Intent.UNDO: _undo,
    Intent.NEXT_PAGE: _next_page,
    Intent.TO_TABLE: _to_table,
    Intent.COLOUR: _use_colour,
    Intent.MARK_BACK: partial(_mark, by=-1),
    Intent.MARK_ON: partial(_mark, by=+1),
    Intent.COLUMN: _pick,
    Intent.LEFT: _pick,
    Intent.MIDDLE: _pick,
    Intent.RIGHT: _pick,
    Intent.STEP_BACK: _step_back,
    Intent.SKIP: _skip,
    Intent.MORE: lambda face, sitting: Reaction(more.open_more(face)),
    Intent.EARLIER: _in_turns(partial(repairs.move, by=-1)),
    Intent.LATER: _in_turns(partial(repairs.move, by=+1)),
    Intent.THIS_TURN: _in_turns(repairs.act_on_mark),
    Intent.FORGOTTEN: _in_turns(partial(repairs.begin_turn, kind=EntryKind.FORGOTTEN)),
    Intent.ANOTHER: _in_turns(partial(repairs.begin_turn, kind=EntryKind.ANOTHER)),
    Intent.LEAVE: _in_turns(repairs.leave),
    Intent.UP: partial(_move, by=-1),
    Intent.DOWN: partial(_move, by=+1),
    Intent.SELECT: _in_list(_select),
    Intent.BACK: _in_list(_back),
    Intent.CLOSE: _close,
    Intent.PLAYERS: _next_players,
    Intent.WHO_STARTS: _next_starter,
    Intent.BEGIN: lambda face, sitting: Reaction(face, Begin(face.draft)),
    Intent.EDITIONS: _open_editions,
    Intent.EDITION_BEFORE: partial(_turn_edition, by=-1),
    Intent.EDITION_AFTER: partial(_turn_edition, by=+1),
    Intent.TAKE_EDITION: _take_edition,
    Intent.PAGE_BACK: partial(_turn_page, by=-1),
    Intent.PAGE_ON: partial(_turn_page, by=+1),
    Intent.NEXT_GAME: lambda face, sitting: Reaction(_go(face, sitting, ScreenName.START)),
    Intent.NEXT_ADDRESS: _next_address,
    Intent.WITHDRAW: _withdraw,
    Intent.TOUCHED: _use_touched,
    Intent.NOTHING: lambda face, sitting: Reaction(face),
}
"""What each intent of the grammar does."""
