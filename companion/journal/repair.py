"""Repairs: earlier turns entered anew, and what the rules make of the turns after them.

A line is a turn with its bonus tiles, or what takes no turn: a late name, a correction, a
concession. The first turn that no longer fits ends what counts; the group chooses to drop it and
what follows, or to mend it. Another line that no longer fits is only left out.

What people said stays: a play on a firework lies there, and a misfire stays one. What the rules
judged, a play by its card, is judged again where it comes to stand: it may burn a fuse now, or burn
none any more.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from companion.game.actions import Action, Bonus, Clue, Correct, Discard, Misfire, Name, Play, Tile
from companion.game.corrections import names_every_counter
from companion.game.places import check_places, without_places
from companion.game.refusals import ActionRefused
from companion.game.rules import apply, fits, next_seat
from companion.game.state import State
from companion.journal.events import Did, Dids, Repaired
from companion.journal.sitting import Sitting, follow

TURNS: Final = Clue | Play | Misfire | Discard
"""The actions that take a turn."""

ChangeKind = Literal["left out", "stays", "fits", "misfires", "without places"]
"""An action is left out; a misfire stays one, since people said so, although its card would fit.

A card fits now, or misfires now, since the rules judged it. A turn counts without its places, since
that hand has them no more."""


class EnteredLine(NamedTuple):
    """A line as it was entered: its action, the tiles that it turned, and what was said until they
    were.
    """

    dids: Dids
    misfired: bool = False
    """Its card was named and fitted nothing, by the group's word or by the rules."""
    waited: bool = False
    """It takes no turn, and was entered while a bonus tile of a turn, now gone, was to be
    resolved."""
    stayed: bool = False
    """It stayed a misfire in an earlier repair, although its card would fit."""

    @property
    def action(self) -> Action:
        """The action that the line is about."""
        return self.dids[0].action

    @property
    def turn(self) -> bool:
        """Whether it takes a turn."""
        return isinstance(self.action, TURNS)


class Change(NamedTuple):
    """An action that counts otherwise than entered, or that stays although the table has
    changed.
    """

    kind: ChangeKind
    action: Action


class LineOutcome(NamedTuple):
    """What became of a line."""

    line: EnteredLine
    before: State
    after: State
    """The table after it; where it does not fit, as if it only took its turn."""
    dids: Dids
    """How it counts."""
    changes: tuple[Change, ...] = ()
    refusal: ActionRefused | None = None
    """Why the turn does not fit."""
    tile: str | None = None
    """It turns a bonus tile that was not entered: the one that was entered and does not
    fit, or ""."""

    @property
    def fits(self) -> bool:
        """Whether the line counts; otherwise nothing after it counts."""
        return self.refusal is None and self.tile is None


Lines = tuple[EnteredLine, ...]


def lines_of(sitting: Sitting) -> Lines:
    """Return a game as its lines; a misfire that stayed one is told with its card."""
    entered: list[EnteredLine] = []
    state = sitting.opening
    said = None
    for step in sitting.steps:
        assert state is not None
        if state.bonus_pending:  # the turn is not over
            turn = entered.pop()
            entered.append(turn._replace(dids=(*turn.dids, step.did)))
        elif step.said:
            misfire = Did(Misfire(step.said), step.tag)
            entered.append(EnteredLine((misfire,), misfired=True, stayed=True))
        elif said is None or step.action != Name(said):  # else it is the misfire's own name
            entered.append(entered_line((step.did,), state))
        state, said = step.state, step.said
    return tuple(entered)


def entered_line(dids: Dids, before: State) -> EnteredLine:
    """Return a line from what was entered, and the table before it."""
    action = dids[0].action
    card = action.card if isinstance(action, Play | Misfire) else None
    return EnteredLine(
        dids, card is not None and (isinstance(action, Misfire) or not fits(before, card))
    )


def refit(
    opening: State, told: Sequence[EnteredLine], known: Sequence[LineOutcome] = ()
) -> tuple[LineOutcome, ...]:
    """Return the outcomes of the lines of a game.

    Those that did not change since `known` are taken from there.
    """
    outcomes = []
    state = opening
    for number, one in enumerate(told):
        same = number < len(known) and known[number].line is one and known[number].before is state
        outcome = known[number] if same else _line_outcome(state, one)
        outcomes.append(outcome)
        state = outcome.after
    return tuple(outcomes)


def trouble(outcomes: Sequence[LineOutcome]) -> int | None:
    """Return the number of the first line that does not fit; None where all fit."""
    return next((number for number, outcome in enumerate(outcomes) if not outcome.fits), None)


def turns_that_count(outcomes: Sequence[LineOutcome]) -> Dids:
    """Return the turns that count: those before the first that does not fit."""
    end = trouble(outcomes)
    return tuple(did for outcome in outcomes[:end] for did in outcome.dids)


def changes_that_count(outcomes: Sequence[LineOutcome]) -> tuple[Change, ...]:
    """Return the changes among the turns that count."""
    return tuple(change for outcome in outcomes[: trouble(outcomes)] for change in outcome.changes)


def sitting_before(sitting: Sitting, outcomes: Sequence[LineOutcome], number: int) -> Sitting:
    """Return the game just before a line, with no repair to undo and nothing to redo."""
    after = follow(sitting, Repaired(turns_that_count(outcomes[:number])))
    return after._replace(repairs=())


def tile_order(
    tiles: Sequence[Tile], told: Sequence[EnteredLine], first: Sequence[Tile] = ()
) -> tuple[Tile, ...]:
    """Return the bonus tiles in the order of a repaired turn: its own `first`, then those that no
    line turned.
    """
    drawn = {bonus.tile for one in told for bonus in bonus_tiles(one.dids)}
    left = [tile for tile in tiles if tile not in drawn]
    return tuple(dict.fromkeys((*first, *left, *tiles)))


def in_place_of(one: EnteredLine, other: EnteredLine, before: State) -> Lines:
    """Return the lines of a turn that replaces another one, with the tiles of that one if they fit.
    What takes no turn is never lost with it.
    """
    both = one._replace(dids=(*one.dids, *other.dids[1:]))
    outcome = _line_outcome(before, both)
    if outcome.fits and bonus_tiles(both.dids) == bonus_tiles(outcome.dids):
        return (both,)
    return (one, *lines_beside(other))


def lines_beside(one: EnteredLine) -> Lines:
    """Return the lines of actions without a turn that came while a line's tile waited."""
    return tuple(
        EnteredLine((did,), waited=True)
        for did in one.dids[1:]
        if not isinstance(did.action, Bonus)
    )


def with_tile_again(one: EnteredLine, asked: str, new: Dids) -> EnteredLine:
    """Return a turn with a tile that is entered anew.

    asked: the one that does not fit, or "" for none.
    """
    place = 0
    for did in one.dids:
        if isinstance(did.action, Bonus) and did.action.tile == asked:
            break
        place += 1
    rest = [did for did in one.dids[place:] if not isinstance(did.action, Bonus)]
    return one._replace(dids=(*one.dids[:place], *new, *rest))


def with_plain_tile(one: EnteredLine, before: State, tiles: Sequence[Tile]) -> EnteredLine:
    """Return a turn with the first of these tiles that is left, if it turns one and that takes no
    card.
    """
    if _line_outcome(before, one).tile is None:
        return one
    tile = next(tile for tile in tiles if tile in before.tiles)
    if tile in ("recycle", "replay"):
        return one
    return one._replace(dids=(*one.dids, Did(Bonus(tile))))


def bonus_tiles(dids: Sequence[Did]) -> tuple[Bonus, ...]:
    """Return the bonus tiles of a line."""
    return tuple(did.action for did in dids if isinstance(did.action, Bonus))


# What becomes of a line


def _line_outcome(before: State, one: EnteredLine) -> LineOutcome:
    try:
        if one.turn:
            outcome = _turn_outcome(before, one)
        else:
            after = _apply_beside(before, one.action, one.waited)
            outcome = LineOutcome(one, before, after, one.dids)
    except ActionRefused as error:
        if not one.turn:
            return LineOutcome(one, before, before, (), (Change("left out", one.action),))
        outcome = LineOutcome(one, before, before, (), refusal=error)
    if outcome.fits:
        return outcome
    # The table is as if the turn had only been taken.
    return outcome._replace(after=before if before.over else next_seat(before))


def _apply_beside(before: State, action: Action, waited: bool) -> State:
    """Apply what was entered beside turns. Raises ActionRefused if it does not fit.

    A correction of every counter that was made while a tile waited shows the hand of one player
    before the draw: without a tile that draw would be lost.
    """
    lacks_tile = waited and not before.bonus_pending
    shows_all = isinstance(action, Correct) and names_every_counter(action.values)
    if lacks_tile and shows_all:
        raise ActionRefused("no_tile")
    return apply(before, action)


def _turn_outcome(before: State, one: EnteredLine) -> LineOutcome:
    """Return a turn, its tiles and the names given meanwhile.

    Raises ActionRefused if it does not fit.
    """
    (first, *names), changed = _as_said(before, one)
    state = apply(before, first.action)
    dids: Dids = (first,)
    for entered in (*names, *one.dids[1:]):
        did, lost = _without_lost_places(state, entered)
        changed = (*changed, *lost)
        try:
            state = _apply_beside(state, did.action, waited=True)
        except ActionRefused:
            if isinstance(did.action, Bonus) and state.bonus_pending:
                return LineOutcome(one, before, state, dids, tile=did.action.tile)
            changed = (*changed, Change("left out", did.action))
        else:
            dids = (*dids, did)
    return LineOutcome(one, before, state, dids, changed, tile="" if state.bonus_pending else None)


def _as_said(before: State, one: EnteredLine) -> tuple[Dids, tuple[Change, ...]]:
    """Return how the action of a turn counts: a misfire that people said stays one, what was judged
    is judged again.

    The rules refuse a misfire whose card would fit now; the card lies in the pile all the same, so
    its name follows as a late name. The card stays with the misfire: whatever becomes of that, the
    name goes with it.
    """
    first, changed = _without_lost_places(before, one.dids[0])
    action = first.action
    match action:
        case Misfire(card, place) if card and not before.unplaced and fits(before, card):
            stays = () if one.stayed else (Change("stays", action),)
            misfire = Did(Misfire(place=place), first.tag, card)
            return (misfire, Did(Name(card), first.tag)), (*changed, *stays)
        case Play(card) if card and fits(before, card) == one.misfired:
            return (first,), (*changed, Change("fits" if one.misfired else "misfires", action))
    return (first,), changed


def _without_lost_places(before: State, did: Did) -> tuple[Did, tuple[Change, ...]]:
    """Return an action, without its places where this table does not have them. A turn is never
    lost for its places.
    """
    try:
        check_places(before, did.action)
    except ActionRefused:
        change = Change("without places", did.action)
        return did._replace(action=without_places(did.action)), (change,)
    return did, ()
