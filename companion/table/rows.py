"""Rows as SQLite gives them: what is of another type than it was written with is damage."""

from collections.abc import Sequence
from types import UnionType
from typing import Any

from companion.errors import Damaged


def typed(rows: Sequence[Any], *kinds: type | UnionType) -> list[Any]:
    """The same rows, each value of its kind.

    Raises:
        Damaged: one is not: a page in another's place, say.
    """
    for row in rows:
        for value, kind in zip(row, kinds, strict=True):
            if not isinstance(value, kind):
                raise Damaged(f"a row has {type(value).__name__} where {kind} stood")
    return list(rows)
