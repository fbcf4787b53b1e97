"""The result of a check of the machine: a sentence, and the command that mends the problem."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

OK: Final = "ok"
WRONG: Final = "wrong"
NOTE: Final = "note"


class CheckResult(NamedTuple):
    """What was checked, whether it is `OK`, `WRONG` or a `NOTE`, a sentence, and what mends it."""

    name: str
    state: str
    sentence: str
    mend: str = ""


def ok(name: str, sentence: str) -> CheckResult:
    """That all is well."""
    return CheckResult(name, OK, sentence)


def note(name: str, sentence: str, mend: str = "") -> CheckResult:
    """What is worth knowing."""
    return CheckResult(name, NOTE, sentence, mend)


def wrong(name: str, sentence: str, mend: str = "") -> CheckResult:
    """What keeps something from working."""
    return CheckResult(name, WRONG, sentence, mend)


Check = Callable[[], Iterable[CheckResult]]


def carefully(name: str, check: Check) -> Iterator[CheckResult]:
    """The results of a check; a check that cannot look is a result too, never a traceback."""
    try:
        yield from check()
    except Exception as error:
        told = str(error) or type(error).__name__
        yield wrong(name, f"this could not be looked at ({type(error).__name__}: {told})")
