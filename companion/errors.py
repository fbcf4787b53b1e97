"""One exception tree: each message is a sentence that says what is wrong, where, and what to do."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

LONGEST_QUOTED: Final = 40
LONGEST_LINE: Final = 1000


class CompanionError(Exception):
    """A problem that a person can cause or solve; its text is shown as it is, without a traceback."""


class BadInput(CompanionError):
    """The command line, or a file that it names, makes no sense; trying again does not help."""


class IllegalAction(CompanionError):
    """The rules refuse an action; the state is unchanged."""


class NotARecord(CompanionError):
    """A file or a text that is not a record of a game."""


class WiringError(BadInput):
    """A build's TOML has mistakes; `problems` has every one, a sentence each, with its key path."""

    def __init__(self, where: str, problems: list[str]) -> None:
        self.where = one_line(where)
        self.problems = tuple(map(one_line, problems))
        super().__init__("\n".join(f"{self.where}: {problem}" for problem in self.problems))


class ConfigError(WiringError):
    """The settings have mistakes; told in the same shape as a build's."""


class PanelError(CompanionError):
    """A part of the device cannot be used now (absent, unplugged, broken); it may come back."""


class StoreError(CompanionError):
    """The games on disk cannot be read or written now."""


class Damaged(StoreError):
    """What is on disk makes no sense any more; trying again does not help."""


def refusal(reason: object) -> dict[str, Any]:
    """The reply of the socket to a request that is refused; `reason` is a sentence or an error."""
    return {"ok": False, "error": str(reason)}


def quoted(value: object) -> str:
    """Any value as an error quotes it: a few printable characters."""
    try:
        text = (
            repr(value)
            if isinstance(value, str)
            else json.dumps(value, ensure_ascii=False, default=str)
        )
        if not text.isprintable():
            text = json.dumps(value, default=str)
    except RecursionError:
        return "something nested very deeply"
    return text if len(text) <= LONGEST_QUOTED else text[: LONGEST_QUOTED - 3] + "..."


def counted(number: int, noun: str) -> str:
    """A number and what it counts, which has an s in the plural: `1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def unprintable(text: str) -> str:
    """Names a character that would steer a terminal or reverse the text around it; "" for none.

    Every kind of blank is allowed, but no line's end.
    """
    if text.isprintable():
        return ""
    import unicodedata  # needed for few texts

    odd = (
        letter
        for letter in text
        if not letter.isprintable() and unicodedata.category(letter) != "Zs"
    )
    bad = next(odd, "")
    return f"a character that cannot be printed (U+{ord(bad):04X})" if bad else ""


def one_line(text: str) -> str:
    """A sentence with any quotation, as one line that can be printed."""
    if len(text) > LONGEST_LINE:
        text = text[: LONGEST_LINE - 3] + "..."
    if text.isprintable():
        return text
    return "".join(letter if not unprintable(letter) else repr(letter)[1:-1] for letter in text)


def closest(word: object, words: Sequence[str], cutoff: float = 0.6) -> str | None:
    """The word that is most like this one; None where none is, by difflib's ratio above `cutoff`."""
    import difflib  # only errors need it, and a start should not wait for it

    close = (
        difflib.get_close_matches(word[:LONGEST_QUOTED], words, 1, cutoff)
        if isinstance(word, str)
        else []
    )
    return close[0] if close else None


def nearest(word: object, words: Iterable[str]) -> str:
    """Words to end an error with: the nearest valid one, or all of them."""
    valid = sorted(words)
    close = closest(word, valid)
    return f"did you mean {close!r}?" if close else f"valid: {', '.join(valid) or 'none'}"
