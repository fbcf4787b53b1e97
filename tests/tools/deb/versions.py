"""Other versions of a package: the same files with another number, and what a test wants
changed.
"""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

PLACE = "usr/share/hanabi-companion"


def another(package: Path, number: str, folder: Path, **files: Callable[[str], str]) -> Path:
    """Pack a version of this number in a folder.

    `files` says what changes, as `companion__cli=change`.
    """
    tree = folder / number
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(
        re.sub(r"^Version: .*", f"Version: {number}", control.read_text(), flags=re.MULTILINE)
    )
    about = tree / PLACE / "companion/__init__.py"
    about.write_text(re.sub(r'(__version__.*= )".*"', rf'\1"{number}"', about.read_text()))
    for name, change in files.items():
        (file,) = tree.glob(f"{PLACE}/{name.replace('__', '/')}.py")
        file.write_text(change(file.read_text()))
    target = folder / f"hanabi-companion_{number}_all.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, target], check=True)
    return target
