"""Tests of many cases, each with a name that says what is special about it."""

from collections.abc import Mapping
from typing import Any

import pytest


def cases(names: str, table: Mapping[str, Any]) -> pytest.MarkDecorator:
    """Run a test once for each case of a table; `names` are those of its arguments."""
    return pytest.mark.parametrize(names, list(table.values()), ids=list(table))
