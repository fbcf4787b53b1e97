"""Repairs: a visit to the turns of a game, where forgotten or wrong turns are entered anew.

Nothing counts before the visit is over, and then all of it is one step. The visit carries what it needs of
the game, and while a turn is entered the buttons act on the game as it was before that turn.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.errors import CompanionError, IllegalAction
from companion.face.command import Amend, Do, Reaction, Redo, Repair, Undo, event
from companion.face.dialogue import choices
from companion.face.dialogue.outcomes import refuse, refused, say
from companion.face.on_table import on_table
from companion.face.spoken import spoken_action
from companion.face.state import (
    Choice,
    Entry,
    EntryKind,
    Face,
    Menu,
    MenuName,
    Phrase,
    Purpose,
    ScreenName,
    Visit,
    home,
    rest,
)
from companion.game.actions import Misfire, Play, Tile
from companion.game.refusals import ActionRefused
from companion.game.rules import apply
from companion.game.state import State
from companion.panel import CLUE, DISCARD
from companion.table import repair
from companion.table.events import Did, Redid, Repaired
from companion.table.repair import Change, ChangeKind, EnteredLine, LineOutcome, Lines
from companion.table.sitting import Sitting, follow, with_tiles

_OTHERWISE: Final[Mapping[ChangeKind, tuple[str, str]]] = {
    "fits": ("fits_now", "fit_now_many"),
    "misfires": ("misfires_now", "misfire_now_many"),
    "stays": ("stays_misfire", "stay_misfires_many"),
    "left out": ("left_out", "left_out_many"),
}
"""What is said of an action that counts otherwise, by the kind of its change; of one, and of several."""
FORSAKEN_S: Final = 60.0
"""Seconds after which the first press only wakes a turn that is entered."""


def entering(face: Face) -> Entry | None:
    """The turn that is being entered, if one is."""
    return None if face.visit is None else face.visit.entry


# The list


def opened(face: Face, sitting: Sitting) -> Face:
    """The face at the turns of a game, marked the last one, or what was undone last; the practice repairs."""
    lines = repair.lines(sitting)
    moments = repair.refit(sitting.opening, lines) if sitting.opening is not None else ()
    undone = sitting.redoable and face.practice is None
    mark = len(lines) + 1 if undone else max(0, len(lines) - 1)
    return face._replace(scene=ScreenName.TURNS, visit=Visit(sitting, lines, moments, mark))


def there(sitting: Sitting) -> bool:
    """Whether there is anything to see among the turns."""
    return sitting.moved or sitting.redoable


def last(visit: Visit) -> int:
    """The last mark: now, or beyond it what was undone."""
    now = len(visit.lines)
    if visit.changed:
        return now
    return now + (len(visit.sitting.undone) or bool(visit.sitting.successor))


def move(face: Face, visit: Visit, now: float, by: int) -> Reaction:
    """The mark moves along the turns, and stops at both ends."""
    return face._replace(visit=visit._replace(mark=min(last(visit), max(0, visit.mark + by)))), None


def table(visit: Visit) -> State | None:
    """The table just before the marked turn, or before what was undone there; None where there is no game."""
    if visit.mark <= len(visit.lines):
        return _before(visit, visit.mark)
    return redone(visit, visit.mark - len(visit.lines) - 1).state


def _before(visit: Visit, number: int) -> State | None:
    """The table before a line, and after the last one."""
    if number < len(visit.moments):
        return visit.moments[number].before
    return visit.moments[-1].after if visit.moments else visit.sitting.opening


def redone(visit: Visit, steps: int) -> Sitting:
    """The game once some of the undone steps are redone."""
    sitting = visit.sitting
    for _ in range(max(0, min(steps, len(sitting.undone)))):
        sitting = follow(sitting, Redid())
    return sitting


# The marked turn


def chosen(face: Face, visit: Visit, now: float) -> Reaction:
    """PLAY: what can be done with the marked turn; beyond the last one leave, or redo what was undone."""
    beyond = visit.mark - len(visit.lines)
    if beyond < 0:
        return face._replace(scene=ScreenName.TURN, menu=Menu(MenuName.TURN)), None
    if beyond == 0:
        return left(face, visit, now)
    if beyond == 1 or not visit.sitting.undone:
        return face, Redo()
    turns = tuple(step.did for step in redone(visit, beyond).steps)
    return face, Repair(turns, beyond, Phrase("redid_many", {"steps": beyond}))


def decided(face: Face, visit: Visit, now: float, item: str) -> Reaction:
    """What follows from a choice about the marked turn, or about leaving."""
    number = visit.mark
    face = face._replace(scene=ScreenName.TURNS, menu=Menu())
    match item:
        case choices.FORGOTTEN:
            return begin_turn(face, visit, now, EntryKind.FORGOTTEN)
        case choices.ANOTHER:
            return begin_turn(face, visit, now, EntryKind.ANOTHER)
        case choices.ITS_TILE:
            return begin_turn(face, visit, now, EntryKind.TILE)
        case choices.NEVER:
            told = Phrase("repaired_never", {"what": _what(visit.moments[number])})
            rest = repair.besides(visit.lines[number])
            return _changed(face, visit, _spliced(visit.lines, number, 1, *rest), told, now)
        case choices.BACK_TO:
            told = Phrase("repaired_back", {"turn": visit.moments[number].before.turn})
            return _changed(face, visit, visit.lines[:number], told, now)
        case choices.CUT:
            told = Phrase("cut_from", {"turn": loss(visit)[0].before.turn})
            return _committed(face, visit, told, now)
        case choices.GO_ON:
            return face, None
        case _:
            return home(face, visit.sitting), None


def _spliced(lines: Lines, number: int, gone: int, *new: EnteredLine) -> Lines:
    return (*lines[:number], *new, *lines[number + gone :])


def _what(moment: LineOutcome) -> Phrase:
    return spoken_action(moment.line.action, moment.before)


def left(face: Face, visit: Visit, now: float) -> Reaction:
    """Leave the turns; where a repair does not fit as a whole, only after a question."""
    if visit.changed:
        return face._replace(scene=Choice(Purpose.LEAVING)), None
    return home(face, visit.sitting), None


# A turn is entered


def begin_turn(face: Face, visit: Visit, now: float, kind: EntryKind) -> Reaction:
    """Show the table of the marked turn, which takes one turn."""
    number, count = visit.mark, len(visit.lines)
    inserting = kind == EntryKind.FORGOTTEN
    if number > count or (number == count and not inserting):
        return refuse(face, now, "no_meaning"), None
    if number == count and not visit.changed:
        return _at_the_end(face, visit, now), None
    wrong = repair.trouble(visit.moments)
    if wrong is not None and wrong < number:
        face = face._replace(visit=visit._replace(mark=wrong))
        return refuse(face, now, "first_that_turn", turn=visit.moments[wrong].before.turn), None
    if not inserting and not visit.lines[number].turn:
        return refuse(face, now, "no_meaning"), None
    before = _before(visit, number)
    if before is None or before.over:
        return refuse(face, now, "over"), None
    entry = _entry(visit, kind)
    return ask_rest(face._replace(visit=visit._replace(entry=entry), touched=now), entry), None


def _at_the_end(face: Face, visit: Visit, now: float) -> Face:
    """A turn that was forgotten last is entered at the table."""
    if not visit.sitting.playing:
        return refuse(face, now, "over")
    return say(rest(face, visit.sitting), now, "enter_now")


def _entry(visit: Visit, kind: EntryKind) -> Entry:
    sitting = repair.upto(visit.sitting, visit.moments, visit.mark)
    began = len(sitting.steps)
    if kind == EntryKind.TILE:
        for did in visit.moments[visit.mark].dids:
            sitting = follow(sitting, did)
    return Entry(kind, with_tiles(sitting, _tiles(visit, kind)), began, len(sitting.steps))


def _tiles(visit: Visit, kind: EntryKind) -> tuple[Tile, ...]:
    """The bonus tiles in the order in which the turn that is entered turns them."""
    tiles, number = on_table(visit.sitting).began.tiles, visit.mark
    if kind == EntryKind.FORGOTTEN:
        return repair.undrawn(tiles, visit.lines)
    own = [bonus.tile for bonus in repair.turned(visit.lines[number])]
    return repair.undrawn(tiles, _spliced(visit.lines, number, 1), own)


def _new(visit: Visit, kind: EntryKind, dids: tuple[Did, ...], before: State) -> Lines:
    """The lines of the turn that is entered, the turn first."""
    one = repair.line(dids, before)
    return (
        repair.in_place_of(one, visit.lines[visit.mark], before)
        if kind == EntryKind.ANOTHER
        else (one,)
    )


def ask_rest(face: Face, entry: Entry) -> Face:
    """Ask for the rest of a turn. Return the face at the table, or at the question about its bonus tile."""
    asks = on_table(entry.sitting).state.bonus_pending
    scene = Choice(Purpose.TILE) if asks else ScreenName.TABLE
    return face._replace(scene=scene, marked=None, laid=None)


def unchanged(face: Face, visit: Visit) -> Face:
    """Leave the turn that is entered as it was: back to the list."""
    visit = visit._replace(entry=None)
    return face._replace(scene=ScreenName.TURNS, marked=None, laid=None, visit=visit)


def add_to_turn(
    face: Face, visit: Visit, entry: Entry, command: Do | Amend | Undo, now: float
) -> Reaction:
    """Let a command count for the turn that is entered. Return a repair once all of it is entered."""
    if isinstance(command, Undo) and len(entry.sitting.steps) == entry.least:
        return unchanged(face, visit), None
    try:
        sitting = follow(entry.sitting, event(command, entry.sitting))._replace(undone=())
    except CompanionError as error:
        return refused(face, error, now), None
    entry = entry._replace(sitting=sitting)
    face = face._replace(visit=visit._replace(entry=entry), notice=None, acted=now, touched=now)
    if isinstance(command, Undo):
        return ask_rest(face, entry), None
    if isinstance(command, Do) and command.naming:
        return face._replace(scene=Choice(Purpose.NAME), laid=None), None
    return finished(face, visit, entry, now)


def finished(face: Face, visit: Visit, entry: Entry, now: float) -> Reaction:
    """The turn is entered, but for a bonus tile that it may turn."""
    number = visit.mark
    before = _began(entry)
    dids = tuple(step.did for step in entry.sitting.steps[entry.least :])
    if entry.kind == EntryKind.TILE:
        asked_tile = visit.moments[number].tile or ""
        new: Lines = (repair.with_tile_again(visit.lines[number], asked_tile, dids),)
    else:
        new = _new(visit, entry.kind, dids, before)
    if not repair.refit(before, new)[0].fits:
        return ask_rest(face, entry), None
    facts = {"what": spoken_action(new[0].action, before), "turn": before.turn}
    gone = 0 if entry.kind == EntryKind.FORGOTTEN else 1
    lines = _spliced(visit.lines, number, gone, *new)
    return _changed(face, visit, lines, Phrase(f"repaired_{entry.kind}", facts), now)


def turn_told(entry: Entry) -> int:
    """The number of the turn that is entered, or before which one was forgotten."""
    return _began(entry).turn


def _began(entry: Entry) -> State:
    """The state before the turn that is entered."""
    steps = entry.sitting.steps
    return steps[entry.began - 1].state if entry.began else on_table(entry.sitting).opening


# What a script asks for


def repair_command(
    sitting: Sitting, turn: int, kind: EntryKind | None, told: tuple[Did, ...], cut: bool
) -> Repair:
    """Make the command that repairs a turn, by its number; `kind` None for one that never was.

    told: the turn and what its bonus tile did; a tile that takes no card may be left out. cut: what came
    after and does not fit any more is cut.

    Raises:
        CompanionError: there is no such turn, or not all fits.
    """
    game = on_table(sitting)
    inserting = kind == EntryKind.FORGOTTEN
    lines = repair.lines(sitting)
    known = repair.refit(game.opening, lines)
    numbers = {
        moment.before.turn: number for number, moment in enumerate(known) if moment.line.turn
    }
    if inserting and not game.state.over:
        numbers.setdefault(game.state.turn, len(lines))
    if turn not in numbers:
        raise CompanionError(f"there is no turn {turn} to repair")
    number = numbers[turn]
    before = known[number].before if number < len(known) else game.state
    visit = Visit(sitting, lines, known, number)
    if kind is None:
        action = lines[number].action
        new = repair.besides(lines[number])
    else:
        _check(told, before)
        action = told[0].action
        first, *rest = _new(visit, kind, told, before)
        new = (repair.with_plain_tile(first, before, _tiles(visit, kind)), *rest)
    after = _spliced(lines, number, 0 if inserting else 1, *new)
    moments = repair.refit(game.opening, after, known)
    wrong = repair.trouble(moments)
    own = wrong == number and kind is not None
    if wrong is not None and (own or not cut):
        raise CompanionError(
            f"turn {moments[wrong].before.turn} does not fit: {_reason(moments[wrong])}"
        )
    spoken = spoken_action(action, before)
    what = Phrase(f"repaired_{kind or 'never'}", {"turn": turn, "what": spoken})
    found = _counting(visit._replace(lines=after, moments=moments), what)
    if found is None:
        raise CompanionError("that changes nothing")
    return found


def _check(told: tuple[Did, ...], before: State) -> None:
    """Raise CompanionError where the rules refuse a turn that a script tells, or what its tile did."""
    state = before
    for did in told:
        try:
            state = apply(state, did.action)
        except IllegalAction as error:
            raise CompanionError(f"turn {before.turn} does not fit: {error}") from None


def _reason(moment: LineOutcome) -> str:
    if moment.refusal is not None:
        return str(moment.refusal)
    return f"it turns the bonus tile {moment.tile}" if moment.tile else "it turns a bonus tile"


# The result


def _changed(face: Face, visit: Visit, lines: Lines, what: Phrase, now: float) -> Reaction:
    """The game with other lines: all of it counts if it fits; else the first that does not is marked."""
    moments = repair.refit(on_table(visit.sitting).opening, lines, visit.moments)
    visit = visit._replace(lines=lines, moments=moments, entry=None, changed=True)
    wrong = repair.trouble(moments)
    if wrong is None:
        return _committed(face, visit, what, now)
    visit = visit._replace(mark=wrong)
    face = unchanged(face, visit)._replace(acted=now)
    if moments[wrong].tile is not None:
        face, command = begin_turn(face, visit, now, EntryKind.TILE)
        return say(face, now, "tile_of_turn", turn=moments[wrong].before.turn), command
    return say(
        face, now, "no_longer_fits", turn=moments[wrong].before.turn, why=why(moments[wrong])
    ), None


def may_hold(visit: Visit, control: str) -> bool:
    """Return True if holding a button means something at the marked turn."""
    if control == CLUE or not takes_turn(visit):
        return control == CLUE
    return control == DISCARD or (visit.mark < len(visit.lines) and visit.lines[visit.mark].turn)


def marked(visit: Visit) -> Phrase:
    """Return the number of the marked turn, and what it was."""
    moment = visit.moments[visit.mark]
    return Phrase("title_turn", {"turn": moment.before.turn, "what": _what(moment)})


def takes_turn(visit: Visit) -> bool:
    """Return True if a turn can be entered at the mark: the game goes on there, and all before it fits."""
    if visit.mark > len(visit.lines):
        return False
    wrong = repair.trouble(visit.moments)
    if wrong is not None and wrong < visit.mark:
        return False
    before = _before(visit, visit.mark)
    return before is not None and not before.over


def leaving(visit: Visit) -> Phrase:
    """What is cut when the repair counts as it is, and what counts otherwise."""
    moment, cut = loss(visit)
    facts = {
        "turn": moment.before.turn,
        "what": _what(moment),
        "why": why(moment),
        "turns": cut,
        "besides": _otherwise(visit, named=1),
    }
    return Phrase("leaving_one" if cut == 1 else "leaving_many", facts)


def undone(visit: Visit, beyond: int) -> Phrase:
    """What would be redone at a mark that is so far beyond now."""
    if not visit.sitting.undone:
        return Phrase("a_game")
    move = visit.sitting.undone[beyond - 1]
    before = redone(visit, beyond - 1).state
    if before is None or isinstance(move, Repaired):
        return Phrase("a_repair")
    return spoken_action(move.action, before)


def why(moment: LineOutcome) -> Phrase:
    """Why a turn does not fit."""
    if isinstance(moment.refusal, ActionRefused):
        return Phrase(moment.refusal.key, moment.refusal.facts)
    return Phrase("tile_unknown")


def _committed(face: Face, visit: Visit, what: Phrase, now: float) -> Reaction:
    """Ask that what fits of the repaired turns counts."""
    command = _counting(visit, what)
    if command is None:
        return say(home(face, visit.sitting), now, "repaired_nothing"), None
    return face, command


def _counting(visit: Visit, what: Phrase) -> Repair | None:
    """The command that what fits counts, and what is said of it; None where nothing changes."""
    turns = repair.counted(visit.moments)
    if turns == tuple(step.did for step in visit.sitting.steps):
        return None
    besides = _otherwise(visit, named=2)
    if besides:
        head = what if len(besides) == 1 else Phrase("repaired")
        what = Phrase("repaired_but", {"what": head, "besides": besides})
    return Repair(turns, told=what)


def _otherwise(visit: Visit, named: int) -> tuple[Phrase, ...]:
    """What counts differently from what was entered, or not at all, without cutting other turns.

    named: up to so many changes are named one by one; of more only their number is said, for want of room.
    """
    changes = repair.changes(visit.moments)
    if len(changes) <= named:
        opening = on_table(visit.sitting).opening  # of no use to a phrase without a turn
        return tuple(_change(change, opening) for change in changes)
    numbers = Counter(change.kind for change in changes)
    return tuple(
        Phrase(several, {"number": numbers[kind]})
        for kind, (_, several) in _OTHERWISE.items()
        if numbers[kind]
    )


def _change(change: Change, before: State) -> Phrase:
    one, _ = _OTHERWISE[change.kind]
    match change.action:
        case Play(card) | Misfire(card) if card is not None:
            return Phrase(one, {"card": card})
    return Phrase(one, {"what": spoken_action(change.action, before)})


def loss(visit: Visit) -> tuple[LineOutcome, int]:
    """The first turn that does not fit, and how many turns are cut with it."""
    wrong = next(number for number, moment in enumerate(visit.moments) if not moment.fits)
    return visit.moments[wrong], sum(moment.line.turn for moment in visit.moments[wrong:])
