"""Records: a whole game as one JSON object, read strictly so that a typing error is never
a game.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, Final, NamedTuple, get_args

from companion.errors import NotARecord, nearest_advice, quotation
from companion.game.actions import parse_action
from companion.game.edition import PRESETS, Edition, meant
from companion.game.names import RULE, Names, composed, is_name, told_apart
from companion.game.refusals import ActionRefused
from companion.game.rules import apply, start
from companion.game.setup import DETAILS, FEWEST_PLAYERS, MOST_PLAYERS, Setup
from companion.game.state import State
from companion.numbers import Json, is_integer

FORMAT: Final = "hanabi-companion/1"
_KEYS: Final = ("format", "edition", "players", "detail", "actions")
DEEPEST: Final = 200
"""How many lists and objects may stand in each other.

That of Python's reader changes with its version."""
_STRING: Final = r'(?s)"[^"\\]*(?:\\.[^"\\]*)*"?'
_BRACKET: Final = r"[\[\]{}]"
_EDITION_VALUES: Final = {
    key: (True, False) if hint is bool else get_args(hint)
    for key, hint in Edition.__annotations__.items()
}


class Record(NamedTuple):
    """A game as it was read: its set-up, the players' names if given, its actions as they stand."""

    setup: Setup
    names: Names
    actions: tuple[Any, ...]


def parse_edition(value: object) -> Edition:
    """Return an edition from its JSON object: a `preset`, and keys that override it.

    Raises NotARecord.
    """
    if not isinstance(value, dict):
        raise NotARecord(
            f'edition must be an object such as {{"preset": "classic"}}, not {quotation(value)}'
        )
    preset = value.get("preset", "classic")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise NotARecord(
            f"edition.preset: {quotation(preset)} is no preset; {nearest_advice(preset, PRESETS)}"
        )
    chosen = {}
    for key, given in value.items():
        if key == "preset":
            continue
        if key not in _EDITION_VALUES:
            advice = nearest_advice(key, (*_EDITION_VALUES, "preset"))
            raise NotARecord(f"edition has no key {quotation(key)}; {advice}")
        if not any(given == valid and type(given) is type(valid) for valid in _EDITION_VALUES[key]):
            valid = ", ".join(quotation(valid) for valid in _EDITION_VALUES[key])
            raise NotARecord(f"edition.{key} must be one of {valid}, not {quotation(given)}")
        chosen[key] = given
    return meant(PRESETS[preset]._replace(**chosen))


def edition_json(edition: Edition) -> Json:
    """Return all keys of an edition; `parse_edition` reads it back."""
    return edition._asdict()


def named_preset(value: object, edition: Edition) -> str:
    """Return the preset that an edition's JSON object names, if no key changes it; else ""."""
    preset = value.get("preset") if isinstance(value, dict) else None
    return preset if isinstance(preset, str) and PRESETS.get(preset) == edition else ""


def _parse_players(value: object) -> tuple[int, Names]:
    """Return the number of players, and their names if it is a list of them.

    Raises NotARecord if it is neither.
    """
    names: Names = ()
    if isinstance(value, list) and all(map(is_name, value)):
        names = told_apart(map(composed, value))
        value = len(names)
    if not is_integer(value) or not FEWEST_PLAYERS <= value <= MOST_PLAYERS:
        raise NotARecord(
            f"players must be a number from {FEWEST_PLAYERS} to {MOST_PLAYERS}, or a list of as"
            f" many names, each of {RULE}",
            "no_name" if isinstance(value, list) else "",
        )
    return value, names


def parse_setup(edition: object, players: object, detail: object) -> tuple[Setup, Names]:
    """Return the set-up and the names.

    Raises NotARecord if a part is wrong, or they do not go together.
    """
    number, names = _parse_players(players)
    rules = parse_edition(edition)
    if not isinstance(detail, str) or detail not in DETAILS:
        raise NotARecord(f"detail: {quotation(detail)} is none; {nearest_advice(detail, DETAILS)}")
    if detail == "tokens" and rules.flamboyants:
        raise NotARecord(
            "detail tokens does not go with flamboyants: a bonus tile needs to know the firework"
        )
    return Setup(number, rules, detail), names


def parse_record(value: object) -> Record:
    """Return a record from its JSON object; unknown keys are ignored.

    Raises NotARecord with the reason.
    """
    if not isinstance(value, dict):
        raise NotARecord(f"a record is a JSON object, not {quotation(value)}")
    if value.get("format") != FORMAT:
        given = quotation(value["format"]) if "format" in value else "missing"
        raise NotARecord(f'"format" must be {quotation(FORMAT)}, it is {given}')
    for key in value:
        if key not in _KEYS and (advice := nearest_advice(key, _KEYS)).startswith("did"):
            raise NotARecord(f"unknown key {quotation(key)}; {advice}")
    for key in ("players", "actions"):
        if key not in value:
            raise NotARecord(f'"{key}" is missing')
    if not isinstance(value["actions"], list):
        raise NotARecord(f'"actions" must be a list, not {quotation(value["actions"])}')
    setup, names = parse_setup(
        value.get("edition", {}), value["players"], value.get("detail", "colours")
    )
    return Record(setup, names, tuple(value["actions"]))


def setup_json(setup: Setup, names: Names) -> Json:
    """Return the set-up and the names; `parse_setup` reads them back."""
    return {
        "edition": edition_json(setup.edition),
        "players": list(names) or setup.players,
        "detail": setup.detail,
    }


def record_json(setup: Setup, names: Names, actions: list[Json]) -> Json:
    """Return a game as a record's JSON object."""
    return {"format": FORMAT, **setup_json(setup, names), "actions": actions}


def replay(record: Record) -> Iterator[tuple[Mapping[str, Any] | None, State]]:
    """Yield the start (with None) and the state after each action.

    Raises ActionRefused with its number from 1.
    """
    state = start(record.setup)
    yield None, state
    for number, raw in enumerate(record.actions, 1):
        try:
            state = apply(state, parse_action(raw))
        except ActionRefused as refusal:
            raise ActionRefused("malformed", problem=f"action {number}: {refusal}") from None
        yield raw, state


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _object_of_pairs(pairs: list[tuple[str, Any]]) -> Json:
    """Return an object whose keys are all different: one of two would be lost in silence."""
    found = dict(pairs)
    if len(found) != len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key in times if times[key] > 1)
        raise ValueError(f"the key {quotation(twice)} stands twice")
    return found


def load_json(text: str) -> Any:
    """Return what JSON by the standard says: no NaN, no key twice.

    Raises NotARecord, also if it is nested too deeply.
    """
    if _nesting_depth(text) > DEEPEST:
        raise NotARecord("nested too deeply to be a record")
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_object_of_pairs)
    except json.JSONDecodeError as error:
        raise NotARecord(
            f"no valid JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        ) from None
    except ValueError as error:
        raise NotARecord(f"no valid JSON: {error}") from None


def _nesting_depth(text: str) -> int:
    """Return the greatest depth of nested lists and objects in a text. Too many for one that has
    few.
    """
    openings = text.count("[") + text.count("{")
    if openings <= DEEPEST:
        return openings
    brackets = re.findall(_BRACKET, re.sub(_STRING, "", text))
    return max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0)


def split(text: str) -> list[tuple[int, str]]:
    """Return the JSON texts of a file, one object or one a line, each with its line from 1."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    objects = [_object_on_line(line) for _, line in lines] if len(lines) > 1 else [{}]
    if objects[0] or any("format" in one for one in objects):
        return lines
    return [(1, text)]


def _object_on_line(line: str) -> Json:
    """Return the object on a line; empty for a line that is only a part of an object."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
