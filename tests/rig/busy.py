"""A companion of which some threads compute all the time: as many as a file in a folder says."""

import sys
import threading
import time
from pathlib import Path

from companion import cli

MOST = 3
"""How many threads there are."""
ROUNDS = 100_000
"""How long a thread computes between two looks at the file: some milliseconds."""


def compute(folder: Path) -> None:
    """Start the threads."""
    for number in range(MOST):
        threading.Thread(target=spin, args=(folder / "busy", number), daemon=True).start()


def spin(file: Path, number: int) -> None:
    """Compute while the file wants more threads than this one's number."""
    while True:
        if int(file.read_text() or 0) <= number:
            time.sleep(0.05)
        for _ in range(ROUNDS):
            pass


def main(folder: str, *words: str) -> None:
    """Run a command of the companion beside the threads."""
    compute(Path(folder))
    sys.exit(cli.main(list(words)))


if __name__ == "__main__":
    main(*sys.argv[1:])
