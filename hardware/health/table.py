"""The table of the doctor: what is looked at, what is said of each thing found, and what to do."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.errors import PanelError, one_line

OK: Final = "ok"
WRONG: Final = "wrong"
NOTE: Final = "note"
_WIDTH: Final = max(map(len, (OK, WRONG, NOTE)))
DOCTOR_TABLE: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("table.toml").read_text("utf-8")
)


class CheckResult(NamedTuple):
    """The name of a check, its state (`OK`, `WRONG` or `NOTE`), a sentence, and what mends it."""

    name: str
    state: str
    sentence: str
    mend: str = ""

    def as_line(self) -> str:
        """Return it as a line, with the command that mends it."""
        mend = f" -> {self.mend}" if self.mend else ""
        return f"{self.state:{_WIDTH}}  {self.name}: {self.sentence}{mend}"


Probe = Iterator[CheckResult]


def result_of(line: str, **facts: object) -> CheckResult:
    """Return the result that a line of the table (`computer.pi`: section and key) has of facts."""
    section, _, key = line.rpartition(".")
    lines = DOCTOR_TABLE[section]
    name = lines.get("name", section).format(**facts)
    state, *words = lines[key]
    return CheckResult(name, state, *(one_line(word.format(**facts)) for word in words))


def result_of_error(line: str, error: PanelError, **facts: object) -> CheckResult:
    """Return the result of a part that cannot be used: its error, which ends with a remedy."""
    why, separator, mend = str(error).rpartition("; ")
    return result_of(
        line, why=why or mend, mend=mend if separator else "sudo companion doctor", **facts
    )


def prompt_text(key: str, **facts: object) -> str:
    """Return the words for the person who tries the parts."""
    section, _, name = key.rpartition(".")
    return str(DOCTOR_TABLE[section][name].format(**facts))


def is_well(results: Iterable[CheckResult]) -> bool:
    """Return True if nothing is wrong; a note is well."""
    return all(result.state != WRONG for result in results)
