"""Repairs: a visit to the turns of a game, where what was forgotten or told wrongly is told anew.

Nothing counts before the visit is over, and then all of it is one step. Whatever the visit needs of the
game it carries itself, and while a turn is told the buttons act on the game as it was before that turn.
"""

from typing import Literal

from companion.errors import CompanionError
from companion.face.command import Amend, Command, Do, Redo, Repair, Undo, event
from companion.face.dialogue import choices
from companion.face.dialogue.outcomes import refuse, refused, say
from companion.face.spoken import spoken_action
from companion.face.state import (
    LEAVING,
    NAMING,
    TABLE,
    TILE,
    TURN,
    TURNS,
    Choice,
    Entry,
    Face,
    Phrase,
    Visit,
    home,
    rest,
)
from companion.game.actions import Bonus, Correct, Misfire, Name, Tile
from companion.game.refusals import Refused
from companion.game.state import State
from companion.table import repair
from companion.table.events import Did, Redid
from companion.table.repair import Change, Line, Lines, Moment
from companion.table.sitting import Sitting, follow, with_tiles

Kind = Literal["forgotten", "another", "tile"]
Answer = tuple[Face, Command | None]


def at_hand(face: Face, sitting: Sitting) -> Sitting:
    """The game that the buttons act on: while a turn is told the one before it, else the one on the table."""
    entry = entering(face)
    return sitting if entry is None else entry.sitting


def entering(face: Face) -> Entry | None:
    """The turn that is being told, if one is."""
    return None if face.visit is None else face.visit.entry


# The list


def opened(face: Face, sitting: Sitting) -> Face:
    """The face at the turns of a game, the last one marked."""
    lines = repair.lines(sitting)
    moments = repair.refit(sitting.opening, lines) if sitting.opening is not None else ()
    visit = Visit(sitting, lines, moments, max(0, len(lines) - 1))
    return face._replace(screen=TURNS, choice=None, visit=visit)


def there(sitting: Sitting) -> bool:
    """Whether there is anything to see among the turns."""
    return sitting.moved or sitting.redoable


def last(visit: Visit) -> int:
    """The last mark: now, or beyond it what was undone."""
    now = len(visit.lines)
    if visit.changed:
        return now
    return now + (len(visit.sitting.undone) or bool(visit.sitting.successor))


def move(face: Face, by: int) -> Face:
    """The mark moves along the turns, and stops at both ends."""
    visit = _visit(face)
    return face._replace(visit=visit._replace(mark=min(last(visit), max(0, visit.mark + by))))


def table(visit: Visit) -> State | None:
    """The table just before the marked turn, or before what was undone there; None where there is no game."""
    if visit.sitting.opening is None:
        return None
    if visit.mark <= len(visit.lines):
        return _before(visit, visit.mark)
    return redone(visit, visit.mark - len(visit.lines) - 1).state


def _before(visit: Visit, number: int) -> State:
    """The table before a line, and after the last one."""
    if number < len(visit.moments):
        return visit.moments[number].before
    state = visit.moments[-1].after if visit.moments else visit.sitting.opening
    assert state is not None
    return state


def redone(visit: Visit, steps: int) -> Sitting:
    """The game once so many of the undone steps have happened again."""
    sitting = visit.sitting
    for _ in range(max(0, min(steps, len(sitting.undone)))):
        sitting = follow(sitting, Redid())
    return sitting


def _visit(face: Face) -> Visit:
    assert face.visit is not None
    return face.visit


# What becomes of the marked turn


def chosen(face: Face, sitting: Sitting, now: float) -> Answer:
    """PLAY: a question about the marked turn; now it is left, and what was undone is redone up to there."""
    visit = _visit(face)
    beyond = visit.mark - len(visit.lines)
    if beyond < 0:
        return face._replace(screen=TURN, choice=Choice("turn")), None
    if beyond == 0:
        return left(face, sitting, now)
    if beyond == 1 or not visit.sitting.undone:
        return face, Redo()
    turns = tuple(step.did for step in redone(visit, beyond).steps)
    return face, Repair(turns, beyond, Phrase("redid_many", {"steps": beyond}))


def decided(face: Face, item: str, now: float) -> Answer:
    """What follows from a choice about the marked turn, or about leaving."""
    visit = _visit(face)
    number = visit.mark
    match item:
        case choices.ITS_TILE:
            return entered(face, "tile", now)
        case choices.NEVER:
            told = Phrase("repaired_never", {"what": _what(visit.moments[number])})
            return _changed(face, visit, _spliced(visit.lines, number, 1), told, now)
        case choices.BACK_TO:
            told = Phrase("repaired_back", {"turn": visit.moments[number].before.turn})
            return _changed(face, visit, visit.lines[:number], told, now)
        case choices.CUT:
            told = Phrase("cut_from", {"turn": loss(visit)[0].before.turn})
            return _committed(face, visit, told, now)
        case choices.GO_ON:
            return face._replace(screen=TURNS, choice=None), None
        case _:
            return home(face, visit.sitting), None


def _spliced(lines: Lines, number: int, gone: int, *new: Line) -> Lines:
    return (*lines[:number], *new, *lines[number + gone :])


def _what(moment: Moment) -> Phrase:
    return spoken_action(moment.line.action, moment.before)


def left(face: Face, sitting: Sitting, now: float) -> Answer:
    """Leave the turns; where a repair does not fit as a whole, only after a question."""
    if _visit(face).changed:
        return face._replace(screen=LEAVING, choice=Choice("leaving")), None
    return home(face, sitting), None


# A turn is told


def entered(face: Face, kind: Kind, now: float) -> Answer:
    """The table of the marked turn comes up, and takes one turn."""
    visit = _visit(face)
    number, count = visit.mark, len(visit.lines)
    if number > count or (number == count and kind != "forgotten"):
        return refuse(face, now, "no_meaning"), None
    if number == count and not visit.changed:
        return _at_the_end(face, visit, now), None
    wrong = repair.trouble(visit.moments)
    if wrong is not None and wrong < number:
        face = face._replace(visit=visit._replace(mark=wrong))
        return refuse(face, now, "first_that_turn", turn=_before(visit, wrong).turn), None
    if kind != "forgotten" and not visit.lines[number].turn:
        return refuse(face, now, "no_meaning"), None
    if _before(visit, number).over:
        return refuse(face, now, "over"), None
    return shown(face._replace(visit=visit._replace(entry=_entry(visit, kind)), touched=now)), None


def _at_the_end(face: Face, visit: Visit, now: float) -> Face:
    """A turn that was forgotten last is simply entered at the table."""
    if not visit.sitting.playing:
        return refuse(face, now, "over")
    return say(rest(face, visit.sitting), now, "enter_now")


def _entry(visit: Visit, kind: Kind) -> Entry:
    number, sitting = visit.mark, repair.upto(visit.sitting, visit.moments, visit.mark)
    began = len(sitting.steps)
    own: tuple[Tile, ...] = ()
    others = visit.lines
    if kind != "forgotten":
        own = tuple(bonus.tile for bonus in repair.turned(visit.lines[number]))
        others = _spliced(visit.lines, number, 1)
    if kind == "tile":
        for did in visit.moments[number].dids:
            sitting = follow(sitting, did)
    assert sitting.began is not None
    tiles = repair.undrawn(sitting.began.tiles, others, own)
    return Entry(kind, with_tiles(sitting, tiles), began, len(sitting.steps))


def shown(face: Face) -> Face:
    """The screen that asks for what is still to be told of a turn."""
    entry = entering(face)
    assert entry is not None
    assert entry.sitting.state is not None
    face = face._replace(choice=None, marked=None, tap=None, screen=TABLE)
    if entry.sitting.state.bonus_pending:
        return face._replace(screen=TILE, choice=Choice("tile"))
    return face


def unchanged(face: Face) -> Face:
    """Leave the turn that is told as it was: back to the list."""
    visit = _visit(face)
    return face._replace(screen=TURNS, choice=None, marked=None, tap=None, visit=visit._replace(entry=None))


def told(face: Face, command: Command | None, now: float) -> Answer:
    """What a press asks for while a turn is told is told of that turn only; other commands pass."""
    entry = entering(face)
    if entry is None or not isinstance(command, Do | Amend | Undo):
        return face, command
    if isinstance(command, Undo) and len(entry.sitting.steps) == entry.least:
        return unchanged(face), None
    try:
        sitting = follow(entry.sitting, event(command, entry.sitting))._replace(undone=())
    except CompanionError as error:
        return refused(face, error, now), None
    visit = _visit(face)._replace(entry=entry._replace(sitting=sitting))
    face = face._replace(visit=visit, notice=None, acted=now, touched=now)
    if isinstance(command, Undo):
        return shown(face), None
    if isinstance(command, Do) and command.naming:
        return face._replace(screen=NAMING, choice=Choice("name"), tap=None), None
    return finished(face, now)


def finished(face: Face, now: float) -> Answer:
    """The turn is told, but for a bonus tile that it may turn."""
    visit, entry = _visit(face), entering(face)
    assert entry is not None
    number = visit.mark
    before = _state(entry.sitting, entry.began)
    one = repair.line(tuple(step.did for step in entry.sitting.steps[entry.began :]), before)
    if entry.kind == "another":
        one = repair.with_tiles_of(one, visit.lines[number], before)
    if not repair.refit(before, (one,))[0].fits:
        return shown(face), None
    facts = {"what": spoken_action(one.action, before), "turn": before.turn}
    gone = 0 if entry.kind == "forgotten" else 1
    lines = _spliced(visit.lines, number, gone, one)
    return _changed(face, visit, lines, Phrase(f"repaired_{entry.kind}", facts), now)


def turn_told(entry: Entry) -> int:
    """The number of the turn that is told, or before which one was forgotten."""
    return _state(entry.sitting, entry.began).turn


def _state(sitting: Sitting, steps: int) -> State:
    state = sitting.steps[steps - 1].state if steps else sitting.opening
    assert state is not None
    return state


# What a script asks for


def asked(sitting: Sitting, turn: int, kind: Kind | None, told: tuple[Did, ...], cut: bool) -> Repair:
    """The command for a repair of a turn by its number; `kind` None for one that never was.

    told: the turn and what its bonus tile did; a tile that takes no card may be left out. cut: what came
    after and does not fit any more is cut.

    Raises:
        CompanionError: there is no such turn, or not all fits.
    """
    lines = repair.lines(sitting)
    if sitting.opening is None or sitting.began is None:
        raise CompanionError("no game has begun")
    known = repair.refit(sitting.opening, lines)
    numbers = {moment.before.turn: number for number, moment in enumerate(known) if moment.line.turn}
    if kind == "forgotten" and sitting.state is not None and not sitting.state.over:
        numbers.setdefault(sitting.state.turn, len(lines))
    if turn not in numbers:
        raise CompanionError(f"there is no turn {turn} to repair")
    number = numbers[turn]
    visit = Visit(sitting, lines, known, number)
    before = _before(visit, number)
    new: Lines = ()
    if told:
        others = lines if kind == "forgotten" else _spliced(lines, number, 1)
        own = () if kind == "forgotten" else repair.turned(lines[number])
        order = repair.undrawn(sitting.began.tiles, others, [bonus.tile for bonus in own])
        one = repair.line(told, before)
        if kind == "another":
            one = repair.with_tiles_of(one, lines[number], before)
        new = (repair.with_plain_tile(one, before, order),)
    after = _spliced(lines, number, 0 if kind == "forgotten" else 1, *new)
    moments = repair.refit(sitting.opening, after, known)
    wrong = repair.trouble(moments)
    if wrong is not None and (not cut or (wrong == number and told)):
        raise CompanionError(f"turn {moments[wrong].before.turn} does not fit: {_reason(moments[wrong])}")
    spoken = spoken_action((new or lines[number:])[0].action, before)
    what = Phrase(f"repaired_{kind or 'never'}", {"turn": turn, "what": spoken})
    found = _counting(visit._replace(lines=after, moments=moments), what)
    if found is None:
        raise CompanionError("that changes nothing")
    return found


def _reason(moment: Moment) -> str:
    if moment.refusal is not None:
        return str(moment.refusal)
    return f"it turns the bonus tile {moment.tile}" if moment.tile else "it turns a bonus tile"


# What comes of it


def _changed(face: Face, visit: Visit, lines: Lines, what: Phrase, now: float) -> Answer:
    """The game with other lines: all of it counts if it fits; else the first that does not is marked."""
    assert visit.sitting.opening is not None
    moments = repair.refit(visit.sitting.opening, lines, visit.moments)
    visit = visit._replace(lines=lines, moments=moments, entry=None, changed=True)
    wrong = repair.trouble(moments)
    if wrong is None:
        return _committed(face, visit, what, now)
    face = unchanged(face)._replace(visit=visit._replace(mark=wrong), acted=now)
    if moments[wrong].tile is not None:
        face, command = entered(face, "tile", now)
        return say(face, now, "tile_of_turn", turn=moments[wrong].before.turn), command
    return say(face, now, "no_longer_fits", turn=moments[wrong].before.turn, why=why(moments[wrong])), None


def why(moment: Moment) -> Phrase:
    """Why a turn does not fit."""
    if isinstance(moment.refusal, Refused):
        return Phrase(moment.refusal.key, moment.refusal.facts)
    return Phrase("tile_unknown")


def _committed(face: Face, visit: Visit, what: Phrase, now: float) -> Answer:
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
    besides = otherwise(visit)
    if besides:
        what = Phrase("repaired_but", {"what": what, "besides": besides})
    return Repair(turns, told=what)


def otherwise(visit: Visit) -> tuple[Phrase, ...]:
    """What counts otherwise than it was told, or not at all, though it cuts nothing."""
    return tuple(_change(change) for change in repair.changes(visit.moments))


def _change(change: Change) -> Phrase:
    match change.action:
        case Misfire(card):
            return Phrase("stays_misfire", {"card": card})
        case Bonus(tile):
            what = Phrase("a_tile", {"tile": Phrase(f"tile_{tile}")})
        case Name(card):
            what = Phrase("a_name", {"card": card})
        case Correct():
            what = Phrase("a_correction")
        case _:
            what = Phrase("an_end")
    return Phrase("left_out", {"what": what})


def loss(visit: Visit) -> tuple[Moment, int]:
    """The first turn that does not fit, and how many turns are cut with it."""
    wrong = repair.trouble(visit.moments)
    assert wrong is not None
    return visit.moments[wrong], sum(moment.line.turn for moment in visit.moments[wrong:])
