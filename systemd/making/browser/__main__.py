"""Makes `dist/try/`, the folder by which a browser is the companion."""

import sys
from pathlib import Path

from companion.errors import CompanionError

ROOT = Path(__file__).parents[3]


def main() -> int:
    """Make the folder, and say how to look at it."""
    try:
        from systemd.making.browser import folder

        folder.make_folder(ROOT / "dist" / "try", ROOT / "build" / "pyodide")
    except CompanionError as error:
        print(error, file=sys.stderr)
        return 1
    print(folder.how_to_look("try"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
