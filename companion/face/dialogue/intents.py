"""Steps: how each intent of the grammar is carried out."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.face import ending
from companion.face.command import Begin, Command, Do, Forget, Prefer, Undo
from companion.face.dialogue import choices, menus, names, practice, repairs
from companion.face.dialogue.outcomes import refuse
from companion.face.state import (
    CHOOSING,
    EDITION,
    LANGUAGE,
    LEAVING,
    LOOK,
    MENU,
    NAMING,
    START,
    TABLE,
    TILE,
    TURN,
    TURNS,
    Choice,
    Draft,
    Face,
    Menu,
    home,
    rest,
)
from companion.game.actions import Clue, Discard, Misfire, Play
from companion.game.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup
from companion.panel import CLUE, DISCARD, PLAY
from companion.table.sitting import Sitting

PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "off": ("pile", "actions", "clue"),
    "counts": ("pile", "actions", "clue"),
    "outlook": ("pile", "outlook", "actions", "clue"),
}
"""The look pages, by how much help is wanted."""

Answer = tuple[Face, Command | None]
"""The face after a step, and what it asks of the game."""


# The table


def _clue(face: Face, sitting: Sitting, now: float) -> Answer:
    return face, Do(Clue())


def _discard(face: Face, sitting: Sitting, now: float) -> Answer:
    if face.tap:
        return face, Do(Discard(face.tap.card), tag=face.tap.tag)
    return face, Do(Discard(), naming=_names(sitting))


def _other_discard(face: Face, sitting: Sitting, now: float) -> Answer:
    """A discard that is named where others are not, or the other way round."""
    if face.tap:
        return _discard(face, sitting, now)
    return face, Do(Discard(), naming=not _names(sitting))


def _names(sitting: Sitting) -> bool:
    """Whether discards and misfires are named in this game."""
    return sitting.setup is not None and sitting.setup.detail == "cards"


def _choose(face: Face, sitting: Sitting, now: float) -> Answer:
    if face.tap:
        return face, Do(Play(face.tap.card), tag=face.tap.tag)
    if face.marked:
        return face, Do(Play(suit=face.marked))
    assert sitting.setup is not None
    purpose = "outcome" if sitting.setup.detail == "tokens" else "play"
    return face._replace(screen=CHOOSING, choice=Choice(purpose)), None


def _misfire(face: Face, sitting: Sitting, now: float) -> Answer:
    if face.screen not in (TABLE, LOOK, CHOOSING):
        return refuse(face, now, "no_meaning"), None
    if face.tap:
        return face, Do(Misfire(face.tap.card), tag=face.tap.tag)
    return face, Do(Misfire(), naming=_names(sitting))


def _undo(face: Face, sitting: Sitting, now: float) -> Answer:
    return face, Undo()


def _turns(face: Face, sitting: Sitting, now: float) -> Answer:
    if repairs.entering(face):
        return refuse(face, now, "this_turn_only"), None
    if not repairs.there(sitting):
        return refuse(face, now, "no_turns"), None
    return repairs.opened(face._replace(origin=face.screen), sitting), None


def _next_page(face: Face, sitting: Sitting, now: float) -> Answer:
    if repairs.entering(face):
        return refuse(face, now, "this_turn_only"), None
    page = face.page + 1 if face.screen == LOOK else 0
    if page == len(PAGES[face.preferences.help]):
        return face._replace(screen=TABLE, page=0), None
    return face._replace(screen=LOOK, page=page, marked=None), None


def _menu(face: Face, sitting: Sitting, now: float) -> Answer:
    if repairs.entering(face):
        return refuse(face, now, "this_turn_only"), None
    return face._replace(screen=MENU, menu=Menu(), origin=face.screen), None


# Choosing


def _cell(face: Face, sitting: Sitting, now: float, control: str) -> Answer:
    return chosen(face, sitting, now, choices.pick(face, sitting, control), "empty_cell")


def chosen(face: Face, sitting: Sitting, now: float, picked: choices.Picked | None, otherwise: str) -> Answer:
    """What follows from a pick: a deeper choice, a command, or a refusal that says `otherwise`."""
    match picked:
        case None:
            return refuse(face, now, otherwise), None
        case Choice():
            return face._replace(choice=picked), None
        case choices.Decide(item):
            return repairs.decided(face, item, now)
        case choices.Draw():
            return face._replace(screen=START, choice=None, draft=_drawn(face.draft, picked)), None
        case Do(Misfire() as misfire):
            return face, Do(misfire, naming=_names(sitting))
    return face, picked


def _drawn(chosen: Draft, draw: choices.Draw) -> Draft:
    edition, detail = draw.edition, chosen.setup.detail
    detail = "colours" if edition.flamboyants and detail == "tokens" else detail
    return chosen._replace(setup=Setup(chosen.setup.players, edition, detail), preset=draw.preset)


def _step_back(face: Face, sitting: Sitting, now: float) -> Answer:
    assert face.choice is not None
    if face.choice.spread:
        return face._replace(choice=face.choice._replace(spread=())), None
    if face.choice.path:
        return face._replace(choice=face.choice._replace(path=face.choice.path[:-1])), None
    if face.screen == LEAVING:
        return repairs.decided(face, choices.AS_BEFORE, now)
    if face.screen == TURN:
        return face._replace(screen=TURNS, choice=None), None
    if repairs.entering(face):
        return (repairs.shown(face), None) if face.screen == CHOOSING else (face, Undo())
    match face.screen:
        case "tile":
            return face, Undo()
        case "edition":
            return face._replace(screen=START, choice=None), None
        case "language" if not face.preferences.language:
            return refuse(face, now, "no_meaning"), None
    return home(face, sitting), None


def _skip(face: Face, sitting: Sitting, now: float) -> Answer:
    if face.screen == NAMING:
        return repairs.finished(face, now) if repairs.entering(face) else (home(face, sitting), None)
    command = choices.skip(face, sitting) if face.screen == TILE else None
    return (face, command) if command else (refuse(face, now, "no_meaning"), None)


def preferred(face: Face, sitting: Sitting, command: Prefer) -> Face:
    """The face with a preference as it is wanted now."""
    face = face._replace(preferences=face.preferences._replace(**{command.key: command.value}))
    return home(face, sitting) if face.screen == LANGUAGE else face


# Menus and their screens, the turns


def _leave(face: Face, sitting: Sitting, now: float) -> Answer:
    return repairs.left(face, sitting, now)


def _forgotten(face: Face, sitting: Sitting, now: float) -> Answer:
    return repairs.entered(face, "forgotten", now)


def _another(face: Face, sitting: Sitting, now: float) -> Answer:
    return repairs.entered(face, "another", now)


def _less(face: Face, sitting: Sitting, now: float) -> Answer:
    return move(face, sitting, -1)


def _more(face: Face, sitting: Sitting, now: float) -> Answer:
    return move(face, sitting, +1)


def move(face: Face, sitting: Sitting, by: int) -> Answer:
    """Up or down in a menu, less or more of a value, back or forth in the turns."""
    if face.screen == TURNS:
        return repairs.move(face, by), None
    if face.screen != MENU:
        return face, None
    menu = face.menu
    found = menus.lines(face, sitting)
    if not menu.editing:
        return face._replace(menu=menu._replace(cursor=(menu.cursor + by) % len(found))), None
    act = found[menu.cursor].act
    assert isinstance(act, menus.Edit)
    value = {**menus.counters(sitting), **menu.staged}[act.counter] + by
    staged = {**menu.staged, act.counter: min(act.highest, max(act.lowest, value))}
    return face._replace(menu=menu._replace(staged=staged)), None


def _select(face: Face, sitting: Sitting, now: float) -> Answer:
    if face.screen != MENU:
        return _menu_again(face), None
    menu = face.menu
    if menu.editing:
        return face._replace(menu=menu._replace(editing=False)), None
    act = menus.lines(face, sitting)[menu.cursor].act
    match act:
        case menus.Open(name):
            return face._replace(menu=Menu(name)), None
        case menus.Go(screen):
            return _go(face, sitting, screen), None
        case menus.NameLate():
            return face._replace(screen=NAMING, choice=Choice("name late")), None
        case menus.Edit():
            return face._replace(menu=menu._replace(editing=True)), None
        case Forget():
            return names.forgotten(face, act.name), act
        case menus.Sit(place, name):
            return _sat(face, sitting, place, name), None
        case menus.Detail(detail):
            setup = face.draft.setup
            chosen = Setup(setup.players, setup.edition, detail)  # type: ignore[arg-type]
            return face._replace(draft=face.draft._replace(setup=chosen)), None
        case choices.Draw():
            return face._replace(draft=_drawn(face.draft, act)), None
        case Do() if menu.name == "correct" and not menu.staged:
            return refuse(face, now, "nothing_to_correct"), None
        case command:
            return face, command


def _sat(face: Face, sitting: Sitting, place: int, name: str) -> Face:
    """Somebody sits there: ask for the next place, after the last one all is said."""
    face = face._replace(draft=names.sit(face.draft, place, name))
    following = menus.seat(place + 1, face)
    return face._replace(menu=Menu(following)) if following else home(face, sitting)


def _go(face: Face, sitting: Sitting, screen: str) -> Face:
    match screen:
        case "turns":
            return repairs.opened(face, sitting)
        case "language":
            return face._replace(screen=LANGUAGE, choice=Choice("language"))
        case "practice":
            return practice.started(face, home(face, sitting))
        case "start":
            again = names.again(face.draft, sitting)
            return rest(face, sitting)._replace(screen=START, choice=None, draft=again)
    return face._replace(screen=screen)


def _menu_again(face: Face) -> Face:
    return face._replace(screen=MENU)


def _back(face: Face, sitting: Sitting, now: float) -> Answer:
    if face.screen != MENU:
        return _menu_again(face), None
    if face.menu.editing:
        assert sitting.state is not None
        return face._replace(menu=face.menu._replace(editing=False)), None
    if face.menu.name != "main":
        place = menus.asked(face.menu.name)
        before = None if place is None else menus.seat(place - 1, face)
        return face._replace(menu=Menu(before or "main")), None
    return home(face, sitting), None


def _close(face: Face, sitting: Sitting, now: float) -> Answer:
    return home(face, sitting), None


# Between games


def _players(face: Face, sitting: Sitting, now: float) -> Answer:
    setup = face.draft.setup
    players = setup.players + 1 if setup.players < MOST_PLAYERS else FEWEST_PLAYERS
    around = names.by_place(face.draft)
    chosen = face.draft._replace(setup=Setup(players, setup.edition, setup.detail))
    return face._replace(draft=names.seated(chosen, around)), None


def _who_starts(face: Face, sitting: Sitting, now: float) -> Answer:
    chosen = face.draft
    first = (chosen.first + 1) % chosen.setup.players
    around = names.by_place(chosen)  # they keep their places
    return face._replace(draft=names.seated(chosen._replace(first=first), around)), None


def _begin(face: Face, sitting: Sitting, now: float) -> Answer:
    return face, Begin(face.draft)


def _open_edition(face: Face, sitting: Sitting, now: float) -> Answer:
    return face._replace(screen=EDITION, choice=Choice("edition"), origin=START), None


def _turn_page(face: Face, sitting: Sitting, by: int) -> Answer:
    return face._replace(page=(face.page + by) % len(ending.pages(sitting))), None


def _next_game(face: Face, sitting: Sitting, now: float) -> Answer:
    return face._replace(screen=START, page=0, draft=names.again(face.draft, sitting)), None


STEPS: Final[Mapping[str, Callable[[Face, Sitting, float], Answer]]] = {
    "clue": _clue,
    "discard": _discard,
    "other discard": _other_discard,
    "choose": _choose,
    "misfire": _misfire,
    "undo": _undo,
    "menu": _menu,
    "next page": _next_page,
    "turns": _turns,
    "left": lambda face, sitting, now: _cell(face, sitting, now, CLUE),
    "middle": lambda face, sitting, now: _cell(face, sitting, now, DISCARD),
    "right": lambda face, sitting, now: _cell(face, sitting, now, PLAY),
    "step back": _step_back,
    "skip": _skip,
    "earlier": _less,
    "later": _more,
    "this turn": repairs.chosen,
    "one was forgotten before this": _forgotten,
    "this was another": _another,
    "leave": _leave,
    "up": _less,
    "down": _more,
    "select": _select,
    "back": _back,
    "close": _close,
    "players": _players,
    "who starts": _who_starts,
    "begin": _begin,
    "edition": _open_edition,
    "page back": lambda face, sitting, now: _turn_page(face, sitting, -1),
    "page on": lambda face, sitting, now: _turn_page(face, sitting, +1),
    "next game": _next_game,
}
"""How each intent of the grammar is carried out."""
