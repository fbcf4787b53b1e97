"""The pages of the repository as Sphinx takes them: their own text, with links for a site."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

TOUCH: Final = "try"
"""The folder of the touch table on the site."""
_LINK: Final = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]+)")
_SHOWN: Final = (".gif", ".md", ".pdf", ".png", ".svg")
"""How what a site has itself ends; other files are those of the repository."""
_PLAY: Final = f"""

<p class="play"><a href="{TOUCH}/">Play now, on the touch table</a></p>

It plays in this browser. Nothing is installed, and the games stay here.
"""
_ISSUES: Final = "*Issues* of this repository"
"""Where the pages ask for mistakes to be told."""
_READ_ON: Final = re.compile(r"^\| ([\w ]+) \| (\[.*) \|$", re.MULTILINE)
_ENTRY: Final = re.compile(r"\[([^\]]+)\]\(([^)#]+)\.md(?:#[^)]*)?\)")


def prepare_pages(tree: Path, repository: str) -> None:
    """Make the pages of a tree those of the site.

    repository: the address at which the tree can be read, "" if it has none.
    """
    for page in sorted(tree.rglob("*.md")):
        page.write_text(_text_for_site(tree, page, repository), "utf-8")
        if page.name == "README.md":
            page.rename(page.with_name("index.md"))
    front = tree / "index.md"
    front.write_text(_front_page(front.read_text("utf-8")), "utf-8")


def _text_for_site(tree: Path, page: Path, repository: str) -> str:

    def link(found: re.Match[str]) -> str:
        return _link_target(tree, page, found[1], repository)

    text = _LINK.sub(link, page.read_text("utf-8"))
    if not repository:
        return text
    return text.replace(_ISSUES, f"[{_ISSUES}]({repository}/issues)")


def _link_target(tree: Path, page: Path, link: str, repository: str) -> str:
    there = (page.parent / link).resolve()
    if repository and not link.endswith(_SHOWN):
        return f"{repository}/blob/HEAD/{there.relative_to(tree.resolve())}"
    return f"{link.removesuffix('README.md')}index.md" if there.name == "README.md" else link


def _front_page(text: str) -> str:
    picture = text.index("\n", text.index("[!["))
    contents = "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{entries}\n```\n"
        for title, entries in _site_chapters(text)
    )
    return f"{text[:picture]}{_PLAY}{text[picture:]}{contents}"


def _site_chapters(text: str) -> Iterator[tuple[str, str]]:
    """Yield the chapters of the site: each row of the table by which the front page leads on."""
    known: set[str] = set()
    for reader, links in _READ_ON.findall(text):
        entries = []
        for title, page in _ENTRY.findall(links):
            if page not in known:
                known.add(page)
                entries.append(f"{title[:1].upper()}{title[1:]} <{PurePosixPath(page)}>")
        yield reader.capitalize(), "\n".join(entries)
