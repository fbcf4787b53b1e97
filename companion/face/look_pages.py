"""The look pages: which there are, and in which order."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from companion.face.preferences import Help


class LookPage(StrEnum):
    """The look pages, in their order."""

    PILE = "pile"
    OUTLOOK = "outlook"
    ACTIONS = "actions"
    CLUE = "clue"


PAGES: Final[Mapping[str, tuple[LookPage, ...]]] = {
    wanted: tuple(page for page in LookPage if page != LookPage.OUTLOOK or wanted == Help.OUTLOOK)
    for wanted in Help
}
"""The look pages, by how much help is wanted."""
