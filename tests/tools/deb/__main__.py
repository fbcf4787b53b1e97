"""`make deb`: builds the package into dist/; `--local FOLDER` builds one of its own number.

A device that installs what it builds itself tells one build from the next by that number.
"""

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.tools.deb.build import DIST, build
from tests.tools.deb.roots import NoRoot


def main(words: Sequence[str]) -> int:
    """Build it. Return the exit status."""
    folder = Path(words[1]) if words[:1] == ["--local"] else None
    try:
        made = build(folder or DIST, lint=folder is None, is_local=folder is not None)
    except (NoRoot, ValueError) as error:
        print(f"make deb: {error}", file=sys.stderr)
        return 1
    if not folder:
        digest = hashlib.sha256(made.read_bytes()).hexdigest()
        print(f"{made.relative_to(DIST.parent)}  sha256 {digest}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
