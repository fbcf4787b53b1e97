"""Makes `dist/site/`: the pages of the repository, and the touch table."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from systemd.making import source
from systemd.making.browser import folder
from systemd.making.build import DIST
from systemd.making.site.preparing import TOUCH, prepare_pages

HERE: Final = Path(__file__).parent
NAMED: Final = {
    'class="caption" role="heading"': 'class="caption" role="heading" aria-level="2"',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    '<th class="head"><p></p></th>': '<td class="head"></td>',
}
"""What a screen reader or a keyboard lacks in what Sphinx and Furo write."""


def _make_pages(target: Path, repository: str) -> None:
    """Make the pages anew. Raises a `CompanionError`.

    repository: the address at which the source can be read, "" if it has none.
    """
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        source.copy_tracked(tree)
        prepare_pages(tree, repository)
        words = ["-m", "sphinx", "-q", "-W", "--keep-going", "--no-color"]
        folders = ["-c", f"{HERE}", "-d", f"{scratch}/doctrees", f"{tree}", f"{target}"]
        command = [sys.executable, *words, *folders]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.replace(f"{tree}/", "").strip()
        raise CompanionError(f"a page does not read as it should: {said}")
    for page in target.rglob("*.html"):
        text = page.read_text("utf-8")
        for written, named in NAMED.items():
            text = text.replace(written, named)
        page.write_text(text, "utf-8")


def main() -> int:
    """Make the site, and say how to look at it."""
    target = DIST / "site"
    try:
        _make_pages(target, os.environ.get("REPOSITORY", ""))
        folder.make_folder(target / TOUCH, source.ROOT / "build" / "pyodide")
    except CompanionError as error:
        print(f"make site: {error}", file=sys.stderr)
        return 1
    print(folder.how_to_look("site"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
