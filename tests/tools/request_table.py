"""`python -m tests.tools.request_table`: the tables of requests in the page about the sockets."""

import json
from pathlib import Path

from companion.daemon.socket import declarations
from companion.daemon.socket.declarations import CONTROL, DECLARATIONS, FIELDS, VIEW, Declaration

PAGE = Path(declarations.__file__).with_name("README.md")
BEGIN = {
    CONTROL: "<!-- The tables are made by `python -m tests.tools.request_table`. -->\n",
    VIEW: "<!-- The tables of the view socket are made the same way. -->\n",
}
END = "<!-- end of the tables -->\n"


def compact(body: object) -> str:
    """JSON as it stands on a line."""
    return json.dumps(body, separators=(",", ":"))


def tables(door: str) -> str:
    """Every request of a socket, and every field that is new there."""
    declared = [one for one in DECLARATIONS if door in one.doors]
    known = {
        key
        for one in DECLARATIONS
        if door != CONTROL and CONTROL in one.doors
        for key in one.fields
    }
    here = {key for one in declared for key in one.fields} - known
    rows = [f"| `{compact(one.example)}` | {optional(one)} | {one.does} |" for one in declared]
    fields = [f"| `{key}` | {values} |" for key, values in FIELDS.items() if key in here]
    requests = ["| request | may be left out | |", "|---|---|---|", *rows]
    return "\n".join([*requests, "", "| field | value |", "|---|---|", *fields, ""])


def optional(one: Declaration) -> str:
    """The fields that may be left out, with what holds then."""
    return ", ".join(
        f"`{key}`" if usual is None else f"`{key}` ({compact(usual)})"
        for key, usual in one.may.items()
    )


def renewed(page: str) -> str:
    """The page with the tables as they should be."""
    for door, begin in BEGIN.items():
        before, _, rest = page.partition(begin)
        page = f"{before}{begin}{tables(door)}{END}{rest.partition(END)[2]}"
    return page


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
