"""Reading a TOML table: every mistake is noted with its key path, and none stops the rest."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from companion import errors
from companion.numbers import is_integer, is_number

_TYPES: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
    list: "a list",
    dict: "a table",
}

T = TypeVar("T")


def nearest_key(word: str, known: Iterable[str]) -> str:
    """Return words to end a mistake with: the nearest known word, or all of them."""
    return errors.nearest_advice(word, known, quote='"')


class Checked:
    """A TOML table being read; its known keys are those that are asked for.

    A missing or wrong value gives its default and a mistake in `problems`, which all tables of a
    text share.
    """

    def __init__(
        self, entries: object, problems: list[str], path: str = "", meant: str = ""
    ) -> None:
        """Read `entries`; a number in their place was `meant` for this key of the table."""
        self.problems = problems
        self.there = isinstance(entries, dict)
        self.misshapen = entries is not None and not self.there
        self._path = path
        self._asked: dict[str, None] = {}
        self._refused: set[str] = set()
        self._entries: dict[str, object] = {}
        if isinstance(entries, dict):
            self._entries = entries
        elif self.misshapen:
            advice = ""
            if meant and is_integer(entries):
                advice = f"; did you mean {path.rpartition('.')[2]}.{meant} = {entries}?"
            self.problem(None, f"must be a table of keys, not {shown_value(entries)}{advice}")

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def given_keys(self) -> tuple[str, ...]:
        """Return the keys that are there."""
        return tuple(self._entries)

    def path(self, key: str | None) -> str:
        """Return the path of `key` from the top of the text; None is the table itself."""
        if key is None:
            return self._path
        return f"{self._path}.{key}" if self._path else key

    def problem(self, key: str | None, text: str) -> None:
        """Note a mistake at `key`."""
        self.problems.append(f"{self.path(key)}: {text}")

    def raw(self, key: str) -> object:
        """Return the value as it is, None when it is missing."""
        self._asked[key] = None
        return self._entries.get(key)

    def table(self, key: str, meant: str = "") -> "Checked":
        """Read the table at `key`; one that is missing is empty and not `there`.

        A number in its place gets the advice to write it at its key `meant`.
        """
        return Checked(self.raw(key), self.problems, self.path(key), meant)

    def items(self, key: str) -> list[object]:
        """Return the list at `key`, empty when it is missing."""
        value = self.raw(key)
        if isinstance(value, list):
            return value
        if value is not None:
            self._wrong_type(key, "a list in square brackets", value)
        return []

    def text(self, key: str, default: str) -> str:
        """Return the text at `key`."""
        return self._typed(key, default)

    def flag(self, key: str, default: bool) -> bool:
        """Return the truth value at `key`."""
        return self._typed(key, default)

    def choice(self, key: str, options: tuple[str, ...], default: str | None = None) -> str:
        """Return one of `options`, "" for none of them; must be there unless there is a default."""
        value = self.raw(key)
        if value is None and default is None:
            self.problem(key, f"is missing; it is one of {', '.join(options)}")
        elif isinstance(value, str) and value not in options:
            from wiring.reading.sold import part_advice  # few builds have such a name

            unknown = f'"{value}" is not known; {nearest_key(value, options)}'
            self.problem(key, part_advice(value, options) or unknown)
        elif isinstance(value, str):
            return value
        elif value is not None:
            self._wrong_type(key, f"one of {', '.join(options)}", value)
        return default or ""

    def whole(self, key: str, low: int, high: int, default: int, base: str = "d") -> int:
        """Return a whole number from `low` to `high`.

        Messages write it in `base`: "d", or "#x" for hexadecimal.
        """
        value = self.raw(key)
        limits = f"a whole number from {low:{base}} to {high:{base}}"
        if value is None:
            return default
        if not is_integer(value):
            self._wrong_type(key, limits, value)
        elif not low <= value <= high:
            self.problem(key, f"must be {limits}, not {value:{base}}")
        else:
            return value
        return default

    def number(self, key: str, default: float) -> float:
        """Return a number above 0."""
        value = self.raw(key)
        if value is None:
            return default
        if not is_number(value):
            self._wrong_type(key, _TYPES[float], value)
        elif not 0 < value < float("inf"):
            self.problem(key, f"must be above 0, not {value:g}")
        else:
            return float(value)
        return default

    def know(self, keys: Iterable[str]) -> None:
        """Accept these keys, even if they are not asked for."""
        self._asked.update(dict.fromkeys(keys))

    def refuse(self, key: str, why: str) -> None:
        """Note a mistake if `key`, which only makes sense elsewhere, is there."""
        if key in self._entries:
            self.problem(key, why)
            self._refused.add(key)

    def no_others(self) -> None:
        """Note every key that was not asked for."""
        for key in self._entries:
            if key not in self._asked and key not in self._refused:
                from wiring.reading.sold import key_advice  # few builds have such a key

                meant = key_advice(key, self._asked) or nearest_key(key, self._asked)
                self.problem(key, f"there is no such key; {meant}")

    def _typed(self, key: str, default: T) -> T:
        """Return the value at `key`, of the default's type."""
        value = self.raw(key)
        if isinstance(value, type(default)):
            return value
        if value is not None:
            self._wrong_type(key, _TYPES[type(default)], value)
        return default

    def _wrong_type(self, key: str, wanted: str, value: object) -> None:
        self.problem(key, f"must be {wanted}, not {shown_value(value)}")


def shown_value(value: object) -> str:
    """Return a value as messages show it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return f'"{value}"'
    return _TYPES.get(type(value), "a date or time")
