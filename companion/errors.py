"""One exception tree: each message is a sentence that says what is wrong, where, and what to do."""

import json
from collections.abc import Iterable
from typing import Any, Final

LONGEST_QUOTED: Final = 40
LONGEST_LINE: Final = 1000
LIKENESS: Final = 0.66
"""How like a valid word must be to be advised, by difflib's ratio."""


class CompanionError(Exception):
    """A problem that a person can cause or solve; its text is shown without a traceback."""

    def __init__(self, sentence: object = "", text_key: str = "") -> None:
        super().__init__(sentence)
        self.text_key: Final = text_key
        """The text of the device that says it in any language; "" for none."""


class BadInput(CompanionError):
    """The command line, or a file that it names, makes no sense; trying again does not help."""


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


def refusal_answer(reason: object) -> dict[str, Any]:
    """Return the answer to a refused request; the reason is a sentence or an error."""
    answer = {"ok": False, "error": str(reason)}
    if isinstance(reason, CompanionError) and reason.text_key:
        answer["phrase"] = {"key": reason.text_key, "facts": {}}
    return answer


def quotation(value: object) -> str:
    """Return a value as an error quotes it: a few printable characters."""
    try:
        if isinstance(value, str):
            text = repr(value)
        elif hasattr(value, "isoformat"):
            text = str(value.isoformat())  # a date or time of TOML, where it has no quotes
        else:
            text = json.dumps(value, ensure_ascii=False, default=str)
        if not text.isprintable():
            text = json.dumps(value, default=str)
    except RecursionError:
        return "something nested very deeply"
    return _cut_short(text, LONGEST_QUOTED)


def _cut_short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 3] + "..."


def quantity(number: int, noun: str) -> str:
    """Return a number and what it counts, which has an s in the plural: `1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def unprintable(text: str) -> str:
    """Name a character that would steer a terminal or reverse the text around it; "" for none.

    Every kind of blank is allowed, but no line's end.
    """
    if text.isprintable():
        return ""
    import unicodedata  # needed for few texts

    for letter in text:
        if not letter.isprintable() and unicodedata.category(letter) != "Zs":
            return f"a character that cannot be printed (U+{ord(letter):04X})"
    return ""


def one_line(text: str) -> str:
    """Return a sentence with any quotation, as one line that can be printed."""
    text = _cut_short(text, LONGEST_LINE)
    return text if text.isprintable() else "".join(map(_escaped_letter, text))


def _escaped_letter(letter: str) -> str:
    return repr(letter)[1:-1] if unprintable(letter) else letter


def closest_word(word: object, words: Iterable[str]) -> str | None:
    """Return the word that is most like this one, in capitals or not; None where none is."""
    import difflib  # only errors need it, and a start should not wait for it

    if not isinstance(word, str):
        return None
    by_lower = {one.lower(): one for one in words}
    # Of a long word the beginning: difflib's time grows with the square of the length.
    close = difflib.get_close_matches(word[:LONGEST_QUOTED].lower(), by_lower, 1, LIKENESS)
    return by_lower[close[0]] if close else None


def nearest_advice(word: object, words: Iterable[str], quote: str = "'") -> str:
    """Return words to end an error with: the nearest valid one, or all of them.

    quote: what stands around it; a build is TOML, whose texts stand in double ones.
    """
    valid = tuple(words)
    if close := closest_word(word, valid):
        return f"did you mean {quote}{close}{quote}?"
    return f"valid: {', '.join(sorted(valid))}" if valid else "nothing belongs here"
