"""Other versions of a package: the same files with another number, and what a test wants
changed.
"""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

PLACE = "usr/share/hanabi-companion"


LAUNCHER = """\
#!/usr/bin/python3 -IB
import sys

sys.path.insert(0, "/usr/share/hanabi-companion")
from companion.cli import main

sys.exit(main())
"""
"""The command of the packages whose program lay in one folder, whatever its version."""


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
    return _pack(tree, number)


def in_one_folder(package: Path, number: str, folder: Path) -> Path:
    """Pack a version whose files lie where those of each version lay, before there was a link."""
    another(package, number, folder)
    tree = folder / number
    link = tree / PLACE / "current"
    for item in link.resolve().iterdir():
        item.rename(tree / PLACE / item.name)
    link.resolve().rmdir()
    link.unlink()
    (tree / "usr/bin/companion").write_text(LAUNCHER)
    return _pack(tree, number)


def _pack(tree: Path, number: str) -> Path:
    target = tree.with_name(f"hanabi-companion_{number}_all.deb")
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, target], check=True)
    return target
