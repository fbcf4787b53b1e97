"""`python -m tests.tools.request_table`: the table of requests in the page about the control socket."""

import json
from pathlib import Path

from companion.daemon.socket import declarations
from companion.daemon.socket.declarations import DECLARATIONS, FIELDS, Declaration

PAGE = Path(declarations.__file__).with_name("README.md")
BEGIN = "<!-- The tables are made by `python -m tests.tools.request_table`. -->\n"
END = "<!-- end of the tables -->\n"


def compact(body: object) -> str:
    """JSON as it stands on a line."""
    return json.dumps(body, separators=(",", ":"))


def tables() -> str:
    """Every request, and every field."""
    rows = [f"| `{compact(one.example)}` | {optional(one)} | {one.does} |" for one in DECLARATIONS]
    fields = [f"| `{key}` | {values} |" for key, values in FIELDS.items()]
    requests = ["| request | may be left out | |", "|---|---|---|", *rows]
    return "\n".join([*requests, "", "| field | value |", "|---|---|", *fields, ""])


def optional(one: Declaration) -> str:
    """The fields that may be left out, with what holds then."""
    return ", ".join(
        f"`{key}`" if usual is None else f"`{key}` ({compact(usual)})" for key, usual in one.may.items()
    )


def renewed(page: str) -> str:
    """The page with the tables as they should be."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}{tables()}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
