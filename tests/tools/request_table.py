"""`python -m tests.tools.request_table`: the lists of requests in the page about the sockets."""

import json
from pathlib import Path
from textwrap import fill

from companion.daemon import socket
from companion.daemon.door import Door
from companion.daemon.requests import DECLARATIONS, Declaration
from companion.daemon.socket.fields import FIELDS

PAGE = Path(socket.__file__).with_name("README.md")
BEGIN = {
    Door.CONTROL: "<!-- The lists are made by `python -m tests.tools.request_table`. -->\n",
    Door.VIEW: "<!-- The lists of the view socket are made the same way. -->\n",
}
_OF_STEPS = ("seen", "token", "place")
"""Fields that any step may have, of which the page tells once."""
END = "<!-- end of the lists -->\n"


def compact(body: object) -> str:
    """Return JSON as it stands on a line."""
    return json.dumps(body, separators=(",", ":"))


def lists(door: str) -> str:
    """Return every request of a socket, and every field that is new there."""
    declared = _declared(door)
    here = _fields(declared)
    told = []
    if door != Door.CONTROL:
        known = _declared(Door.CONTROL)
        shared = ", ".join(dict.fromkeys(f"`{one.word}`" for one in declared if one in known))
        told = [_wrapped(f"Of the requests above it takes {shared}. Its own are:"), ""]
        declared = [one for one in declared if one not in known]
        here -= _fields(known)
    requests = [_item(compact(one.example), one.does + optional(one)) for one in declared]
    fields = [_item(key, field.may_be) for key, field in FIELDS.items() if key in here]
    return "\n".join([*told, *requests, "", "What a field may be:", "", *fields, ""])


def _item(code: str, text: str) -> str:
    return _wrapped(f"- `{code}`: {text}", "  ")


def _wrapped(text: str, indent: str = "") -> str:
    return fill(text, 118, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _declared(door: str) -> list[Declaration]:
    return [declaration for declaration in DECLARATIONS if door in declaration.doors]


def _fields(declared: list[Declaration]) -> set[str]:
    return set().union(*(declaration.fields for declaration in declared))


def optional(one: Declaration) -> str:
    """Return the fields that may be left out, with what holds then."""
    fields = ", ".join(
        f"`{key}`" if usual is None else f"`{key}` ({compact(usual)})"
        for key, usual in one.may.items()
        if key not in _OF_STEPS
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
