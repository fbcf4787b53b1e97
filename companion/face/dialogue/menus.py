"""Menus: what each list has on it, and what choosing a line does."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from companion.face import preferences, seats
from companion.face.command import Command, Do, Forget, Invite, Prefer, SwitchOff
from companion.face.dialogue import choices, counters, names, repairs
from companion.face.dialogue.outcomes import warn_group
from companion.face.on_table import on_table
from companion.face.state import (
    ENDINGS,
    Choice,
    CounterName,
    Draft,
    EntryKind,
    Face,
    Menu,
    MenuName,
    Own,
    Phrase,
    Purpose,
    ScreenName,
    TableCounter,
)
from companion.game.actions import Concede, ConcedeReason
from companion.game.edition import Edition, meant
from companion.game.kinds import distinct_type
from companion.game.outlook import score
from companion.game.rules import apply
from companion.game.setup import COLOURS, DETAILS, HANDS, TOKENS
from companion.journal.sitting import Sitting

Opening = MenuName | ScreenName | Choice | TableCounter | Draft
"""What changes the face alone: what is opened, begun or edited, or the next game as it is then."""
LineAction = Opening | choices.Pick | Command


@distinct_type
class MenuLine(NamedTuple):
    """A line of a menu: what it is called, its value if it has one, what choosing it does."""

    label: Phrase
    value: Phrase | None
    act: LineAction


MenuLines = Iterator[MenuLine]


def menu_title(face: Face, sitting: Sitting) -> Phrase:
    """Return the title of the list that is open."""
    if face.menu.name in ENDINGS:
        return ending_question(sitting, _concession(face.menu.name))
    if face.menu.name == MenuName.SEAT:
        return Phrase("title_seat", {"place": face.menu.place + 1})
    if face.menu.name == MenuName.TURN and face.visit is not None:
        return repairs.marked_turn(face.visit)
    return Phrase(f"title_{face.menu.name}")


def ending_question(sitting: Sitting, concession: Concede) -> Phrase:
    """Return what is asked before the game ends so: with how many points."""
    return Phrase("title_ending", {"points": score(apply(on_table(sitting).state, concession))})


def menu_lines(face: Face, sitting: Sitting) -> tuple[MenuLine, ...]:
    """Return the lines of the list that is open."""
    return tuple(_LISTS[face.menu.name](face, sitting))


def back_to_list(face: Face, sitting: Sitting) -> Face:
    """Return the face at the list from which a list or a page was opened, with its line marked."""
    opened: LineAction = face.menu.name if face.screen == ScreenName.MENU else face.scene
    if face.screen == ScreenName.PHONE:
        opened = Invite()
    name = MenuName.SEAT if opened == MenuName.FORGET else MenuName.MAIN
    face = face._replace(scene=ScreenName.MENU, menu=Menu(name, place=face.menu.place))
    acts = [line.act for line in menu_lines(face, sitting)]
    cursor = acts.index(opened) if opened in acts else 0
    return face._replace(menu=face.menu._replace(cursor=cursor))


def keep_line(before: Face, after: Face, sitting: Sitting) -> Face:
    """Return a face that changed while a list was open, with the same line marked."""
    if before.screen != ScreenName.MENU or after.menu != before.menu:
        return after
    # A page or a guest may take lines out of an open list, whose end the cursor must not pass.
    cursor = before.menu.cursor
    marked = menu_lines(before, sitting)[cursor].label
    labels = [line.label for line in menu_lines(after, sitting)]
    cursor = labels.index(marked) if marked in labels else min(cursor, len(labels) - 1)
    return after._replace(menu=after.menu._replace(cursor=cursor))


def _menu_line(key: str, act: LineAction, value: Phrase | None = None) -> MenuLine:
    return MenuLine(Phrase(f"menu_{key}"), value, act)


_PRACTICE: Final = _menu_line("practice", choices.Pick(choices.LEARN))


# The main menu


def _main_lines(face: Face, sitting: Sitting) -> MenuLines:
    starting = face.origin == ScreenName.START
    # Newcomers find it first, but in a game below what that needs.
    if face.newcomers and starting:
        yield _PRACTICE
    yield from _table_lines(face, sitting)
    if face.newcomers and not starting:
        yield _PRACTICE
    if not sitting.playing:
        yield _menu_line("rules", MenuName.RULES)
    if starting:
        yield _menu_line("names", MenuName.SEAT)
    if face.guests.urls:
        yield _menu_line("phone", Invite())
    # The voice comes last: a press upwards finds it without the list being read.
    keys = [key for key in preferences.CHOICES if key != preferences.VOICE]
    yield from _preference_lines(face, sitting, keys)
    if not face.newcomers:
        yield _PRACTICE
    yield _menu_line("about", ScreenName.ABOUT)
    if face.can_switch_off:
        yield _menu_line("switch_off", MenuName.POWER)
    # Found from the top by a press upwards, also by people who cannot read the list.
    yield _menu_line("language", Choice(Purpose.LANGUAGE))
    if face.mute:
        yield _menu_line("voice", choices.Pick(preferences.VOICE), Phrase("voice_absent"))
    else:
        yield from _preference_lines(face, sitting, (preferences.VOICE,))


def _table_lines(face: Face, sitting: Sitting) -> MenuLines:
    state = sitting.state
    over = state is not None and state.over
    if over and face.origin == ScreenName.START:
        yield _menu_line("last_game", ScreenName.END)
    if sitting.has_steps or sitting.redoable:
        yield _menu_line("turns", ScreenName.TURNS)
    if state is None:
        return
    if state.unnamed:
        yield _menu_line("name", Choice(Purpose.NAME_LATE))
    yield _menu_line("correct", MenuName.CORRECT)
    yield _menu_line("audit", ScreenName.AUDIT)
    if not over:
        flourish = state.setup.edition.flourish
        ending = MenuName.DEAD_CARD if flourish else MenuName.NO_MORE_POINTS
        yield _menu_line("cannot_win", MenuName.CONCEDED)
        yield _menu_line(ending, ending)
        yield _menu_line("new_game", ScreenName.START)


def _concession(name: MenuName) -> Concede:
    reasons: Mapping[MenuName, ConcedeReason] = {
        MenuName.CONCEDED: "conceded",
        MenuName.DEAD_CARD: "dead_card",
        MenuName.NO_MORE_POINTS: "no_more_points",
    }
    return Concede(reasons[name])


def _ending_lines(face: Face, sitting: Sitting) -> MenuLines:
    yield _menu_line("end_game", Do(_concession(face.menu.name)))
    yield _menu_line("play_on", MenuName.MAIN)


def _preference_lines(face: Face, sitting: Sitting, keys: Iterable[str]) -> MenuLines:
    """Yield those of these preferences that mean something here.

    That depends on the build and on the game of this menu.
    """
    setup = face.draft.setup
    if sitting.setup and face.origin != ScreenName.START:
        setup = sitting.setup
    without = face.lacks if setup.edition.flamboyants else {*face.lacks, preferences.TILES}
    for key in keys:
        if key not in without:
            value = getattr(face.preferences, key)
            act = Prefer(key, preferences.value_after(preferences.CHOICES[key], value))
            yield _menu_line(key, act, Phrase(f"{key}_{value}"))


# What can be done with a turn


def _turn_lines(face: Face, sitting: Sitting) -> MenuLines:
    """Yield the ways to repair the marked turn; the two that holding a button means come first."""
    visit = face.visit
    assert visit is not None, "the list is opened among the turns alone"
    entries = []
    if repairs.takes_turn(visit):
        entries.append(EntryKind.FORGOTTEN)
        if visit.marked.line.turn:
            entries.append(EntryKind.ANOTHER)
    if visit.marked.tile is not None:
        entries.append(EntryKind.TILE)
    for item in (*entries, choices.NEVER, choices.BACK_TO):
        key = "its_tile" if item == EntryKind.TILE else item
        yield MenuLine(Phrase(f"turn_{key}"), None, choices.Pick(item))


# Who plays, one place after the other


def _seat_lines(face: Face, sitting: Sitting) -> MenuLines:
    place = face.menu.place
    for name in names.names_for(face.known, face.draft, place):
        yield _name_line(face, name, names.sit(face.draft, place, name))
    yield _menu_line("new_name", Invite() if face.guests.urls else MenuName.SEAT)
    if face.known:
        yield _menu_line("forget", MenuName.FORGET)


def _name_line(face: Face, name: str, act: LineAction) -> MenuLine:
    """Return the line of a name, with the number that stands for one that the glass cannot show."""
    if not name:
        return MenuLine(Phrase("nobody"), None, act)
    number = (*face.known, *names.by_place(face.draft), *names.SIGNS).index(name) + 1
    return MenuLine(Phrase("player", {"name": Own(name), "number": number}), None, act)


# The rules of the next game, one by one

RULES: Final[Mapping[str, tuple[object, ...]]] = {
    "multicolour": (0, 5, 10),
    "multicolour_clue": ("own", "every"),
    "black": (False, True),
    "flamboyants": (False, True),
    "ending": ("standard", "flourish"),
    "fuses": (2, 3, 4),
    "explosion": ("lost", "score"),
}


def _rule_lines(face: Face, sitting: Sitting) -> MenuLines:
    draft = face.draft
    setup = draft.setup
    edition = setup.edition
    without = {HANDS, TOKENS} if edition.flamboyants else {HANDS}  # places take too many presses
    details = [detail for detail in DETAILS if detail not in without]
    detail = preferences.value_after(details, setup.detail) if setup.detail in details else COLOURS
    other = draft._replace(setup=setup._replace(detail=detail))
    yield _menu_line("detail", other, Phrase(f"detail_{setup.detail}"))
    for rule, values in RULES.items():
        value = getattr(edition, rule)
        following = edition._replace(**{rule: preferences.value_after(values, value)})
        if meant(following) != edition:  # else the rule says nothing beside the others
            other = with_edition(draft, following)
            yield _menu_line(rule, other, Phrase(f"{rule}_{value}".lower()))


def with_edition(draft: Draft, edition: Edition, preset: str = "") -> Draft:
    """Return the next game with another edition; bonus tiles need colours to be entered.

    preset: the name of the edition, where it is chosen by that.
    """
    setup = draft.setup._replace(edition=meant(edition))
    if edition.flamboyants and setup.detail == TOKENS:
        setup = setup._replace(detail=COLOURS)
    return draft._replace(setup=setup, preset=preset)


# Corrections


def _correction_lines(face: Face, sitting: Sitting) -> MenuLines:
    """Yield every counter with its value, and what sets it."""
    staged = face.menu.staged
    for counter, number in {**counters.table_counters(sitting, staged), **staged}.items():
        label = counter_name(sitting, counter, number)
        value = Phrase("number", {"number": counters.as_it_lies(counter, number)})
        yield MenuLine(label, value, counter)
    yield _menu_line("apply", Do(counters.correction(sitting, staged)), total(face, sitting))


def total(face: Face, sitting: Sitting) -> Phrase:
    """Return the sum of the cards with the values changed so far, and of the box."""
    cards = counters.card_sum(sitting, face.menu.staged)
    return Phrase("sum_of", {"sum": cards, "total": on_table(sitting).setup.box.total})


def tell_dropped(before: Face, after: Face, sitting: Sitting) -> Face:
    """Return the face after a press that dropped counters; it says which were set.

    sitting: the game of the counters.
    """
    (counter, number), *more = before.menu.staged.items()
    name = counter_name(sitting, counter, number)
    facts = {"counter": name, "number": counters.as_it_lies(counter, number)}
    if not more:
        return warn_group(after, Phrase("correct_dropped", facts))
    return warn_group(after, Phrase("correct_dropped_more", {**facts, "more": len(more)}))


def counter_name(sitting: Sitting, counter: TableCounter, number: int) -> Phrase:
    """Return the name of a counter; a player has the place, and the name where there is one."""
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
    names = on_table(sitting).began.names
    place = seats.place_of(sitting, seat) + 1
    if not names:
        return Phrase(f"counter_{counter.name}", {"place": place})
    facts = {"place": place, "name": Own(names[seat])}
    return Phrase(f"counter_{counter.name}_named", facts)


_LISTS: Final[Mapping[MenuName, Callable[[Face, Sitting], Iterable[MenuLine]]]] = {
    MenuName.MAIN: _main_lines,
    MenuName.RULES: _rule_lines,
    MenuName.CORRECT: _correction_lines,
    MenuName.SEAT: _seat_lines,
    MenuName.FORGET: lambda face, _: (_name_line(face, name, Forget(name)) for name in face.known),
    MenuName.POWER: lambda *_: (_menu_line("switch_off_now", SwitchOff()),),
    MenuName.TURN: _turn_lines,
    **dict.fromkeys(ENDINGS, _ending_lines),
}
"""What makes the lines of each list."""
