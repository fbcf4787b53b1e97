"""Values in JSON and TOML: Python's bool is an int, and true is no number in a file."""

import json
from typing import Any, TypeGuard

Json = dict[str, Any]
"""An object of JSON."""


def is_integer(value: object) -> TypeGuard[int]:
    """Return True for a whole number, False for true and false."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[int | float]:
    """Return True for a number with a fraction or without one, False for true and false."""
    return isinstance(value, float) or is_integer(value)


def compact_json(body: object) -> bytes:
    """Return JSON without blanks."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
