"""Repairs: a visit to the turns of a game, where forgotten or wrong turns are entered anew.

Nothing counts before the visit is over, and then all of it is one step. The visit carries what it
needs of the game, and while a turn is entered the buttons act on the game as it was before that
turn.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.errors import CompanionError
from companion.face.command import Do, Reaction, Redo, Repair, Undo, event
from companion.face.dialogue import choices
from companion.face.dialogue.outcomes import (
    NotPossible,
    face_saying,
    refusal_phrase,
    refuse_press,
    tell_refusal,
)
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
    face_at_home,
    face_at_rest,
)
from companion.game.actions import Action, Misfire, Play, Tile
from companion.game.refusals import ActionRefused
from companion.game.rules import apply
from companion.game.state import State
from companion.journal import repair
from companion.journal.events import Did, Redid, Repaired
from companion.journal.repair import ChangeKind, EnteredLine, LineOutcome, Lines
from companion.journal.sitting import Sitting, follow, with_tiles
from companion.panel import CLUE, DISCARD

_OTHERWISE: Final[Mapping[ChangeKind, tuple[str, str]]] = {
    "fits": ("fits_now", "fit_now_many"),
    "misfires": ("misfires_now", "misfire_now_many"),
    "stays": ("stays_misfire", "stay_misfires_many"),
    "left out": ("left_out", "left_out_many"),
    "without places": ("without_places", "without_places_many"),
}
"""What is said of one action, and of several, that count otherwise, by the kind of their change."""
# Red 2 on the pad is a misfire while nobody told of red 1, and fits once that is put in.
_JUDGED: Final = ("fits", "misfires", "stays")
"""Changes of a card that is judged again: what is said of them names the card alone."""
FORSAKEN_S: Final = 60.0
"""Seconds after which the first press only wakes a turn that is entered."""


# The list


def open_turns(face: Face, sitting: Sitting) -> Face:
    """Return the face at the turns of a game, a mark at the last one, or what was undone last."""
    lines = repair.lines_of(sitting)
    outcomes = repair.refit(sitting.opening, lines) if sitting.opening is not None else ()
    mark = len(lines) + 1 if sitting.redoable else max(0, len(lines) - 1)
    from_menu = face.screen == ScreenName.MENU
    visit = Visit(sitting, lines, outcomes, mark, from_menu=from_menu)
    return face._replace(scene=ScreenName.TURNS, visit=visit)


def last_mark(visit: Visit) -> int:
    """Return the last mark: now, or beyond it what was undone."""
    now = len(visit.lines)
    if visit.changed:
        return now
    return now + (len(visit.sitting.undone) or bool(visit.sitting.successor))


def move_mark(face: Face, visit: Visit, by: int) -> Reaction:
    """Move the mark along the turns, up to both ends."""
    mark = min(last_mark(visit), max(0, visit.mark + by))
    return Reaction(face._replace(visit=visit._replace(mark=mark)))


def table_at_mark(visit: Visit) -> State | None:
    """Return the table before the marked turn, or before what was undone; None without a game."""
    beyond = visit.beyond
    if beyond > 0:
        return _after_redo(visit, beyond - 1).state
    if beyond < 0:
        return visit.marked.before
    return visit.outcomes[-1].after if visit.outcomes else visit.sitting.opening


def _after_redo(visit: Visit, steps: int) -> Sitting:
    """Return the game once some of the undone steps are redone."""
    sitting = visit.sitting
    for _ in sitting.undone[:steps]:
        sitting = follow(sitting, Redid())
    return sitting


# The marked turn


def act_on_mark(face: Face, visit: Visit) -> Reaction:
    """Ask what to do with the marked turn; beyond the last one leave, or redo what was undone."""
    beyond = visit.beyond
    if beyond < 0:
        return Reaction(face._replace(scene=ScreenName.TURN, menu=Menu(MenuName.TURN)))
    if beyond == 0:
        return leave_turns(face, visit)
    if beyond == 1 or not visit.sitting.undone:
        return Reaction(face, Redo())
    turns = tuple(step.did for step in _after_redo(visit, beyond).steps)
    return Reaction(face, Repair(turns, beyond, Phrase("redid_many", {"steps": beyond})))


def decide_repair(face: Face, visit: Visit, item: str) -> Reaction:
    """Do what was chosen for the marked turn, or on leaving."""
    face = face._replace(scene=ScreenName.TURNS, menu=Menu())
    if item in tuple(EntryKind):
        return begin_turn(face, visit, EntryKind(item))
    match item:
        case choices.NEVER:
            # A late name or a correction that was entered while its tile waited stays.
            phrase = Phrase("repaired_never", {"what": _taken_action(visit.marked)})
            lines = _splice_lines(visit, None, *repair.lines_beside(visit.marked.line))
            return _take_lines(face, visit, lines, phrase)
        case choices.BACK_TO:
            phrase = Phrase("repaired_back", {"turn": visit.marked.before.turn})
            return _take_lines(face, visit, visit.lines[: visit.mark], phrase)
        case choices.CUT:
            phrase = Phrase("cut_from", {"turn": _repair_loss(visit)[0].before.turn})
            return _commit_repair(face, visit, phrase)
    return Reaction(face if item == choices.GO_ON else face_at_home(face, visit.sitting))


def _splice_lines(visit: Visit, kind: EntryKind | None, *new: EnteredLine) -> Lines:
    """Return the lines with new ones in place of the marked one, or before it if forgotten."""
    number = visit.mark
    end = number if kind == EntryKind.FORGOTTEN else number + 1
    return (*visit.lines[:number], *new, *visit.lines[end:])


def _taken_action(outcome: LineOutcome) -> Phrase:
    return spoken_action(outcome.line.action, outcome.before)


def leave_turns(face: Face, visit: Visit) -> Reaction:
    """Leave the turns; where a repair does not fit as a whole, only after a question."""
    if visit.changed:
        return Reaction(face._replace(scene=Choice(Purpose.LEAVING)))
    return Reaction(face_at_home(face, visit.sitting))


# A turn is entered


def begin_turn(face: Face, visit: Visit, kind: EntryKind) -> Reaction:
    """Show the table of the marked turn, which takes one turn."""
    # At *now*, behind the last line, a turn may be missing, but none was another.
    highest = 0 if kind == EntryKind.FORGOTTEN else -1
    if visit.beyond > highest:
        return refuse_press(face, face.touched, "no_meaning")
    if visit.beyond < 0 or visit.changed:
        return _enter_turn(face, visit, kind)
    if not visit.sitting.playing:
        return refuse_press(face, face.touched, "over")
    return Reaction(face_saying(face_at_rest(face, visit.sitting), face.touched, "enter_now"))


def _enter_turn(face: Face, visit: Visit, kind: EntryKind) -> Reaction:
    wrong = repair.trouble(visit.outcomes[: visit.mark])
    if wrong is not None:
        face = face._replace(visit=visit._replace(mark=wrong))
        return refuse_press(
            face, face.touched, "first_that_turn", turn=visit.outcomes[wrong].before.turn
        )
    if kind != EntryKind.FORGOTTEN and not visit.marked.line.turn:
        return refuse_press(face, face.touched, "no_meaning")
    before = table_at_mark(visit)
    if before is None or before.over:
        return refuse_press(face, face.touched, "over")
    entry = _entry_at_mark(visit, kind)
    face = face._replace(visit=visit._replace(entry=entry))
    return Reaction(ask_rest(face, entry))


def _entry_at_mark(visit: Visit, kind: EntryKind) -> Entry:
    sitting = repair.sitting_before(visit.sitting, visit.outcomes, visit.mark)
    began = len(sitting.steps)
    if kind == EntryKind.TILE:
        # The turn stays, so undo stops behind it: only its tile is asked for.
        for did in visit.marked.dids:
            sitting = follow(sitting, did)
    return Entry(kind, with_tiles(sitting, _entry_tiles(visit, kind)), began, len(sitting.steps))


def _entry_tiles(visit: Visit, kind: EntryKind) -> tuple[Tile, ...]:
    """Return the bonus tiles in the order in which the turn that is entered turns them."""
    tiles = on_table(visit.sitting).began.tiles
    if kind == EntryKind.FORGOTTEN:
        return repair.tile_order(tiles, visit.lines)
    own = [bonus.tile for bonus in repair.bonus_tiles(visit.marked.line.dids)]
    return repair.tile_order(tiles, _splice_lines(visit, kind), own)


def _entered_lines(visit: Visit, kind: EntryKind, dids: tuple[Did, ...], before: State) -> Lines:
    if kind == EntryKind.TILE:
        marked = visit.marked
        return (repair.with_tile_again(marked.line, marked.tile or "", dids),)
    line = repair.entered_line(dids, before)
    if kind == EntryKind.ANOTHER:
        return repair.in_place_of(line, visit.marked.line, before)
    return (line,)


def ask_rest(face: Face, entry: Entry) -> Face:
    """Ask for the rest of a turn. Return the face at the table, or at the question for its tile."""
    asks = on_table(entry.sitting).state.bonus_pending
    scene = Choice(Purpose.TILE) if asks else ScreenName.TABLE
    return face._replace(scene=scene, marked=None, laid=None)


def _drop_turn(face: Face, visit: Visit) -> Face:
    """Drop the turn that is entered. Return the face at the list."""
    visit = visit._replace(entry=None)
    return face._replace(scene=ScreenName.TURNS, marked=None, laid=None, visit=visit)


def add_to_turn(face: Face, visit: Visit, entry: Entry, command: Do | Undo, now: float) -> Reaction:
    """Let a command count for the turn that is entered. Return a repair once that is complete."""
    if isinstance(command, Undo) and len(entry.sitting.steps) == entry.least:
        return Reaction(_drop_turn(face, visit))
    try:
        # What is taken back in an entry is gone: a redo would belong to no turn.
        sitting = follow(entry.sitting, event(command, entry.sitting))._replace(undone=())
    except CompanionError as error:
        return Reaction(tell_refusal(face, error, now))
    entry = entry._replace(sitting=sitting)
    face = face._replace(visit=visit._replace(entry=entry), notice=None, acted=now, touched=now)
    if isinstance(command, Undo):
        return Reaction(ask_rest(face, entry))
    if command.naming:
        return Reaction(face._replace(scene=Choice(Purpose.NAME), laid=None))
    return finish_turn(face, visit, entry)


def finish_turn(face: Face, visit: Visit, entry: Entry) -> Reaction:
    """Take the turn that is entered into the lines, unless the bonus tile that it turns is left."""
    before = _state_before_entry(entry)
    dids = tuple(step.did for step in entry.sitting.steps[entry.least :])
    new = _entered_lines(visit, entry.kind, dids, before)
    if not repair.refit(before, new)[0].fits:
        return Reaction(ask_rest(face, entry))
    facts = {"what": spoken_action(new[0].action, before), "turn": before.turn}
    lines = _splice_lines(visit, entry.kind, *new)
    return _take_lines(face, visit, lines, Phrase(f"repaired_{entry.kind}", facts))


def turn_number(entry: Entry) -> int:
    """Return the number of the turn that is entered, or before which one was forgotten."""
    return _state_before_entry(entry).turn


def entry_phrase(entry: Entry) -> Phrase:
    """Return the turn that is entered, as the table says it."""
    return Phrase(f"entering_{entry.kind}", {"turn": turn_number(entry)})


def _state_before_entry(entry: Entry) -> State:
    steps = entry.sitting.steps
    return steps[entry.began - 1].state if entry.began else on_table(entry.sitting).opening


# What a script asks for


def repair_command(
    sitting: Sitting, turn: int, kind: EntryKind | None, told: tuple[Did, ...], cut: bool
) -> Repair:
    """Make the command that repairs a turn, by its number; `kind` None for one that never was.

    told: the turn and what its bonus tile did; a tile that takes no card may be left out. cut: what
    came after and does not fit any more is cut.

    Raises:
        NotPossible: there is no such turn, or not all fits.
    """
    game = on_table(sitting)
    visit = _visit_turn(sitting, turn, kind)
    lines, known, number = visit.lines, visit.outcomes, visit.mark
    before = known[number].before if number < len(known) else game.state
    if kind is None:
        action = lines[number].action
        new = repair.lines_beside(lines[number])
    else:
        # First of all: its lines look the card up, which the edition may lack.
        _check_dids(told, before)
        action = told[0].action
        line, *rest = _entered_lines(visit, kind, told, before)
        new = (repair.with_plain_tile(line, before, _entry_tiles(visit, kind)), *rest)
    after = _splice_lines(visit, kind, *new)
    outcomes = repair.refit(game.opening, after, known)
    visit = visit._replace(lines=after, outcomes=outcomes)
    _check_all_fits(visit, None if kind is None else number, cut)
    facts = {"turn": turn, "what": spoken_action(action, before)}
    phrase = Phrase(f"repaired_{kind or 'never'}", facts)
    command = _visit_command(visit, phrase)
    if command is None:
        raise NotPossible(Phrase("repaired_nothing"), "that changes nothing")
    return command


def before_turn(sitting: Sitting, turn: int, kind: EntryKind, action: Action | None) -> Sitting:
    """Return the game just before a turn, where another one may be entered.

    action: what is entered there; then the game just after it, where its bonus tile is asked.

    Raises:
        NotPossible: there is no such turn, or the action does not fit there.
    """
    then = _entry_at_mark(_visit_turn(sitting, turn, kind), kind).sitting
    if action is None:
        return then
    _check_dids((Did(action),), on_table(then).state)
    return follow(then, Did(action))


def _visit_turn(sitting: Sitting, turn: int, kind: EntryKind | None) -> Visit:
    """Return a visit whose mark is at a turn, or at now where one is forgotten there.

    Raises:
        NotPossible: there is no such turn.
    """
    game = on_table(sitting)
    lines = repair.lines_of(sitting)
    known = repair.refit(game.opening, lines)
    marks = {outcome.before.turn: mark for mark, outcome in enumerate(known) if outcome.line.turn}
    if kind == EntryKind.FORGOTTEN and not game.state.over:
        marks.setdefault(game.state.turn, len(known))
    if turn not in marks:
        raise NotPossible(Phrase("failed"), f"there is no turn {turn} to repair")
    return Visit(sitting, lines, known, marks[turn])


def _check_all_fits(visit: Visit, own: int | None, cut: bool) -> None:
    """Raise NotPossible where a line does not fit; with `cut` only where it is the own one.

    The phrase about a later line says how many turns would be cut.
    """
    wrong = repair.trouble(visit.outcomes)
    if wrong is None:
        return
    if cut and wrong != own:
        return
    outcome = visit.outcomes[wrong]
    turn = outcome.before.turn
    if wrong == own:
        phrase = Phrase("no_longer_fits", {"turn": turn, "why": misfit_reason(outcome)})
    else:
        phrase = leaving_phrase(visit)
    why: object = outcome.refusal
    if why is None:
        why = f"it turns the bonus tile {outcome.tile}" if outcome.tile else "it turns a bonus tile"
    raise NotPossible(phrase, f"turn {turn} does not fit: {why}")


def _check_dids(dids: tuple[Did, ...], before: State) -> None:
    """Raise NotPossible where the rules refuse a turn of a script, or what its tile did."""
    state = before
    for did in dids:
        try:
            state = apply(state, did.action)
        except ActionRefused as error:
            sentence = f"turn {before.turn} does not fit: {error}"
            raise NotPossible(refusal_phrase(error), sentence) from None


# The result


def _take_lines(face: Face, visit: Visit, lines: Lines, what: Phrase) -> Reaction:
    """Take other lines for the game. All of them count, or mark the first that does not fit."""
    outcomes = repair.refit(on_table(visit.sitting).opening, lines, visit.outcomes)
    visit = visit._replace(lines=lines, outcomes=outcomes, entry=None, changed=True)
    wrong = repair.trouble(outcomes)
    if wrong is None:
        return _commit_repair(face, visit, what)
    visit = visit._replace(mark=wrong)
    outcome = visit.marked
    turn = outcome.before.turn
    # As after an action: the second press of a hasty hand must not act on the line marked now.
    face = _drop_turn(face, visit)._replace(acted=face.touched)
    if outcome.tile is None:
        return Reaction(
            face_saying(face, face.touched, "no_longer_fits", turn=turn, why=misfit_reason(outcome))
        )
    face, command = begin_turn(face, visit, EntryKind.TILE)
    return Reaction(face_saying(face, face.touched, "tile_of_turn", turn=turn), command)


def may_hold_at_mark(visit: Visit, control: str) -> bool:
    """Return True if holding a button means something at the marked turn."""
    if control == CLUE or not takes_turn(visit):
        return control == CLUE
    return control == DISCARD or (visit.beyond < 0 and visit.marked.line.turn)


def marked_turn(visit: Visit) -> Phrase:
    """Return the number of the marked turn, and what it was."""
    turn = visit.marked.before.turn
    return Phrase("title_turn", {"turn": turn, "what": _taken_action(visit.marked)})


def takes_turn(visit: Visit) -> bool:
    """Return True if a turn fits at the mark: the game goes on there, and all before it fits."""
    if visit.beyond > 0 or repair.trouble(visit.outcomes[: visit.mark]) is not None:
        return False
    before = table_at_mark(visit)
    return before is not None and not before.over


def leaving_phrase(visit: Visit) -> Phrase:
    """Return the turns that are cut when the repair counts as it is, and those that change."""
    outcome, cut = _repair_loss(visit)
    facts = {
        "turn": outcome.before.turn,
        "what": _taken_action(outcome),
        "why": misfit_reason(outcome),
        "turns": cut,
        "besides": _changed_phrases(visit, named=1),
    }
    return Phrase("leaving_one" if cut == 1 else "leaving_many", facts)


def line_phrase(visit: Visit, mark: int) -> Phrase:
    """Return what stands at a mark: a turn, now, or what was undone."""
    beyond = mark - len(visit.lines)
    if beyond > 0:
        return Phrase("turns_undone", {"what": redo_phrase(visit, beyond)})
    if not beyond:
        return Phrase("turns_now")
    outcome = visit.outcomes[mark]
    return spoken_action(outcome.line.action, outcome.before)


def redo_phrase(visit: Visit, beyond: int) -> Phrase:
    """Return the step that would be redone at a mark so far beyond now."""
    if not visit.sitting.undone:
        return Phrase("a_game")
    move = visit.sitting.undone[beyond - 1]
    before = _after_redo(visit, beyond - 1).state
    if before is None or isinstance(move, Repaired):
        return Phrase("a_repair")
    return spoken_action(move.action, before)


def misfit_reason(outcome: LineOutcome) -> Phrase:
    """Return the reason why a turn does not fit."""
    why = outcome.refusal
    return Phrase("tile_unknown") if why is None else Phrase(why.key, why.facts)


def _commit_repair(face: Face, visit: Visit, what: Phrase) -> Reaction:
    """Ask that what fits of the repaired turns counts."""
    command = _visit_command(visit, what)
    if command is None:
        return Reaction(
            face_saying(face_at_home(face, visit.sitting), face.touched, "repaired_nothing")
        )
    return Reaction(face, command)


def _visit_command(visit: Visit, what: Phrase) -> Repair | None:
    """Return the command that makes what fits count; None where nothing changes."""
    turns = repair.turns_that_count(visit.outcomes)
    if turns == tuple(step.did for step in visit.sitting.steps):
        return None
    besides = _changed_phrases(visit, named=2)
    if besides:
        head = what if len(besides) == 1 else Phrase("repaired")
        what = Phrase("repaired_but", {"what": head, "besides": besides})
    return Repair(turns, phrase=what)


def _changed_phrases(visit: Visit, named: int) -> tuple[Phrase, ...]:
    """Return the turns that count differently from what was entered, or not at all.

    named: up to so many changes are named one by one; of more only their number is said, for want
    of room.
    """
    changes = repair.changes_that_count(visit.outcomes)
    if len(changes) <= named:
        opening = on_table(visit.sitting).opening  # of no use to a phrase without a turn
        phrases = []
        for change in changes:
            facts: dict[str, object] = {"what": spoken_action(change.action, opening)}
            card = change.action.card if isinstance(change.action, Play | Misfire) else None
            if card and change.kind in _JUDGED:
                facts = {"card": card}
            phrases.append(Phrase(_OTHERWISE[change.kind][0], facts))
        return tuple(phrases)
    numbers = Counter(change.kind for change in changes)
    return tuple(
        Phrase(several, {"number": numbers[kind]})
        for kind, (_, several) in _OTHERWISE.items()
        if numbers[kind]
    )


def _repair_loss(visit: Visit) -> tuple[LineOutcome, int]:
    """Return the first turn that does not fit, and how many turns are cut with it."""
    wrong = repair.trouble(visit.outcomes)
    assert wrong is not None, "only asked where a turn does not fit"
    return visit.outcomes[wrong], sum(outcome.line.turn for outcome in visit.outcomes[wrong:])
