"""Menus: what each list has on it, and what choosing a line does."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from companion.face import preferences, seats
from companion.face.command import Command, Do, Forget, Prefer, SwitchOff
from companion.face.dialogue import names, repairs
from companion.face.dialogue.choices import Draw
from companion.face.state import ABOUT, AUDIT, LANGUAGE, START, TURNS, Face, Own, Phrase
from companion.game.actions import TILES, Concede, Correct
from companion.game.cards import HIGHEST
from companion.game.edition import Edition
from companion.game.setup import DETAILS
from companion.game.state import CLUE_TOKENS, State
from companion.table.sitting import Sitting


class Open(NamedTuple):
    """Open another list."""

    name: str


class Go(NamedTuple):
    """Open a screen."""

    screen: str


class NameLate(NamedTuple):
    """Choose the name of a card in the pile."""


class Edit(NamedTuple):
    """Change the value under the cursor, between its bounds."""

    counter: str
    lowest: int
    highest: int


class Sit(NamedTuple):
    """Give a place at the table to somebody, or with an empty name to nobody, and ask for the next one."""

    place: int
    name: str


class Detail(NamedTuple):
    """Set the detail of the next game."""

    detail: str


Act = Open | Go | NameLate | Edit | Sit | Detail | Draw | Command


class Line(NamedTuple):
    """A line of a menu: what it is called, its value if it has one, what choosing it does."""

    label: Phrase
    value: Phrase | None
    act: Act


def title(face: Face) -> Phrase:
    """What the list that is open is called."""
    place = asked(face.menu.name)
    return Phrase(f"title_{face.menu.name}") if place is None else Phrase("title_seat", {"place": place + 1})


def lines(face: Face, sitting: Sitting) -> tuple[Line, ...]:
    """The lines of the menu that is open."""
    match face.menu.name:
        case "rules":
            return _rules(face)
        case "correct":
            return _correct(face, sitting)
        case "forget":
            return tuple(_named(name, Forget(name)) for name in face.known)
        case "power":
            return (_line("switch_off_now", SwitchOff()),)
        case name if (place := asked(name)) is not None:
            return _seat(face, place)
    return _main(face, sitting)


def _line(key: str, act: Act, value: Phrase | None = None) -> Line:
    return Line(Phrase(f"menu_{key}"), value, act)


# The main menu


def _main(face: Face, sitting: Sitting) -> tuple[Line, ...]:
    state = sitting.state
    found = []
    if repairs.there(sitting):
        found.append(_line("turns", Go(TURNS)))
    if state is not None:
        found += _of_the_game(state)
    if face.newcomers:
        found.insert(0 if face.origin == START else len(found), _line("practice", Go("practice")))
    if not sitting.playing:
        found.append(_line("rules", Open("rules")))
    if face.origin == START and face.known:
        found.append(_line("names", Open(f"{_SEAT}0")))
    for key in ("help", "tiles", "brightness", "lights", "colours", "sound"):
        if key in face.lacks or (key == "tiles" and not _with_tiles(face, sitting)):
            continue
        value = getattr(face.preferences, key)
        act = Prefer(key, preferences.following(key, value))
        found.append(_line(key, act, Phrase(f"{key}_{value}")))
    if not face.newcomers:
        found.append(_line("practice", Go("practice")))
    found.append(_line("language", Go(LANGUAGE)))
    found.append(_line("about", Go(ABOUT)))
    if face.can_switch_off:
        found.append(_line("switch_off", Open("power")))
    return tuple(found)


def _with_tiles(face: Face, sitting: Sitting) -> bool:
    """Whether bonus tiles come up in the game that this menu is about."""
    setup = face.draft.setup if face.origin == START or sitting.setup is None else sitting.setup
    return setup.edition.flamboyants


def _of_the_game(state: State) -> list[Line]:
    found = []
    if state.unnamed:
        found.append(_line("name", NameLate()))
    found += [_line("correct", Open("correct")), _line("audit", Go(AUDIT))]
    if state.over:
        return found
    found.append(_line("cannot_win", Do(Concede("conceded"))))
    if state.setup.edition.flourish:
        found.append(_line("dead_card", Do(Concede("dead_card"))))
    else:
        found.append(_line("no_more_points", Do(Concede("no_more_points"))))
    found.append(_line("new_game", Go(START)))
    return found


# Who plays, one place after the other

_SEAT: Final = "seat "


def asked(name: str) -> int | None:
    """The place at the table that a list asks about, 0-based; None for another list."""
    return int(name.removeprefix(_SEAT)) if name.startswith(_SEAT) else None


def seat(place: int, face: Face) -> str | None:
    """The list that asks who sits at a place; None where nobody does."""
    return f"{_SEAT}{place}" if 0 <= place < face.draft.setup.players else None


def _seat(face: Face, place: int) -> tuple[Line, ...]:
    found = [_named(name, Sit(place, name)) for name in names.offered(face.known, face.draft, place)]
    return (*found, _line("forget", Open("forget")))


def _named(name: str, act: Act) -> Line:
    return Line(Phrase("player", {"name": Own(name)}) if name else Phrase("nobody"), None, act)


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


def _rules(face: Face) -> tuple[Line, ...]:
    setup = face.draft.setup
    details = [detail for detail in DETAILS if detail != "tokens" or not setup.edition.flamboyants]
    detail = (
        details[(details.index(setup.detail) + 1) % len(details)] if setup.detail in details else "colours"
    )
    found = [_line("detail", Detail(detail), Phrase(f"detail_{setup.detail}"))]
    for rule, values in _RULES.items():
        value = getattr(setup.edition, rule)
        following: dict[str, Any] = {rule: values[(values.index(value) + 1) % len(values)]}
        if rule == "multicolour_clue" and not setup.edition.multicolour:
            continue
        edition: Edition = replace(setup.edition, **following)
        found.append(_line(rule, Draw(edition), Phrase(f"{rule}_{value}".lower())))
    return tuple(found)


# Corrections


def _correct(face: Face, sitting: Sitting) -> tuple[Line, ...]:
    """Every counter with its value, and what makes it so."""
    state = sitting.state
    assert state is not None
    values = {**counters(sitting), **face.menu.staged}
    found = []
    for counter, (lowest, highest) in _bounds(sitting).items():
        value = Phrase("number", {"number": values[counter]})
        found.append(Line(_counter(sitting, counter, values), value, Edit(counter, lowest, highest)))
    facts = {"sum": accounted(sitting, face.menu.staged), "total": state.setup.box.total}
    command = Do(correction(sitting, face.menu.staged))
    found.append(Line(Phrase("menu_apply"), Phrase("sum_of", facts), command))
    return tuple(found)


def _counter(sitting: Sitting, counter: str, values: Mapping[str, int]) -> Phrase:
    """What a counter is called; a player by the place at the table, and by name where there is one."""
    name, _, part = counter.partition(".")
    match name:
        case "fireworks":
            return Phrase("counter_fireworks", {"suit": part})
        case "tiles":
            return Phrase("counter_tiles", {"tile": Phrase(f"tile_{part}")})
        case "hands":
            seat = int(part)
        case "seat":
            seat = seats.seat_at(sitting, values["seat"] - 1)
        case _:
            return Phrase(f"counter_{name}")
    assert sitting.began is not None
    facts: dict[str, object] = {"place": seats.place_of(sitting, seat) + 1}
    if not sitting.began.names:
        return Phrase(f"counter_{name}", facts)
    return Phrase(f"counter_{name}_named", {**facts, "name": Own(sitting.began.names[seat])})


def counters(sitting: Sitting) -> dict[str, int]:
    """Every counter that can be corrected, with its value now; the parts of lists by `.`.

    The player to act is told by the place at the table, from 1; hands stand in that order.
    """
    state = sitting.state
    assert state is not None
    found = {
        "seat": seats.place_of(sitting, state.seat) + 1,
        "clues": state.clues,
        "fuses": state.fuses,
        "deck": state.deck,
    }
    around = [seats.seat_at(sitting, place) for place in range(state.setup.players)]
    found |= {f"hands.{seat}": state.hands[seat] for seat in around}
    if state.setup.detail == "tokens":
        found["unplaced"] = state.unplaced
    else:
        found |= {f"fireworks.{suit}": height for suit, height in state.fireworks.items()}
    found |= {"unnamed": state.unnamed, "missing": state.missing}
    if state.turns_left is not None:
        found["turns_left"] = state.turns_left
    if state.setup.edition.flamboyants:
        found |= {f"tiles.{tile}": int(tile in state.tiles) for tile in TILES}
    return found


def _bounds(sitting: Sitting) -> dict[str, tuple[int, int]]:
    state = sitting.state
    assert state is not None
    setup = state.setup
    fixed = {
        "seat": (1, setup.players),
        "clues": (0, CLUE_TOKENS),
        "fuses": (0, setup.edition.fuses),
        "hands": (0, setup.hand_size),
        "fireworks": (0, HIGHEST),
        "unplaced": (0, HIGHEST * len(state.fireworks)),
        "turns_left": (1, setup.players),
        "tiles": (0, 1),
    }
    return {
        counter: fixed.get(counter.partition(".")[0], (0, setup.box.total)) for counter in counters(sitting)
    }


def accounted(sitting: Sitting, staged: Mapping[str, int]) -> int:
    """What the cards would add up to."""
    assert sitting.state is not None
    now = counters(sitting)
    cards = ("deck", "hands", "fireworks", "unplaced", "unnamed", "missing")
    moved = sum(
        value - now[counter] for counter, value in staged.items() if counter.partition(".")[0] in cards
    )
    return sitting.state.accounted + moved


def correction(sitting: Sitting, staged: Mapping[str, int]) -> Correct:
    """The staged counters as one correction."""
    assert sitting.state is not None
    values: dict[str, Any] = {}
    after = {**counters(sitting), **staged}
    for counter in staged:
        name, _, part = counter.partition(".")
        match name:
            case "fuses":
                values["errors"] = sitting.state.setup.edition.fuses - after["fuses"]
            case "seat":
                values["seat"] = seats.seat_at(sitting, after["seat"] - 1) + 1
            case "hands":
                values["hands"] = [after[f"hands.{seat}"] for seat in range(len(sitting.state.hands))]
            case "fireworks":
                values.setdefault("fireworks", {})[part] = after[counter]
            case "tiles":
                values["tiles"] = [tile for tile in TILES if after[f"tiles.{tile}"]]
            case _:
                values[name] = after[counter]
    return Correct(values)
