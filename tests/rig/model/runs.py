"""Runs of the model: a seed makes a plan and a script.

What a script breaks is told with all of it: its end shows what it takes.

.venv/bin/python -m tests.rig.model.runs SEED [STEPS]
"""

import os
import random
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.face import words
from companion.face.preferences import CHOICES
from tests.rig.model.asking import NAMES
from tests.rig.model.device import Device, Step, living
from tests.rig.model.moods import steps
from tests.rig.model.outside import Plan
from tests.rig.model.promises import Broken
from tests.rig.real_builds import PRESSED

LENGTH: Final = 300
"""Steps of a run."""
KEPT: Final = "COMPANION_FAILING"
"""Of the environment; it names the folder in which a run that fails is kept."""
BOOKS_EVERY: Final = 60
"""Steps between two looks into the history."""


class Finding(NamedTuple):
    """What went wrong: where in the program, or which promise."""

    kind: str
    error: str
    script: tuple[Step, ...]


def plan(dice: random.Random) -> Plan:
    """Return any device, as its group set it."""
    language = dice.choice((*words.LANGUAGES, ""))
    chosen = {key: dice.choice(values) for key, values in CHOICES.items() if dice.random() < 0.4}
    if dice.random() < 0.8:
        chosen["language"] = dice.choice(words.LANGUAGES)
    return Plan(
        dice.randrange(1000),
        dice.choice(PRESSED),
        language,
        chosen,
        tuple(dice.sample(NAMES[:5], dice.choice((0, 0, 2, 4)))),
        dice.choice(("", "", "boot_ignored")),
        dice.choice(("", "obeys", "refuses")),
        dice.choice((0.0, 0.3, 7.0, 1000.0, 1e6)),
        dice.choice((0.0, 2e-5, 2e-5, 0.004)),
    )


def run(seed: int, length: int = LENGTH) -> tuple[Plan, Finding | None]:
    """Run a device once. Return its plan, and what was found, if anything."""
    dice = random.Random(seed)
    chosen = plan(dice)
    script: list[Step] = []
    try:
        with living(chosen) as device:
            # A step is drawn before it is counted: chance goes on from there at the end.
            for step, number in zip(steps(dice, device), range(length), strict=False):
                script.append(step)
                _take(device, number, step)
            script.append(("finish", dice.random() < 0.4))
            device.take(script[-1])
    except (Exception, Broken) as error:
        return chosen, Finding(kind(error), told(error), tuple(script))
    return chosen, None


def play(chosen: Plan, script: Sequence[Step]) -> Finding | None:
    """Play a script again."""
    done: list[Step] = []
    try:
        with living(chosen) as device:
            for number, step in enumerate(script):
                done.append(step)
                _take(device, number, step)
            device.check_books()
    except (Exception, Broken) as error:
        return Finding(kind(error), told(error), tuple(done))
    return None


def _take(device: Device, number: int, step: Step) -> None:
    device.take(step)
    if number % BOOKS_EVERY == BOOKS_EVERY - 1 or step[0] == "stop":
        device.check_books()


def kind(error: BaseException) -> str:
    """Return the promise that is broken, or the exception and the innermost place of the program
    that raised it.
    """
    if isinstance(error, AssertionError | Broken) and str(error):
        return str(error).partition(":")[0]
    where = "the model"
    for frame in traceback.extract_tb(error.__traceback__):
        _, folder, file = frame.filename.rpartition("/companion/")
        if folder:
            where = f"{file} {frame.name}"
    return f"{type(error).__name__} in {where}"


def told(error: BaseException) -> str:
    """Return the end of what a person would read."""
    return "".join(traceback.format_exception(error))[-2500:]


def report(seed: int, chosen: Plan, finding: Finding) -> str:
    """Return all that is needed to see it again."""
    lines = [f"seed {seed}: {finding.kind}", repr(chosen), "SCRIPT = ["]
    lines += [f"    {step!r}," for step in finding.script]
    return "\n".join([*lines, "]", finding.error])


def keep_report(seed: int, chosen: Plan, finding: Finding) -> None:
    """Keep what a seed broke, with its walk, in the folder that is named for it, if one is."""
    if folder := os.environ.get(KEPT):
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(folder, f"{seed}.txt").write_text(report(seed, chosen, finding) + "\n", "utf-8")


def main() -> int:
    """Run a seed, and tell what it breaks."""
    seed, length = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else LENGTH
    chosen, finding = run(seed, length)
    if finding is None:
        print(f"seed {seed}: all is well")
        return 0
    print(report(seed, chosen, finding))
    return 1


if __name__ == "__main__":
    sys.exit(main())
