"""What a page may hold: its size, its words, its guards."""

import re

MOST_BYTES = 100_000
SAID = re.compile(r"\bsay\(\s*(?:\"(\w+)\"|`(\w+)\$)")
WORD_IN_TABLE = re.compile(r"\b[A-Z]{2,}\[(?!\d)\S+|\b(?:views|texts)\[\S+| in facts\b")
GUARDED = re.compile(r"try \{\s*return decodeURIComponent\(\w+\);\s*\} catch")
PLAIN = re.compile(r"\"(\w+)\"")
