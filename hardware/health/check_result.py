"""What a look at the machine found: one line, and the command that mends it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

OK: Final = "ok"
WRONG: Final = "wrong"
NOTE: Final = "note"


class CheckResult(NamedTuple):
    """What was looked at, whether it is `OK`, `WRONG` or worth a `NOTE`, a sentence, and what mends it."""

    name: str
    state: str
    sentence: str
    mend: str = ""


Check = Callable[[], Iterable[CheckResult]]


def carefully(name: str, check: Check) -> Iterator[CheckResult]:
    """The results of a check; a check that cannot look is a result too, never a traceback."""
    try:
        yield from check()
    except Exception as error:
        told = str(error) or type(error).__name__
        yield CheckResult(name, WRONG, f"this could not be looked at ({type(error).__name__}: {told})")
