"""What a page may hold: its size, its words, its guards."""

import gzip
import re
from collections.abc import Iterable

MOST_BYTES = 45_000
"""Of the files of a page, as they go over the wire."""
SAID = re.compile(r"\bsay\(\s*(?:\"(\w+)\"|`(\w+)\$)")
WORD_IN_TABLE = re.compile(r"\b[A-Z]{2,}\[(?!\d)\S+|\b(?:views|texts)\[\S+| in facts\b")
GUARDED = re.compile(r"try \{\s*return decodeURIComponent\(\w+\);\s*\} catch")
PLAIN = re.compile(r"\"(\w+)\"")


def wire_size(texts: Iterable[str]) -> int:
    """Return how many bytes of these files go over the wire."""
    return sum(len(gzip.compress(text.encode(), 6)) for text in texts)
