"""Reads what a companion needs later: an upgrade removes the files of the version that runs."""

from companion.glyph_sheets.sheet import read_all_sheets
from companion.words.texts import LANGUAGES, read


def read_ahead() -> None:
    """Read the words, the glyphs, and the modules of the voice and of backups."""
    read_all_sheets()
    for language in LANGUAGES:
        read(language)
    from companion.daemon import backups, requests  # noqa: F401
    from companion.daemon.socket import questions  # noqa: F401
    from companion.face.voice import aloud, heard  # noqa: F401
    from companion.journal import backup, restoring, times  # noqa: F401
    from hardware.sound import voice  # noqa: F401
