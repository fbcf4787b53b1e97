"""The exported tree that the package is built from, with the packaging as its folder debian/."""

import os
import re
import shutil
import subprocess
import textwrap
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
NAME: Final = "hanabi-companion"
_VERSION: Final = re.compile(r'^__version__: Final = "(.*)"$', re.MULTILINE)
_LEFT_OUT: Final = (
    "build",
    "dist",
    "*.egg-info",
    "__pycache__",
    ".git",
    ".venv*",
    ".*_cache",
    ".hypothesis",
)


def program_version(tree: Path = ROOT) -> str:
    """Return the version of the program, as Python counts."""
    line = _VERSION.search((tree / "companion" / "__init__.py").read_text("utf-8"))
    assert line
    return line[1]


def _debian_version(number: str) -> str:
    """Return a version as Debian counts: what comes before a release sorts before it."""
    return re.sub(r"\.?(dev|a|b|rc)(\d+)", r"~\1\2", number)


def release_notes(number: str, changes: str) -> list[str]:
    """Return the items that CHANGELOG.md has about a version, which is that of its first section.

    A version in the making has the section Unreleased. Raises ValueError.
    """
    first = re.search(r"^## (.+)\n((?:(?!## ).*\n?)*)", changes, re.MULTILINE)
    wanted = "Unreleased" if "dev" in number else number
    if first and first[1] == wanted:
        items = re.split(r"^- ", first[2], flags=re.MULTILINE)[1:]
        return [re.sub(r"\s+", " ", item).strip() for item in items]
    raise ValueError(f'CHANGELOG.md: version {number} wants "## {wanted}" as the first section')


def package_dependencies() -> str:
    """Return the dependencies of the package, as apt takes them."""
    control = (ROOT / "systemd" / "debian" / "control").read_text("utf-8")
    (block,) = re.findall(r"^Depends:\n((?: .*\n)+)", control, re.MULTILINE)
    lines = (line.strip().rstrip(",") for line in block.splitlines())
    return ", ".join(line for line in lines if not line.startswith("$"))


def source_time() -> int:
    """Return the time of the last change of the source, in seconds since 1970."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    committed = _git_output("log", "-1", "--format=%ct")
    return int(committed) if committed else int((ROOT / "CHANGELOG.md").stat().st_mtime)


def copy_tracked(target: Path) -> None:
    """Copy what is tracked, as it is in the working tree."""
    if listed := _git_output("ls-files", "-z"):
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).exists():  # else it is deleted, which is not committed yet
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, target / name)
    else:
        shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(*_LEFT_OUT), dirs_exist_ok=True)


def export_tree(target: Path) -> None:
    """Copy what is tracked, with debian/ at the top, where its builder looks for it."""
    copy_tracked(target)
    shutil.move(target / "systemd" / "debian", target / "debian")


def write_changelog(tree: Path, moment: int, local: str = "") -> None:
    """Make debian/changelog from the version, the end of a local one, and its notes."""
    number = program_version(tree)
    items = release_notes(number, (tree / "CHANGELOG.md").read_text("utf-8"))
    control = (tree / "debian" / "control").read_text("utf-8")
    maintainer = re.findall(r"^Maintainer: (.*)$", control, re.MULTILINE)[0]
    lines = "\n".join(
        textwrap.fill(item, 78, initial_indent="  * ", subsequent_indent="    ") for item in items
    )
    date = format_datetime(datetime.fromtimestamp(moment, UTC))
    title = f"{NAME} ({_debian_version(number)}{local}) trixie; urgency=medium"
    (tree / "debian" / "changelog").write_text(
        f"{title}\n\n{lines}\n\n -- {maintainer}  {date}\n", "utf-8"
    )


def _git_output(*words: str) -> str:
    """Return git's answer about this checkout, "" where there is none."""
    try:
        # Root, who makes packages, is not the owner of the checkout, which git refuses else.
        command = ["git", "-c", f"safe.directory={ROOT}", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
