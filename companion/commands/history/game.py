"""One game of the history: `companion history show N`, and `companion record N`."""

import json
import sys
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple, TextIO

from companion import clock
from companion.commands.history import history, in_words
from companion.errors import BadInput, quantity
from companion.face import words
from companion.face.spoken import spoken_action
from companion.game.actions import parse_action
from companion.game.cards import top_rank
from companion.game.curve import CurvePoint, points_curve
from companion.game.hanab_live import exported_game, replay_link, score_there
from companion.game.outlook import maximum, score
from companion.game.record import Record, parse_record, replay
from companion.game.state import State
from companion.game.sunk import Sunk, sunk_fireworks
from companion.game.view import state_json
from companion.journal import times
from companion.numbers import Json
from companion.settings import Settings

_LANGUAGE = words.DEFAULT


class ReplayedGame(NamedTuple):
    """A replayed game: its record, its states from the start on, and its summary."""

    record: Record
    states: tuple[State, ...]
    summary: Json
    times: Json
    """How many `seconds` it took, and each of its `actions`."""
    lost: tuple[Sunk, ...]
    """What sank its fireworks, once it is over."""
    curve: tuple[CurvePoint, ...]
    """Its points turn by turn."""


def print_record(
    chosen: Settings, number: int | None, every: bool, hanab_live: bool, link: bool, out: TextIO
) -> int:
    """Print a game as a record, one line that `companion replay` takes. Return the exit status.

    every: all games, each on a line of its own. hanab_live: as Hanab Live's JSON. link: its replay.
    """
    for_hanab_live = hanab_live or link
    misfits = every and for_hanab_live
    if misfits or every == (number is not None):
        raise BadInput("write the number of a game, or --all: see `companion history`")
    if number is not None:
        found = history.recorded_game(chosen, number)["record"]
        if for_hanab_live:
            paper = parse_record(found)
            found = exported_game(paper.setup, paper.names, [*map(parse_action, paper.actions)])
            states = [state for _, state in replay(paper)]
            _tell_other_score(states[-1], states[len(found["actions"])])
        print(replay_link(found) if link else json.dumps(found), file=out)
        return 0
    from companion.commands.backups.reach import piece_of, reached_games
    from companion.journal import backup, past_games
    from companion.journal.restoring import Restoring

    every_game = Restoring()
    with reached_games(chosen, must_exist=True) as tell:
        for text in backup.all_pieces(partial(piece_of, tell)):
            every_game.feed(text)
    for sitting in every_game.whole_games():
        print(json.dumps(past_games.game_record(sitting)), file=out)
    return 0


def _tell_other_score(ended: State, ended_there: State) -> None:
    """Tell the one who exports a game that it scores otherwise there, if it does."""
    here, there = score(ended), score_there(ended_there)
    if here != there and ended.over:
        print(f"companion: it scores {there} at Hanab Live, and {here} here", file=sys.stderr)


def print_game(chosen: Settings, number: int, as_json: bool, out: TextIO) -> int:
    """Print everything known of a game. Return the exit status."""
    found = history.recorded_game(chosen, number)
    paper = parse_record(found["record"])
    first, *others = (state for _, state in replay(paper))
    state = others[-1] if others else first
    lost = sunk_fireworks(first, others) if state.over else ()
    summary, took = found["summary"] or {}, found.get("times") or {}
    told = ReplayedGame(paper, (first, *others), summary, took, lost, points_curve(first, others))
    if as_json:
        content = {
            "record": found["record"],
            "summary": summary,
            "times": took,
            "state": state_json(state),
            "sunk": [{"card": str(card), "turn": turn} for card, turn in lost],
            "curve": [moment._asdict() for moment in told.curve],
        }
        print(json.dumps(content), file=out)
    else:
        print(f"game {number}:", *_game_lines(told), sep="\n", file=out)
    return 0


def _game_lines(told: ReplayedGame) -> Iterator[str]:
    record, state = told.record, told.states[-1]
    stamps = (told.summary.get("began", 0.0), told.summary.get("changed", 0.0))
    known = list(filter(None, (clock.in_words(at, clock.MINUTE) for at in stamps)))
    yield f"  players    {in_words.players(list(record.names) or record.setup.players)}"
    yield f"  rules      {in_words.edition(record.setup.edition)}, detail {record.setup.detail}"
    if known:
        yield f"  when       {' to '.join(known)}"
    if took := times.in_short(told.times.get("seconds")):
        yield f"  took       {took}"
    ended = in_words.ended(state.status, state.reason)
    yield f"  result     {score(state)} of {maximum(state)} points, {ended}"
    counts = f"clue tokens {state.clues}, errors {state.errors}, deck {state.deck}"
    yield f"  table      turn {state.turn}, {counts}"
    yield f"  fireworks  {_fireworks_text(state)}"
    yield from (f"  sunk       {_sunk_text(card)}" for card in told.lost)
    yield f"  points     {' '.join(str(moment.points) for moment in told.curve)}"
    yield from _action_lines(told)


def _action_lines(told: ReplayedGame) -> Iterator[str]:
    record = told.record
    took = told.times.get("actions", ())
    for number, (raw, before) in enumerate(zip(record.actions, told.states, strict=False)):
        who = f"seat {before.seat + 1}"
        if record.names:
            who = in_words.plain(record.names[before.seat])
        what = words.say(_LANGUAGE, spoken_action(parse_action(raw), before))
        time = times.in_short(took[number]) if number < len(took) else ""
        yield f"  {number + 1:>3}. {who}: {what}{f' ({time})' if time else ''}"


def _fireworks_text(state: State) -> str:
    if state.unplaced:
        return quantity(state.cards_played, "card")
    return ", ".join(
        f"{words.suit(_LANGUAGE, suit)} {top_rank(suit, height)}"
        for suit, height in state.fireworks.items()
    )


def _sunk_text(found: Sunk) -> str:
    name = words.card(_LANGUAGE, found.card).replace("\N{NO-BREAK SPACE}", " ")
    return (
        f"{name} was not played"
        if found.turn is None
        else f"{name} was gone for good in turn {found.turn}"
    )
