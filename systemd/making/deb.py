"""`make deb`: builds the package into dist/."""

import hashlib
import sys

from systemd.making.build import DIST, build_package
from systemd.making.roots import NoRoot


def main() -> int:
    """Build it. Return the exit status."""
    try:
        made = build_package(DIST)
    except (NoRoot, ValueError) as error:
        print(f"make deb: {error}", file=sys.stderr)
        return 1
    digest = hashlib.sha256(made.read_bytes()).hexdigest()
    print(f"{made.relative_to(DIST.parent)}  sha256 {digest}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
