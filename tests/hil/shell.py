"""Commands inside the virtual Raspberry Pi, and waiting; needs nothing but Python."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any


def say(line: str) -> None:
    """Print what was seen on the console."""
    print(line, flush=True)


def run(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, as in a shell."""
    own = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        words, env={**own, **environ}, capture_output=True, text=True, check=False, timeout=2400
    )


def must(*words: str, **environ: str) -> str:
    """Run a command that has to succeed, and give what it said."""
    done = run(*words, **environ)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout.strip()


def until(what: str, condition: Callable[[], Any], seconds: float = 300.0) -> float:
    """Wait until something holds; gives the seconds that it took."""
    begin = time.monotonic()
    while not condition():
        assert time.monotonic() < begin + seconds, f"after {seconds:g} s still not: {what}"
        time.sleep(0.05)
    return time.monotonic() - begin


def take_steps(steps: Mapping[str, Any]) -> None:
    """Take the steps that the command line names, each with its words in one argument."""
    os.chdir("/")
    for step in sys.argv[1:]:
        name, *words = step.split()
        steps[name](*words)
    say("all well")
