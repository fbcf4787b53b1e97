"""`python -m tests.tools.request_table`: the lists of requests in the page about the sockets."""

import json
from pathlib import Path
from textwrap import fill

from companion.daemon import socket
from companion.daemon.door import Door
from companion.daemon.requests import DECLARATIONS, NEEDED, Declaration

PAGE = Path(socket.__file__).with_name("README.md")
BEGIN = {
    Door.CONTROL: "<!-- The lists are made by `python -m tests.tools.request_table`. -->\n",
    Door.VIEW: "<!-- The lists of the view socket are made the same way. -->\n",
}
_OF_STEPS = ("seen", "token", "place")
"""Fields that any step may have, of which the page tells once."""
EXAMPLES = {
    "control": "clue",
    "seconds": 0.8,
    "controls": ["discard", "play"],
    "steps": -1,
    "id": "04e141124c2880",
    "reader": "play",
    "deck": "blue",
    "card": "R1",
    "edition": {"preset": "grand"},
    "players": 3,
    "detail": "cards",
    "action": {"do": "clue"},
    "turn": 21,
    "as": "insert",
    "purpose": "tile",
    "path": ["R", "3"],
    "counters": [["clues", "", 5]],
    "key": "language",
    "value": "de",
    "name": "Ben",
    "to": "Benno",
    "game": 1,
    "trial": False,
    "limit": 20,
    "after": 0,
    "last": 61,
    "tag": "6f1c20aa",
    "step": "text",
    "text": "hanabi-companion-games 1 6f1c20aa\n",
    "urls": ["HTTP://192.168.178.20:8080"],
    "token": "K7Q2X9MP",
}
"""A value of each field that examples show."""
END = "<!-- end of the lists -->\n"


def compact(body: object) -> str:
    """Return JSON as it stands on a line."""
    return json.dumps(body, separators=(",", ":"))


def example(one: Declaration) -> dict[str, object]:
    """Return a request as it stands on a line: first the verb with the word, then its fields."""
    told = [key for key in one.fields if key in EXAMPLES and key not in _OF_STEPS]
    return {one.verb: one.word, **{key: EXAMPLES[key] for key in told}, **needed(one)}


def needed(one: Declaration) -> dict[str, object]:
    """Return the fields that a request needs, each with its value of the examples."""
    return {key: EXAMPLES[key] for key, usual in one.fields.items() if usual is NEEDED}


def lists(door: str) -> str:
    """Return every request of a socket."""
    declared = _declared(door)
    told = []
    if door != Door.CONTROL:
        known = _declared(Door.CONTROL)
        shared = ", ".join(dict.fromkeys(f"`{one.word}`" for one in declared if one in known))
        told = [_wrapped(f"Of the requests above it takes {shared}. Its own are:"), ""]
        declared = [one for one in declared if one not in known]
    return "\n".join([*told, *map(_item, declared), ""])


def _item(one: Declaration) -> str:
    return _wrapped(f"- `{compact(example(one))}`: {one.does}{optional(one)}", "  ")


def _wrapped(text: str, indent: str = "") -> str:
    return fill(text, 118, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _declared(door: str) -> list[Declaration]:
    return [declaration for declaration in DECLARATIONS if door in declaration.doors]


def optional(one: Declaration) -> str:
    """Return the fields that may be left out, with what holds then."""
    fields = ", ".join(
        f"`{key}`" if usual is None else f"`{key}` ({compact(usual)})"
        for key, usual in one.fields.items()
        if usual is not NEEDED and key not in _OF_STEPS
    )
    return fields and f". Optional: {fields}"


def renewed(page: str) -> str:
    """Return the page with the lists as they should be."""
    for door, begin in BEGIN.items():
        before, _, rest = page.partition(begin)
        page = f"{before}{begin}{lists(door)}{END}{rest.partition(END)[2]}"
    return page


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
