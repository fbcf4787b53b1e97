"""What a page may hold: its size, its words, its guards."""

import gzip
import re
from collections.abc import Collection, Iterable

MOST_BYTES = 45_000
"""Of the files of a page, as they go over the wire."""
SAID = re.compile(r"\bsay\(\s*(?:\"(\w+)\"|`(\w+)\$)")
PLAIN = re.compile(r"\"(\w+)\"")
_COMMENT = re.compile(r"^\s*//.*$|; //.*$", re.MULTILINE)
_GUARDED = re.compile(r"try \{\s*return decodeURIComponent\(\w+\);\s*\} catch")
_EVERYWHERE = {
    "something is loaded from elsewhere": re.compile(r"//"),
    "a text is read as markup": re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function"
    ),
    # Of a plain object every word such as `constructor` gives something.
    "a table that is looked up by a word is no map": re.compile(
        r"\b[A-Z]{2,}\[(?!\d)\S+|\b(?:views|texts)\[\S+| in facts\b"
    ),
    "what throws at a malformed address is not guarded": re.compile("decodeURI"),
    "a secure address is needed": re.compile(
        r"clipboard|wakeLock|serviceWorker|crypto\.subtle|navigator\.share"
    ),
}
_IN_MARKUP = re.compile(r"<style|style=|\son\w+=|<script(?![^>]*src=\"/page/)")


def wire_size(texts: Iterable[str]) -> int:
    """Return how many bytes of these files go over the wire."""
    return sum(len(gzip.compress(text.encode(), 6)) for text in texts)


def mistakes(name: str, text: str, words: Collection[str]) -> list[str]:
    """Return what a file of a page must not hold, and the texts that it says and nobody has."""
    plain = _GUARDED.sub("", _COMMENT.sub("", text.replace("http://www.w3.org/2000/svg", "")))
    found = [what for what, sign in _EVERYWHERE.items() if sign.search(plain)]
    if not name.endswith(".js") and _IN_MARKUP.search(text):
        found.append("a script or a style stands in the markup")
    for whole, start in SAID.findall(text) if name.endswith(".js") else ():
        if not any(key == whole if whole else key.startswith(start) for key in words):
            found.append(f"there is no text {whole or start}")
    return found
