"""Menus: what each list has on it, and what choosing a line does."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from companion.face import preferences, seats
from companion.face.command import Command, Do, Forget, Invite, Prefer, SwitchOff
from companion.face.dialogue import names, repairs
from companion.face.dialogue.choices import (
    ANOTHER,
    BACK_TO,
    FORGOTTEN,
    ITS_TILE,
    NEVER,
    Decide,
    TakeEdition,
)
from companion.face.dialogue.counters import accounted, bounds, correction, counters
from companion.face.on_table import on_table
from companion.face.state import (
    Choice,
    Counter,
    CounterName,
    Face,
    MenuName,
    Own,
    Phrase,
    Purpose,
    ScreenName,
    Visit,
    home,
)
from companion.game.actions import Concede
from companion.game.kinds import kind
from companion.game.setup import CARDS, COLOURS, DETAILS, TOKENS, Detail
from companion.game.state import State
from companion.table.sitting import Sitting


@kind
class Open(NamedTuple):
    """Open another list."""

    name: MenuName


@kind
class Go(NamedTuple):
    """Open a screen, or ask a question."""

    scene: ScreenName | Choice


@kind
class Practise(NamedTuple):
    """Begin the practice."""


@kind
class Edit(NamedTuple):
    """Change the value under the cursor, between its bounds."""

    counter: Counter
    lowest: int
    highest: int


@kind
class Sit(NamedTuple):
    """Give a place at the table to a player, or with an empty name free it, and ask for the next one."""

    place: int
    name: str


@kind
class SetDetail(NamedTuple):
    """Set the detail of the next game."""

    detail: Detail


Opening = Open | Go | Practise | Edit | Sit | SetDetail | TakeEdition
"""What changes the face alone."""
LineAction = Opening | Decide | Command


@kind
class MenuLine(NamedTuple):
    """A line of a menu: what it is called, its value if it has one, what choosing it does."""

    label: Phrase
    value: Phrase | None
    act: LineAction


def title(face: Face) -> Phrase:
    """What the list that is open is called."""
    if face.menu.name == MenuName.SEAT:
        return Phrase("title_seat", {"place": face.menu.place + 1})
    if face.menu.name == MenuName.TURN and face.visit is not None:
        return repairs.marked(face.visit)
    return Phrase(f"title_{face.menu.name}")


def lines(face: Face, sitting: Sitting) -> tuple[MenuLine, ...]:
    """The lines of the menu that is open."""
    match face.menu.name:
        case MenuName.RULES:
            return _rules(face)
        case MenuName.CORRECT:
            return _correct(face, sitting)
        case MenuName.FORGET:
            return tuple(_named(name, Forget(name)) for name in face.known)
        case MenuName.POWER:
            return (_line("switch_off_now", SwitchOff()),)
        case MenuName.SEAT:
            return _seat(face, face.menu.place)
        case MenuName.TURN if face.visit is not None:
            return _turn(face.visit)
    return _main(face, sitting)


def keep_line(before: Face, after: Face, sitting: Sitting) -> Face:
    """Return a face that changed while a list was open: the same line stays marked."""
    if before.screen != ScreenName.MENU or after.menu != before.menu:
        return after
    if after.menu.name == MenuName.SEAT and after.menu.place >= after.draft.setup.players:
        return home(after, sitting)
    marked = lines(before, sitting)[before.menu.cursor].label
    labels = [line.label for line in lines(after, sitting)]
    cursor = labels.index(marked) if marked in labels else min(before.menu.cursor, len(labels) - 1)
    return after._replace(menu=after.menu._replace(cursor=cursor))


def _line(key: str, act: LineAction, value: Phrase | None = None) -> MenuLine:
    return MenuLine(Phrase(f"menu_{key}"), value, act)


# The main menu


def _main(face: Face, sitting: Sitting) -> tuple[MenuLine, ...]:
    state = sitting.state
    starting = face.origin == ScreenName.START
    practice = [_line("practice", Practise())]
    entries = []
    if starting and state is not None and state.over:
        entries.append(_line("last_game", Go(ScreenName.END)))
    if repairs.there(sitting):
        entries.append(_line("turns", Go(ScreenName.TURNS)))
    if state is not None:
        entries += _of_the_game(state)
    if face.newcomers:
        entries = [*practice, *entries] if starting else [*entries, *practice]
    if not sitting.playing:
        entries.append(_line("rules", Open(MenuName.RULES)))
    if starting and face.known:
        entries.append(_line("names", Open(MenuName.SEAT)))
    if face.guests.urls:
        entries.append(_line("phone", Invite()))
    entries += _preferences(
        face, sitting, [key for key in preferences.CHOICES if key != preferences.VOICE]
    )
    if not face.newcomers:
        entries += practice
    entries.append(_line("about", Go(ScreenName.ABOUT)))
    if face.can_switch_off:
        entries.append(_line("switch_off", Open(MenuName.POWER)))
    # Found from the top by a press upwards, also by those who cannot read the list.
    entries.append(_line("language", Go(Choice(Purpose.LANGUAGE))))
    entries += _preferences(face, sitting, (preferences.VOICE,))
    return tuple(entries)


def names_cards(sitting: Sitting) -> bool:
    """Whether discards and misfires are named in this game."""
    return on_table(sitting).setup.detail == CARDS


def _preferences(face: Face, sitting: Sitting, keys: Iterable[str]) -> list[MenuLine]:
    """Those of these preferences that mean something on this build and in the game of this menu."""
    in_game = sitting.setup and face.origin != ScreenName.START
    setup = sitting.setup if sitting.setup and in_game else face.draft.setup
    without = face.lacks if setup.edition.flamboyants else {*face.lacks, preferences.TILES}
    found = []
    for key in keys:
        if key not in without:
            value = getattr(face.preferences, key)
            act = Prefer(key, preferences.following(key, value))
            found.append(_line(key, act, Phrase(f"{key}_{value}")))
    return found


def _of_the_game(state: State) -> list[MenuLine]:
    found = []
    if state.unnamed:
        found.append(_line("name", Go(Choice(Purpose.NAME_LATE))))
    found += [_line("correct", Open(MenuName.CORRECT)), _line("audit", Go(ScreenName.AUDIT))]
    if state.over:
        return found
    found.append(_line("cannot_win", Do(Concede("conceded"))))
    if state.setup.edition.flourish:
        found.append(_line("dead_card", Do(Concede("dead_card"))))
    else:
        found.append(_line("no_more_points", Do(Concede("no_more_points"))))
    found.append(_line("new_game", Go(ScreenName.START)))
    return found


# What can be done with a turn


def _turn(visit: Visit) -> tuple[MenuLine, ...]:
    """The ways to repair the marked turn; the two that holding a button means too come first."""
    items = []
    if repairs.takes_turn(visit):
        items.append(FORGOTTEN)
        if visit.lines[visit.mark].turn:
            items.append(ANOTHER)
    if visit.moments[visit.mark].tile is not None:
        items.append(ITS_TILE)
    return tuple(
        MenuLine(Phrase(f"turn_{item}"), None, Decide(item)) for item in (*items, NEVER, BACK_TO)
    )


# Who plays, one place after the other


def _seat(face: Face, place: int) -> tuple[MenuLine, ...]:
    found = [
        _named(name, Sit(place, name)) for name in names.offered(face.known, face.draft, place)
    ]
    return (*found, _line("forget", Open(MenuName.FORGET)))


def _named(name: str, act: LineAction) -> MenuLine:
    return MenuLine(Phrase("player", {"name": Own(name)}) if name else Phrase("nobody"), None, act)


# The rules of the next game, one by one

_RULES: Final[Mapping[str, tuple[object, ...]]] = {
    "multicolour": (0, 5, 10),
    "multicolour_clue": ("own", "every"),
    "black": (False, True),
    "flamboyants": (False, True),
    "ending": ("standard", "flourish"),
    "fuses": (2, 3, 4),
    "explosion": ("lost", "score"),
}


def _rules(face: Face) -> tuple[MenuLine, ...]:
    setup = face.draft.setup
    details = [detail for detail in DETAILS if detail != TOKENS or not setup.edition.flamboyants]
    detail = preferences.after(details, setup.detail) if setup.detail in details else COLOURS
    found = [_line("detail", SetDetail(detail), Phrase(f"detail_{setup.detail}"))]
    for rule, values in _RULES.items():
        if rule != "multicolour_clue" or setup.edition.multicolour:
            value = getattr(setup.edition, rule)
            following: dict[str, Any] = {rule: preferences.after(values, value)}
            edition = setup.edition._replace(**following)
            found.append(_line(rule, TakeEdition(edition), Phrase(f"{rule}_{value}".lower())))
    return tuple(found)


# Corrections


def _correct(face: Face, sitting: Sitting) -> tuple[MenuLine, ...]:
    """Every counter with its value, and what sets it."""
    staged = face.menu.staged
    values = {**counters(sitting), **staged}
    found = []
    for counter, number in values.items():
        act = Edit(counter, *bounds(sitting, counter))
        found.append(
            MenuLine(
                counter_name(sitting, counter, number), Phrase("number", {"number": number}), act
            )
        )
    return (
        *found,
        MenuLine(Phrase("menu_apply"), total(face, sitting), Do(correction(sitting, staged))),
    )


def total(face: Face, sitting: Sitting) -> Phrase:
    """The sum of the cards with the values changed so far, and of the box."""
    box = on_table(sitting).setup.box
    return Phrase("sum_of", {"sum": accounted(sitting, face.menu.staged), "total": box.total})


def counter_name(sitting: Sitting, counter: Counter, number: int) -> Phrase:
    """What a counter is called; a player by the place at the table, and by name where there is one."""
    match counter.name:
        case CounterName.FIREWORKS:
            return Phrase("counter_fireworks", {"suit": counter.part})
        case CounterName.TILES:
            return Phrase("counter_tiles", {"tile": Phrase(f"tile_{counter.part}")})
        case CounterName.HANDS:
            seat = int(counter.part)
        case CounterName.SEAT:
            seat = seats.seat_at(sitting, number - 1)
        case _:
            return Phrase(f"counter_{counter.name}")
    called = on_table(sitting).began.names
    facts: dict[str, object] = {"place": seats.place_of(sitting, seat) + 1}
    if not called:
        return Phrase(f"counter_{counter.name}", facts)
    return Phrase(f"counter_{counter.name}_named", {**facts, "name": Own(called[seat])})
