"""Ends: the result of a game that is over, its curve, what sank its fireworks, its summary."""

from companion.clock import day
from companion.face import ending, words
from companion.face.editions import edition_name
from companion.face.on_table import on_table
from companion.face.summary import summary as qr_line
from companion.game.cards import HIGHEST, top_rank
from companion.game.curve import points_curve
from companion.game.outlook import maximum, score
from companion.game.state import State
from companion.journal import times
from companion.journal.sitting import Sitting
from companion.numbers import Json
from companion.page import players
from companion.page.words import device_text, say


def end(sitting: Sitting, language: str, preset: str, figures: list[str]) -> Json:
    """Return the end of a game; `figures` are those of groups that play by conventions."""
    state = on_table(sitting).state
    result = ending.result(state)
    return {
        "verdict": words.say(language, result.verdict),
        "reason": reason(state, language),
        "points": words.say(language, result.of),
        "score": result.figure,
        "far": far(state, language),
        "perfect": state.reason == "perfect",
        "curve": points(sitting),
        "figures": figures,
        "sunk": _sunk(sitting, language),
        "summary": plain_text(sitting, language, preset),
    }


def _sunk(sitting: Sitting, language: str) -> list[Json]:
    """Return each firework that is not complete, and what sank it."""
    return [
        {"suit": suit, "name": words.suit(language, suit), "text": words.say(language, phrase)}
        for suit, phrase in ending.sunk_said(sitting)
    ]


def far(state: State, language: str) -> str:
    """Return the cards that a lost game reached, in words, "" for a game that was not lost."""
    if state.status != "lost":
        return ""
    return f"{state.cards_played} {device_text(language, 'cards_of', total=_cards(state))}"


def far_in_short(state: State) -> str:
    """Return the same in figures alone."""
    return f"{state.cards_played}/{_cards(state)}" if state.status == "lost" else ""


def _cards(state: State) -> int:
    """Return the number of cards on the fireworks once all are complete."""
    return HIGHEST * len(state.fireworks)


def reason(state: State, language: str) -> str:
    """Return the reason why a game is over."""
    if state.reason == "perfect":
        return say(language, "all_complete")
    return device_text(language, f"end_{state.reason}")


def sentence(state: State, language: str) -> str:
    """Return the result in a sentence."""
    result = ending.result(state)
    return say(
        language,
        "said_end",
        verdict=words.say(language, result.verdict),
        figure=result.figure,
        of=words.say(language, result.of),
        reason=reason(state, language),
    )


def points(sitting: Sitting) -> list[dict[str, int]]:
    """Return the curve of a game, each moment with the number of steps that led to it."""
    states = [on_table(sitting).opening, *(step.state for step in sitting.steps)]
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
        say(language, "game_number", game=sitting.game),
        edition_name(language, game.setup.edition, preset),
        day(at),
    )
    lines = [
        ", ".join(filter(None, title)),
        say(language, "line_players", players=", ".join(names)),
        sentence(state, language) if state.over else f"{score(state)}/{maximum(state)}",
        _fireworks(state, language),
        say(language, "line_turns", turns=state.turn, clues=state.clues, errors=state.errors),
        *([say(language, "line_took", took=took)] if took else []),
    ]
    if state.over:
        lines += (f"{loss['name']}: {loss['text']}" for loss in _sunk(sitting, language))
    return "\n".join((*lines, qr_line(sitting, day(at))))


def _fireworks(state: State, language: str) -> str:
    """Return the top card of each firework, or how many cards lie there."""
    if state.unplaced:
        count = state.cards_played
        return f"{count} {device_text(language, 'cards_played', cards=count)}"
    return ", ".join(
        f"{words.suit(language, suit)} {top_rank(suit, height)}"
        for suit, height in state.fireworks.items()
    )
