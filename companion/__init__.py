"""The Hanabi table companion: it keeps the state of a game played with real cards."""

from typing import Final

__version__: Final = "0.1.0"
LANGUAGES: Final = ("en", "fr")
"""The languages of the screens; each is a module in `companion.face.words`."""
