"""Reading what a table tells of itself: strictly, since whoever may write there could tell it."""

import json
from typing import Any, NamedTuple

from companion.errors import CompanionError
from companion.numbers import is_integer


class Junk(CompanionError):
    """A message that makes no sense."""


class Presence(NamedTuple):
    """Whether a table is there."""

    online: bool
    start: int


def parse_presence(payload: bytes) -> Presence:
    """Return the availability that a table tells. Raises Junk."""
    try:
        body: Any = json.loads(payload)
        online, start = body["online"], body["start"]
    except (ValueError, RecursionError, LookupError, TypeError):
        raise Junk("it is no availability") from None
    if not (isinstance(online, bool) and is_integer(start)):
        raise Junk("it is no availability")
    return Presence(online, start)
