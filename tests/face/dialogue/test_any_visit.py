"""Any visit to the turns: nothing is lost on the way, and all of it is one step."""

import random
from collections import Counter
from collections.abc import Sequence
from copy import copy

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.face.command import Reaction, Redo, Undo
from companion.face.dialogue import choices, counters, repairs
from companion.face.state import Choice, EntryKind, Purpose
from companion.game.actions import (
    Action,
    Bonus,
    Clue,
    Concede,
    Correct,
    Discard,
    Misfire,
    Name,
    Play,
)
from companion.game.cards import HIGHEST
from companion.game.corrections import counters_on
from companion.game.edition import PRESETS
from companion.game.rules import copies_left
from companion.game.setup import TOKENS, Setup
from companion.game.state import State
from companion.journal import repair
from companion.journal.events import Did
from companion.journal.sitting import Sitting, follow
from tests.rig.samples import fewer
from tests.rig.slips import Device, Entry

BESIDE = Name | Correct | Concede
SEEDS = st.integers(0, 2**32)


def some(state: State, dice: random.Random) -> Action:
    """Something that people might enter; not all of it is legal."""
    card = dice.choice(list(state.setup.box.copies))
    if state.bonus_pending and dice.random() < 0.6:
        cards = [None, None, card, *state.discards]
        return Bonus(dice.choice(state.tiles), dice.choice(cards), unnamed=dice.random() < 0.3)
    if state.unnamed and dice.random() < (0.5 if state.bonus_pending else 0.3):
        return Name(card)
    if state.setup.detail == TOKENS:
        play: Action = Play(completed=dice.random() < 0.3)
    else:
        # Few fireworks, so that they are completed.
        low = [suit for suit, height in state.fireworks.items() if height < HIGHEST][:2]
        play = Play(suit=dice.choice(low)) if low else Play(card)
    cards = [card, card, None]
    return dice.choice(
        (
            play,
            play,
            play,
            Clue(),
            Clue(),
            Discard(dice.choice(cards)),
            Misfire(dice.choice(cards)),
            Play(card),
        )
    )


def turn(state: State, dice: random.Random) -> Action:
    """A turn or a tile that people might enter."""
    actions = (some(state, dice) for _ in range(99))
    return next(action for action in actions if not isinstance(action, BESIDE))


def staged(sitting: Sitting, dice: random.Random) -> Correct:
    """Some counters of the menu, set so that the cards add up."""
    now = counters.table_counters(sitting)
    chosen = dice.sample(list(now), dice.randint(1, 4))
    values = {}
    for counter in chosen:
        lowest, highest = counters.bounds(sitting, counter)
        values[counter] = min(highest, max(lowest, now[counter] + dice.choice((-2, -1, 0, 1, 1))))
    total = sitting.state.setup.box.total
    for counter in dice.sample(list(now), len(now)):
        if counter.name in counters._CARDS and counter not in values:
            lowest, highest = counters.bounds(sitting, counter)
            lacks = total - counters.card_sum(sitting, values)
            values[counter] = min(highest, max(lowest, now[counter] + lacks))
    return counters.correction(sitting, values)


def game(dice: random.Random, turns: int = 40) -> Device:
    """A game with lines of every kind, entered without slips."""
    preset = dice.choice([*PRESETS, *["flamboyants", "grand"] * 4])
    details = ["colours", "cards"] + ([] if PRESETS[preset].flamboyants else [TOKENS])
    device = Device(Setup(dice.randint(2, 5), PRESETS[preset], dice.choice(details)))
    for _ in range(turns):
        roll = dice.random() * (0.1 if device.state.bonus_pending else 1.0)
        if roll < 0.03:
            enter(device, staged(device.sitting, dice))
        elif roll < 0.05:
            enter(device, Correct({"clues": dice.randint(0, 8)}))
        elif roll < 0.06:
            enter(device, Concede("conceded"))
        else:
            enter(device, some(device.state, dice))
    return device


def enter(device: Device, action: Action) -> bool:
    try:
        device.sitting = follow(device.sitting, Did(action))
    except CompanionError:
        return False
    return True


def besides(lines: repair.Lines) -> Counter[str]:
    """Every late name, correction and concession of some lines."""
    actions = [did.action for line in lines for did in line.dids]
    return Counter(str(action) for action in actions if isinstance(action, BESIDE))


def judged(outcomes: Sequence[repair.LineOutcome]) -> list[tuple[repair.LineOutcome, str]]:
    """What became of lines, with the sentences of refusals."""
    return [(outcome._replace(refusal=None), str(outcome.refusal)) for outcome in outcomes]


def change(device: Device, dice: random.Random) -> None:
    """One more change of the visit, or a step on the way to one."""
    visit = device.face.visit
    assert visit is not None
    entry = device.face.entry
    if entry is not None:
        state = entry.sitting.state
        if device.face.scene == Choice(Purpose.NAME):
            named = [card for card in state.setup.box.copies if copies_left(state, card) > 0]
            command = choices.naming_command(entry.sitting, Purpose.NAME, dice.choice(named))
            device._take(Reaction(device.face, command))
        elif not device.enter(Entry(turn(state, dice))) and dice.random() < 0.3:
            device._take(Reaction(device.face, Undo()))
        return
    places = [place for place, line in enumerate(visit.lines) if besides((line,)) and line.turn]
    place = (
        dice.choice(places)
        if places and dice.random() < 0.3
        else dice.randrange(len(visit.lines) + 1)
    )
    if dice.random() < 0.4 or place == len(visit.lines):
        device.tell(place, EntryKind.FORGOTTEN, Entry(turn(device.state, dice)))
    elif dice.random() < 0.5:
        device.tell(place, EntryKind.ANOTHER, Entry(turn(device.state, dice)))
    elif visit.lines[place].turn:
        device.never(place)


@settings(max_examples=fewer(120, 3), deadline=None)
@given(SEEDS)
def test_nothing_that_was_said_is_lost_in_silence_in_a_visit_and_all_of_it_is_one_step(seed):
    dice = random.Random(seed)
    device = game(dice)
    before = device.sitting
    if not before.has_steps:
        return
    device.open()
    said = besides(device.lines())
    for _ in range(25):
        after = copy(device)
        change(after, dice)
        if after.face.visit is None and dice.random() < 0.9:
            continue  # what goes on is a visit in which the game does not fit
        device = after
        visit = device.face.visit
        if visit is None:
            break
        assert device.sitting is before, "nothing counts before the visit is over"
        assert besides(visit.lines) == said, "a name, a correction or a concession is lost"
        assert judged(visit.outcomes) == judged(repair.refit(before.opening, visit.lines))
    if device.sitting is not before:
        lost = said - besides(device.lines())
        assert lost.total() <= device.said["left out"], f"{lost} is left out in silence"
    elif device.face.visit is not None and device.face.visit.changed:
        device.face = repairs._drop_turn(device.face, device.face.visit)
        if repair.trouble(device.face.visit.outcomes) is not None:
            device._take(repairs.decide_repair(device.face, device.face.visit, choices.CUT))
    if device.sitting is not before:
        one_step(before, device)


def one_step(before: Sitting, device: Device) -> None:
    """A visit is one step, which one undo takes back whole, and one redo brings back."""
    after = device.sitting
    device.commit(Undo())
    assert device.sitting._replace(undone=before.undone) == before
    device.commit(Redo())
    assert device.sitting == after


@settings(max_examples=fewer(120, 3), deadline=None)
@given(SEEDS)
def test_a_repair_before_a_correction_moves_nothing_of_the_table_after_it(seed):
    dice = random.Random(seed)
    device = game(dice, dice.randint(2, 40))
    correction = staged(device.sitting, dice)
    if not device.sitting.has_steps or not enter(device, correction):
        return
    shown = counters_on(device.state)
    for _ in range(3):
        enter(device, turn(device.state, dice))
    lines = repair.lines_of(device.sitting)
    first = next(number for number, line in enumerate(lines) if Did(correction) in line.dids)
    known = repair.refit(device.sitting.opening, lines)
    for _ in range(8 if first else 0):
        place = dice.randrange(first)
        new: repair.Lines = ()
        if dice.random() < 0.7:
            new = (
                repair.entered_line((Did(turn(known[place].before, dice)),), known[place].before),
            )
        changed = (*lines[:place], *new, *lines[place + dice.randint(not new, 1) :])
        outcomes = repair.refit(device.sitting.opening, changed, known)
        counted = repair.turns_that_count(outcomes)
        if Did(correction) in counted:
            after = device.sitting._replace(steps=())
            for did in counted[: counted.index(Did(correction)) + 1]:
                after = follow(after, did)
            assert counters_on(after.state) == shown
        else:
            named = repair.Change("left out", correction) in repair.changes_that_count(outcomes)
            wrong = repair.trouble(outcomes)
            assert named or (wrong is not None and wrong <= first + len(new)), (
                "it is lost in silence"
            )
