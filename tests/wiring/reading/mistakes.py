"""Tables of mistakes as text: what a build says, and under it the sentences that are told of it."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

_CHANGE = re.compile(r" \((.*?) -> (.*?)\)(?= \(|$)")


def mistakes(table: str, texts: Mapping[str, str]) -> list[Any]:
    r"""Return each build of a table with its sentences, for the parameters of a test.

    A build is made of pieces between ` + `: TOML, in which `\n` ends a line, or the name of a text,
    in which something may stand for something else: `GOOD (pin = 5 -> pin = 28)`.
    """
    found = []
    for block in re.split(r"\n(?! )", Path(__file__).with_name(table).read_text("utf-8").strip()):
        build, *sentences = block.split("\n    ")
        made = [piece(one, texts).replace("\\n", "\n") for one in build.split(" + ")]
        found.append(pytest.param("".join(made), sentences, id=build))
    return found


def piece(words: str, texts: Mapping[str, str]) -> str:
    """Return what a piece of a build stands for."""
    name = words.partition(" (")[0]
    if name not in texts:
        return words
    text = texts[name]
    for change in _CHANGE.findall(words.removeprefix(name)):
        old, new = (each.replace("\\n", "\n") for each in change)
        assert old in text, f"{name} has no {old!r}"
        text = text.replace(old, new)
    return text
