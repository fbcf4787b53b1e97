"""Values of the face and the daemon are told apart by their type, and not by their fields alone."""

import importlib
import pkgutil
from collections import defaultdict
from itertools import combinations
from typing import Any

import companion.daemon
import companion.face
from companion.face.command import Redo, Undo
from companion.face.gestures.gestures import Hold, Tap


def _named_tuples() -> set[Any]:
    """Every named tuple that a module of the face or the daemon defines."""
    types: set[Any] = set()
    for package in (companion.face, companion.daemon):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                members = vars(importlib.import_module(module.name)).values()
                types |= {
                    one for one in members if isinstance(one, type) and hasattr(one, "_fields")
                }
    return {
        one for one in types if one.__module__.startswith(("companion.face.", "companion.daemon."))
    }


def test_values_of_two_types_with_the_same_fields_are_never_equal():
    by_length = defaultdict(list)
    for one in _named_tuples():
        by_length[len(one._fields)].append(one._make(range(len(one._fields))))
    assert sum(map(len, by_length.values())) > 70
    for length, values in by_length.items():
        for value in values:
            assert value != tuple(range(length)), f"{type(value)} lacks @kind"
        for one, other in combinations(values, 2):
            assert one != other, f"{type(one)} and {type(other)} lack @kind"


def test_a_tap_is_no_hold_and_a_step_back_is_no_step_forward():
    assert Tap("clue", 0.0) != Hold("clue", 0.0)
    assert Undo() != Redo()
    assert Undo() == Undo()
