"""Programs that look on: at which socket they find the companion."""

import os
from pathlib import Path
from typing import Final

VIEW: Final = "COMPANION_VIEW"


def view_socket(given: str | None) -> Path:
    """Return the view socket of the companion: the one that is named, else that of its settings."""
    named = given or os.environ.get(VIEW)
    if named:
        return Path(named).expanduser().absolute()
    from companion.commands.effective import effective  # who is told the socket needs no build

    return effective().settings.view_socket
