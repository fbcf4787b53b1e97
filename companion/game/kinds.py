"""Kinds: named tuples that are told apart by their type, and not by their fields alone."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

T = TypeVar("T", bound=tuple[Any, ...])


def distinct_type(made: type[T]) -> type[T]:
    """Make a NamedTuple compare unequal to other types, and always truthy. Return it.

    A frozen dataclass with slots is the same, but takes six times as long to make: the first
    picture would wait for a score of them.
    """
    for name, method in _METHODS.items():
        setattr(made, name, method)
    return made


def _is_same(self: tuple[Any, ...], other: object) -> bool:
    return type(other) is type(self) and tuple.__eq__(self, other)


_METHODS: Final[Mapping[str, Callable[..., bool]]] = {
    "__eq__": _is_same,
    "__ne__": lambda self, other: not _is_same(self, other),
    "__bool__": lambda _self: True,
}
