"""Other versions of a package: the same files with another number, and some changed."""

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
    (tree / "DEBIAN" / "md5sums").unlink()  # of the files as they were
    control = tree / "DEBIAN" / "control"
    control.write_text(
        re.sub(r"^Version: .*", f"Version: {number}", control.read_text(), flags=re.MULTILINE)
    )
    link = tree / PLACE / "current"
    link.resolve().rename(link.with_name(number))
    link.unlink()
    link.symlink_to(number)
    about = link / "companion/__init__.py"
    about.write_text(re.sub(r'(__version__.*= )".*"', rf'\1"{number}"', about.read_text()))
    for name, change in files.items():
        (file,) = link.glob(f"{name.replace('__', '/')}.py")
        file.write_text(change(file.read_text()))
    target = tree.with_name(f"hanabi-companion_{number}_all.deb")
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, target], check=True)
    return target
