"""What is known of a setting, and what several of them check of a value."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.errors import quotation, unprintable
from companion.numbers import Json, is_integer

HIGHEST_PORT: Final = 65535


class Setting(NamedTuple):
    """What is known of a setting."""

    meaning: str
    problem: Callable[[Any], str]
    """Says what is wrong with a value, "" for nothing."""
    default: Any = ""
    is_path: bool = False
    """Whether it names files or devices of this computer, and is in no backup.

    A path is seen from the folder of its file.
    """
    usual: Callable[[Json], Any] | None = None
    """Gives the default where other settings have a say in it."""


def text_problem(value: object) -> str:
    """Return the fault of a text, "" for none."""
    return "" if isinstance(value, str) else f"must be text in quotes, not {quotation(value)}"


def truth_problem(value: object) -> str:
    """Return the fault of a yes or no, "" for none."""
    return "" if isinstance(value, bool) else f"must be true or false, not {quotation(value)}"


def _number_problem(value: object, most: int) -> str:
    """Return the fault of a number from 1, "" for none."""
    if is_integer(value) and 1 <= value <= most:
        return ""
    return f"must be a number from 1 to {most}, not {quotation(value)}"


port_problem: Final = partial(_number_problem, most=HIGHEST_PORT)


def file_problem(value: object) -> str:
    """Return the fault of the path of a file, which may be left out; "" for none."""
    if isinstance(value, str):
        if bad := unprintable(value):
            return f"has {bad}"
        try:
            Path(value).expanduser()
        except RuntimeError:
            return f"{quotation(value)} is in the home of nobody here; write the whole path"
    return text_problem(value)
