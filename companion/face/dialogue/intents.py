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
from companion.face.state import (
    LISTS,
    PROMPTS,
    Choice,
    Draft,
    EntryKind,
    Face,
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
from companion.game.setup import COLOURS, FEWEST_PLAYERS, MOST_PLAYERS, TOKENS, Setup
from companion.panel import CLUE, DISCARD, PLAY
from companion.table.sitting import Sitting

IntentHandler = Callable[[Face, Sitting, float], Reaction]


# The table


def _discard(face: Face, sitting: Sitting, now: float) -> Reaction:
    if face.laid:
        return face, Do(Discard(face.laid.card), tag=face.laid.tag)
    return face, Do(Discard(), naming=menus.names_cards(sitting))


def _undo(face: Face, sitting: Sitting, now: float) -> Reaction:
    """A step back; from the next game's start back to the game in progress, with all of its turns."""
    if face.screen == ScreenName.START and sitting.playing:
        return rest(face, sitting), None
    return face, Undo()


def _choose(face: Face, sitting: Sitting, now: float) -> Reaction:
    if face.laid:
        return face, Do(Play(face.laid.card), tag=face.laid.tag)
    if face.marked:
        return face, Do(Play(suit=face.marked))
    purpose = Purpose.OUTCOME if on_table(sitting).setup.detail == TOKENS else Purpose.PLAY
    return face._replace(scene=Choice(purpose)), None


def _misfire(face: Face, sitting: Sitting, now: float) -> Reaction:
    if face.screen not in (ScreenName.TABLE, ScreenName.LOOK, ScreenName.CHOOSING):
        return refuse(face, now, "no_meaning"), None
    if face.laid:
        return face, Do(Misfire(face.laid.card), tag=face.laid.tag)
    return face, Do(Misfire(), naming=menus.names_cards(sitting))


def _turns(face: Face, sitting: Sitting, now: float) -> Reaction:
    if not repairs.there(sitting):
        return refuse(face, now, "no_turns"), None
    return repairs.opened(face._replace(origin=face.screen), sitting), None


def _next_page(face: Face, sitting: Sitting, now: float) -> Reaction:
    page = face.page + 1 if face.screen == ScreenName.LOOK else 0
    if page == len(PAGES[face.preferences.help]):
        return _to_table(face, sitting, now)
    return face._replace(scene=ScreenName.LOOK, page=page, marked=None), None


def _to_table(face: Face, sitting: Sitting, now: float) -> Reaction:
    return face._replace(scene=ScreenName.TABLE, page=0), None


def _menu(face: Face, sitting: Sitting, now: float) -> Reaction:
    return face._replace(scene=ScreenName.MENU, menu=Menu(), origin=face.screen), None


def _colour(face: Face, sitting: Sitting, now: float) -> Reaction:
    """A colour key: at the table that firework grew; an open question is answered with that suit."""
    suit, _ = face.last
    face = more.closed(face, sitting)
    if face.screen in PROMPTS:
        return chosen(face, sitting, now, choices.take(face, sitting, suit), "empty_cell")
    if face.screen in (ScreenName.TABLE, ScreenName.LOOK):
        return face, Do(Play(suit=suit))
    return refuse(face, now, "no_meaning"), None


def _mark(face: Face, sitting: Sitting, now: float, by: int) -> Reaction:
    """Mark the next firework that a card can be played on."""
    state = on_table(sitting).state
    suits = [suit for suit in state.fireworks if suit in choices.playable(state)]
    if not suits or state.setup.detail == TOKENS:
        return face, None
    start = suits.index(face.marked) if face.marked in suits else -1 if by > 0 else 0
    return face._replace(scene=ScreenName.TABLE, marked=suits[(start + by) % len(suits)]), None


# Choosing


def _cell(face: Face, sitting: Sitting, now: float, control: str) -> Reaction:
    return chosen(face, sitting, now, choices.pick(face, sitting, control), "empty_cell")


def _column(face: Face, sitting: Sitting, now: float) -> Reaction:
    """The column that the buttons pressed last stand for."""
    buttons, _ = face.last
    return _cell(face, sitting, now, buttons)


def chosen(
    face: Face, sitting: Sitting, now: float, picked: choices.Picked | None, otherwise: str
) -> Reaction:
    """What follows from a pick: a deeper choice, a command, or a refusal that says `otherwise`."""
    match picked:
        case None:
            return refuse(face, now, otherwise), None
        case Choice():
            return face._replace(scene=picked), None
        case choices.Decide(item):
            return _of_visit(partial(repairs.decided, item=item))(face, sitting, now)
        case choices.More(item):
            return _MORE[item](more.closed(face, sitting), sitting, now)
        case Do(Misfire() as misfire):
            return face, Do(misfire, naming=menus.names_cards(sitting))
    return face, picked


def _drawn(chosen: Draft, draw: choices.TakeEdition) -> Draft:
    edition, detail = draw.edition, chosen.setup.detail
    detail = COLOURS if edition.flamboyants and detail == TOKENS else detail
    return chosen._replace(setup=Setup(chosen.setup.players, edition, detail), preset=draw.preset)


def _step_back(face: Face, sitting: Sitting, now: float) -> Reaction:
    choice = face.choice
    if face.screen == ScreenName.MORE:
        return more.closed(face, sitting), None
    if choice and choice.spread:
        return face._replace(scene=choice._replace(spread=())), None
    if choice and choice.path:
        return face._replace(scene=choice._replace(path=choice.path[:-1])), None
    if entry := repairs.entering(face):
        return (
            (repairs.ask_rest(face, entry), None)
            if face.screen == ScreenName.CHOOSING
            else (face, Undo())
        )
    match face.screen:
        case ScreenName.TILE:
            return face, Undo()
        case ScreenName.LANGUAGE if not face.preferences.language:
            return refuse(face, now, "no_meaning"), None
    return home(face, sitting), None


def _skip(face: Face, sitting: Sitting, now: float) -> Reaction:
    if face.screen != ScreenName.NAMING:
        return refuse(face, now, "no_meaning"), None
    entry = repairs.entering(face)
    if face.visit and entry:
        return repairs.finished(face, face.visit, entry, now)
    return home(face, sitting), None


def preferred(face: Face, sitting: Sitting, command: Prefer) -> Face:
    """The face with a preference as it is wanted now, and the cursor of the menu still on its line."""
    after = face._replace(preferences=face.preferences._replace(**{command.key: command.value}))
    if face.screen == ScreenName.LANGUAGE:
        return home(after, sitting)
    return menus.keep_line(face, after, sitting)


# Menus and their screens, the turns


def _of_visit(act: Callable[[Face, Visit, float], Reaction]) -> IntentHandler:
    """What is done with the turns, while they are open."""

    def visiting(face: Face, sitting: Sitting, now: float) -> Reaction:
        return act(face, face.visit, now) if face.visit else (refuse(face, now, "no_meaning"), None)

    return visiting


def _move(face: Face, sitting: Sitting, now: float, by: int) -> Reaction:
    """Up or down in a menu, less or more of a value."""
    if face.screen not in LISTS:
        return face, None
    menu = face.menu
    found = menus.lines(face, sitting)
    act = found[menu.cursor].act
    if not menu.editing or not isinstance(act, menus.Edit):
        return face._replace(menu=menu._replace(cursor=(menu.cursor + by) % len(found))), None
    value = {**counters(sitting), **menu.staged}[act.counter] + by
    return corrections.stage(
        face, sitting, act.counter, min(act.highest, max(act.lowest, value))
    ), None


def _in_list(act: IntentHandler) -> IntentHandler:
    """What first leaves a screen that a menu opened, or the value that is being changed."""

    def guarded(face: Face, sitting: Sitting, now: float) -> Reaction:
        if face.screen not in LISTS:
            return face._replace(scene=ScreenName.MENU), None
        if face.menu.editing:
            return face._replace(menu=face.menu._replace(editing=False)), None
        return act(face, sitting, now)

    return guarded


def _select(face: Face, sitting: Sitting, now: float) -> Reaction:
    act = menus.lines(face, sitting)[face.menu.cursor].act
    if isinstance(act, Forget):
        return names.forgotten(face, act.name), act
    if isinstance(act, Do) and face.menu.name == MenuName.CORRECT and not face.menu.staged:
        return refuse(face, now, "nothing_to_correct"), None
    if isinstance(act, Command):
        return face, act
    if isinstance(act, choices.Decide):
        return _of_visit(partial(repairs.decided, item=act.item))(face, sitting, now)
    return _opened(face, sitting, act), None


def _opened(face: Face, sitting: Sitting, act: menus.Opening) -> Face:
    """The face after a line of a menu that asks nothing of the game."""
    match act:
        case menus.Open(name):
            return face._replace(menu=Menu(name))
        case menus.Edit():
            return face._replace(menu=face.menu._replace(editing=True))
        case menus.Sit(place, name):
            draft = names.sit(face.draft, place, name)
            return _asked(face._replace(draft=draft), sitting, place + 1)
        case menus.SetDetail(detail):
            setup = Setup(face.draft.setup.players, face.draft.setup.edition, detail)
            return face._replace(draft=face.draft._replace(setup=setup))
        case choices.TakeEdition():
            return face._replace(draft=_drawn(face.draft, act))
        case menus.Practise():
            return practice.started(face, home(face, sitting))
        case menus.Go(ScreenName.TURNS):
            return repairs.opened(face, sitting)
        case menus.Go(ScreenName.START):
            draft = names.again(face.draft, sitting)
            return rest(face, sitting)._replace(scene=ScreenName.START, draft=draft)
        case menus.Go(ScreenName.END):
            return rest(face, sitting)
        case menus.Go(scene):
            return face._replace(scene=scene)


def _asked(face: Face, sitting: Sitting, place: int) -> Face:
    """The face that asks who sits at a place; after the last place the menu is left."""
    if place == face.draft.setup.players:
        return home(face, sitting)
    return face._replace(menu=Menu(MenuName.SEAT, place=place))


def _back(face: Face, sitting: Sitting, now: float) -> Reaction:
    menu = face.menu
    if menu.name == MenuName.SEAT and menu.place:
        return _asked(face, sitting, menu.place - 1), None
    if menu.name == MenuName.TURN:
        return _close(face, sitting, now)
    if menu.name != MenuName.MAIN:
        return face._replace(menu=Menu()), None
    return home(face, sitting), None


def _close(face: Face, sitting: Sitting, now: float) -> Reaction:
    """Leave all lists; that of a turn leads back to the turns."""
    if face.menu.name == MenuName.TURN:
        return face._replace(scene=ScreenName.TURNS, menu=Menu()), None
    return home(face, sitting), None


# Between games


def _players(face: Face, sitting: Sitting, now: float) -> Reaction:
    setup = face.draft.setup
    players = setup.players + 1 if setup.players < MOST_PLAYERS else FEWEST_PLAYERS
    around = names.by_place(face.draft)
    chosen = face.draft._replace(setup=Setup(players, setup.edition, setup.detail))
    return face._replace(draft=names.seated(chosen, around)), None


def _who_starts(face: Face, sitting: Sitting, now: float) -> Reaction:
    chosen = face.draft
    first = (chosen.first + 1) % chosen.setup.players
    around = names.by_place(chosen)  # they keep their places
    return face._replace(draft=names.seated(chosen._replace(first=first), around)), None


def _open_editions(face: Face, sitting: Sitting, now: float) -> Reaction:
    """The editions, one a screen; the list begins at that of the next game."""
    rules = [PRESETS[name] for name in EDITIONS]
    edition = face.draft.setup.edition
    cursor = rules.index(edition) if edition in rules else 0
    return face._replace(
        scene=ScreenName.EDITION, menu=Menu(cursor=cursor), origin=ScreenName.START
    ), None


def _turn_edition(face: Face, sitting: Sitting, now: float, by: int) -> Reaction:
    cursor = (face.menu.cursor + by) % len(EDITIONS)
    return face._replace(menu=face.menu._replace(cursor=cursor)), None


def _take_edition(face: Face, sitting: Sitting, now: float) -> Reaction:
    edition = PRESETS[EDITIONS[face.menu.cursor]]
    names = presets(edition)
    draft = _drawn(face.draft, choices.TakeEdition(edition, names[0] if len(names) == 1 else ""))
    return home(face, sitting)._replace(draft=draft), None


def _turn_page(face: Face, sitting: Sitting, now: float, by: int) -> Reaction:
    return face._replace(page=(face.page + by) % len(ending.pages(sitting))), None


def _next_game(face: Face, sitting: Sitting, now: float) -> Reaction:
    return face._replace(
        scene=ScreenName.START, page=0, draft=names.again(face.draft, sitting)
    ), None


# Guests


def _next_address(face: Face, sitting: Sitting, now: float) -> Reaction:
    return face._replace(page=(face.page + 1) % max(1, len(face.guests.urls))), None


def _withdraw(face: Face, sitting: Sitting, now: float) -> Reaction:
    return say(home(guests.withdrawn(face), sitting), now, "phone_withdrawn"), None


_MORE: Final[Mapping[str, IntentHandler]] = {
    choices.TURNS: _turns,
    choices.LOOK: _next_page,
    choices.EDITION: _open_editions,
    choices.MENU: _menu,
}
"""What *more* opens."""
STEPS: Final[Mapping[Intent, IntentHandler]] = {
    Intent.CLUE: lambda face, sitting, now: (face, Do(Clue())),
    Intent.DISCARD: _discard,
    Intent.CHOOSE: _choose,
    Intent.MISFIRE: _misfire,
    Intent.UNDO: _undo,
    Intent.NEXT_PAGE: _next_page,
    Intent.TO_TABLE: _to_table,
    Intent.COLOUR: _colour,
    Intent.MARK_BACK: partial(_mark, by=-1),
    Intent.MARK_ON: partial(_mark, by=+1),
    Intent.COLUMN: _column,
    Intent.LEFT: partial(_cell, control=CLUE),
    Intent.MIDDLE: partial(_cell, control=DISCARD),
    Intent.RIGHT: partial(_cell, control=PLAY),
    Intent.STEP_BACK: _step_back,
    Intent.SKIP: _skip,
    Intent.MORE: lambda face, sitting, now: (more.opened(face), None),
    Intent.EARLIER: _of_visit(partial(repairs.move, by=-1)),
    Intent.LATER: _of_visit(partial(repairs.move, by=+1)),
    Intent.THIS_TURN: _of_visit(repairs.chosen),
    Intent.FORGOTTEN: _of_visit(partial(repairs.begin_turn, kind=EntryKind.FORGOTTEN)),
    Intent.ANOTHER: _of_visit(partial(repairs.begin_turn, kind=EntryKind.ANOTHER)),
    Intent.LEAVE: _of_visit(repairs.left),
    Intent.UP: partial(_move, by=-1),
    Intent.DOWN: partial(_move, by=+1),
    Intent.SELECT: _in_list(_select),
    Intent.BACK: _in_list(_back),
    Intent.CLOSE: _close,
    Intent.PLAYERS: _players,
    Intent.WHO_STARTS: _who_starts,
    Intent.BEGIN: lambda face, sitting, now: (face, Begin(face.draft)),
    Intent.EDITIONS: _open_editions,
    Intent.EDITION_BEFORE: partial(_turn_edition, by=-1),
    Intent.EDITION_AFTER: partial(_turn_edition, by=+1),
    Intent.TAKE_EDITION: _take_edition,
    Intent.PAGE_BACK: partial(_turn_page, by=-1),
    Intent.PAGE_ON: partial(_turn_page, by=+1),
    Intent.NEXT_GAME: _next_game,
    Intent.NEXT_ADDRESS: _next_address,
    Intent.WITHDRAW: _withdraw,
    Intent.NOTHING: lambda face, sitting, now: (face, None),
}
"""What each intent of the grammar does."""
