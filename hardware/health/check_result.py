"""The result of a check of the machine: a sentence, and the command that mends the problem."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from companion.errors import PanelError, one_line

OK: Final = "ok"
WRONG: Final = "wrong"
NOTE: Final = "note"
_AGAIN: Final = "sudo companion doctor"
"""Root may see more."""


class CheckResult(NamedTuple):
    """The name of a check, its state (`OK`, `WRONG` or `NOTE`), a sentence, and what mends it."""

    name: str
    state: str
    sentence: str
    mend: str = ""


CheckResults = Iterator[CheckResult]


def ok(name: str, sentence: str) -> CheckResult:
    """Return that all is well."""
    return CheckResult(name, OK, sentence)


def note(name: str, sentence: str, mend: str = "") -> CheckResult:
    """Return what is worth knowing."""
    return CheckResult(name, NOTE, sentence, mend)


def wrong(name: str, sentence: str, mend: str) -> CheckResult:
    """Return what keeps something from working, and what mends it."""
    return CheckResult(name, WRONG, sentence, mend)


def fault(name: str, error: PanelError) -> CheckResult:
    """Return that a part cannot be used: its error, which ends with what to do."""
    sentence, _, mend = str(error).rpartition("; ")
    return wrong(name, sentence or mend, mend if sentence else _AGAIN)


Check = Callable[[], Iterable[CheckResult]]


def carefully(name: str, check: Check) -> CheckResults:
    """Yield the results of a check; a check that cannot look is a result too, never a traceback."""
    try:
        yield from check()
    except Exception as error:
        kind = type(error).__name__
        why = one_line(str(error) or kind)
        yield wrong(name, f"this could not be looked at ({kind}: {why})", _AGAIN)
