"""The Hanabi table companion: it keeps the state of a game played with real cards."""

import os
from typing import Final

__version__: Final = "1.0.0"
_WORDS: Final = os.path.join(os.path.dirname(__file__), "words")
LANGUAGES: Final = tuple(
    sorted(name[:-5] for name in os.listdir(_WORDS) if len(name) == len("en.json"))
)
"""The languages of the screens: each is one file of words, named by its code of two letters."""
