"""Ends: the result of a game that is over, its curve, what sank its fireworks, its summary."""

from companion.clock import day_of
from companion.face import ending, words
from companion.face.editions import edition_name
from companion.face.ending import summary as qr_line
from companion.face.on_table import on_table
from companion.game.cards import HIGHEST, top_rank
from companion.game.curve import points_curve
from companion.game.outlook import maximum, score
from companion.game.state import State
from companion.journal import times
from companion.journal.sitting import Sitting
from companion.numbers import Json
from companion.page import players
from companion.page.words import device_text, page_text


def end_json(sitting: Sitting, language: str, preset: str) -> Json:
    """Return the end of a game."""
    return {
        **result_json(on_table(sitting).state, language),
        "curve": curve_points(sitting),
        "sunk": _losses_json(sitting, language),
        "summary": plain_text(sitting, language, preset),
    }


def result_json(state: State, language: str) -> Json:
    """Return what of the end a state alone tells."""
    result = ending.result(state)
    reason = page_text(language, "all_complete")
    if state.reason != "perfect":
        reason = words.say(language, ending.end_reason(state))
    return {
        "verdict": words.say(language, result.verdict),
        "reason": reason,
        "points": words.say(language, result.of),
        "score": result.figure,
        "far": cards_reached(state, language),
        "perfect": state.reason == "perfect",
    }


def _losses_json(sitting: Sitting, language: str) -> list[Json]:
    """Return each firework that is not complete, and what sank it."""
    return [
        {"suit": suit, "name": words.suit(language, suit), "text": words.say(language, phrase)}
        for suit, phrase in ending.sunk_said(sitting)
    ]


def cards_reached(state: State, language: str) -> str:
    """Return the cards that a lost game reached, in words, "" for a game that was not lost."""
    if state.status != "lost":
        return ""
    total = HIGHEST * len(state.fireworks)
    return f"{state.cards_played} {device_text(language, 'cards_of', total=total)}"


def end_sentence(state: State, language: str) -> str:
    """Return the result in a sentence."""
    told = result_json(state, language)
    facts = {"verdict": told["verdict"], "figure": told["score"], "of": told["points"]}
    return page_text(language, "said_end", reason=told["reason"], **facts)


def curve_points(sitting: Sitting) -> list[dict[str, int]]:
    """Return the curve of a game, each moment with the number of steps that led to it."""
    states = [on_table(sitting).opening, *(step.state for step in sitting.steps)]
    # The last step of a turn wins: bonus tiles, names and corrections come after its action.
    steps = {0: 0} | {before.turn: step for step, before in enumerate(states[:-1], 1)}
    return [
        {**moment._asdict(), "step": steps[moment.turn]}
        for moment in points_curve(states[0], states[1:])
    ]


def plain_text(
    sitting: Sitting, language: str, preset: str = "", summary: Json | None = None
) -> str:
    """Return a game in lines of plain text; the last one is that of the device's QR code.

    summary: the game's in the history, where there is one.
    """
    summary = summary or {}
    at = summary.get("changed", 0.0)
    took = times.in_short(summary.get("seconds"))
    game = on_table(sitting)
    state = game.state
    names = [players.name_of(sitting, seat, language) for seat in range(game.setup.players)]
    title = (
        page_text(language, "game_number", game=sitting.game),
        edition_name(language, game.setup.edition, preset),
        day_of(at),
    )
    lines = [
        ", ".join(filter(None, title)),
        page_text(language, "line_players", players=", ".join(names)),
        end_sentence(state, language) if state.over else f"{score(state)}/{maximum(state)}",
        _tops_line(state, language),
        page_text(language, "line_turns", turns=state.turn, clues=state.clues, errors=state.errors),
        *([page_text(language, "line_took", took=took)] if took else []),
    ]
    if state.over:
        lines += (f"{loss['name']}: {loss['text']}" for loss in _losses_json(sitting, language))
    return "\n".join((*lines, qr_line(sitting, day_of(at))))


def _tops_line(state: State, language: str) -> str:
    """Return the top card of each firework, or how many cards lie there."""
    if state.unplaced:
        count = state.cards_played
        return f"{count} {device_text(language, 'cards_played', cards=count)}"
    return ", ".join(
        f"{words.suit(language, suit)} {top_rank(suit, height)}"
        for suit, height in state.fireworks.items()
    )
