"""Writes into the settings of an installation which build it has."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion import settings, toml_file
from companion.commands import whole_file
from companion.errors import BadInput

_PANEL: Final = re.compile(r"^[ \t]*panel[ \t]*=[ \t]*([\"'])(?:\\.|(?!\1).)*\1", re.MULTILINE)
_MARK: Final = "\ufeff"
_FRESH: Final = f"""\
# The settings of the installed companion; `companion config` explains them.
panel = %s
state_dir = "/var/lib/{settings.APP}"
socket = "{settings.INSTALLED_SOCKET}"
"""


def _with_panel(text: str, panel: str) -> str:
    """Return the text of settings that name this build, and are the same otherwise, letter by
    letter.
    """
    wanted = {**toml_file.parse_table(text), "panel": panel}
    line = f"panel = {json.dumps(panel, ensure_ascii=False)}"  # this is TOML too
    end = "\r\n" if "\r\n" in text else "\n"
    replaced = _PANEL.sub(lambda match: line, text, count=1)
    for changed in (text, replaced, f"{line}{end}{text}"):
        with suppress(toml_file.NoToml):
            if toml_file.parse_table(changed) == wanted:
                return changed
    raise BadInput(f"write {line} in it yourself")


def set_panel(file: Path, panel: str) -> bool:
    """Have the settings in a file name this build; says whether that changed them.

    A file that is not there is made. At no time is there half a file. A link stays one; owner and
    mode stay.
    """
    if not file.exists():
        whole_file.write(file, (_FRESH % json.dumps(panel, ensure_ascii=False)).encode())
        return True
    try:
        text = toml_file.read_regular_file(file)
        changed = _with_panel(text, panel)
    except (toml_file.NoToml, BadInput) as error:
        raise BadInput(f"{file}: {error}") from None
    if changed == text:
        return False
    # Reading drops the mark that some editors begin with.
    mark = _MARK if file.read_bytes().startswith(_MARK.encode()) else ""
    whole_file.write(file, f"{mark}{changed}".encode())
    return True
